"""The cost of 1,000 phones that follow one match: CPU in process, through Django with all middleware, no socket.

``python -m benchmarks.watchers`` needs a migrated database (DATABASE_URL) and prints its figures as JSON.
"""

from __future__ import annotations

import io
import json
import os
import statistics
import subprocess
import sys
import time
from importlib import import_module
from typing import Any, cast

PHONES = 1_000
ROUNDS = 5
HANDS = 40


def measure(environment: dict[str, str]) -> dict[str, float]:
    """The figures, measured by another process with this environment. Prints them in words."""
    environment = {**environment, "DJANGO_SETTINGS_MODULE": "companion.settings"}
    command = [sys.executable, "-m", "benchmarks.watchers"]
    output = subprocess.run(command, env=environment, stdout=subprocess.PIPE, text=True, check=True).stdout
    figures: dict[str, float] = json.loads(output)
    print(
        f"\n{PHONES:,} watchers of a match of {HANDS} hands ask again after a save: {figures['all_ms']:.0f} ms of CPU. "
        f"The first one {figures['first_ms']:.2f} ms, drawing included; every other one {figures['other_ms']:.3f} ms, "
        f"{figures['other_ms'] / figures['first_ms']:.2f} of that; one that has this version already "
        f"{figures['unchanged_ms']:.3f} ms (304). Drawn {figures['drawn']:.0f} time(s) for each save."
    )
    return figures


def _main() -> None:
    os.environ["ALLOWED_HOSTS"] = "localhost"
    from benchmarks.web import HAND
    from companion.wsgi import application

    view: Any = import_module("scoring.pages.views.match")

    def ask(method: str, path: str, body: Any = None, **headers: str) -> tuple[str, dict[str, str], bytes]:
        text = json.dumps(body).encode() if body is not None else b""
        environ = {
            "REQUEST_METHOD": method,
            "PATH_INFO": path,
            "QUERY_STRING": "",
            "REMOTE_ADDR": "127.0.0.1",
            "SERVER_NAME": "localhost",
            "SERVER_PORT": "8000",
            "HTTP_HOST": "localhost",
            "HTTP_ACCEPT": "*/*",
            "wsgi.input": io.BytesIO(text),
            "wsgi.url_scheme": "http",
            "wsgi.errors": sys.stderr,
            **({"CONTENT_LENGTH": str(len(text)), "CONTENT_TYPE": "application/json"} if text else {}),
            **headers,
        }
        start: list[Any] = []
        answer: Any = application(environ, cast(Any, lambda status, headers: start.extend((status, headers))))
        content = b"".join(answer)
        answer.close()
        return start[0][:3], dict(start[1]), content

    drawn = 0
    render = view.render_to_string

    def counting(*arguments: Any) -> Any:
        nonlocal drawn
        drawn += 1
        return render(*arguments)

    view.render_to_string = counting
    table = json.loads(ask("POST", "/api/v1/tables", {"name": "Bench"})[2])
    key = {"HTTP_AUTHORIZATION": f"Bearer {table['keys']['scorer']}"}
    start = {"game": "skat", "players": ["Ada", "Ben", "Cleo"], "options": {"deals": 30_000}}
    match = json.loads(ask("POST", f"/api/v1/tables/{table['id']}/matches", start, **key)[2])["id"]

    def record() -> None:
        status, _, text = ask("POST", f"/api/v1/matches/{match}/hands", HAND, **key)
        assert status == "201", text

    for _ in range(HANDS):
        record()
    watcher = {"HTTP_COOKIE": f"companion_keys={table['id']}~{table['keys']['viewer']}", "HTTP_ACCEPT_ENCODING": "gzip"}
    path = f"/matches/{match}/now"
    tag = ask("GET", path, **watcher)[1]["ETag"]
    first, others, unchanged = [], [], []
    drawn = 0
    for _ in range(ROUNDS):
        record()
        begun = time.process_time()
        status, headers, _ = ask("GET", path, **watcher, HTTP_IF_NONE_MATCH=tag)
        first.append(time.process_time() - begun)
        assert status == "200"
        begun = time.process_time()
        for _ in range(PHONES - 1):
            status, _, _ = ask("GET", path, **watcher, HTTP_IF_NONE_MATCH=tag)
            assert status == "200"
        others.append((time.process_time() - begun) / (PHONES - 1))
        tag = headers["ETag"]
        begun = time.process_time()
        for _ in range(PHONES):
            status, _, _ = ask("GET", path, **watcher, HTTP_IF_NONE_MATCH=tag)
            assert status == "304"
        unchanged.append((time.process_time() - begun) / PHONES)
    figures = {
        "first_ms": statistics.median(first) * 1000,
        "other_ms": statistics.median(others) * 1000,
        "unchanged_ms": statistics.median(unchanged) * 1000,
        "drawn": drawn / ROUNDS,
    }
    figures["all_ms"] = figures["first_ms"] + (PHONES - 1) * figures["other_ms"]
    print(json.dumps(figures))


if __name__ == "__main__":
    _main()
