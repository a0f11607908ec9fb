"""Twenty-Nine: a bid for card points, a hidden trump, and sixes that show each side's score."""

from __future__ import annotations

from typing import Any, ClassVar

from scoring.engine.form import Form
from scoring.engine.game import (
    Board,
    Example,
    Game,
    Grid,
    HandResult,
    Marks,
    Order,
    Setup,
    SheetColumns,
    SheetEntry,
    Upcoming,
    Verdict,
    check_totals,
    ended_by_table,
    hand_number,
    leading_sides,
)
from scoring.engine.marking import _
from scoring.engine.messages import Number, line, say, seat, side, signed
from scoring.engine.refusal import refuse
from scoring.engine.tricks import LegalPlays, TrickResult
from scoring.games.twenty_nine.form import make_form
from scoring.games.twenty_nine.models import (
    RANKS,
    VALUES,
    TwentyNineDetails,
    TwentyNineHand,
    TwentyNineLookup,
    TwentyNineOptions,
    TwentyNineState,
)
from scoring.games.twenty_nine.result import score_hand
from scoring.games.twenty_nine.tables import make_tables
from scoring.games.twenty_nine.tricks import look_up


class TwentyNine(Game[TwentyNineOptions, TwentyNineState]):
    """Four players in partnerships; jack and nine are high in every suit."""

    slug = "twenty-nine"
    name = "Twenty-Nine"
    aliases = ("29", "Unteees")
    family = "Point-trick games"
    summary = "The bidder's side needs as many of the 28 card points as it bid; trumps are hidden at first."
    players = (4,)
    partnerships = True
    deck = "32 cards, J 9 A 10 K Q 8 7; sixes mark the score"
    settles_by = "stake"
    Options = TwentyNineOptions
    State = TwentyNineState
    Details = TwentyNineDetails
    hands = (TwentyNineHand,)
    sheet_columns = SheetColumns(say("Bid"))
    Lookup = TwentyNineLookup
    examples: ClassVar[tuple[Example, ...]] = (
        Example("Made", [{"kind": "played", "bidder": 1, "bid": 17, "made": True}], [0, 1]),
        Example(
            "Failed by one against the royals",
            [{"kind": "played", "bidder": 0, "bid": 18, "royals": 1, "declarer_points": 21}],
            [-1, 0],
        ),
        Example(
            "Counted by the app",
            [
                {
                    "kind": "played",
                    "bidder": 3,
                    "bid": 16,
                    "captured": [["JH", "9H", "AH", "10H", "JS", "9C", "KC", "7D"], None],
                }
            ],
            [0, 1],
        ),
    )

    def check_start(self, setup: Setup[TwentyNineOptions], state: TwentyNineState) -> None:
        target = setup.options.target
        check_totals(state, least=-target, most=target)
        if all(abs(total) == target for total in state.totals):
            text = _("Only one side can have reached +{target} or −{target}: the match ends with the first that does.")
            raise refuse("/totals", "two_winners", text, rule="end", target=target)

    def apply(
        self, setup: Setup[TwentyNineOptions], state: TwentyNineState, hand: TwentyNineHand
    ) -> HandResult[TwentyNineState]:
        return score_hand(setup, state, hand)

    def upcoming(self, setup: Setup[TwentyNineOptions], state: TwentyNineState) -> Upcoming:
        first = setup.after(state.dealer)
        number = state.hands_played + 1
        standing = [say("{who} {n}", who=side(i), n=signed(total)) for i, total in enumerate(state.totals)]
        target = setup.options.target
        return Upcoming(
            dealer=state.dealer,
            leads=first,
            notices=[
                hand_number(number, rule="setup"),
                line("{who} bids first and leads", who=seat(first), rule="bidding", code="seats"),
                line(
                    "{standing}; +{target} wins, −{target} loses",
                    standing=standing,
                    target=target,
                    rule="end",
                    code="to_go",
                ),
            ],
            details={"hand": number, "first_bidder": first, "victory_points": list(state.totals)},
        )

    def verdict(self, setup: Setup[TwentyNineOptions], state: TwentyNineState, ended: bool = False) -> Verdict:
        if ended:
            return ended_by_table(state)
        target = setup.options.target
        winners = leading_sides(state.totals)
        if max(state.totals) >= target:
            return Verdict(True, winners, say("{who} reached +{target}", who=side(winners[0]), target=target))
        if min(state.totals) <= -target:
            lost = leading_sides(state.totals, lowest=True)
            winners = [number for number in range(2) if number not in lost]
            return Verdict(True, winners, say("{who} fell to −{target} and lost", who=side(lost[0]), target=target))
        return Verdict(False)

    def board(self, setup: Setup[TwentyNineOptions], state: TwentyNineState) -> Board:
        """Returns the pips that show on each side's sixes: black above zero, red below."""
        return [Marks(number, *_pips(total), setup.options.target) for number, total in enumerate(state.totals)]

    def sheet_entry(self, setup: Setup[TwentyNineOptions], hand: dict[str, Any], result: dict[str, Any]) -> SheetEntry:
        """Returns who bid what, and the pips of each side's sixes after the hand."""
        pips = [Marks(number, *_pips(total)) for number, total in enumerate(result["totals"])]
        contract = result["details"].get("contract", hand["bid"])
        doubled = {"double": say("doubled"), "redouble": say("redoubled")}.get(hand.get("double", ""))
        reasons = [doubled] if doubled else []
        if hand.get("royals") is not None:
            reasons.append(say("royals of {who}", who=side(hand["royals"])))
        what = say("{who} {contract}", who=seat(hand["bidder"]), contract=contract)
        return SheetEntry(what, marks=pips, reasons=reasons)

    def trick(self, setup: Setup[TwentyNineOptions], lookup: TwentyNineLookup) -> TrickResult | LegalPlays:
        return look_up(setup, lookup)

    def strength(self, options: TwentyNineOptions) -> tuple[Order, ...]:
        return (Order("Every suit, trumps too", RANKS),)

    def card_values(self, options: TwentyNineOptions) -> dict[str, Number]:
        return dict(VALUES)

    def tables(self, options: TwentyNineOptions) -> dict[str, Grid]:
        return make_tables()

    def form(self, setup: Setup[TwentyNineOptions], state: TwentyNineState) -> Form:
        return make_form(setup, state)


def _pips(total: Number) -> tuple[str, int]:
    """The pips that show for a total: colour and number."""
    return "red" if total < 0 else "black", int(abs(total))


game = TwentyNine()
