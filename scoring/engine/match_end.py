"""From hand to hand, and how matches end: for a number of hands, for a target, or when the table stops."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from scoring.engine.messages import Line, Number, line, plural, say, side, trim_number
from scoring.engine.models import S, Setup, StateModel
from scoring.engine.results import Verdict


def add_points(totals: Sequence[Number], points: Sequence[Number]) -> list[Number]:
    """Totals with these points added, whole numbers kept whole."""
    return [trim_number(total + change) for total, change in zip(totals, points, strict=True)]


def leading_sides(totals: Sequence[Number], lowest: bool = False) -> list[int]:
    """The sides with the best total; equal totals share."""
    top = min(totals) if lowest else max(totals)
    return [number for number, total in enumerate(totals) if total == top]


def next_state(setup: Setup[Any], state: S, points: Sequence[Number], **changes: Any) -> S:
    """The state after a hand: points added, the deal moved one seat on, one hand more; changes: what else differs."""
    usual = {
        "totals": add_points(state.totals, points),
        "dealer": setup.after(state.dealer),
        "hands_played": state.hands_played + 1,
    }
    return state.model_copy(update=usual | changes)


def ended_by_table(state: StateModel, lowest: bool = False) -> Verdict:
    """The verdict on a match that the table has ended: the best total so far wins, if a hand was played."""
    winners = leading_sides(state.totals, lowest) if state.hands_played else []
    return Verdict(True, winners, say("The table ended the match"))


def after_deals(state: StateModel, deals: int, played: int | None = None) -> Verdict:
    """The verdict where the highest total wins after an agreed number of deals; equal totals share.

    played: the deals that count towards it, where not every hand recorded does.
    """
    if (state.hands_played if played is None else played) < deals:
        return Verdict(False)
    return Verdict(True, leading_sides(state.totals), plural(deals, "{n} deal was played", "{n} deals were played"))


def target_reached(state: StateModel, target: Number) -> Verdict:
    """The verdict where a total at or above the target ends the match and the highest total wins; equal share."""
    winners = leading_sides(state.totals)
    top = state.totals[winners[0]]
    if top < target:
        return Verdict(False)
    return Verdict(
        True, winners, say("{who} reached {target} with {total}", who=side(winners[0]), target=target, total=top)
    )


TO_GO = "{who}: {total}, {missing} to go"


def to_go(state: StateModel, target: Number, rule: str = "end") -> list[Line]:
    """How far each side is from the target, as notices."""
    return [
        line(TO_GO, who=side(number), total=total, missing=trim_number(target - total), rule=rule)
        for number, total in enumerate(state.totals)
    ]


def hands_or_target(state: StateModel, hands: int | None, target: int | None, lowest: bool = False) -> Verdict:
    """The verdict where the match is over once somebody has the target or so many hands were played.

    hands, target: None for a table that plays without; with both, whichever comes first. lowest: the lowest total
    wins, whoever reached the target. Equal totals share.
    """
    winners = leading_sides(state.totals, lowest)
    top = max(state.totals)
    if target is not None and top >= target:
        text = "{who} reached {target} with {total}"
        reached = state.totals.index(top)
        return Verdict(True, winners, say(text, who=side(reached), target=target, total=trim_number(top)))
    if hands is not None and state.hands_played >= hands:
        return Verdict(True, winners, plural(hands, "{n} hand was played", "{n} hands were played"))
    return Verdict(False)


def length_of_match(state: StateModel, hands: int | None, target: int | None) -> list[Line]:
    """What is said before a hand about how long the match still goes, as notices."""
    number = state.hands_played + 1
    notices = [
        line("Hand {n} of {hands}", n=number, hands=hands, rule="end")
        if hands is not None
        else line("Hand {n}", n=number, rule="end")
    ]
    if target is not None:
        missing = trim_number(target - max(state.totals))
        text = "The match ends at {target}; {missing} to go for the highest total"
        notices.append(line(text, target=target, missing=missing, rule="end"))
    return notices
