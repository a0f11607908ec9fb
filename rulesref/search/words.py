"""The words of a text: folded to plain letters, so that pages and queries meet whatever their accents and script."""

from __future__ import annotations

import re
import unicodedata

_FILLER = """
    a about actually after all am an and any anything are as at be been before but by can cannot could did do does
    doesn doing don else for from get gets getting give gives go goes going got had happen happened happens has have he
    hello help her here hi his how i if in into is isn it its just know let like lol m many may me might much must my
    need no not now of off ok on one ones only or our out over own pls please re really right s should shall so some
    somebody someone something still t than that the their them then there these they thing this those though to too
    u up us use ve wait want wanna was we were what whats when where whether which while who whom whose why will with
    without wont would ya yes yet you your
"""
#: Words that say little. They count only if a query has no others.
FILLER = frozenset(_FILLER.split())

_TELLING = """
    after all any before cannot how if into many may might much must need no not off one only out over own should
    still up when where which who whom whose why with without
    """
#: Those of them that tell questions apart once all else is equal: who leads, when to lead, whether one must.
TELLING = frozenset(_TELLING.split())

_LETTERS_FOLDED = str.maketrans(
    {"ß": "ss", "æ": "ae", "œ": "oe", "ø": "o", "ł": "l", "đ": "d", "ð": "d", "þ": "th", "ı": "i", "’": "'"}
)
_UMLAUTS = str.maketrans({"ä": "ae", "ö": "oe", "ü": "ue"})
#: Cyrillic as it is usually typed in Latin letters.
_CYRILLIC = str.maketrans(
    dict(zip("абвгдезийклмнопрстуфыэіїєґ", "abvgdeziiklmnoprstufyeiieg", strict=True))
    | {"ж": "zh", "х": "kh", "ц": "ts", "ч": "ch", "ш": "sh", "щ": "shch", "ъ": "", "ь": "", "ю": "yu", "я": "ya"}
)
_IDEOGRAPH = r"\u3040-\u30ff\u3400-\u4dbf\u4e00-\u9fff\uf900-\ufaff"
_IS_IDEOGRAPH = re.compile(f"[{_IDEOGRAPH}]")
_WORD = re.compile(rf"[{_IDEOGRAPH}]+|[^\W_{_IDEOGRAPH}]+")
#: Contractions, with and without their apostrophe.
_CONTRACTION = re.compile(
    r"\b(?:(?P<can>can'?t|can not)|(?P<wont>won'?t)|(?P<verb>do|does|did|is|are|was|has|have|must|should|could)n'?t"
    r"|(?P<word>what|who|where|when|how|it|that)'s)\b"
)
_THOUSANDS = re.compile(r"(?<=\d),(?=\d{3}(?!\d))")


def fold(text: str) -> str:
    """Lower case without accents, in Latin letters where that is cheap: ``"Tëtka"`` and ``"тётка"`` are ``"tetka"``."""
    if text.isascii():
        return text.lower()
    low = unicodedata.normalize("NFKC", text).lower().translate(_LETTERS_FOLDED)
    plain = "".join(char for char in unicodedata.normalize("NFD", low) if not unicodedata.combining(char))
    return unicodedata.normalize("NFC", plain).translate(_CYRILLIC)


def with_umlauts(text: str) -> str:
    """Lower case with ä, ö, ü written as ae, oe, ue, as many people type them."""
    return fold(unicodedata.normalize("NFKC", text).lower().translate(_UMLAUTS))


def words_of(text: str) -> list[str]:
    """The folded words of a text. A run of ideographs gives each pair of neighbours. ``"1,000"`` is ``"1000"``."""
    folded = fold(text)
    if "," in folded:
        folded = _THOUSANDS.sub("", folded)
    if "'" in folded or "nt" in folded or "can not" in folded:
        folded = _CONTRACTION.sub(_expand_contraction, folded)
    words = _WORD.findall(folded)
    if text.isascii():
        return words
    return [part for word in words for part in (pairs(word) if is_ideograph(word) else (word,))]


def pairs(run: str) -> list[str]:
    """Each pair of neighbouring characters; a single character is itself."""
    return [run[at : at + 2] for at in range(len(run) - 1)] or [run]


def _expand_contraction(match: re.Match[str]) -> str:
    if match["can"]:
        return "cannot"
    if match["wont"]:
        return "will not"
    return f"{match['verb']} not" if match["verb"] else f"{match['word']} is"


def is_ideograph(word: str) -> bool:
    """Whether this begins with a character of a script that is written without spaces."""
    return word > "\u303f" and bool(_IS_IDEOGRAPH.match(word))


def singular(word: str) -> str:
    """The word without an English plural's ending."""
    if len(word) > 4 and word.endswith("ies"):
        return word[:-3] + "y"
    return word[:-1] if len(word) > 3 and word.endswith("s") and not word.endswith("ss") else word
