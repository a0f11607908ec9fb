"""Whether everything stored is what replaying the inputs gives."""

from __future__ import annotations

from collections.abc import Iterator

from pydantic_core import from_json

from scoring.engine.match import ScoredHand, step
from scoring.engine.refusal import Refusal
from scoring.models import Change, Hand, Match
from scoring.selectors.match_snapshot import MatchNotFound, MatchSnapshot, dump_json, load_match, match_summary


def faults() -> Iterator[str]:
    """One sentence for each thing that is wrong in the database; nothing where all is well."""
    for match_id in Match.objects.order_by("id").values_list("id", flat=True).iterator():
        try:
            match = load_match(match_id)
        except MatchNotFound:
            yield f"match {match_id}: its game is not known here"
            continue
        for fault in _faults_of(match):
            yield f"match {match.id} ({match.slug}): {fault}"


def _faults_of(match: MatchSnapshot) -> Iterator[str]:
    versions = list(Change.objects.filter(match_id=match.id).order_by("version").values_list("version", flat=True))
    if versions != list(range(1, match.version + 1)):
        yield f"its changes are not numbered 1 to {match.version}"
    state = match.open_match.state
    number = 0
    for hand in Hand.objects.filter(match_id=match.id).order_by("number").iterator():
        number += 1
        if hand.number != number:
            yield f"hand {number} is missing"
            return
        try:
            result = step(match.open_match, state, from_json(hand.input), number)
        except Refusal as refusal:
            yield f"hand {number} is refused today: {refusal}"
            return
        if _stored(hand) != _fresh(match, result):
            yield f"hand {number} is not what replaying it gives"
        state = result.state
    if number != match.hand_count:
        yield f"it has {number} hands and says {match.hand_count}"
    if (match.state, match.summary) != (
        dump_json(state),
        match_summary(match.open_match, state, number + (not match.hand_open), match.ended)[0],
    ):
        yield "its totals are not what replaying its hands gives"


def _stored(hand: Hand) -> tuple[str, str, str]:
    return hand.result, hand.points, hand.state


def _fresh(match: MatchSnapshot, result: ScoredHand) -> tuple[str, str, str]:
    shown = result.as_json(match.slug)
    return dump_json(shown), dump_json(shown["points"]), dump_json(result.state)
