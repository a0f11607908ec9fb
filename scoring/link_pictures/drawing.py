"""Draws the picture of a link: 1200 × 630 pixels, and readable when a chat shows it 300 pixels wide.

It is drawn from plain data, which the pages and the rules put together in the reader's language.
"""

from __future__ import annotations

import hashlib
import io
from dataclasses import dataclass
from threading import Lock
from typing import TYPE_CHECKING

from django.core.cache import cache

from scoring.link_pictures.fonts import EMOJI, EMOJI_SIZE, font, runs

if TYPE_CHECKING:  # loaded with the first picture
    from PIL.Image import Image
    from PIL.ImageDraw import ImageDraw

WIDTH, HEIGHT = 1200, 630
_MARGIN = 56
_VERSION = 2
"""Counts changes to the drawing, so that stored pictures are drawn again."""

_PAPER, _CARD, _INK, _MUTED, _LINE, _GREEN = "#f7f2e7", "#fffdf7", "#1e1b16", "#5e574a", "#d8cfbc", "#1f5c46"
#: Of the players, as in static/base.css.
_COLORS = (
    *("#00707a", "#a8480c", "#5b2a9c", "#4a3d00", "#b0206e", "#3f5563"),
    *("#6b3a1a", "#4b6a00", "#5a1030", "#2b6f9e", "#0b5a3c", "#54478f"),
)
_MOST_COVER_LINES = 3
_SMALLEST = 40
"""Pixels of the smallest print: 10 in a picture of 300."""

_ONE_AT_A_TIME = Lock()


@dataclass(frozen=True)
class Line:
    """A player or side. figure: the total as printed, "" for none. side: its number, for the colour."""

    name: str
    figure: str
    side: int
    ahead: bool = False


@dataclass(frozen=True)
class LinkPicture:
    """What the picture shows: a title, who leads or has won, how far the match is, and everybody with a total."""

    title: str
    headline: str = ""
    progress: str = ""
    lines: tuple[Line, ...] = ()

    @property
    def etag(self) -> str:
        """Its strong ETag."""
        return f'"{hashlib.blake2b(repr((_VERSION, self)).encode(), digest_size=16).hexdigest()}"'

    @property
    def text(self) -> str:
        """The same in words, for who does not see it."""
        lines = [f"{line.name} {line.figure}".strip() for line in self.lines]
        return " · ".join(filter(None, [self.title, self.headline, self.progress, *lines]))


def png(picture: LinkPicture) -> bytes:
    """Returns the picture as PNG, drawn now or before. One is drawn at a time: it needs 6 MB meanwhile."""
    name = f"link-picture:{picture.etag[1:-1]}"
    stored: bytes | None = cache.get(name)
    if stored is None:
        with _ONE_AT_A_TIME:
            stored = _drawn(picture)
        cache.set(name, stored)
    return stored


def _drawn(picture: LinkPicture) -> bytes:
    from PIL import Image, ImageDraw

    image = Image.new("RGB", (WIDTH, HEIGHT), _PAPER)
    sheet = _Sheet(image, ImageDraw.Draw(image))
    if picture.lines:
        sheet.lines(picture.lines, sheet.head(picture))
    else:
        sheet.cover(picture)
    file = io.BytesIO()
    image.quantize(128, dither=Image.Dither.NONE).save(file, "PNG", optimize=True)
    return file.getvalue()


class _Sheet:
    """A picture being drawn. Sizes and places are in pixels, a text stands on its base line."""

    def __init__(self, image: Image, draw: ImageDraw) -> None:
        self._image = image
        self._draw = draw
        draw.rectangle((0, 0, WIDTH, 18), fill=_GREEN)

    def head(self, picture: LinkPicture) -> int:
        """Draws title, headline and progress. Returns the place below them."""
        self._cards(WIDTH - _MARGIN - 76, 44, 2.4)
        room = WIDTH - 3 * _MARGIN - 76
        self._text(picture.title, _MARGIN, 112, self._fitting(picture.title, 64, 48, room), _INK, room, bold=True)
        room = WIDTH - 2 * _MARGIN
        progress = min(self._width(picture.progress, 44, False), room // 2) if picture.progress else 0
        if progress:
            left = WIDTH - _MARGIN - progress if picture.headline else _MARGIN
            self._text(picture.progress, left, 184, 44, _MUTED, progress)
            room -= progress + 40
        if picture.headline:
            size = self._fitting(picture.headline, 48, _SMALLEST, room)
            self._text(picture.headline, _MARGIN, 184, size, _GREEN, room, bold=True)
        return 216 if picture.headline or picture.progress else 160

    def lines(self, lines: tuple[Line, ...], top: int) -> None:
        """Draws the players, in one column or several. top: the place where they begin."""
        columns = 1 if len(lines) <= 4 else 2 if len(lines) <= 8 else 3
        rows = -(-len(lines) // columns)
        gap = 14
        width = (WIDTH - 2 * _MARGIN - gap * (columns - 1)) // columns
        height = min((HEIGHT - top - 30 - gap * (rows - 1)) // rows, 118)
        for place, line in enumerate(lines):
            left = _MARGIN + (place // rows) * (width + gap)
            self._line(line, left, top + (place % rows) * (height + gap), width, height)

    def _line(self, line: Line, left: int, top: int, width: int, height: int) -> None:
        edge = (_GREEN, 6) if line.ahead else (_LINE, 3)
        box = (left, top, left + width, top + height)
        self._draw.rounded_rectangle(box, 14, _CARD, edge[0], edge[1])
        self._draw.rounded_rectangle(
            (left + 18, top + 20, left + 30, top + height - 20), 6, _COLORS[line.side % len(_COLORS)]
        )
        base = top + height // 2
        size = max(_SMALLEST, min(64 if width > WIDTH // 2 else 48, height - 40))
        figure = self._width(line.figure, size + 4, True) if line.figure else 0
        if figure:
            self._text(line.figure, left + width - 26 - figure, base + size * 3 // 8, size + 4, _INK, figure, bold=True)
        room = width - 48 - 26 - (figure + 20 if figure else 0)
        name_size = self._fitting(line.name, max(_SMALLEST, size - 12), _SMALLEST, room, line.ahead)
        self._text(line.name, left + 48, base + name_size * 3 // 8, name_size, _INK, room, bold=line.ahead)

    def cover(self, picture: LinkPicture) -> None:
        """Draws a title with a text below it, under the cards."""
        self._cards(WIDTH // 2 - 80, 66, 5.2)
        self._centred(picture.title, 360, self._fitting(picture.title, 120, 72, WIDTH - 2 * _MARGIN), _INK, bold=True)
        for number, text in enumerate(self._wrapped(picture.headline, 44)[:_MOST_COVER_LINES]):
            self._centred(text, 450 + 58 * number, 44, _MUTED)

    def _wrapped(self, text: str, size: int) -> list[str]:
        """A text in lines, broken at spaces, or anywhere in a script that has none."""
        words = text.split(" ") if " " in text else list(text)
        space = " " if " " in text else ""
        lines = [""]
        for word in words:
            longer = f"{lines[-1]}{space}{word}" if lines[-1] else word
            if lines[-1] and self._width(longer, size, False) > WIDTH - 2 * _MARGIN:
                lines.append(word)
            else:
                lines[-1] = longer
        return lines

    def _fitting(self, text: str, largest: int, smallest: int, room: int, bold: bool = True) -> int:
        """The largest size of print in which a text has room in one line; the smallest one where it never has."""
        width = self._width(text, largest, bold) if text else 1
        return max(smallest, min(largest, largest * room // width))

    def _centred(self, text: str, base: int, size: int, color: str, bold: bool = False) -> None:
        room = WIDTH - 2 * _MARGIN
        width = min(self._width(text, size, bold), room)
        self._text(text, (WIDTH - width) // 2, base, size, color, room, bold)

    def _cards(self, left: int, top: int, scale: float) -> None:
        """Two cards, the sign of the Companion (static/icon.svg)."""
        from PIL import Image, ImageDraw

        wide, high = round(16 * scale), round(23 * scale)
        back = Image.new("RGBA", (wide * 2, high * 2))
        ImageDraw.Draw(back).rounded_rectangle(
            (wide // 2, high // 2, wide * 3 // 2, high * 3 // 2), scale * 2.5, _GREEN
        )
        back = back.rotate(-12, Image.Resampling.BICUBIC)
        self._image.paste(back, (left + round(2 * scale) - wide // 4, top - high // 2 - round(scale)), back)
        box = (left, top, left + wide, top + high)
        self._draw.rounded_rectangle(box, scale * 2.5, _CARD, "#12382b", max(2, round(scale / 2)))
        middle = left + wide // 2
        for x in (-2.4, 2.4):
            self._draw.circle((middle + x * scale, top + 13 * scale), 2.9 * scale, _INK)
        leaf = [
            (middle, top + 5 * scale),
            (middle - 5 * scale, top + 11.6 * scale),
            (middle + 5 * scale, top + 11.6 * scale),
        ]
        self._draw.polygon(leaf, _INK)
        stem = [
            (middle, top + 13 * scale),
            (middle - 2.2 * scale, top + 19 * scale),
            (middle + 2.2 * scale, top + 19 * scale),
        ]
        self._draw.polygon(stem, _INK)

    def _width(self, text: str, size: int, bold: bool) -> int:
        widths = (
            font(face, size).getlength(part) * (size / EMOJI_SIZE if face == EMOJI else 1)
            for face, part in runs(text, bold)
        )
        return -(-int(sum(widths) * 16) // 16) + 1

    def _text(self, text: str, left: int, base: int, size: int, color: str, room: int, bold: bool = False) -> None:
        """A text on its base line, cut by … where it has no room."""
        x = float(left)
        for face, part in runs(self._cut(text, size, room, bold), bold):
            if face == EMOJI:
                x += self._emoji(part, x, base, size)
            else:
                self._draw.text((x, base), part, color, font(face, size), anchor="ls")
                x += font(face, size).getlength(part)

    def _emoji(self, text: str, left: float, base: int, size: int) -> float:
        from PIL import Image, ImageDraw

        of_face = font(EMOJI, size)
        width = round(of_face.getlength(text))
        drawn = Image.new("RGBA", (max(width, 1), EMOJI_SIZE + 30))
        ImageDraw.Draw(drawn).text((0, EMOJI_SIZE), text, "black", of_face, anchor="ls", embedded_color=True)
        scale = size / EMOJI_SIZE
        drawn = drawn.resize((max(round(width * scale), 1), round((EMOJI_SIZE + 30) * scale)))
        self._image.paste(drawn, (round(left), base - size), drawn)
        return width * scale

    def _cut(self, text: str, size: int, room: int, bold: bool) -> str:
        if self._width(text, size, bold) <= room:
            return text
        least, most = 0, len(text)
        while least < most:
            middle = (least + most + 1) // 2
            fits = self._width(f"{text[:middle].rstrip()}…", size, bold) <= room
            least, most = (middle, most) if fits else (least, middle - 1)
        return f"{text[:least].rstrip()}…"
