"""Who sits where in a new match: players of the table, found by id or name; somebody new joins the table."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from django.db.models import F

from scoring.engine.marking import _
from scoring.engine.refusal import refuse
from scoring.models import Player, Table
from scoring.services.matches import check_names
from scoring.services.tables import PlayerInput, check_color, join, lock_table


@dataclass(frozen=True)
class SeatedPlayer:
    """A player of a match that was copied from elsewhere. id: there, None for somebody who had none."""

    id: str | None
    name: str
    color: str | None = None


def seat_players(table: Table, entries: Sequence[str | Mapping[str, Any]]) -> list[dict[str, Any]]:
    """The seats of a match for these players, as ``matches.start`` takes them.

    entries: names or players' ids, or objects with ``player`` (an id) or ``name`` and perhaps ``color``. A new name
    joins the table. Call it within ``write_transaction()``. Raises Refusal with pointers ``/players/…``, TableNotFound.
    """
    table.version = lock_table(table.id).version  # if two phones send the same new name, the second finds it there
    known = {player.id: player for player in table.players.all()}
    by_name = {player.name: player for player in known.values()}
    names: list[str] = []
    colors: list[str | None] = []
    for number, entry in enumerate(entries):
        given = {"player" if entry in known else "name": entry} if isinstance(entry, str) else entry
        colors.append(check_color(given.get("color"), f"/players/{number}"))
        player_id = given.get("player")
        if player_id is not None and player_id not in known:
            text = _("Nobody at this table has the id {id}.")
            raise refuse(f"/players/{number}/player", "player_unknown", text, rule="", id=player_id)
        names.append(known[player_id].name if player_id is not None else str(given.get("name") or "").strip())
    check_names(names)
    seats = []
    joined = False
    for number, name in enumerate(names):
        player = by_name.get(name)
        if player is None or not player.active:
            player = join(table, PlayerInput(name, colors[number]), f"/players/{number}")
            joined = True
        seats.append({"player": player.id, "name": player.name})
    if joined:
        table.version += 1
        Table.objects.filter(id=table.id).update(version=table.version)
    return seats


def seat_copied_players(table: Table, people: Sequence[SeatedPlayer]) -> list[dict[str, Any]]:
    """The seats of a match that was copied from elsewhere, with its players' ids where nobody else has them.

    Somebody of the same name at this table is the same player. Call it within ``write_transaction()``. Raises Refusal
    with pointers ``/players/…``.
    """
    lock_table(table.id)
    known = {player.id: player for player in table.players.all()}
    by_name = {player.name: player for player in known.values()}
    taken = set(Player.objects.filter(id__in=[one.id for one in people]).values_list("id", flat=True))
    seats = []
    for number, person in enumerate(people):
        player = known.get(person.id or "") or by_name.get(person.name)
        if player is None or not player.active:
            own_id = person.id if person.id not in taken else None
            player = join(table, PlayerInput(person.name, person.color, own_id), f"/players/{number}")
            Table.objects.filter(id=table.id).update(version=F("version") + 1)
        seats.append({"player": player.id, "name": person.name})
    return seats
