"""Moves a table with all that belongs to it from one PostgreSQL to another: rows as they are, by COPY.

Rows with a number of their own as their id get a new one: nothing outside names it.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from django.db.models import AutoField, Model
from psycopg import Connection, sql

from companion.common.cell_marks import FIRST_CELL
from scoring.event_models import EventSitting
from scoring.models import (
    AccessKey,
    Change,
    Hand,
    IdempotencyRecord,
    KittyEntry,
    Match,
    Player,
    Table,
    TranslatedResult,
    Webhook,
    WebhookDelivery,
    cell_in,
)

MOVED: tuple[tuple[type[Model], str], ...] = (
    (Table, "id"),
    (Player, "table_id"),
    (AccessKey, "table_id"),
    (Match, "table_id"),
    (Hand, "table_id"),
    (Change, "table_id"),
    (KittyEntry, "table_id"),
    (Webhook, "table_id"),
    (WebhookDelivery, "table_id"),
)
"""What is moved, each after what it refers to, and the column that names the table."""

MADE_AGAIN: tuple[type[Model], ...] = (TranslatedResult,)
"""What is deleted only."""


class CannotMove(Exception):  # noqa: N818
    """The table cannot be moved; the text says why."""


def match_ids_of(here: Connection, table_id: str) -> list[str]:
    """Returns the ids of the matches of a table."""
    return [row[0] for row in here.execute("SELECT id FROM scoring_match WHERE table_id = %s", [table_id])]


def key_ids_of(here: Connection, table_id: str) -> list[str]:
    """Returns the ids of the keys of a table."""
    return [row[0] for row in here.execute("SELECT id FROM scoring_accesskey WHERE table_id = %s", [table_id])]


def check(here: Connection, there: Connection, table_id: str) -> None:
    """Raises CannotMove if there is no such table, if it belongs to an event, or if the releases differ."""
    migrations = "SELECT app, name FROM django_migrations ORDER BY app, name"
    if here.execute(migrations).fetchall() != there.execute(migrations).fetchall():
        raise CannotMove("The two databases have different migrations: update both cells first.")
    if not is_at(here, table_id):
        raise CannotMove(f"There is no table {table_id} here.")
    in_event = sql.SQL("SELECT 1 FROM {} WHERE table_id = %s").format(_name(EventSitting))
    if here.execute(in_event, [table_id]).fetchone():
        raise CannotMove(f"The table {table_id} belongs to an event, whose tables stay together.")


def check_ends(
    here: Connection, there: Connection, table_id: str, cells: tuple[str, str], moved: Mapping[str, str]
) -> None:
    """Raises CannotMove if the databases are one and the same, or one that has tables has none of its cell.

    A wrong address would lose the table, which is deleted here in the end. Nobody else moves it until the transactions
    end. cells: those of the two. moved: the tables that are not in the cell of their mark, and where they are.
    """
    lock = "SELECT pg_try_advisory_xact_lock(hashtextextended(%s, 0))"
    if here.execute(lock, [table_id]).fetchone() != (True,):
        raise CannotMove(f"The table {table_id} is being moved already.")
    if there.execute(lock, [table_id]).fetchone() != (True,):
        raise CannotMove("DATABASE_URL and TARGET_DATABASE_URL are the same database.")
    for database, name, cell in ((here, "DATABASE_URL", cells[0]), (there, "TARGET_DATABASE_URL", cells[1])):
        rows = database.execute("SELECT id FROM scoring_table WHERE id <> %s", [table_id]).fetchall()
        found = {moved.get(an_id) or cell_in(an_id) or FIRST_CELL for (an_id,) in rows}
        if found and cell not in found:
            has = " and ".join(sorted(found))
            raise CannotMove(f"The database of {name} has tables of {has}, none of {cell}: is it the right one?")


def is_at(database: Connection, table_id: str) -> bool:
    """Returns whether this database has the table."""
    return database.execute("SELECT 1 FROM scoring_table WHERE id = %s", [table_id]).fetchone() is not None


def copy(here: Connection, there: Connection, table_id: str, kept_answers: sql.Composable) -> None:
    """Copies the table, with the answers that are kept for retries. Nobody writes here until the transactions end.

    kept_answers: the condition for those of this table.
    """
    here.execute("SELECT 1 FROM scoring_table WHERE id = %s FOR UPDATE", [table_id])
    here.execute("SELECT 1 FROM scoring_match WHERE table_id = %s FOR UPDATE", [table_id])
    for model, column in MOVED:
        _copy(here, there, model, _of(column, table_id))
    _copy(here, there, IdempotencyRecord, kept_answers)


def delete(database: Connection, table_id: str, kept_answers: sql.Composable) -> None:
    """Deletes the table and all that belongs to it. Streams end."""
    rows = [(model, _of("table_id", table_id)) for model in MADE_AGAIN]
    rows += [(IdempotencyRecord, kept_answers)]
    rows += [(model, _of(column, table_id)) for model, column in reversed(MOVED)]
    for model, condition in rows:
        database.execute(sql.SQL("DELETE FROM {} WHERE {}").format(_name(model), condition))


def kept_answers(table_id: str, scopes: Sequence[str], starts: str) -> sql.Composable:
    """Returns the condition for the answers that are kept for retries. scopes: of the table's forms.

    starts: the scope of forms that start a match anywhere; the result is its id.
    """
    return sql.SQL("(scope = ANY({}) OR (scope = {} AND body LIKE {}))").format(
        sql.Literal([f"table {table_id}", f"key of {table_id}", *scopes]),
        sql.Literal(starts),
        sql.Literal(f"{table_id}%"),
    )


def _name(model: type[Model]) -> sql.Identifier:
    return sql.Identifier(model._meta.db_table)


def _of(column: str, table_id: str) -> sql.Composable:
    return sql.SQL("{} = {}").format(sql.Identifier(column), sql.Literal(table_id))


def _copy(here: Connection, there: Connection, model: type[Model], condition: sql.Composable) -> None:
    fields = [field for field in model._meta.concrete_fields if not isinstance(field, AutoField)]
    columns = sql.SQL(", ").join(sql.Identifier(str(field.column)) for field in fields)
    # In the order in which they were written: numbers of their own stay in it.
    out = sql.SQL("COPY (SELECT {} FROM {} WHERE {} ORDER BY {}) TO STDOUT").format(
        columns, _name(model), condition, sql.Identifier(str(model._meta.pk.column))
    )
    into = sql.SQL("COPY {} ({}) FROM STDIN").format(_name(model), columns)
    with here.cursor().copy(out) as read, there.cursor().copy(into) as written:
        for data in read:
            written.write(data)
