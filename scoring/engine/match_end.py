"""The state after a hand, and how matches end: after a number of hands, at a target, or when the players stop."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, Literal

from scoring.engine.marking import _
from scoring.engine.messages import Line, Number, line, plural, say, side, trim_number
from scoring.engine.models import S, Setup, StateModel
from scoring.engine.results import Verdict


def add_points(totals: Sequence[Number], points: Sequence[Number]) -> list[Number]:
    """Returns totals with these points added; whole numbers stay integers."""
    return [trim_number(total + change) for total, change in zip(totals, points, strict=True)]


def leading_sides(totals: Sequence[Number], lowest: bool = False) -> list[int]:
    """Returns the sides with the best total: all of them if totals are equal. lowest: whether the lowest is best."""
    top = min(totals) if lowest else max(totals)
    return [number for number, total in enumerate(totals) if total == top]


def side_at_target(totals: Sequence[Number], target: Number) -> int | None:
    """Returns the first side with a total at or above the target, None if there is none."""
    return next((number for number, total in enumerate(totals) if total >= target), None)


def next_state(setup: Setup[Any], state: S, points: Sequence[Number], **changes: Any) -> S:
    """Returns the state after a hand: points added, the next dealer, one hand more. changes: other fields."""
    usual = {
        "totals": add_points(state.totals, points),
        "dealer": setup.after(state.dealer),
        "hands_played": state.hands_played + 1,
    }
    return state.model_copy(update=usual | changes)


def ended_by_table(state: StateModel, lowest: bool = False) -> Verdict:
    """Returns the verdict on a match that the table has ended: the best total so far wins, if a hand was played."""
    winners = leading_sides(state.totals, lowest) if state.hands_played else []
    return Verdict(True, winners, say("The table ended the match"))


def after_deals(state: StateModel, deals: int, played: int | None = None) -> Verdict:
    """Returns the verdict if the highest total wins after an agreed number of deals; equal totals share.

    played: the number of deals that count, if not every recorded hand does.
    """
    if (state.hands_played if played is None else played) < deals:
        return Verdict(False)
    return Verdict(True, leading_sides(state.totals), plural(deals, "{n} deal was played", "{n} deals were played"))


def target_reached(state: StateModel, target: Number) -> Verdict:
    """Returns the verdict if a match ends at a target: the highest total wins, and equal totals share."""
    winners = leading_sides(state.totals)
    top = state.totals[winners[0]]
    if top < target:
        return Verdict(False)
    return Verdict(
        True, winners, say("{who} reached {target} with {total}", who=side(winners[0]), target=target, total=top)
    )


def to_go(state: StateModel, target: Number, rule: str = "end") -> list[Line]:
    """Returns how far each side is from the target: one notice, ``To go: Anna 5, Ben 7``, with the code ``to_go``.

    A side that has reached the target is left out. The list is empty if all have.
    """
    parts = [
        say("{who} {missing}", who=side(number), missing=trim_number(target - total))
        for number, total in enumerate(state.totals)
        if total < target
    ]
    return [Line(say("To go: {parts}", parts=parts), None, rule, "to_go")] if parts else []


_NUMBER_TEXTS = {
    "hand": (_("Hand {n}"), _("Hand {n} of {of}")),
    "deal": (_("Deal {n}"), _("Deal {n} of {of}")),
    "round": (_("Round {n}"), _("Round {n} of {of}")),
}


def hand_number(
    number: int, of: int | None = None, *, unit: Literal["hand", "deal", "round"] = "hand", rule: str = "end"
) -> Line:
    """Returns the number of the next hand, as a notice. of: how many are played; None if that is open.

    unit: what the table calls a hand. The code of the notice is ``hand_of``, without ``of`` it is ``hand_number``: the
    page on which the next hand is entered shows it as its heading.
    """
    alone, counted = _NUMBER_TEXTS[unit]
    if of is None:
        return Line(say(alone, n=number), None, rule, "hand_number")
    return line(counted, n=number, of=of, rule=rule, code="hand_of")


def hands_or_target(state: StateModel, hands: int | None, target: int | None, lowest: bool = False) -> Verdict:
    """Returns the verdict if a match ends at a target or after a number of hands.

    hands, target: None for a table that plays without; with both, the match ends at the first of them. lowest: whether
    the lowest total wins, although the highest one reaches the target. Equal totals share.
    """
    winners = leading_sides(state.totals, lowest)
    top = max(state.totals)
    if target is not None and top >= target:
        text = _("{who} reached {target} with {total}")
        reached = state.totals.index(top)
        return Verdict(True, winners, say(text, who=side(reached), target=target, total=trim_number(top)))
    if hands is not None and state.hands_played >= hands:
        return Verdict(True, winners, plural(hands, "{n} hand was played", "{n} hands were played"))
    return Verdict(False)


def length_of_match(state: StateModel, hands: int | None, target: int | None) -> list[Line]:
    """Returns the number of the next hand and the distance to the target, as notices.

    hands, target: None for a match without such an end.
    """
    notices = [hand_number(state.hands_played + 1, hands)]
    if target is not None:
        missing = trim_number(target - max(state.totals))
        text = _("The match ends at {target}; {missing} to go for the highest total")
        notices.append(line(text, target=target, missing=missing, rule="end", code="to_go"))
    return notices
