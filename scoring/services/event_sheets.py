"""What is in an event's files for spreadsheets: ranking, entries, results of each table, cash.

Amounts are in the smallest unit of money, times in UTC.
"""

from __future__ import annotations

from collections.abc import Sequence

from scoring.engine.marking import _, heading
from scoring.engine.messages import ENGLISH, Language
from scoring.event_models import EventCash
from scoring.selectors.events import StoredEvent, by_number, cash_of, open_amounts, shown_name
from scoring.services.sheets import heads
from scoring.services.spreadsheets import Cell, Sheet


def event_sheets(
    stored: StoredEvent,
    language: Language = ENGLISH,
    everything: bool = True,
    cash: Sequence[EventCash] | None = None,
) -> list[Sheet]:
    """Returns the ranking, that of the teams if there are any, and the results of each table.

    everything: with names that are not shown to readers. cash: what was booked; with it, the sheets of the money.
    """
    sheets = ranking_sheets(stored, language, everything, stored.last_shown(everything))
    sheets.append(_tables(stored, language, everything))
    return sheets if cash is None else [*sheets, *cash_sheets(stored, language, cash)]


def ranking_sheets(
    stored: StoredEvent, language: Language = ENGLISH, everything: bool = False, until: int | None = None
) -> list[Sheet]:
    """Returns the ranking, and that of the teams if there are any.

    everything: with names that are not shown to readers. until: after this round.
    """
    places, _lots = stored.standing(until)
    entries = by_number(stored.entries)
    rounds = [one.number for one in stored.as_played(until).rounds]
    head = heads(language, heading("place"), heading("number"), heading("name"), heading("club"), heading("team"))
    head += heads(language, heading("label"), heading("points"), heading("match points"), heading("difference"))
    head += heads(language, heading("won"), heading("lost"))
    head += [f"{language.heading(heading('round'))} {number}" for number in rounds]
    rows: list[list[Cell]] = []
    for one in places:
        entry = entries[one.entry]
        row: list[Cell] = [one.place, one.entry, shown_name(entry, everything), entry.club, entry.team, entry.label]
        row += [one.points, one.match_points, one.difference, one.won, one.lost]
        rows.append([*row, *(one.by_round.get(number) for number in rounds)])
    sheets = [Sheet(language.gettext(_("Ranking")), head, rows)]
    if any(entry.team for entry in stored.entries):
        head = heads(language, heading("place"), heading("team"), heading("points"), heading("match points"))
        head += heads(language, heading("won"), heading("lost"))
        teams: list[list[Cell]] = [
            [one.place, one.team, one.points, one.match_points, one.won, one.lost] for one in stored.teams(until)
        ]
        sheets.append(Sheet(language.gettext(_("Teams")), head, teams))
    return sheets


def entries_sheet(stored: StoredEvent, language: Language = ENGLISH, everything: bool = False) -> Sheet:
    """Returns who takes part. everything: with names that are not shown to readers."""
    head = heads(language, heading("number"), heading("name"), heading("players"), heading("club"), heading("team"))
    head += heads(language, heading("label"), heading("from round"), heading("left in round"))
    rows: list[list[Cell]] = []
    for entry in stored.entries:
        shown = everything or entry.shown
        players = language.join_texts(entry.members) if shown and entry.members else ""
        row: list[Cell] = [entry.number, shown_name(entry, everything), players, entry.club, entry.team, entry.label]
        rows.append([*row, entry.first_round, entry.left])
    return Sheet(language.gettext(_("Entries")), head, rows)


def cash_sheets(
    stored: StoredEvent, language: Language = ENGLISH, lines: Sequence[EventCash] | None = None
) -> list[Sheet]:
    """Returns what each entry owes and gets, and every line that was booked. For the organiser.

    lines: that were booked, None to read them.
    """
    lines = cash_of(stored.row) if lines is None else lines
    fees, prizes, fee = stored.fees(), stored.prizes(), stored.rules.money.entry_fee
    still = open_amounts(stored, lines)
    booked: dict[int | None, int] = {}
    for line in lines:
        booked[line.entry] = booked.get(line.entry, 0) + line.amount
    head = heads(language, heading("number"), heading("name"), heading("entry fee"), heading("fees"))
    head += heads(language, heading("prize"), heading("booked"), heading("still to pay"))
    rows: list[list[Cell]] = []
    for entry in stored.entries:
        number = entry.number
        row: list[Cell] = [number, entry.name, fee, fees.get(number, 0), prizes.get(number, 0)]
        rows.append([*row, booked.get(number, 0), sum(still[number].values())])
    names = by_number(stored.entries)
    kinds = {
        "entry_fee": language.gettext(_("Entry fee")),
        "fee": language.gettext(_("Fee")),
        "prize": language.gettext(_("Prize")),
        "other": language.gettext(_("Other")),
    }
    line_head = heads(language, heading("number"), heading("name"), heading("what"), heading("amount"))
    line_head += heads(language, heading("note"))
    movements: list[list[Cell]] = [
        [one.entry, names[one.entry].name if one.entry in names else "", kinds.get(one.kind, ""), one.amount, one.note]
        for one in reversed(lines)
    ]
    booked_title = language.gettext(_("Booked"))
    return [Sheet(language.gettext(_("Cash")), head, rows), Sheet(booked_title, line_head, movements)]


def _tables(stored: StoredEvent, language: Language, everything: bool) -> Sheet:
    head = heads(language, heading("round"), heading("table"), heading("seat"), heading("number"), heading("name"))
    head += heads(language, heading("points"), heading("won"), heading("lost"))
    entries = {entry.number: entry for entry in stored.entries}
    last = None if everything else stored.last_shown(everything)
    rows: list[list[Cell]] = []
    for played in stored.as_played(last).rounds:
        for table, sitting in enumerate(played.sittings, 1):
            for seat, number in enumerate(sitting.entries, 1):
                score = sitting.scores.get(number)
                figures: list[Cell] = [score.points, score.won, score.lost] if score else [None, None, None]
                name = shown_name(entries[number], everything)
                rows.append([played.number, table, seat, number, name, *figures])
    return Sheet(language.gettext(_("Tables")), head, rows)
