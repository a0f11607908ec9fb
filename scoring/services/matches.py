"""Changes to a match: start, record, delete; and previews. ``history`` has correct, take back, undo and finish.

The API and the pages both use these two modules. Only the engine computes totals; its result is stored with each hand.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace
from datetime import datetime
from typing import Any

from django.conf import settings
from django.utils import timezone
from pydantic_core import from_json

from companion.common.signals import hand_recorded
from scoring.db import match_rows
from scoring.db.json_text import dump_json
from scoring.db.write_lock import write_transaction
from scoring.engine.game import Game
from scoring.engine.marking import _
from scoring.engine.match import ScoredHand, open_match, options_to_store, start_json, step
from scoring.engine.match_status import MatchStatus
from scoring.engine.messages import ENGLISH
from scoring.engine.refusal import refuse
from scoring.models import ARCHIVED, Match, Table, new_match_id
from scoring.selectors.match_lists import LATELY
from scoring.selectors.match_snapshot import (
    ChangeResult,
    MatchSnapshot,
    TransactionHook,
    VersionConflict,
    hand_json,
    load_match,
    state_before,
)
from scoring.services import event_webhooks, history
from scoring.services.names import plain_name

"""For so long a match without a hand is one that people are about to play."""


def check_text(text: str, pointer: str) -> None:
    """Raises Refusal for a name or title with control characters or misleading invisible ones.

    A zero-width joiner or non-joiner between other characters is allowed: Persian, Devanagari and emoji of several
    people need it. Private-use characters are placeholders for names in stored texts.
    """
    for place, char in enumerate(text):
        joins = char in JOINERS and 0 < place < len(text) - 1 and not {text[place - 1], text[place + 1]} & JOINERS
        if not joins and (not char.isprintable() or "\ue000" <= char <= "\uf8ff"):
            raise refuse(pointer, "unprintable", "This text has characters that cannot be shown.", rule="")


JOINERS = {"\u200c", "\u200d"}
"""Zero-width non-joiner and joiner."""


def check_names(names: Sequence[str], pointer: str = "/players") -> None:
    """Raises Refusal if two players have the same name, or one has none."""
    seen: set[str] = set()
    for number, name in enumerate(names):
        if not name.strip():
            raise refuse(f"{pointer}/{number}", "name_empty", "Every player needs a name.", rule="")
        check_text(name, f"{pointer}/{number}")
        if plain_name(name) in seen:
            raise refuse(f"{pointer}/{number}", "name_twice", "{name} is there twice.", rule="", name=name)
        seen.add(plain_name(name))


def check_room(table: Table, matches: int = 1, pointer: str = "") -> None:
    """Raises Refusal if the table has no room for so many more matches."""
    most = settings.MAX_MATCHES_PER_TABLE
    if Match.objects.filter(table=table).count() + matches > most:
        raise refuse(pointer, "table_full", "A table keeps at most {most} matches.", rule="", most=most)


def start(
    table: Table,
    game: Game[Any, Any],
    seats: Sequence[Mapping[str, Any]],
    options: Mapping[str, Any],
    start_state: Mapping[str, Any],
    title: str = "",
    hook: TransactionHook | None = None,
    settlement: Mapping[str, Any] | None = None,
    note: str = "",
) -> ChangeResult:
    """Starts a match. Returns the new match.

    seats: {"player": id or None, "name": name} in order of play. start_state: fields of the state to start from.
    settlement: the rules by which it is settled; None for those that the table has for this game, if any. Raises
    Refusal with pointers ``/players…``, ``/options/…``, ``/start/…``.
    """
    check_names([seat["name"] for seat in seats])
    opened = open_match(game, len(seats), options, start_state)
    now = timezone.now()
    columns = match_rows.status_columns(MatchStatus(opened, opened.state, 1))
    with write_transaction():
        check_room(table)
        row = Match.objects.create(
            id=new_match_id(table.id),
            table=table,
            game=game.slug,
            title=title,
            note=note,
            seats=[dict(seat) for seat in seats],
            options=options_to_store(opened, options),
            start=start_json(game, start_state),
            settlement=settlement or (table.settlement or {}).get(game.slug),
            created_at=now,
            updated_at=now,
            **columns,
        )
        result = ChangeResult(load_match(row.id))
        if hook:
            hook(result)
    return result


def just_begun(
    table: Table, game: Game[Any, Any], names: Sequence[str], options: Mapping[str, Any], dealer: int | None
) -> str | None:
    """Returns the id of a match that was begun lately with the same game, people in the same seats, house rules and
    first dealer, and has no hand yet; None if there is none.

    dealer: None for any. Raises Refusal as ``start`` does.
    """
    opened = open_match(game, len(names), options, {"dealer": dealer or 0})
    rows = Match.objects.filter(
        table=table, game=game.slug, hand_count=0, finished=False, continues="", continued_by=""
    )
    for row in rows.filter(created_at__gte=timezone.now() - LATELY).exclude(ARCHIVED).order_by("-created_at"):
        same_people = [seat["name"] for seat in row.seats] == list(names)
        same_dealer = dealer is None or from_json(row.state)["dealer"] == dealer
        if same_people and same_dealer and row.options == options_to_store(opened, options):
            return row.id
    return None


def delete(match_id: str, expected: int | None = None) -> None:
    """Deletes a match with its hands and its history. The part before it can go on again.

    Raises Refusal if it goes on with other people, VersionConflict, MatchNotFound.
    """
    from scoring.services import parts  # imports this module

    with write_transaction():
        match = load_match(match_id, lock=True)
        if expected is not None and match.version != expected:
            raise VersionConflict(match)
        parts.delete_part(match)


def record(
    match: MatchSnapshot,
    hand: Any,
    expected: int | None = None,
    hook: TransactionHook | None = None,
    at: datetime | None = None,
) -> ChangeResult:
    """Records a hand. hand: JSON or a validated model. expected: the version that the writer has seen, if any.

    The hand is scored before the lock is taken, and again if the match was changed meanwhile. Returns the match after
    it, and the hand. Raises Refusal, VersionConflict, MatchNotFound.
    """
    try:
        change = _append(match, hand, expected, hook, at)
    except match_rows.ConcurrentUpdate:
        with write_transaction():
            change = _append(load_match(match.id, lock=True), hand, expected, hook, at)
    hand_recorded.send(None, game=match.slug)
    return change


def _append(
    match: MatchSnapshot, hand: Any, expected: int | None, hook: TransactionHook | None, at: datetime | None
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
            from scoring.services import webhook_events  # does not exist on the phone alone

            entered = hand_columns["input"]
            webhook_events.write(match, change.match, "record", scored.number, "", entered)
        if match.in_event and change.match.finished and not match.finished:
            event_webhooks.tell_of_match(match.table_id)
        if match.deal_limit:
            change = replace(change, match=history.keep_to_deals(match, change.match, hand_columns["recorded_at"]))
        if hook:
            hook(change)
    return change


def _change(
    match: MatchSnapshot, scored: ScoredHand, at: datetime
) -> tuple[ChangeResult, dict[str, Any], dict[str, Any]]:
    """Recording a scored hand. Returns the result, the columns of the hand, the columns of the match."""
    hand = match_rows.hand_columns(match, scored, at, slug=match.slug)
    number, complete = scored.number, scored.result.complete
    status = MatchStatus(match.open_match, scored.state, number + complete)
    columns = match_rows.status_columns(status, hand["state"])
    after = match.after_change(
        status, columns, hand_count=number, hand_open=not complete, can_redo=False, updated_at=at
    )
    result_text = hand["result"]
    if after.language is not ENGLISH:
        result_text = dump_json(scored.as_json(match.slug, after.language))
    return ChangeResult(after, hand_json(after, result_text, hand["input"], at), number), hand, columns


def _score(match: MatchSnapshot, hand: Any) -> ScoredHand:
    """Scores the next hand. Raises Refusal if no further hand is possible, or the game refuses it."""
    if match.deals_are_played:
        raise history.all_deals_played(match)
    if match.ended:
        raise refuse("", "match_over", "The players ended this match: no more hands are possible.", rule="end")
    if match.continued_by:
        text = _("This match goes on with other people: record the hand there.")
        raise refuse("", "continued", text, rule="")
    if match.hand_open:
        text = _("Hand {number} is still being played: finish it before the next.")
        raise refuse("", "hand_open", text, number=history.last_number(match))
    if match.hand_count >= settings.MAX_HANDS_PER_MATCH:
        raise refuse(
            "", "match_full", "A match keeps at most {most} hands.", rule="", most=settings.MAX_HANDS_PER_MATCH
        )
    return step(match.open_match, match.current_state, hand, match.hand_count + 1, finished=match.finished)


def preview(match: MatchSnapshot, hand: Any, number: int | None = None) -> ScoredHand:
    """Returns the result of a hand, without recording it. number: a recorded hand that it would replace.

    Hands after a corrected one are not scored here. Raises Refusal, MatchNotFound.
    """
    if number is not None and number <= match.hand_count:
        return step(match.open_match, state_before(match, number), hand, number)
    return _score(match, hand)


def preview_change(match: MatchSnapshot, hand: Any) -> ChangeResult:
    """Returns the result of recording the next hand, without storing it. Raises Refusal."""
    return _change(match, _score(match, hand), timezone.now())[0]
