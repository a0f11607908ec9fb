"""The state after a hand, and how matches end: after a number of hands, at a target, or when the players stop."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, Literal

from scoring.engine.marking import _
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


def to_go(state: StateModel, target: Number, rule: str = "end") -> list[Line]:
    """How far each side is from the target: one notice, ``To go: Anna 5, Ben 7``, with the code ``to_go``.

    A side that is there already is left out. Without any other side there is no notice: the list is empty.
    """
    parts = [
        say("{who} {missing}", who=side(number), missing=trim_number(target - total))
        for number, total in enumerate(state.totals)
        if total < target
    ]
    return [Line(say("To go: {parts}", parts=parts), None, rule, "to_go")] if parts else []


_NUMBERED = {
    "hand": (_("Hand {n}"), _("Hand {n} of {of}")),
    "deal": (_("Deal {n}"), _("Deal {n} of {of}")),
    "round": (_("Round {n}"), _("Round {n} of {of}")),
}


def hand_number(
    number: int, of: int | None = None, *, unit: Literal["hand", "deal", "round"] = "hand", rule: str = "end"
) -> Line:
    """The number of the coming hand, as a notice. of: how many are played; None if that is open.

    unit: what the table calls a hand. The code of the notice is ``hand_of``, without ``of`` it is ``hand_number``: a
    page on which the coming hand is entered shows it as its heading.
    """
    alone, counted = _NUMBERED[unit]
    if of is None:
        return Line(say(alone, n=number), None, rule, "hand_number")
    return line(counted, n=number, of=of, rule=rule, code="hand_of")


def hands_or_target(state: StateModel, hands: int | None, target: int | None, lowest: bool = False) -> Verdict:
    """The verdict where the match is over once somebody has the target or so many hands were played.

    hands, target: None for a table that plays without; with both, whichever comes first. lowest: the lowest total
    wins, whoever reached the target. Equal totals share.
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
    """The number of the coming hand and how far it is to the target, as notices.

    hands, target: None for a match without such an end.
    """
    notices = [hand_number(state.hands_played + 1, hands)]
    if target is not None:
        missing = trim_number(target - max(state.totals))
        text = _("The match ends at {target}; {missing} to go for the highest total")
        notices.append(line(text, target=target, missing=missing, rule="end", code="to_go"))
    return notices
