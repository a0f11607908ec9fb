""" "Ada or Ben took it": a line that says one of two, read as each of them."""

from __future__ import annotations

from collections.abc import Iterator

from scoring.say.items import PAUSES, Line
from scoring.say.tokens import Token

_KINDS = ("player", "suit", "n")


def either_of(line: Line) -> tuple[list[Token], list[Token]] | None:
    """Returns the tokens of a line with the first and with the second of what "or" joins: two names, suits or numbers;
    None if it joins nothing. Words that only say so ("either", "I forget who") are left out.
    """
    joins = [place for place in range(len(line.words)) if line.sign(place)[1] == "or"]
    if len(joins) != 1:
        return None
    place = joins[0]
    after = line.skip(place + 1)
    for kind in _KINDS:
        for last, second in line.values_at(after, kind):
            for begin in range(place):
                ends = [end for end, first in line.values_at(begin, kind) if first != second]
                if any(line.skip(end) >= place for end in ends):
                    left = set(_said_so(line))
                    first = left | set(range(place, last))
                    return _without(line, first), _without(line, left | set(range(begin, place + 1)))
    return None


def _without(line: Line, places: set[int]) -> list[Token]:
    return [token for place, token in enumerate(line.tokens) if place not in places]


def _said_so(line: Line) -> Iterator[int]:
    """The places of "either" and "I forget who", with the pause before it."""
    for place in range(len(line.words)):
        end, sign = line.sign(place)
        if sign in ("either", "unsure"):
            yield from range(place, end)
            if place and line.words[place - 1] in PAUSES:
                yield place - 1
