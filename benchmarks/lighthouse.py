"""``make lighthouse``: Lighthouse's scores for home, a match of 40 hands and pages of the rules, on a phone.

It runs the npm package at the version of ``requirements/lighthouse`` with the Chromium that is there, against a server
of its own. Fails if a category has a lower score than GOOD. On a busy machine "performance" is too low: try again.
"""

from __future__ import annotations

import argparse
import json
import statistics
import subprocess
import sys
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import sync_playwright

from benchmarks.web import Table
from tests.browser import chromium
from tests.npm_packages import installed
from tests.server import free_port, serving

CATEGORIES = ("performance", "accessibility", "best-practices")
GOOD = 95
FLAGS = ("--no-sandbox", "--disable-gpu", "--disable-background-networking")


def main() -> int:
    parser = argparse.ArgumentParser(prog="python -m benchmarks.lighthouse", description=__doc__)
    parser.add_argument("--runs", type=int, default=3, help="runs for each page; the median counts (default 3)")
    parser.add_argument("--only", action="append", help="this page only, such as match")
    parser.add_argument("--reports", type=Path, help="folder for the reports as HTML")
    arguments = parser.parse_args()
    browser = chromium()
    if browser is None:
        print("!!! NOT RUN Lighthouse: no Chromium found (Debian: apt-get install chromium)")
        return 1
    try:
        program = installed("lighthouse", "Lighthouse") / "node_modules" / "lighthouse" / "cli" / "index.js"
    except (pytest.skip.Exception, pytest.fail.Exception) as error:
        print(f"!!! {error}")
        return 1
    failed = False
    with tempfile.TemporaryDirectory() as name, serving(Path(name)) as server:
        table = Table(server.url)
        pages = {"home": "/", "match": f"/matches/{table.read}", "list of rules": "/rules", "rules": "/rules/skat"}
        with _phone(Path(name), browser, f"{server.url}/join/{table.key}") as port:
            print(f"{'':16}{''.join(f'{category:>16}' for category in CATEGORIES)}")
            for page, path in pages.items():
                if page not in (arguments.only or pages):
                    continue
                runs = [_run(program, port, server.url + path, arguments.reports, page) for _ in range(arguments.runs)]
                points = [statistics.median(_points(run, category) for run in runs) for category in CATEGORIES]
                failed = failed or min(points) < GOOD
                print(f"{page:16}{''.join(f'{figure:16.0f}' for figure in points)}", flush=True)
                for line in sorted({line for run in runs for line in _lacking(run)}):
                    print(f"    {line}")
    return int(failed)


@contextmanager
def _phone(folder: Path, browser: str, link: str) -> Iterator[int]:
    """A browser that has opened a link to the table, like a phone; its debugging port."""
    port = free_port()
    with sync_playwright() as playwright:
        phone = playwright.chromium.launch_persistent_context(
            folder / "phone", executable_path=browser, args=[*FLAGS, f"--remote-debugging-port={port}"]
        )
        phone.pages[0].goto(link)
        phone.pages[0].wait_for_url(lambda address: "/join/" not in address)
        yield port
        phone.close()


def _run(program: Path, port: int, address: str, reports: Path | None, page: str) -> dict[str, Any]:
    command = ["node", str(program), address, "--quiet", "--output=json", f"--port={port}", "--disable-storage-reset"]
    command += [f"--only-categories={','.join(CATEGORIES)}", "--no-enable-error-reporting"]
    if reports:
        reports.mkdir(parents=True, exist_ok=True)
        command += ["--output=html", f"--output-path={reports.absolute() / page.replace(' ', '-')}"]
    process = subprocess.run(command, capture_output=True, text=True, check=False)
    if process.returncode:
        sys.exit(f"Lighthouse did not run:\n{process.stdout[-2000:]}{process.stderr[-2000:]}")
    text = (reports / f"{page.replace(' ', '-')}.report.json").read_text() if reports else process.stdout
    result: dict[str, Any] = json.loads(text)
    return result


def _points(run: dict[str, Any], category: str) -> float:
    return 100 * float(run["categories"][category]["score"] or 0)


def _lacking(run: dict[str, Any]) -> list[str]:
    """The audits that lower the score, or that failed."""
    lines = []
    for category in CATEGORIES:
        for reference in run["categories"][category]["auditRefs"]:
            audit = run["audits"][reference["id"]]
            scored = reference["weight"] and audit["scoreDisplayMode"] not in ("notApplicable", "manual", "informative")
            if scored and (audit["score"] is None or audit["score"] < 0.9):
                lines.append(f"{category}: {audit['title']} {audit.get('displayValue', '')}".rstrip())
    return lines


if __name__ == "__main__":
    sys.exit(main())
