"""Changes to a match: start, record, preview, delete. ``history`` has correct, take back, undo and finish.

The API and the pages both use these two modules. Only the engine computes totals; its result is stored with each hand.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from datetime import datetime
from typing import Any

from django.conf import settings
from django.utils import timezone

from companion.signals import hand_recorded
from scoring.db import match_rows
from scoring.db.json_text import dump_json
from scoring.db.write_lock import write_transaction
from scoring.engine.game import Game
from scoring.engine.marking import _
from scoring.engine.match import ScoredHand, open_match, start_json, step
from scoring.engine.match_status import MatchStatus
from scoring.engine.messages import ENGLISH
from scoring.engine.refusal import refuse
from scoring.models import Match, Table, new_match_id
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
    in emoji of several people. Private-use characters are the placeholders for names in stored texts.
    """
    for place, char in enumerate(text):
        joins = char in JOINERS and 0 < place < len(text) - 1 and not {text[place - 1], text[place + 1]} & JOINERS
        if not joins and (not char.isprintable() or "\ue000" <= char <= "\uf8ff"):
            raise refuse(pointer, "unprintable", "This text has characters that cannot be shown.", rule="")


JOINERS = {"\u200c", "\u200d"}
"""Zero-width non-joiner and joiner."""


def check_names(names: Sequence[str], pointer: str = "/players") -> None:
    """Raises Refusal if two columns have the same name, or one has none."""
    seen: set[str] = set()
    for number, name in enumerate(names):
        if not name.strip():
            raise refuse(f"{pointer}/{number}", "name_empty", "Every player needs a name.", rule="")
        check_text(name, f"{pointer}/{number}")
        if name in seen:
            raise refuse(f"{pointer}/{number}", "name_twice", "{name} is there twice.", rule="", name=name)
        seen.add(name)


def check_room(table: Table, matches: int = 1, pointer: str = "") -> None:
    """Raises Refusal if the table cannot keep so many more matches."""
    most = settings.MAX_MATCHES_PER_TABLE
    if Match.objects.filter(table=table).count() + matches > most:
        raise refuse(pointer, "table_full", "A table keeps at most {most} matches.", rule="", most=most)


def start(
    table: Table,
    game: Game[Any, Any],
    seats: Sequence[Mapping[str, Any]],
    options: Mapping[str, Any],
    begin: Mapping[str, Any],
    title: str = "",
    within: TransactionHook | None = None,
    settlement: Mapping[str, Any] | None = None,
) -> ChangeResult:
    """A new match. seats: {"player": id or None, "name": name} in order of play. begin: the state to start from.

    settlement: the rules by which it is settled; None for those that the table has for this game, if any.
    Raises Refusal with pointers ``/players…``, ``/options/…``, ``/start/…``.
    """
    check_names([seat["name"] for seat in seats])
    opened = open_match(game, len(seats), options, begin)
    now = timezone.now()
    columns = match_rows.status_columns(MatchStatus(opened, opened.state, 1))
    with write_transaction():
        check_room(table)
        row = Match.objects.create(
            id=new_match_id(table.id),
            table=table,
            game=game.slug,
            title=title,
            seats=[dict(seat) for seat in seats],
            options=dict(options),
            start=start_json(game, begin),
            settlement=settlement or (table.settlement or {}).get(game.slug),
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
        match_rows.delete_match(match)


def record(
    match: MatchSnapshot,
    hand: Any,
    expected: int | None = None,
    within: TransactionHook | None = None,
    at: datetime | None = None,
) -> ChangeResult:
    """Adds a hand. hand: JSON or a validated model. expected: the version that the writer has seen, if any.

    The hand is scored before the lock is taken, and again if somebody else was faster. Raises Refusal,
    VersionConflict, MatchNotFound.
    """
    try:
        change = _append(match, hand, expected, within, at)
    except match_rows.ConcurrentUpdate:
        with write_transaction():
            change = _append(load_match(match.id, lock=True), hand, expected, within, at)
    hand_recorded.send(None, game=match.slug)
    return change


def _append(
    match: MatchSnapshot, hand: Any, expected: int | None, within: TransactionHook | None, at: datetime | None
) -> ChangeResult:
    if expected is not None and match.version != expected:
        raise VersionConflict(match)
    scored = _score(match, hand)
    if scored.result.is_query:
        raise refuse("/kind", "only_a_question", "This is a question, not a hand: nothing was recorded.", rule="")
    change, hand_columns, columns = _change(match, scored, at or timezone.now())
    with write_transaction():
        match_rows.append_hand(hand_columns, match.version, columns, match.can_redo)
        if match.has_webhooks:
            from scoring.services import webhook_events  # not there on the phone alone

            entered = hand_columns["input"]
            webhook_events.write(match, change.match, "record", scored.number, "", entered)
        if within:
            within(change)
    return change


def _change(
    match: MatchSnapshot, scored: ScoredHand, at: datetime
) -> tuple[ChangeResult, dict[str, Any], dict[str, Any]]:
    """The result of recording a scored hand: the change, the columns of the hand, the columns of the match."""
    hand = match_rows.hand_columns(match, scored, at, slug=match.slug)
    number, complete = scored.number, scored.result.complete
    status = MatchStatus(match.open_match, scored.state, number + complete)
    columns = match_rows.status_columns(status, hand["state"])
    after = match.changed(status, columns, hand_count=number, hand_open=not complete, can_redo=False, updated_at=at)
    shown = hand["result"]
    if after.language is not ENGLISH:
        shown = dump_json(scored.as_json(match.slug, after.language))
    return ChangeResult(after, hand_json(after, shown, hand["input"], at), number), hand, columns


def _score(match: MatchSnapshot, hand: Any) -> ScoredHand:
    """Scores the next hand. Raises Refusal if no further hand is possible, and as the game does."""
    if match.ended:
        raise refuse("", "match_over", "The players ended this match: no more hands are possible.", rule="end")
    if match.hand_open:
        text = _("Hand {number} is still being played: finish it before the next.")
        raise refuse("", "hand_open", text, number=match.hand_count)
    if match.hand_count >= settings.MAX_HANDS_PER_MATCH:
        raise refuse(
            "", "match_full", "A match keeps at most {most} hands.", rule="", most=settings.MAX_HANDS_PER_MATCH
        )
    return step(match.open_match, match.current_state, hand, match.hand_count + 1, finished=match.finished)


def preview(match: MatchSnapshot, hand: Any, number: int | None = None) -> ScoredHand:
    """The result of a hand, without recording it. number: a recorded hand that it would replace.

    The hands after a corrected one are not tried here. Raises Refusal, MatchNotFound.
    """
    if number is not None and number <= match.hand_count:
        return step(match.open_match, state_before(match, number), hand, number)
    return _score(match, hand)


def preview_change(match: MatchSnapshot, hand: Any) -> ChangeResult:
    """The result of recording the next hand; nothing is stored. Raises Refusal."""
    return _change(match, _score(match, hand), timezone.now())[0]
