"""How a match of Buried Treasure ends: a target or a number of hands, and one player alone with the highest total."""

from __future__ import annotations

from scoring.engine.game import Setup, Verdict, ended_by_table, leading_sides
from scoring.engine.marking import _
from scoring.engine.messages import plural, say, side, trim_number
from scoring.games.buried_treasure.models import BuriedTreasureOptions, BuriedTreasureState, usual_target


def match_verdict(setup: Setup[BuriedTreasureOptions], state: BuriedTreasureState, ended: bool) -> Verdict:
    """Returns whether the match is over. ended: whether the players have ended the match."""
    if ended:
        return ended_by_table(state)
    leaders = leading_sides(state.totals)
    if not end_reached(setup, state) or len(leaders) > 1:
        return Verdict(False)
    if setup.options.hands is not None:
        reason = plural(state.hands_played, "{n} hand was played", "{n} hands were played")
    else:
        top = trim_number(state.totals[leaders[0]])
        text = _("{who} has the highest total, {total}, and {target} were needed")
        reason = say(text, who=side(leaders[0]), total=top, target=target_of(setup))
    return Verdict(True, leaders, reason)


def target_of(setup: Setup[BuriedTreasureOptions]) -> int:
    """Returns the total that ends the match: the table's own, or the usual one."""
    return setup.options.target or usual_target(setup.players)


def end_reached(setup: Setup[BuriedTreasureOptions], state: BuriedTreasureState) -> bool:
    """Returns whether the match ends as soon as one player alone has the highest total."""
    if setup.options.hands is not None:
        return state.hands_played >= setup.options.hands
    return max(state.totals) >= target_of(setup)


def tied_at_end(setup: Setup[BuriedTreasureOptions], state: BuriedTreasureState) -> bool:
    """Returns whether only a tie for the highest total keeps the match open (rule: tie)."""
    return end_reached(setup, state) and len(leading_sides(state.totals)) > 1
