"""SVG elements as text."""

from __future__ import annotations

from collections.abc import Iterable
from html import escape

Number = float | int


def number(value: Number) -> str:
    """A coordinate, with at most two decimals."""
    return f"{value:.2f}".rstrip("0").rstrip(".") if isinstance(value, float) else str(value)


def element(name: str, content: str = "", **attributes: str | Number | None) -> str:
    """An element. Attributes: ``class_`` is class, ``_`` becomes ``-``; None leaves an attribute out."""
    parts = [
        f' {key.rstrip("_").replace("_", "-")}="{escape(value) if isinstance(value, str) else number(value)}"'
        for key, value in attributes.items()
        if value is not None
    ]
    return f"<{name}{''.join(parts)}>{content}</{name}>" if content else f"<{name}{''.join(parts)}/>"


def group(content: Iterable[str], x: Number = 0, y: Number = 0, turn: Number = 0, class_: str | None = None) -> str:
    """Elements that are moved and turned together. turn: degrees, clockwise."""
    move = f"translate({number(x)} {number(y)})" if x or y else ""
    rotate = f"rotate({number(turn)})" if turn else ""
    return element("g", "".join(content), transform=" ".join(filter(None, (move, rotate))) or None, class_=class_)


def text(words: str, x: Number, y: Number, class_: str = "", anchor: str = "middle") -> str:
    """A line of text; y is its baseline. anchor: ``start``, ``middle`` or ``end``."""
    return element(
        "text",
        escape(words, quote=False),
        x=x,
        y=y,
        class_=class_ or None,
        text_anchor=None if anchor == "start" else anchor,
    )


def picture(content: Iterable[str], width: Number, height: Number, label: str = "", class_: str | None = None) -> str:
    """A whole drawing. One unit is a sixteenth of the size of the text around it.

    label: what a screen reader says; without one it says nothing.
    """
    return element(
        "svg",
        "".join(content),
        viewBox=f"0 0 {number(width)} {number(height)}",
        width=f"{number(width / 16)}em",
        height=f"{number(height / 16)}em",
        class_=class_,
        role="img" if label else None,
        aria_label=label or None,
        aria_hidden=None if label else "true",
    )
