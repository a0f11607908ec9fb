"""A picture as a fenced block of Markdown, and back.

The info string is ``picture`` and the data of the drawing as JSON; the content is the picture in words.
"""

from __future__ import annotations

import json
import re
from collections.abc import Mapping, Sequence
from typing import Any

_NAME = "picture "
#: The full stop of Chinese is as wide as a letter: no space comes after it.
_WIDE_STOP = re.compile("(?<=[。！？；：]) ")
_FIGURE = re.compile(r'<figure class="picture .*?</figure>', re.DOTALL)


def fence(data: Mapping[str, Any], words: Sequence[str]) -> str:
    """The Markdown of a picture. words: the picture in words, an entry for each block of text."""
    info = json.dumps(data, ensure_ascii=False, separators=(",", ":"))
    # An info string has no backtick.
    info = info.replace("`", "\\u0060")
    return "\n".join([f"```{_NAME}{info}", *map(one_line, words), "```"])


def one_line(text: str) -> str:
    """Sentences as one line, with the spaces that their language has between them."""
    return _WIDE_STOP.sub("", " ".join(text.split()))


def picture_data(info: str) -> dict[str, Any] | None:
    """The data in the info string of a fenced block, None if the block is no picture."""
    if not info.startswith(_NAME):
        return None
    data = json.loads(info.removeprefix(_NAME))
    return data if isinstance(data, dict) else None


def pictures_in(html: str) -> tuple[str, ...]:
    """The HTML of each picture in the HTML of a section."""
    return tuple(_FIGURE.findall(html))
