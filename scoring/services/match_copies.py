"""Copies of a match that is on a server and on a phone without one: make, receive, compare.

Both copies have the same ids and a history. If one history begins with all changes of the other, the longer copy
replaces the shorter one. If both have changes of their own, nothing is written until somebody has decided which hands
count (``differing_copies``).
"""

from __future__ import annotations

from collections.abc import Sequence
from contextlib import suppress
from dataclasses import dataclass
from typing import Any, Literal

from pydantic import Field as ApiField

from scoring.db.json_text import dump_json
from scoring.db.write_lock import write_transaction
from scoring.engine.refusal import Refusal, refuse, validate
from scoring.models import AccessKey, Change, Match, ServerCopy, Table, by_id, table_in
from scoring.selectors.access_keys import READ, WRITE, Key, opens_table, role_of
from scoring.selectors.match_snapshot import MatchNotFound, MatchSnapshot, at_one_version, load_match
from scoring.selectors.settlements import parts_of
from scoring.services import access_keys, matches, parts, tables
from scoring.services.comparison import Comparison, compare
from scoring.services.export_models import FORMAT, VERSION, DocumentModel, ExportedMatch, Id, MatchId
from scoring.services.seats import SeatedPlayer, seat_copied_players
from scoring.services.transfer import PreparedMatch, export_match, with_names


class CopiedTable(DocumentModel):
    """The table of a copied match."""

    id: Id = ApiField(description="The same here and there.")
    name: str = ApiField(description="For people.")
    options: dict[str, dict[str, Any]] = ApiField({}, description="House rules by game.")
    settlement: dict[str, dict[str, Any]] = ApiField({}, description="By game: how its new matches are settled.")
    signs: Literal["french", "german", "spanish", "italian"] | None = ApiField(
        description="Signs of the suits on the table's pages; null for French ones."
    )


class CopiedMatch(ExportedMatch):
    """A match of an export with its ids."""

    id: MatchId = ApiField(description="The same here and there.")
    part_before: MatchId | None = ApiField(
        None, description="The id of the match that goes on here with other people; null for none."
    )
    part_after: MatchId | None = ApiField(
        None, description="The id of the match in which this one goes on with other people; null for none."
    )
    seats: list[Id | None] = ApiField(
        max_length=12, description="By seat, the player's id; null for somebody who is no player of the table."
    )


class MatchCopy(DocumentModel):
    """A copy of a match, with its table."""

    format: Literal["card-table-companion"] = ApiField(description="Always `card-table-companion`.")
    version: Literal[1] = ApiField(description="Of this format: 1.")
    table: CopiedTable = ApiField(description="The table of the match; it is made if it is not there.")
    match: CopiedMatch = ApiField(description="The match with its whole history.")
    viewer_key: str | None = ApiField(
        None, description="The key to watch, if the table has to be made; null for a new one."
    )


@dataclass(frozen=True)
class CopyResult:
    """The result of receiving a copy. match: as it is here now. new: whether it was not here before."""

    match: MatchSnapshot
    comparison: Comparison
    new: bool = False


def current_copy(match: MatchSnapshot) -> tuple[int, dict[str, Any]]:
    """Returns the version of a match, and its copy at this version. Both are newer if it is changed meanwhile.

    Raises MatchNotFound if it is deleted meanwhile.
    """
    return at_one_version(match, lambda one: (one.version, copy_document(one)))


def copy_document(match: MatchSnapshot) -> dict[str, Any]:
    """Returns the copy of a match, as plain JSON. Raises ConcurrentUpdate if it is changed meanwhile.

    A key that opens only this match gets nothing of its table but id and signs: no name, no rules of the house.
    """
    table = Table.objects.get(id=match.table_id)
    fields = tables.table_json(table, WRITE)
    if match.role and not opens_table(table, match.role):
        fields |= {"name": tables.DEFAULT_TABLE_NAME, "options": {}, "settlement": {}}
    return {
        "format": FORMAT,
        "version": VERSION,
        "table": {name: fields[name] for name in CopiedTable.model_fields},
        "match": {
            "seats": [seat["player"] for seat in match.seats],
            "part_before": match.continues or None,
            "part_after": match.continued_by or None,
            **export_match(match),
        },
        "viewer_key": None,
    }


def ids_in(data: Any) -> tuple[str, str]:
    """Returns the ids of table and match in a copy. Raises Refusal."""
    document = read_document(data)
    return document.table.id, document.match.id


def receive_from_phone(data: Any, key: Key, create: bool = True) -> CopyResult:
    """Receives the copy of a match that a phone sends to this server.

    data: a ``MatchCopy`` as plain JSON. key: the scorer's key of its table; an unknown table is made, with this key and
    the viewer's key of the copy. create: False refuses a match that is not here. Raises Refusal, and MatchNotFound if
    the key does not open the table for writing, or the match is not here or at another table.
    """
    document, prepared = _read(data)
    with write_transaction():
        table = Table.objects.filter(id=document.table.id).first()
        if table is None:
            if not create or not key.id or AccessKey.objects.filter(id=key.id).exists():
                raise MatchNotFound
            table = _make_table(document, key)
        elif role_of(key, table.id) != WRITE:
            raise MatchNotFound
        if not create and not Match.objects.filter(by_id(document.match.id)).exists():
            raise MatchNotFound
        return store_if_ahead(table, document.match, prepared)


def receive_from_server(data: Any, key: Key) -> CopyResult:
    """Receives the server's copy of a match on this phone. It also updates the table.

    data: a ``MatchCopy`` as plain JSON. key: the scorer's key with which it was read. A copy that is DIFFERENT is
    stored until it is settled. Raises Refusal, and MatchNotFound if the key is invalid, or the match is here at another
    table.
    """
    if not key.id:
        raise MatchNotFound
    document, prepared = _read(data)
    with write_transaction():
        table = Table.objects.filter(id=document.table.id).first() or _make_table(document, key)
        access_keys.set_key(table, WRITE, key)
        _update_table(table, document.table)
        result = store_if_ahead(table, document.match, prepared)
        different = result.comparison is Comparison.DIFFERENT
        keep_server_copy(result.match.id, len(prepared.history.changes), dump_json(data) if different else "")
    return result


def keep_server_copy(match_id: str, version: int, different: str = "") -> None:
    """Stores the version of the server's copy of this match. different: that copy as JSON text, if both differ."""
    ServerCopy.objects.update_or_create(match_id=match_id, defaults={"version": version, "different": different})


def server_copy(match_id: str) -> ServerCopy | None:
    """Returns what this phone knows of the server's copy of a match, None if the server has none."""
    return ServerCopy.objects.filter(match_id=match_id).first()


@dataclass(frozen=True)
class PartCopy:
    """A part of a match, and what this phone knows of the server's copy of it. version: of that copy, -1 if the server
    has none. waits: the server does not have all its changes. different: both have changes that the other one lacks.
    """

    id: str
    version: int
    waits: bool
    different: bool


def part_copies(match: MatchSnapshot) -> list[PartCopy]:
    """Returns the parts of a match in the order in which they are given to the server.

    Those that it has come first, the later ones before the earlier ones: a correction in an earlier part has changed
    the later one already, and is not to be made there once more. New parts follow those from which they go on.
    """
    parts = parts_of(match)
    known = {row.match_id: row for row in ServerCopy.objects.filter(match_id__in=[part.id for part in parts])}
    new = [PartCopy(part.id, -1, waits=True, different=False) for part in parts if part.id not in known]
    copies = [(part, known[part.id]) for part in reversed(parts) if part.id in known]
    there = [PartCopy(part.id, row.version, row.version != part.version, bool(row.different)) for part, row in copies]
    return there + new


def read_document(data: Any) -> MatchCopy:
    """Returns the copy that plain JSON holds. Raises Refusal."""
    document: MatchCopy = validate(MatchCopy, data)
    if len(document.match.seats) != len(document.match.players):
        raise refuse("/match/seats", "seats_differ", "There must be a seat for each player.", rule="")
    return document


def _read(data: Any) -> tuple[MatchCopy, PreparedMatch]:
    document = read_document(data)
    try:
        return document, PreparedMatch(document.match)
    except Refusal as refusal:
        raise with_names(refusal, document.match).under("/match") from None


def store_if_ahead(table: Table, match: CopiedMatch, prepared: PreparedMatch) -> CopyResult:
    """Stores a copy that is new here or AHEAD of ours. Call it within ``write_transaction()``.

    Raises Refusal, and MatchNotFound if ours is of another table or game.
    """
    if table_in(match.id) not in ("", table.id):
        raise MatchNotFound
    _check_links(table, match)
    ours = None
    with suppress(MatchNotFound):
        ours = load_match(match.id, lock=True)
    if ours is None:
        matches.check_room(table, pointer="/match")
    elif (ours.table_id, ours.slug) != (table.id, match.game):
        raise MatchNotFound
    elif (comparison := compare(ours, prepared.history)) is not Comparison.AHEAD:
        return CopyResult(ours, comparison)
    try:
        seats = seats_of(table, match)
    except Refusal as refusal:
        raise refusal.under("/match") from None
    if ours and not match.part_after:
        parts.take_back(ours)  # it goes on here no longer; refused if the next part has hands
    stored = prepared.store(table, match.id, seats, new=ours is None)
    links = {"continues": match.part_before or "", "continued_by": match.part_after or ""}
    if links != {"continues": stored.continues, "continued_by": stored.continued_by}:
        Match.objects.filter(stored.its_row).update(**links)
        stored = load_match(stored.id)
    if ours and stored.has_webhooks:
        _notify_webhooks(ours, stored, prepared.history.changes[ours.version :])
    return CopyResult(stored, Comparison.AHEAD, new=ours is None)


def _check_links(table: Table, match: CopiedMatch) -> None:
    for name, part in (("part_before", match.part_before), ("part_after", match.part_after)):
        if part and (part == match.id or table_in(part) not in ("", table.id)):
            raise refuse(
                f"/match/{name}", "part_unknown",
                "A match goes on from an earlier one of its game, which has no other next part.", rule="",
            )  # fmt: skip


def _notify_webhooks(ours: MatchSnapshot, stored: MatchSnapshot, changes: Sequence[Change]) -> None:
    """Writes deliveries for changes that were made elsewhere. The end or reopening of the match comes last."""
    from scoring.services import webhook_events  # does not exist on the phone alone

    for change in changes:
        before = ours if change is changes[-1] else stored
        webhook_events.write(before, stored, change.kind, change.number, change.before, change.after)


def seats_of(table: Table, match: CopiedMatch) -> list[dict[str, Any]]:
    """Returns the seats of a copied match; its people become players of the table. Raises Refusal."""
    people = [
        SeatedPlayer(player_id, player.name, player.color)
        for player_id, player in zip(match.seats, match.players, strict=True)
    ]
    return seat_copied_players(table, people)


def _make_table(document: MatchCopy, key: Key) -> Table:
    table = Table.objects.create(id=document.table.id, name="-")
    _update_table(table, document.table)
    access_keys.set_key(table, WRITE, key)
    viewer_key = Key.parse(document.viewer_key or "")
    if viewer_key.id and not AccessKey.objects.filter(id=viewer_key.id).exists():
        access_keys.set_key(table, READ, viewer_key)
    else:
        access_keys.issue(table, READ)
    return table


def _update_table(table: Table, copied: CopiedTable) -> None:
    """Gives the table the name, rules and signs of a copy. Raises Refusal with pointers below /table."""
    current = (table.name, table.options, table.settlement or {}, table.signs or None)
    if current == (copied.name, copied.options, copied.settlement, copied.signs):
        return
    options = {**dict.fromkeys(table.options), **copied.options}
    settlement = {**dict.fromkeys(table.settlement or {}), **copied.settlement}
    try:
        tables.update(table.id, copied.name, options=options, settlement=settlement, signs=copied.signs or "")
    except Refusal as refusal:
        raise refusal.under("/table") from None
