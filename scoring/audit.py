"""Whether everything stored is what replaying the inputs gives: figures, details and states, never texts."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from pydantic_core import from_json

from scoring.db.match_rows import hand_row, status_columns
from scoring.engine.match import step
from scoring.engine.match_status import MatchStatus
from scoring.engine.refusal import Refusal
from scoring.models import Change, Hand, Match
from scoring.selectors.match_snapshot import MatchNotFound, MatchSnapshot, load_match

TEXTS = frozenset({"summary", "explanation", "notices", "reason"})
"""Fields that hold sentences: a new wording is no error."""


def find_errors() -> Iterator[str]:
    """One sentence for each thing that is wrong in the database; nothing if all is well."""
    for match_id in Match.objects.order_by("id").values_list("id", flat=True).iterator():
        try:
            match = load_match(match_id)
        except MatchNotFound:
            yield f"match {match_id}: its game is not known here"
            continue
        for error in _errors_of(match):
            yield f"match {match.id} ({match.slug}): {error}"


def _errors_of(match: MatchSnapshot) -> Iterator[str]:
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
            scored = step(match.open_match, state, from_json(hand.input), number)
        except Refusal as refusal:
            yield f"hand {number} is refused today: {refusal}"
            return
        replayed = hand_row(match, scored, hand.recorded_at, slug=match.slug)
        if _figures(match, hand) != _figures(match, replayed):
            yield f"hand {number} is not what replaying it gives"
        state = scored.state
    if number != match.hand_count:
        yield f"it has {number} hands and its count says {match.hand_count}"
    status = MatchStatus(match.open_match, state, number + (not match.hand_open), match.ended)
    columns = status_columns(status)
    stored = (_state(match, match.state), _without_texts(from_json(match.summary)))
    if stored != (_state(match, columns["state"]), _without_texts(from_json(columns["summary"]))):
        yield "its totals are not what replaying its hands gives"


def _figures(match: MatchSnapshot, hand: Hand) -> tuple[Any, ...]:
    return _without_texts(from_json(hand.result)), from_json(hand.points), _state(match, hand.state), hand.complete


def _state(match: MatchSnapshot, text: str) -> Any:
    """The state as the game reads it: fields that a later release added have their defaults."""
    return match.game.State.model_validate_json(text)


def _without_texts(value: Any) -> Any:
    if isinstance(value, dict):
        # ``state`` is compared as the game reads it.
        return {name: _without_texts(item) for name, item in value.items() if name not in TEXTS | {"state"}}
    return value
