"""Fonts of this machine, and which of them has a character.

Pillow finds a font by the name of its file in the folders of the system. The first one of a list that has a character
draws it. Without any font Pillow's own one draws, which is Latin only.
"""

from __future__ import annotations

import unicodedata
from collections.abc import Iterator
from functools import lru_cache
from itertools import groupby
from typing import TYPE_CHECKING

if TYPE_CHECKING:  # loaded with the first picture
    from PIL.ImageFont import FreeTypeFont

Face = tuple[str, int]
"""The file of a font, and which of the faces in it."""

#: Files by how they are preferred, each with the face in it: Latin, Cyrillic and Greek; Chinese; others; emoji.
_REGULAR: tuple[Face, ...] = (
    *(("NotoSans-Regular.ttf", 0), ("DejaVuSans.ttf", 0), ("LiberationSans-Regular.ttf", 0)),
    *(("Roboto-Regular.ttf", 0), ("Arial.ttf", 0), ("arial.ttf", 0)),
)
_BOLD: tuple[Face, ...] = (
    *(("NotoSans-Bold.ttf", 0), ("DejaVuSans-Bold.ttf", 0), ("LiberationSans-Bold.ttf", 0)),
    *(("Roboto-Bold.ttf", 0), ("Arial Bold.ttf", 0), ("arialbd.ttf", 0)),
)
_CHINESE: tuple[Face, ...] = (
    *(("NotoSansCJK-Regular.ttc", 2), ("NotoSansSC-Regular.otf", 0), ("wqy-microhei.ttc", 0), ("wqy-zenhei.ttc", 0)),
    *(("DroidSansFallbackFull.ttf", 0), ("PingFang.ttc", 0), ("Hiragino Sans GB.ttc", 0), ("msyh.ttc", 0)),
)
_CHINESE_BOLD: tuple[Face, ...] = (("NotoSansCJK-Bold.ttc", 2), ("NotoSansSC-Bold.otf", 0), ("msyhbd.ttc", 0))
_OTHERS: tuple[Face, ...] = (
    *(("DejaVuSans.ttf", 0), ("NotoSansArabic-Regular.ttf", 0), ("NotoSansHebrew-Regular.ttf", 0)),
    *(("NotoSansDevanagari-Regular.ttf", 0), ("NotoSansThai-Regular.ttf", 0), ("NotoSansSymbols2-Regular.ttf", 0)),
)
EMOJI: Face = ("NotoColorEmoji.ttf", 0)
EMOJI_SIZE = 109
"""The only size of the pictures in that font, in pixels."""

_MISSING = "\U0010ffff"
"""A character that no font has: drawn as each font draws what it lacks."""


@lru_cache(maxsize=256)
def load(face: Face, size: int) -> FreeTypeFont | None:
    """Returns a font in this size, in pixels; None if this machine lacks it."""
    from PIL import ImageFont

    try:
        return ImageFont.truetype(face[0], EMOJI_SIZE if face == EMOJI else size, index=face[1])
    except OSError:
        return None


@lru_cache(maxsize=2)
def faces(bold: bool) -> tuple[Face, ...]:
    """Returns the fonts that this machine has, the first to ask first; ("", 0) for Pillow's own one."""
    heavy = (*_BOLD, *_CHINESE_BOLD) if bold else ()
    wanted = (*heavy, *_REGULAR, *_CHINESE, *_OTHERS, EMOJI)
    return tuple(face for face in dict.fromkeys(wanted) if load(face, 32)) or (("", 0),)


@lru_cache(maxsize=256)
def font(face: Face, size: int) -> FreeTypeFont:
    """Returns one of ``faces`` in this size."""
    from PIL import ImageFont

    own: FreeTypeFont = ImageFont.load_default(size)  # type: ignore[assignment]
    return load(face, size) or own


@lru_cache(maxsize=8192)
def _has(face: Face, character: str) -> bool:
    mode = "RGBA" if face == EMOJI else "L"
    of_face = font(face, 32)
    return list(of_face.getmask(character, mode)) != list(of_face.getmask(_MISSING, mode))


@lru_cache(maxsize=8192)
def _face_of(character: str, bold: bool) -> Face | None:
    """The first font that has a character, None if none has it."""
    own = faces(bold)
    if character.isspace():
        return own[0]
    order = (EMOJI, *own) if _is_emoji(character) and EMOJI in own else own
    return next((face for face in order if _has(face, character)), None)


def _is_emoji(character: str) -> bool:
    return ord(character) >= 0x1F000


def _is_unseen(character: str) -> bool:
    """Whether a character is a mark for others: a joiner, a direction, a variant."""
    return unicodedata.category(character) in ("Cf", "Mn") and not unicodedata.combining(character)


def can_draw(text: str) -> bool:
    """Returns whether there is a font for each character of a text."""
    return all(_is_unseen(one) or _face_of(one, True) for one in text)


def runs(text: str, bold: bool) -> Iterator[tuple[Face, str]]:
    """Yields the text in parts of one font each. What no font has becomes an empty box of the first font."""
    placed: list[tuple[Face, str]] = []
    for one in text:
        joins = bool(placed) and (_is_unseen(one) or unicodedata.combining(one) or 0x1F3FB <= ord(one) <= 0x1F3FF)
        if joins and (placed[-1][0] == EMOJI or unicodedata.combining(one)):
            placed.append((placed[-1][0], one))
        elif not _is_unseen(one):
            placed.append((_face_of(one, bold) or faces(bold)[0], one))
    for face, part in groupby(placed, key=lambda pair: pair[0]):
        yield face, "".join(one for _face, one in part)
