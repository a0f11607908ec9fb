"""``make phone-bench``: size, page times and memory of the Companion on the phone alone.

It serves the folder of ``make phone`` (and builds it if it is missing), keeps it in a new browser, stops the server,
then starts the browser again and again: once at full speed, and once with every process of the browser
four times slower (``browser_process.slow_down``). Needs Chromium on Linux.
"""

from __future__ import annotations

import argparse
import json
import os
import statistics
import subprocess
import sys
import tempfile
import threading
import time
from collections import Counter
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from datetime import UTC, datetime
from http.server import SimpleHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from typing import Any, cast

from playwright.sync_api import BrowserContext, Playwright, sync_playwright

from benchmarks import phone_pages
from benchmarks.browser_process import all_memory, browser_of, largest_area, memory, renderer, slow_down
from companion.settings import PHONE_ROOT
from tests.browser import LARGE, chromium
from tests.server import ROOT

SLOWER = 4
PATIENCE = 600_000
FLAGS = ("--no-sandbox", "--disable-gpu", "--disable-background-networking")

#: Milliseconds for a loop of additions, to check the factor of the slowdown.
_LOOP = """() => {
  const began = performance.now();
  for (let number = 0, sum = 0; number < 4e8; number++) sum += number % 7;
  return performance.now() - began;
}"""
_FILES = """async () => {
  const root = await navigator.storage.getDirectory();
  const sizes = {};
  for await (const [name, folder] of root.entries()) {
    sizes[name] = 0;
    if (folder.kind === "directory") {
      for await (const file of folder.values()) sizes[name] += (await file.getFile()).size;
    }
  }
  return sizes;
}"""


def main() -> int:
    parser = argparse.ArgumentParser(prog="python -m benchmarks.phone", description=__doc__)
    parser.add_argument("--starts", type=int, default=7, help="cold starts (default 7)")
    parser.add_argument("--times", type=int, action="append", help=f"so many times slower (default 1 and {SLOWER})")
    parser.add_argument("--json", help="append the figures to this file, a line a run")
    arguments = parser.parse_args()
    browser = chromium()
    if browser is None or not Path("/proc/self/smaps_rollup").exists():
        print("!!! NOT RUN phone: it needs Chromium (Debian: apt-get install chromium) and Linux")
        return 1
    if not (PHONE_ROOT / "phone" / "manifest.json").exists():
        subprocess.run([sys.executable, ROOT / "manage.py", "build_phone"], check=True)
    manifest = json.loads((PHONE_ROOT / "phone" / "manifest.json").read_text())
    revision = subprocess.run(["git", "rev-parse", "--short", "HEAD"], capture_output=True, text=True, check=False)
    figures: dict[str, Any] = {
        "at": datetime.now(UTC).isoformat(timespec="seconds"),
        "revision": revision.stdout.strip(),
        "version": manifest["version"],
        "cores": os.cpu_count(),
        "load": os.getloadavg()[0],
    }
    print(" ".join(f"{name}={value}" for name, value in figures.items()))
    figures["weight"] = weight(manifest)
    with sync_playwright() as playwright:
        for times in arguments.times or (1, SLOWER):
            figures[f"slower_{times}"] = run(playwright, browser, times, arguments.starts)
    if arguments.json:
        with open(arguments.json, "a", encoding="utf-8") as file:
            file.write(json.dumps(figures) + "\n")
    return 0


def weight(manifest: Mapping[str, Any]) -> dict[str, int]:
    """The bytes to fetch, by archive and in total. Prints them. manifest: of the built folder."""
    sizes = {archive["name"]: archive["bytes"] for archive in manifest["archives"]}
    sizes["pages, styles, scripts"] = sum((PHONE_ROOT / name[1:]).stat().st_size for name in manifest["files"])
    common = sum(sizes.values()) - sum(archive["bytes"] for archive in manifest["archives"] if archive["lang"])
    for archive in manifest["archives"]:
        if archive["lang"]:
            sizes[f"all, for {archive['lang']}"] = common + archive["bytes"]
    sizes["all, for en"] = common
    print(f"\n{'MB over the wire':26}{'fetched':>10}{'unpacked':>10}")
    unpacked = {archive["name"]: archive["unpacked"] for archive in manifest["archives"]}
    for name, size in sizes.items():
        print(f"{name:26}{size / 1e6:10.2f}" + (f"{unpacked[name] / 1e6:10.1f}" if name in unpacked else ""))
    return sizes


def run(playwright: Playwright, browser: str, times: int, starts: int) -> dict[str, Any]:
    """Keeps the Companion in a new browser, then starts it again and again. Prints and returns the figures."""
    print(f"\n== {'as the machine is' if times == 1 else f'{times} times slower'} ==", flush=True)
    with tempfile.TemporaryDirectory() as name:
        profile = Path(name)
        with server() as (address, sent):
            with open_browser(playwright, browser, profile) as context, slow_down(browser_of(profile), times):
                figures = {"checked": _check(context, address), **_keep(context, address, profile)}
            figures["sent_bytes"] = sum(sent.values())
        print(f"sent by the server {figures['sent_bytes'] / 1e6:.2f} MB; from now on it is stopped")
        start_times: list[float] = []
        page_times: list[dict[str, list[float]]] = []
        memory_of_starts: list[dict[str, int]] = []
        for _ in range(starts):
            with open_browser(playwright, browser, profile) as context, slow_down(browser_of(profile), times):
                empty = all_memory(browser_of(profile))
                start_times.append(phone_pages.start(context, address))
                print(f"cold start {len(start_times)} of {starts}: {start_times[-1]:.0f} ms", flush=True)
                home = _memory(profile, empty)
                page_times.append(phone_pages.visit_all(context))
                memory_of_starts.append({f"first_{name}": size for name, size in home.items()})
                memory_of_starts[-1] |= _memory(profile, empty)
                _collect_garbage(context)
                memory_of_starts[-1]["collected"] = all_memory(browser_of(profile)) - empty
    figures["cold_start_ms"] = start_times
    print(f"\n{'milliseconds until shown':34}{'median':>8}{'worst':>8}")
    _print("cold start", start_times)
    pages: dict[str, dict[str, list[float]]] = {}
    for page in page_times[0]:
        pages[page] = {
            "first": [one[page][0] for one in page_times],
            "again": [ms for one in page_times for ms in one[page][1:]],
        }
        _print(f"{page}, first after a start", pages[page]["first"])
        if pages[page]["again"]:
            _print(f"{page}, again", pages[page]["again"])
    figures["pages_ms"] = pages
    figures["memory_bytes"] = {
        name: int(statistics.median(one[name] for one in memory_of_starts)) for name in memory_of_starts[0]
    }
    print(f"\n{'MB of memory, median':48}{'first page':>12}{'after all':>12}")
    for name, text in _MEMORY.items():
        first, last = (figures["memory_bytes"][key] / 1e6 for key in (f"first_{name}", name))
        print(f"{text:48}{first:12.1f}{last:12.1f}")
    print(f"{'the same after the garbage was collected':60}{figures['memory_bytes']['collected'] / 1e6:12.1f}")
    return figures


_MEMORY = {
    "python": "Python's memory (WebAssembly)",
    "renderer": "the page's process, resident",
    "highest": "the page's process, resident at most",
    "proportional": "the page's process, its part of what is shared",
    "all": "all processes of the browser",
    "more": "more than the same browser with an empty page",
}


def _print(name: str, figures: list[float]) -> None:
    print(f"{name:34}{statistics.median(figures):8.0f}{max(figures):8.0f}", flush=True)


def _check(context: BrowserContext, address: str) -> dict[str, float]:
    """Milliseconds of the same loop in a page and in a worker, to check that both are slowed down."""
    page = context.new_page()
    page.goto(f"{address}/phone/phone.css")
    with page.expect_event("worker") as began:
        page.evaluate("window.other = new Worker(URL.createObjectURL(new Blob(['onmessage = () => {}'])))")
    places: dict[str, Any] = {"page": page, "worker": began.value}
    found = {name: statistics.median(place.evaluate(_LOOP) for _ in range(5)) for name, place in places.items()}
    page.close()
    print("the same loop: " + ", ".join(f"{name} {figure:.0f} ms" for name, figure in found.items()), flush=True)
    return found


def _keep(context: BrowserContext, address: str, profile: Path) -> dict[str, Any]:
    """Keeps the Companion on this phone. Returns seconds, stored bytes, highest memory."""
    page = context.new_page()
    page.set_default_timeout(PATIENCE)
    page.goto(f"{address}/phone/index.html")
    keep = page.locator("#keep")
    keep.locator("button").click()
    began = time.monotonic()
    keep.locator("progress:not([value])").wait_for()
    fetched = time.monotonic()
    keep.locator("a[href]").or_(keep.locator("[role=alert]")).wait_for()
    prepared = time.monotonic()
    if keep.locator("[role=alert]").count():
        raise RuntimeError(keep.inner_text())
    found = {
        "fetch_s": fetched - began,
        "prepare_s": prepared - fetched,
        "stored_bytes": page.evaluate("async () => (await navigator.storage.estimate()).usage"),
        "stored_files": page.evaluate(_FILES),
        "highest_bytes": memory(renderer(browser_of(profile))).highest,
    }
    files = ", ".join(f"{name} {size / 1e6:.1f} MB" for name, size in found["stored_files"].items())
    print(f"fetched in {found['fetch_s']:.1f} s, prepared in {found['prepare_s']:.1f} s")
    print(f"stored {found['stored_bytes'] / 1e6:.1f} MB, of it in files: {files}")
    print(f"the page's process took at most {found['highest_bytes'] / 1e6:.0f} MB then", flush=True)
    return found


def _collect_garbage(context: BrowserContext) -> None:
    """Collects garbage, as the browser does when memory is short."""
    context.new_cdp_session(context.pages[0]).send("HeapProfiler.collectGarbage")
    time.sleep(1.0)


def _memory(profile: Path, empty: int) -> dict[str, int]:
    """Memory with the Companion open. empty: of all processes before it."""
    root = browser_of(profile)
    page = renderer(root)
    process, everything = memory(page), all_memory(root)
    return {
        "python": largest_area(page),
        "renderer": process.resident,
        "highest": process.highest,
        "proportional": process.proportional,
        "all": everything,
        "more": everything - empty,
    }


class _Handler(SimpleHTTPRequestHandler):
    """A static host that counts the bytes of each file."""

    def __init__(self, *values: Any) -> None:
        super().__init__(*values, directory=str(PHONE_ROOT))

    def log_message(self, *values: Any) -> None:
        """Says nothing."""

    def copyfile(self, source: Any, outputfile: Any) -> None:
        content = source.read()
        cast("_Server", self.server).sent[self.path] += len(content)
        outputfile.write(content)


class _Server(ThreadingHTTPServer):
    def __init__(self) -> None:
        super().__init__(("127.0.0.1", 0), _Handler)
        self.sent: Counter[str] = Counter()


@contextmanager
def server() -> Iterator[tuple[str, Counter[str]]]:
    """Serves the folder on a free port; its address, and the bytes that it has sent by path."""
    with _Server() as http_server:
        threading.Thread(target=http_server.serve_forever, daemon=True).start()
        yield f"http://127.0.0.1:{http_server.server_port}", http_server.sent
        http_server.shutdown()


@contextmanager
def open_browser(playwright: Playwright, browser: str, profile: Path) -> Iterator[BrowserContext]:
    """The browser with this profile, at the size of a phone. It is closed afterwards."""
    width, height = LARGE
    context = playwright.chromium.launch_persistent_context(
        profile, executable_path=browser, args=[*FLAGS], viewport={"width": width, "height": height}, locale="en"
    )
    context.set_default_timeout(PATIENCE)
    try:
        context.add_init_script(phone_pages.NOTICE)
        yield context
    finally:
        context.close()


if __name__ == "__main__":
    sys.exit(main())
