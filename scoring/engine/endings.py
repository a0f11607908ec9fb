"""How matches end that a table plays for a number of hands, for a target, or for as long as it likes."""

from __future__ import annotations

from scoring.engine.explain import Line, count, line, plain, say, side
from scoring.engine.game import StateModel, Verdict, best


def hands_or_target(state: StateModel, hands: int | None, target: int | None, lowest: bool = False) -> Verdict:
    """The verdict where the match is over once somebody has the target or so many hands were played.

    hands, target: None for a table that plays without; with both, whichever comes first. lowest: the lowest total
    wins, whoever reached the target. Equal totals share.
    """
    winners = best(state.totals, lowest)
    top = max(state.totals)
    if target is not None and top >= target:
        text = "{who} reached {target} with {total}"
        reached = state.totals.index(top)
        return Verdict(True, winners, say(text, who=side(reached), target=target, total=plain(top)))
    if hands is not None and state.hands_played >= hands:
        return Verdict(True, winners, count(hands, "{n} hand was played", "{n} hands were played"))
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
        missing = plain(target - max(state.totals))
        text = "The match ends at {target}; {missing} to go for the highest total"
        notices.append(line(text, target=target, missing=missing, rule="end"))
    return notices
