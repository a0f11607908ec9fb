"""What a hand of Truc is worth: its kind, what may be entered about the deal, and its explanation."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Literal

from scoring.engine.checks import check_left_out
from scoring.engine.game import HandResult, Setup, next_state, side_at_target
from scoring.engine.marking import _
from scoring.engine.messages import Line, Message, Number, line, say, side
from scoring.engine.refusal import Refusal, refuse
from scoring.games.truc.models import HandType, TrucDetails, TrucHand, TrucOptions, TrucState, TrucSummaryHand

STAKES = (1, 2, 3)
CALLS = {2: say("truc"), 3: say("retruc")}


def short_name(stake: int, *, refused: bool) -> Message:
    """Returns what a hand was played for, in a word or two. refused: whether the next call was rejected."""
    if refused:
        return say("{call} refused, {n}", call=CALLS[stake + 1], n=stake)
    return say("{call}, {n}", call=CALLS[stake], n=stake) if stake in CALLS else say("plain, {n}", n=stake)


@dataclass(frozen=True)
class HandEnd:
    """How a hand was decided. how: ``played``, ``rejected`` or ``declined``. winner: side. stake: what it scores."""

    how: Literal["played", "rejected", "declined"]
    winner: int
    stake: int


def hand_type(options: TrucOptions, totals: Sequence[Number]) -> HandType:
    """Returns the kind of hand that is dealt at these totals; it does not change until the next deal."""
    kinds: tuple[HandType, ...] = ("normal", "eleven", "both_eleven")
    return kinds[sum(total >= options.target - 1 for total in totals)]


def leaders(totals: Sequence[Number]) -> int:
    """Returns the side that has eleven in a hand of eleven."""
    return 0 if totals[0] > totals[1] else 1


def defenders(setup: Setup[TrucOptions], state: TrucState) -> int:
    """Returns the side of the dealer's opponents, who have every hand in which tricks are equal."""
    return 1 - setup.side_of(state.dealer)


def check_deal(setup: Setup[TrucOptions], state: TrucState, hand: TrucHand) -> None:
    """Raises Refusal if this number of cards cannot have been dealt."""
    if hand.hand_size not in (1, 3):
        text = _("A hand has three cards or one, not {n}.")
        raise refuse("/hand_size", "hand_size", text, rule="setup", n=hand.hand_size)
    if hand.hand_size == 3:
        return
    if not setup.options.one_card:
        raise refuse("/hand_size", "one_card_off", "This table plays no one-card hands.", rule="options")
    if hand_type(setup.options, state.totals) != "normal":
        text = _("With a side one point short of the match the hand always has three cards.")
        raise refuse("/hand_size", "one_card_at_eleven", text, rule="eleven")
    if hand.cut:
        text = _("One card each is possible only if the cut was refused.")
        raise refuse("/hand_size", "one_card_after_cut", text, rule="setup")


def choice_missing(pointer: str) -> Refusal:
    """Returns the refusal of a hand of eleven without the choice of the side that has eleven."""
    text = _("Hand of eleven: say whether the side that is one point short plays or declines.")
    return refuse(pointer, "eleven_choice_missing", text, rule="eleven")


def choice_elsewhere(pointer: str) -> Refusal:
    """Returns the refusal of a choice that nobody has to make."""
    text = _("There is a choice between playing and declining only when exactly one side is one point short.")
    return refuse(pointer, "eleven_choice_elsewhere", text, rule="eleven")


def score_summary(setup: Setup[TrucOptions], state: TrucState, hand: TrucSummaryHand) -> HandResult[TrucState]:
    """Returns the result of a hand entered by its outcome. Raises Refusal if it is not possible."""
    check_deal(setup, state, hand)
    kind = hand_type(setup.options, state.totals)
    if kind == "eleven" and hand.eleven_choice is None:
        raise choice_missing("/eleven_choice")
    if kind != "eleven" and hand.eleven_choice is not None:
        raise choice_elsewhere("/eleven_choice")
    if hand.eleven_choice == "decline":
        return hand_result(setup, state, hand, [], _declined(state, hand))
    if hand.winner is None:
        text = _("A hand always has a winner: if the tricks are equal, {who}, the dealer's opponents.")
        raise refuse("/winner", "winner_missing", text, rule="tied-hand", who=side(defenders(setup, state)))
    stake = _special_stake(hand) if kind == "eleven" else _stake(hand)
    return hand_result(setup, state, hand, [], HandEnd("rejected" if hand.refused else "played", hand.winner, stake))


def _declined(state: TrucState, hand: TrucSummaryHand) -> HandEnd:
    text = _("Declining ends the hand before it is played: leave out winner, stake and refused.")
    check_left_out(hand, ("winner", "stake", "refused"), "decline_alone", text, rule="eleven")
    return HandEnd("declined", 1 - leaders(state.totals), STAKES[0])


def _special_stake(hand: TrucSummaryHand) -> int:
    if hand.refused:
        text = _("There are no calls in a hand of eleven, so nobody can refuse.")
        raise refuse("/refused", "no_raises", text, rule="eleven")
    if hand.stake is not None and hand.stake != STAKES[-1]:
        text = _("A hand of eleven is played for {fixed}, not for {stake}.")
        raise refuse("/stake", "stake_fixed", text, rule="eleven", fixed=STAKES[-1], stake=hand.stake)
    return STAKES[-1]


def _stake(hand: TrucSummaryHand) -> int:
    if hand.stake is None:
        raise refuse("/stake", "stake_missing", "Say what the hand was played for.", rule="scoring")
    if hand.stake not in STAKES:
        text = _("{stake} is not a stake: a hand counts {stakes}.")
        raise refuse("/stake", "stake_unknown", text, rule="raising", stake=hand.stake, stakes=STAKES)
    if hand.refused and hand.stake == STAKES[-1]:
        text = _("Nobody can refuse at {stake}: there is no call above retruc.")
        raise refuse("/refused", "nothing_above", text, rule="rejecting", stake=hand.stake)
    return hand.stake


def hand_result(
    setup: Setup[TrucOptions], state: TrucState, hand: TrucHand, lines: list[Line], ending: HandEnd
) -> HandResult[TrucState]:
    """Returns the result of a hand. lines: its explanation so far."""
    kind = hand_type(setup.options, state.totals)
    points = [0, 0]
    points[ending.winner] = ending.stake
    after = next_state(setup, state, points)
    match_winner = side_at_target(after.totals, setup.options.target)
    text = _("{who} score {stake}: {before} + {stake} = {after}")
    before, total = state.totals[ending.winner], after.totals[ending.winner]
    won = line(
        text,
        who=side(ending.winner),
        stake=ending.stake,
        before=before,
        after=total,
        value=ending.stake,
        rule="scoring",
    )
    return HandResult(
        points=points,
        state=after,
        lines=[*lines, _stake_line(kind, ending), won],
        summary=_summary(kind, ending),
        details=TrucDetails(
            hand_type=kind,
            dealer=state.dealer,
            hand_size=hand.hand_size,
            hand_winner=ending.winner,
            stake=ending.stake,
            finished=match_winner is not None,
            winner=match_winner,
            next_dealer=after.dealer,
            next_hand_type=None if match_winner is not None else hand_type(setup.options, after.totals),
        ),
    )


def _stake_line(kind: HandType, ending: HandEnd) -> Line:
    losers = side(1 - ending.winner)
    stake = ending.stake
    if ending.how == "declined":
        text = _("Hand of eleven: {losers} look at their cards and decline")
        return line(text, losers=losers, value=stake, rule="eleven")
    if ending.how == "rejected":
        text = _("{losers} reject {call}: what was agreed before it counts")
        return line(text, losers=losers, call=CALLS[stake + 1], value=stake, rule="rejecting")
    if kind == "eleven":
        return line("Hand of eleven, played for {n}", n=stake, value=stake, rule="eleven")
    if stake == STAKES[0]:
        return line("A plain hand", value=stake, rule="scoring")
    return line("Played for {n}, after {call}", n=stake, call=CALLS[stake], value=stake, rule="raising")


def _summary(kind: HandType, ending: HandEnd) -> Message:
    who, losers = side(ending.winner), side(1 - ending.winner)
    if ending.how == "declined":
        return say("Hand of eleven: {who} declined", who=losers)
    if ending.how == "rejected":
        return say("{who} rejected {call}", who=losers, call=CALLS[ending.stake + 1])
    if kind == "eleven":
        return say("Hand of eleven won by {who}", who=who)
    if ending.stake == STAKES[0]:
        return say("{who} won a plain hand", who=who)
    return say("{who} won at {call}", who=who, call=CALLS[ending.stake])
