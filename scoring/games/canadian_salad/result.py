"""What a hand of Canadian Salad costs each player."""

from __future__ import annotations

from typing import Any, cast

from scoring.engine.game import HandResult, Setup, next_state
from scoring.engine.marking import _
from scoring.engine.messages import Line, line, say, seat
from scoring.games.canadian_salad.captures import Captures, count_captures
from scoring.games.canadian_salad.models import CanadianSaladDetails, CanadianSaladOptions, CanadianSaladState
from scoring.games.canadian_salad.penalties import (
    HEART,
    KING_OF_SPADES,
    LAST_TRICK,
    QUEEN,
    RULE_OF,
    TRICK,
    penalty_text,
    rule_of_hand,
    what_is_bad,
)

NAMES = {
    1: _("Hand 1: tricks"),
    2: _("Hand 2: hearts"),
    3: _("Hand 3: queens"),
    4: _("Hand 4: king of spades"),
    5: _("Hand 5: last trick"),
    6: _("Hand 6: everything"),
}


def score_hand(
    setup: Setup[CanadianSaladOptions], state: CanadianSaladState, hand: Any
) -> HandResult[CanadianSaladState]:
    """Returns the result of a hand, entered in any way. Raises Refusal if it is not possible or not the next hand."""
    number = state.hand_in_play
    captured = count_captures(setup, number, hand)
    points = []
    lines = [line("Hand {n}: {bad}", n=number, bad=what_is_bad(number), rule=rule_of_hand(number))]
    for who in range(setup.players):
        items = _penalties(captured, who)
        points.append(sum(int(item.value or 0) for item in items))
        lines += items
        if len(items) > 1:
            text = _("{who}: {parts}")
            parts = " + ".join(str(item.value) for item in items)
            lines.append(line(text, who=seat(who), parts=parts, value=points[-1], rule="scoring"))
    return HandResult(
        points=points,
        state=next_state(setup, state, points, hand_no=number + 1),
        lines=lines,
        summary=say(NAMES[number]),
        details=cast(CanadianSaladDetails, {"hand_no": number, **captured.known()}),
    )


def _penalties(captured: Captures, who: int) -> list[Line]:
    """What a hand costs a player, a line for each rule."""
    each = {"tricks": TRICK, "hearts": HEART, "queens": QUEEN}
    whole = {"king_spades": KING_OF_SPADES, "last_trick": LAST_TRICK}
    lines = []
    for name, value in captured.known().items():
        n = value[who] if name in each else int(value == who)
        if n:
            cost = n * each[name] if name in each else whole[name]
            lines.append(
                line("{who}: {what}", who=seat(who), what=penalty_text(name, n), value=cost, rule=RULE_OF[name])
            )
    return lines
