"""Fills a database with copies of one table, by SQL, and measures requests among few tables and among many.

``DATABASE_URL=postgresql://…/an_empty_database python -m benchmarks.many_tables 100 100000``; 0 measures without
filling.
"""

from __future__ import annotations

import gc
import json
import os
import statistics
import sys
import time
from collections.abc import Callable
from functools import partial
from typing import Any

#: SQL for the columns that differ in a copy; all other columns are the same.
#: t.n: the number of the copy. Numbers of rows keep their distance, so that results still belong to their hands.
_TABLE_ID = "'copy' || lpad(t.n::text, 12, '0')"
_OTHER_ID = "left(md5(t.n || {column}), 16)"
_MATCH_ID = f"{_TABLE_ID} || right({{column}}, 12)"
_ROW = "{column} + t.n * 1000000::bigint"
_COPIED_COLUMNS: dict[str, dict[str, str]] = {
    "scoring_table": {"id": _TABLE_ID},
    "scoring_player": {"id": _OTHER_ID},
    "scoring_accesskey": {"id": _OTHER_ID},
    "scoring_match": {"id": _MATCH_ID},
    "scoring_hand": {"id": _ROW, "match_id": _MATCH_ID},
    "scoring_change": {"id": _ROW, "match_id": _MATCH_ID},
    "scoring_translatedresult": {"id": _ROW, "hand_id": _ROW},
    "scoring_kittyentry": {"id": _ROW},
    "scoring_webhook": {"id": _OTHER_ID},
    "scoring_webhookdelivery": {"id": _ROW, "webhook_id": _OTHER_ID, "match_id": _MATCH_ID, "message": _OTHER_ID},
}


def copy_table(table_id: str, first: int, last: int) -> None:
    """Stores copies of a table with all its rows, numbered from first to last. Only on PostgreSQL."""
    from django.db import connection

    with connection.cursor() as cursor:
        for name, changed in _COPIED_COLUMNS.items():
            own = "id" if name == "scoring_table" else "table_id"
            cursor.execute(
                "SELECT attname FROM pg_attribute WHERE attrelid = %s::regclass AND attnum > 0 AND NOT attisdropped",
                [name],
            )
            columns = [column for (column,) in cursor.fetchall()]
            expressions = {own: _TABLE_ID, **changed}
            values = [expressions.get(column, "{column}").format(column=f"o.{column}") for column in columns]
            cursor.execute(
                f"INSERT INTO {name} ({', '.join(columns)}) SELECT {', '.join(values)} "
                f"FROM {name} o CROSS JOIN generate_series(%s, %s) t (n) WHERE o.{own} = %s",
                [first, last, table_id],
            )
            cursor.execute(f"ANALYZE {name}")


def sizes() -> dict[str, int]:
    """Bytes of each database table with its indexes."""
    from django.db import connection

    with connection.cursor() as cursor:
        cursor.execute(
            "SELECT relname, pg_total_relation_size(oid) FROM pg_class "
            "WHERE relkind = 'r' AND relname LIKE 'scoring%%' ORDER BY 2 DESC"
        )
        return dict(cursor.fetchall())


def main() -> None:
    """Prints bytes, and milliseconds for recording and reading, for each number of tables in the arguments."""
    os.environ.setdefault("DJANGO_SETTINGS_MODULE", "companion.settings")
    import django

    django.setup()

    from django.core.management import call_command
    from django.db import connection
    from django.test import Client

    from benchmarks.web import HAND

    call_command("migrate", verbosity=0)
    client = Client(SERVER_NAME="localhost")

    def ask(method: str, path: str, key: str = "", body: Any = None) -> Any:
        headers = {"Authorization": f"Bearer {key}"} if key else {}
        answer = client.generic(method, f"/api/v1{path}", body, content_type="application/json", headers=headers)
        assert answer.status_code in (200, 201), answer.content
        return answer.json()

    people = json.dumps({"name": "Skat", "players": ["Ada", "Ben", "Cleo", "Dan"]})
    match_body = json.dumps({"game": "skat", "players": ["Ada", "Ben", "Cleo"], "options": {"deals": 30_000}})
    hand = json.dumps(HAND)

    def new_match(table: Any, hands: int) -> str:
        scorer = table["keys"]["scorer"]
        match: str = ask("POST", f"/tables/{table['id']}/matches", scorer, match_body)["id"]
        for _ in range(hands):
            ask("POST", f"/matches/{match}/hands", scorer, hand)
        return match

    def milliseconds(work: Callable[[], Any], times: int = 300) -> str:
        took = []
        for _ in range(times):
            began = time.perf_counter()
            work()
            took.append((time.perf_counter() - began) * 1000)
        ranked = sorted(took)
        return f"median {statistics.median(took):.2f} ms, fastest tenth below {ranked[times // 10]:.2f} ms"

    copied_table, measured_table = ask("POST", "/tables", body=people), ask("POST", "/tables", body=people)
    scorer = measured_table["keys"]["scorer"]
    new_match(copied_table, 5)
    gc.freeze()
    copied, before = 0, sizes()
    for wanted in map(int, sys.argv[1:]):
        began = time.perf_counter()
        for first in range(copied + 1, wanted + 1, 10_000):
            copy_table(copied_table["id"], first, min(first + 9_999, wanted))
        filled, after = wanted - copied, sizes()
        if filled:
            print(f"{filled} tables more, a match of 5 hands each; filled in {time.perf_counter() - began:.0f} s")
        for name, size in after.items():
            if filled and size - before[name] > filled:
                print(f"  {name}: {(size - before[name]) / filled:.0f} bytes a table with indexes")
        copied, before = wanted, after
        match = new_match(measured_table, 0)
        print("  record:", milliseconds(partial(ask, "POST", f"/matches/{match}/hands", scorer, hand)))
        print("  read:  ", milliseconds(partial(ask, "GET", f"/matches/{match}/hands?limit=10", scorer)))
        connection.close()


if __name__ == "__main__":
    main()
