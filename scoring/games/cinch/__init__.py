"""Cinch: fourteen points in six tricks, and two fives that are worth ten of them."""

from __future__ import annotations

from typing import Any, ClassVar

from scoring.engine.cards import PACK_52, SYMBOLS
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
    check_seat,
    check_totals,
    check_trick,
    ended_by_table,
    hand_number,
    leading_sides,
    next_state,
    target_reached,
    to_go,
)
from scoring.engine.marking import _
from scoring.engine.messages import Line, Message, Number, line, say, seat, side, signed, suit, trim_number
from scoring.engine.refusal import refuse
from scoring.engine.tricks import TRUMP, LegalPlays, TrickResult, follow_suit, trick_result
from scoring.games.cinch.count import count_points, in_play
from scoring.games.cinch.form import make_form
from scoring.games.cinch.models import (
    ALL_POINTS,
    DEALER_FORCED,
    RANKS,
    WORTH,
    CinchDetails,
    CinchLookup,
    CinchOptions,
    CinchPassedInHand,
    CinchPlayedHand,
    CinchState,
    ranking,
    trumps_of,
)
from scoring.games.cinch.tables import make_tables


class Cinch(Game[CinchOptions, CinchState]):
    """Four players in partnerships bid for the fourteen points of the trump suit."""

    slug = "cinch"
    name = "Cinch"
    aliases = ("High Five", "Double Pedro")
    family = "Point-trick games"
    summary = "Bid for high, low, jack, ten and the two fives of the trump colour, and take more than the others."
    players = (4,)
    partnerships = True
    deck = "52 cards, six of them played from each hand"
    Options = CinchOptions
    State = CinchState
    Details = CinchDetails
    sheet_columns = SheetColumns(say("Bid"), changes=True)
    hands = (CinchPlayedHand, CinchPassedInHand)
    Lookup = CinchLookup
    examples: ClassVar[tuple[Example, ...]] = (
        Example(
            "Made, and the difference", [{"kind": "played", "bidder": 1, "bid": 9, "points_taken": [5, 9]}], [0, 4]
        ),
        Example(
            "Point by point, the jack not in play",
            [
                {
                    "kind": "played",
                    "bidder": 0,
                    "bid": 8,
                    "won": {"high": 0, "low": 1, "jack": None, "ten": 1, "right_pedro": 0, "left_pedro": 0},
                }
            ],
            [9, 0],
        ),
        Example(
            "By the trumps that were won, a pedro thrown away",
            [
                {
                    "kind": "played",
                    "bidder": 1,
                    "bid": 8,
                    "trump": "H",
                    "captured": [["JH", "10H", "QH"], ["AH", "5H", "2H"]],
                    "discarded": [{"side": 0, "card": "5D"}],
                }
            ],
            [0, 10],
        ),
        Example("Nobody bid", [{"kind": "passed_in"}], [0, 0]),
    )

    def check_start(self, setup: Setup[CinchOptions], state: CinchState) -> None:
        if setup.options.scoring == "difference":
            check_totals(state, least=0)

    def apply(
        self, setup: Setup[CinchOptions], state: CinchState, hand: CinchPlayedHand | CinchPassedInHand
    ) -> HandResult[CinchState]:
        if isinstance(hand, CinchPlayedHand):
            return _score_played(setup, state, hand)
        if setup.options.all_pass == DEALER_FORCED:
            text = _("The dealer must bid 1 here when all others have passed.")
            raise refuse("", "dealer_forced", text, rule="bidding")
        return HandResult(
            points=[0, 0],
            state=next_state(setup, state, [0, 0], last_bid=None),
            lines=[line("Nobody bid: thrown in, the next player deals", rule="bidding")],
            summary=say("Nobody bid"),
        )

    def upcoming(self, setup: Setup[CinchOptions], state: CinchState) -> Upcoming:
        first = setup.after(state.dealer)
        number = state.hands_played + 1
        target = setup.options.target
        return Upcoming(
            dealer=state.dealer,
            leads=None,
            notices=[
                hand_number(number, rule="setup"),
                line("{who} bids first, and the highest bidder leads", who=seat(first), rule="bidding"),
                *to_go(state, target),
            ],
            details={
                "hand": number,
                "first_bidder": first,
                "to_target": [trim_number(target - total) for total in state.totals],
            },
        )

    def verdict(self, setup: Setup[CinchOptions], state: CinchState, ended: bool = False) -> Verdict:
        if ended:
            return ended_by_table(state)
        if setup.options.scoring != "own_points" or len(leading_sides(state.totals)) == 1:
            return target_reached(state, setup.options.target)
        return _tied_verdict(state, setup.options.target)

    def trick(self, setup: Setup[CinchOptions], lookup: CinchLookup) -> TrickResult | LegalPlays:
        check_trick(setup, PACK_52, lookup, rule="play")
        order = ranking(lookup.trump)
        if not lookup.hand or len(lookup.plays) == setup.players:
            return trick_result(order, lookup.plays, setup.players, "card-strength")
        if not lookup.plays or order.effective_suit(lookup.plays[0].card) == TRUMP:
            return follow_suit(order, lookup.hand, lookup.plays, "play")
        led = order.effective_suit(lookup.plays[0].card)
        allowed = [code for code in lookup.hand if order.effective_suit(code) in (led, TRUMP)]
        if allowed:
            return LegalPlays(allowed, say("Follow in {suit} or play a trump", suit=suit(led)), "play")
        return LegalPlays(list(lookup.hand), say("Neither {suit} nor a trump: any card goes", suit=suit(led)), "play")

    def strength(self, options: CinchOptions) -> tuple[Order, ...]:
        """Returns the order with hearts as trumps: which suit has lost its five depends on the trump suit."""
        return (
            Order("Hearts as trumps", trumps_of("H")),
            Order("Diamonds, of the same colour", tuple(rank for rank in RANKS if rank != "5")),
            Order("The two other suits", RANKS),
        )

    def card_values(self, options: CinchOptions) -> dict[str, Number]:
        return {
            _("right pedro"): 5,
            _("left pedro"): 5,
            _("highest trump in play"): 1,
            _("lowest trump in play"): 1,
            "J of trumps": 1,
            "10 of trumps": 1,
        }

    def tables(self, options: CinchOptions) -> dict[str, Grid]:
        return make_tables()

    def sheet_entry(self, setup: Setup[CinchOptions], hand: dict[str, Any], result: dict[str, Any]) -> SheetEntry:
        """Returns who bid how much, and the trump suit if it was entered."""
        if hand["kind"] == "passed_in":
            return SheetEntry(say("Passed in"))
        bidder, bid, trump = seat(hand["bidder"]), hand["bid"], hand.get("trump")
        if trump:
            return SheetEntry(say("{who} {n} {suit}", who=bidder, n=bid, suit=SYMBOLS[trump]))
        return SheetEntry(say("{who} {n}", who=bidder, n=bid))

    def form(self, setup: Setup[CinchOptions], state: CinchState) -> Form:
        return make_form(setup, state)


def _tied_verdict(state: CinchState, target: int) -> Verdict:
    """Returns the verdict on equal totals: at the target the side that bid wins; otherwise the match goes on."""
    total = state.totals[0]
    if total < target or state.last_bid is None:
        return Verdict(False)
    text = _("Both have {total}, and {who} bid")
    return Verdict(True, [state.last_bid], say(text, total=total, who=side(state.last_bid)))


def _score_played(setup: Setup[CinchOptions], state: CinchState, hand: CinchPlayedHand) -> HandResult[CinchState]:
    check_seat(setup, hand.bidder, "/bidder", rule="bidding")
    if not 1 <= hand.bid <= ALL_POINTS:
        text = _("A bid of {bid} is not possible: bids go from 1 to {most}.")
        raise refuse("/bid", "bid_unknown", text, rule="bidding", bid=hand.bid, most=ALL_POINTS)
    count = count_points(setup, hand)
    declarers = setup.side_of(hand.bidder)
    short = max(0, hand.bid - count.points[declarers])
    play = in_play(count.points)
    bid = line("{who} bid {bid}; {play}", who=seat(hand.bidder), bid=hand.bid, play=play, rule="bidding")
    points, lines = _points(setup.options, hand, count.points, declarers, short)
    return HandResult(
        points=points,
        state=next_state(setup, state, points, last_bid=declarers),
        lines=[bid, *count.lines, *lines],
        summary=_summary(hand, short),
        details=CinchDetails(
            points_taken=count.points,
            made=short == 0,
            short=short,
            declarers=declarers,
            won=None if count.won is None else {name: count.won.get(name) for name in WORTH},
        ),
    )


def _points(
    options: CinchOptions, hand: CinchPlayedHand, taken_by: list[int], declarers: int, short: int
) -> tuple[list[Number], list[Line]]:
    """Returns what the hand scores for each side, with the reasons."""
    defenders = 1 - declarers
    points: list[Number] = [0, 0]
    if options.scoring == "own_points":
        points[defenders] = taken_by[defenders]
        points[declarers] = -hand.bid if short else taken_by[declarers]
        text = (
            _("Broken, {n} short: the bid counts against {who}") if short else _("Made: each side scores what it took")
        )
        head = line(text, n=short, who=side(declarers), rule="own-points")
        return points, [head, *[_change(number, points[number], "own-points") for number in range(2)]]
    if short:
        points[defenders] = ALL_POINTS + short
        text = _("Broken, {n} short: 14 + {n} for {who}")
        return points, [line(text, n=short, who=side(defenders), value=points[defenders], rule="broken")]
    mine, theirs = taken_by
    if mine == theirs:
        return points, [line("Made; both took {n}, so nobody scores", n=mine, rule="made")]
    better = 0 if mine > theirs else 1
    points[better] = abs(mine - theirs)
    text = _("Made; {who} took more: {high} − {low}")
    if better == defenders:
        text = _("Made, but {who} took more: {high} − {low}")
    high, low = max(taken_by), min(taken_by)
    return points, [line(text, who=side(better), high=high, low=low, value=points[better], rule="made")]


def _change(number: int, value: Number, rule: str) -> Line:
    return line("{who} {points}", who=side(number), points=signed(value), value=value, rule=rule)


def _summary(hand: CinchPlayedHand, short: int) -> Message:
    text = _("{who} made {bid}") if not short else _("{who} failed at {bid}, {n} short")
    if hand.trump:
        text = _("{who} made {bid} in {suit}") if not short else _("{who} failed at {bid} in {suit}, {n} short")
        return say(text, who=seat(hand.bidder), bid=hand.bid, n=short, suit=suit(hand.trump))
    return say(text, who=seat(hand.bidder), bid=hand.bid, n=short)


game = Cinch()
