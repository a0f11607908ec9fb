"""An event as a whole."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from pydantic import Field

from companion.http.models import ResponseModel
from scoring.api.responses.event_standings import (
    Adjustment,
    EventCashSheet,
    EventStandings,
    adjustment_json,
    cash_json,
    standings_json,
)
from scoring.api.responses.events import (
    ClubEvent,
    EventEntryAnswer,
    EventRoundAnswer,
    entry_json,
    event_json,
    whole_round_json,
)
from scoring.event_models import EventCash
from scoring.selectors.event_access import ORGANISER
from scoring.selectors.events import StoredEvent


class EventExport(ResponseModel):
    """An event with all that it has. The matches of its tables are exported by their own addresses."""

    event: ClubEvent = Field(description="Its settings.")
    entries: list[EventEntryAnswer] = Field(description="By number.")
    rounds: list[EventRoundAnswer] = Field(description="With their tables and results.")
    adjustments: list[Adjustment] = Field(description="In the order in which they were made.")
    lots: dict[str, int] = Field(description="Drawn lots by start number; a lower one is first.")
    standings: EventStandings = Field(description="The ranking now.")
    cash: EventCashSheet = Field(description="The cash sheet.")


def export_json(stored: StoredEvent, cash: Sequence[EventCash]) -> dict[str, Any]:
    """Returns an event with all that it has as plain JSON."""
    return {
        "event": event_json(stored.row, ORGANISER),
        "entries": [entry_json(entry, True) for entry in stored.entries],
        "rounds": [whole_round_json(stored, row) for row in stored.rounds],
        "adjustments": [adjustment_json(row) for row in stored.adjustments],
        "lots": stored.row.lots,
        "standings": standings_json(stored, None, True),
        "cash": cash_json(stored, cash),
    }
