"""What is in an event's files for spreadsheets: ranking, entries, cash. Amounts are in the smallest unit of money."""

from __future__ import annotations

from scoring.engine.marking import _, heading
from scoring.engine.messages import ENGLISH, Language
from scoring.selectors.events import StoredEvent, by_number, cash_of, open_amounts, shown_name
from scoring.services.spreadsheets import Cell, Sheet


def ranking_sheets(
    stored: StoredEvent, language: Language = ENGLISH, everything: bool = False, until: int | None = None
) -> list[Sheet]:
    """Returns the ranking, and that of the teams if there are any.

    everything: with names that are not shown to readers. until: after this round.
    """
    places, _lots = stored.standing(until)
    entries = by_number(stored.entries)
    rounds = [one.number for one in stored.as_played(until).rounds]
    head = _heads(language, heading("place"), heading("number"), heading("name"), heading("club"), heading("team"))
    head += _heads(language, heading("label"), heading("points"), heading("match points"), heading("difference"))
    head += _heads(language, heading("won"), heading("lost"))
    head += [language.gettext(_("Round {number}")).format(number=number) for number in rounds]
    rows: list[list[Cell]] = []
    for one in places:
        entry = entries[one.entry]
        row: list[Cell] = [one.place, one.entry, shown_name(entry, everything), entry.club, entry.team, entry.label]
        row += [one.points, one.match_points, one.difference, one.won, one.lost]
        rows.append([*row, *(one.by_round.get(number) for number in rounds)])
    sheets = [Sheet(language.gettext(_("Ranking")), head, rows)]
    if any(entry.team for entry in stored.entries):
        head = _heads(language, heading("place"), heading("team"), heading("points"), heading("match points"))
        head += _heads(language, heading("won"), heading("lost"))
        teams: list[list[Cell]] = [
            [one.place, one.team, one.points, one.match_points, one.won, one.lost] for one in stored.teams(until)
        ]
        sheets.append(Sheet(language.gettext(_("Teams")), head, teams))
    return sheets


def entries_sheet(stored: StoredEvent, language: Language = ENGLISH, everything: bool = False) -> Sheet:
    """Returns who takes part. everything: with names that are not shown to readers."""
    head = _heads(language, heading("number"), heading("name"), heading("players"), heading("club"), heading("team"))
    head += _heads(language, heading("label"), heading("from round"), heading("left in round"))
    rows: list[list[Cell]] = []
    for entry in stored.entries:
        shown = everything or entry.shown
        players = language.join_texts(entry.members) if shown and entry.members else ""
        row: list[Cell] = [entry.number, shown_name(entry, everything), players, entry.club, entry.team, entry.label]
        rows.append([*row, entry.first_round, entry.left])
    return Sheet(language.gettext(_("Entries")), head, rows)


def cash_sheets(stored: StoredEvent, language: Language = ENGLISH) -> list[Sheet]:
    """Returns what each entry owes and gets, and every line that was booked. For the organiser."""
    lines = cash_of(stored.row)
    fees, prizes, fee = stored.fees(), stored.prizes(), stored.rules.money.entry_fee
    still = open_amounts(stored, lines)
    booked: dict[int | None, int] = {}
    for line in lines:
        booked[line.entry] = booked.get(line.entry, 0) + line.amount
    head = _heads(language, heading("number"), heading("name"), heading("entry fee"), heading("fees"))
    head += _heads(language, heading("prize"), heading("booked"), heading("still to pay"))
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
    line_head = _heads(language, heading("number"), heading("name"), heading("what"), heading("amount"))
    line_head += _heads(language, heading("note"))
    movements: list[list[Cell]] = [
        [one.entry, names[one.entry].name if one.entry in names else "", kinds.get(one.kind, ""), one.amount, one.note]
        for one in reversed(lines)
    ]
    booked_title = language.gettext(_("Booked"))
    return [Sheet(language.gettext(_("Cash")), head, rows), Sheet(booked_title, line_head, movements)]


def _heads(language: Language, *texts: str) -> list[str]:
    return [language.heading(text) for text in texts]
