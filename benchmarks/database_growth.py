"""Recording and reading in a database that grows: 1,000 hands, 100,000 and, if asked, 1,000,000.

Rows are copied by SQL: a match of 40 hands with its changes, many times, ten matches to a table.
"""

from __future__ import annotations

import json
import sqlite3
import statistics
import time
from collections.abc import Callable
from contextlib import closing
from functools import partial
from pathlib import Path
from typing import Any

import psycopg

from benchmarks import aims
from benchmarks.load import measure, request
from benchmarks.servers import Server, start
from tests.server import Running

SIZES = (1_000, 100_000)
FULL_SIZES = (*SIZES, 1_000_000)
_MATCHES_AT_A_TABLE = 10


def run(
    table: Any, database: str, folder: Path, floor: Server, rounds: int, seconds: float, full: bool
) -> list[dict[str, float]]:
    """Times as long as the floor, whose own database stays small, at each size; printed too.

    table: a ``web.Table``. database: a small one with this table, which grows; it gets a server of its own.
    """
    from benchmarks.web import HAND, HANDS_IN_MATCH

    key, body = {"Authorization": f"Bearer {table.key}"}, json.dumps(HAND).encode()
    write = request("POST", f"/api/v1/matches/{table.write[0]}/hands", key, body)
    read = request("GET", f"/api/v1/matches/{table.read}", key)
    figures: list[dict[str, float]] = []
    head = f"\n{'hands in the database':>22} {'record ms':>10} {'times':>6} {'read ms':>8} {'times':>6}"
    print(f"{head} {'filled in s':>12}")
    folder.mkdir()
    product = Running(folder, database)
    servers = start(product), floor
    copies = 0
    try:
        for size in FULL_SIZES if full else SIZES:
            begun = time.perf_counter()
            more = max(0, size - _hands(database)) // HANDS_IN_MATCH
            _copy(database, table.read, copies, more)
            copies += more
            filled = time.perf_counter() - begun
            figure: dict[str, float] = {"hands": size}
            for name, message, status in (("record", write, 201), ("read", read, 200)):
                figure |= _compared(name, servers, partial(_same, message), status, rounds, seconds)
            figures.append(figure)
            print(
                f"{size:22,} {figure['record_ms']:10.2f} {figure['record_times']:6.2f} {figure['read_ms']:8.2f} "
                f"{figure['read_times']:6.2f} {filled:12.1f}"
            )
    finally:
        product.stop()
    grown = figures[-1]["record_times"] / figures[0]["record_times"]
    print(f"recording, last against first: {grown:.2f} times (aim: {aims.GROWTH})")
    return figures


def _same(message: bytes, connection: int) -> bytes:
    return message


def _compared(
    name: str,
    servers: tuple[Server, Server],
    make: Callable[[int], bytes],
    status: int,
    rounds: int,
    seconds: float,
) -> dict[str, float]:
    pairs = [[measure(server, 1, seconds, make, status) for server in servers] for _ in range(rounds)]
    if bad := sum(cell.bad for pair in pairs for cell in pair):
        print(f"  {name}: {bad} WRONG ANSWERS")
    ratios = [floor.per_second / own.per_second for own, floor in pairs]
    return {
        f"{name}_ms": round(statistics.median(own.p50 for own, _ in pairs), 3),
        f"{name}_times": round(statistics.median(ratios), 2),
    }


def _hands(database: str) -> int:
    count = "SELECT count(*) FROM scoring_hand"
    if database.startswith("sqlite"):
        with closing(sqlite3.connect(database.removeprefix("sqlite:///"))) as file:
            return int(file.execute(count).fetchone()[0])
    with psycopg.connect(database) as connection:
        return int((connection.execute(count).fetchone() or [0])[0])


def _copy(database: str, match: str, first: int, count: int) -> None:
    """Copies a match with its hands and changes. first: the number of existing copies. count: of new ones."""
    if not count:
        return
    if database.startswith("sqlite"):
        numbers = "WITH RECURSIVE copies(n) AS (SELECT {first} UNION ALL SELECT n + 1 FROM copies WHERE n + 1 < {last})"
        with closing(sqlite3.connect(database.removeprefix("sqlite:///"), isolation_level=None, timeout=60)) as file:
            columns = {name: [row[1] for row in file.execute(f"PRAGMA table_info(scoring_{name})")] for name in _TABLES}
            file.execute("BEGIN IMMEDIATE")
            for statement in _statements(columns, match, "printf('%s%%015d', %s)"):
                file.execute(f"{numbers.format(first=first, last=first + count)} {statement}")
            file.execute("COMMIT")
        return
    numbers = f"WITH copies(n) AS (SELECT generate_series({first}, {first + count - 1}))"
    with psycopg.connect(database) as connection:
        # These rows are valid and nobody listens to them: no triggers, no checks of foreign keys.
        connection.execute("SET LOCAL session_replication_role = replica")
        columns = {
            name: [
                row[0]
                for row in connection.execute(
                    "SELECT column_name FROM information_schema.columns WHERE table_name = %s", [f"scoring_{name}"]
                )
            ]
            for name in _TABLES
        }
        for statement in _statements(columns, match, "'%s' || lpad((%s)::text, 15, '0')"):
            connection.execute(f"{numbers} {statement}".encode())
    with psycopg.connect(database, autocommit=True) as connection:
        connection.execute("VACUUM ANALYZE")


_TABLES = ("table", "accesskey", "match", "hand", "change")


def _statements(columns: dict[str, list[str]], match: str, make_id: str) -> list[str]:
    """INSERT statements over ``copies``. make_id: an id in SQL, of a letter and a number."""
    table_id = make_id % ("t", f"n / {_MATCHES_AT_A_TABLE}")
    match_id = make_id % ("m", "n")
    its_table = f"(SELECT table_id FROM scoring_match WHERE id = '{match}')"
    first_only = f"n % {_MATCHES_AT_A_TABLE} = 0"
    new = {
        "table": ({"id": table_id}, f"x.id = {its_table} AND {first_only}"),
        "accesskey": (
            {"id": make_id % ("k", "2 * n + CASE role WHEN 'viewer' THEN 1 ELSE 0 END"), "table_id": table_id},
            f"x.table_id = {its_table} AND {first_only}",
        ),
        "match": ({"id": match_id, "table_id": table_id}, f"x.id = '{match}'"),
        "hand": ({"match_id": match_id, "table_id": table_id}, f"x.match_id = '{match}'"),
        "change": ({"match_id": match_id, "table_id": table_id}, f"x.match_id = '{match}'"),
    }
    statements = []
    for name in _TABLES:
        replaced, where = new[name]
        wanted = [column for column in columns[name] if column != "id" or "id" in replaced]
        chosen = ", ".join(replaced.get(column, f'x."{column}"') for column in wanted)
        named = ", ".join(f'"{column}"' for column in wanted)
        statements.append(
            f"INSERT INTO scoring_{name} ({named}) SELECT {chosen} FROM copies CROSS JOIN scoring_{name} x "
            f"WHERE {where}"
        )
    return statements
