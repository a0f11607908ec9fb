"""What a hand of Zetema scores: event by event, or by the sums that the table made."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from scoring.engine.game import HandResult, Setup, add_points, check_per_side, next_state
from scoring.engine.marking import _
from scoring.engine.messages import Message, Number, line, plural, say, side
from scoring.engine.refusal import pointers_under, refuse
from scoring.games.zetema.melds import least_of_hand, most_at_once, rank_word
from scoring.games.zetema.models import (
    ZetemaDetails,
    ZetemaEventsHand,
    ZetemaOptions,
    ZetemaState,
    ZetemaSummaryHand,
    ZetemaTurnsEvent,
)
from scoring.games.zetema.play_by_play import PlayByPlay

#: What is carried of an open hand, before its first event.
OPEN_HAND: dict[str, Any] = {
    "zetemas": [],
    "marriages": [],
    "assemblies": [],
    "melds": [],
    "cards_by_seat": [],
    "last_event": None,
}


def score_events(setup: Setup[ZetemaOptions], state: ZetemaState, hand: ZetemaEventsHand) -> HandResult[ZetemaState]:
    """Returns the result of a hand entered event by event. Raises Refusal at the first event that is not possible."""
    play = PlayByPlay(setup, state)
    for place, event in enumerate(hand.events):
        with pointers_under(f"/events/{place}"):
            play.add(event)
    won = play.winner is not None
    if won and hand.end is not None:
        text = _("The hand was not played out: {who} reached {target} before.")
        raise refuse("/end", "after_end", text, rule="end", who=side(play.winner or 0), target=play.target)
    missing = play.missing if hand.end is not None else []
    if missing:
        text = _("Played out, but not entered: the zetemas of {ranks}")
        play.lines.append(line(text, ranks=[rank_word(rank) for rank in missing], rule="stock"))
    n = sum(not isinstance(event, ZetemaTurnsEvent) for event in hand.events)
    head = plural(n, "{n} score", "{n} scores")
    return _hand_result(setup, state, play, won or hand.end is not None, head, missing)


def score_summary(setup: Setup[ZetemaOptions], state: ZetemaState, hand: ZetemaSummaryHand) -> HandResult[ZetemaState]:
    """Returns the result of a hand entered by its sums.

    Raises Refusal if they are not possible, or leave open who was first.
    """
    check_per_side(setup, hand.points, "/points")
    play = PlayByPlay(setup, state)
    most = play.target + most_at_once(setup.options)
    for number, points in enumerate(hand.points):
        pointer = f"/points/{number}"
        if points < 0:
            raise refuse(pointer, "negative", "Nobody loses points.")
        if points % 5:
            raise refuse(
                pointer, "not_a_multiple", "All scores are multiples of five, so {n} is not possible.", n=points
            )
        play.totals[number] += points
        if play.totals[number] >= most:
            text = _("{who} cannot get to {n}: the match ends at {target}, and nothing scores that much at once.")
            params = {"who": side(number), "n": play.totals[number], "target": play.target}
            raise refuse(pointer, "too_many_points", text, rule="end", **params)
    if sum(total >= play.target for total in play.totals) > 1:
        text = _("More than one side would have {target}, and the first to get there has won: enter the hand in order.")
        raise refuse("/points", "order_needed", text, rule="end", target=play.target)
    least = least_of_hand(play.zetemas, bool(play.marriages))
    if play.winner is None and sum(hand.points) < least:
        text = _(
            "A hand that is played out brings at least {least}, for the zetemas and the kings and queens, not {n}."
        )
        raise refuse("/points", "too_few_points", text, rule="stock", least=least, n=sum(hand.points))
    return _hand_result(setup, state, play, True, say("Added up at the table"))


def _hand_result(
    setup: Setup[ZetemaOptions],
    state: ZetemaState,
    play: PlayByPlay,
    complete: bool,
    head: Message,
    missing: Sequence[str] = (),
) -> HandResult[ZetemaState]:
    points: list[Number] = [after - before for after, before in zip(play.totals, state.totals, strict=True)]
    if not any(points):
        play.lines.append(line("Nothing scored", value=0, rule="scoring"))
    for number, total in enumerate(play.totals):
        if not points[number]:
            continue
        text = _("{who}: {before} + {points} = {total}")
        params = {"who": side(number), "before": state.totals[number], "points": points[number], "total": total}
        play.lines.append(line(text, **params, value=points[number], rule="scoring"))
    winner = play.winner
    if winner is not None:
        text = _("{who} reached {target} and won at once")
        play.lines.append(line(text, who=side(winner), target=play.target, rule="end"))
    if complete:
        after = next_state(setup, state, points, **OPEN_HAND)
    else:
        after = state.model_copy(
            update={
                "totals": add_points(state.totals, points),
                "zetemas": play.zetemas,
                "marriages": play.marriages,
                "assemblies": play.assemblies,
                "melds": play.melds,
                "cards_by_seat": play.cards.as_json(),
                "last_event": play.last,
            }
        )
    return HandResult(
        points=points,
        state=after,
        lines=play.lines,
        summary=say("{head}: {points}", head=head, points=list(points)),
        details=ZetemaDetails(
            values=play.values,
            running_totals=play.running,
            finished=winner is not None,
            winners=[] if winner is None else [winner],
            missing=list(missing),
        ),
        complete=complete,
    )
