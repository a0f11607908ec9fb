"""Cards in pictures: faces, backs, and their names in words."""

from __future__ import annotations

import re
from collections.abc import Mapping
from functools import cache

from django.utils.translation import gettext

from rulesref.lookup.pack import FACE_DOWN, card_label
from rulesref.pictures.signs import sign
from rulesref.pictures.svg import Number, element, group, text
from scoring.engine.cards import JOKERS, SYMBOLS, rank_of, suit_of
from scoring.engine.messages import Language
from scoring.languages import current_language

_CARD = re.compile(r"([♣♠♥♦])(10|[2-9]|[^\W\d_])(?!\w)")
_SUIT = re.compile(r"[♣♠♥♦]")
_LETTERS = {symbol: letter for letter, symbol in SYMBOLS.items()}


#: What is printed on the cards of a pack, where it is not what French cards have.
PACK_RANKS: Mapping[str, Mapping[str, str]] = {
    "german": {"Q": "O", "J": "U"},
    "spanish": {"A": "1", "K": "12", "Q": "11", "J": "10"},
    "italian": {"K": "R", "Q": "C", "J": "F"},
}


def printed_rank(rank: str, pack: str = "french") -> str:
    """Returns the letter or figure of a rank on a card of a pack; of a French one in the language of the page."""
    return PACK_RANKS.get(pack, {}).get(rank) or current_language().rank(rank)


def in_words(text_with_cards: str) -> str:
    """Text with its cards in words, for screen readers: ``"ten of hearts"`` for ``♥10``."""
    language = current_language()
    printed = _printed_ranks(language)
    words = _CARD.sub(lambda match: card_label(printed.get(match[2], match[2]) + _LETTERS[match[1]]), text_with_cards)
    return _SUIT.sub(lambda match: language.suit(_LETTERS[match[0]]), words)


@cache
def _printed_ranks(language: Language) -> Mapping[str, str]:
    """The ranks by their letters in a language: ``{"B": "J"}`` in German."""
    return {language.rank(rank): rank for rank in ("A", "K", "Q", "J")}


def card_text(code: str | None) -> str:
    """A card, a rank or a joker in the letters of the page's language, ``"♥10"``; a card face down in words."""
    if code in (None, FACE_DOWN):
        return gettext("face down")
    language = current_language()
    is_card = code in JOKERS or (code[-1:] in SYMBOLS and len(code) > 1)
    return language.card(code) if is_card else language.rank(code)


def card(
    code: str,
    x: Number,
    y: Number,
    width: Number = 38,
    turn: Number = 0,
    class_: str = "",
    pack: str = "french",
    covered: bool = False,
) -> str:
    """A card with its middle at x, y: a card (``"10H"``), a rank (``"10"``), a joker, or face down (``"XX"``).

    covered: another card lies on it, and only its upper edge shows.
    """
    height = width * 1.4
    left, top = -width / 2, -height / 2
    radius = width * 0.1
    face = element("rect", x=left, y=top, width=width, height=height, rx=radius, class_="card-edge")
    if code == FACE_DOWN:
        inset = width * 0.1
        inner = element(
            "rect", x=left + inset, y=top + inset, width=width - 2 * inset, height=height - 2 * inset,
            rx=radius * 0.6, class_="card-hatch",
        )  # fmt: skip
        lines = "".join(
            f"M{left + inset + 1:.1f} {top + inset + (height - 2 * inset) * step / 6:.1f}h{width - 2 * inset - 2:.1f}"
            for step in range(1, 6)
        )
        parts = [face, inner, element("path", d=lines, class_="card-lines")]
    elif code in JOKERS:
        parts = [face, *_joker(code, width)]
    elif covered:
        suit = suit_of(code)
        index = _rank(printed_rank(rank_of(code), pack), left + 5, top + 14, f"suit-{suit.lower()} rank-index", "start")
        parts = [face, index, sign(suit, -left - 9, top + 9.5, 11, pack)]
    elif len(code) > 1 and code[-1] in SYMBOLS:
        suit = suit_of(code)
        parts = [
            face,
            _rank(printed_rank(rank_of(code), pack), 0, -height * 0.06, f"suit-{suit.lower()} rank-{_size(width)}"),
            sign(suit, 0, height * 0.22, width * 0.46, pack),
        ]
    else:
        parts = [face, _rank(printed_rank(code, pack), 0, width * 0.19, f"rank-{_size(width)}")]
    return group(parts, x, y, turn, ("picture-card " + class_).strip())


def _joker(code: str, width: Number) -> list[str]:
    """A joker: a star, larger for the big joker, and its word."""
    radius = {"LJ": 0.17}.get(code, 0.26) * width
    points = " ".join(
        f"{radius * (1 if step % 2 == 0 else 0.42) * _SIN[step]:.1f},"
        f"{-width * 0.18 - radius * (1 if step % 2 == 0 else 0.42) * _COS[step]:.1f}"
        for step in range(10)
    )
    words = {"BJ": gettext("big"), "LJ": gettext("little")}.get(code, gettext("joker"))
    return [element("polygon", points=points, class_="sign"), text(words, 0, width * 0.46, "joker-word")]


_SIN = (0, 0.588, 0.951, 0.951, 0.588, 0, -0.588, -0.951, -0.951, -0.588)
_COS = (1, 0.809, 0.309, -0.309, -0.809, -1, -0.809, -0.309, 0.309, 0.809)


def _size(width: Number) -> str:
    """The class of the size of a rank on a card of this width."""
    return "large" if width >= 36 else "middle" if width >= 28 else "small"


def _rank(label: str, x: Number, y: Number, class_: str, anchor: str = "middle") -> str:
    """A rank; two figures are closer."""
    return text(label, x, y, f"rank {class_}" + (" rank-ten" if len(label) == 2 else ""), anchor)


def space(x: Number, y: Number, width: Number = 38) -> str:
    """An empty place for a card."""
    height = width * 1.4
    return element(
        "rect", x=x - width / 2, y=y - height / 2, width=width, height=height, rx=width * 0.1, class_="card-space"
    )
