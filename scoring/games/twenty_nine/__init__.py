"""Twenty-Nine: a bid for card points, a hidden trump, and sixes that show how a side stands."""

from __future__ import annotations

from typing import Any, ClassVar

from scoring.engine.captured import card_points_text, check_same_figure, complete_piles
from scoring.engine.cards import PACK_32, card_points, cards_of
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
    Upcoming,
    Verdict,
    check_per_side,
    check_seat,
    check_totals,
    check_trick,
    ended_by_table,
    leading_sides,
    next_state,
)
from scoring.engine.messages import Line, Message, Number, line, say, seat, side, signed, suit
from scoring.engine.refusal import refuse
from scoring.engine.tricks import LegalPlays, Ranking, TrickResult, follow_suit, trick_result
from scoring.games.twenty_nine.form import twenty_nine_form
from scoring.games.twenty_nine.models import (
    LOWEST_CONTRACT,
    RANKS,
    ROYALS,
    STAKES,
    VALUES,
    TwentyNineHand,
    TwentyNineLookup,
    TwentyNineOptions,
    TwentyNineState,
    all_points,
)
from scoring.games.twenty_nine.tables import stake_tables


class TwentyNine(Game[TwentyNineOptions, TwentyNineState]):
    """Four players in partnerships; jack and nine are high in every suit."""

    slug = "twenty-nine"
    name = "Twenty-Nine"
    aliases = ("29", "Unteees")
    family = "Point-trick games"
    summary = "The bidder's side needs as many of the 28 card points as were bid; trumps stay hidden at first."
    players = (4,)
    partnerships = True
    deck = "32 cards, J 9 A 10 K Q 8 7; sixes mark the score"
    Options = TwentyNineOptions
    State = TwentyNineState
    hands = (TwentyNineHand,)
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
            text = "Only one side can have reached +{target} or −{target}: the match ends with the first that does."
            raise refuse("/totals", "two_winners", text, rule="end", target=target)

    # -- a hand ---------------------------------------------------------------------------------

    def apply(
        self, setup: Setup[TwentyNineOptions], state: TwentyNineState, hand: TwentyNineHand
    ) -> HandResult[TwentyNineState]:
        options = setup.options
        check_seat(setup, hand.bidder, "/bidder", rule="bidding")
        self._check_allowed(options, hand)
        bidding = setup.side_of(hand.bidder)
        contract, lines = self._contract(setup, hand, bidding)
        won, told = self._declarer_points(setup, hand, bidding)
        lines += told
        if won is None and hand.made is None:
            text = "Say whether the contract was made, or enter the card points or the cards of a side."
            raise refuse("/made", "nothing_entered", text, rule="scoring")
        made = hand.made if won is None else won >= contract
        if hand.made is not None and hand.made != made:
            text = "{won} card points against a contract of {contract} say otherwise."
            raise refuse("/made", "disagree", text, rule="scoring", won=won or 0, contract=contract)
        points = self._points(setup, state, hand, bidding, bool(made), lines)
        return HandResult(
            points=points,
            state=next_state(setup, state, points),
            lines=lines,
            summary=_summary(hand, contract, bool(made)),
            details={"contract": contract, "made": made, "declarer_points": won, "declarer_side": bidding},
        )

    def _check_allowed(self, options: TwentyNineOptions, hand: TwentyNineHand) -> None:
        most = all_points(options)
        if not options.minimum_bid <= hand.bid <= most:
            text = "A bid of {bid} is not possible: bids go from {least} to {most}."
            raise refuse(
                "/bid", "bid_unknown", text, rule="bidding", bid=hand.bid, least=options.minimum_bid, most=most
            )
        if hand.royals is not None and not options.royals:
            raise refuse("/royals", "royals_off", "This table plays without the royals.", rule="royals")
        if hand.double != "none" and not options.doubling:
            raise refuse("/double", "doubling_off", "This table plays without doubling.", rule="doubling")

    def _contract(self, setup: Setup[TwentyNineOptions], hand: TwentyNineHand, bidding: int) -> tuple[int, list[Line]]:
        lines = [line("{who} bid {bid}", who=seat(hand.bidder), bid=hand.bid, value=hand.bid, rule="bidding")]
        if hand.royals is None:
            return hand.bid, lines
        moved = hand.bid - ROYALS if hand.royals == bidding else hand.bid + ROYALS
        contract = min(max(LOWEST_CONTRACT, moved), all_points(setup.options))
        if contract > moved:
            text = "{who} showed the royals: {bid} − {royals}, but never below {contract}"
        elif contract < moved:
            text = "{who} showed the royals: {bid} + {royals}, but never above {contract}"
        elif contract < hand.bid:
            text = "{who} showed the royals: {bid} − {royals} = {contract}"
        else:
            text = "{who} showed the royals: {bid} + {royals} = {contract}"
        told: dict[str, Any] = {"who": side(hand.royals), "bid": hand.bid, "royals": ROYALS, "contract": contract}
        lines.append(line(text, **told, value=contract, rule="royals"))
        return contract, lines

    def _declarer_points(
        self, setup: Setup[TwentyNineOptions], hand: TwentyNineHand, bidding: int
    ) -> tuple[int | None, list[Line]]:
        """The card points of the bidder's side as far as they are known, and how they were counted."""
        most, typed = all_points(setup.options), hand.declarer_points
        if typed is not None and not 0 <= typed <= most:
            text = "{n} card points are not possible: there are {most}."
            raise refuse("/declarer_points", "points_impossible", text, rule="card-strength", n=typed, most=most)
        if hand.captured is None:
            if hand.last_trick is not None:
                text = "The last trick is asked for only with the cards won."
                raise refuse("/last_trick", "last_trick_needless", text, rule="last-trick")
            if typed is None:
                return None, []
            text = "{who} took {n} card points"
            return typed, [line(text, who=side(bidding), n=typed, value=typed, rule="scoring")]
        check_per_side(setup, hand.captured, "/captured", rule="card-strength")
        piles = complete_piles(PACK_32, hand.captured, "/captured", trick=4)
        if hand.royals is not None and not piles[hand.royals]:
            text = "{who} won no trick, and the royals are shown after one."
            raise refuse("/royals", "royals_without_trick", text, rule="royals", who=side(hand.royals))
        won = card_points(piles[bidding], VALUES)
        told = card_points_text(piles[bidding], VALUES)
        lines = [line("{who}: {told}", who=side(bidding), told=told, value=won, rule="card-strength")]
        if self._took_last(setup.options, hand, piles) == bidding:
            won += 1
            lines.append(line("One more for the last trick", value=won, rule="last-trick"))
        check_same_figure(typed, won, "/declarer_points")
        return won, lines

    def _took_last(self, options: TwentyNineOptions, hand: TwentyNineHand, piles: list[list[str]]) -> int | None:
        """The side that gets the point for the last trick; None where there is none."""
        if not options.last_trick:
            if hand.last_trick is not None:
                text = "The last trick counts nothing at this table."
                raise refuse("/last_trick", "last_trick_off", text, rule="last-trick")
            return None
        everything = next((number for number in range(2) if not piles[1 - number]), None)
        last = everything if hand.last_trick is None else hand.last_trick
        if last is None:
            text = "Who took the last trick, and the point for it?"
            raise refuse("/last_trick", "last_trick_missing", text, rule="last-trick")
        if not piles[last]:
            text = "{who} has no card, so it did not take the last trick."
            raise refuse("/last_trick", "last_trick_without_card", text, rule="last-trick", who=side(last))
        return last

    def _points(
        self,
        setup: Setup[TwentyNineOptions],
        state: TwentyNineState,
        hand: TwentyNineHand,
        bidding: int,
        made: bool,
        lines: list[Line],
    ) -> list[Number]:
        """The change by side; a total goes no further than the target, up or down."""
        stake = STAKES[hand.double]
        change: Number = stake if made else -stake
        target = setup.options.target
        before = state.totals[bidding]
        after = max(-target, min(target, before + change))
        text = "Made: {who} {change}" if made else "Not made: {who} {change}"
        rule = "scoring" if hand.double == "none" else "doubling"
        lines.append(line(text, who=side(bidding), change=signed(change), value=change, rule=rule))
        if after - before != change:
            text = "No further than {end}: {who} {counted}"
            counted = signed(after - before)
            told = line(text, end=signed(after), who=side(bidding), counted=counted, value=after - before, rule="end")
            lines.append(told)
        lines.append(line("The defenders' score stays as it is", rule="scoring"))
        points: list[Number] = [0, 0]
        points[bidding] = after - before
        return points

    # -- before and after ------------------------------------------------------------------------

    def upcoming(self, setup: Setup[TwentyNineOptions], state: TwentyNineState) -> Upcoming:
        first = setup.after(state.dealer)
        number = state.hands_played + 1
        standing = [say("{who} {n}", who=side(i), n=signed(total)) for i, total in enumerate(state.totals)]
        target = setup.options.target
        return Upcoming(
            dealer=state.dealer,
            leads=first,
            notices=[
                line("Hand {n}", n=number, rule="setup"),
                line("{who} bids first and leads", who=seat(first), rule="bidding"),
                line("{standing}; +{target} wins, −{target} loses", standing=standing, target=target, rule="end"),
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
            return Verdict(True, winners, say("{who} sank to −{target} and lost", who=side(lost[0]), target=target))
        return Verdict(False)

    def board(self, setup: Setup[TwentyNineOptions], state: TwentyNineState) -> Board:
        """The pips that show on each side's sixes: black above zero, red below."""
        return [
            Marks(number, "red" if total < 0 else "black", int(abs(total)), setup.options.target)
            for number, total in enumerate(state.totals)
        ]

    # -- tricks -----------------------------------------------------------------------------------

    def trick(self, setup: Setup[TwentyNineOptions], lookup: TwentyNineLookup) -> TrickResult | LegalPlays:
        check_trick(setup, PACK_32, lookup, rule="play")
        if lookup.revealed and lookup.trump is None:
            raise refuse("/trump", "trump_missing", "The trump suit is needed once it was shown.", rule="reveal")
        trumps = cards_of(RANKS, lookup.trump) if lookup.revealed and lookup.trump else ()
        ranking = Ranking(trumps, RANKS)
        if not lookup.hand or len(lookup.plays) == setup.players:
            return trick_result(ranking, lookup.plays, setup.players, "card-strength" if lookup.revealed else "reveal")
        usual = follow_suit(ranking, lookup.hand, lookup.plays, "play")
        if lookup.plays and not lookup.revealed and not ranking.following(lookup.hand, lookup.plays):
            text = "No {suit} to follow with: the trump card is turned first, then any card goes"
            return LegalPlays(usual.cards, say(text, suit=suit(ranking.suit_led(lookup.plays[0].card))), "reveal")
        return usual

    def strength(self, options: TwentyNineOptions) -> tuple[Order, ...]:
        return (Order("Every suit, trumps too", RANKS),)

    def card_values(self, options: TwentyNineOptions) -> dict[str, Number]:
        return dict(VALUES)

    def tables(self, options: TwentyNineOptions) -> dict[str, Grid]:
        return stake_tables()

    def form(self, setup: Setup[TwentyNineOptions], state: TwentyNineState) -> Form:
        return twenty_nine_form(setup, state)


def _summary(hand: TwentyNineHand, contract: int, made: bool) -> Message:
    text = "{who} made {contract}" if made else "{who} failed at {contract}"
    return say(text, who=seat(hand.bidder), contract=contract)


game = TwentyNine()
