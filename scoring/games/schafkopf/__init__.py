"""Schafkopf for three with a widow: queens, jacks and diamonds are always trumps."""

from __future__ import annotations

from typing import ClassVar

from scoring.engine.cards import PACK_32
from scoring.engine.form import Form
from scoring.engine.game import (
    Example,
    Game,
    Grid,
    HandResult,
    Order,
    Setup,
    Upcoming,
    Verdict,
    after_deals,
    check_trick,
    ended_by_table,
    hand_number,
)
from scoring.engine.marking import _
from scoring.engine.messages import Number, line, seat
from scoring.engine.refusal import refuse
from scoring.engine.tricks import LegalPlays, TrickResult, follow_suit, trick_result
from scoring.games.schafkopf.declarer import score_declarer
from scoring.games.schafkopf.form import make_form
from scoring.games.schafkopf.least_hand import score_least
from scoring.games.schafkopf.models import (
    RANKING,
    VALUES,
    SchafkopfDeclarerHand,
    SchafkopfDetails,
    SchafkopfLeastHand,
    SchafkopfOptions,
    SchafkopfState,
    SchafkopfTrick,
)
from scoring.games.schafkopf.tables import make_tables


class Schafkopf(Game[SchafkopfOptions, SchafkopfState]):
    """Three players; the one who takes the widow plays alone for 61 card points."""

    slug = "schafkopf"
    name = "Schafkopf"
    native_names: ClassVar[dict[str, str]] = {"de": "Schafkopf"}
    aliases = ("Schafskopf", "Three-handed Schafkopf")
    national_signs: ClassVar[dict[str, str]] = {"de": "german"}
    family = "Point-trick games"
    summary = "One player takes the widow and needs 61 card points against two; queens, jacks and diamonds are trumps."
    players = (3,)
    ends_after = "deals"
    deck = "32 cards, A 10 K Q J 9 8 7"
    fees = ("lost",)
    Options = SchafkopfOptions
    State = SchafkopfState
    Details = SchafkopfDetails
    hands = (SchafkopfDeclarerHand, SchafkopfLeastHand)
    Lookup = SchafkopfTrick
    examples: ClassVar[tuple[Example, ...]] = (
        Example("Won with 74 card points", [{"kind": "declarer", "declarer": 1, "declarer_points": 74}], [0, 2, 0]),
        Example("A schneider by its line", [{"kind": "declarer", "declarer": 2, "line": "schneider"}], [0, 0, 4]),
        Example(
            "The defenders' pile is counted",
            [{"kind": "declarer", "declarer": 0, "defender_cards": ["QC", "AH", "7D", "10S", "KS", "8S"]}],
            [4, 0, 0],
        ),
        Example(
            "Least, two tied for fewest",
            [{"kind": "least", "points": [34, 34, 52], "last_trick": [7, 5, 10]}],
            [0, 2, 0],
        ),
    )

    def check_setup(self, players: int, options: SchafkopfOptions) -> None:
        if options.deals % 3:
            text = _("{deals} deals cannot be shared equally by three players: choose a multiple of three.")
            raise refuse("/options/deals", "not_a_multiple", text, rule="end", deals=options.deals)

    def apply(
        self,
        setup: Setup[SchafkopfOptions],
        state: SchafkopfState,
        hand: SchafkopfDeclarerHand | SchafkopfLeastHand,
    ) -> HandResult[SchafkopfState]:
        if isinstance(hand, SchafkopfDeclarerHand):
            return score_declarer(setup, state, hand)
        return score_least(setup, state, hand)

    def upcoming(self, setup: Setup[SchafkopfOptions], state: SchafkopfState) -> Upcoming:
        order = [setup.after(state.dealer, steps) for steps in (1, 2, 3)]
        deal = state.hands_played + 1
        return Upcoming(
            dealer=state.dealer,
            leads=order[0],
            notices=[
                hand_number(deal, setup.options.deals, unit="deal"),
                line("The widow is offered to {order}", order=[seat(number) for number in order], rule="widow"),
            ],
            details={"deal": deal, "deals": setup.options.deals, "widow_order": order},
        )

    def verdict(self, setup: Setup[SchafkopfOptions], state: SchafkopfState, ended: bool = False) -> Verdict:
        return ended_by_table(state) if ended else after_deals(state, setup.options.deals)

    def trick(self, setup: Setup[SchafkopfOptions], lookup: SchafkopfTrick) -> TrickResult | LegalPlays:
        check_trick(setup, PACK_32, lookup, rule="play")
        if lookup.hand and len(lookup.plays) < setup.players:
            return follow_suit(RANKING, lookup.hand, lookup.plays, "play")
        return trick_result(RANKING, lookup.plays, setup.players, "card-strength")

    def strength(self, options: SchafkopfOptions) -> tuple[Order, ...]:
        return (Order("Trumps", RANKING.trumps), Order("Clubs, spades and hearts", RANKING.ranks))

    def card_values(self, options: SchafkopfOptions) -> dict[str, Number]:
        return dict(VALUES)

    def tables(self, options: SchafkopfOptions) -> dict[str, Grid]:
        return make_tables()

    def form(self, setup: Setup[SchafkopfOptions], state: SchafkopfState) -> Form:
        return make_form(setup, state)


game = Schafkopf()
