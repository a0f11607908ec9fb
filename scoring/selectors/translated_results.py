"""Results of hands with their texts in another language than English.

Stored results are English. For another language the hand is scored again, and its result is stored in a table beside
the hands, so that only the first reader waits. A hand that today's calculators refuse, or score differently than when
it was recorded, stays English, so that no text has another figure than the sheet.
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
    """Returns the hands from number ``first`` on, at most ``most``, with results in ``match.language``.

    Missing results are made and stored. version: see ``hand_rows``. Raises ConcurrentUpdate.
    """
    language = match.language.code
    catalogue = catalogue_version(language)
    rows = match_rows.load_translated_hand_rows(match, first, most, language, catalogue, version)
    missing = [row for row in rows if row[5] is None]
    translated = _translate(match, missing) if missing else {}
    if translated:
        _store(
            TranslatedResult(
                table_id=match.table_id, hand_id=hand_id, language=language, catalogue=catalogue, result=result
            )
            for hand_id, result in translated.items()
        )
    return [
        (number, stored or translated[hand_id], entered, at) for number, _english, entered, at, hand_id, stored in rows
    ]


def score_again(match: MatchSnapshot, number: int, entered: str, result: Mapping[str, Any]) -> ScoredHand | None:
    """Scores a stored hand again. entered: JSON text. result: the stored one.

    Returns None if it is refused today, or has another result.
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
    translated = {}
    for number, stored, entered, _, hand_id, _ in rows:
        result = from_json(stored)
        scored = _score_again(match, states.get(number), number, entered, result)
        if scored is None:
            translated[hand_id] = dump_json({**result, "language": "en"})
            continue
        texts = scored.as_json(match.slug, match.language)
        translated[hand_id] = dump_json({**result, "summary": texts["summary"], "explanation": texts["explanation"]})
    return translated


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


def _store(results: Any) -> None:
    """Stores results, if possible: a hand may have been corrected meanwhile, and a database may be read-only."""
    try:
        with write_transaction():
            TranslatedResult.objects.bulk_create(
                results,
                update_conflicts=True,
                unique_fields=["hand", "language", "table_id"],
                update_fields=["catalogue", "result"],
            )
    except DatabaseError:
        log.info("translated results could not be stored", exc_info=True)
