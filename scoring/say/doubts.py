"""What leaves a line unclear as a whole, whatever else it says."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from scoring.say.items import PAUSES, Item, Line, Meaning


def doubts_of(line: Line) -> Iterator[tuple[int, int]]:
    """Returns the places of words that leave a line unclear, whatever else it says: "more than", "about"; won and
    lost, both said of one side without a correction between them.
    """
    said: dict[str, frozenset[int]] = {}
    about: frozenset[int] = frozenset()
    place = denied = 0
    while place < len(line.words):
        end, sign = line.sign(place)
        seats = {seat for _, seat in line.players_at(place)}
        if seats:
            about = frozenset(side for side, some in enumerate(line.sides) if seats & set(some))
        elif sign == "fix":
            said, denied = {}, end
        elif sign in ("won", "lost"):
            sign = {"won": "lost", "lost": "won"}[sign] if place and denied == place else sign
            about = _about(line, place, end) or about
            if said.get("lost" if sign == "won" else "won") == about:
                yield line.span(place, end)
            said[sign] = about
        elif sign.startswith("sounds"):
            if _is_maybe_number(line, place, sign != "sounds") and (sign == "sounds" or not line.is_dictated):
                yield line.span(place, end)
        elif sign == "apart":
            if line.values_at(line.skip(end), "player"):
                yield line.span(place, end)  # "Ada has nine after Ben"
        elif sign in ("unclear", "or", "either", "unsure") or _is_open_plus(line, place):
            yield line.span(place, end)
        place = end


def _about(line: Line, place: int, end: int) -> frozenset[int]:
    """The side named right behind a verb that begins a part: "they ran, won Ada"."""
    before = line.words[place - 1] if place else ","
    if before not in PAUSES and line.lexicon.joins.get(before) != "and":
        return frozenset()
    after = end
    while after < len(line.words) and line.lexicon.joins.get(line.words[after]) == "filler":
        after += 1
    seats = {seat for _, seat in line.players_at(after)} if after < len(line.words) else set()
    return frozenset(side for side, some in enumerate(line.sides) if seats & set(some))


def items_that_may_go_on(items: Sequence[Item]) -> Iterator[Item]:
    """Returns verbs of losing that may hold for the next name, too: "Ada loses 5, Ben 3"."""
    for place, item in enumerate(items):
        if any(meaning.kind == "minus" and meaning.value == "verb" for meaning in item.meanings):
            kinds = [one.kinds() for one in items[place + 1 :] if not one.kinds() <= {"pause", "and"}]
            number = next((at for at, some in enumerate(kinds) if "n" in some), len(kinds))
            if number + 2 < len(kinds) and "player" in kinds[number + 1] and "n" in kinds[number + 2]:
                yield item


def items_without_verb(items: Sequence[Item]) -> Iterator[Item]:
    """Returns cards behind a name that follows cards somebody else exposed: "Ada exposed the sheep, Ben the pig". Did
    Ben expose it, or take it?
    """
    for before, pause, name, cards in zip(items, items[1:], items[2:], items[3:], strict=False):
        is_next = pause.kinds() <= {"pause", "and"} and name.kinds() == {"player"} and cards.kinds() == {"cards"}
        if is_next and any(_adds_cards(meaning) for meaning in before.meanings):
            yield cards


def _adds_cards(meaning: Meaning) -> bool:
    """Whether a phrase only adds a player's cards to a list."""
    readings = meaning.phrase.readings if meaning.phrase and {"player", "cards"} <= meaning.slots.keys() else ()
    return bool(readings) and all(target.how == "+" for targets in readings for target in targets)


def _is_open_plus(line: Line, place: int) -> bool:
    """Whether this is the plus of "20+": more than that."""
    token, after = line.tokens[place], line.tokens[place + 1 : place + 2]
    joined = place and line.tokens[place - 1].value is not None and not token.spaced
    ends = not after or after[0].spaced or after[0].word in PAUSES
    return bool(token.word == "+" and joined and ends)


def _is_maybe_number(line: Line, place: int, at_end: bool) -> bool:
    """Whether a word that sounds like a number may be one, behind its tens: "thirty too". at_end: only if nothing
    follows that it joins: "thirty to".
    """
    before, after = place - 1, line.words[place + 1 : place + 2]
    words = line.words[max(before, 0) : place]
    tens = line.tokens[before].value if place else None
    tens = tens if tens is not None else line.lexicon.numbers.get(words, 0)
    if tens < 20 or tens % 10 or (*words, line.words[place]) in line.lexicon.numbers:
        return False
    return not at_end or not after or after[0] in PAUSES or line.lexicon.joins.get(after[0]) == "and"
