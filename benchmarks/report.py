"""Writes the figures of a run into docs/performance.md: ``python -m benchmarks.report FILE [--print]``.

It uses the last line of the file and replaces only the text between the two marks.
"""

from __future__ import annotations

import argparse
import json
from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import Any

from benchmarks import aims
from tests.server import ROOT

DOCUMENT = ROOT / "docs" / "performance.md"
BEGIN, END = "<!-- figures: written by benchmarks.report -->", "<!-- end of figures -->"
DATABASES = {"sqlite": "SQLite", "postgresql": "PostgreSQL"}
#: With a higher load before the run, figures are not those of a quiet machine.
_QUIET = 0.7


def markdown(run: dict[str, Any]) -> str:
    """The tables of a run."""
    databases = {name: run[key] for key, name in DATABASES.items() if key in run}
    return "\n\n".join(["\n".join(part) for part in _parts(run, databases)])


def _parts(run: dict[str, Any], databases: dict[str, Any]) -> Iterator[Iterable[str]]:
    yield _about(run)
    yield ["### Requests", "", "Times as long as the floor, and times its CPU, in the same run."]
    yield _calls(databases)
    yield ["### Recording with many writers", "", "Milliseconds until a hand is recorded."]
    yield _writers(databases)
    yield ["### The same endpoint with other frameworks", "", "Record a hand."]
    yield _others(databases)
    yield ["### SQL statements of a request"]
    yield _statements(databases)
    yield ["### Growth", "", "Recording a hand and reading a match of 40 hands while the database grows."]
    yield _growth(databases)
    yield [
        "### Watchers",
        "",
        "From the answer to a save until the last stream has the version: the median of some saves.",
    ]
    yield _watchers(databases)
    yield ["### Everything else"]
    yield _rest(databases)


def _about(run: dict[str, Any]) -> list[str]:
    words = (
        f"Measured {run['at'][:10]} at revision {run['revision']}, Python {run['python']}, {run['cores']} cores, "
        f"{run['rounds']} rounds of {run['seconds']} s, in {run['took']} s. "
        f"Load of the machine before the run: {run['load']}."
    )
    busy = run["load"] > _QUIET
    return [
        words,
        *(["", "**The machine was busy: these figures show what is measured, not how quick it is.**"] * busy),
    ]


def _row(*cells: Any) -> str:
    return f"| {' | '.join(str(cell) for cell in cells)} |"


def _table(*head: str) -> list[str]:
    return [_row(*head), _row("---", *("---:" for _ in head[1:]))]


def _reached(value: float, aim: float | None) -> tuple[str, str]:
    """The cells for an aim and whether it is reached."""
    return ("", "") if aim is None else (f"≤ {aim:g}", "yes" if value <= aim else "**no**")


def _calls(databases: dict[str, Any]) -> Iterator[str]:
    yield from _table(
        "call", "database", "connections", "times", "aim", "reached", "p50 ms", "p99 ms", "CPU ms", "CPU times"
    )
    for database, figures in databases.items():
        for call, by_conns in figures["calls"].items():
            for conns, by_server in by_conns.items():
                own = by_server["product"]
                aimed = int(conns) in (aims.CONNECTIONS_OF_RECORDING if call == "record a hand" else (1,))
                aim = _reached(own["times"], aims.CALLS.get(call) if aimed else None)
                bad = sum(cell["bad"] for cell in by_server.values())
                name = f"{call}: **{bad} WRONG ANSWERS**" if bad else call
                times = f"{own['times']:.2f}"
                spent = f"{own['p50']:.2f}", f"{own['p99']:.2f}", f"{own['cpu']:.2f}", f"{own['cpu_times']:.2f}"
                yield _row(name, database, conns, times, *aim, *spent)


def _writers(databases: dict[str, Any]) -> Iterator[str]:
    yield from _table("writers", "database", "p50", "p99", "aim for p99", "reached", "hands a second")
    for database, figures in databases.items():
        for conns, by_server in figures["calls"]["record a hand"].items():
            own = by_server["product"]
            aim = aims.RECORDING_P99.get(int(conns)) if database == "SQLite" else None
            cells = _reached(own["p99"], aim)
            yield _row(conns, database, f"{own['p50']:.1f}", f"{own['p99']:.1f}", *cells, f"{own['per_second']:.0f}")


def _others(databases: dict[str, Any]) -> Iterator[str]:
    yield from _table(
        "server", "database", "connections", "a second", "times the floor", "CPU ms", "CPU times the floor"
    )
    for database, figures in databases.items():
        for conns, by_server in figures["calls"]["record a hand"].items():
            for who, cell in by_server.items():
                name = {"product": "**the Companion**", "floor": "the floor"}.get(who, who)
                times = f"{cell['times']:.2f}", f"{cell['cpu']:.2f}", f"{cell['cpu_times']:.2f}"
                yield _row(name, database, conns, f"{cell['per_second']:.0f}", *times)
        if len(figures["calls"]["record a hand"]["1"]) == 2:
            yield _row("**the other frameworks: NOT MEASURED**", database, "", "", "", "", "")


def _statements(databases: dict[str, Any]) -> Iterator[str]:
    yield from _table("request", *databases)
    for name in next(iter(databases.values()))["statements"]:
        yield _row(name, *(figures["statements"][name] for figures in databases.values()))


def _growth(databases: dict[str, Any]) -> Iterator[str]:
    yield from _table("hands", "database", "record ms", "times the floor", "read ms", "times the floor")
    for database, figures in databases.items():
        for size in figures["database"]:
            record = f"{size['record_ms']:.2f}", f"{size['record_times']:.2f}"
            yield _row(f"{size['hands']:,}", database, *record, f"{size['read_ms']:.2f}", f"{size['read_times']:.2f}")
    yield ""
    yield from _table("growth of recording", "database", "times", "aim", "reached")
    for database, figures in databases.items():
        sizes = figures["database"]
        grown = sizes[-1]["record_times"] / sizes[0]["record_times"]
        label = f"database of {sizes[0]['hands']:,} to {sizes[-1]['hands']:,} hands"
        yield _row(label, database, f"{grown:.2f}", *_reached(grown, aims.GROWTH))
        grown = figures["large"]["growth in a match, times"]
        yield _row("hand 10 to hand 10,000 of a match", database, f"{grown:.2f}", *_reached(grown, aims.GROWTH))


def _watchers(databases: dict[str, Any]) -> Iterator[str]:
    yield from _table(
        "watchers", "database", "last told, ms", "aim", "reached", "slowest save, ms", "KiB each", "aim", "reached"
    )
    for database, figures in databases.items():
        for one in figures["streams"]:
            many = one["watchers"] in aims.LAST_TOLD
            notification = _reached(one["last_told"], aims.LAST_TOLD.get(one["watchers"]))
            memory = _reached(one["kib"], aims.KIB_PER_WATCHER if many else None)
            each = one["kib"] if many else ""
            yield _row(f"{one['watchers']:,}", database, one["last_told"], *notification, one["slowest"], each, *memory)


def _rest(databases: dict[str, Any]) -> Iterator[str]:
    yield from _table("what", "database", "figure", "aim", "reached")
    for database, figures in databases.items():
        save = figures["save"]
        yield _row("a save on the page, times the API's", database, f"{save:.2f}", *_reached(save, aims.SAVE))
        for name, value in {**figures["large"], **figures["process"]}.items():
            aim = aims.START if name.startswith("start to") else aims.GROWTH if name.startswith("growth") else None
            yield _row(name, database, f"{value:.2f}", *_reached(value, aim))
        watching = figures["watchers"]
        label = "CPU for 1,000 pages that ask again after a save, ms"
        yield _row(label, database, f"{watching['all_ms']:.0f}", "", "")


def main() -> None:
    """Prints the tables, or writes them into the document."""
    parser = argparse.ArgumentParser(prog="python -m benchmarks.report", description=__doc__)
    parser.add_argument("file", type=Path, help="JSON lines of python -m benchmarks --json FILE")
    parser.add_argument("--print", action="store_true", help="print the tables, leave the document as it is")
    arguments = parser.parse_args()
    tables = markdown(json.loads(arguments.file.read_text().splitlines()[-1]))
    if arguments.print:
        print(tables)
        return
    before, _, rest = DOCUMENT.read_text().partition(BEGIN)
    _, _, after = rest.partition(END)
    DOCUMENT.write_text(f"{before}{BEGIN}\n\n{tables}\n\n{END}{after}")


if __name__ == "__main__":
    main()
