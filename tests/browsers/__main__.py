"""``make browsers``: plays the main flow in every engine, and writes the table of docs/browsers.md from what it saw."""

from __future__ import annotations

import re
import sys
import tempfile
import time
from datetime import UTC, datetime
from pathlib import Path

from selenium.common.exceptions import WebDriverException

from tests.browsers.cable import Cable
from tests.browsers.engines import ENGINES, driving, missing
from tests.browsers.flow import STEPS
from tests.browsers.run import CANNOT, play
from tests.fonts import use_standard_fonts
from tests.server import ROOT, serving

PAGE = ROOT / "docs" / "browsers.md"
BEGIN, END = "<!-- written by make browsers -->\n", "<!-- end -->"


def main() -> int:
    """Plays, prints and writes; 1 if a step failed."""
    use_standard_fonts()
    columns: dict[str, dict[str, str]] = {}
    with tempfile.TemporaryDirectory() as folder, serving(Path(folder)) as server:
        for engine in ENGINES:
            if missing(engine):
                print(f"!!! NOT RUN {engine}: {', '.join(sorted({one.program for one in missing(engine)}))}")
                continue
            cable, began = Cable(server.port), time.monotonic()
            with driving(engine) as driver:
                name = f"{engine} {driver.capabilities.get('browserVersion', '')}"
                columns[name] = play(driver, cable, engine)
            cable.close()
            print(f"{name}: {time.monotonic() - began:.0f} s", flush=True)
            for step, fault in columns[name].items():
                if fault:
                    print(f"  {step}: {fault}")
    PAGE.write_text(_with_table(PAGE.read_text(), columns))
    return int(len(columns) < len(ENGINES) or any(fault for column in columns.values() for fault in column.values()))


def _with_table(page: str, columns: dict[str, dict[str, str]]) -> str:
    rows = [f"| step | {' | '.join(columns)} |", f"| --- |{' --- |' * len(columns)}"]
    for step in STEPS:
        cells = [
            CANNOT.get((name.split()[0], step.__name__)) or ("no" if results.get(step.__name__, "?") else "✓")
            for name, results in columns.items()
        ]
        rows.append(f"| {(step.__doc__ or '').rstrip('.')} | {' | '.join(cells)} |")
    table = f"{BEGIN}Run on {datetime.now(UTC):%d %B %Y}.\n\n" + "\n".join(rows) + f"\n{END}"
    return re.sub(f"{re.escape(BEGIN)}.*?{re.escape(END)}", lambda _: table, page, flags=re.DOTALL)


if __name__ == "__main__":
    try:
        sys.exit(main())
    except WebDriverException as error:
        sys.exit(f"a browser did not start: {error.msg}")
