"""The signs of the suits, drawn as paths: French, German, Spanish and Italian.

Each is drawn around 0, 0 and is 30 units high. ``CUTS`` are lines in the colour of the card on top of it.
"""

from __future__ import annotations

from dataclasses import dataclass

from django.utils.translation import gettext_noop as _

from rulesref.pictures.svg import Number, element, group


@dataclass(frozen=True)
class Sign:
    """A sign of a suit. shape: the filled path. cuts: a path of lines over it, in the colour of the card."""

    shape: str
    cuts: str = ""


def _circle(x: Number, y: Number, r: Number) -> str:
    return f"M{x - r} {y}a{r} {r} 0 1 1 {2 * r} 0a{r} {r} 0 1 1 {-2 * r} 0Z"


_HEART = Sign("M0 14.5C-4 8.5-14.5 3.5-14.5-4.5A7.4 7.4 0 0 1 0-8A7.4 7.4 0 0 1 14.5-4.5C14.5 3.5 4 8.5 0 14.5Z")

SIGNS: dict[str, dict[str, Sign]] = {
    "french": {
        "C": Sign(
            _circle(0, -8, 6.6)
            + _circle(-7.6, 3, 6.6)
            + _circle(7.6, 3, 6.6)
            + "M-2.6-6H2.6V2C2.6 8 3.6 12.5 6.5 15H-6.5C-3.6 12.5-2.6 8-2.6 2Z"
        ),
        "S": Sign(
            "M0-15C3.5-8.5 14-3.5 14 4.5A6.7 6.7 0 0 1 2.2 8.6C2.5 11.5 3.6 13.5 6.2 15H-6.2"
            "C-3.6 13.5-2.5 11.5-2.2 8.6"
            "A6.7 6.7 0 0 1-14 4.5C-14-3.5-3.5-8.5 0-15Z"
        ),
        "H": _HEART,
        "D": Sign("M0-15.5C3-9.5 7.5-4 11.5 0C7.5 4 3 9.5 0 15.5C-3 9.5-7.5 4-11.5 0C-7.5-4-3-9.5 0-15.5Z"),
    },
    "german": {
        "C": Sign(
            "M-1.6-15.5H1.6V-10.6C8-10 11.5-6.5 11.5-2H-11.5C-11.5-6.5-8-10-1.6-10.6Z"
            "M-9.4 .2H9.4C9.4 7.5 5 12 0 15.5C-5 12-9.4 7.5-9.4 .2Z"
        ),
        "S": Sign(
            "M0-15.5C4-10 12.5-7 12.5 1C12.5 7 7.5 9.6 1.5 8.6V15.5H-1.5V8.6"
            "C-7.5 9.6-12.5 7-12.5 1C-12.5-7-4-10 0-15.5Z",
            "M0-8V9M0-1.5L6-5M0 4.5L6.5 1M0-1.5L-6-5M0 4.5L-6.5 1",
        ),
        "H": _HEART,
        "D": Sign(
            "M-3-12.5A3 3 0 0 1 3-12.5V-10C9-8.6 12.5-4 12.5 2A12.5 12.5 0 0 1-12.5 2C-12.5-4-9-8.6-3-10Z",
            "M-13 0H13M0 6.5V15M-2.4 6.2H2.4",
        ),
    },
    "spanish": {
        "C": Sign(
            "M-3.6 15L-5.8-6.5C-7-13 -3.6-15.5 0-15.5C3.6-15"
            ".5 7-13 5.8-6.5L5 1L10-3.4L12 .6L4.3 7.4L3.6 15Z"
            "M-5-2L-10-6.2L-12-2.2L-4.4 4.2Z"
        ),
        "S": Sign("M0-15.5L3.2-10.5V4.5H9V8.2H2V15.5H-2V8.2H-9V4.5H-3.2V-10.5Z", "M0-9V3"),
        "H": Sign(
            "M-11-14H11C11-4 7.5 2 2.4 3.4V9.5C6 10 8.5 11.8 8.5 14.5H-8.5"
            "C-8.5 11.8-6 10-2.4 9.5V3.4C-7.5 2-11-4-11-14Z",
            "M-10-9H10",
        ),
        "D": Sign(_circle(0, 0, 14), _circle(0, 0, 10) + "M-4.5 0H4.5M0-4.5V4.5"),
    },
    "italian": {
        "C": Sign(
            "M-12.6-11.4L-9.4-14.4L0-4.6L9.4-14.4L12.6-11.4L3-1.4L12.6 11.4L9.4 14.4L0 2L-9.4 14.4L-12.6 11.4L-3-1.4Z",
            "M-9-7.5L-6-10.5M9-7.5L6-10.5M-9 8.5L-5.8 11.2M9 8.5L5.8 11.2",
        ),
        "S": Sign(
            "M9.5-15.5C12.5-5 9 4 1.6 8.4L4.4 12.8L1.6 14.6L-1 10.4L-5.2 15.5L-8.2 12.8L-3.4 7L-6.4 3.2L-3.6 1L-1 4.4"
            "C5 .5 8-6.5 9.5-15.5Z"
        ),
        "H": Sign(
            "M-2-15.5H2V-12.5H9V-9.6C13.5-9.6 14-2 7-1.4C5.8 1 4.2 2.4 2.4 3V9.5"
            "C6 10 8.5 11.8 8.5 14.5H-8.5C-8.5 11.8-6 10-2.4 9.5V3"
            "C-4.2 2.4-5.8 1-7-1.4C-14-2-13.5-9.6-9-9.6V-12.5H-2Z",
            "M-8.5-9H8.5",
        ),
        "D": Sign(
            _circle(0, 0, 14), "M0-9.5L2.4-2.4L9.5 0L2.4 2.4L0 9.5L-2.4 2.4L-9.5 0L-2.4-2.4Z" + _circle(0, 0, 11.4)
        ),
    },
}

#: The names of the suits of each pack, in brackets the players' own name if it is not English.
SIGN_NAMES: dict[str, dict[str, str]] = {
    "french": {"C": _("clubs"), "S": _("spades"), "H": _("hearts"), "D": _("diamonds")},
    "german": {"C": _("acorns"), "S": _("leaves"), "H": _("hearts"), "D": _("bells")},
    "spanish": {"C": _("clubs (bastos)"), "S": _("swords (espadas)"), "H": _("cups (copas)"), "D": _("coins (oros)")},
    "italian": {
        "C": _("batons (bastoni)"),
        "S": _("swords (spade)"),
        "H": _("cups (coppe)"),
        "D": _("coins (denari)"),
    },
}


def sign_file(pack: str, suit: str) -> str:
    """The SVG file of a sign, ``static/signs/PACK-SUIT.svg``: a mask through which the colour of the suit shows."""
    suit_sign = SIGNS[pack][suit]
    if not suit_sign.cuts:
        inside = f'<path d="{suit_sign.shape}"/>'
    else:
        inside = (
            '<mask id="m" maskUnits="userSpaceOnUse" x="-16" y="-16" width="32" height="32">'
            '<path fill="#fff" d="M-16-16H16V16H-16Z"/>'
            f'<path d="{suit_sign.cuts}" fill="none" stroke="#000" stroke-width="2"/></mask>'
            f'<path mask="url(#m)" d="{suit_sign.shape}"/>'
        )
    return f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="-16 -16 32 32">{inside}</svg>\n'


def sign(suit: str, x: Number, y: Number, size: Number = 16, pack: str = "french") -> str:
    """The sign of a suit with its middle at x, y; it is size high and wide at most."""
    suit_sign = SIGNS[pack][suit]
    cuts = element("path", d=suit_sign.cuts, class_="cut") if suit_sign.cuts else ""
    inner = element("path", d=suit_sign.shape, class_="sign") + cuts
    scaled = element("g", inner, transform=f"scale({size / 31:.3f})")
    return group([scaled], x, y, class_=f"suit-{suit.lower()}")
