"""Fipsen: bid a number of tricks with a pack that has one diamond; the sheet has five columns.

``models``: what is entered. ``hand_end``: how a hand ended. ``result``: its value. ``tables``: the values of the bids.
``form``: the form for the phone.
"""

from __future__ import annotations

from typing import Any, ClassVar

from scoring.engine.form import Form
from scoring.engine.game import (
    Board,
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
    after_deals,
    check_seat,
    check_totals,
    check_trick,
    ended_by_table,
    hand_number,
)
from scoring.engine.marking import _
from scoring.engine.messages import Message, Number, line, say, seat
from scoring.engine.refusal import refuse
from scoring.engine.tricks import LegalPlays, TrickResult, follow_suit, trick_result
from scoring.games.fipsen.form import make_form
from scoring.games.fipsen.models import (
    PACK,
    RANKS,
    FipsenAllPassed,
    FipsenBid,
    FipsenContractHand,
    FipsenDetails,
    FipsenKiekerHand,
    FipsenOptions,
    FipsenState,
    FipsenTrick,
    ranking,
)
from scoring.games.fipsen.result import score_all_passed, score_bid, score_contract, score_kieker
from scoring.games.fipsen.tables import make_tables

CALLS = {"hand": say("Hand"), "ruten": say("Ruten"), "durch": say("Durch")}
"""The additions that a bid may have."""


class Fipsen(Game[FipsenOptions, FipsenState]):
    """One against three for two to five of five tricks; Hand, Ruten, Durch and playing on double the value."""

    slug = "fipsen"
    name = "Fipsen"
    native_names: ClassVar[dict[str, str]] = {"de": "Fipsen"}
    aliases = ("Fips",)
    family = "Plain-trick games"
    summary = "Bid two to five of the five tricks against three others, with a pack that has a single diamond."
    players = (4,)
    deals_again = ("passed",)
    ends_after = "deals"
    stays_at_table = ("deals_played",)
    deck = "25 cards: A K Q J 10 9 8 7 of clubs, spades and hearts, and the 7 of diamonds"
    fees = ("lost",)
    Options = FipsenOptions
    State = FipsenState
    Details = FipsenDetails
    hands = (FipsenContractHand, FipsenKiekerHand, FipsenAllPassed, FipsenBid)
    Lookup = FipsenTrick
    sheet_columns = SheetColumns(say("Bid"), say("Value"), value_last=True)
    examples: ClassVar[tuple[Example, ...]] = (
        Example(
            "Three Ruten, made",
            [{"kind": "contract", "declarer": 1, "number": 3, "ruten": True, "trump": "D", "outcome": "made"}],
            [0, 6, 0, 0],
        ),
        Example(
            "Three, played on after a trick lost",
            [{"kind": "contract", "declarer": 2, "number": 3, "trump": "C", "sequence": ["W", "L", "W", "W", "W"]}],
            [0, 0, 6, 0],
        ),
        Example(
            "Two, played on and failed, by the number of tricks",
            [
                {
                    "kind": "contract",
                    "declarer": 0,
                    "number": 2,
                    "trump": "H",
                    "tricks": 3,
                    "played_on": True,
                    "took_rest": False,
                }
            ],
            [-8, 0, 0, 0],
        ),
        Example(
            "A Kieker with a trick lost",
            [{"kind": "kieker", "declarer": 3, "trump": "H", "outcome": "failed"}],
            [0, 0, 0, -20],
        ),
        Example("A Kieker given up", [{"kind": "kieker", "declarer": 3, "surrendered": True}], [0, 0, 0, -5]),
        Example("All passed", [{"kind": "all_passed"}], [0, 0, 0, 0]),
        Example(
            "What is Three Hand Durch worth?", [{"kind": "bid", "number": 3, "hand": True, "durch": True}], [0] * 4
        ),
    )

    def complete_start(self, setup: Setup[FipsenOptions], state: FipsenState, given: frozenset[str]) -> FipsenState:
        """Computes the deals played from the value column, or else from the hands, if they were not entered."""
        if "deals_played" in given:
            return state
        deals = len(state.values) if "values" in given else state.hands_played
        return state.model_copy(update={"deals_played": deals})

    def check_start(self, setup: Setup[FipsenOptions], state: FipsenState) -> None:
        check_totals(state)
        if len(state.entries) > len(state.values):
            text = _("The sheet has fewer deals in its value column than changes.")
            raise refuse("/values", "wrong_length", text, rule="scoring")
        for place, entry in enumerate(state.entries):
            check_seat(setup, entry.seat, f"/entries/{place}/seat")

    def apply(self, setup: Setup[FipsenOptions], state: FipsenState, hand: Any) -> HandResult[FipsenState]:
        match hand:
            case FipsenContractHand():
                return score_contract(setup, state, hand)
            case FipsenKiekerHand():
                return score_kieker(setup, state, hand)
            case FipsenBid():
                return score_bid(setup, state, hand)
            case _:
                return score_all_passed(setup, state, hand)

    def upcoming(self, setup: Setup[FipsenOptions], state: FipsenState) -> Upcoming:
        deal, first = state.deals_played + 1, setup.after(state.dealer)
        notices = [
            hand_number(deal, setup.options.deals, unit="deal"),
            line(
                "{who} bids first and leads, even if another player declares",
                who=seat(first),
                rule="bidding",
                code="seats",
            ),
        ]
        last = state.values[-1] if state.values else None
        if last is not None:
            notices.append(line("The last deal was worth {n}", n=last, value=last, rule="five-columns", code="usual"))
        return Upcoming(
            dealer=state.dealer,
            leads=first,
            notices=notices,
            details={"deal": deal, "deals": setup.options.deals, "first_bidder": first, "last_value": last},
        )

    def verdict(self, setup: Setup[FipsenOptions], state: FipsenState, ended: bool = False) -> Verdict:
        return ended_by_table(state) if ended else after_deals(state, setup.options.deals, state.deals_played)

    def trick(self, setup: Setup[FipsenOptions], lookup: FipsenTrick) -> TrickResult | LegalPlays:
        check_trick(setup, PACK, lookup, rule="play")
        order = ranking(lookup.trump)
        if lookup.hand and len(lookup.plays) < setup.players:
            return follow_suit(order, lookup.hand, lookup.plays, "play")
        return trick_result(order, lookup.plays, setup.players, "card-strength")

    def strength(self, options: FipsenOptions) -> tuple[Order, ...]:
        return (Order("Clubs, spades and hearts", RANKS), Order("Diamonds", ("7",)))

    def tables(self, options: FipsenOptions) -> dict[str, Grid]:
        return make_tables()

    def board(self, setup: Setup[FipsenOptions], state: FipsenState) -> Board:
        """Returns the sheet as it is ruled: the running score of each player, written when it changes, then the
        value.
        """
        head: list[Message | str] = [say("{who}", who=seat(number)) for number in range(setup.players)]
        rows: list[list[Message | Number | str]] = []
        totals = list(state.totals)
        unknown = len(state.values) - len(state.entries)
        for place in reversed(range(len(state.values))):
            row: list[Message | Number | str] = [""] * setup.players
            if place >= unknown:
                entry = state.entries[place - unknown]
                row[entry.seat] = totals[entry.seat]
                totals[entry.seat] -= entry.points
            rows.insert(0, [*row, state.values[place]])
        caption = say("Running scores and the value of each deal")
        return [Grid([*head, say("Value")], rows, caption, place="rows")]

    def sheet_entry(self, setup: Setup[FipsenOptions], hand: dict[str, Any], result: dict[str, Any]) -> SheetEntry:
        """Returns the bid, and in the fifth column the value of the deal (rule: five-columns)."""
        match hand["kind"]:
            case "contract":
                calls = [name for call, name in CALLS.items() if hand.get(call)]
                name = say("{n} {calls}" if calls else "{n}", n=hand["number"], calls=calls)
            case "kieker":
                name = say("Kieker")
            case _:
                name = say("Passed")
        return SheetEntry(name, result["details"].get("value"))

    def form(self, setup: Setup[FipsenOptions], state: FipsenState) -> Form:
        return make_form(setup, state)


game = Fipsen()
