"""Tables, their players, and the keys that open them."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from scoring.models import AccessKey, Match, Player, Table, by_id
from scoring.selectors.access_keys import READ, Key, opens_table


def find_table(table_id: str) -> Table | None:
    """Returns the table with this id, or None."""
    return Table.objects.filter(id=table_id).first()


def table_of(match: Any) -> Table:
    """Returns the table of a match: of its row or snapshot."""
    return Table.objects.get(id=match.table_id)


def opened_tables(keys: Mapping[str, Key]) -> list[tuple[Table, str]]:
    """Returns the tables that these keys (by table id) open, in their order, with the role at each."""
    ids = [key.id for key in keys.values()]
    stored = AccessKey.objects.filter(id__in=ids, table_id__in=list(keys)).select_related("table")
    rows = {row.table_id: row for row in stored}
    pairs = ((rows.get(table_id), key) for table_id, key in keys.items())
    valid = (row for row, key in pairs if row and row.id == key.id and key.fits(row.digest))
    return [(row.table, row.role) for row in valid if opens_table(row.table, row.role)]


def table_of_key(key_id: str, table_id: str = "") -> tuple[Table, str] | None:
    """Returns the table that the key with this id opens, and its role; None if there is no such key any more.

    table_id: of the table that it must be, where that is known: only this table is asked about.
    """
    of_table = {"table_id": table_id} if table_id else {}
    row = AccessKey.objects.filter(id=key_id, **of_table).select_related("table").first()
    return (row.table, row.role) if row else None


def embeddable_table(match_id: str) -> tuple[Table, str] | None:
    """Returns the table of a match and the role of who sees it on another site; None if that is not allowed."""
    match = Match.objects.filter(by_id(match_id), table__embedding=True).select_related("table").first()
    return (match.table, READ) if match else None


def key_ids(table_id: str) -> dict[str, str]:
    """Returns the id of the table's key of each role."""
    return dict(AccessKey.objects.filter(table_id=table_id).values_list("role", "id"))


def everybody(table: Table) -> list[Player]:
    """Returns the players of a table, also those who have left: these last, each group by name."""
    return list(Player.objects.filter(table=table).order_by("-active", "name"))


def settlement_rules(table_id: str) -> dict[str, Any]:
    """Returns the rules by which new matches of a table are settled, as stored, by game."""
    return Table.objects.filter(id=table_id).values_list("settlement", flat=True).get() or {}
