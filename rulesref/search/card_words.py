"""Cards in words: ``"♠Q"``, ``"QS"``, ``"sq"``, ``"spade queen"`` and ``"queen spades"`` all read queen of spades."""

from __future__ import annotations

import re
from collections.abc import Mapping

from scoring.engine.cards import SUIT_NAMES, SYMBOLS

RANK_NAMES = {
    "A": "ace", "K": "king", "Q": "queen", "J": "jack", "10": "ten", "9": "nine", "8": "eight", "7": "seven",
    "6": "six", "5": "five", "4": "four", "3": "three", "2": "two",
}  # fmt: skip
_LETTERS = {symbol: letter for letter, symbol in SYMBOLS.items()}
_IDEOGRAPHIC_SUITS = {
    "红心": "♥", "红桃": "♥", "紅心": "♥", "黑桃": "♠", "黑心": "♠", "方块": "♦", "方塊": "♦", "方片": "♦",
    "梅花": "♣", "草花": "♣",
}  # fmt: skip
_IDEOGRAPHIC = re.compile("|".join(_IDEOGRAPHIC_SUITS))

_CARD = re.compile(
    r"([♣♠♥♦])\ufe0f?(10|[2-9AKQJ])(?!\w)|(?<!\w)(10|[2-9AKQJ])([♣♠♥♦])|(?<!\w)(10|[2-9AKQJ])([CSHD])(?!\w)"
)
#: Codes in lower case. Not those that are words or plurals: as, ah, ad, ha, 9s.
_LOW_CODE = re.compile(r"(?<![\w'’])(?:([kqj])([cshd])|([cshd])([kqj])|(10|[2-9])([chd])|([cshd])(10|[2-9]))(?![\w'’])")
_SYMBOL_LOW = re.compile(r"([♣♠♥♦])\ufe0f?([akqj])(?!\w)|(?<!\w)([akqj])([♣♠♥♦])")
_RANK_LETTER = re.compile(r"(?<![\w'’])([KQJ])(?![\w'’])")
#: A single capital A is the article at the start of a sentence, the ace elsewhere.
_ACE = re.compile(r"(?<=[\w♣♠♥♦,] )A(?![\w'’])|^A$|(?<![\w'’])A(?= (?:10|[2-9KQJ])(?![\w-]))")
_LOW_RANK = re.compile(r"(?<![\w'’])([akqj]) (?:of )?(clubs?|spades?|hearts?|diamonds?)\b", re.IGNORECASE)

#: Every text that names a card matches this, and few others do.
_MAY_NAME_CARDS = re.compile(
    r"[^\x00-\x7f]|\b(?:[AKQJ]|(?:10|[2-9AKQJakqj])[CSHDcshd]|[CSHDcshd](?:10|[2-9KQJkqj]))\b"
    r"|(?i:club|spade|heart|diamond)"
)

_RANK = "ace|king|queen|jack|ten|nine|eight|seven|six|five|four|three|two|10|[2-9]"
_SUIT = "club|spade|heart|diamond"
#: Rank and suit in either order, without "of". Not "four hearts", which is a number of hearts.
_SUIT_FIRST = re.compile(rf"\b({_SUIT}) ({_RANK})\b", re.IGNORECASE)
_OF_LEFT_OUT = re.compile(rf"\b(ace|king|queen|jack) ({_SUIT}s?)\b", re.IGNORECASE)
_SUITS_FIRST = re.compile(rf"\b({_SUIT})s (ace|king|queen|jack)\b", re.IGNORECASE)


def spell_cards(text: str) -> str:
    """The text with its cards in words."""

    if not _MAY_NAME_CARDS.search(text):
        return text

    def in_words(match: re.Match[str]) -> str:
        rank = match[2] or match[3] or match[5]
        return _card_name(rank, _LETTERS.get(match[1] or match[4], match[6]))

    if not text.isascii():
        text = _IDEOGRAPHIC.sub(lambda match: _IDEOGRAPHIC_SUITS[match[0]], text)
        text = _SYMBOL_LOW.sub(lambda match: match[0].upper(), text)
    text = _CARD.sub(in_words, text)
    text = _LOW_CODE.sub(_from_code, text)
    text = _RANK_LETTER.sub(lambda match: RANK_NAMES[match[1]], text)
    text = _ACE.sub("ace", text)
    text = _LOW_RANK.sub(lambda match: f"{RANK_NAMES[match[1].upper()]} of {match[2]}", text)
    text = _SUIT_FIRST.sub(r"\2 of \1s", text)
    text = _SUITS_FIRST.sub(r"\2 of \1s", text)
    text = _OF_LEFT_OUT.sub(r"\1 of \2", text)
    for symbol, letter in _LETTERS.items():
        text = text.replace(symbol, f" {SUIT_NAMES[letter]} ")
    return text


def _from_code(match: re.Match[str]) -> str:
    rank, suit = next((one, other) for one, other in ((1, 2), (4, 3), (5, 6), (8, 7)) if match[one])
    return _card_name(match[rank].upper(), match[suit].upper())


def _card_name(rank: str, suit: str) -> str:
    return f" {RANK_NAMES[rank]} of {SUIT_NAMES[suit]} "


_SIGN_AND_RANK = re.compile(r"([♣♠♥♦])\ufe0f?(10|[2-9]|[^\W\d_])(?!\w)")
_LETTER = re.compile(r"(?<![\w'’])([^\W\d_a-z])(?![\w'’])")


def spell_cards_as(text: str, ranks: Mapping[str, str], suits: Mapping[str, str]) -> str:
    """The text with its cards in the words of another language: ``"♠D"`` is ``"Dame Pik"`` in German.

    ranks: the names of the ranks by what is printed on the card. suits: those of the suits by their sign. The letter of
    the ace counts only beside a sign: alone it is a word in most languages.
    """

    def with_sign(match: re.Match[str]) -> str:
        rank = match[2].upper()
        return f" {ranks.get(rank, rank)} {suits[match[1]]} "

    text = _SIGN_AND_RANK.sub(with_sign, text)
    alone = dict(list(ranks.items())[1:])
    text = _LETTER.sub(lambda match: alone.get(match[1], match[1]), text)
    for sign, name in suits.items():
        text = text.replace(sign, f" {name} ")
    return text
