"""Shared by all alternatives: the check of a key, the calculator, and the columns and the answer of a recorded hand."""

from __future__ import annotations

import hashlib
import hmac
from datetime import UTC, datetime
from functools import lru_cache
from typing import Any, NamedTuple

from pydantic_core import from_json, to_json

from scoring.engine.match import OpenMatch, open_stored_match, step
from scoring.engine.match_status import MatchStatus
from scoring.engine.messages import fill_names
from scoring.games import all_games


class RecordedRows(NamedTuple):
    """Columns of the match and of the hand, and the answer."""

    match: dict[str, Any]
    hand: dict[str, Any]
    answer: dict[str, Any]


def key_fits(secret: str, digest: str) -> bool:
    """Whether the secret of a key has this hash."""
    return hmac.compare_digest(hashlib.sha256(secret.encode()).hexdigest(), digest)


@lru_cache(maxsize=1024)
def _open_match(slug: str, players: int, options: str, start: str) -> OpenMatch:
    return open_stored_match(all_games()[slug], players, from_json(options), from_json(start))


def score(match: Any, hand_input: Any) -> RecordedRows:
    """Scores the next hand of a match. match: a row, of whichever ORM. Raises Refusal."""
    open_match = _open_match(
        match.game, len(match.seats), to_json(match.options).decode(), to_json(match.start).decode()
    )
    number, now = match.hand_count + 1, datetime.now(UTC)
    result = step(open_match, open_match.game.State.model_validate_json(match.state), hand_input, number)
    complete = result.result.complete
    status = MatchStatus(open_match, result.state, number + complete, match.ended)
    hand_json, outcome = result.as_json(match.game), status.as_json()
    state = result.state.model_dump_json()
    entry = {"kind": result.hand.kind, **result.hand.model_dump(mode="json", exclude_unset=True)}
    names = [seat["name"] for seat in match.seats]
    sides = [" & ".join(names[seat] for seat in side) for side in open_match.setup.sides]
    answer = {
        **hand_json,
        **outcome,
        "game": match.game,
        "input": entry,
        "recorded_at": now.isoformat(timespec="milliseconds").replace("+00:00", "Z"),
        "version": match.version + 1,
    }
    return RecordedRows(
        {
            "version": match.version + 1,
            "hand_count": number,
            "state": state,
            "summary": to_json(outcome).decode(),
            "totals": status.totals,
            "winners": status.verdict.winners,
            "finished": status.verdict.finished,
            "hand_open": not complete,
            "can_redo": False,
            "archived_at": None,
            "updated_at": now,
        },
        {
            "table_id": match.table_id,
            "match_id": match.id,
            "number": number,
            "input": to_json(entry).decode(),
            "result": to_json(hand_json).decode(),
            "points": to_json(hand_json["points"]).decode(),
            "state": state,
            "complete": complete,
            "recorded_at": now,
        },
        from_json(fill_names(to_json(answer).decode(), names, sides)),
    )
