"""Cards in HTML: the sign in the colour of its suit, on one line with its rank.

``♥K`` becomes a span with the class of its suit, and in it the sign and the rank: ``<i class="sign">♥</i><b
class="rank-k">K</b>``. ``static/signs.css`` uses the classes to show the signs and ranks of another pack on phones that
chose one. The span has the name of the card in words, since a screen reader says a sign wrongly or not at all.
"""

from __future__ import annotations

import re
from functools import lru_cache

from django.utils.html import escape, strip_tags
from django.utils.safestring import SafeString, mark_safe
from django.utils.translation import get_language

from scoring.card_names import card_label, suit_label
from scoring.engine.cards import SYMBOLS
from scoring.engine.messages import Language
from scoring.languages import STYLES, current_language

#: Letters on court cards and aces, of all languages. No two ranks share a letter.
_RANKS = {rank: rank for rank in "AKQJ"} | {
    letter: rank for style in STYLES.values() for rank, letter in style.ranks.items()
}
_RANK = rf"(?:10|[2-9{''.join(_RANKS)}])"
_CARD = re.compile(rf"([♣♠♥♦])\ufe0e?({_RANK}(?!\w))?|(?<!\w)({_RANK})([♣♠♥♦])")
#: What ``card_html`` makes of a card.
_SPAN = re.compile(r'<span class="suit [^>]*aria-label="([^"]*)">.*?</span>')
_LETTERS = {symbol: letter for letter, symbol in SYMBOLS.items()}


def card_html(text: str, language: Language | None = None) -> SafeString:
    """Returns plain text as HTML, each sign of a suit and its rank in a span with the class of the suit.

    language: the one with the words of a game, for the names of the suits; else that of the request.
    """
    return _card_html(text, language or current_language(), get_language())


@lru_cache(maxsize=8192)
def _card_html(text: str, language: Language, of_ranks: str | None) -> SafeString:
    """The same, made once. of_ranks: the language in which ``gettext`` names the ranks."""

    def card(match: re.Match[str]) -> str:
        suit, rank = match[1] or match[4], match[2] or match[3]
        parts = [_rank(match[3]), _sign(suit)] if match[3] else [_sign(suit), _rank(match[2])]
        letter = _LETTERS[suit]
        name = card_label(_RANKS.get(rank, rank) + letter, language) if rank else suit_label(letter, language)
        html = "".join(parts)
        return f'<span class="suit suit-{letter.lower()}" role="img" aria-label="{escape(name)}">{html}</span>'

    return mark_safe(_CARD.sub(card, str(escape(text))))  # noqa: S308 - the text is escaped, the rest is ours


def in_words(html: str) -> str:
    """Returns HTML as plain text, with the names of its cards and suits: for what only a screen reader reads."""
    return strip_tags(_SPAN.sub(r"\1", html))


def _sign(suit: str) -> str:
    # U+FE0E: without it phones show an emoji.
    return f'<i class="sign">{suit}\ufe0e</i>'


def _rank(text: str | None) -> str:
    if text in _RANKS:
        return f'<b class="rank-{_RANKS[text].lower()}">{text}</b>'
    return text or ""
