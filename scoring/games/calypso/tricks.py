"""Tricks of Calypso: four trump suits at once, and the cards that go to calypsos and piles."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Any

from scoring.engine.cards import rank_of, suit_of
from scoring.engine.game import Setup, check_per_seat, check_trick
from scoring.engine.messages import Message, card, say, seat, suit
from scoring.engine.tricks import LegalPlays, Play, PlayedTrick, Ranking, TrickResult, follow_suit, so_far
from scoring.games.calypso.checks import check_ranks, check_suits
from scoring.games.calypso.models import (
    PACK,
    RANKS,
    SIZE,
    CalypsoLookup,
    CalypsoOptions,
    CalypsoState,
    CalypsoTricksHand,
)

NO_TRUMPS = Ranking((), RANKS)


def winner_of(suits: Sequence[str], plays: Sequence[Play]) -> tuple[Play, Message]:
    """Returns the play that takes a trick (so far), and why. suits: the trump suit of each seat."""
    lead = plays[0]
    led = suit_of(lead.card)
    trumps = [play for play in plays[1:] if suit_of(play.card) == suits[play.seat] != led]
    params = {"who": seat(lead.seat), "suit": suit(led)}
    if suits[lead.seat] == led:
        higher = [play for play in trumps if _height(play) > _height(lead)]
        if not higher:
            return lead, say("{who} led their own suit, and nobody trumped higher", **params)
        best = max(higher, key=_height)
        return best, say("{card} trumps higher than the lead in the leader's own suit", card=card(best.card))
    if trumps:
        best = max(trumps, key=_height)
        if len(trumps) == 1:
            return best, say("{card} is the only trump: the player's own suit", card=card(best.card))
        if sum(_height(play) == _height(best) for play in trumps) > 1:
            return best, say("{card} is the first of the equal highest trumps", card=card(best.card))
        return best, say("{card} is the highest trump", card=card(best.card))
    best = NO_TRUMPS.winner(plays)
    return best, say("Nobody trumped: {card} is the highest of {suit}", card=card(best.card), suit=suit(led))


def _height(play: Play) -> int:
    return -RANKS.index(rank_of(play.card))


@dataclass
class Table:
    """The cards in front of the players. ranks: by seat, the calypso in progress. piles: by side, cards won."""

    suits: Sequence[str]
    ranks: list[list[str]]
    calypsos: list[int] = field(default_factory=lambda: [0] * 4)
    piles: list[int] = field(default_factory=lambda: [0] * 2)

    @property
    def cards(self) -> int:
        """How many cards these are."""
        return SIZE * sum(self.calypsos) + sum(len(ranks) for ranks in self.ranks) + sum(self.piles)

    def take(self, winner: int, cards: Sequence[str]) -> tuple[list[list[str]], list[str]]:
        """Lays the cards of a trick down. Returns which went to each seat's calypso, and which to the pile."""
        used: list[list[str]] = [[] for _ in range(4)]
        pile = []
        for owner in (winner, (winner + 2) % 4):
            mine = [code for code in cards if suit_of(code) == self.suits[owner]]
            spare = self._add(owner, mine, used[owner])
            if len(self.ranks[owner]) == SIZE:
                self.calypsos[owner] += 1
                self.ranks[owner] = []
                spare = self._add(owner, spare, used[owner])
            pile += spare
        own = {self.suits[winner], self.suits[(winner + 2) % 4]}
        pile += [code for code in cards if suit_of(code) not in own]
        self.piles[winner % 2] += len(pile)
        return used, pile

    def _add(self, owner: int, cards: Sequence[str], used: list[str]) -> list[str]:
        """Adds to a calypso what it still lacks; returns the rest."""
        spare = []
        for code in cards:
            if rank_of(code) in self.ranks[owner]:
                spare.append(code)
            else:
                self.ranks[owner].append(rank_of(code))
                used.append(code)
        return spare


def played_tricks(setup: Setup[CalypsoOptions], state: CalypsoState, hand: CalypsoTricksHand) -> list[PlayedTrick]:
    """Returns the tricks of a deal with their winners, as entered or by the cards."""
    leader, tricks = setup.after(state.dealer), []
    for trick in hand.tricks:
        plays = [Play(seat=setup.after(leader, place), card=code) for place, code in enumerate(trick.cards)]
        leader = winner_of(setup.options.suits, plays)[0].seat if trick.winner is None else trick.winner
        tricks.append(PlayedTrick([(play.seat, play.card) for play in plays], leader))
    return tricks


def look_up(setup: Setup[CalypsoOptions], lookup: CalypsoLookup) -> TrickResult | LegalPlays:
    """Returns who takes a trick, or which cards of a hand may be played. Raises Refusal if the trick is not
    possible.
    """
    suits = setup.options.suits if lookup.suits is None else lookup.suits
    check_suits(suits, "/suits")
    check_trick(setup, PACK, lookup, rule="play")
    if lookup.have is not None:
        check_per_seat(setup, lookup.have, "/have", rule="calypsos")
        for number, ranks in enumerate(lookup.have):
            check_ranks(ranks, f"/have/{number}")
    if lookup.hand and len(lookup.plays) < setup.players:
        return follow_suit(NO_TRUMPS, lookup.hand, lookup.plays, "play")
    best, why = winner_of(suits, lookup.plays)
    done = len(lookup.plays) == setup.players
    extra = _cards_to(suits, best.seat, lookup) if done and lookup.have is not None else {}
    result = TrickResult(best.seat, best.card, why, "trumps", best.seat, extra)
    return result if done else so_far(result)


def _cards_to(suits: Sequence[str], winner: int, lookup: CalypsoLookup) -> dict[str, Any]:
    """Returns which cards of the trick go to which calypso or pile."""
    table = Table(suits, [list(ranks) for ranks in lookup.have or ()])
    used, pile = table.take(winner, [play.card for play in lookup.plays])
    return {
        "to_calypsos": used,
        "to_pile": pile,
        "completed": [number for number, made in enumerate(table.calypsos) if made],
        "have": table.ranks,
    }
