"""Results of hands with their texts in another language than English.

A stored result is English. In another language the hand is scored once more, and what comes out is kept in a table
beside the hands, so that only the first reader waits. A hand that today's calculators refuse, or score differently
than when it was recorded, stays English: no text may say another figure than the sheet.
"""

from __future__ import annotations

import logging
from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, Any

from django.db import DatabaseError
from pydantic_core import from_json

from scoring.db import match_rows
from scoring.db.json_text import dump_json
from scoring.db.write_lock import write_transaction
from scoring.engine.match import ScoredHand, step
from scoring.engine.refusal import Refusal
from scoring.languages import catalogue_version
from scoring.models import Hand, TranslatedResult

if TYPE_CHECKING:
    from scoring.selectors.match_snapshot import MatchSnapshot

log = logging.getLogger(__name__)


def translated_hand_rows(
    match: MatchSnapshot, first: int, most: int | None, version: int | None = None
) -> list[match_rows.HandRow]:
    """The hands of a match from this number on, at most so many, with their results in ``match.language``.

    What is not kept yet is made and kept. version: see ``hand_rows``. Raises ConcurrentUpdate.
    """
    language = match.language.code
    catalogue = catalogue_version(language)
    rows = match_rows.load_translated_hand_rows(match, first, most, language, catalogue, version)
    missing = [row for row in rows if row[5] is None]
    made = _translate(match, missing) if missing else {}
    if made:
        _keep(
            TranslatedResult(
                table_id=match.table_id, hand_id=hand_id, language=language, catalogue=catalogue, result=result
            )
            for hand_id, result in made.items()
        )
    return [(number, kept or made[hand_id], entered, at) for number, _stored, entered, at, hand_id, kept in rows]


def score_again(match: MatchSnapshot, number: int, entered: str, result: Mapping[str, Any]) -> ScoredHand | None:
    """A stored hand scored once more, None if it is refused today or comes to another result.

    entered: JSON text. result: as it is stored.
    """
    return _score_again(match, _states_before(match, [number]).get(number), number, entered, result)


def _score_again(
    match: MatchSnapshot, state: Any, number: int, entered: str, result: Mapping[str, Any]
) -> ScoredHand | None:
    if state is None:
        return None
    try:
        scored = step(match.open_match, state, from_json(entered), number, finished=False)
    except Refusal:
        return None
    figures = [list(scored.result.points), list(scored.state.totals), scored.result.complete]
    return scored if figures == [result["points"], result["totals"], result["complete"]] else None


def _translate(match: MatchSnapshot, rows: Sequence[tuple[int, str, str, Any, int, Any]]) -> dict[int, str]:
    """The results in ``match.language`` by the id of the hand."""
    states = _states_before(match, [row[0] for row in rows])
    made = {}
    for number, stored, entered, _, hand_id, _ in rows:
        result = from_json(stored)
        scored = _score_again(match, states.get(number), number, entered, result)
        if scored is None:
            made[hand_id] = dump_json({**result, "language": "en"})
            continue
        texts = scored.as_json(match.slug, match.language)
        made[hand_id] = dump_json({**result, "summary": texts["summary"], "explanation": texts["explanation"]})
    return made


def _states_before(match: MatchSnapshot, numbers: Sequence[int]) -> dict[int, Any]:
    """The engine's states before these hands, by the number of the hand."""
    hands = Hand.objects.filter(match.its_rows, number__gte=min(numbers) - 1, number__lt=max(numbers))
    wanted = set(numbers)
    states = {
        number + 1: match.game.State.model_validate_json(text)
        for number, text in hands.values_list("number", "state")
        if number + 1 in wanted
    }
    return {1: match.open_match.state, **states}


def _keep(results: Any) -> None:
    """Keeps results; a hand that was corrected meanwhile is gone, and a database may be read-only."""
    try:
        with write_transaction():
            TranslatedResult.objects.bulk_create(
                results,
                update_conflicts=True,
                unique_fields=["hand", "language", "table_id"],
                update_fields=["catalogue", "result"],
            )
    except DatabaseError:
        log.info("translated results could not be kept", exc_info=True)
