"""A lookup form laid out on the page: cards on the table, the pack to tap, buttons."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property
from itertools import zip_longest
from typing import Any

from django.utils.translation import gettext

from rulesref.lookup.forms import LookupChoice, LookupField, LookupInput
from rulesref.lookup.pack import FACE_DOWN, card_label, has_several_packs, pack_rows
from rulesref.lookup.setting import LookupSetting
from scoring.engine.cards import JOKERS, SYMBOLS, rank_of
from scoring.engine.game import Game
from scoring.languages import current_language


@dataclass(frozen=True)
class BoardCard:
    """A card on the page. disabled: it is in a field already."""

    code: str
    disabled: bool = False

    @property
    def is_face_down(self) -> bool:
        """Whether it is face down."""
        return self.code == FACE_DOWN

    @property
    def is_joker(self) -> bool:
        """Whether it is a joker."""
        return self.code in JOKERS

    @property
    def symbol(self) -> str:
        """The symbol of its suit, with the variation selector that keeps phones from showing an emoji."""
        return "" if self.is_joker or self.is_face_down else SYMBOLS[self.code[-1]] + "\ufe0e"

    @property
    def suit(self) -> str:
        """The letter of its suit in lower case, for its CSS class."""
        return "" if self.is_joker or self.is_face_down else self.code[-1].lower()

    @property
    def rank(self) -> str:
        """Its rank, or the name of a joker."""
        if self.is_face_down:
            return ""
        language = current_language()
        return language.card(self.code).capitalize() if self.is_joker else language.rank(rank_of(self.code))

    @property
    def rank_class(self) -> str:
        """The CSS class of a court card's or an ace's rank: other packs have another letter there."""
        return f"rank-{rank_of(self.code).lower()}" if self.suit and rank_of(self.code) in "AKQJ" else ""

    @property
    def label(self) -> str:
        """Its name in words."""
        return card_label(self.code)


@dataclass(frozen=True)
class CardArea:
    """A field that takes cards, with the cards in it. active: it takes the next card. positions: see LookupBoard."""

    field: LookupField
    label: str
    cards: list[BoardCard]
    active: bool
    positions: list[str]

    @property
    def cards_with_players(self) -> list[tuple[BoardCard, str]]:
        """Each card with its player; ``""`` for cards that are not on the table."""
        by = self.positions if self.field.kind == "plays" else []
        return list(zip_longest(self.cards, by[: len(self.cards)], fillvalue=""))  # type: ignore[arg-type]


@dataclass(frozen=True)
class ButtonGroup:
    """A field with a button for each choice. buttons: code, label, and whether it is selected."""

    field: LookupField
    buttons: list[tuple[str, str, bool]]


class LookupBoard:
    """The input of a lookup form, ready for the template. active: the name of the field that takes the next card."""

    def __init__(self, game: Game[Any, Any], lookup: LookupInput, setting: LookupSetting, active: str) -> None:
        self.game = game
        self.lookup = lookup
        self.setting = setting
        self.players = setting.players
        self._active = active
        self._language = current_language(game.slug)

    @cached_property
    def areas(self) -> list[CardArea]:
        """The fields that take cards; one of them is active, the first by default."""
        fields = [field for field in self.lookup.form.fields if field.takes_cards]
        names = [field.name for field in fields]
        active = self._active if self._active in names else next(iter(names), "")
        cards = self.lookup.cards
        return [
            CardArea(
                field,
                self._label(field),
                [BoardCard(code) for code in cards[field.name]],
                field.name == active,
                self.positions,
            )
            for field in fields
        ]

    @property
    def active_area(self) -> CardArea | None:
        """The area that takes the next card."""
        return next((area for area in self.areas if area.active), None)

    def _label(self, field: LookupField) -> str:
        if field.kind == "plays":
            return gettext("The trick")
        return gettext("My hand") if field.name == "hand" else self._language.gettext(field.title)

    @property
    def is_full(self) -> bool:
        """Whether the active area takes no more cards."""
        area = self.active_area
        return area is not None and area.field.kind == "plays" and len(area.cards) >= self.players

    @property
    def is_trick(self) -> bool:
        """Whether this is the lookup of a trick, not of a single card."""
        return "plays" in self.lookup.cards

    @property
    def positions(self) -> list[str]:
        """Who plays the first card of the trick, the second, …: names in an open match, else numbers."""
        if self.setting.in_match:
            return [gettext("{name} leads").format(name=self.setting.names[0]), *self.setting.names[1:]]
        return [gettext("1, leads"), *(str(number) for number in range(2, self.players + 1))]

    @property
    def empty_positions(self) -> list[str]:
        """The players who have not played to the trick yet; none if this is no trick."""
        return self.positions[len(self.lookup.cards["plays"]) :] if self.is_trick else []

    @property
    def pack(self) -> list[list[BoardCard]]:
        """The cards to tap, a row for each suit; none if the active area is full."""
        area = self.active_area
        if area is None or self.is_full:
            return []
        used = {code for name, codes in self.lookup.cards.items() for code in codes if self._excludes(name, area)}
        if has_several_packs(self.game):
            used = set()
        rows = [[BoardCard(code, code in used) for code in row] for row in pack_rows(self.game)]
        return rows + ([[BoardCard(FACE_DOWN)]] if area.field.face_down else [])

    @staticmethod
    def _excludes(name: str, area: CardArea) -> bool:
        """Whether a card in that field is excluded from this area: in the same field, and between trick and hand."""
        return name == area.field.name or {name, area.field.name} <= {"plays", "hand"}

    @property
    def button_groups(self) -> list[ButtonGroup]:
        """The fields with buttons."""
        return [
            ButtonGroup(field, self._buttons(field))
            for field in self.lookup.form.fields
            if not field.takes_cards and field.kind != "number"
        ]

    def _buttons(self, field: LookupField) -> list[tuple[str, str, bool]]:
        return [
            (choice.code, self._choice_label(choice), self.lookup.is_selected(field.name, choice.code))
            for choice in field.choices
            if not choice.is_seat or int(choice.code) < self.players
        ]

    def _choice_label(self, choice: LookupChoice) -> str:
        return self.setting.names[int(choice.code)] if choice.is_seat else choice.translated_label(self._language)

    @property
    def numbers(self) -> list[tuple[LookupField, str]]:
        """The fields to type a number into, with their values."""
        choices = self.lookup.choices
        fields = [field for field in self.lookup.form.fields if field.kind == "number"]
        return [(field, (choices.get(field.name) or [""])[0]) for field in fields]

    @property
    def hidden_inputs(self) -> list[tuple[str, str]]:
        """Name and value of each hidden input. Numbers have inputs of their own."""
        typed = {field.name for field, _ in self.numbers}
        return [(name, code) for name, code in self.lookup.query_items() if name not in typed]
