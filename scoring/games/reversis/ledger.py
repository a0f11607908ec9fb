"""Chips and pots during a hand: the sum of all chips never changes."""

from __future__ import annotations

from dataclasses import dataclass, field

from scoring.engine.cards import suit_of
from scoring.engine.game import Setup
from scoring.engine.marking import _
from scoring.engine.messages import Line, line, seat
from scoring.games.reversis.models import ReversisOptions, ReversisState

ANTE = 5
THROWN_QUINOLA = 5
FORCED_QUINOLA, OTHERS_PAY = 10, 5


def ace_price(card: str) -> int:
    """Returns what an ace is worth in chips: two for diamonds, one for the others."""
    return 2 if suit_of(card) == "D" else 1


@dataclass
class Ledger:
    """The chips that change hands.

    changes: by seat. pots: oldest first. lines: what was paid, and why. taken: the pot that was taken in this hand.
    """

    changes: list[int]
    pots: list[int]
    first_remise_paid: bool
    lines: list[Line] = field(default_factory=list)
    taken: int = 0

    def pay(self, payer: int, payee: int, chips: int) -> None:
        """One player pays another."""
        self.changes[payer] -= chips
        self.changes[payee] += chips

    def take_pot(self, taker: int) -> int:
        """A player takes the newest pot. Returns its size."""
        self.taken = self.pots.pop()
        self.changes[taker] += self.taken
        return self.taken

    def return_pot(self, giver: int) -> None:
        """A player puts the pot back that was taken."""
        self.changes[giver] -= self.taken
        self.pots.append(self.taken)
        text = _("{who} put the pot of {n} back")
        self.lines.append(line(text, who=seat(giver), n=self.taken, value=self.taken, rule="espagnolette"))

    def remise(self, payer: int) -> None:
        """A fine of the size of the newest pot: the first doubles pot 1, a later one becomes a pot of its own."""
        chips = self.pots[-1]
        self.changes[payer] -= chips
        if self.first_remise_paid:
            self.pots.append(chips)
            text = _("{who} paid a remise: a new pot of {n}")
        else:
            self.pots[0] += chips
            text = _("{who} paid the first remise into pot 1")
        self.first_remise_paid = True
        self.lines.append(line(text, who=seat(payer), n=chips, value=chips, rule="remise"))


def ante(setup: Setup[ReversisOptions], state: ReversisState) -> Ledger:
    """Returns the ledger of a hand after the ante: everybody pays if there is no pot, else only the dealer."""
    dealer = state.dealer
    if state.pots:
        changes = [-ANTE if owner == dealer else 0 for owner in range(setup.players)]
        pots = [*state.pots[:-1], state.pots[-1] + ANTE]
        text = _("Ante: {who} put {n} on the newest pot, now {pot}")
        explanation = line(text, who=seat(dealer), n=ANTE, pot=pots[-1], value=pots[-1], rule="ante")
        return Ledger(changes, pots, state.first_remise_paid, [explanation])
    changes = [-2 * ANTE if owner == dealer else -ANTE for owner in range(setup.players)]
    pot = -sum(changes)
    text = _("Ante: {who} {twice}, the others {n} each, in all {pot}")
    explanation = line(text, who=seat(dealer), twice=2 * ANTE, n=ANTE, pot=pot, value=pot, rule="ante")
    return Ledger(changes, [pot], False, [explanation])
