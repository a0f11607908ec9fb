"""Words for the page: messages with the players' names in them, suits as signs in their colours."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass
from functools import lru_cache
from typing import Any

from django.utils.html import escape
from django.utils.safestring import SafeString, mark_safe

from scoring.engine.messages import Message, Term, fill_names, render, say
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

    @classmethod
    def of(cls, match: MatchSnapshot) -> MessageRenderer:
        return cls(match.names, match.side_names)

    def text(self, said: Any) -> str:
        """A message, a term or a plain word as text; "" for None."""
        if said is None:
            return ""
        if isinstance(said, str):
            return fill_names(said, self.seats, self.sides)
        message = said if isinstance(said, Message) else say("{it}", it=said)
        return fill_names(render(message), self.seats, self.sides)

    def html(self, said: Any) -> SafeString:
        """The same as HTML, with suits in their colours."""
        return colour_suits(self.text(said))


def is_card(said: Any) -> bool:
    """Whether this is a card (and nothing else)."""
    return isinstance(said, Term) and said.kind == "card"
