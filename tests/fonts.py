"""Fonts for tests: a browser sees one family of text, whatever this machine has installed.

Each family stands for phones: Roboto for Android, Inter for an iPhone's San Francisco, Noto Sans for Android in other
scripts, DejaVu Sans for the widest letters. Liberation Sans is the one of all other browser tests.
"""

from __future__ import annotations

import os
from pathlib import Path
from typing import NamedTuple
from xml.sax.saxutils import escape

ROOT = Path(__file__).parent.parent


class Family(NamedTuple):
    """A family of fonts. condensed: its narrow letters, if it has some. file: one of its files. package: Debian's."""

    name: str
    condensed: str
    file: str
    package: str


STANDARD = Family("Liberation Sans", "Liberation Sans Narrow", "LiberationSans-Regular.ttf", "fonts-liberation")
FAMILIES = (
    STANDARD,
    Family("Roboto", "Roboto Condensed", "Roboto-Regular.ttf", "fonts-roboto"),
    Family("Inter", "", "Inter-Regular.otf", "fonts-inter"),
    Family("Noto Sans", "", "NotoSans-Regular.ttf", "fonts-noto-core"),
    Family("DejaVu Sans", "", "DejaVuSans.ttf", "fonts-dejavu"),
)

#: Beside each family: serifs of headings, signs of the suits, Chinese.
ALWAYS = ("DejaVu Serif", "DejaVu Sans", "Noto Sans CJK SC")

_CONFIGURATION = """<?xml version="1.0"?>
<!DOCTYPE fontconfig SYSTEM "fonts.dtd">
<fontconfig>
  <dir>/usr/share/fonts</dir>
  <dir prefix="xdg">fonts</dir>
  <cachedir prefix="xdg">fontconfig</cachedir>
  <selectfont>
    <rejectfont><pattern><patelt name="scalable"><bool>true</bool></patelt></pattern></rejectfont>
    <acceptfont>
{accepted}
    </acceptfont>
  </selectfont>
{aliases}
</fontconfig>
"""
_ACCEPTED = '      <pattern><patelt name="family"><string>{name}</string></patelt></pattern>'
_ALIAS = (
    '  <match target="pattern"><test qual="any" name="family"><string>{wanted}</string></test>'
    '<edit name="family" mode="prepend" binding="same"><string>{name}</string></edit></match>'
)


def font_file(family: Family) -> Path | None:
    """The file of a family on this machine, None if it is not installed."""
    own = Path(os.environ.get("XDG_DATA_HOME") or Path.home() / ".local" / "share") / "fonts"
    return next((file for folder in (Path("/usr/share/fonts"), own) for file in folder.rglob(family.file)), None)


def configuration(family: Family) -> Path:
    """A file for fontconfig (FONTCONFIG_FILE) with which a browser has this family and those it always needs."""
    condensed = family.condensed or family.name
    wanted = {"system-ui": family.name, "sans-serif": family.name, "sans": family.name, "serif": "DejaVu Serif"}
    wanted |= {"sans-serif-condensed": condensed, "monospace": family.name}
    names = dict.fromkeys((family.name, family.condensed or family.name, *ALWAYS))
    text = _CONFIGURATION.format(
        accepted="\n".join(_ACCEPTED.format(name=escape(name)) for name in names),
        aliases="\n".join(_ALIAS.format(wanted=old, name=escape(new)) for old, new in wanted.items()),
    )
    file = ROOT / "build" / "fonts" / f"{family.name.replace(' ', '-')}.conf"
    file.parent.mkdir(parents=True, exist_ok=True)
    if not file.exists() or file.read_text() != text:
        part = file.with_suffix(f".{os.getpid()}")
        part.write_text(text)
        part.replace(file)
    return file


def use_standard_fonts() -> None:
    """Lets every browser that this process starts see the standard family only, if it is installed.

    TEST_FONTS: the name of another family, to try tests with its letters.
    """
    wanted = os.environ.get("TEST_FONTS", STANDARD.name)
    family = next(family for family in FAMILIES if family.name == wanted)
    if font_file(family):
        os.environ["FONTCONFIG_FILE"] = str(configuration(family))
