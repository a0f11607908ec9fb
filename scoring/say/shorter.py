"""A line with shorter phrases, where the longest ones make no hand: "Ada and Ben six" is no bid of Ben's."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence

from scoring.say.answer import Read
from scoring.say.items import Item, Line, Meaning
from scoring.say.lexicon import LABEL
from scoring.say.phrases import Slot

Ban = tuple[int, int, str]

MOST = 16
"""The most ways to read a line with shorter phrases."""

NEAR = 4
"""How many tokens before the one at which a line could not be read a phrase may be too long."""

END = 10**6
"""The place of a line that could be read to its end, and yet made no hand."""


def shorter_reads(
    line: Line, items: Sequence[Item], reached: int, read: Callable[[Sequence[Item]], tuple[list[Read], int]]
) -> list[Read]:
    """Returns the hands of a line with as few phrases shortened as possible; none if there are none.

    reached: the token at which no reading was left. read: the hands of items, and the token that they reached.
    """
    level: list[tuple[tuple[Ban, ...], Sequence[Item], int]] = [((), items, reached)]
    seen: set[tuple[Ban, ...]] = {()}
    while level:
        found: list[Read] = []
        following = []
        for bans, current, begin in level:
            for more in _bans_of(current, begin, first=not bans):
                way = tuple(sorted({*bans, *more}))
                if way in seen or len(seen) > MOST:
                    continue
                seen.add(way)
                shorter = line.items(way)
                if all(item.meanings for item in shorter):
                    reads, end = read(shorter)
                    found += reads
                    following.append((way, shorter, end))
        if found:
            return found
        level = sorted(following, key=lambda some: -some[2])
    return []


def _bans_of(items: Sequence[Item], reached: int, *, first: bool) -> Iterator[list[Ban]]:
    """What may be too long: cards, numbers that belong to no row, or one phrase near the place."""
    long = [item for item in items if item.last > item.first + 1]
    if first:
        yield [(item.first, item.last, "cards") for item in long if "cards" in item.kinds()]
        yield [(item.first, item.last, "says") for item in items if any(map(_is_number, item.meanings))]
    near = [item for item in long if item.last > reached - NEAR and item.first <= reached]
    for item in sorted(near if reached < END else long, key=lambda item: -item.first):
        joined = any(other.last == item.first and "and" in other.kinds() for other in items)
        bans = [(item.first, item.last, meaning.kind) for meaning in item.meanings if _may_be_two(meaning, joined)]
        if bans:
            yield bans


def _may_be_two(meaning: Meaning, joined: bool) -> bool:
    """Whether it may be two things that only stand beside one another: "Dot ten", "diamonds 3". joined: whether "and"
    is before it, so that its name may belong to those before: "Ada and Ben six".
    """
    phrase = meaning.phrase
    kinds = [getattr(part, "kind", "") for part in phrase.parts] if phrase else []
    begins = phrase is not None and isinstance(phrase.parts[0], Slot) and phrase.parts[0].kind in ("player", "side")
    return (
        meaning.kind in ("cards", "everything")
        or (phrase is not None and phrase.value == LABEL)
        or (meaning.kind == "says" and joined and begins)
        or kinds == ["suit", "n"]
        or "list" in kinds  # "with three, game four, clubs" are no cards
        or (kinds[:2] in (["player", "n"], ["side", "n"]) and len(kinds) > 2)  # "Ben one | in progress Ada two"
    )


def _is_number(meaning: Meaning) -> bool:
    """Whether it is a phrase that begins with its only number: "30 points", "7 for Ben", which a row may have, too."""
    parts = meaning.phrase.parts if meaning.phrase else ()
    return meaning.kind == "says" and parts[:1] == (Slot("n"),) and set(meaning.slots) in ({"n"}, {"n", "player"})
