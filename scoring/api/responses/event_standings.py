"""Rankings, checks and money of events."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, Literal

from pydantic import Field

from companion.http.models import Number, ResponseModel, Time
from scoring.db.json_text import format_time
from scoring.event_models import EventAdjustment, EventCash, EventRound, EventSitting
from scoring.events.event import Place
from scoring.events.official_list import Check
from scoring.selectors.events import Progress, StoredEvent, paid_by_entry, shown_name


class RoundPoints(ResponseModel):
    """The points of one round."""

    round: int = Field(description="Its number.")
    points: Number = Field(description="What counted.")


class EventPlace(ResponseModel):
    """A line of the ranking."""

    place: int = Field(description="Equal for those that are level.")
    entry: int = Field(description="The start number.")
    name: str = Field(description="Empty where it was deleted, or is not shown to this key.")
    club: str = Field(description="Empty for none.")
    team: str = Field(description="Empty for none.")
    label: str = Field(description="Empty for none.")
    points: Number = Field(description="Of all rounds.")
    match_points: Number = Field(description="Wins and draws in points; 0 where only points count.")
    difference: Number = Field(description="Points for and against.")
    won: int = Field(description="Games or matches won.")
    lost: int = Field(description="Games or matches lost.")
    rounds: list[RoundPoints] = Field(description="Points by round, without those that it missed.")
    left: int | None = Field(description="The first round that it does not play; null while it is there.")


class EventTeamPlace(ResponseModel):
    """A line of the ranking of teams."""

    place: int = Field(description="Equal for those that are level.")
    team: str = Field(description="Its name.")
    points: Number = Field(description="Of its members, all rounds.")
    match_points: Number = Field(description="Of a league day; else 0.")
    won: int = Field(description="Games won.")
    lost: int = Field(description="Games lost.")


class EventProgress(ResponseModel):
    """How much of the running round is in."""

    round: int = Field(description="Its number.")
    tables: int = Field(description="How many tables play.")
    done: int = Field(description="How many have a result.")
    deals: int = Field(description="Hands recorded at the table that is furthest.")


class EventStandings(ResponseModel):
    """The ranking of an event. Computed, never stored."""

    round: int | None = Field(description="After this round; null for now.")
    progress: EventProgress | None = Field(description="How much of the running round is in; null if none runs.")
    provisional: bool = Field(description="Whether a round runs, or a result is disputed.")
    frozen: bool = Field(description="Whether the running round is left out.")
    results: list[EventPlace] = Field(description="The first place first.")
    teams: list[EventTeamPlace] = Field(description="The ranking of teams; empty without teams.")
    lots_needed: list[list[int]] = Field(description="Entries that only a lot can part.")


class DrawnLots(ResponseModel):
    """Lots that were drawn. A lower lot is first; each is drawn once."""

    lots: dict[str, int] = Field(description="By start number.")


class ListCheck(ResponseModel):
    """One line of the closing check."""

    name: str = Field(description="deals, points, others_lost, results, or result_0 and so on, by seat.")
    expected: int = Field(description="What it has to be.")
    found: int = Field(description="What it is.")
    ok: bool = Field(description="Whether both agree.")
    hint: str = Field(description="The slip that the difference names, such as won_or_lost_missing; empty for none.")


class CheckedTable(ResponseModel):
    """The closing check of the list of one table."""

    round: int = Field(description="The number of the round.")
    table_number: int = Field(description="The number of the table.")
    part: int = Field(description="1; and 2 for the list of four, at a table that a fourth player joined.")
    status: Literal["open", "entered", "confirmed", "disputed"] = Field(description="Of its result.")
    checks: list[ListCheck] = Field(description="Empty where there is no typed list of Skat.")


class EventChecks(ResponseModel):
    """The closing checks of an event."""

    ok: bool = Field(description="Whether all lines agree.")
    results: list[CheckedTable] = Field(description="By round and table.")


class Adjustment(ResponseModel):
    """Points that an entry got, or lost."""

    entry: int = Field(description="The start number.")
    points: int = Field(description="Below zero for a penalty.")
    match_points: int = Field(description="Of a league or a Swiss.")
    round: int | None = Field(description="The round that it belongs to; null for none.")
    reason: str = Field(description="Why.")
    at: Time = Field(description="When.")


class Adjustments(ResponseModel):
    """The adjustments of an event."""

    results: list[Adjustment] = Field(description="In the order in which they were made.")


class CashLine(ResponseModel):
    """Money that came in (above zero) or went out."""

    kind: Literal["entry_fee", "fee", "prize", "other"] = Field(description="What it is.")
    amount: int = Field(description="In the smallest unit.")
    entry: int | None = Field(description="Whose it is; null for nobody's.")
    note: str = Field(description="What for; empty for nothing said.")
    at: Time = Field(description="When it was booked.")


class EntryCash(ResponseModel):
    """What an entry owes and gets by the rules, and what was booked."""

    entry: int = Field(description="The start number.")
    name: str = Field(description="Empty where it was deleted.")
    entry_fee: int = Field(description="What it pays to take part.")
    fees: int = Field(description="For lost games and deals passed in.")
    prize: int = Field(description="By the present ranking.")
    balance: int = Field(description="What it still gets (above zero) or pays.")


class CashAccount(ResponseModel):
    """What comes in and goes out by the rules."""

    entry_fees: int = Field(description="Of all entries.")
    fees: int = Field(description="For lost games and deals passed in.")
    prizes: int = Field(description="What is paid out.")
    kitty: int = Field(description="What goes to the kitty.")
    organiser: int = Field(description="What is left.")


class EventCashSheet(ResponseModel):
    """The cash sheet of an event, in the smallest unit of money."""

    provisional: bool = Field(description="Whether a round runs, or a result is disputed.")
    account: CashAccount = Field(description="By the rules.")
    booked: int = Field(description="The sum of what was booked.")
    entries: list[EntryCash] = Field(description="By start number.")
    lines: list[CashLine] = Field(description="What was booked, the latest first.")


def standings_json(stored: StoredEvent, until: int | None, everything: bool) -> dict[str, Any]:
    """Returns the ranking as plain JSON. until: after this round. everything: with names that are not shown."""
    progress = stored.progress()
    last = stored.last_shown(everything) if until is None else until
    frozen = until is None and last is not None
    places, lots_needed = stored.standing(last)
    return {
        "round": until,
        "progress": _progress(progress) if until is None else None,
        "provisional": progress is not None or stored.under_objection(),
        "frozen": frozen,
        "results": _places(stored, places, everything),
        "teams": [
            {name: getattr(one, name) for name in ("place", "team", "points", "match_points", "won", "lost")}
            for one in stored.teams(last)
        ],
        "lots_needed": lots_needed if progress is None else [],
    }


def _progress(progress: Progress | None) -> dict[str, Any] | None:
    if progress is None:
        return None
    return {name: getattr(progress, name) for name in ("round", "tables", "done", "deals")}


def _places(stored: StoredEvent, places: Sequence[Place], everything: bool) -> list[dict[str, Any]]:
    entries = {entry.number: entry for entry in stored.entries}
    return [
        {
            "place": one.place,
            "entry": one.entry,
            "name": shown_name(entries[one.entry], everything),
            **{name: getattr(entries[one.entry], name) for name in ("club", "team", "label")},
            **{name: getattr(one, name) for name in ("points", "match_points", "difference", "won", "lost")},
            "rounds": [{"round": number, "points": points} for number, points in sorted(one.by_round.items())],
            "left": entries[one.entry].left,
        }
        for one in places
    ]


def checks_json(
    stored: StoredEvent, found: Sequence[tuple[EventRound, EventSitting, int, list[Check]]]
) -> dict[str, Any]:
    """Returns closing checks as plain JSON."""
    return {
        "ok": all(check.ok for _, _, _, checks in found for check in checks),
        "results": [
            {
                "round": played.number,
                "table_number": sitting.number,
                "part": part,
                "status": stored.status_of(sitting),
                "checks": [
                    {name: getattr(check, name) for name in ("name", "expected", "found", "ok", "hint")}
                    for check in checks
                ],
            }
            for played, sitting, part, checks in found
        ],
    }


def adjustment_json(row: EventAdjustment) -> dict[str, Any]:
    """Returns an adjustment as plain JSON."""
    names = ("entry", "points", "match_points", "round", "reason")
    return {**{name: getattr(row, name) for name in names}, "at": format_time(row.at)}


def cash_line(row: EventCash) -> dict[str, Any]:
    """Returns a line of cash as plain JSON."""
    return {**{name: getattr(row, name) for name in ("kind", "amount", "entry", "note")}, "at": format_time(row.at)}


def cash_json(stored: StoredEvent, lines: Sequence[EventCash]) -> dict[str, Any]:
    """Returns the cash sheet as plain JSON."""
    fees, prizes = stored.fees(), stored.prizes()
    booked = {kind: paid_by_entry(lines, kind) for kind in ("entry_fee", "fee", "prize", "other")}
    fee = stored.rules.money.entry_fee
    entries = []
    for entry in stored.entries:
        number = entry.number
        due = prizes.get(number, 0) - fee - fees.get(number, 0)
        paid = sum(sums.get(number, 0) for sums in booked.values())
        entries.append(
            {
                "entry": number,
                "name": entry.name,
                "entry_fee": fee,
                "fees": fees.get(number, 0),
                "prize": prizes.get(number, 0),
                "balance": due + paid,
            }
        )
    return {
        "provisional": stored.progress() is not None or stored.under_objection(),
        "account": stored.account(),
        "booked": sum(one.amount for one in lines),
        "entries": entries,
        "lines": [cash_line(one) for one in lines],
    }
