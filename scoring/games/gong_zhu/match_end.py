"""When a match of Gong Zhu is over, and who has lost it."""

from __future__ import annotations

from scoring.engine.game import Verdict, leading_sides
from scoring.engine.marking import ngettext_noop
from scoring.engine.messages import Message, plural, say, side
from scoring.games.gong_zhu.models import GongZhuOptions, GongZhuState


def match_verdict(options: GongZhuOptions, state: GongZhuState) -> Verdict:
    """Returns whether the match is over (rule: end), with the losing sides in its details."""
    lost = losers(options, state)
    reason = _reason(options, state, lost)
    if reason is None:
        return Verdict(False, details={"losers": []})
    return Verdict(True, leading_sides(state.totals), reason, {"losers": lost})


def losers(options: GongZhuOptions, state: GongZhuState) -> list[int]:
    """Returns the sides that lose if the match is over now."""
    at_line = [number for number, total in enumerate(state.totals) if total <= -options.lose_at]
    if options.losers == "lowest" or not at_line:
        return leading_sides(state.totals, lowest=True)
    return at_line


def _reason(options: GongZhuOptions, state: GongZhuState, lost: list[int]) -> Message | None:
    """Why the match is over, None if it is not over."""
    names = [side(number) for number in lost]
    if min(state.totals) <= -options.lose_at:
        return say("The line of {line} was reached. Lost: {losers}", line=-options.lose_at, losers=names)
    if options.win_at is not None and max(state.totals) >= options.win_at:
        return say("The total of {target} was reached. Lost: {losers}", target=options.win_at, losers=names)
    if options.hands is not None and state.hands_played >= options.hands:
        forms = ngettext_noop("{n} hand was played. Lost: {losers}", "{n} hands were played. Lost: {losers}")
        return plural(options.hands, *forms, losers=names)
    return None
