"""All rules pages, read once and kept in memory.

>>> from rulesref.library import library
>>> library().article("points").section("end").title
'End of the match'
"""

from __future__ import annotations

import hashlib
import logging
import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from contextlib import suppress
from dataclasses import replace
from functools import cache, cached_property
from pathlib import Path
from threading import RLock
from typing import Any

from django.utils.translation import override

from companion.http.accept_language import language_tag
from rulesref.article import Article, ArticleFacts, ContentError, GameFacts, InvalidPageError, Section
from rulesref.article_source import read_article, read_facts
from rulesref.files import load_yaml
from rulesref.generated import placeholders
from rulesref.pictures.content import Pictures
from rulesref.reading import DEFAULT_LANGUAGE
from scoring.engine.game import Game
from scoring.games import EXTRA, all_games
from scoring.languages import language, words_of

log = logging.getLogger(__name__)

#: Folders with ``LANG/SLUG.md``, ``LANG/texts/SLUG.yaml`` and ``examples/SLUG.yaml``. A file in a later folder replaces
#: one in an earlier.
CONTENT: list[Path] = [Path(__file__).parent / "content", *([EXTRA / "content"] if EXTRA else [])]

#: Slugs that are other addresses below /rules.
_RESERVED = {"search", "bundle"}
#: The heading of the deal and the first paragraph below it.
_DEAL = re.compile(r"(^## [^\n]*\{#setup\}\n+(?:(?!#)[^\n]+\n)+)\n?", re.MULTILINE)
_LINK = re.compile(r"\]\(/rules/([a-z0-9-]+)(?:#([a-z0-9-]+))?\)")


class Library:
    """The pages in one language, and in English where that language has none.

    folders: of content (see CONTENT). games: the calculators, by slug. english: the same in English. A page is read at
    first use. An invalid page is left out and logged, so that one mistake does not take down all pages; ``errors`` has
    the reasons, by slug.
    """

    def __init__(
        self,
        folders: Sequence[Path],
        games: Mapping[str, Game[Any, Any]],
        lang: str = DEFAULT_LANGUAGE,
        english: Library | None = None,
    ) -> None:
        self.folders = tuple(folders)
        self.games = dict(games)
        self.lang = lang
        self.errors: dict[str, str] = {}
        self.english = self if lang == DEFAULT_LANGUAGE else english or Library(folders, games)
        self._articles: dict[str, Article] = {}
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
        """A page. Raises KeyError if there is none, InvalidPageError if it is wrong."""
        with self._lock:
            if slug not in self._articles and slug not in self.errors:
                lang, file = self._files[slug]
                try:
                    self._articles[slug] = self._read(slug, lang, file)
                except Exception as error:
                    # Any exception: a calculator may raise while its tables are generated.
                    self.errors[slug] = _fault(file, error)
                    log.error("rules page %s is invalid: %s", slug, self.errors[slug])
                    log.debug("where it was found", exc_info=True)
            if slug in self.errors:
                raise InvalidPageError(self.errors[slug])
            return self._articles[slug]

    def restore(self, articles: Iterable[Article]) -> None:
        """Adds pages that were read earlier from the same files. Pages already read stay."""
        with self._lock:
            for article in articles:
                self._articles.setdefault(article.slug, article)

    def articles(self) -> list[Article]:
        """Every valid page, in the order of ``slugs``."""
        articles = []
        for slug in self.slugs:
            with suppress(KeyError):
                articles.append(self.article(slug))
        return articles

    def section(self, slug: str, anchor: str) -> Section:
        """A section of a page. Raises KeyError."""
        return self.article(slug).section(anchor)

    def game_of(self, article: Article) -> Game[Any, Any] | None:
        """The calculator behind a page, None for the other articles."""
        return self.games.get(article.slug) if article.is_game else None

    def summary(self, article: Article) -> str:
        """One line on what a page is about."""
        if isinstance(article.facts, ArticleFacts):
            return article.facts.summary
        game = self.games[article.slug]
        return language(article.lang, article.slug).gettext(game.summary)

    @cached_property
    def version(self) -> str:
        """A digest of all pages: it changes when any page does."""
        return _digest(*(f"{article.slug} {article.lang} {article.version}" for article in self.articles()))

    def dead_links(self) -> list[str]:
        """Links to pages or anchors that do not exist, each as ``PAGE: LINK``."""
        dead = []
        articles = {article.slug: article for article in self.articles()}
        for article in articles.values():
            for section in article.sections:
                for slug, anchor in _LINK.findall(section.markdown):
                    if slug not in articles or (anchor and anchor not in articles[slug].anchors):
                        dead.append(f"{article.slug}: /rules/{slug}" + (f"#{anchor}" if anchor else ""))
        return dead

    def unplaced_pictures(self, slug: str) -> list[str]:
        """The pictures in the data file of a game that its page does not show. Raises KeyError."""
        article = self.article(slug)
        game = self.game_of(article)
        file = self.file(f"pictures/{slug}.yaml")
        if game is None or file is None:
            return []
        markdown = "\n".join(section.markdown for section in article.sections)
        with override(article.lang), words_of(slug):
            pictures = Pictures(game, file, self._texts(slug, article.lang))
            return [name for name in pictures.names if pictures.markdown(name) not in markdown]

    def file(self, name: str) -> Path | None:
        """A content file by its path inside the content folders, from the last folder that has it; None if none has."""
        return next((folder / name for folder in reversed(self.folders) if (folder / name).is_file()), None)

    def _read(self, slug: str, lang: str, file: Path) -> Article:
        """A page from its file, in English if it does not exist in this language."""
        if lang == DEFAULT_LANGUAGE and self.english is not self:
            return self.english.article(slug)
        with override(lang), words_of(slug):
            return self._load(slug, lang, file)

    def _texts(self, slug: str, lang: str) -> Mapping[str, str]:
        """The English texts of a game's examples and pictures, each with its translation. Raises ContentError."""
        file = self.file(f"{lang}/texts/{slug}.yaml") if lang != DEFAULT_LANGUAGE else None
        texts = load_yaml(file.read_text(encoding="utf-8")) if file else {}
        if not isinstance(texts, dict) or not all(isinstance(text, str) for pair in texts.items() for text in pair):
            raise ContentError(f"{slug}: texts/{slug}.yaml must give each English text its translation")
        return texts

    def _load(self, slug: str, lang: str, file: Path) -> Article:
        if slug in _RESERVED:
            raise ContentError(f"{slug}: a page cannot have this name: /rules/{slug} is another address")
        text = file.read_text(encoding="utf-8")
        used: list[str] = []
        is_game = isinstance(read_facts(slug, text), GameFacts)
        game = self.games.get(slug) if is_game else None
        if is_game and game is None:
            raise ContentError(f"{slug}: there is no calculator of this name (kind: article is for pages without one)")
        generators = {}
        if game:
            files = self.file(f"examples/{slug}.yaml"), self.file(f"pictures/{slug}.yaml")
            generators = placeholders(game, *files, self._texts(slug, lang))
            text = _with_seating(game, text)

        def generate(name: str) -> str:
            used.append(name)
            return generators[name]()

        english = self.english.article(slug) if lang != DEFAULT_LANGUAGE and slug in self.english.slugs else None
        article = read_article(slug, lang, text, generate, english)
        if game:
            self._check_placeholders(game, used)
            # The page also shows summary and family, which come from the calculator.
            texts = map(language(lang, slug).gettext, (game.summary, game.family))
            return replace(article, version=_digest(article.version, *texts))
        return article

    @staticmethod
    def _check_placeholders(game: Game[Any, Any], used: list[str]) -> None:
        required = ["options", "examples"]
        if game.strength(game.Options()):
            required.append("strength")
        if game.card_values(game.Options()):
            required.append("card-values")
        required += [f"table {name}" for name in game.tables(game.Options())]
        for name in required:
            if used.count(name) != 1:
                raise ContentError(
                    f"{game.slug}: {{{{ {name} }}}} must be on the page once, not {used.count(name)} times"
                )


def _with_seating(game: Game[Any, Any], text: str) -> str:
    """The source of a page with ``{{ seating }}`` after the first paragraph of the deal, unless it is there already."""
    if min(game.players) == 1 or "{{ seating }}" in text:
        return text
    return _DEAL.sub(r"\1\n{{ seating }}\n\n", text, count=1)


def _fault(file: Path, error: Exception) -> str:
    """What is wrong with a page, with its file and the line if the error quotes something that stands on one."""
    text = str(error) if isinstance(error, ContentError) else f"{type(error).__name__}: {error}"
    lines = file.read_text(encoding="utf-8").splitlines()
    number = next((number for quoted in _quoted(text) for number, line in enumerate(lines, 1) if quoted in line), 0)
    return f"{'/'.join(file.parts[-2:])}" + (f", line {number}" if number else "") + f": {text}"


def _quoted(text: str) -> Iterator[str]:
    """What a fault quotes from its page, the most exact first."""
    for found in re.finditer(r"not as in: (.+)$|(\{\{ .+? \}\})|“(.+?)”|the anchor (\S+)|: (\S+) is no section", text):
        yield next(filter(None, found.groups()))
    if facts := re.search(r"front matter: (\w+):", text):
        yield f"{facts[1]}:"


def _digest(*texts: str) -> str:
    return hashlib.sha256("\n".join(texts).encode()).hexdigest()[:16]


_libraries: dict[tuple[Any, ...], Library] = {}
_loading = RLock()


def library(lang: str = DEFAULT_LANGUAGE) -> Library:
    """The pages in a language, kept in memory as long as the content folders and the games are the same."""
    games = all_games()
    key = (lang, tuple(CONTENT), tuple(games))
    with _loading:
        if key not in _libraries:
            english = None if lang == DEFAULT_LANGUAGE else library()
            _libraries[key] = Library(CONTENT, games, lang, english)
        return _libraries[key]


def languages() -> list[str]:
    """The languages with at least one page, English first."""
    return _languages(tuple(CONTENT))


@cache
def _languages(folders: tuple[Path, ...]) -> list[str]:
    names = {file.parent.name for folder in folders for file in folder.glob("*/*.md")}
    return sorted(names, key=lambda lang: (lang != DEFAULT_LANGUAGE, lang))


def language_tags() -> list[str]:
    """The same as tags (RFC 5646), as clients see them: ``pt-BR`` for ``pt-br``."""
    return [language_tag(lang) for lang in languages()]
