"""Words for the page: messages with the players' names in them, suits as signs in their colours."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass
from functools import lru_cache
from typing import Any

from django.utils.html import escape
from django.utils.safestring import SafeString, mark_safe

from scoring.engine.messages import ENGLISH, Language, Message, Number, Term, fill_names, render, say
from scoring.selectors.match_snapshot import MatchSnapshot

_SIGNS = {"♠": "s", "♥": "h", "♦": "d", "♣": "c"}
_SUIT = re.compile("([♠♥♦♣])\ufe0e?(10|[2-9AKQJ])?")


@lru_cache(maxsize=8192)
def colour_suits(text: str) -> SafeString:
    """Text as HTML, each suit sign in its colour, a card's sign and rank kept together.

    The sign is followed by U+FE0E: phones would otherwise draw a coloured picture.
    """
    return mark_safe(  # noqa: S308 - the text is escaped, the signs are ours
        _SUIT.sub(
            lambda found: f'<span class="suit-{_SIGNS[found[1]]}">{found[1]}\ufe0e{found[2] or ""}</span>',
            escape(text),
        )
    )


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
            return fill_names(message, self.seats, self.sides)
        message = message if isinstance(message, Message) else say("{it}", it=message)
        return fill_names(render(message, self.language), self.seats, self.sides)

    def number(self, value: Number, sign: bool = False) -> str:
        """A number as printed."""
        return self.language.number(value, sign)

    def html(self, message: Any) -> SafeString:
        """The same as HTML, with suits in their colours."""
        return colour_suits(self.text(message))


def is_card(message: Any) -> bool:
    """Whether this is a card (and nothing else)."""
    return isinstance(message, Term) and message.kind == "card"
