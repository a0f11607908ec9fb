"""All pages of rules, read once and kept.

>>> from rulesref.library import library
>>> library().article("points").section("end").title
'End of the match'
"""

from __future__ import annotations

import hashlib
import logging
import re
from collections.abc import Mapping, Sequence
from contextlib import suppress
from dataclasses import replace
from functools import cache, cached_property
from pathlib import Path
from threading import RLock
from typing import Any

from rulesref.article import Article, ArticleFacts, ContentError, GameFacts, Section, read_article, read_facts
from rulesref.drawn import placeholders
from scoring.engine.game import Game
from scoring.games import EXTRA, all_games

log = logging.getLogger(__name__)

#: Folders with ``LANG/SLUG.md`` and ``examples/SLUG.yaml``; a later folder goes before an earlier one.
CONTENT: list[Path] = [Path(__file__).parent / "content", *([EXTRA / "content"] if EXTRA else [])]

DEFAULT_LANGUAGE = "en"

#: Slugs that would stand in the way of an address of ours.
_TAKEN = {"search", "bundle"}
_LINK = re.compile(r"\]\(/rules/([a-z0-9-]+)(?:#([a-z0-9-]+))?\)")


class Library:
    """The pages in one language; what is not there in it comes in English.

    folders: where content is (see CONTENT). games: the calculators, by slug. Pages are read when first asked for.
    A page that is not as it must be is left out and logged: one mistake must not take all the others away.
    ``faults`` says what is wrong with it, and the tests insist that there is none.
    """

    def __init__(
        self, folders: Sequence[Path], games: Mapping[str, Game[Any, Any]], lang: str = DEFAULT_LANGUAGE
    ) -> None:
        self.folders = tuple(folders)
        self.games = dict(games)
        self.lang = lang
        self.errors: dict[str, str] = {}
        self._read: dict[str, Article] = {}
        self._lock = RLock()

    @cached_property
    def _files(self) -> dict[str, tuple[str, Path]]:
        files: dict[str, tuple[str, Path]] = {}
        for lang in (DEFAULT_LANGUAGE, self.lang):
            for folder in self.folders:
                files |= {file.stem: (lang, file) for file in sorted((folder / lang).glob("*.md"))}
        return files

    @property
    def slugs(self) -> list[str]:
        """Every page: games in the order of their names, then the other articles."""
        games = [slug for slug in self.games if slug in self._files]
        return games + sorted(set(self._files) - set(games))

    def article(self, slug: str) -> Article:
        """A page. Raises KeyError where there is none, or none that can be read."""
        with self._lock:
            if slug not in self._read and slug not in self.errors:
                lang, file = self._files[slug]
                try:
                    self._read[slug] = self._load(slug, lang, file)
                except Exception as error:
                    # Also what a calculator raises while its tables are drawn.
                    self.errors[slug] = f"{type(error).__name__}: {error}"
                    log.exception("a page of rules cannot be read")
            return self._read[slug]

    def articles(self) -> list[Article]:
        """Every page that can be read, in the order of ``slugs``."""
        found = []
        for slug in self.slugs:
            with suppress(KeyError):
                found.append(self.article(slug))
        return found

    def section(self, slug: str, anchor: str) -> Section:
        """A section of a page. Raises KeyError."""
        return self.article(slug).section(anchor)

    def game_of(self, article: Article) -> Game[Any, Any] | None:
        """The calculator behind a page, None for the other articles."""
        return self.games.get(article.slug) if article.is_game else None

    def summary(self, article: Article) -> str:
        """What a page is about, in a line."""
        if isinstance(article.facts, ArticleFacts):
            return article.facts.summary
        return self.games[article.slug].summary

    @cached_property
    def version(self) -> str:
        """Changes with anything that any page shows."""
        return _digest(*(f"{article.slug} {article.lang} {article.version}" for article in self.articles()))

    def dead_links(self) -> list[str]:
        """Links between pages that lead nowhere, each as ``PAGE: LINK``."""
        dead = []
        there = {article.slug: article for article in self.articles()}
        for article in there.values():
            for section in article.sections:
                for slug, anchor in _LINK.findall(section.markdown):
                    if slug not in there or (anchor and anchor not in there[slug].anchors):
                        dead.append(f"{article.slug}: /rules/{slug}" + (f"#{anchor}" if anchor else ""))
        return dead

    def file(self, name: str) -> Path | None:
        """A content file by its path inside the content folders, the latest folder's first."""
        return next((folder / name for folder in reversed(self.folders) if (folder / name).is_file()), None)

    def _load(self, slug: str, lang: str, file: Path) -> Article:
        if slug in _TAKEN:
            raise ContentError(f"{slug}: a page cannot have this name, the address is taken")
        text = file.read_text(encoding="utf-8")
        drawn: list[str] = []
        is_game = isinstance(read_facts(slug, text), GameFacts)
        game = self.games.get(slug) if is_game else None
        if is_game and game is None:
            raise ContentError(f"{slug}: there is no calculator of this name (kind: article is for pages without one)")
        made = placeholders(game, self.file(f"examples/{slug}.yaml")) if game else {}

        def draw(name: str) -> str:
            drawn.append(name)
            return made[name]()

        article = read_article(slug, lang, text, draw)
        if game:
            self._check_drawn(game, drawn)
            # Summary and family come from the calculator and are shown with the page.
            return replace(article, version=_digest(article.version, game.summary, game.family))
        return article

    @staticmethod
    def _check_drawn(game: Game[Any, Any], drawn: list[str]) -> None:
        needed = ["options", "examples"]
        if game.strength(game.Options()):
            needed.append("strength")
        if game.card_values(game.Options()):
            needed.append("card-values")
        needed += [f"table {name}" for name in game.tables(game.Options())]
        for name in needed:
            if drawn.count(name) != 1:
                raise ContentError(
                    f"{game.slug}: {{{{ {name} }}}} must stand on the page once, not {drawn.count(name)}×"
                )


def _digest(*texts: str) -> str:
    return hashlib.sha256("\n".join(texts).encode()).hexdigest()[:16]


_made: dict[tuple[Any, ...], Library] = {}
_making = RLock()


def library(lang: str = DEFAULT_LANGUAGE) -> Library:
    """The pages in a language, made at first use and kept for as long as folders and games are the same."""
    games = all_games()
    key = (lang, tuple(CONTENT), tuple(games))
    with _making:
        if key not in _made:
            _made[key] = Library(CONTENT, games, lang)
        return _made[key]


def languages() -> list[str]:
    """The languages that there are pages in, English first."""
    return _languages(tuple(CONTENT))


@cache
def _languages(folders: tuple[Path, ...]) -> list[str]:
    found = {file.parent.name for folder in folders for file in folder.glob("*/*.md")}
    return sorted(found, key=lambda lang: (lang != DEFAULT_LANGUAGE, lang))


def negotiate(accept_language: str) -> str:
    """The best of our languages for an ``Accept-Language`` header; English where none fits."""
    wishes = []
    for place, part in enumerate(accept_language.split(",")[:20]):
        tag, _, parameter = part.strip().partition(";")
        try:
            quality = float(parameter.strip().removeprefix("q=")) if parameter else 1.0
        except ValueError:
            quality = 0.0
        if quality > 0:
            wishes.append((-quality, place, tag.strip().lower()))
    known = {lang.lower(): lang for lang in languages()}
    for _, _, tag in sorted(wishes):
        if tag == "*":
            return DEFAULT_LANGUAGE
        for wanted in (tag, tag.partition("-")[0]):
            if wanted in known:
                return known[wanted]
    return DEFAULT_LANGUAGE
