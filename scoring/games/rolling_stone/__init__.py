"""Rolling Stone (Enflé, Schwellen): get rid of your cards; a player who cannot follow picks the trick up.

``models``: what is entered. ``cards``: the pack. ``play_by_play``: everybody's number of cards during a hand.
``cards_left``: the score of the cards left. ``result``: the result of a hand. ``tricks``: the look-up of a trick.
``form``: the form for the phone.
"""

from __future__ import annotations

from dataclasses import replace
from typing import ClassVar

from scoring.engine.form import Form
from scoring.engine.game import Example, Game, Grid, HandResult, Order, Setup, Upcoming, Verdict, ended_by_table
from scoring.engine.marking import _
from scoring.engine.match_end import hands_or_target, length_of_match
from scoring.engine.messages import Number, line, seat
from scoring.engine.tricks import LegalPlays, TrickResult
from scoring.games.rolling_stone.cards import HAND_SIZE, LOWEST, PIPS, ranks_of
from scoring.games.rolling_stone.form import make_form
from scoring.games.rolling_stone.models import (
    RollingStoneDetails,
    RollingStoneLookup,
    RollingStoneOptions,
    RollingStoneResultHand,
    RollingStoneState,
    RollingStoneTricksHand,
)
from scoring.games.rolling_stone.result import score_result, score_tricks
from scoring.games.rolling_stone.tables import make_tables
from scoring.games.rolling_stone.tricks import look_up

#: What the order of the cards applies to, by number of players.
_WHERE = {
    4: _("Every suit with 4 players"),
    5: _("Every suit with 5 players"),
    6: _("Every suit with 6 players"),
}


class RollingStone(Game[RollingStoneOptions, RollingStoneState]):
    """A player who cannot follow suit picks up; the first player without cards wins the hand."""

    slug = "rolling-stone"
    name = "Rolling Stone"
    native_names: ClassVar[dict[str, str]] = {"fr": "Enflé", "de": "Schwellen"}
    aliases = ("Enflé", "Schwellen", "Schweller", "Farbenjagd")
    family = "Shedding and outlasting"
    summary = "Follow suit or pick up the trick; the first to run out of cards wins."
    players = (4, 5, 6)
    deck = "32, 40 or 48 cards: eight for each player"
    Options = RollingStoneOptions
    State = RollingStoneState
    Details = RollingStoneDetails
    hands = (RollingStoneResultHand, RollingStoneTricksHand)
    Lookup = RollingStoneLookup
    examples: ClassVar[tuple[Example, ...]] = (
        Example(
            title="A hand by its result",
            players=6,
            hands=[{"kind": "result", "winner": 4}],
            expect=[0, 0, 0, 0, 1, 0],
        ),
        Example(
            title="The cards of the others are scored",
            players=4,
            options={"scoring": "cards"},
            hands=[{"kind": "result", "winner": 1, "cards_left": [4, 0, 6, 2]}],
            expect=[0, 12, 0, 0],
        ),
        Example(
            title="Their pips are scored",
            players=4,
            options={"scoring": "pips"},
            hands=[{"kind": "result", "winner": 3, "cards_left": [["AS", "9H"], ["KC"], ["10D", "8D"], []]}],
            expect=[0, 0, 0, 38],
        ),
        Example(
            title="A hand that is still being played",
            players=4,
            hands=[
                {
                    "kind": "tricks",
                    "tricks": [
                        {"kind": "followed", "winner": 2},
                        {"kind": "picked_up", "seat": 1},
                        {"kind": "picked_up", "seat": 2},
                    ],
                }
            ],
            expect=[0, 0, 0, 0],
        ),
    )

    def apply(
        self,
        setup: Setup[RollingStoneOptions],
        state: RollingStoneState,
        hand: RollingStoneResultHand | RollingStoneTricksHand,
    ) -> HandResult[RollingStoneState]:
        if isinstance(hand, RollingStoneTricksHand):
            return score_tricks(setup, state, hand)
        return score_result(setup, state, hand)

    def upcoming(self, setup: Setup[RollingStoneOptions], state: RollingStoneState) -> Upcoming:
        options, leader = setup.options, setup.after(state.dealer)
        lowest = LOWEST[setup.players]
        text = _("{who} deals {n} cards to each; every card below the {lowest} is left out of the pack")
        notices = [
            *length_of_match(state, options.hands, options.target),
            line(text, who=seat(state.dealer), n=HAND_SIZE, lowest=lowest, rule="setup"),
            line("{who} leads, any card", who=seat(leader), rule="play", code="seats"),
        ]
        return Upcoming(
            dealer=state.dealer,
            leads=leader,
            notices=notices,
            details={"leader": leader, "ranks": list(ranks_of(setup.players)), "hand": state.hands_played + 1},
        )

    def verdict(self, setup: Setup[RollingStoneOptions], state: RollingStoneState, ended: bool = False) -> Verdict:
        result = ended_by_table(state) if ended else hands_or_target(state, setup.options.hands, setup.options.target)
        return replace(result, details={"next_dealer": None if result.finished else state.dealer})

    def trick(self, setup: Setup[RollingStoneOptions], lookup: RollingStoneLookup) -> TrickResult | LegalPlays:
        return look_up(setup, lookup)

    def strength(self, options: RollingStoneOptions) -> tuple[Order, ...]:
        return tuple(Order(_WHERE[players], ranks_of(players)) for players in self.players)

    def card_values(self, options: RollingStoneOptions) -> dict[str, Number]:
        """Returns the pips of a card, which count only if the table scores them."""
        return dict(PIPS)

    def tables(self, options: RollingStoneOptions) -> dict[str, Grid]:
        return make_tables()

    def form(self, setup: Setup[RollingStoneOptions], state: RollingStoneState) -> Form:
        return make_form(setup)


game = RollingStone()
