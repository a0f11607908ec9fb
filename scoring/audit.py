"""Whether everything stored is what replaying the inputs gives."""

from __future__ import annotations

from collections.abc import Iterator

from pydantic_core import from_json

from scoring.engine.match import Result, step
from scoring.engine.refusal import Refusal
from scoring.models import Change, Hand, Match
from scoring.standing import NotThere, Standing, find, head_of, to_text


def faults() -> Iterator[str]:
    """One sentence for each thing that is wrong in the database; nothing where all is well."""
    for match_id in Match.objects.order_by("id").values_list("id", flat=True).iterator():
        try:
            match = find(match_id)
        except NotThere:
            yield f"match {match_id}: its game is not known here"
            continue
        for fault in _faults_of(match):
            yield f"match {match.id} ({match.slug}): {fault}"


def _faults_of(match: Standing) -> Iterator[str]:
    versions = list(Change.objects.filter(match_id=match.id).order_by("version").values_list("version", flat=True))
    if versions != list(range(1, match.version + 1)):
        yield f"its changes are not numbered 1 to {match.version}"
    state = match.opened.state
    number = 0
    for hand in Hand.objects.filter(match_id=match.id).order_by("number").iterator():
        number += 1
        if hand.number != number:
            yield f"hand {number} is missing"
            return
        try:
            result = step(match.opened, state, from_json(hand.input), number)
        except Refusal as refusal:
            yield f"hand {number} is refused today: {refusal}"
            return
        if _stored(hand) != _fresh(match, result):
            yield f"hand {number} is not what replaying it gives"
        state = result.state
    if number != match.hand_count:
        yield f"it has {number} hands and says {match.hand_count}"
    if (match.state, match.head) != (
        to_text(state),
        head_of(match.opened, state, number + (not match.hand_open), match.ended)[0],
    ):
        yield "its totals are not what replaying its hands gives"


def _stored(hand: Hand) -> tuple[str, str, str]:
    return hand.result, hand.points, hand.state


def _fresh(match: Standing, result: Result) -> tuple[str, str, str]:
    shown = result.as_json(match.slug)
    return to_text(shown), to_text(shown["points"]), to_text(result.state)
