"""SQL statements of a request, counted in process: through Django with all middleware, no socket.

``python -m benchmarks.statements`` needs a migrated database (DATABASE_URL) and prints its figures as JSON.
"""

from __future__ import annotations

import json
import os
import re
import secrets
import subprocess
import sys
import uuid
from collections.abc import Callable
from typing import Any
from urllib.parse import urlencode

#: Transaction control is not counted.
_MARKS = ("BEGIN", "COMMIT", "ROLLBACK", "SAVEPOINT", "RELEASE")


def measure(environment: dict[str, str]) -> dict[str, int]:
    """The counts, made by another process with this environment. Prints them."""
    environment = {**environment, "DJANGO_SETTINGS_MODULE": "companion.settings", "ALLOWED_HOSTS": "*"}
    command = [sys.executable, "-m", "benchmarks.statements"]
    output = subprocess.run(command, env=environment, stdout=subprocess.PIPE, text=True, check=True).stdout
    counts: dict[str, int] = json.loads(output)
    print("\nSQL statements of a request")
    for name, count in counts.items():
        print(f"  {name:42}{count:4}")
    return counts


def count_statements() -> dict[str, int]:
    """Statements by request, on the database of this process. Each request was made once before."""
    from django.db import connection
    from django.test import Client

    from benchmarks.saves import CHOSEN, FORM
    from benchmarks.web import HAND
    from scoring.live import watch_access

    client, phone, stranger = Client(), Client(), Client()
    table = _json(client.post("/api/v1/tables", {"name": "Bench"}, content_type="application/json"))
    key = {"Authorization": f"Bearer {table['keys']['scorer']}"}
    phone.cookies["companion_keys"] = f"{table['id']}~{table['keys']['scorer']}"
    stranger.cookies["companion_keys"] = f"{table['id']}~{table['keys']['viewer']}"

    def post(path: str, body: Any, **headers: str) -> Any:
        header_names = {name.replace("_", "-"): value for name, value in headers.items()}
        answer = client.post(f"/api/v1{path}", body, content_type="application/json", headers={**key, **header_names})
        assert answer.status_code in (200, 201), answer.content
        return answer

    start = {"game": "skat", "players": ["Ada", "Ben", "Cleo"], "options": {"deals": 30_000}}
    match = _json(post(f"/tables/{table['id']}/matches", start))["id"]
    for _ in range(10):
        post(f"/matches/{match}/hands", HAND)
    resting = _json(post(f"/tables/{table['id']}/matches", start))["id"]
    for _ in range(10):
        post(f"/matches/{resting}/hands", HAND)
    tag = client.get(f"/api/v1/matches/{resting}", headers=key)["ETag"]

    def same() -> None:
        answer = client.get(f"/api/v1/matches/{resting}", headers={**key, "If-None-Match": tag})
        assert answer.status_code == 304

    def watch() -> None:
        keys = watch_access.keys_of({b"authorization": key["Authorization"].encode()}, cookies=False)
        assert watch_access.opening_key(resting, "", keys)
        assert watch_access.standings([resting])

    def page(reader: Client, path: str = "") -> str:
        answer = reader.get(f"/matches/{resting}{path}")
        assert answer.status_code == 200
        return answer.content.decode()

    def save() -> None:
        number = _json(client.get(f"/api/v1/matches/{match}", headers=key))["hand_count"] + 1
        body = urlencode({**FORM, **CHOSEN, "_once": secrets.token_hex(16), "_number": str(number)})
        content_type = "application/x-www-form-urlencoded"
        with connection.execute_wrapper(count):
            headers = {"HX-Request": "true", "Companion-Questions": questions}
            answer = phone.post(f"/matches/{match}/hands", body, content_type=content_type, headers=headers)
        assert answer.headers.get("Companion-Hand") == str(number), answer.content[:500]

    statements: list[str] = []

    def count(execute: Any, sql: str, params: Any, many: bool, context: Any) -> Any:
        if not sql.lstrip().upper().startswith(_MARKS):
            statements.append(sql)
        return execute(sql, params, many, context)

    def counting(work: Callable[[], Any]) -> Callable[[], Any]:
        def run() -> None:
            with connection.execute_wrapper(count):
                work()

        return run

    match_of_questions = re.search(r'data-questions="(\w+)"', page(phone))
    questions = match_of_questions[1] if match_of_questions else ""
    requests: dict[str, Callable[[], Any]] = {
        "record a hand": counting(lambda: post(f"/matches/{match}/hands", HAND)),
        "record with an Idempotency-Key": counting(
            lambda: post(f"/matches/{match}/hands", HAND, Idempotency_Key=str(uuid.uuid4()))
        ),
        "match as JSON": counting(lambda: client.get(f"/api/v1/matches/{resting}", headers=key)),
        "match unchanged, 304": counting(same),
        "score, not stored": counting(lambda: post("/games/skat/score", {"players": 3, "hands": [HAND]})),
        "follow a match: the stream opens": counting(watch),
        "match page": counting(lambda: page(phone)),
        "watcher's part": counting(lambda: page(stranger, "/now")),
        "save on the match page": save,
    }
    counts = {}
    for name, work in requests.items():
        work()
        statements.clear()
        work()
        counts[name] = len(statements)
    return counts


def _json(answer: Any) -> Any:
    assert answer.status_code in (200, 201), answer.content
    return json.loads(answer.content)


if __name__ == "__main__":
    os.environ["ALLOWED_HOSTS"] = "*"
    import django

    django.setup()
    print(json.dumps(count_statements()))
