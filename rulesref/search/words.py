"""The words of a text: folded to plain letters, so that pages and queries match whatever their accents and script."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Callable

_LETTERS_FOLDED = str.maketrans(
    {"ß": "ss", "æ": "ae", "œ": "oe", "ø": "o", "ł": "l", "đ": "d", "ð": "d", "þ": "th", "ı": "i", "’": "'"}
)
_UMLAUTS = str.maketrans({"ä": "ae", "ö": "oe", "ü": "ue"})
#: Cyrillic as it is usually typed in Latin letters.
_CYRILLIC = str.maketrans(
    dict(zip("абвгдезийклмнопрстуфыэіїєґ", "abvgdeziiklmnoprstufyeiieg", strict=True))
    | {"ж": "zh", "х": "kh", "ц": "ts", "ч": "ch", "ш": "sh", "щ": "shch", "ъ": "", "ь": "", "ю": "yu", "я": "ya"}
)
#: Part of й, which is a separate letter.
_BREVE = "\u0306"
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


def fold_cyrillic(text: str) -> str:
    """The same with Cyrillic letters as they are, ``ё`` as ``е``: for Russian, where words end in them."""
    low = unicodedata.normalize("NFKC", text).lower().translate(_LETTERS_FOLDED)
    plain = "".join(
        char for char in unicodedata.normalize("NFD", low) if not unicodedata.combining(char) or char == _BREVE
    )
    return unicodedata.normalize("NFC", plain)


def with_umlauts(text: str) -> str:
    """Lower case with ä, ö, ü written as ae, oe, ue, as many people type them."""
    return fold(unicodedata.normalize("NFKC", text).lower().translate(_UMLAUTS))


def words_of(text: str, folded_by: Callable[[str], str] = fold, contractions: bool = True) -> list[str]:
    """The folded words of a text. A run of ideographs gives each pair of neighbours. ``"1,000"`` is ``"1000"``.

    contractions: whether English ones are written in full.
    """
    folded = folded_by(text)
    if "," in folded:
        folded = _THOUSANDS.sub("", folded)
    if contractions and ("'" in folded or "nt" in folded or "can not" in folded):
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
