"""The seats of a new match. Players of the table are found by id or name; new names join the table."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from django.db.models import F

from scoring.engine.marking import _
from scoring.engine.refusal import refuse
from scoring.models import Player, Table
from scoring.services.matches import check_names
from scoring.services.names import by_plain_name, plain_name
from scoring.services.tables import PlayerInput, check_color, join, lock_table


@dataclass(frozen=True)
class SeatedPlayer:
    """A player of a copied match. id: in the copy, None if the player had none."""

    id: str | None
    name: str
    color: str | None = None


def seat_players(table: Table, entries: Sequence[str | Mapping[str, Any]]) -> list[dict[str, Any]]:
    """Returns the seats of a match for these players, as ``matches.start`` takes them.

    entries: names or players' ids, or objects with ``player`` or ``id`` (an id) or ``name``, and perhaps ``color``. A
    new name joins the table. Call it within ``write_transaction()``. Raises Refusal with pointers ``/players/…``,
    TableNotFound.
    """
    table.version = lock_table(
        table.id
    ).version  # locked, so that of two phones with the same new name the second one finds it
    known = {player.id: player for player in table.players.all()}
    by_name = by_plain_name(known.values())
    names: list[str] = []
    colors: list[str | None] = []
    for number, entry in enumerate(entries):
        fields = {"player" if entry in known else "name": entry} if isinstance(entry, str) else entry
        colors.append(check_color(fields.get("color"), f"/players/{number}"))
        id_field = "id" if "id" in fields else "player"
        player_id = fields.get(id_field)
        if player_id is not None and player_id not in known:
            text = _("Nobody at this table has the id {id}.")
            raise refuse(f"/players/{number}/{id_field}", "player_unknown", text, rule="", id=player_id)
        names.append(known[player_id].name if player_id is not None else plain_name(str(fields.get("name") or "")))
    check_names(names)
    seats = []
    joined = False
    for number, name in enumerate(names):
        player = by_name.get(plain_name(name))
        if player is None or not player.active:
            player = join(table, PlayerInput(name, colors[number]), f"/players/{number}")
            joined = True
        seats.append({"player": player.id, "name": player.name})
    if joined:
        table.version += 1
        Table.objects.filter(id=table.id).update(version=table.version)
    return seats


def seat_copied_players(table: Table, people: Sequence[SeatedPlayer]) -> list[dict[str, Any]]:
    """Returns the seats of a copied match, with its players' ids unless somebody else has them.

    A player of the same name at this table is the same player. Call it within ``write_transaction()``. Raises Refusal
    with pointers ``/players/…``.
    """
    lock_table(table.id)
    known = {player.id: player for player in table.players.all()}
    by_name = by_plain_name(known.values())
    used_ids = set(Player.objects.filter(id__in=[person.id for person in people]).values_list("id", flat=True))
    seats = []
    for number, person in enumerate(people):
        player = known.get(person.id or "") or by_name.get(plain_name(person.name))
        if player is None or not player.active:
            own_id = person.id if person.id not in used_ids else None
            player = join(table, PlayerInput(person.name, person.color, own_id), f"/players/{number}")
            Table.objects.filter(id=table.id).update(version=F("version") + 1)
        seats.append({"player": player.id, "name": plain_name(person.name)})
    return seats
