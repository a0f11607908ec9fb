"""What is in the files for spreadsheets of an event: ranking, results of each table, cash. Times are in UTC."""

from __future__ import annotations

from scoring.engine.marking import _, heading
from scoring.engine.messages import ENGLISH, Language
from scoring.event_models import EventCash, EventEntry
from scoring.events.event import Place
from scoring.selectors.events import StoredEvent, paid_by_entry, shown_name
from scoring.services.sheets import heads
from scoring.services.spreadsheets import Cell, Sheet


def event_sheets(
    stored: StoredEvent, language: Language = ENGLISH, everything: bool = True, cash: list[EventCash] | None = None
) -> list[Sheet]:
    """Returns the ranking, that of the teams if there are any, and the results of each table.

    everything: with names that are not shown to readers. cash: what was booked; with it, a sheet of the money.
    """
    sheets = [_ranking(stored, language, everything)]
    if any(entry.team for entry in stored.entries):
        sheets.append(_teams(stored, language))
    sheets.append(_tables(stored, language, everything))
    return sheets if cash is None else [*sheets, _cash(stored, cash, language)]


def _ranking(stored: StoredEvent, language: Language, everything: bool) -> Sheet:
    rounds = [one.number for one in stored.as_played().rounds]
    head = heads(language, heading("place"), heading("number"), heading("name"), heading("club"), heading("team"))
    head += heads(language, heading("label"), heading("points"), heading("match points"), heading("difference"))
    head += heads(language, heading("won"), heading("lost"))
    head += [f"{language.heading(heading('round'))} {number}" for number in rounds]
    entries = {entry.number: entry for entry in stored.entries}
    places = stored.standing(stored.last_shown(everything))[0]
    rows = [_place(place, entries[place.entry], rounds, everything) for place in places]
    return Sheet(language.gettext(_("Ranking")), head, rows)


def _place(place: Place, entry: EventEntry, rounds: list[int], everything: bool) -> list[Cell]:
    about: list[Cell] = [place.place, entry.number, shown_name(entry, everything), entry.club, entry.team, entry.label]
    figures: list[Cell] = [place.points, place.match_points, place.difference, place.won, place.lost]
    return [*about, *figures, *(place.by_round.get(number) for number in rounds)]


def _teams(stored: StoredEvent, language: Language) -> Sheet:
    head = heads(language, heading("place"), heading("team"), heading("points"), heading("match points"))
    head += heads(language, heading("won"), heading("lost"))
    rows = [[one.place, one.team, one.points, one.match_points, one.won, one.lost] for one in stored.teams()]
    return Sheet(language.gettext(_("Teams")), head, rows)


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


def _cash(stored: StoredEvent, cash: list[EventCash], language: Language) -> Sheet:
    """In the smallest unit of money: what each entry pays and gets by the rules, and what was booked."""
    head = heads(language, heading("number"), heading("name"), heading("entry fee"), heading("fees"), heading("prize"))
    head += heads(language, heading("booked"))
    fees, prizes, fee = stored.fees(), stored.prizes(), stored.rules.money.entry_fee
    booked = [paid_by_entry(cash, kind) for kind in ("entry_fee", "fee", "prize", "other")]
    rows: list[list[Cell]] = []
    for entry in stored.entries:
        number, paid = entry.number, sum(sums.get(entry.number, 0) for sums in booked)
        rows.append([number, entry.name, fee, fees.get(number, 0), prizes.get(number, 0), paid])
    return Sheet(language.gettext(_("Cash")), head, rows)
