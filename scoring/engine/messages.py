"""Messages: texts for people, as data.

A message is an English template with parameters, rendered late, so that the same explanation can be
shown in another language or with other names without touching a game. The template is the message id. How a language
writes templates, numbers, lists and cards is a ``Language``; here is the English one.

Players' names are not known to a game. ``seat(2)`` and ``side(0)`` render as one private-use character,
which ``fill_names`` replaces by the name when a text is sent out; renaming a player changes no stored text.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from scoring.engine.cards import JOKER_NAMES, SUIT_NAMES, SYMBOLS
from scoring.engine.marking import _

Number = int | float

_SEATS = 0xE000
_SIDES = 0xE100


@dataclass(frozen=True, slots=True)
class Message:
    """A sentence for people: ``text`` is a str.format template over ``params``.

    many: of a sentence that counts ``n``: the English template for any other number than one; ``text`` is for one.
    """

    text: str
    params: Mapping[str, Any] = field(default_factory=dict)
    many: str = ""

    def __str__(self) -> str:
        return render(self)


@dataclass(frozen=True, slots=True)
class Term:
    """A parameter that is rendered in its own way: a seat, a card, a suit, points with their sign."""

    kind: str
    value: Any


def say(text: str, **params: Any) -> Message:
    """Returns a message. Parameters are numbers, strings, messages, terms, or lists of these (joined by commas)."""
    return Message(text, params)


def plural(n: Number, one: str, many: str, **params: Any) -> Message:
    """Returns a counted message: ``plural(1, "{n} trick", "{n} tricks")``, rendered in the form for this number."""
    return Message(one, {"n": n, **params}, many)


def seat(number: int) -> Term:
    """Returns the name of the player in this seat."""
    return Term("seat", number)


def side(number: int) -> Term:
    """Returns the name of this side (a player, or both partners)."""
    return Term("side", number)


def card(code: str) -> Term:
    """Returns a card as players read it, ``♥10``."""
    return Term("card", code)


def cards(codes: Sequence[str]) -> Term:
    """Returns several cards."""
    return Term("cards", tuple(codes))


def suit(letter: str) -> Term:
    """Returns the name of a suit."""
    return Term("suit", letter)


def rank(name: str) -> Term:
    """Returns the rank of a card as it is printed on it: A, K, 10."""
    return Term("rank", name)


def ranks(names: Iterable[str]) -> Term:
    """Returns several ranks."""
    return Term("ranks", tuple(names))


def words(text: str) -> Term:
    """Returns words that somebody entered, such as a note: they are the same in every language."""
    return Term("words", text)


def signed(value: Number) -> Term:
    """Returns points with their sign: +30, −60, 0."""
    return Term("signed", value)


def sum_of(values: Iterable[Number]) -> Term:
    """Returns numbers as a sum that is not computed: 500 + 750 + 1,000."""
    return Term("sum", tuple(values))


@dataclass(frozen=True, slots=True)
class Line:
    """One line of an explanation or a notice.

    message: the sentence. value: the amount that the line adds or arrives at, or None; pages show it in a column of its
    own (``figure_beside``), so the message does not end in ": 5", and nobody has to add up. rule: the section of the
    game's rules page that it applies (an anchor, without ``#``). code: names a notice that pages treat differently; ""
    for every other line. ``hand_number``, ``hand_of``: the number of the next hand; ``to_go``: how far it is to the
    end; ``seats``: who deals, leads or speaks first; ``board``: what the game's board shows too; ``usual``: what
    applies in every hand.
    """

    message: Message
    value: Number | None = None
    rule: str = "scoring"
    code: str = ""


def line(text: str, /, *, value: Number | None = None, rule: str, code: Any = "", **params: Any) -> Line:
    """Returns a line of an explanation: a template, its parameters, its figure and the section of the rules that it
    applies.

    code: of a notice, see ``Line``.
    """
    return Line(Message(text, params), value, rule, code)


class HandNumber(int):
    """The number of a hand in its part of a match, as addresses have it. on_sheet: the one that people see."""

    on_sheet: int

    def __new__(cls, number: int, played: int) -> HandNumber:
        """played: hands of the parts before, or another difference from the number that people see."""
        made = super().__new__(cls, number)
        made.on_sheet = number + played
        return made


def as_on_sheet(message: Message) -> Message:
    """Returns the same message for people in front of the sheet: hands have the numbers that it shows."""
    params = {
        name: value.on_sheet
        if isinstance(value, HandNumber)
        else as_on_sheet(value)
        if isinstance(value, Message)
        else value
        for name, value in message.params.items()
    }
    return Message(message.text, params, message.many)


def trim_number(value: Number) -> Number:
    """Returns a number without a needless fraction: 8.0 becomes 8."""
    return int(value) if isinstance(value, float) and value.is_integer() else value


def format_number(value: Number, sign: bool = False) -> str:
    """Returns a number as printed: a real minus sign, and a plus if asked for."""
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
    """Returns the figures in a text, without their signs, in their order; ``""`` for a term of a sum (``5 × 3 +
    1``).
    """
    return [
        ""
        if result["before"] or text[result.end() :].startswith((" × ", " + ", " − "))
        else result["figure"].rstrip(",")
        for result in _FIGURE.finditer(text)
    ]


class Language:
    """How a language writes what messages are made of. This is English; another language overrides what it writes
    in its own way, and takes its templates from a catalogue (``scoring.languages``). code: its language tag.
    thousands: what it writes between groups of three digits.
    """

    code: str = "en"
    thousands: str = ","

    def gettext(self, text: str) -> str:
        """Returns the template of a message."""
        return text

    def ngettext(self, one: str, many: str, n: Number) -> str:
        """Returns the template that fits this number. n: may be below zero, and need not be whole."""
        return one if n == 1 else many

    def heading(self, text: str) -> str:
        """Returns the heading of a column in a file."""
        return text

    @property
    def decimal(self) -> str:
        """The sign before fractions."""
        return "."

    def number(self, value: Number, sign: bool = False) -> str:
        """Returns a number as printed, with a plus if asked for."""
        return format_number(value, sign)

    def join_texts(self, texts: Iterable[str]) -> str:
        """Returns several texts as a list."""
        return ", ".join(texts)

    def join_names(self, names: Sequence[str]) -> str:
        """Returns names within a sentence: ``Ada, Ben and Cleo``; "" for nobody."""
        return self._joined(_("{names} and {last}"), names)

    def side_name(self, names: Sequence[str]) -> str:
        """Returns the name of a side: of one player, or of partners: ``Ada & Cleo``."""
        return self._joined(_("{names} & {last}"), names)

    def _joined(self, template: str, names: Sequence[str]) -> str:
        if len(names) < 2:
            return "".join(names)
        template = self.before(names[-1], self.gettext(template))
        return template.format(names=self.join_texts(names[:-1]), last=names[-1])

    def before(self, last: str, template: str) -> str:
        """Returns the template of a list with "and" as it is written before this name."""
        return template

    def cards(self, texts: Iterable[str]) -> str:
        """Returns several cards or ranks as a list."""
        return " ".join(texts)

    def suit(self, letter: str) -> str:
        """Returns the name of a suit within a sentence."""
        return self.gettext(SUIT_NAMES[letter])

    def rank(self, name: str) -> str:
        """Returns a rank as it is printed on the card."""
        return name

    def words(self, text: str) -> str:
        """Returns words that somebody entered, as they are."""
        return text

    def card(self, code: str) -> str:
        """Returns a card, ``♥10``; the name of a joker."""
        return self.gettext(JOKER_NAMES[code]) if code in JOKER_NAMES else SYMBOLS[code[-1]] + self.rank(code[:-1])


ENGLISH = Language()


def figure_beside(line: Line, language: Language = ENGLISH) -> str:
    """Returns the figure that is shown beside a line's text, as printed.

    ``""`` for a line without one, and for a line whose text has the figure already: at its end, or in a sum with its
    result (``35 + 70 = 105``). The English text decides; translations have the same figures.
    """
    beside = figure_beside_text(render(line.message), line.value)
    return language.number(line.value) if beside and line.value is not None else ""


def figure_beside_text(text: str, value: Number | None) -> str:
    """Returns the same for an English line that is rendered already."""
    if value is None:
        return ""
    figure = format_number(value)
    figures = figures_in(text)
    return "" if " = " in text or (figures and figures[-1] == figure.lstrip("−")) else figure


def _show(value: Any, language: Language) -> str:
    # The commonest first: most parameters are whole numbers and texts.
    match value:
        case bool() | None:
            raise TypeError("a message parameter is a number, a string, a message or a term")
        case int() | float():
            return language.number(value)
        case str():
            return value
        case Term():
            return _show_term(value, language)
        case Message():
            return render(value, language)
        case list() | tuple():
            return language.join_texts(_show(item, language) for item in value)
        case _:
            return str(value)


def _show_term(term: Term, language: Language) -> str:
    match term.kind:
        case "seat":
            return chr(_SEATS + term.value)
        case "side":
            return chr(_SIDES + term.value)
        case "card":
            return language.card(term.value)
        case "cards":
            return language.cards(language.card(code) for code in term.value)
        case "suit":
            return language.suit(term.value)
        case "rank":
            return language.rank(term.value)
        case "ranks":
            return language.cards(language.rank(name) for name in term.value)
        case "words":
            return language.words(term.value)
        case "sum":
            return " + ".join(language.number(value) for value in term.value)
        case "signed":
            return language.number(term.value, sign=True)
        case _:
            raise ValueError(f"there is no kind of term called {term.kind}")


def render(message: Message, language: Language = ENGLISH) -> str:
    """Returns the text of a message. Seats and sides stay placeholders until ``fill_names``."""
    params = message.params
    text, many = message.text, message.many
    template = language.ngettext(text, many, params["n"]) if many else language.gettext(text)
    return template.format(**{name: _show(value, language) for name, value in params.items()})


def render_sentence(message: Message, language: Language = ENGLISH) -> str:
    """Returns the text of a message that stands alone: it begins with a capital letter, whatever its first word is.

    What somebody typed stays as it was typed.
    """
    text = render(message, language)
    first = next(iter(message.params.values()), None)
    typed = isinstance(first, Term) and first.kind == "words" and text == language.words(first.value)
    return text if typed else text[:1].upper() + text[1:]


def fill_names(text: str, seats: Sequence[str], sides: Sequence[str]) -> str:
    """Returns the text with the names of these seats and sides in place of their placeholders."""
    for first, names in ((_SEATS, seats), (_SIDES, sides)):
        for number, name in enumerate(names):
            mark = chr(first + number)
            if mark in text:
                text = text.replace(mark, name)
    return text
