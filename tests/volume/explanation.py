"""Whether the explanation of a hand says its points: what its lines give to each side is what the hand scored.

Games write their explanations in the way of their players, so each says in its golden match how it is read:
``reading: {lines: '^@ in all', last: true}``, the fields of a ``Reading``; @ stands for a name. Without it, the figure
of the last line that begins with a side is what the side scored. A few games need a function of their own, at the end.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass
from functools import cache
from typing import Any

from scoring.engine.match import OpenMatch, ScoredHand
from scoring.engine.messages import Line, Number, render, trim_number
from tests.volume.known import golden_match

_WHO = "[\ue000-\ue1ff]"
_SIDES = 0xE100


@dataclass(frozen=True)
class Reading:
    """How the lines of a game give points.

    lines: what a line looks like whose figure goes to somebody: to those named in a group ``w``, otherwise to everybody
    in what was found. last: such a line replaces the one before; otherwise they add up. none: what a line looks like
    of a hand that is not read.
    """

    lines: str
    last: bool = False
    none: str = ""


#: For most: the figure of the last line that is about a side alone.
_OWN_LINE = Reading("^@", last=True)


@cache
def reading_of(slug: str) -> Reading:
    """How a game says its points: ``reading`` of its golden match; else the last line about a side alone counts."""
    declared = golden_match(slug).get("reading")
    return Reading(**declared) if declared else _OWN_LINE


def check_explanation(opened: OpenMatch, before: Any, scored: ScoredHand) -> None:
    """Fails unless the lines give each side what the hand scored for it."""
    slug, points = opened.game.slug, [trim_number(value) for value in scored.result.points]
    texts = [render(line.message) for line in scored.result.lines]
    own = OWN_READINGS.get(slug)
    if own:
        said = own(opened, before, scored, texts)
    else:
        reading = reading_of(slug)
        if reading.none and any(re.search(_pattern(reading.none), text) for text in texts):
            return
        said = _read(opened, reading, scored.result.lines, texts)
    assert said is None or said == points, (
        f"the lines give {said}, the hand {points}: {_named(texts)}; "
        f"which lines give points stands under `reading` in tests/games/golden/{slug}.yaml"
    )


def _pattern(text: str) -> str:
    return text.replace("[^@]", "[^\ue000-\ue1ff]").replace("@", _WHO)


def _read(opened: OpenMatch, reading: Reading, lines: list[Line], texts: list[str]) -> list[Number]:
    said: list[Number] = [0] * len(opened.setup.sides)
    for line, text in zip(lines, texts, strict=True):
        result = re.search(_pattern(reading.lines), text)
        if not result or line.value is None:
            continue
        groups = [name for name in result.groupdict().values() if name]
        for number in dict.fromkeys(sides_in(opened, groups[0] if groups else result[0])):
            said[number] = line.value if reading.last else said[number] + line.value
    return [trim_number(value) for value in said]


def sides_in(opened: OpenMatch, text: str) -> Iterator[int]:
    """The sides of everybody named in a text, in order."""
    for letter in re.findall(_WHO, text):
        number = ord(letter)
        yield number - _SIDES if number >= _SIDES else opened.setup.side_of(number - 0xE000)


def _named(texts: list[str]) -> list[str]:
    """The texts with numbers for names, to be read."""
    name = {"\ue000": "seat ", "\ue100": "side "}
    return [re.sub(_WHO, lambda who: f"{name[chr(ord(who[0]) & 0xFF00)]}{ord(who[0]) & 0xFF}", text) for text in texts]


# -- games whose lines do not stand alone ------------------------------------------------------------


def _couillon(opened: OpenMatch, before: Any, scored: ScoredHand, texts: list[str]) -> list[Number]:
    """Strokes rubbed out count below zero, marks above."""
    said: list[Number] = [0, 0]
    for text in texts:
        for sign, pattern in ((-1, "@ have more and rub out (\\d+)"), (1, "@ accepted and lost, and add (\\d+)")):
            result = re.search(_pattern(pattern), text)
            if result:
                said[next(sides_in(opened, text))] += sign * int(result[1])
    return said


def _gong_zhu(opened: OpenMatch, before: Any, scored: ScoredHand, texts: list[str]) -> list[Number]:
    """The cards of each side, and below them what they count; the last figure is the sum."""
    said: list[Number] = [0] * len(opened.setup.sides)
    whose = None
    for line, text in zip(scored.result.lines, texts, strict=True):
        if re.search(_pattern("^@: "), text):
            whose = next(sides_in(opened, text))
        if whose is not None and line.value is not None:
            said[whose] = line.value
    return said


def _loo(opened: OpenMatch, before: Any, scored: ScoredHand, texts: list[str]) -> list[Number] | None:
    """What was put into the pot stands in the words, the figure beside it is the pot."""
    if any("divided" in text for text in texts):
        return None
    said: list[Number] = [0] * opened.setup.players
    for line, text in zip(scored.result.lines, texts, strict=True):
        if result := re.search(_pattern("^@ puts (\\d+)"), text):
            said[next(sides_in(opened, text))] -= int(result[1])
        elif line.value is not None and (whose := list(sides_in(opened, text))):
            said[whose[0]] += line.value
    return said


def _mate(opened: OpenMatch, before: Any, scored: ScoredHand, texts: list[str]) -> list[Number]:
    """The last figure is worth of the mate, for whoever gives it."""
    said: list[Number] = [0, 0]
    for line, text in zip(scored.result.lines, texts, strict=True):
        if "gives mate" in text:
            whose = next(sides_in(opened, text))
        if line.value is not None:
            said = [0, 0]
            said[whose] = line.value
    return said


def _schafkopf(opened: OpenMatch, before: Any, scored: ScoredHand, texts: list[str]) -> list[Number]:
    """The last line with a figure; the name in it that comes last (``the last trick of Ada came earlier``)."""
    said: list[Number] = [0, 0, 0]
    for line, text in zip(scored.result.lines, texts, strict=True):
        whose = list(sides_in(opened, text))
        if line.value is not None and whose:
            said = [0, 0, 0]
            said[whose[-1]] = line.value
    return said


def _card_stock_market(opened: OpenMatch, before: Any, scored: ScoredHand, texts: list[str]) -> list[Number] | None:
    """What a player has at the end of a turn, or after the joker; the others only if nobody was levied."""
    said: list[Number] = [0] * opened.setup.players
    levied = any("levy" in text for text in texts)
    for line, text in zip(scored.result.lines, texts, strict=True):
        if result := re.search(_pattern("^@ has \\$([\\d,]+), the bank"), text):
            seat = next(sides_in(opened, text))
            said[seat] = int(result[1].replace(",", "")) - before.cash[seat]
        elif scored.hand.kind == "joker" and re.search(_pattern("^@: \\$"), text) and line.value is not None:
            seat = next(sides_in(opened, text))
            said[seat] = line.value - before.totals[seat]
    return None if levied else said


def _skat(opened: OpenMatch, before: Any, scored: ScoredHand, texts: list[str]) -> list[Number] | None:
    """The declarer's value grows line by line; the list gives the others theirs in a line of its own."""
    hand, points = scored.hand, scored.result.points
    if not hasattr(hand, "declarer"):
        return None
    said: list[Number] = [0] * opened.setup.players
    begun = False
    for line, text in zip(scored.result.lines, texts, strict=True):
        if line.value is None:
            continue
        begun = begun or re.search(_pattern("^(Made|Lost|Given|.*@ [+−]\\d)"), text) is not None
        if text.startswith("Each other player"):
            said = [line.value if seat != hand.declarer else value for seat, value in enumerate(said)]
        elif begun and re.search(_pattern("@ [+−]\\d|doubles|counts (double|triple|fourfold)"), text):
            said[hand.declarer] = line.value
    sitting_out = [seat for seat in range(opened.setup.players) if said[seat] and not points[seat]]
    return [0 if seat in sitting_out and seat != hand.declarer else value for seat, value in enumerate(said)]


OWN_READINGS = {
    "card-stock-market": _card_stock_market,
    "couillon": _couillon,
    "gong-zhu": _gong_zhu,
    "loo": _loo,
    "mate": _mate,
    "schafkopf": _schafkopf,
    "skat": _skat,
}
