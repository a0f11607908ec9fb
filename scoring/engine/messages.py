"""Messages: what the engine says to people, as data.

A message is an English template with parameters, rendered late, so that the same explanation can be
shown in another language or with other names without touching a game. The template is the message id.

Players' names are not known to a game. ``seat(2)`` and ``side(0)`` render as one private-use character,
which ``fill_names`` replaces by the name when a text is sent out; renaming a player changes no stored text.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from scoring.engine.cards import SUIT_NAMES, card_text

Number = int | float

_SEATS = 0xE000
_SIDES = 0xE100


@dataclass(frozen=True, slots=True)
class Message:
    """A sentence for people: ``text`` is a str.format template over ``params``."""

    text: str
    params: Mapping[str, Any] = field(default_factory=dict)

    def __str__(self) -> str:
        return render(self)


@dataclass(frozen=True, slots=True)
class Term:
    """A parameter that needs a rendering of its own: a seat, a side, a card, a suit, or points with their sign."""

    kind: str
    value: Any


def say(text: str, **params: Any) -> Message:
    """A message. Parameters are numbers, strings, messages, terms, or lists of these (joined by commas)."""
    return Message(text, params)


def plural(n: Number, one: str, many: str, **params: Any) -> Message:
    """``plural(1, "{n} trick", "{n} tricks")``: the form that fits the number."""
    return Message(one if n == 1 else many, {"n": n, **params})


def seat(number: int) -> Term:
    """The name of the player in this seat."""
    return Term("seat", number)


def side(number: int) -> Term:
    """The name of this side (a player, or both partners)."""
    return Term("side", number)


def card(code: str) -> Term:
    """A card as players read it, ``♥10``."""
    return Term("card", code)


def cards(codes: Sequence[str]) -> Term:
    """Several cards."""
    return Term("cards", tuple(codes))


def suit(letter: str) -> Term:
    """The name of a suit in words."""
    return Term("suit", letter)


def signed(value: Number) -> Term:
    """Points with their sign: +30, −60, 0."""
    return Term("signed", value)


@dataclass(frozen=True, slots=True)
class Line:
    """One line of an explanation or a notice.

    message: what a player would say aloud. value: the amount that the line adds or arrives at, or None; pages show it
    in a column of its own (``figure_beside``), so the message neither ends in ": 5" nor asks the reader to add up.
    rule: the section of the game's rules page that it rests on (an anchor, without ``#``).
    code: names a notice that pages treat in a way of its own (``hand_number``, ``to_go``); "" for every other line.
    """

    message: Message
    value: Number | None = None
    rule: str = "scoring"
    code: str = ""


def line(text: str, /, *, value: Number | None = None, rule: str, **params: Any) -> Line:
    """A line of an explanation: a template, its parameters, its figure and the section of the rules it rests on."""
    return Line(Message(text, params), value, rule)


def trim_number(value: Number) -> Number:
    """A number without a needless fraction: 8.0 becomes 8."""
    return int(value) if isinstance(value, float) and value.is_integer() else value


def format_number(value: Number, sign: bool = False) -> str:
    """A number as printed: a real minus sign, and a plus where asked for."""
    value = trim_number(value)
    if value < 0:
        return f"−{-value:,}"
    return f"+{value:,}" if sign and value > 0 else f"{value:,}"


#: A figure in a sentence: no rank of a card (♠10), no ordinal (trick 3).
_FIGURE = re.compile(
    r"(?<![♣♠♥♦\d.,])(?P<before>[×+−] \$?)?(?<!number )(?<!rick )(?<!pot )"
    r"[+−]?(?P<figure>\d[\d,]*(?:\.\d+)?)(?![\d,.]*\d)"
)


def figures_in(text: str) -> list[str]:
    """The figures that a text says, without their signs, in their order; ``""`` for a term of a sum (``5 × 3 + 1``)."""
    return [
        "" if found["before"] or text[found.end() :].startswith((" × ", " + ", " − ")) else found["figure"].rstrip(",")
        for found in _FIGURE.finditer(text)
    ]


def figure_beside(line: Line) -> str:
    """The figure that is shown beside a line's text, as printed.

    ``""`` for a line without one, and for a line whose text says it already: as its last figure, or in a sum that is
    worked out (``35 + 70 = 105``).
    """
    return figure_beside_text(render(line.message), line.value)


def figure_beside_text(text: str, value: Number | None) -> str:
    """The same for a line whose text is rendered already."""
    if value is None:
        return ""
    figure = format_number(value)
    figures = figures_in(text)
    return "" if " = " in text or (figures and figures[-1] == figure.lstrip("−")) else figure


def _english(text: str) -> str:
    return text


def _show(value: Any, translate: Callable[[str], str]) -> str:
    match value:
        case Message():
            return render(value, translate)
        case Term(kind="seat"):
            return chr(_SEATS + value.value)
        case Term(kind="side"):
            return chr(_SIDES + value.value)
        case Term(kind="card"):
            return card_text(value.value)
        case Term(kind="cards"):
            return " ".join(card_text(code) for code in value.value)
        case Term(kind="suit"):
            return translate(SUIT_NAMES[value.value])
        case Term(kind="signed"):
            return format_number(value.value, sign=True)
        case bool() | None:
            raise TypeError("a message parameter is a number, a string, a message or a term")
        case int() | float():
            return format_number(value)
        case list() | tuple():
            return ", ".join(_show(item, translate) for item in value)
        case _:
            return str(value)


def render(message: Message, translate: Callable[[str], str] = _english) -> str:
    """The text of a message. Seats and sides stay placeholders until ``fill_names``."""
    return translate(message.text).format(**{name: _show(value, translate) for name, value in message.params.items()})


def fill_names(text: str, seats: Sequence[str], sides: Sequence[str]) -> str:
    """The text with the names of these seats and sides in place of their placeholders."""
    for first, names in ((_SEATS, seats), (_SIDES, sides)):
        for number, name in enumerate(names):
            mark = chr(first + number)
            if mark in text:
                text = text.replace(mark, name)
    return text
