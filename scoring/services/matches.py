"""What can happen to a match: start, record, preview, delete. ``history`` has correct, take back, undo and finish.

Everybody comes through these two, the API and the pages alike; nothing else writes matches, hands or changes.
Totals are computed nowhere but in the engine's fold, whose result is stored with each hand.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from datetime import datetime
from typing import Any

from django.conf import settings
from django.utils import timezone

from scoring.db import match_rows
from scoring.db.write_lock import write_transaction
from scoring.engine.game import Game
from scoring.engine.match import ScoredHand, open_match, step
from scoring.engine.match_status import MatchStatus
from scoring.engine.refusal import refuse
from scoring.models import Hand, Match, Table, short_id
from scoring.selectors.match_snapshot import (
    ChangeResult,
    MatchSnapshot,
    TransactionHook,
    VersionConflict,
    hand_json,
    load_match,
    state_before,
)


def check_text(text: str, pointer: str) -> None:
    """Raises Refusal for a name or title with control characters or with invisible ones that could mislead.

    A zero-width joiner or non-joiner between other characters is part of the spelling: in Persian, in Devanagari,
    in emoji of several people. Private-use characters stand for names in stored texts.
    """
    for place, char in enumerate(text):
        joins = char in JOINERS and 0 < place < len(text) - 1 and not {text[place - 1], text[place + 1]} & JOINERS
        if not joins and (not char.isprintable() or "\ue000" <= char <= "\uf8ff"):
            raise refuse(pointer, "unprintable", "This text has characters that cannot be shown.", rule="")


JOINERS = {"\u200c", "\u200d"}
"""Zero-width non-joiner and joiner."""


def check_names(names: Sequence[str], pointer: str = "/players") -> None:
    """Raises Refusal where two columns have the same name, or one has none."""
    seen: set[str] = set()
    for number, name in enumerate(names):
        if not name.strip():
            raise refuse(f"{pointer}/{number}", "name_empty", "Every player needs a name.", rule="")
        check_text(name, f"{pointer}/{number}")
        if name in seen:
            raise refuse(f"{pointer}/{number}", "name_twice", "{name} is there twice.", rule="", name=name)
        seen.add(name)


def start(
    table: Table,
    game: Game[Any, Any],
    seats: Sequence[Mapping[str, Any]],
    options: Mapping[str, Any],
    begin: Mapping[str, Any],
    title: str = "",
    within: TransactionHook | None = None,
) -> ChangeResult:
    """A new match. seats: {"player": id or None, "name": name} in order of play. begin: what is carried in.

    Raises Refusal with pointers ``/players…``, ``/options/…``, ``/start/…``.
    """
    check_names([seat["name"] for seat in seats])
    opened = open_match(game, len(seats), options, begin)
    now = timezone.now()
    columns = match_rows.status_columns(MatchStatus(opened, opened.state, 1))
    with write_transaction():
        if Match.objects.filter(table=table).count() >= settings.MAX_MATCHES_PER_TABLE:
            raise refuse(
                "", "table_full", "A table keeps at most {most} matches.", rule="", most=settings.MAX_MATCHES_PER_TABLE
            )
        row = Match.objects.create(
            id=short_id(),
            table=table,
            game=game.slug,
            title=title,
            seats=[dict(seat) for seat in seats],
            options=dict(options),
            start=dict(begin),
            created_at=now,
            updated_at=now,
            **columns,
        )
        written = ChangeResult(load_match(row.id))
        if within:
            within(written)
    return written


def delete(match_id: str, expected: int | None = None) -> None:
    """Removes a match with its hands and its history. Raises VersionConflict, MatchNotFound."""
    with write_transaction():
        match = load_match(match_id, lock=True)
        if expected is not None and match.version != expected:
            raise VersionConflict(match)
        Match.objects.filter(id=match.id).delete()


def record(
    match: MatchSnapshot,
    hand: Any,
    expected: int | None = None,
    within: TransactionHook | None = None,
    at: datetime | None = None,
) -> ChangeResult:
    """Adds a hand. hand: JSON or a validated model. expected: the version that the writer has seen, if any.

    Scored before the lock is taken; where somebody else was faster, scored again on what they left.
    Raises Refusal, VersionConflict, MatchNotFound.
    """
    try:
        return _append(match, hand, expected, within, at)
    except match_rows.ConcurrentUpdate:
        with write_transaction():
            return _append(load_match(match.id, lock=True), hand, expected, within, at)


def _append(
    match: MatchSnapshot, hand: Any, expected: int | None, within: TransactionHook | None, at: datetime | None
) -> ChangeResult:
    if expected is not None and match.version != expected:
        raise VersionConflict(match)
    scored = _score(match, hand)
    if scored.result.is_query:
        raise refuse("/kind", "only_a_question", "This is a question, not a hand: nothing was recorded.", rule="")
    change, row, columns = _change(match, scored, at or timezone.now())
    with write_transaction():
        match_rows.append_hand(row, match.version, columns)
        if within:
            within(change)
    return change


def _change(match: MatchSnapshot, scored: ScoredHand, at: datetime) -> tuple[ChangeResult, Hand, dict[str, Any]]:
    """What a scored hand leaves behind: the change, the hand's row, the columns of the match."""
    row = match_rows.hand_row(match, scored, at, slug=match.slug)
    status = MatchStatus(match.open_match, scored.state, row.number + row.complete)
    columns = match_rows.status_columns(status)
    after = match.changed(status, columns, hand_count=row.number, hand_open=not row.complete, updated_at=at)
    return ChangeResult(after, hand_json(after, row.result, row.input, at), row.number), row, columns


def _score(match: MatchSnapshot, hand: Any) -> ScoredHand:
    """The coming hand scored. Raises Refusal where no further hand is possible, and as the game does."""
    if match.ended:
        raise refuse("", "match_over", "The table ended this match: no further hand is possible.", rule="end")
    if match.hand_open:
        text = "Hand {number} is still being played: finish it before the next."
        raise refuse("", "hand_open", text, number=match.hand_count)
    if match.hand_count >= settings.MAX_HANDS_PER_MATCH:
        raise refuse(
            "", "match_full", "A match keeps at most {most} hands.", rule="", most=settings.MAX_HANDS_PER_MATCH
        )
    return step(match.open_match, match.current_state, hand, match.hand_count + 1, finished=match.finished)


def preview(match: MatchSnapshot, hand: Any, number: int | None = None) -> ScoredHand:
    """What a hand would come to, without recording it. number: an old hand that it would replace.

    The later hands of a corrected one are not tried here. Raises Refusal, MatchNotFound.
    """
    if number is not None and number <= match.hand_count:
        return step(match.open_match, state_before(match, number), hand, number)
    return _score(match, hand)


def preview_change(match: MatchSnapshot, hand: Any) -> ChangeResult:
    """What recording the coming hand would leave behind; nothing is stored. Raises Refusal."""
    return _change(match, _score(match, hand), timezone.now())[0]
