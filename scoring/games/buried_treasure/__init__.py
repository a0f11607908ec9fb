"""Buried Treasure: bury four cards, and make the piles of their suits grow.

``models``: what is entered. ``cards``: the pack and its values. ``buried_cards``, ``piles``: what is possible, and the
values of the piles. ``result``: the score of a hand. ``match_end``: the verdict. ``lookup``: the look-up of a move.
``form``: the form for the phone.
"""

from __future__ import annotations

from typing import ClassVar

from scoring.engine.form import Form
from scoring.engine.game import Example, Game, Grid, HandResult, Setup, Upcoming, Verdict
from scoring.engine.marking import _
from scoring.engine.match_end import length_of_match
from scoring.engine.messages import Number, line, seat
from scoring.engine.refusal import refuse
from scoring.engine.tricks import TrickResult
from scoring.games.buried_treasure.cards import DEALT, VALUES, decks_of, pack_of
from scoring.games.buried_treasure.form import make_form
from scoring.games.buried_treasure.lookup import look_up
from scoring.games.buried_treasure.match_end import match_verdict, target_of, tied_at_end
from scoring.games.buried_treasure.models import (
    BuriedTreasureDetails,
    BuriedTreasureLookup,
    BuriedTreasureOptions,
    BuriedTreasurePilesHand,
    BuriedTreasureState,
    BuriedTreasureValuesHand,
)
from scoring.games.buried_treasure.result import score_hand
from scoring.games.buried_treasure.tables import make_tables


class BuriedTreasure(Game[BuriedTreasureOptions, BuriedTreasureState]):
    """Four buried cards each bring the value that the pile of their suit has at the end."""

    slug = "buried-treasure"
    name = "Buried Treasure"
    family = "Collecting and melding"
    summary = "Bury four cards; each scores what the pile of its suit is worth at the end."
    players = (2, 3, 4, 5, 6, 7, 8)
    ends_after = "hands"
    deck = "52 cards; two packs for six or more"
    Options = BuriedTreasureOptions
    State = BuriedTreasureState
    Details = BuriedTreasureDetails
    hands = (BuriedTreasureValuesHand, BuriedTreasurePilesHand)
    Lookup = BuriedTreasureLookup
    examples: ClassVar[tuple[Example, ...]] = (
        Example(
            title="By the values of the piles",
            players=3,
            hands=[
                {
                    "kind": "values",
                    "suits": {"C": 19, "D": 38, "H": 23, "S": 26},
                    "buried": [["D", "D", "C", "S"], ["H", "H", "H", "H"], ["C", "C", "S", "H"]],
                }
            ],
            expect=[121, 92, 87],
        ),
        Example(
            title="By the cards in the piles",
            players=2,
            hands=[
                {
                    "kind": "piles",
                    "piles": {"C": ["4C", "KC", "9C", "2C"], "D": [], "H": ["AH", "10H", "7H"], "S": ["8S", "QS"]},
                    "buried": [["QD", "JD", "9H", "5S"], ["C", "C", "H", "D"]],
                }
            ],
            expect=[26, 48],
        ),
    )

    def check_start(self, setup: Setup[BuriedTreasureOptions], state: BuriedTreasureState) -> None:
        if state.tie_break and not tied_at_end(setup, state):
            text = _("These totals need no tie-break: the highest is not tied, or the match goes on anyway.")
            raise refuse("/tie_break", "no_tie", text, rule="tie")

    def apply(
        self,
        setup: Setup[BuriedTreasureOptions],
        state: BuriedTreasureState,
        hand: BuriedTreasureValuesHand | BuriedTreasurePilesHand,
    ) -> HandResult[BuriedTreasureState]:
        return score_hand(setup, state, hand)

    def upcoming(self, setup: Setup[BuriedTreasureOptions], state: BuriedTreasureState) -> Upcoming:
        options, first = setup.options, setup.after(state.dealer)
        decks, tie = decks_of(setup.players), tied_at_end(setup, state)
        target = None if options.hands is not None else target_of(setup)
        deal = (
            _("{who} deals {n} cards to each from one pack")
            if decks == 1
            else _("{who} deals {n} cards to each from two packs")
        )
        length = (
            [line("A tie for the highest total: one more hand for everybody", rule="tie")]
            if tie
            else length_of_match(state, options.hands, target)
        )
        notices = [
            *length,
            line(deal, who=seat(state.dealer), n=DEALT, rule="setup"),
            line("Bury three of them unseen, the fourth later", rule="burying"),
            line("{who} plays first", who=seat(first), rule="play", code="seats"),
        ]
        details = {
            "first": first,
            "tie_break": tie,
            "hand": state.hands_played + 1,
            "target": target,
            "decks": decks,
            "stock": len(pack_of(setup.players)) - DEALT * setup.players,
        }
        return Upcoming(dealer=state.dealer, leads=first, notices=notices, details=details)

    def verdict(self, setup: Setup[BuriedTreasureOptions], state: BuriedTreasureState, ended: bool = False) -> Verdict:
        return match_verdict(setup, state, ended)

    def trick(self, setup: Setup[BuriedTreasureOptions], lookup: BuriedTreasureLookup) -> TrickResult:
        return look_up(setup, lookup)

    def card_values(self, options: BuriedTreasureOptions) -> dict[str, Number]:
        return dict(VALUES)

    def tables(self, options: BuriedTreasureOptions) -> dict[str, Grid]:
        return make_tables(self.players)

    def form(self, setup: Setup[BuriedTreasureOptions], state: BuriedTreasureState) -> Form:
        return make_form(setup)


game = BuriedTreasure()
