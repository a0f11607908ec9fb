"""The players and house rules of a lookup: the usual ones, or those of an open match."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

from django.utils.translation import gettext

from scoring.engine.field_specs import field_specs
from scoring.engine.game import Game
from scoring.engine.match import OpenMatch, open_match
from scoring.engine.refusal import Refusal
from scoring.languages import current_language


@dataclass(frozen=True)
class LookupSetting:
    """The players of a lookup in the order of play, the leader first.

    seats: their seats in the open match; empty if there is none. options: house rules that are not the usual ones.
    """

    names: tuple[str, ...]
    seats: tuple[int, ...] = ()
    options: Mapping[str, Any] = field(default_factory=dict)

    @property
    def players(self) -> int:
        """How many play."""
        return len(self.names)

    @property
    def in_match(self) -> bool:
        """Whether the players are those of an open match."""
        return bool(self.seats)

    @property
    def in_seat_order(self) -> list[tuple[int, str]]:
        """Seat and name of each player, in the order of the seats; empty without an open match."""
        return sorted(zip(self.seats, self.names, strict=True)) if self.seats else []

    def seat_and_name(self, position: int | None) -> tuple[int, str] | None:
        """The seat and name of the player in this position; None without a position or an open match."""
        return (self.seats[position], self.names[position]) if self.seats and position is not None else None

    def partners(self, game: Game[Any, Any]) -> list[str]:
        """The partners, each ``"Ada & Cleo"``; empty if everybody plays alone."""
        try:
            sides = self.open(game).setup.sides
        except Refusal:
            return []
        language = current_language()
        return [language.side_name([self.names[seat] for seat in side]) for side in sides if len(side) > 1]

    def open(self, game: Game[Any, Any]) -> OpenMatch:
        """A match of these players before its first hand. Raises Refusal.

        The players are in the order of play here, so the turn goes to the left whatever the house rules say.
        """
        return open_match(game, self.players, {name: value for name, value in self.options.items() if name != "turn"})

    def house_rules(self, game: Game[Any, Any]) -> list[str]:
        """The house rules in words, each ``"Title: choice"``."""
        specs, language = {spec.name: spec for spec in field_specs(game.Options)}, current_language(game.slug)
        return [
            gettext("{title}: {value}").format(
                title=language.gettext(specs[name].title), value=specs[name].label(value, language)
            )
            for name, value in self.options.items()
            if value != specs[name].default
        ]


def player_name(number: int) -> str:
    """A player without a name. number: 0 for the first."""
    return gettext("Player {number}").format(number=number + 1)


def usual_setting(players: int) -> LookupSetting:
    """So many players without names, and the usual house rules."""
    return LookupSetting(tuple(player_name(number) for number in range(players)))
