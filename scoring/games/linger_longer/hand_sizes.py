"""Everybody's number of cards during a hand of Linger Longer."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Any

from scoring.engine.game import Setup, check_seat
from scoring.engine.marking import _
from scoring.engine.messages import Line, line, say, seat
from scoring.engine.refusal import refuse
from scoring.games.linger_longer.models import LingerLongerDetails

PACK = 52


def stock_after_deal(players: int) -> int:
    """Returns the number of cards in the stock before the first trick."""
    return PACK - players * players


@dataclass
class HandSizes:
    """A hand so far.

    sizes: cards of each seat. stock, discarded: cards in the stock and played. dropped_out: in the order of leaving.
    lines: trick by trick.
    """

    sizes: list[int]
    stock: int
    discarded: int = 0
    tricks_played: int = 0
    dropped_out: list[int] = field(default_factory=list)
    lines: list[Line] = field(default_factory=list)

    @property
    def winner(self) -> int | None:
        """The only seat with cards, None while there are more."""
        holding = [who for who, cards in enumerate(self.sizes) if cards]
        return holding[0] if len(holding) == 1 else None

    @property
    def details(self) -> LingerLongerDetails:
        """The derived figures."""
        return LingerLongerDetails(
            winner=self.winner,
            hand_sizes=list(self.sizes),
            dropped_out=list(self.dropped_out),
            tricks_played=self.tricks_played,
            stock_left=self.stock,
        )

    def add_trick(self, winner: int) -> None:
        """Adds a trick: everybody still in plays a card, the winner draws one, and players without cards drop out."""
        if not self.stock:
            self.stock, self.discarded = self.discarded, 0
            self.lines.append(
                line("The stock is used up: the cards played are shuffled and make a new one", rule="stock")
            )
        playing = [who for who, cards in enumerate(self.sizes) if cards]
        for who in playing:
            self.sizes[who] -= who != winner
        self.stock -= 1
        self.discarded += len(playing)
        leaving = [who for who in playing if not self.sizes[who]]
        self.dropped_out += leaving
        self.tricks_played += 1
        left = [say("{who} {n}", who=seat(who), n=self.sizes[who]) for who in playing if self.sizes[who]]
        text = _("Trick {n} to {who}; cards left: {left}")
        self.lines.append(line(text, n=self.tricks_played, who=seat(winner), left=left, rule="play"))
        if leaving:
            out = [seat(who) for who in leaving]
            self.lines.append(line("Out: {out}", out=out, rule="drop-out"))


def replay_tricks(setup: Setup[Any], winners: Sequence[int]) -> HandSizes:
    """Returns the hand after these tricks. Raises Refusal if one of them is not possible."""
    sizes = HandSizes([setup.players] * setup.players, stock_after_deal(setup.players))
    for place, who in enumerate(winners):
        pointer = f"/trick_winners/{place}"
        check_seat(setup, who, pointer, rule="play")
        if sizes.winner is not None:
            text = _("The hand was over before trick {n}: {who} alone had cards.")
            who_won = seat(sizes.winner)
            raise refuse(pointer, "hand_over", text, rule="drop-out", n=place + 1, who=who_won)
        if not sizes.sizes[who]:
            text = _("{who} had no cards left in trick {n}.")
            raise refuse(pointer, "dropped_out", text, rule="drop-out", who=seat(who), n=place + 1)
        sizes.add_trick(who)
    return sizes
