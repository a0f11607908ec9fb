"""Catalogues of the pseudo-language: every text that the extractors find, with wide letters.

A page in it that shows a narrow letter shows a text that no catalogue would have translated.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from contextlib import contextmanager
from html.parser import HTMLParser
from pathlib import Path

import pytest
from babel.messages.catalog import Catalog

from scoring import languages
from scoring.languages import Style
from tests.messages.catalogues import DOMAINS, ENGINE, write_catalogue
from tests.messages.pseudo import _WIDE, wide

CODE = "el"
"""A language that Django has and we do not. Its months have no Latin letters, so a date shows none."""

_KEPT = re.compile(r"(%\(\w+\)[sd]|%%|\{[^}]*\}|</?[a-z][^>]*>|&\w+;)")


def _pseudo(text: str) -> str:
    parts = _KEPT.split(text)
    return "".join(part if number % 2 else part.translate(_WIDE) for number, part in enumerate(parts))


def write_catalogues(folder: Path) -> None:
    """The compiled catalogues of every domain, in a locale folder."""
    for domain in DOMAINS:
        write = wide if domain is ENGINE else _pseudo
        catalogue = Catalog(locale=CODE)
        for message in domain.template():
            if message.id:
                both = isinstance(message.id, tuple)
                string = tuple(map(write, message.id)) if both else write(str(message.id))
                catalogue.add(message.id, string, context=message.context)
        write_catalogue(catalogue, folder / CODE / "LC_MESSAGES" / f"{domain.name}.po")


@contextmanager
def pseudo_language(folder: Path, settings: object) -> Iterator[None]:
    """In this context the pseudo-language is offered. folder: of its catalogues."""
    patch = pytest.MonkeyPatch()
    settings.LOCALE_PATHS = [folder]  # type: ignore[attr-defined]
    settings.LANGUAGES = [("en", "English"), (CODE, wide("Pseudo"))]  # type: ignore[attr-defined]
    patch.setattr(languages, "LOCALE", folder)
    patch.setitem(languages.STYLES, CODE, Style(",", ".", ranks={name: wide(name) for name in "AKQJ"}))
    languages.language.cache_clear()
    try:
        yield
    finally:
        patch.undo()
        languages.language.cache_clear()


#: Attributes that people read or hear.
_READ = ("alt", "aria-label", "placeholder", "title", "content", "data-label")
#: Elements whose content nobody reads.
_UNREAD = ("script", "style", "svg", "template")
#: Elements that nothing closes.
_VOID = ("input", "meta", "link", "br", "img", "use", "hr", "path", "col", "wbr")
_NARROW = re.compile(r"[A-Za-z][A-Za-z’'-]*")


class _Narrow(HTMLParser):
    """Collects the narrow words of a page, but not those marked as another language, nor what somebody typed."""

    def __init__(self) -> None:
        super().__init__(convert_charrefs=True)
        self.found: list[str] = []
        self._quiet = 0
        self._open: list[bool] = []

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        quiet = tag in _UNREAD or dict(attrs).get("lang", CODE) != CODE or "data-typed" in dict(attrs)
        read = _READ if tag != "meta" or dict(attrs).get("name") == "description" else ()
        if not quiet and not self._quiet:
            self.found += [word for name, value in attrs if name in read and value for word in _NARROW.findall(value)]
        if tag not in _VOID:
            self._open.append(quiet)
            self._quiet += quiet

    def handle_startendtag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.handle_starttag(tag, attrs)
        if tag not in _VOID:
            self.handle_endtag(tag)

    def handle_endtag(self, tag: str) -> None:
        if self._open and tag not in _VOID:
            self._quiet -= self._open.pop()

    def handle_data(self, data: str) -> None:
        if not self._quiet:
            self.found += _NARROW.findall(data)


def narrow_words(html: str) -> list[str]:
    """The words of a page that stay English in the pseudo-language."""
    parser = _Narrow()
    parser.feed(html)
    return [word for word in parser.found if word != "Companion"]
