"""The buried cards by suit: what is known of them, and whether that is possible."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from scoring.engine.captured import check_in_pack
from scoring.engine.cards import SUITS, suit_of
from scoring.engine.game import Setup, check_per_seat
from scoring.engine.marking import _
from scoring.engine.messages import suit
from scoring.engine.refusal import refuse
from scoring.games.buried_treasure.cards import BURIED, IN_SUIT, decks_of, pack_of


@dataclass(frozen=True)
class BuriedSuit:
    """The buried cards of one suit: the cards known, and the number of cards of which only the suit is known."""

    known: tuple[str, ...]
    unknown: int

    @property
    def number(self) -> int:
        """How many cards of the suit are buried."""
        return len(self.known) + self.unknown


def check_buried(setup: Setup[Any], buried: Sequence[Sequence[str]]) -> dict[str, BuriedSuit]:
    """Returns the buried cards of each suit. Raises Refusal if they are not possible."""
    check_per_seat(setup, buried, "/buried", rule="burying")
    for who, entries in enumerate(buried):
        if len(entries) != BURIED:
            text = _("Everybody has four buried cards at the end, not {n}.")
            few = len(entries) < BURIED
            raise refuse(f"/buried/{who}", "buried_count", text, rule="burying", unfinished=few, n=len(entries))
    check_in_pack(pack_of(setup.players), known_cards(buried))
    entries = [entry for of_seat in buried for entry in of_seat]
    by_suit = {}
    for letter in SUITS:
        known = tuple(entry for entry in entries if entry != letter and suit_of(entry) == letter)
        by_suit[letter] = BuriedSuit(known, entries.count(letter))
        most = IN_SUIT * decks_of(setup.players)
        if by_suit[letter].number > most:
            text = _("There are only {most} {suit} in play, not {n}.")
            params: dict[str, Any] = {"most": most, "suit": suit(letter), "n": by_suit[letter].number}
            raise refuse("/buried", "too_many_of_suit", text, rule="burying", **params)
    return by_suit


def known_cards(buried: Sequence[Sequence[str]]) -> list[tuple[str, str]]:
    """Returns the buried cards that are known, each with its pointer."""
    return [
        (f"/buried/{who}/{place}", entry)
        for who, entries in enumerate(buried)
        for place, entry in enumerate(entries)
        if entry not in SUITS
    ]
