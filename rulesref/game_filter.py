"""The list of all games, and its filters."""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass
from functools import cached_property
from typing import Any

from django.utils.translation import gettext, ngettext

from rulesref.article import Article, GameFacts
from rulesref.library import Library
from rulesref.reading import foreign_language, page_name
from scoring.engine.game import Game
from scoring.engine.match import player_range_message
from scoring.engine.messages import render
from scoring.languages import current_language, is_at_home, sort_key


@dataclass(frozen=True)
class GameEntry:
    """A game in the list."""

    article: Article
    game: Game[Any, Any]

    @property
    def native_names(self) -> list[tuple[str, str]]:
        """Language tag and name, for each name in the players' own languages that differs from the title."""
        facts = self.article.facts
        names = facts.native if isinstance(facts, GameFacts) else {}
        return [(lang, name) for lang, name in names.items() if name != self.article.title]

    @property
    def players(self) -> str:
        """The numbers of players, in words."""
        return render(player_range_message(self.game.players), current_language(self.game.slug))

    @property
    def name(self) -> str:
        """The name of the game, as its page has it."""
        return page_name(self.article, self.game)

    @property
    def family(self) -> str:
        """The family of the game in the language of the page."""
        return current_language(self.game.slug).gettext(self.game.family)

    @property
    def foreign(self) -> str:
        """The language of its page, "" if it is the reader's."""
        return foreign_language(self.article)

    @property
    def pack_size(self) -> str:
        """The number of cards, as the pack filter has it; ``""`` if it varies."""
        size = re.match(r"(\d+) cards", self.game.deck)
        return size[1] if size else ""


class GameFilter:
    """All games that have a page, those of the reader's language first; and those that match a query string:
    ``players``, ``family`` and ``deck``.
    """

    def __init__(self, library: Library, query: Mapping[str, str]) -> None:
        articles = [article for article in library.articles() if article.is_game]
        entries = [GameEntry(article, library.games[article.slug]) for article in articles]
        self.all = sorted(entries, key=lambda entry: (not is_at_home(entry.game), sort_key(entry.name)))
        self.players = query.get("players", "")
        self.family = query.get("family", "")
        self.deck = query.get("deck", "")

    @property
    def is_active(self) -> bool:
        """Whether any filter is set."""
        return bool(self.players or self.family or self.deck)

    @cached_property
    def entries(self) -> list[GameEntry]:
        """The games that match."""
        return [entry for entry in self.all if self._matches(entry)]

    def _matches(self, entry: GameEntry) -> bool:
        return (
            (not self.players or self.players in map(str, entry.game.players))
            and (not self.family or self.family == entry.game.family)
            and (not self.deck or self.deck == (entry.pack_size or "other"))
        )

    @property
    def player_choices(self) -> list[str]:
        """The numbers of players, over all games."""
        return [str(n) for n in sorted({n for entry in self.all for n in entry.game.players})]

    @property
    def family_choices(self) -> list[tuple[str, str]]:
        """The families, by name: value and label."""
        return sorted({(entry.game.family, entry.family) for entry in self.all}, key=lambda choice: sort_key(choice[1]))

    @property
    def deck_choices(self) -> list[tuple[str, str]]:
        """The sizes of pack: value and label."""
        sizes = sorted({entry.pack_size for entry in self.all if entry.pack_size}, key=int)
        others = [("other", gettext("Other packs"))] if any(not entry.pack_size for entry in self.all) else []
        return [(size, _pack(int(size))) for size in sizes] + others


def _pack(size: int) -> str:
    return ngettext("{n} card", "{n} cards", size).format(n=size)
