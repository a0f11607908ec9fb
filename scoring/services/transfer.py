"""Export and import of matches without loss: hands, names, house rules, times and the history of every change.

Exports are JSON; files for spreadsheets are made by ``sheets``. An import does not trust computed figures:
every hand is scored again, and a history that does not lead to the hands is refused.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from contextlib import suppress
from dataclasses import dataclass, field, replace
from datetime import UTC, datetime
from typing import Any

from pydantic_core import from_json

from scoring.db import match_rows
from scoring.db.json_text import dump_json, hand_input
from scoring.db.write_lock import write_transaction
from scoring.engine.marking import _
from scoring.engine.match import OpenMatch, ScoredHand, open_match, open_stored_match, start_json, step, stored_options
from scoring.engine.match_status import MatchStatus
from scoring.engine.messages import ENGLISH, Message, fill_names, render
from scoring.engine.refusal import Refusal, refuse, validate
from scoring.games import all_games
from scoring.models import Change, Hand, Match, Player, Table, new_match_id
from scoring.selectors.match_snapshot import MatchSnapshot, check_unchanged, load_match, side_names
from scoring.selectors.settlements import rules_of_match
from scoring.services import known_matches, tables
from scoring.services.comparison import Comparison, compare
from scoring.services.export_models import FORMAT, VERSION, Export, ExportedHand, ExportedMatch
from scoring.services.imported_history import ImportedHistory
from scoring.services.matches import check_names, check_room, check_text
from scoring.services.seats import seat_players

# -- export --------------------------------------------------------------------------------------------


def export_document(matches: Iterable[MatchSnapshot]) -> dict[str, Any]:
    """Returns the export of these matches, as plain JSON. Raises ConcurrentUpdate if one is changed meanwhile."""
    parts = list(matches)
    documents = [export_match(match) for match in parts]
    places = {match.id: place for place, match in enumerate(parts)}
    for match, document in zip(parts, documents, strict=True):
        if document["continues"]:
            document["continues"]["match"] = places.get(match.continues)
    return {"format": FORMAT, "version": VERSION, "matches": documents}


def export_match(match: MatchSnapshot) -> dict[str, Any]:
    """Returns a match of an export, as plain JSON. Raises ConcurrentUpdate if it is changed meanwhile."""
    colors = dict(Player.objects.filter(table_id=match.table_id).values_list("id", "color"))
    hands = Hand.objects.filter(match.its_rows).order_by("number")
    changes = Change.objects.filter(match.its_rows).order_by("version")
    document = {
        "id": match.id,
        "game": match.slug,
        "title": match.title,
        "note": match.note,
        "players": [{"name": seat["name"], "color": colors.get(seat["player"]) or None} for seat in match.seats],
        "options": from_json(match.options),
        "start": from_json(match.start),
        "created_at": _exact(match.created_at),
        "updated_at": _exact(match.updated_at),
        "ended": match.ended,
        "settlement": rules.model_dump(mode="json") if (rules := rules_of_match(match.id)) else None,
        "continues": {"match": None, **from_json(match.carried)} if match.carried else None,
        "totals": match.status["totals"],
        "hands": [
            {
                "input": from_json(hand.input),
                "recorded_at": _exact(hand.recorded_at),
                "points": from_json(hand.points),
                "totals": from_json(hand.result)["totals"],
            }
            for hand in hands.iterator()
        ],
        "changes": [
            {
                "what": change.kind,
                "hand": change.number,
                "before": from_json(change.before) if change.before else None,
                "after": from_json(change.after) if change.after else None,
                "target": change.target,
                "when": _exact(change.at),
            }
            for change in changes.iterator()
        ],
    }
    check_unchanged(match)
    return document


def _exact(moment: datetime) -> str:
    """A time as in the API, but to the microsecond."""
    return moment.astimezone(UTC).isoformat(timespec="microseconds").replace("+00:00", "Z")


# -- import --------------------------------------------------------------------------------------------


@dataclass(frozen=True)
class SkippedMatch:
    """A match that was not imported, since it is here already. place: in the document, from 0. match: the one here."""

    place: int
    match: MatchSnapshot
    comparison: Comparison


@dataclass
class Imported:
    """The result of an import: new matches, and those that were skipped."""

    matches: list[MatchSnapshot] = field(default_factory=list)
    skipped: list[SkippedMatch] = field(default_factory=list)


ImportHook = Callable[[Imported], None]


def import_matches(table: Table, data: Any, hook: ImportHook | None = None, again: bool = False) -> Imported:
    """Imports the matches of an export into this table. If one cannot be imported, none is. Returns what was done.

    data: the document as plain JSON. Players are identified by name; new ones join the table. A match that is at this
    table already is skipped, whatever state it is in; again: it is imported as another match. Raises Refusal with
    pointers into the document.
    """
    export: Export = validate(Export, data)
    prepared = []
    for number, match in enumerate(export.matches):
        try:
            prepared.append(PreparedMatch(match))
        except Refusal as refusal:
            raise with_names(refusal, match).under(f"/matches/{number}") from None
    with write_transaction():
        tables.lock_table(table.id)  # of two imports at the same time the second one finds the matches of the first
        imported = Imported()
        for number, one in enumerate(prepared):
            known = None if again else one.known_at(table)
            if known is not None:
                ours = load_match(known)
                imported.skipped.append(SkippedMatch(number, ours, compare(ours, one.history)))
                continue
            try:
                imported.matches.append(one.write(table, again))
            except Refusal as refusal:
                raise refusal.under(f"/matches/{number}") from None
        _link_parts(export.matches, imported)
        check_room(table, 0, "/matches")
        if hook:
            hook(imported)
    return imported


def _link_parts(documents: Sequence[ExportedMatch], imported: Imported) -> None:
    """Links the parts of imported matches. Raises Refusal if a link is not possible.

    A part that goes on from a skipped match is linked to the one here, unless that goes on in another part already.
    """
    skipped = {one.place: one.match for one in imported.skipped}
    new_places = [place for place in range(len(documents)) if place not in skipped]
    new = dict(zip(new_places, imported.matches, strict=True))
    continued: set[int] = set()
    for number, document in enumerate(documents):
        place = document.continues.match if document.continues else None
        if place is None:
            continue
        fits = place < len(documents) and place not in continued and documents[place].game == document.game
        if not fits or documents[place].created_at >= document.created_at:
            text = _("A match goes on from an earlier one of its game, which has no other next part.")
            raise refuse(f"/matches/{number}/continues/match", "part_unknown", text, rule="")
        continued.add(place)
        after = new.get(number)
        before = new.get(place) or skipped[place]
        if after is None or before.continued_by:
            continue
        Match.objects.filter(before.its_row).update(continued_by=after.id)
        Match.objects.filter(after.its_row).update(continues=before.id)
    if continued:
        imported.matches = [load_match(match.id) for match in imported.matches]


class PreparedMatch:
    """A match of a document, checked and scored, but not stored yet. history: its changes. results: its hands.

    Raises Refusal with pointers into the match.
    """

    def __init__(self, match: ExportedMatch) -> None:
        if match.game not in all_games():
            raise refuse("/game", "game_unknown", "There is no game {slug}.", rule="", slug=match.game)
        check_text(match.title, "/title")
        check_text(match.note, "/note")
        check_names([player.name for player in match.players])
        self.match = match
        self.created = _moment(match.created_at, "/created_at")
        self.updated = _moment(match.updated_at, "/updated_at")
        game = all_games()[match.game]
        self.options = stored_options(game, match.options)
        self.open_match = open_match(game, len(match.players), self.options, match.start)
        self.results = _score_hands(self.open_match, match.hands)
        if match.continues and len(match.continues.seats) != len(match.players):
            text = _("There must be a seat for each player.")
            raise refuse("/continues/seats", "seats_differ", text, rule="")
        self.settlement = match.settlement and tables.settlement_rules(match.game, match.settlement, "/settlement")
        self.times = [_moment(hand.recorded_at, f"/hands/{n}/recorded_at") for n, hand in enumerate(match.hands)]
        inputs = [hand_input(result.hand) for result in self.results]
        # Made before the transaction, during which other writers have to wait.
        self.columns = [
            match_rows.hand_columns(None, result, at, slug=match.game)
            for result, at in zip(self.results, self.times, strict=True)
        ]
        self.history = ImportedHistory(game, inputs, self.times, match.ended, self.updated)
        if match.changes is not None:
            entries = [
                Change(
                    kind=one.what,
                    number=one.hand,
                    before="" if one.before is None else dump_json(one.before),
                    after="" if one.after is None else dump_json(one.after),
                    target=one.target,
                    at=_moment(one.when, f"/changes/{n}/when"),
                )
                for n, one in enumerate(match.changes)
            ]
            self.history.replay(entries)

    def known_at(self, table: Table) -> str | None:
        """Returns the id of the match of this table that it already is, None if it is new there."""
        hands = list(zip(self.times, self.history.inputs, strict=True))
        return known_matches.known_match(table.id, self.match.id, self.match.game, self.created, hands)

    def write(self, table: Table, again: bool = False) -> MatchSnapshot:
        """Stores it as a new match of this table. again: even if it is there already. Returns the match. Raises
        Refusal.
        """
        people = [player.model_dump(include={"name", "color"}) for player in self.match.players]
        match_id = new_match_id(table.id) if again else known_matches.id_here(table.id, self.match.id)
        return self.store(table, match_id, seat_players(table, people))

    def store(self, table: Table, match_id: str, seats: list[dict[str, Any]], new: bool = True) -> MatchSnapshot:
        """Stores it with this id and these seats. new: False replaces the match with this id. Returns the match."""
        match = self.match
        state = self.results[-1].state if self.results else self.open_match.state
        hand_open = bool(self.results) and not self.results[-1].result.complete
        status = MatchStatus(self.open_match, state, len(self.results) + (not hand_open), match.ended)
        columns: dict[str, Any] = {
            "title": match.title,
            "note": match.note,
            "seats": seats,
            "options": self.options,
            "start": start_json(self.open_match.game, match.start),
            "version": len(self.history.changes),
            "hand_count": len(self.results),
            "hand_open": hand_open,
            "can_redo": any(change.undo_status == Change.UNDONE for change in self.history.changes),
            "updated_at": self.updated,
            "carried": match.continues and match.continues.model_dump(exclude={"match"}),
            **match_rows.status_columns(status),
        }
        if new:
            columns["settlement"] = self.settlement.model_dump(mode="json") if self.settlement else None
            Match.objects.create(id=match_id, table=table, game=match.game, created_at=self.created, **columns)
        else:
            match_rows.delete_hands(load_match(match_id))
            Change.objects.filter(table_id=table.id, match_id=match_id).delete()
            Match.objects.filter(id=match_id, table_id=table.id).update(**columns)
        ids = {"table_id": table.id, "match_id": match_id}
        match_rows.insert_hands({**columns, **ids} for columns in self.columns)
        match_rows.insert_changes(ids, self.history.changes)
        return load_match(match_id)


def with_names(refusal: Refusal, match: ExportedMatch) -> Refusal:
    """Returns the same refusal with the names of the match's players in its sentences."""
    names = [player.name for player in match.players]
    sides: list[str] = []
    with suppress(Refusal, KeyError):
        stored = open_stored_match(all_games()[match.game], len(names), match.options, match.start)
        sides = side_names(stored.setup.sides, names, ENGLISH)
    return Refusal(
        [
            replace(error, message=Message("{text}", {"text": fill_names(render(error.message), names, sides)}))
            for error in refusal.errors
        ],
        refusal.malformed,
    )


def _score_hands(opened: OpenMatch, hands: Sequence[ExportedHand]) -> list[ScoredHand]:
    results: list[ScoredHand] = []
    state: Any = opened.state
    for index, hand in enumerate(hands):
        try:
            if results and not results[-1].result.complete:
                raise refuse("", "hand_open", "Hand {n} is still being played.", n=results[-1].number)
            result = step(opened, state, hand.input, index + 1)
            if result.result.is_query:
                raise refuse("/kind", "only_a_question", "This is a question, not a hand.", rule="")
        except Refusal as refusal:
            raise refusal.under(f"/hands/{index}/input") from None
        results.append(result)
        state = result.state
    return results


def _moment(text: str, pointer: str) -> datetime:
    try:
        moment = datetime.fromisoformat(text)
        if moment.tzinfo is not None:
            return moment.astimezone(UTC)
    except (ValueError, OverflowError):  # not a time, or its year is out of range
        pass
    raise refuse(pointer, "not_a_time", "A time is written as 2026-05-01T20:15:00Z.", rule="")
