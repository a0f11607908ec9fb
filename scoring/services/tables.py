"""Changes to tables: create, change, players and house rules, delete. Each is one transaction.

The API and the pages both use this module. Errors are a ``Refusal`` with pointers as in the API's bodies:
``/name``, ``/players/2/name``, ``/options/skat/…``.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any

from django.conf import settings

from scoring.db.json_text import format_time
from scoring.db.write_lock import write_transaction
from scoring.engine.marking import _
from scoring.engine.refusal import Refusal, pointers_under, refuse, validate
from scoring.engine.settlement import SettlementRules
from scoring.games import all_games
from scoring.models import AccessKey, Player, Table, short_id
from scoring.selectors.access_keys import READ, WRITE
from scoring.services import access_keys, renaming
from scoring.services.matches import check_text
from scoring.services.names import by_plain_name, plain_name
from scoring.settlement_rules import AllSettlementRules

_COLOR = re.compile(r"#[0-9a-f]{6}", re.IGNORECASE)
DEFAULT_TABLE_NAME = "Our table"
LONGEST_TABLE_NAME = 80
LONGEST_NAME = 40


class TableNotFound(Exception):  # noqa: N818
    """There is no such table."""


class TableVersionConflict(Exception):  # noqa: N818
    """The table has another version than the client expected. table: its current state."""

    def __init__(self, table: Table) -> None:
        super().__init__(f"the table is at version {table.version}")
        self.table = table


@dataclass(frozen=True)
class PlayerInput:
    """A player as entered. id: of an existing player, None for a new one.

    color: ``#rrggbb``, "" for none, None to leave it as it is.
    """

    name: str
    color: str | None = None
    id: str | None = None


@dataclass(frozen=True)
class NewTable:
    """A new table with its keys by role, which are shown only once."""

    table: Table
    keys: dict[str, str]


def create(
    name: str,
    people: Sequence[PlayerInput] = (),
    options: Mapping[str, Mapping[str, Any] | None] | None = None,
    hook: Callable[[NewTable], None] | None = None,
    secret: Callable[[str], str] | None = None,
) -> NewTable:
    """Creates a table. Returns the table with a scorer's and a viewer's key. Raises Refusal.

    secret: makes the secret of a key from its id, see ``access_keys.issue``.
    """
    title = _table_name(name)
    house_rules = _merge_options({}, options or {})
    with write_transaction():
        table = Table.objects.create(name=title, options=house_rules)
        _set_players(table, people)
        new = NewTable(table, {role: access_keys.issue(table, role, secret) for role in AccessKey.ROLES})
        if hook:
            hook(new)
    return new


def update(
    table_id: str,
    name: str | None = None,
    people: Sequence[PlayerInput] | None = None,
    options: Mapping[str, Mapping[str, Any] | None] | None = None,
    expected: int | None = None,
    settlement: Mapping[str, Mapping[str, Any] | None] | None = None,
    signs: str | None = None,
    viewer_scope: str | None = None,
    embedding: bool | None = None,
) -> Table:
    """Changes a table; arguments that are None change nothing. Returns the table after it.

    people: everybody at the table from now on. An id is that of an existing player, perhaps with a new name; without
    an id the player is new. Players who are not listed leave. options: by game slug; each replaces that game's house
    rules, None removes them. Games that are not named keep theirs. settlement: the same for the rules by which new
    matches are settled. signs: one of ``Table.SIGNS``, "" for none. viewer_scope: one of ``Table.VIEWER_SCOPES``.
    embedding: whether pages of other sites may show its matches. expected: the version that the client has seen.
    Raises Refusal, TableVersionConflict, TableNotFound.
    """
    with write_transaction():
        table = lock_table(table_id)
        if expected is not None and table.version != expected:
            raise TableVersionConflict(table)
        if name is not None:
            table.name = _table_name(name)
        if options is not None:
            table.options = _merge_options(table.options, options)
        if settlement is not None:
            table.settlement = _merge_settlement(table.settlement or {}, settlement)
        if signs is not None:
            table.signs = signs
        if viewer_scope is not None:
            table.viewer_scope = viewer_scope
        if embedding is not None:
            table.embedding = embedding
        if people is not None:
            _set_players(table, people)
        table.version += 1
        table.save()
    return table


def delete(table_id: str, expected: int | None = None) -> None:
    """Deletes a table with all that belongs to it. Raises TableVersionConflict, TableNotFound."""
    with write_transaction():
        table = lock_table(table_id)
        if expected is not None and table.version != expected:
            raise TableVersionConflict(table)
        table.delete()


def lock_table(table_id: str) -> Table:
    """Returns the table, locked until this transaction ends. Raises TableNotFound.

    Its primary key is not locked, so that a match can be committed meanwhile: that checks that its table exists.
    """
    table = Table.objects.select_for_update(no_key=True).filter(id=table_id).first()
    if table is None:
        raise TableNotFound
    return table


def replace_key(table: Table, role: str, secret: Callable[[str], str] | None = None) -> str:
    """Returns a new key of this role. The old one stops working. Call it within ``write_transaction()``."""
    lock_table(table.id)
    return access_keys.issue(table, role, secret)


def table_json(table: Table, role: str) -> dict[str, Any]:
    """Returns a table as plain JSON of the API. role: of the key in the request."""
    own = f"/api/v1/tables/{table.id}"
    return {
        "id": table.id,
        "name": table.name,
        "players": [{"id": player.id, "name": player.name, "color": player.color or None} for player in players(table)],
        "options": table.options,
        "settlement": table.settlement or {},
        "signs": table.signs or None,
        "viewer_scope": table.viewer_scope,
        "embedding": table.embedding,
        "version": table.version,
        "role": WRITE if role == WRITE else READ,
        "created_at": format_time(table.created_at),
        "links": {"self": own, "matches": f"{own}/matches", "standings": f"{own}/standings"},
    }


# -- players -----------------------------------------------------------------------------------------


def players(table: Table) -> list[Player]:
    """Returns the players at the table, in the order in which they joined."""
    return list(table.players.filter(active=True).order_by("created_at", "id"))


def join(table: Table, person: PlayerInput, pointer: str) -> Player:
    """Adds a player to a table. Returns a new player, or one of this name who had left.

    person.id: the id of a new player, None for a random one. Call it with the table locked. Raises Refusal with
    pointers below ``pointer``.
    """
    name = _player_name(person.name, pointer)
    color = check_color(person.color, pointer) or ""
    player = by_plain_name(table.players.all()).get(name)
    if player is not None and player.active:
        raise refuse(f"{pointer}/name", "name_twice", "{name} is there twice.", rule="", name=name)
    if table.players.filter(active=True).count() >= settings.MAX_PLAYERS_PER_TABLE:
        text = _("A table has at most {most} players.")
        raise refuse(pointer, "table_full", text, rule="", most=settings.MAX_PLAYERS_PER_TABLE)
    if player is None:
        return Player.objects.create(id=person.id or short_id(), table=table, name=name, color=color)
    player.active, player.color = True, color or player.color
    player.save(update_fields=["active", "color"])
    return player


def _set_players(table: Table, people: Sequence[PlayerInput]) -> None:
    if len(people) > settings.MAX_PLAYERS_PER_TABLE:
        text = _("A table has at most {most} players.")
        raise refuse("/players", "table_full", text, rule="", most=settings.MAX_PLAYERS_PER_TABLE)
    known = {player.id: player for player in table.players.all()}
    names = [_player_name(person.name, f"/players/{number}") for number, person in enumerate(people)]
    _check_distinct(people, names, known)
    listed_ids = {person.id for person in people}
    for player in known.values():
        if player.id not in listed_ids and player.active:
            player.active = False
            player.save(update_fields=["active"])
    renamed = {
        person.id: name
        for person, name in zip(people, names, strict=True)
        if person.id is not None and known[person.id].name != name
    }
    for player_id in renamed:
        # Two players who swap names would violate the unique constraint half-way.
        Player.objects.filter(id=player_id).update(name=f"~{player_id}")
    for number, (person, name) in enumerate(zip(people, names, strict=True)):
        color = check_color(person.color, f"/players/{number}")
        if person.id is None:
            join(table, PlayerInput(name, color), f"/players/{number}")
            continue
        player = known[person.id]
        player.name, player.active = name, True
        player.color = player.color if color is None else color
        player.save(update_fields=["name", "color", "active"])
    if renamed:
        renaming.rename_everywhere(table.id, renamed)


def _check_distinct(people: Sequence[PlayerInput], names: Sequence[str], known: Mapping[str, Player]) -> None:
    ids: set[str | None] = {None}
    seen: set[str] = set()
    listed_ids = {person.id for person in people}
    names_of_others = {plain_name(player.name) for player in known.values() if player.id not in listed_ids}
    for number, (person, name) in enumerate(zip(people, names, strict=True)):
        if person.id is not None and person.id not in known:
            text = _("Nobody at this table has the id {id}.")
            raise refuse(f"/players/{number}/id", "player_unknown", text, rule="", id=person.id)
        if person.id is not None and person.id in ids:
            raise refuse(f"/players/{number}/id", "player_twice", "{id} is there twice.", rule="", id=person.id)
        if name in seen:
            raise refuse(f"/players/{number}/name", "name_twice", "{name} is there twice.", rule="", name=name)
        if person.id is not None and name in names_of_others:
            text = _("{name} is somebody else, who has left and whose matches are kept under this name.")
            raise refuse(f"/players/{number}/name", "name_taken", text, rule="", name=name)
        seen.add(name)
        ids.add(person.id)


# -- checks of inputs ----------------------------------------------------------------------------------


def _table_name(name: str) -> str:
    name = plain_name(name)
    if not name:
        raise refuse("/name", "name_empty", "The table needs a name.", rule="")
    if len(name) > LONGEST_TABLE_NAME:
        raise refuse("/name", "name_too_long", "At most {most} characters.", rule="", most=LONGEST_TABLE_NAME)
    check_text(name, "/name")
    return name


def _player_name(name: str, pointer: str) -> str:
    name = plain_name(name)
    if not name:
        raise refuse(f"{pointer}/name", "name_empty", "Every player needs a name.", rule="")
    if len(name) > LONGEST_NAME:
        raise refuse(f"{pointer}/name", "name_too_long", "At most {most} characters.", rule="", most=LONGEST_NAME)
    check_text(name, f"{pointer}/name")
    return name


def check_color(color: str | None, pointer: str) -> str | None:
    """Returns a colour in lower case; "" and None as they are. Raises Refusal."""
    if color and not _COLOR.fullmatch(color):
        raise refuse(f"{pointer}/color", "color", "A colour is written as #rrggbb, such as #1f6f54.", rule="")
    return color.lower() if color else color


def _merge_options(
    before: Mapping[str, Any], changes: Mapping[str, Mapping[str, Any] | None]
) -> dict[str, dict[str, Any]]:
    def checked(slug: str, options: Mapping[str, Any]) -> dict[str, Any]:
        check_options(slug, options)
        return dict(options)

    return _merge_by_game(before, changes, "/options", checked)


def _merge_settlement(
    before: Mapping[str, Any], changes: Mapping[str, Mapping[str, Any] | None]
) -> dict[str, dict[str, Any]]:
    def checked(slug: str, rules: Mapping[str, Any]) -> dict[str, Any]:
        return settlement_rules(slug, rules, f"/settlement/{slug}").model_dump(mode="json")

    return _merge_by_game(before, changes, "/settlement", checked)


def _merge_by_game(
    before: Mapping[str, Any],
    changes: Mapping[str, Mapping[str, Any] | None],
    pointer: str,
    checked: Callable[[str, Mapping[str, Any]], dict[str, Any]],
) -> dict[str, dict[str, Any]]:
    """A table's values by game after these changes; None removes the value of a game. Raises Refusal."""
    after = dict(before)
    for slug, value in changes.items():
        if slug not in all_games():
            raise refuse(f"{pointer}/{slug}", "game_unknown", "There is no game {slug}.", rule="", slug=slug)
        if value is None:
            after.pop(slug, None)
        else:
            after[slug] = checked(slug, value)
    return after


def settlement_rules(slug: str, data: Mapping[str, Any], prefix: str = "") -> SettlementRules:
    """Returns the checked rules for settling matches of a game. Raises Refusal with pointers below ``prefix``."""
    with pointers_under(prefix):
        rules: SettlementRules = validate(AllSettlementRules, dict(data))
        check_text(rules.word, "/word")
        all_games()[slug].check_settlement(rules)
    return rules


def check_options(slug: str, options: Mapping[str, Any]) -> None:
    """Raises Refusal (pointers ``/options/SLUG/…``) if no number of players can play by these options."""
    game = all_games()[slug]
    chosen = validate(game.Options, dict(options), f"/options/{slug}", rule="options")
    refusals = []
    for number in game.players:
        try:
            game.check_setup(number, chosen)
        except Refusal as refusal:
            refusals.append(refusal)
        else:
            return
    first = refusals[0]
    inner = [replace(fault, pointer=fault.pointer.removeprefix("/options")) for fault in first.errors]
    raise Refusal(inner, first.malformed).under(f"/options/{slug}")
