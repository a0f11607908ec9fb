"""Checks that stored figures, details and states are those of a replay. Texts are not compared."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from pydantic_core import from_json

from scoring.db.match_rows import hand_row, status_columns
from scoring.engine.match import open_match, step, stored_options
from scoring.engine.match_status import MatchStatus
from scoring.engine.messages import fill_names
from scoring.engine.parts import next_part
from scoring.engine.refusal import Refusal
from scoring.models import Change, Hand, Match, by_id
from scoring.selectors.match_snapshot import MatchNotFound, MatchSnapshot, at_one_version, check_unchanged, load_match

TEXTS = frozenset({"summary", "explanation", "notices", "reason"})
"""Fields with sentences: a new wording is not an error."""


def find_errors() -> Iterator[str]:
    """Yields: one sentence for each error in the database."""
    for match_id in Match.objects.order_by("id").values_list("id", flat=True).iterator():
        try:
            match = load_match(match_id)
            errors = at_one_version(match, _checked_errors_of)
        except MatchNotFound:
            if Match.objects.filter(id=match_id).exists():  # not deleted meanwhile
                yield f"match {match_id}: its game is not known here"
            continue
        for error in errors:
            yield f"match {match.id} ({match.slug}): {error}"


def _checked_errors_of(match: MatchSnapshot) -> list[str]:
    """Its errors. Raises ConcurrentUpdate if there are any and the match was changed meanwhile."""
    errors = list(_errors_of(match))
    if errors:
        check_unchanged(match)
    return errors


def _errors_of(match: MatchSnapshot) -> Iterator[str]:
    versions = list(Change.objects.filter(match.its_rows).order_by("version").values_list("version", flat=True))
    if versions != list(range(1, match.version + 1)):
        yield f"its changes are not numbered 1 to {match.version}"
    try:
        options = stored_options(match.game, from_json(match.options))
        open_match(match.game, len(match.seats), options, from_json(match.start))
    except Refusal as refusal:
        yield f"its beginning is refused today: {_as_text(match, refusal)}"
    state = match.open_match.state
    number = 0
    for hand in Hand.objects.filter(match.its_rows).order_by("number").iterator():
        number += 1
        if hand.number != number:
            yield f"hand {number} is missing"
            return
        try:
            scored = step(match.open_match, state, from_json(hand.input), number)
        except Refusal as refusal:
            yield f"hand {number} is refused today: {_as_text(match, refusal)}"
            return
        replayed = hand_row(match, scored, hand.recorded_at, slug=match.slug)
        if not _same_hand(match, hand, replayed):
            yield f"hand {number} is not what replaying it gives"
        state = scored.state
    if number != match.hand_count:
        yield f"it has {number} hands and its count says {match.hand_count}"
    status = MatchStatus(match.open_match, state, number + (not match.hand_open), match.ended)
    columns = status_columns(status)
    if not _same_state(match, match.state, columns["state"]) or not _same_figures(
        from_json(match.summary), from_json(columns["summary"]), "next"
    ):
        yield "its totals are not what replaying its hands gives"
    yield from _link_errors(match)


def _link_errors(match: MatchSnapshot) -> Iterator[str]:
    """Errors of the links to the parts before and after it, if its people changed."""
    if match.continues:
        before = Match.objects.filter(by_id(match.continues), table_id=match.table_id).first()
        if before is None:
            yield f"it goes on from match {match.continues}, which is not here"
        elif before.continued_by != match.id:
            yield f"it goes on from match {before.id}, which does not go on in it"
    if not match.continued_by:
        return
    try:
        later = load_match(match.continued_by)
    except MatchNotFound:
        yield f"it goes on in match {match.continued_by}, which is not here"
        return
    if (later.table_id, later.continues) != (match.table_id, match.id):
        yield f"it goes on in match {later.id}, which does not go on from it"
    elif later.carried:
        carried = from_json(later.carried)
        part = next_part(
            match.open_match, match.current_state, from_json(later.options), carried["seats"], carried["totals"]
        )
        if list(part.open_match.state.totals) != list(later.open_match.state.totals):
            yield f"match {later.id}, in which it goes on, does not begin with its totals"


def _as_text(match: MatchSnapshot, refusal: Refusal) -> str:
    return fill_names(str(refusal), match.names, match.side_names)


def _same_hand(match: MatchSnapshot, stored: Hand, replayed: Hand) -> bool:
    return (
        _same_figures(from_json(stored.result), from_json(replayed.result), "details")
        and from_json(stored.points) == from_json(replayed.points)
        and _same_state(match, stored.state, replayed.state)
        and stored.complete == replayed.complete
    )


def _same_state(match: MatchSnapshot, stored: str, replayed: str) -> bool:
    """Whether the stored fields have the same values, as the game reads them. A later release may have added fields."""
    model = match.game.State
    before, after = model.model_validate_json(stored), model.model_validate_json(replayed)
    return all(getattr(before, name) == getattr(after, name) for name in before.model_fields_set)


def _same_figures(stored: dict[str, Any], replayed: dict[str, Any], inner: str) -> bool:
    """Whether the figures are the same, without texts. inner: the name of the part with the fields of the game.

    Only fields that both have are compared: a later release may have added details or renamed them.
    """
    parts = [(stored, replayed), (stored[inner] or {}, replayed[inner] or {})]
    # ``state`` is compared as the game reads it.
    left_out = TEXTS | {"state", inner}
    return bool(stored[inner]) == bool(replayed[inner]) and all(
        before[name] == after[name] for before, after in parts for name in (before.keys() & after.keys()) - left_out
    )
