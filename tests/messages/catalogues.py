"""``make messages``: collects the texts to translate and brings every catalogue up to date, by Babel.

A catalogue is ``LANG/LC_MESSAGES/DOMAIN.po``, with its compiled form beside it. New texts are in it without a
translation; texts that are gone are dropped. An entry that has a game's slug as its context is for that game alone and
stays as long as its text does.
"""

from __future__ import annotations

import re
import sys
from collections import defaultdict
from dataclasses import dataclass
from datetime import UTC, datetime
from functools import cache
from pathlib import Path
from typing import Any

from babel.messages.catalog import Catalog, Message
from babel.messages.extract import DEFAULT_KEYWORDS, extract_from_file
from babel.messages.mofile import write_mo
from babel.messages.pofile import read_po, write_po

from scoring.games import all_games

ROOT = Path(__file__).parents[2]
"""The top of the checkout."""

LOCALES = ("de", "es", "fr", "it", "pt_BR", "ru", "zh_Hans")

_MARKS = {
    **DEFAULT_KEYWORDS,
    "gettext_lazy": None,
    "gettext_noop": None,
    "ngettext_lazy": (1, 2),
    "pgettext_lazy": ((1, "c"), 2),
}


@dataclass(frozen=True)
class Domain:
    """Texts that are kept in a catalogue of their own.

    folder: of its catalogues. method: Babel's extractor. patterns: of the files that have the texts.
    """

    name: str
    folder: Path
    sources: tuple[tuple[str, str], ...]

    def file(self, locale: str, suffix: str = "po") -> Path:
        """The catalogue of a language."""
        return self.folder / locale / "LC_MESSAGES" / f"{self.name}.{suffix}"

    @cache  # noqa: B019 three of them
    def template(self) -> Catalog:
        """Every text that is translated, without a translation. To be read only."""
        catalogue = Catalog(project="companion", fuzzy=False)
        for pattern, method in self.sources:
            for path in sorted(ROOT.glob(pattern)):
                where = path.relative_to(ROOT).as_posix()
                for _, text, _, context in extract_from_file(method, path, _MARKS):
                    catalogue.add(text, context=context, locations=[(where, 0)])
        return catalogue


_ENGINE = "tests.messages.extraction:extract"
_MESSAGES = "tests.messages.extraction:extract_messages"
_TEMPLATE = "tests.messages.template_extraction:extract"

ENGINE = Domain(
    "engine",
    ROOT / "scoring" / "locale",
    (
        *((f"scoring/{name}/**/*.py", _ENGINE) for name in ("engine", "games", "match_code", "services", "selectors")),
        *(
            (f"{name}/**/*.py", _MESSAGES)
            for name in ("companion/http", "scoring/api", "scoring/events", "scoring/pages")
        ),
    ),
)
PAGES = Domain(
    "django",
    ROOT / "companion" / "locale",
    (
        ("templates/**/*.html", _TEMPLATE),
        ("companion/**/*.py", "python"),
        ("scoring/api/**/*.py", "python"),
        ("scoring/pages/**/*.py", "python"),
        ("scoring/templatetags/*.py", "python"),
        ("scoring/card_names.py", "python"),
        ("rulesref/**/*.py", "python"),
    ),
)
SCRIPTS = Domain(
    "djangojs",
    ROOT / "companion" / "locale",
    (("static/*.js", "javascript"), ("companion/phone/browser/*.js", "javascript")),
)
DOMAINS = (ENGINE, PAGES, SCRIPTS)


def wanted_by(slug: str) -> list[Any]:
    """The texts of the modules of a game."""
    return [message.id for message in ENGINE.template() if message.id and slug in _games_with(message)]


def _games_with(message: Message) -> set[str]:
    """The games in whose modules a text is; with "" for any other module."""
    games = [re.match(r"scoring/games/(\w+)(\.py|/)", file) for file, _ in message.locations]
    return {found[1].replace("_", "-") if found else "" for found in games}


def is_of_drafts(message: Message) -> bool:
    """Whether no game but drafts has this text of a template, so that nothing asks for its translation yet."""
    drafts = {slug for slug, game in all_games().items() if game.draft}
    return bool(message.locations) and _games_with(message) <= drafts


def _empty(locale: str) -> Catalog:
    # The same dates always, so that a catalogue changes only if its texts do.
    return Catalog(locale=locale, project="companion", fuzzy=False, creation_date=_DATE, revision_date=_DATE)


_DATE = datetime(2026, 1, 1, tzinfo=UTC)


def read_catalogue(file: Path, locale: str) -> Catalog:
    """The catalogue in a file; an empty one if there is no such file."""
    if not file.exists():
        return _empty(locale)
    with file.open("rb") as stream:
        return read_po(stream, locale=locale)


def updated(domain: Domain, locale: str, template: Catalog) -> Catalog:
    """The catalogue of a language with the texts of the template, and the translations that there are."""
    old = read_catalogue(domain.file(locale), locale)
    of_games = defaultdict(list)
    for entry in old:
        if entry.context and template.get(entry.id, entry.context) is None:
            of_games[entry.id].append(entry)
    new = _empty(locale)
    for message in template:
        if not message.id:
            continue
        found = old.get(message.id, message.context)
        # A text that was counted and no longer is, or the other way round, is another text.
        known = found is not None and found.pluralizable == message.pluralizable
        string = found.string if found is not None and known else None
        new.add(message.id, string, context=message.context)
        for entry in of_games[message.id]:
            new.add(entry.id, entry.string, context=entry.context)
    return new


def write_catalogue(catalogue: Catalog, file: Path) -> None:
    """Writes a catalogue and its compiled form."""
    file.parent.mkdir(parents=True, exist_ok=True)
    catalogue.header_comment = ""
    with file.open("wb") as stream:
        write_po(stream, catalogue, width=120, omit_header=False, no_location=True)
    part = file.with_suffix(".part")
    with part.open("wb") as stream:
        write_mo(stream, catalogue)
    part.replace(file.with_suffix(".mo"))  # whole at any moment: another process may read it


def main(quiet: bool = False) -> None:
    """Brings every catalogue up to date and says what is still to translate. quiet: only where something is."""
    for domain in DOMAINS:
        template = domain.template()
        for locale in LOCALES:
            catalogue = updated(domain, locale, template)
            write_catalogue(catalogue, domain.file(locale))
            missing = sum(not translated(message.string) for message in catalogue if message.id)
            if missing or not quiet:
                print(f"{domain.name} {locale}: {len(catalogue)} texts, {missing} to translate")


def translated(string: str | tuple[str, ...] | list[str] | None) -> bool:
    """Whether every form of a text has a translation."""
    return bool(string) and (isinstance(string, str) or all(string or ()))


if __name__ == "__main__":
    main(quiet="--quiet" in sys.argv)
