"""What the rules pages lay out: the shelf of games with its filters, and the desk on which cards are tapped."""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass
from functools import cached_property
from typing import Any

from rulesref.article import Article, GameFacts
from rulesref.asking import FACE_DOWN, Asked, Field, card_label, pack_of, several_packs
from rulesref.library import Library
from scoring.engine.cards import SYMBOLS, card_text, rank_of
from scoring.engine.game import Game
from scoring.engine.match import player_range

# -- the shelf -------------------------------------------------------------------------------------------


@dataclass(frozen=True)
class Entry:
    """A game on the shelf."""

    article: Article
    game: Game[Any, Any]

    @property
    def native(self) -> list[tuple[str, str]]:
        """The names in the players' own languages that differ from the title: language tag and name."""
        facts = self.article.facts
        names = facts.native if isinstance(facts, GameFacts) else {}
        return [(lang, name) for lang, name in names.items() if name != self.article.title]

    @property
    def seats(self) -> str:
        """How many play."""
        return player_range(self.game.players)

    @property
    def cards(self) -> str:
        """How many cards are in the pack: the deck filter's value; empty where that varies."""
        found = re.match(r"(\d+) cards", self.game.deck)
        return found[1] if found else ""


class Shelf:
    """All games that have a page, and those of them that fit the filters."""

    def __init__(self, pages: Library, query: Mapping[str, str]) -> None:
        articles = [article for article in pages.articles() if article.is_game]
        self.all = [Entry(article, pages.games[article.slug]) for article in articles]
        self.players = query.get("players", "")
        self.family = query.get("family", "")
        self.deck = query.get("deck", "")

    @property
    def filtered(self) -> bool:
        """Whether any filter is set."""
        return bool(self.players or self.family or self.deck)

    @cached_property
    def entries(self) -> list[Entry]:
        """The games that fit."""
        return [entry for entry in self.all if self._fits(entry)]

    def _fits(self, entry: Entry) -> bool:
        return (
            (not self.players or self.players in map(str, entry.game.players))
            and (not self.family or self.family == entry.game.family)
            and (not self.deck or self.deck == (entry.cards or "other"))
        )

    @property
    def numbers(self) -> list[str]:
        """How many may play, over all games."""
        return [str(n) for n in sorted({n for entry in self.all for n in entry.game.players})]

    @property
    def families(self) -> list[str]:
        """The families, by name."""
        return sorted({entry.game.family for entry in self.all})

    @property
    def decks(self) -> list[tuple[str, str]]:
        """The sizes of pack: value and label."""
        sizes = sorted({entry.cards for entry in self.all if entry.cards}, key=int)
        others = [("other", "Other packs")] if any(not entry.cards for entry in self.all) else []
        return [(size, f"{size} cards") for size in sizes] + others


# -- the desk --------------------------------------------------------------------------------------------


@dataclass(frozen=True)
class Face:
    """A card as it is drawn. code: what travels. sign, letter: its suit. used: it lies somewhere already."""

    code: str
    used: bool = False

    @property
    def hidden(self) -> bool:
        """Whether it lies face down."""
        return self.code == FACE_DOWN

    @property
    def sign(self) -> str:
        """The sign of its suit, with the mark that keeps phones from drawing a picture."""
        return "" if self.joker or self.hidden else SYMBOLS[self.code[-1]] + "\ufe0e"

    @property
    def letter(self) -> str:
        """The letter of its suit, small, for the stylesheet."""
        return "" if self.joker or self.hidden else self.code[-1].lower()

    @property
    def joker(self) -> bool:
        """Whether it is a joker."""
        return self.code in ("JK", "BJ", "LJ")

    @property
    def rank(self) -> str:
        """What stands in its corner."""
        if self.hidden:
            return ""
        return card_text(self.code).capitalize() if self.joker else rank_of(self.code)

    @property
    def name(self) -> str:
        """In words."""
        return card_label(self.code)


@dataclass(frozen=True)
class Tray:
    """A place where tapped cards go. field: of the question. open: it takes the next tap."""

    field: Field
    label: str
    faces: list[Face]
    open: bool


class Desk:
    """A question with what was tapped so far, ready to be drawn. to: the tray that takes the next card."""

    def __init__(self, game: Game[Any, Any], asked: Asked, players: int, to: str) -> None:
        self.game = game
        self.asked = asked
        self.players = players
        self._to = to

    @cached_property
    def trays(self) -> list[Tray]:
        """Where cards go; the one that is open first gets what is tapped."""
        taking = [part for part in self.asked.question.fields if part.takes_cards]
        to = self._to if any(part.name == self._to for part in taking) else (taking[0].name if taking else "")
        return [
            Tray(part, self._label(part), [Face(code) for code in self.asked.cards[part.name]], part.name == to)
            for part in taking
        ]

    @property
    def to(self) -> Tray | None:
        """The tray that is open."""
        return next((tray for tray in self.trays if tray.open), None)

    def _label(self, part: Field) -> str:
        if part.sort == "plays":
            return "The trick"
        return "My hand" if part.name == "hand" else part.title

    @property
    def full(self) -> bool:
        """Whether the open tray takes no more cards."""
        tray = self.to
        return tray is not None and tray.field.sort == "plays" and len(tray.faces) >= self.players

    @property
    def is_trick(self) -> bool:
        """Whether a trick is asked about, and not a single card."""
        return "plays" in self.asked.cards

    @property
    def places(self) -> list[int]:
        """Who has not played yet, counted from the leader; nobody where no trick is asked about."""
        if not self.is_trick:
            return []
        return list(range(len(self.asked.cards["plays"]) + 1, self.players + 1))

    @property
    def rows(self) -> list[list[Face]]:
        """The pack to tap, a row for each suit."""
        tray = self.to
        if tray is None or self.full:
            return []
        lying = {code for name, codes in self.asked.cards.items() for code in codes if self._bars(name, tray)}
        if several_packs(self.game):
            lying = set()
        rows = [[Face(code, code in lying) for code in row] for row in pack_of(self.game)]
        return rows + ([[Face(FACE_DOWN)]] if tray.field.hides else [])

    @staticmethod
    def _bars(name: str, tray: Tray) -> bool:
        """Whether a card in that field cannot be in this tray too: a known card may also be played."""
        return name == tray.field.name or {name, tray.field.name} <= {"plays", "hand"}

    @property
    def choices(self) -> list[Choice]:
        """The fields that are no cards."""
        return [
            Choice(part, self._values(part))
            for part in self.asked.question.fields
            if not part.takes_cards and part.sort != "number"
        ]

    def _values(self, part: Field) -> list[tuple[str, str, bool]]:
        return [
            (value.code, value.label, self.asked.is_chosen(part.name, value.code))
            for value in part.values
            if not value.label.startswith("Player ") or int(value.code) < self.players
        ]

    @property
    def numbers(self) -> list[tuple[Field, str]]:
        """The fields to type a number into, with what stands there."""
        chosen = self.asked.chosen
        return [
            (part, (chosen.get(part.name) or [""])[0]) for part in self.asked.question.fields if part.sort == "number"
        ]

    @property
    def kept(self) -> list[tuple[str, str]]:
        """What the form carries along unseen. Numbers have fields of their own."""
        shown = {part.name for part, _ in self.numbers}
        return [(name, code) for name, code in self.asked.pairs() if name not in shown]


@dataclass(frozen=True)
class Choice:
    """A field with buttons: code, label, whether it is the one in force."""

    field: Field
    values: list[tuple[str, str, bool]]
