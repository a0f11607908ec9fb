"""Export and import of matches without loss: hands, names, house rules, times and the history of every change.

Exports are JSON, which can be imported again, or CSV for a spreadsheet. An import does not trust computed figures:
every hand is scored again, and a history that does not lead to the hands is refused.
"""

from __future__ import annotations

import csv
import io
from collections.abc import Callable, Iterable, Sequence
from contextlib import suppress
from dataclasses import replace
from datetime import UTC, datetime
from typing import Annotated, Any, Literal

from django.conf import settings
from pydantic import AliasChoices, BaseModel, ConfigDict, Field
from pydantic_core import from_json

from companion.http.models import Time
from scoring.db import match_rows
from scoring.db.json_text import dump_json, format_time, hand_input
from scoring.db.write_lock import write_transaction
from scoring.engine.marking import _
from scoring.engine.match import OpenMatch, ScoredHand, open_match, open_stored_match, start_json, step
from scoring.engine.match_status import MatchStatus
from scoring.engine.messages import ENGLISH, Language, Message, fill_names, render, say
from scoring.engine.refusal import Refusal, refuse, validate
from scoring.games import all_games
from scoring.models import Change, Hand, Match, Player, Table, new_match_id
from scoring.selectors.match_snapshot import MatchSnapshot, check_unchanged, hand_rows, load_match, side_names
from scoring.selectors.settlements import rules_of_match
from scoring.services import tables
from scoring.services.imported_history import ChangeKind, ImportedHistory
from scoring.services.matches import check_names, check_room, check_text
from scoring.services.seats import seat_players

FORMAT = "card-table-companion"
VERSION = 1
MOST_MATCHES = 500
"""Matches in one document."""


class DocumentModel(BaseModel):
    """A part of a document. Unknown fields are refused."""

    model_config = ConfigDict(extra="forbid", strict=True, json_schema_serialization_defaults_required=True)


class ExportedPlayer(DocumentModel):
    """Who sat in a seat."""

    name: str
    color: str | None = None


class ExportedHand(DocumentModel):
    """A hand as it was entered. points and totals are for people; an import ignores them."""

    input: dict[str, Any]
    recorded_at: Time
    points: list[Any] | None = None
    totals: list[Any] | None = None


class ExportedPart(DocumentModel):
    """How a match goes on from the part before it.

    match: the place of that part in the document, from 0; null if it is not there. seats: by seat, the seat of that
    part whose column goes on there, null for who joined. totals: by side, those given then; null for what was carried.
    """

    match: int | None = Field(None, ge=0, lt=MOST_MATCHES)
    seats: list[Annotated[int, Field(ge=0, lt=12)] | None] = Field(max_length=12)
    totals: list[int | float | None] | None = Field(None, max_length=12)


class ExportedChange(DocumentModel):
    """An entry of the history, with the field names of the API. Older exports have the second names."""

    what: ChangeKind = Field(validation_alias=AliasChoices("what", "kind"))
    hand: int = Field(0, ge=0, validation_alias=AliasChoices("hand", "number"))
    before: Any = None
    after: Any = None
    target: int = Field(0, ge=0)
    when: Time = Field(validation_alias=AliasChoices("when", "at"))


class ExportedMatch(DocumentModel):
    """A match. settlement: how it is settled, if it is played for something.

    changes: its history; without one the hands count as recorded one after the other. Of a list, only the first error
    is reported.
    """

    game: str
    title: str = Field("", max_length=80)
    players: list[ExportedPlayer] = Field(max_length=12)
    options: dict[str, Any] = {}
    start: dict[str, Any] = {}
    created_at: Time
    updated_at: Time
    ended: bool = False
    settlement: dict[str, Any] | None = None
    continues: ExportedPart | None = None
    totals: list[Any] | None = None
    hands: list[ExportedHand] = Field(max_length=settings.MAX_HANDS_PER_MATCH, fail_fast=True)
    changes: Annotated[list[ExportedChange], Field(fail_fast=True)] | None = None


class Export(DocumentModel):
    """An export."""

    format: Literal["card-table-companion"]
    version: Literal[1]
    matches: list[ExportedMatch] = Field(min_length=1, max_length=MOST_MATCHES, fail_fast=True)


# -- export --------------------------------------------------------------------------------------------


def export_document(matches: Iterable[MatchSnapshot]) -> dict[str, Any]:
    """Returns: the export of these matches, as plain JSON. Raises ConcurrentUpdate if one is changed meanwhile."""
    parts = list(matches)
    documents = [export_match(match) for match in parts]
    places = {match.id: place for place, match in enumerate(parts)}
    for match, document in zip(parts, documents, strict=True):
        if document["continues"]:
            document["continues"]["match"] = places.get(match.continues)
    return {"format": FORMAT, "version": VERSION, "matches": documents}


def export_match(match: MatchSnapshot) -> dict[str, Any]:
    """Returns: a match of an export, as plain JSON. Raises ConcurrentUpdate if it is changed meanwhile."""
    colors = dict(Player.objects.filter(table_id=match.table_id).values_list("id", "color"))
    hands = Hand.objects.filter(match.its_rows).order_by("number")
    changes = Change.objects.filter(match.its_rows).order_by("version")
    document = {
        "game": match.slug,
        "title": match.title,
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


def csv_sheet(match: MatchSnapshot, language: Language = ENGLISH) -> str:
    """Returns: the score sheet as CSV: a row for each hand with points and totals of every column, and the input.

    language: of the headings and the summaries. Raises ConcurrentUpdate.
    """
    out = io.StringIO()
    rows = csv.writer(out)
    names = [_escape_formula(name) for name in match.side_names]
    head = [language.gettext(text) for text in (_("number"), _("recorded_at"), _("kind"), _("hand"))]
    head += [render(say("{name}: points", name=n), language) for n in names]
    head += [render(say("{name}: total", name=n), language) for n in names]
    rows.writerow([*head, language.gettext(_("entered"))])
    for number, stored, entered, at in _hands(match, language):
        result = from_json(match.fill_names(stored))
        row = [number, format_time(at), result["kind"], _escape_formula(result["summary"])]
        rows.writerow([*row, *result["points"], *result["totals"], entered])
    check_unchanged(match)
    return out.getvalue()


def _hands(match: MatchSnapshot, language: Language) -> Iterable[tuple[int, str, str, datetime]]:
    """Number, result, input and time of the hands, with the summaries in this language."""
    hands = Hand.objects.filter(match.its_rows).order_by("number")
    translated = {} if language is ENGLISH else {row[0]: row[1] for row in hand_rows(match)}
    for number, result, entered, at in hands.values_list("number", "result", "input", "recorded_at").iterator():
        yield number, translated.get(number, result), entered, at


def _escape_formula(text: str) -> str:
    """The text, escaped so that no spreadsheet reads it as a formula."""
    return f"'{text}" if text[:1] in ("=", "+", "-", "@", "\t", "\r") else text


# -- import --------------------------------------------------------------------------------------------

ImportHook = Callable[[list[MatchSnapshot]], None]


def import_matches(table: Table, data: Any, hook: ImportHook | None = None) -> list[MatchSnapshot]:
    """Imports the matches of an export into this table, all of them or none. Returns: the matches.

    data: the document as plain JSON. Players are identified by name; new ones join the table. Raises Refusal with
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
        check_room(table, len(prepared), "/matches")
        imported = []
        for number, one in enumerate(prepared):
            try:
                imported.append(one.write(table))
            except Refusal as refusal:
                raise refusal.under(f"/matches/{number}") from None
        imported = _link_parts(export.matches, imported)
        if hook:
            hook(imported)
    return imported


def _link_parts(documents: Sequence[ExportedMatch], imported: Sequence[MatchSnapshot]) -> list[MatchSnapshot]:
    """Links the parts of matches. Returns: the matches after it. Raises Refusal if a link is not possible."""
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
        before, after = imported[place], imported[number]
        Match.objects.filter(before.its_row).update(continued_by=after.id)
        Match.objects.filter(after.its_row).update(continues=before.id)
    return [load_match(match.id) for match in imported] if continued else list(imported)


class PreparedMatch:
    """A match of a document, checked and scored, but not stored yet. history: its changes. results: its hands.

    Raises Refusal with pointers into the match.
    """

    def __init__(self, match: ExportedMatch) -> None:
        if match.game not in all_games():
            raise refuse("/game", "game_unknown", "There is no game {slug}.", rule="", slug=match.game)
        check_text(match.title, "/title")
        check_names([player.name for player in match.players])
        self.match = match
        self.created = _moment(match.created_at, "/created_at")
        self.updated = _moment(match.updated_at, "/updated_at")
        game = all_games()[match.game]
        self.open_match = open_match(game, len(match.players), match.options, match.start)
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

    def write(self, table: Table) -> MatchSnapshot:
        """Stores it as a new match of this table. Returns: the match. Raises Refusal."""
        people = [player.model_dump(include={"name", "color"}) for player in self.match.players]
        return self.store(table, new_match_id(table.id), seat_players(table, people))

    def store(self, table: Table, match_id: str, seats: list[dict[str, Any]], new: bool = True) -> MatchSnapshot:
        """Stores it with this id and these seats. new: False replaces the match with this id. Returns: the match."""
        match = self.match
        state = self.results[-1].state if self.results else self.open_match.state
        hand_open = bool(self.results) and not self.results[-1].result.complete
        status = MatchStatus(self.open_match, state, len(self.results) + (not hand_open), match.ended)
        columns: dict[str, Any] = {
            "title": match.title,
            "seats": seats,
            "options": match.options,
            "start": start_json(self.open_match.game, match.start),
            "version": len(self.history.changes),
            "hand_count": len(self.results),
            "hand_open": hand_open,
            "can_redo": any(change.undo_status == Change.UNDONE for change in self.history.changes),
            "updated_at": self.updated,
            "carried": match.continues and match.continues.model_dump(include={"seats", "totals"}),
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
    """Returns: the same refusal with the names of the match's players in its sentences."""
    names = [player.name for player in match.players]
    sides: list[str] = []
    with suppress(Refusal, KeyError):
        stored = open_stored_match(all_games()[match.game], len(names), match.options, match.start)
        sides = side_names(stored.setup.sides, names)
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
