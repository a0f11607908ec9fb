"""Tools for matches of a table. They need the table's key, which the client sends as a header.

Never as an argument: arguments pass through the assistant, into its memory and other people's logs.
"""

from __future__ import annotations

import hashlib
import json
from typing import Any

from django.core import signing
from django.utils import timezone
from django.utils.translation import gettext
from pydantic import Field
from pydantic_core import from_json
from rest_framework.exceptions import PermissionDenied

from companion.assistants.calls import Answer, Arguments, Call, json_line, tool
from companion.assistants.protocol import Json
from companion.assistants.scoring_tools import told_score
from companion.http.problems import Problem
from scoring.api.exceptions import in_match
from scoring.api.permissions import access_error, valid_id
from scoring.db import idempotency_records
from scoring.db.idempotency_records import StoredResponse
from scoring.db.json_text import dump_json
from scoring.languages import current_language
from scoring.selectors import match_snapshot
from scoring.selectors.access_keys import WRITE
from scoring.selectors.match_snapshot import ChangeResult, MatchSnapshot, VersionConflict
from scoring.services import matches

#: Hands that are read with a match: the newest.
_NEWEST = 3
#: Seconds in which a hand that was shown may be recorded.
_CONFIRM_WITHIN = 15 * 60
_SALT = "companion.assistants.record_hand"


class ReadMatch(Arguments):
    """A match."""

    match: str = Field(description="Its id: the last part of the address of its page.")


def read_match(call: Call, arguments: ReadMatch, sent: Json) -> Answer:
    """Returns a match with its newest hands. Raises Problem, NotAuthenticated."""
    match = _match(call, arguments.match)

    def read(match: MatchSnapshot) -> Json:
        after = max(0, match.hand_count - _NEWEST)
        hands = [from_json(text) for text in match_snapshot.hands_json(match, after, _NEWEST)]
        read: Json = {**from_json(match_snapshot.match_json(match, 0)), "hands": hands}
        return read

    data = match_snapshot.at_one_version(match, read)
    named = filter(None, (data["title"], current_language(match.slug).gettext(match.game.name)))
    head = f"{', '.join(named)} ({call.address(f'/rules/{match.slug}')})"
    return Answer("\n".join((head, told_score(call, data), *_next(data))), data)


def _next(data: Json) -> list[str]:
    """What comes next, for the assistant: who deals, who leads, and notices."""
    return [json_line(data["next"])] if data.get("next") else []


def _match(call: Call, match_id: str) -> MatchSnapshot:
    try:
        match = match_snapshot.load_match(valid_id(match_id), call.key)
    except match_snapshot.MatchNotFound:
        raise access_error(call.key) from None
    if match.role is None:
        raise access_error(call.key)
    return match


class RecordHand(Arguments):
    """A hand of a match."""

    match: str = Field(description="Its id.")
    hand: dict[str, Any] = Field(description="As find_game shows it, or its JSON Schema by kind.")
    token: str = Field("", max_length=500, description="From the first call, once the players have agreed.")


def record_hand(call: Call, arguments: RecordHand, sent: Json) -> Answer:
    """Without a token scores the hand and returns a token. With it records the same hand, once.

    Raises Problem, NotAuthenticated, PermissionDenied, VersionConflict.
    """
    match = _match(call, arguments.match)
    if match.role != WRITE:
        raise PermissionDenied
    if not arguments.token:
        return _preview(call, match, arguments.hand)
    version = _confirmed_version(match, arguments.hand, arguments.token)
    key = hashlib.sha256(arguments.token.encode()).hexdigest()
    recorded = _stored(match, key) or _record_once(match, arguments.hand, version, key)
    text = gettext("Recorded as hand {number}.").format(number=recorded["number"])
    return Answer("\n".join((text, _told(call, match, recorded), *_next(recorded))), recorded)


def _preview(call: Call, match: MatchSnapshot, hand: Json) -> Answer:
    with in_match(match):
        outcome = _outcome(matches.preview_change(match, hand))
    token = signing.dumps([match.id, match.version, _digest(hand)], salt=_SALT)
    text = gettext(
        "Not recorded yet. Show this to the players. If they agree, call record_hand again with the same hand and this "
        "token: {token}"
    )
    return Answer(f"{_told(call, match, outcome)}\n{text.format(token=token)}", {**outcome, "token": token})


def _confirmed_version(match: MatchSnapshot, hand: Json, token: str) -> int:
    """The version of the match in which the hand was shown. Raises Problem if the token is not for this hand."""
    try:
        match_id, version, digest = signing.loads(token, salt=_SALT, max_age=_CONFIRM_WITHIN)
    except signing.SignatureExpired:
        raise Problem("conflict", gettext("The token has expired: show the hand once more, without a token.")) from None
    except signing.BadSignature:
        raise Problem("malformed", gettext("This is no token of record_hand.")) from None
    if (match_id, digest) != (match.id, _digest(hand)):
        text = gettext("The token belongs to another hand: show this one first, without a token.")
        raise Problem("conflict", text)
    return int(version)


def _record_once(match: MatchSnapshot, hand: Json, version: int, key: str) -> Json:
    """Records the hand and keeps the answer for a retry, both or neither."""
    kept: list[Json] = []

    def keep(result: ChangeResult) -> None:
        outcome = _outcome(result)
        stored = StoredResponse(key, 201, "[]", dump_json(outcome))
        idempotency_records.store_response(_scope(match), key, stored, timezone.now())
        kept.append(outcome)

    try:
        with in_match(match):
            matches.record(match, hand, version, keep)
    except VersionConflict:
        if (stored := _stored(match, key)) is not None:  # the same call was faster
            return stored
        raise
    return kept[-1]


def _stored(match: MatchSnapshot, key: str) -> Json | None:
    stored = idempotency_records.load_response(_scope(match), key)
    if stored is None:
        return None
    outcome: Json = from_json(stored.body)
    return outcome


def _scope(match: MatchSnapshot) -> str:
    return f"assistant {match.table_id}"


def _outcome(result: ChangeResult) -> Json:
    """The hand, and the status of the match after it."""
    outcome: Json = {**from_json(result.hand or "{}"), **from_json(result.match.status_text)}
    return {**outcome, "version": result.match.version}


def _told(call: Call, match: MatchSnapshot, outcome: Json) -> str:
    sides = [{"name": name} for name in match.side_names]
    return told_score(call, {**outcome, "sides": sides, "hands": [outcome]})


def _digest(hand: Json) -> str:
    return hashlib.sha256(json.dumps(hand, sort_keys=True).encode()).hexdigest()[:32]


TOOLS = (
    tool(
        "read_match",
        "Read a match",
        "Call to say how a match stands, who deals, or what was played last. The client must send the table's key as "
        "Authorization: Bearer KEY; never ask a person for it.",
        ReadMatch,
        read_match,
    ),
    tool(
        "record_hand",
        "Record a hand",
        "Call when players say what happened in a hand of their match. First without token: nothing is stored, you get "
        "the score and a token. Show it, ask the players, and only if they agree call again with the same hand and the "
        "token. Needs the scorer's key as a header, as read_match.",
        RecordHand,
        record_hand,
        changes=True,
    ),
)
