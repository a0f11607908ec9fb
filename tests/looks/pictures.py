"""Reference pictures of pages, in contact sheets: one file has the states of a form or several pages, in two looks.

A picture that differs is a failure; the difference is drawn into ``build/pictures``. ``make pictures`` writes the
references again: look at them before they are committed.

Pictures depend on the browser and the fonts. The fonts are those of ``tests.fonts``. Drawn by the same version of the
browser, a picture has to be the same but for a few pixels. Drawn by another one, whose letters may have other edges,
pictures are compared at an eighth of their size: that finds whatever moved, is missing or has another colour, and no
edges of letters. The report then says that the references are of another browser.
"""

from __future__ import annotations

import hashlib
import io
import json
import os
import shutil
import subprocess
import time
import warnings
from collections.abc import Sequence
from functools import cache
from pathlib import Path
from typing import NamedTuple

from PIL import Image, ImageChops, ImageStat, PngImagePlugin

from tests.browser import LARGE, SMALL, Phone
from tests.fonts import STANDARD, font_file
from tests.not_run import not_run
from tests.npm_packages import installed
from tests.server import ROOT

REFERENCES = ROOT / "tests" / "looks" / "pictures"
DIFFERENCES = ROOT / "build" / "pictures"
WRITE = os.environ.get("PICTURES") == "write"

HEIGHT = 1200
"""Of a picture at most: what is below is seen on other pictures."""

LEVELS = 16
"""Of red, green and blue in a picture: fewer colours make smaller files."""

DIFFERENT = 22
"""What odiff ends with if pixels differ."""

FEW = 12
"""Pixels that may differ."""

COARSE, COARSE_SAME = 8, 24
"""For pictures of another browser: how far they are made smaller, and by how much a colour may differ then."""

PATIENCE = 4
"""Seconds that a page has until it looks as it should: a preview may still be on its way."""


class Look(NamedTuple):
    """A phone: its size, and whether it shows dark colours."""

    size: tuple[int, int]
    dark: bool


LOOKS = (Look(LARGE, False), Look(SMALL, True))

#: What is different every time; and the cursor, which blinks.
_STILL = """(until) => {
  document.documentElement.style.caretColor = "transparent";
  for (const one of document.querySelectorAll("time, [data-time], .qr svg, .qr img")) one.style.visibility = "hidden";
  const today = /\\d{1,2} \\p{L}+ \\d{4}/u;
  for (const one of document.querySelectorAll("textarea")) one.value = one.value.replace(today, "1 January 2026");
  for (const one of document.getAnimations()) one.finish();
  const last = document.querySelector(until) ?? document.body, bar = document.querySelector(".save-bar");
  const below = bar && getComputedStyle(bar).position === "fixed" ? bar.offsetHeight : 0;
  const bottom = last === document.body
    ? document.documentElement.scrollHeight : last.getBoundingClientRect().bottom + scrollY + below;
  return [innerWidth, Math.ceil(bottom), innerHeight];
}"""

#: Nothing is on its way, and no button pauses (tap-lock.js).
_AT_REST = "() => !document.querySelector('[inert], .htmx-request, [data-locked]')"


class Sheet:
    """The pictures of a contact sheet, taken one after the other. name: of its file."""

    def __init__(self, phone: Phone, name: str, titles: Sequence[str]) -> None:
        self.phone, self.titles = phone, list(titles)
        self.file = REFERENCES / f"{name}.png"
        self.version = phone.context.browser.version if phone.context.browser else ""
        self.taken: dict[tuple[int, str], Image.Image] = {}
        self.differences: list[str] = []
        self.reference = None if WRITE else _read(self.file)

    def take(self, title: str, until: str = "body") -> None:
        """Takes the pictures of the page that is shown, and compares them with the reference.

        until: the element that a picture ends with.
        """
        self.phone.page.wait_for_function(_AT_REST)
        for number, look in enumerate(LOOKS):
            self._show(look)
            self.taken[number, title] = self._settled(number, title, until)
        self._show(LOOKS[0])

    def _show(self, look: Look) -> None:
        width, height = look.size
        self.phone.page.set_viewport_size({"width": width, "height": height})
        self.phone.page.emulate_media(color_scheme="dark" if look.dark else "light", reduced_motion="reduce")

    def finish(self) -> list[str]:
        """Writes the references, if that was asked for. Returns the differences, as sentences."""
        if WRITE:
            _write(self.file, self.taken, self.titles, self.version)
        elif self.reference is None:
            not_run(f"the pictures {self.file.name}: there is no reference (make pictures)")
        elif self.version != self.reference.version or self.reference.fonts != fonts():
            warnings.warn(
                f"the reference pictures are of Chromium {self.reference.version}, this is {self.version}:"
                " compared coarsely (make pictures)",
                stacklevel=2,
            )
        return self.differences

    def _settled(self, number: int, title: str, until: str) -> Image.Image:
        """The picture, as soon as it is as it should be; or the last one, with a difference noted."""
        picture = self._picture(until)
        end = time.monotonic() + PATIENCE
        if self.reference is None:
            while True:
                # A preview begins a third of a second after the last tap.
                self.phone.page.wait_for_timeout(450)
                self.phone.page.wait_for_function(_AT_REST)
                before, picture = picture, self._picture(until)
                if picture.tobytes() == before.tobytes() or time.monotonic() > end:
                    return picture
        while not self.reference.shows(number, title, picture, self.version):
            if time.monotonic() > end:
                self._note(number, title, picture)
                break
            self.phone.page.wait_for_timeout(200)
            picture = self._picture(until)
        return picture

    def _picture(self, until: str) -> Image.Image:
        """The page as on a phone that is long enough for it."""
        width, height, before = self.phone.page.evaluate(_STILL, until)
        height = min(HEIGHT, height)
        if height != before:
            self.phone.page.set_viewport_size({"width": width, "height": height})
        self.phone.page.evaluate("scrollTo({top: 0, behavior: 'instant'})")
        png = self.phone.page.screenshot(caret="initial", clip={"x": 0, "y": 0, "width": width, "height": height})
        return simple(Image.open(io.BytesIO(png)))

    def _note(self, number: int, title: str, picture: Image.Image) -> None:
        """Draws the difference."""
        assert self.reference
        DIFFERENCES.mkdir(parents=True, exist_ok=True)
        name = f"{self.file.stem}-{title}-{LOOKS[number].size[0]}".replace(" ", "-")
        drawn, expected, difference = (DIFFERENCES / f"{name}{kind}.png" for kind in ("", "-expected", "-difference"))
        picture.save(drawn)
        if (reference := self.reference.picture(number, title)) is None:
            self.differences.append(f"{name}: there is no reference")
            return
        reference.save(expected)
        subprocess.run([odiff(), expected, drawn, difference, "--antialiasing"], capture_output=True, check=False)
        self.differences.append(
            f"{name}: {picture.size}, expected {reference.size}; see {difference.relative_to(ROOT)}"
        )


class Reference(NamedTuple):
    """A contact sheet as it was committed. places: of each picture in it."""

    image: Image.Image
    places: dict[str, tuple[int, int, int, int]]
    version: str
    fonts: str

    def picture(self, number: int, title: str) -> Image.Image | None:
        """The picture of a title in this look, None if there is none."""
        place = self.places.get(f"{number} {title}")
        return self.image.crop((place[0], place[1], place[0] + place[2], place[1] + place[3])) if place else None

    def shows(self, number: int, title: str, picture: Image.Image, version: str) -> bool:
        """Whether the picture is this one; as it is seen in the reference's browser, or made small in another one."""
        reference = self.picture(number, title)
        if reference is None:
            return False
        if version != self.version or self.fonts != fonts():
            return _look_alike(reference, picture)
        return reference.size == picture.size and (
            reference.tobytes() == picture.tobytes() or _same(reference, picture)
        )


def simple(picture: Image.Image) -> Image.Image:
    """The picture with LEVELS levels of each colour."""
    step = 255 / (LEVELS - 1)
    return picture.convert("RGB").point([round(round(value / step) * step) for value in range(256)] * 3)


def fonts() -> str:
    """What stands for the fonts that pictures are drawn with."""
    file = font_file(STANDARD)
    return hashlib.sha256(file.read_bytes()).hexdigest()[:12] if file else ""


def odiff() -> Path:
    """The program that compares pictures pixel by pixel, as an eye does."""
    folder = installed("pictures", "the comparison of pictures") / "node_modules" / "@odiff"
    found = next(iter(folder.glob("*/odiff*")), None) if folder.exists() else None
    if found is None:
        not_run("the comparison of pictures: no odiff for this machine")
    if not os.access(found, os.X_OK):
        found.chmod(0o755)
    return found


def _most(one: Image.Image, other: Image.Image) -> int:
    """The largest difference of a pixel in red, green or blue."""
    return max(int(high) for _, high in ImageChops.difference(one, other).getextrema())  # type: ignore[misc]


def _same(one: Image.Image, other: Image.Image) -> bool:
    """What odiff says: edges of letters may differ by a little."""
    DIFFERENCES.mkdir(parents=True, exist_ok=True)
    files = [DIFFERENCES / f"{os.getpid()}-{number}.png" for number in (1, 2)]
    for file, image in zip(files, (one, other), strict=True):
        image.save(file, compress_level=1)
    command: list[str | Path] = [odiff(), *files, "--antialiasing", "--fail-on-layout", "--parsable-stdout"]
    ran = subprocess.run(command, capture_output=True, text=True, check=False)
    for file in files:
        file.unlink()
    return ran.returncode == 0 or (ran.returncode == DIFFERENT and int(ran.stdout.partition(";")[0]) <= FEW)


def _look_alike(one: Image.Image, other: Image.Image) -> bool:
    if one.width != other.width or abs(one.height - other.height) > COARSE:
        return False
    size = (one.width // COARSE, one.height // COARSE)
    small = [image.crop((0, 0, one.width, one.height)).resize(size, Image.Resampling.BOX) for image in (one, other)]
    difference = ImageChops.difference(*small)
    return _most(*small) <= COARSE_SAME and max(ImageStat.Stat(difference).mean) <= 1


@cache
def _read(file: Path) -> Reference | None:
    if not file.exists():
        return None
    image = Image.open(file)
    told = json.loads(image.text["pictures"])  # type: ignore[attr-defined]
    return Reference(image.convert("RGB"), told["places"], told["version"], told["fonts"])


def _write(file: Path, taken: dict[tuple[int, str], Image.Image], titles: list[str], version: str) -> None:
    """A row for each look."""
    gap, x, y, places = 8, 0, 0, {}
    for number in range(len(LOOKS)):
        row = [taken[number, title] for title in titles]
        x = 0
        for title, picture in zip(titles, row, strict=True):
            places[f"{number} {title}"] = (x, y, picture.width, picture.height)
            x += picture.width + gap
        y += max(picture.height for picture in row) + gap
    width = max(left + across for left, _, across, _ in places.values())
    image = Image.new("RGB", (width, y - gap), (160, 160, 160))
    for (number, title), picture in taken.items():
        image.paste(picture, places[f"{number} {title}"][:2])
    told = PngImagePlugin.PngInfo()
    told.add_text("pictures", json.dumps({"version": version, "fonts": fonts(), "places": places}))
    image = image.quantize(min(256, len(image.getcolors(1 << 16) or ())), dither=Image.Dither.NONE)
    file.parent.mkdir(parents=True, exist_ok=True)
    image.save(file, optimize=True, pnginfo=told)


def forget_differences() -> None:
    """Takes away what an earlier run drew."""
    shutil.rmtree(DIFFERENCES, ignore_errors=True)
