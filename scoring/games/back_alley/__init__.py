"""Back Alley: thirteen cards down to one and up again, two bloopers, and boards for all the tricks."""

from __future__ import annotations

from typing import Any, ClassVar

from scoring.engine.form import Form
from scoring.engine.game import (
    Example,
    Game,
    Grid,
    HandResult,
    Order,
    Setup,
    SheetColumns,
    SheetEntry,
    Upcoming,
    Verdict,
    ended_by_table,
    hand_number,
    leading_sides,
)
from scoring.engine.marking import _
from scoring.engine.messages import Line, line, plural, say, seat
from scoring.engine.refusal import refuse
from scoring.engine.tricks import LegalPlays, TrickResult
from scoring.games.back_alley.contracts import bid_name, check_bids, contract_of, leader
from scoring.games.back_alley.form import make_form
from scoring.games.back_alley.models import (
    BLOOPERS,
    FULL_HAND,
    RANKS,
    BackAlleyDetails,
    BackAlleyLookup,
    BackAlleyOptions,
    BackAlleyPlayedHand,
    BackAlleyState,
    BackAlleyThrownInHand,
    hand_size,
)
from scoring.games.back_alley.result import contract_line, score_played, score_thrown_in
from scoring.games.back_alley.tables import make_tables
from scoring.games.back_alley.tricks import look_up


class BackAlley(Game[BackAlleyOptions, BackAlleyState]):
    """Four players in partnerships bid for tricks in twenty-six hands of changing size."""

    slug = "back-alley"
    name = "Back Alley"
    aliases = ("Back Alley Bridge", "Back Street Bridge", "Blooper")
    family = "Plain-trick games"
    summary = "Partners add their bids and must take that many tricks; hands shrink to one card and grow again."
    players = (4,)
    deals_again = ("thrown_in",)
    stays_at_table = ("number", "hand_size")
    partnerships = True
    deck = "52 cards and two jokers that differ"
    Options = BackAlleyOptions
    State = BackAlleyState
    Details = BackAlleyDetails
    sheet_columns = SheetColumns(say("Contracts"), changes=True)
    hands = (BackAlleyPlayedHand, BackAlleyThrownInHand)
    Lookup = BackAlleyLookup
    examples: ClassVar[tuple[Example, ...]] = (
        Example(
            "The first hand, both sides make it",
            [{"kind": "played", "bids": [4, 3, 3, 2], "tricks": [8, 5]}],
            [36, 25],
        ),
        Example(
            "A board failed by a trick",
            [{"kind": "played", "bids": ["board", 2, 1, 0], "tricks": [5, None]}],
            [-60, -10],
            start={"number": 8, "dealer": 3},
        ),
        Example(
            "Bid, and still being played",
            [{"kind": "played", "bids": [4, "pass", 3, 2], "trump": "H"}],
            [0, 0],
        ),
        Example("All four passed", [{"kind": "thrown_in"}], [0, 0]),
    )

    def complete_start(
        self, setup: Setup[BackAlleyOptions], state: BackAlleyState, given: frozenset[str]
    ) -> BackAlleyState:
        """Fills in the number of the next hand if it is missing: from the hands played, or else from their size."""
        number = state.number
        if "number" not in given and state.hands_played:
            number = min(state.hands_played, setup.options.hands) + 1
        elif "number" not in given and state.hand_size is not None:
            number = FULL_HAND + 1 - state.hand_size
        if number <= setup.options.hands and state.hand_size not in (None, hand_size(setup.options, number)):
            text = _("Hand {number} has {size} cards each, not {given}.")
            params = {"number": number, "size": hand_size(setup.options, number), "given": state.hand_size}
            raise refuse("/hand_size", "disagree", text, rule="setup", **params)
        return state.model_copy(update={"number": number, "hand_size": None})

    def check_start(self, setup: Setup[BackAlleyOptions], state: BackAlleyState) -> None:
        if state.number > setup.options.hands + 1:
            text = _("The match has only {hands} hands.")
            raise refuse("/number", "number_unknown", text, rule="end", hands=setup.options.hands)
        if state.bids is not None and state.number <= setup.options.hands:
            check_bids(setup, state.bids, state.dealer, hand_size(setup.options, state.number))

    def apply(
        self,
        setup: Setup[BackAlleyOptions],
        state: BackAlleyState,
        hand: BackAlleyPlayedHand | BackAlleyThrownInHand,
    ) -> HandResult[BackAlleyState]:
        if isinstance(hand, BackAlleyPlayedHand):
            return score_played(setup, state, hand)
        return score_thrown_in(setup, state, hand)

    def upcoming(self, setup: Setup[BackAlleyOptions], state: BackAlleyState) -> Upcoming:
        first = setup.after(state.dealer)
        size = hand_size(setup.options, state.number)
        hands = setup.options.hands
        cards = plural(size, "{n} card each", "{n} cards each")
        leads = None
        notices = [hand_number(state.number, hands), Line(cards, None, "setup")]
        details: dict[str, Any] = {"hand": state.number, "hand_size": size, "hands": hands, "first_bidder": first}
        if state.bids and any(state.bids):
            leads = leader(setup, state.bids, state.dealer)
            contracts = [contract_of(setup, state.bids, number) for number in range(2)]
            notices.append(line("{who} bid highest and leads", who=seat(leads), rule="leading"))
            notices += [contract_line(contract, number) for number, contract in enumerate(contracts)]
            details["contracts"] = [contract.as_json for contract in contracts]
        else:
            text = _("{who} bids first, and the highest bidder leads")
            notices.append(line(text, who=seat(first), rule="bidding"))
        return Upcoming(dealer=state.dealer, leads=leads, notices=notices, details=details)

    def verdict(self, setup: Setup[BackAlleyOptions], state: BackAlleyState, ended: bool = False) -> Verdict:
        if ended:
            return ended_by_table(state)
        hands = setup.options.hands
        if state.number <= hands:
            return Verdict(False)
        return Verdict(
            True, leading_sides(state.totals), plural(hands, "The {n} hand was played", "All {n} hands were played")
        )

    def trick(self, setup: Setup[BackAlleyOptions], lookup: BackAlleyLookup) -> TrickResult | LegalPlays:
        return look_up(setup, lookup)

    def strength(self, options: BackAlleyOptions) -> tuple[Order, ...]:
        return (Order("Trumps", BLOOPERS + RANKS), Order("Every other suit", RANKS))

    def tables(self, options: BackAlleyOptions) -> dict[str, Grid]:
        return make_tables(options)

    def sheet_entry(self, setup: Setup[BackAlleyOptions], hand: dict[str, Any], result: dict[str, Any]) -> SheetEntry:
        """Returns the contracts of both sides."""
        contracts = result["details"].get("contracts")
        if contracts is None:
            return SheetEntry(say("Thrown in"))
        return SheetEntry(say("{a} : {b}", a=bid_name(contracts[0]), b=bid_name(contracts[1])))

    def form(self, setup: Setup[BackAlleyOptions], state: BackAlleyState) -> Form:
        return make_form(setup, state)


game = BackAlley()
