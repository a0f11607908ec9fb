"""The guide for developers, ``docs/api``, as pages of the server itself."""

from __future__ import annotations

import posixpath
import re
from collections.abc import Sequence
from dataclasses import dataclass
from functools import cache
from html import escape
from itertools import pairwise
from typing import Any

from django.conf import settings
from markdown_it import MarkdownIt
from markdown_it.renderer import RendererHTML
from markdown_it.token import Token

ROOT = "/api/guide"
#: Name of a page → its file below GUIDE_ROOT, where both differ.
_FILES = {"": "api/README.md", "reference": "api.md", "error-codes": "error-codes.md"}
_NAMES = {file: name for name, file in _FILES.items()}
_NOT_IN_ANCHORS = re.compile(r"[^\w\- ]")


@dataclass(frozen=True)
class GuidePage:
    """A page. html: all of it, the heading included."""

    title: str
    html: str


@cache
def guide_page(name: str) -> GuidePage:
    """Returns a page of the guide. name: "" for its first page, ``recipes/watch-face``. Raises KeyError."""
    file = _file_of(name)
    if file is None:
        raise KeyError(name)
    tokens = _parser().parse((settings.GUIDE_ROOT / file).read_text(encoding="utf-8"))
    title = next((token.content for token in tokens if token.type == "inline"), "")
    for token, inline in pairwise(tokens):
        if token.type == "heading_open":
            token.attrSet("id", _anchor(inline.content))
    for token in tokens:
        _follow_links(token.children or [], file)
    return GuidePage(title, str(_parser().renderer.render(tokens, _parser().options, {})))


@cache
def guide_names() -> list[str]:
    """Returns the names of all pages."""
    files = [path.relative_to(settings.GUIDE_ROOT).as_posix() for path in (settings.GUIDE_ROOT / "api").rglob("*.md")]
    return sorted({_name_of(file) for file in (*files, *_NAMES)})


def _file_of(name: str) -> str | None:
    """The file of a page, None if there is none."""
    file = _FILES.get(name) or f"api/{name}.md"
    return file if name in guide_names() and (settings.GUIDE_ROOT / file).is_file() else None


def _name_of(file: str) -> str:
    return _NAMES.get(file, file.removeprefix("api/").removesuffix(".md"))


def _anchor(heading: str) -> str:
    """The anchor of a heading, as the links between the files have it."""
    return _NOT_IN_ANCHORS.sub("", heading.lower()).replace(" ", "-")


def _follow_links(children: list[Token], file: str) -> None:
    """Changes links between files to those between pages. A link to a file that is no page loses its address."""
    for token, text in pairwise([*children, Token("text", "", 0)]):
        address = str(token.attrGet("href") or "") if token.type == "link_open" else ""
        path, _, anchor = address.partition("#")
        if not path or "://" in path or path.startswith("/"):
            continue
        name = _name_of(posixpath.normpath(posixpath.join(posixpath.dirname(file), path)))
        if name in guide_names():
            token.attrSet("href", f"{ROOT}/{name}".rstrip("/") + (f"#{anchor}" if anchor else ""))
            text.content = name if text.content == path else text.content
        else:
            del token.attrs["href"]


@cache
def _parser() -> MarkdownIt:
    parser = MarkdownIt("commonmark", {"html": False}).enable("table")
    parser.add_render_rule("table_open", _table_open)
    parser.add_render_rule("table_close", _table_close)
    parser.add_render_rule("fence", _fence)
    return parser


#: Scrolls by itself on a phone, by the keyboard too.
_BOX = '<div class="scroll" tabindex="0" role="group" aria-label="{label}">'


def _table_open(self: RendererHTML, tokens: Sequence[Token], index: int, options: Any, env: Any) -> str:
    return f"{_BOX.format(label='Table')}\n<table>\n"


def _table_close(self: RendererHTML, tokens: Sequence[Token], index: int, options: Any, env: Any) -> str:
    return "</table>\n</div>\n"


def _fence(self: RendererHTML, tokens: Sequence[Token], index: int, options: Any, env: Any) -> str:
    return f"{_BOX.format(label='Program')}<pre><code>{escape(tokens[index].content)}</code></pre></div>\n"
