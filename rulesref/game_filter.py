"""The list of all games, and its filters."""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass
from functools import cached_property
from typing import Any

from rulesref.article import Article, GameFacts
from rulesref.library import Library
from scoring.engine.game import Game
from scoring.engine.match import player_range


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
        """How many play, in words."""
        return player_range(self.game.players)

    @property
    def pack_size(self) -> str:
        """The number of cards, as the pack filter has it; ``""`` if it varies."""
        size = re.match(r"(\d+) cards", self.game.deck)
        return size[1] if size else ""


class GameFilter:
    """All games that have a page, and those that match a query string: ``players``, ``family`` and ``deck``."""

    def __init__(self, library: Library, query: Mapping[str, str]) -> None:
        articles = [article for article in library.articles() if article.is_game]
        self.all = [GameEntry(article, library.games[article.slug]) for article in articles]
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
    def family_choices(self) -> list[str]:
        """The families, by name."""
        return sorted({entry.game.family for entry in self.all})

    @property
    def deck_choices(self) -> list[tuple[str, str]]:
        """The sizes of pack: value and label."""
        sizes = sorted({entry.pack_size for entry in self.all if entry.pack_size}, key=int)
        others = [("other", "Other packs")] if any(not entry.pack_size for entry in self.all) else []
        return [(size, f"{size} cards") for size in sizes] + others
