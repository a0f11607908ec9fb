"""Computes stored results, states and totals again from the inputs, after an update that scores differently."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import nullcontext
from dataclasses import dataclass, field
from datetime import datetime
from typing import Any

from pydantic_core import from_json

from scoring.db import match_rows
from scoring.db.write_lock import write_transaction
from scoring.engine.marking import _
from scoring.engine.match import open_match, step, stored_options
from scoring.engine.match_status import MatchStatus
from scoring.engine.messages import fill_names
from scoring.engine.refusal import Refusal, refuse
from scoring.models import Hand, Match, TranslatedResult
from scoring.selectors.match_snapshot import MatchNotFound, MatchSnapshot, load_match

_HAND_COLUMNS = ("result", "points", "state", "complete")


@dataclass
class Rescoring:
    """The result of scoring a match again. differences: a sentence for each thing that changes.

    refused: why the match is left as it is, "" if nothing is refused.
    """

    match_id: str
    slug: str
    differences: list[str] = field(default_factory=list)
    refused: str = ""


def rescore_matches(write: bool) -> Iterator[Rescoring]:
    """Scores every match again, each in a transaction of its own. Yields: its differences.

    write: whether to store what changes; if not, the database is only read. A match with a hand that is refused
    today is never written. Inputs, versions and the history stay as they are.
    """
    for match_id in list(Match.objects.order_by("id").values_list("id", flat=True)):
        try:
            with write_transaction() if write else nullcontext():
                rescoring = _rescore(load_match(match_id, lock=write), write)
        except MatchNotFound:
            continue  # deleted in the meantime, or its game is not known here
        yield rescoring


def _rescore(match: MatchSnapshot, write: bool) -> Rescoring:
    rescoring = Rescoring(match.id, match.slug)
    stored = list(Hand.objects.filter(match.its_rows).order_by("number"))
    try:
        rows, columns = _scored_again(match, stored)
    except Refusal as refusal:
        rescoring.refused = fill_names(str(refusal), match.names, match.side_names)
        return rescoring
    changed = [
        (old, new)
        for old, new in zip(stored, rows, strict=True)
        if any(getattr(old, name) != getattr(new, name) for name in _HAND_COLUMNS)
    ]
    rescoring.differences = [_difference(old, new) for old, new in changed]
    row = Match.objects.get(match.its_row)
    if any(getattr(row, name) != value for name, value in columns.items()):
        rescoring.differences.append(_match_difference(row, columns))
    if write and rescoring.differences:
        for old, new in changed:
            Hand.objects.filter(id=old.id, table_id=match.table_id).update(
                **{name: getattr(new, name) for name in _HAND_COLUMNS}
            )
            TranslatedResult.objects.filter(table_id=match.table_id, hand_id=old.id).delete()
        # The version stays. The new time of the last change makes pages draw the match again.
        times = {"updated_at": match.updated_at + datetime.resolution}
        if row.archived_at is not None:
            times["archived_at"] = row.archived_at + datetime.resolution
        Match.objects.filter(match.its_row).update(**columns, **times)
    return rescoring


def _scored_again(match: MatchSnapshot, stored: list[Hand]) -> tuple[list[Hand], dict[str, Any]]:
    """The rows of the hands and the columns of the match as they would be stored today. Raises Refusal."""
    options = stored_options(match.game, from_json(match.options))
    opened = open_match(match.game, len(match.seats), options, from_json(match.start))
    state: Any = opened.state
    rows: list[Hand] = []
    for number, hand in enumerate(stored, 1):
        try:
            if rows and not rows[-1].complete:
                raise refuse("", "hand_open", "Hand {number} would be left unfinished.", number=number - 1)
            scored = step(opened, state, from_json(hand.input), number)
        except Refusal as refusal:
            text = _("Hand {number}: {why}")
            raise refuse("", "hand_refused", text, number=number, why=refusal.errors[0].message) from None
        rows.append(match_rows.hand_row(match, scored, hand.recorded_at, hand.input, slug=match.slug))
        state = scored.state
    hand_open = bool(rows) and not rows[-1].complete
    status = MatchStatus(opened, state, len(rows) + (not hand_open), match.ended)
    return rows, {**match_rows.status_columns(status), "hand_open": hand_open}


def _difference(old: Hand, new: Hand) -> str:
    before, after = from_json(old.result), from_json(new.result)
    figures = [
        f"{name} {before[name]} -> {after[name]}" for name in ("points", "totals") if before[name] != after[name]
    ]
    return f"hand {old.number}: {', '.join(figures) or 'other texts, details or state'}"


def _match_difference(row: Match, columns: dict[str, Any]) -> str:
    figures = [
        f"{name} {getattr(row, name)} -> {columns[name]}"
        for name in ("totals", "winners", "finished")
        if getattr(row, name) != columns[name]
    ]
    return f"the match: {', '.join(figures) or 'other texts, details or state'}"
