"""The HTML of a picture of any kind, and the picture in words."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any

from rulesref.pictures.boards import board_words, draw_board
from rulesref.pictures.cards import in_words
from rulesref.pictures.fences import fence, one_line
from rulesref.pictures.ladder import draw_ladder, ladder_words
from rulesref.pictures.layout import draw_layout, draw_suits, layout_words, suits_words
from rulesref.pictures.seating import draw_seating, seating_words
from rulesref.pictures.trick import draw_trick, draw_tricks, result_words, trick_words

Data = Mapping[str, Any]

_DRAW: dict[str, tuple[Callable[[Data], list[str]], Callable[[Data, str], str]]] = {
    "trick": (trick_words, draw_trick),
    "board": (board_words, draw_board),
    "layout": (layout_words, draw_layout),
    "seating": (seating_words, draw_seating),
    "suits": (suits_words, draw_suits),
}

#: The kinds of picture that ``content/pictures/SLUG.yaml`` may hold.
KINDS = ("trick", "board", "layout", "suits")


def to_markdown(data: Data) -> str:
    """A picture as a block of Markdown. data: with its ``kind``, worked out."""
    words = ladder_words(data) if data["kind"] == "ladder" else _DRAW[data["kind"]][0](data)
    return fence(data, words)


def to_html(data: Data, content: str, inline: Callable[[str], str]) -> str:
    """The HTML of a picture, a ``figure``.

    content: the picture in words, a line for each block of text. inline: makes HTML of a line of Markdown.
    """
    kind = data["kind"]
    lines = content.strip().split("\n")
    if kind == "ladder":
        drawing = draw_ladder(data)
    elif kind == "tricks":
        drawing = draw_tricks(data, lines)
    else:
        drawing = _DRAW[kind][1](data, in_words(" ".join(lines)))
    caption = _caption(data, lines)
    figcaption = f"\n<figcaption>{inline(caption)}</figcaption>" if caption else ""
    return f'<figure class="picture picture-{kind}">\n{drawing}{figcaption}\n</figure>\n'


def _caption(data: Data, lines: Sequence[str]) -> str:
    """The caption below a picture; for a trick with who takes it, and why."""
    caption = str(data.get("caption", ""))
    match data["kind"]:
        case "trick":
            return one_line(f"{caption} {_strong(result_words(data))}")
        case "seating":
            return lines[0]
    return caption


def _strong(result: str) -> str:
    """The result with its first part in bold type."""
    head, colon, why = result.partition(": ")
    return f"**{head}{colon.strip()}** {why}"
