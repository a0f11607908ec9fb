"""Cards in HTML: the sign in the colour of its suit, on one line with its rank.

``♥K`` becomes ``<span class="suit suit-h"><i class="sign">♥</i><b class="rank-k">K</b></span>``. ``static/signs.css``
uses the classes to show the signs and ranks of another pack on phones that chose one.
"""

from __future__ import annotations

import re
from functools import lru_cache

from django.utils.html import escape
from django.utils.safestring import SafeString, mark_safe

from scoring.languages import STYLES

#: Letters on court cards and aces, of all languages. No two ranks share a letter.
_RANKS = {rank: rank for rank in "AKQJ"} | {
    letter: rank for style in STYLES.values() for rank, letter in style.ranks.items()
}
_RANK = rf"(?:10|[2-9{''.join(_RANKS)}])"
_CARD = re.compile(rf"([♣♠♥♦])\ufe0e?({_RANK}(?!\w))?|(?<!\w)({_RANK})([♣♠♥♦])")
_LETTERS = {"♣": "c", "♠": "s", "♥": "h", "♦": "d"}


@lru_cache(maxsize=8192)
def card_html(text: str) -> SafeString:
    """Returns: plain text as HTML, each sign of a suit and its rank in a span with the class of the suit."""
    return mark_safe(_CARD.sub(_card, str(escape(text))))  # noqa: S308 - the text is escaped, the rest is ours


def _card(match: re.Match[str]) -> str:
    suit = match[1] or match[4]
    parts = [_rank(match[3]), _sign(suit)] if match[3] else [_sign(suit), _rank(match[2])]
    return f'<span class="suit suit-{_LETTERS[suit]}">{"".join(parts)}</span>'


def _sign(suit: str) -> str:
    # U+FE0E: without it phones show an emoji.
    return f'<i class="sign">{suit}\ufe0e</i>'


def _rank(text: str | None) -> str:
    if text in _RANKS:
        return f'<b class="rank-{_RANKS[text].lower()}">{text}</b>'
    return text or ""
