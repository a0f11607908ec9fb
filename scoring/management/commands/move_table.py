"""``companion move_table``: moves a table to another cell while it is played."""

from __future__ import annotations

import os
import re
import time
from argparse import ArgumentParser
from pathlib import Path
from typing import Any

import psycopg
from django.conf import settings
from django.core.management.base import BaseCommand, CommandError

from companion.cells import MOVING, MovedTables
from companion.common.cell_marks import FIRST_CELL, MARK
from scoring.pages import form_tokens
from scoring.services import moving


class Command(BaseCommand):
    help = (
        "Move a table to another cell while it is played (docs/operations/cells.md). TARGET_DATABASE_URL: its database."
    )

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("table", help="its id")
        parser.add_argument("cell", help="where it goes: first, 0b and so on")
        parser.add_argument("--proxy", type=Path, required=True, help="the folder of haproxy.cfg, on this machine")
        parser.add_argument(
            "--wait", type=float, default=0.3, help="seconds for requests under way to end (default: %(default)s)"
        )

    def handle(self, *args: Any, **options: Any) -> None:
        table_id, cell, proxy = options["table"], options["cell"], MovedTables(options["proxy"])
        if not re.fullmatch(f"{FIRST_CELL}|{MARK}", cell):
            raise CommandError(f"{cell} is no cell: first, 0b, 0c and so on.")
        here_cell = settings.CELL or FIRST_CELL
        if cell == here_cell:
            raise CommandError(
                f"{cell} is the cell of these settings: run it with those of the cell that has the table."
            )
        own, other = os.environ.get("DIRECT_DATABASE_URL") or _url("DATABASE_URL"), _url("TARGET_DATABASE_URL")
        try:
            with psycopg.connect(own) as here, psycopg.connect(other) as there:
                moving.check(here, there, table_id)
                if cell not in (known := proxy.cells()):
                    raise moving.CannotMove(f"The proxy has no cell {cell}: {', '.join(known)}.")
                moving.check_ends(here, there, table_id, (here_cell, cell), proxy.entries())
                blocked = _move(here, there, table_id, cell, proxy, options["wait"])
        except (moving.CannotMove, psycopg.Error, OSError) as error:
            raise CommandError(str(error)) from error
        self.stdout.write(f"The table {table_id} is in the cell {cell}. Its requests got 503 for {blocked:.2f} s.")


def _url(name: str) -> str:
    url = os.environ.get(name, "")
    if not url.startswith("postgres"):
        raise CommandError(f"{name} is no PostgreSQL: tables are moved between databases of PostgreSQL.")
    return url


def _move(
    here: psycopg.Connection, there: psycopg.Connection, table_id: str, cell: str, proxy: MovedTables, wait: float
) -> float:
    """Moves it. Returns for how many seconds its requests were refused.

    If an earlier try died, this one begins again, or only deletes what is left here.
    """
    ids = [table_id, *moving.key_ids_of(here, table_id)]
    began = time.monotonic()
    if proxy.cell_of(table_id) != cell:
        proxy.send(ids, MOVING)
        time.sleep(wait)
        kept = _kept_answers(here, table_id)
        try:
            moving.delete(there, table_id, kept)
            moving.copy(here, there, table_id, kept)
            there.commit()
        except BaseException:
            proxy.send(ids, settings.CELL or FIRST_CELL)
            raise
        proxy.send(ids, cell)
    elif not moving.is_at(there, table_id):
        raise moving.CannotMove(f"The proxy says that {table_id} is in {cell}, but it is not there.")
    blocked = time.monotonic() - began
    moving.delete(here, table_id, _kept_answers(here, table_id))
    return blocked


def _kept_answers(here: psycopg.Connection, table_id: str) -> Any:
    scopes = form_tokens.stored_scopes(table_id, moving.match_ids_of(here, table_id))
    return moving.kept_answers(table_id, scopes, form_tokens.stored_scope(form_tokens.STARTS))
