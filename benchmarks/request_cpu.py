"""CPU per request of the busiest calls, in process: ``python -m benchmarks.request_cpu [OTHER_CHECKOUT]``.

Requests go through Django's WSGI handler with all middleware, without a socket. With another checkout both are
measured in turn, block by block, so that a busy machine slows both alike.
"""

from __future__ import annotations

import io
import json
import os
import statistics
import subprocess
import sys
import tempfile
import threading
import time
import uuid
from typing import Any, cast

ROUNDS = 400
REQUESTS = 4
CALLS = ("record a hand", "record with an Idempotency-Key", "get a match")
_HAND = json.dumps({"kind": "round", "scores": [20, -5, 12]}).encode()


def serve() -> None:
    """Measures a block of requests for every line of input. Needs a migrated database."""
    from companion.wsgi import application

    def request(method: str, path: str, body: bytes = b"", **headers: str) -> Any:
        environ = {
            "REQUEST_METHOD": method,
            "PATH_INFO": path,
            "QUERY_STRING": "",
            "SERVER_NAME": "localhost",
            "SERVER_PORT": "8000",
            "REMOTE_ADDR": "127.0.0.1",
            "HTTP_HOST": "localhost",
            "HTTP_ACCEPT": "*/*",
            "wsgi.input": io.BytesIO(body),
            "wsgi.url_scheme": "http",
            "wsgi.errors": sys.stderr,
            **({"CONTENT_LENGTH": str(len(body)), "CONTENT_TYPE": "application/json"} if body else {}),
            **headers,
        }
        status: list[str] = []
        answer: Any = application(environ, cast(Any, lambda line, headers: status.append(line)))
        text = b"".join(answer)
        answer.close()
        assert status[0].startswith("20"), (status, text)
        return text

    table = json.loads(request("POST", "/api/v1/tables", b'{"name": "x"}'))
    key = {"HTTP_AUTHORIZATION": f"Bearer {table['keys']['scorer']}"}
    start = b'{"game": "points", "players": ["Ada", "Ben", "Cleo"]}'
    matches = [json.loads(request("POST", f"/api/v1/tables/{table['id']}/matches", start, **key))["id"] for _ in "ab"]
    calls = {
        "record a hand": ("POST", f"/api/v1/matches/{matches[0]}/hands", _HAND),
        "record with an Idempotency-Key": ("POST", f"/api/v1/matches/{matches[0]}/hands", _HAND),
        "get a match": ("GET", f"/api/v1/matches/{matches[1]}", b""),
    }
    for match in matches:
        for _ in range(10):
            request("POST", f"/api/v1/matches/{match}/hands", _HAND, **key)
    _wait_for_threads()
    for line in sys.stdin:
        call = line.strip()
        method, path, body = calls[call]
        headers = [
            {**key, **({"HTTP_IDEMPOTENCY_KEY": str(uuid.uuid4())} if "Key" in call else {})} for _ in range(REQUESTS)
        ]
        begun = time.process_time()
        for more in headers:
            request(method, path, body, **more)
        print((time.process_time() - begun) / REQUESTS * 1e6, flush=True)


def _wait_for_threads() -> None:
    """Waits for background loading to end: its CPU would be counted for the requests."""
    for thread in threading.enumerate():
        if thread is not threading.main_thread():
            thread.join()


def _start(checkout: str, data: str) -> subprocess.Popen[str]:
    environment = {**os.environ, "DATA_DIR": data, "DJANGO_SETTINGS_MODULE": "companion.settings"}
    environment |= {"PYTHONPATH": checkout, "ALLOWED_HOSTS": "localhost"}
    subprocess.run([sys.executable, "manage.py", "migrate", "-v0"], cwd=checkout, env=environment, check=True)
    command = [sys.executable, os.path.abspath(__file__), "--serve"]
    pipe = subprocess.PIPE
    return subprocess.Popen(command, cwd=checkout, env=environment, stdin=pipe, stdout=pipe, text=True)


def _block(process: subprocess.Popen[str], call: str) -> float:
    assert process.stdin
    assert process.stdout
    process.stdin.write(call + "\n")
    process.stdin.flush()
    return float(process.stdout.readline())


def _blocks(processes: list[subprocess.Popen[str]], call: str, backwards: bool) -> list[float]:
    """A block of each process; they take turns at being first."""
    figures = [_block(process, call) for process in (reversed(processes) if backwards else processes)]
    return figures[::-1] if backwards else figures


def main() -> None:
    """Prints the medians, and the ratio of the checkouts (the median of neighbouring blocks)."""
    checkouts = [os.getcwd(), *sys.argv[1:2]]
    with tempfile.TemporaryDirectory() as folder:
        processes = []
        for number, checkout in enumerate(checkouts):
            data = os.path.join(folder, str(number))
            os.makedirs(data)
            processes.append(_start(checkout, data))
        for call in CALLS:
            blocks = [_blocks(processes, call, number % 2 == 1) for number in range(ROUNDS)]
            for number, checkout in enumerate(checkouts):
                figures = sorted(block[number] for block in blocks)
                print(f"{call}: {statistics.median(figures):,.0f} µs, at best {figures[0]:,.0f} µs, in {checkout}")
            if len(checkouts) > 1:
                print(f"{call}: × {statistics.median(block[0] / block[1] for block in blocks):.3f}")
        for process in processes:
            process.communicate()


if __name__ == "__main__":
    serve() if "--serve" in sys.argv else main()
