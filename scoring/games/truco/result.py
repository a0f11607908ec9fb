"""What a decided hand is worth: irregularities, the winner's stake, and its explanation."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any, Literal

from scoring.engine.game import HandResult, Setup, side_at_target
from scoring.engine.marking import _
from scoring.engine.messages import Line, Message, Number, line, say, side
from scoring.games.truco.models import HandType, TrucoDetails, TrucoIrregularity, TrucoOptions, TrucoState
from scoring.games.truco.stakes import TARGET, Stakes, call_name, hand_type, one_short, stakes_of

OFFENCES = {
    "deal": say("wrong shuffle, cut or deal"),
    "reject": say("cards rejected or given on wrongly"),
    "disclose": say("cards shown or named to others"),
    "over_raise": say("raised too far"),
    "other": say("another rule broken"),
}


@dataclass(frozen=True)
class HandEnd:
    """How a hand was decided.

    how: ``played`` to the end, ``tied`` in all three tricks, ``ran`` from a raise, ``eleven_run`` when the side
    with eleven gave up, or ``void`` for a deal that was abandoned. winner: the side that played better or was
    not answered, None for ``tied``, ``eleven_run`` and ``void``. step: of the stake in force; None if a tied
    hand was entered without it.
    """

    how: Literal["played", "tied", "ran", "eleven_run", "void"]
    winner: int | None = None
    step: int | None = None


def special_name(stakes: Stakes) -> Message:
    """Returns what the table calls the special hand."""
    return say("Hand of eleven") if stakes[0] == 1 else say("Hand of ten")


def short_name(stakes: Stakes, kind: str, details: dict[str, Any], ran: bool) -> Message:
    """Returns what a recorded hand was played for, in a word or two. kind, details: as they are stored.

    ran: whether it ended with a call that was refused.
    """
    if kind == "void":
        return say("void deal")
    stake = details.get("stake")
    if stake is None:
        return say("tied")
    match details.get("hand_type"):
        case "eleven":
            return say("eleven, {n}", n=stake) if stakes[0] == 1 else say("ten, {n}", n=stake)
        case "iron":
            return say("iron, {n}", n=stake)
    step = stakes.index(stake) if stake in stakes else 0
    if ran and step + 1 < len(stakes):
        return say("{call} refused, {n}", call=call_name(stakes, step + 1), n=stake)
    return say("{call}, {n}", call=call_name(stakes, step), n=stake) if step else say("plain, {n}", n=stake)


def leaders(stakes: Stakes, totals: Sequence[Number]) -> int:
    """Returns the side that has eleven in a hand of eleven."""
    return 0 if one_short(stakes, totals[0]) else 1


def count_irregularity(stakes: Stakes, totals: list[Number], irregularity: TrucoIrregularity) -> Line:
    """Adds the points for a broken rule to these totals and returns the line.

    The other side gains the value of a plain hand. If that would win the match, it gains nothing and the offenders lose
    that value, but nobody drops below zero (rule ``irregularities``).
    """
    unit, offenders, others = stakes[0], irregularity.side, 1 - irregularity.side
    params = {"who": side(offenders), "offence": OFFENCES[irregularity.offence], "others": side(others)}
    if totals[others] + unit < TARGET:
        totals[others] += unit
        text = _("Irregularity by {who} ({offence}): {n} for {others}")
        return line(text, **params, n=unit, value=unit, rule="irregularities")
    lost = min(unit, max(totals[offenders], 0))
    totals[offenders] -= lost
    if not lost:
        text = _("Irregularity by {who} ({offence}): {others} cannot win the match by it, and there is nothing to lose")
        return line(text, **params, value=0, rule="irregularities")
    text = _("Irregularity by {who} ({offence}): {others} cannot win the match by it, so {who} lose {n}")
    return line(text, **params, n=lost, value=-lost, rule="irregularities")


def hand_result(
    setup: Setup[TrucoOptions], state: TrucoState, totals: list[Number], lines: list[Line], ending: HandEnd
) -> HandResult[TrucoState]:
    """Returns the result of a hand.

    totals: with the irregularities of the hand counted. lines: its explanation so far.
    """
    stakes = stakes_of(setup.options)
    kind = hand_type(stakes, state.totals)
    winner, stake = _hand_winner(setup, state, kind, ending)
    lines = lines + _ending_lines(setup.options, state, kind, ending, winner)
    after = list(totals)
    if winner is not None and stake is not None:
        after[winner] += stake
        text = _("{who} win the hand: {before} + {stake} = {after}")
        params = {"who": side(winner), "before": totals[winner], "stake": stake, "after": after[winner]}
        lines.append(line(text, **params, value=stake, rule="scoring"))
    elif ending.how == "eleven_run":
        side_with_eleven = leaders(stakes, state.totals)
        after[side_with_eleven] -= stakes[0]
        text = _("Running costs {who} {n}; nobody wins the hand")
        lines.append(line(text, who=side(side_with_eleven), n=stakes[0], value=-stakes[0], rule="eleven"))
    dealer = state.dealer if ending.how == "void" else setup.after(state.dealer)
    match_winner = side_at_target(after, TARGET)
    return HandResult(
        points=[new - old for new, old in zip(after, state.totals, strict=True)],
        state=state.model_copy(update={"totals": after, "dealer": dealer, "hands_played": state.hands_played + 1}),
        lines=lines,
        summary=_summary(stakes, state, kind, ending, winner),
        details=TrucoDetails(
            hand_type=kind,
            dealer=state.dealer,
            hand_winner=winner,
            stake=stake,
            finished=match_winner is not None,
            winner=match_winner,
            next_dealer=dealer,
            next_hand_type=None if match_winner is not None else hand_type(stakes, after),
        ),
    )


def _hand_winner(
    setup: Setup[TrucoOptions], state: TrucoState, kind: HandType, ending: HandEnd
) -> tuple[int | None, int | None]:
    """The hand winner and what it scores, both None if nobody wins the hand."""
    stakes = stakes_of(setup.options)
    if ending.how == "eleven_run" and setup.options.eleven_run == "opponents_gain":
        return 1 - leaders(stakes, state.totals), stakes[0]
    winner = ending.winner
    if ending.how == "tied" and setup.options.all_tied == "mao" and kind != "iron":
        winner = setup.side_of(setup.after(state.dealer))
    if winner is None or ending.step is None:
        return None, None
    return winner, stakes[ending.step]


def _ending_lines(
    options: TrucoOptions, state: TrucoState, kind: HandType, ending: HandEnd, winner: int | None
) -> list[Line]:
    stakes = stakes_of(options)
    if ending.how == "void":
        return [line("The deal is void: the same player deals again", rule="setup")]
    if ending.how == "eleven_run":
        text = _("{hand}: {who} look at their cards and run")
        return [line(text, hand=special_name(stakes), who=side(leaders(stakes, state.totals)), rule="eleven")]
    lines = [] if ending.step is None else [_stake_line(stakes, kind, ending, ending.step)]
    if ending.how == "tied":
        if winner is None:
            lines.append(line("All three tricks are tied: nobody scores", rule="all-tied"))
        else:
            text = _("All three tricks are tied: at this table the mão's side has the hand")
            lines.append(line(text, rule="all-tied"))
    return lines


def _stake_line(stakes: Stakes, kind: HandType, ending: HandEnd, step: int) -> Line:
    stake = stakes[step]
    if ending.how == "ran" and ending.winner is not None:
        params = {"who": side(1 - ending.winner), "call": call_name(stakes, step + 1)}
        return line("{who} run from {call}: the stake before it counts", **params, value=stake, rule="running")
    if kind == "iron":
        return line("Iron hand: played for {n}", n=stake, value=stake, rule="iron")
    if kind == "eleven":
        return line("{hand}: played for {n}", hand=special_name(stakes), n=stake, value=stake, rule="eleven")
    if step == 0:
        return line("A plain hand", value=stake, rule="scoring")
    text = _("Played for {n}, after {call}")
    return line(text, call=call_name(stakes, step), n=stake, value=stake, rule="raising")


def _summary(stakes: Stakes, state: TrucoState, kind: HandType, ending: HandEnd, winner: int | None) -> Message:
    if ending.how == "void":
        return say("Void deal")
    if ending.how == "eleven_run":
        text = _("{hand}: {who} ran")
        return say(text, hand=special_name(stakes), who=side(leaders(stakes, state.totals)))
    if winner is None:
        return say("All three tricks tied")
    if ending.how == "ran" and ending.step is not None:
        return say("{who} ran from {call}", who=side(1 - winner), call=call_name(stakes, ending.step + 1))
    if kind == "iron":
        return say("Iron hand won by {who}", who=side(winner))
    if kind == "eleven":
        return say("{hand} won by {who}", hand=special_name(stakes), who=side(winner))
    if not ending.step:
        return say("{who} won a plain hand", who=side(winner))
    return say("{who} won at {call}", who=side(winner), call=call_name(stakes, ending.step))
