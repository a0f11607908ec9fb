"""Words for the page: messages with the players' names in them, suits as signs in their colours."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property, lru_cache
from typing import Any
from unicodedata import bidirectional

from django.utils.safestring import SafeString

from scoring.card_html import card_html
from scoring.engine.messages import ENGLISH, Language, Message, Number, Term, fill_names, render, say
from scoring.selectors.match_snapshot import MatchSnapshot


@dataclass(frozen=True)
class MessageRenderer:
    """Renders what the engine says for one match. seats, sides: the names of players and columns."""

    seats: Sequence[str]
    sides: Sequence[str]
    language: Language = ENGLISH

    @classmethod
    def of(cls, match: MatchSnapshot) -> MessageRenderer:
        return cls(tuple(match.names), tuple(match.side_names), match.language)

    def text(self, message: Any) -> str:
        """A message or a term as text; a text that is rendered already with its names filled in; "" for None."""
        if message is None:
            return ""
        if isinstance(message, str):
            return fill_names(message, *self._isolated)
        message = message if isinstance(message, Message) else say("{it}", it=message)
        return fill_names(render(message, self.language), *self._isolated)

    @cached_property
    def _isolated(self) -> tuple[list[str], list[str]]:
        return [isolated(name) for name in self.seats], [isolated(name) for name in self.sides]

    def number(self, value: Number, sign: bool = False) -> str:
        """A number as printed."""
        return self.language.number(value, sign)

    def html(self, message: Any) -> SafeString:
        """The same as HTML, with suits in their colours."""
        return card_html(self.text(message))


@lru_cache
def isolated(name: str) -> str:
    """A name as it stands in a sentence: one that is written from right to left does not turn the sentence round."""
    if all(bidirectional(letter) not in ("R", "AL") for letter in name):
        return name
    return f"\N{FIRST STRONG ISOLATE}{name}\N{POP DIRECTIONAL ISOLATE}"


def is_card(message: Any) -> bool:
    """Whether this is a card (and nothing else)."""
    return isinstance(message, Term) and message.kind == "card"
