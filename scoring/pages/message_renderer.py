"""Renders messages for the page, with the players' names, and with suits as coloured signs."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property, lru_cache
from typing import Any
from unicodedata import bidirectional

from django.utils.safestring import SafeString

from scoring.card_html import card_html
from scoring.engine.messages import ENGLISH, Language, Message, Number, Term, fill_names, render, render_sentence, say
from scoring.selectors.match_snapshot import MatchSnapshot


@dataclass(frozen=True)
class MessageRenderer:
    """Renders messages of the engine for one match. seats, sides: the names of players and columns.

    columns: the column of each seat; without it, every seat has its own.
    """

    seats: Sequence[str]
    sides: Sequence[str]
    language: Language = ENGLISH
    columns: Sequence[int] = ()

    @classmethod
    def of(cls, match: MatchSnapshot) -> MessageRenderer:
        seats = [(seat, column) for column, side in enumerate(match.open_match.setup.sides) for seat in side]
        columns = tuple(column for _, column in sorted(seats))
        return cls(tuple(match.names), tuple(match.side_names), match.language, columns)

    def text(self, message: Any) -> str:
        """Returns a message, term or rendered text with names filled in; "" for None."""
        if message is None:
            return ""
        if isinstance(message, str):
            return fill_names(message, *self._names)
        message = message if isinstance(message, Message) else say("{it}", it=message)
        return fill_names(render(message, self.language), *self._names)

    def sentence(self, message: Message) -> SafeString:
        """Returns a line or a refusal as HTML: it begins with a capital letter."""
        return card_html(fill_names(render_sentence(message, self.language), *self._names))

    @cached_property
    def _names(self) -> tuple[list[str], list[str]]:
        return [isolate(name) for name in self.seats], [isolate(name) for name in self.sides]

    def number(self, value: Number, sign: bool = False) -> str:
        """Returns a number as printed. sign: whether to print a plus sign."""
        return self.language.number(value, sign)

    def html(self, message: Any) -> SafeString:
        """Returns the same as HTML, with suits in their colours."""
        return card_html(self.text(message), self.language)

    def column(self, label: Any) -> int | None:
        """Returns the column of the only player or side that a label names, None if it names none or several."""
        named = named_in(label)
        if named is None:
            return None
        number = int(named.value)
        return self.columns[number] if named.kind == "seat" and number < len(self.columns) else number


def named_in(label: Any) -> Term | None:
    """Returns the only player or side that a label names, None if it names none or several."""
    parts = label.params.values() if isinstance(label, Message) else [label]
    named = [part for part in parts if isinstance(part, Term) and part.kind in ("seat", "side")]
    return named[0] if len(named) == 1 else None


@lru_cache
def isolate(name: str) -> str:
    """Returns a name for a sentence. A right-to-left name is isolated, so that the sentence keeps its direction."""
    if all(bidirectional(letter) not in ("R", "AL") for letter in name):
        return name
    return f"\N{FIRST STRONG ISOLATE}{name}\N{POP DIRECTIONAL ISOLATE}"


def is_card(message: Any) -> bool:
    """Returns whether this is a card and nothing else."""
    return isinstance(message, Term) and message.kind == "card"
