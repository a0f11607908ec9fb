"""Every line of the log has the id of its request, and none has a key."""

from __future__ import annotations

import json
import logging
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest
from django.db import OperationalError
from django.test import Client

from companion.server.log_lines import JsonLine, TextLine, without_keys
from scoring.selectors import match_snapshot
from tests import loopback
from tests.api.conftest import Api, Evening, json_of, problem
from tests.server import ROOT, Running, database_url, free_port

KEY = "9c8vkzgb47y6ydqj.hm88cjj52cjus7he88wf9ygyjc33z7rk"
OUR_ID = "req-0123456789abcdef"


@pytest.mark.parametrize(
    "text",
    [
        f"GET /join/{KEY}",
        f"GET /join/{KEY.replace('.', '%2E')}/kw8xqz4c5y6m7d2s",
        f"GET /join/{KEY.replace('.', '%252e')}",
        f"Cookie: companion_keys=5mwqqu8ncvnehb45~{KEY}!kw8xqz4c5y6m7d2s~{KEY}",
        f"Authorization: Bearer {KEY}",
        '{"path": "/join?link=https://cards.example/join/' + KEY + '"}',
    ],
)
def test_no_key_stays_in_a_line(text: str) -> None:
    secret = KEY.partition(".")[2]
    line = without_keys(text)
    assert secret not in line
    assert "9c8vkzgb47y6ydqj…" in line, "the operator sees whose key it was"


def test_no_token_of_a_stream_stays_in_a_line() -> None:
    line = without_keys('"GET /api/v1/matches/kw8xqz4c5y6m7d2s/events?token=WyJtIiwiayJd:1uK:abc-_d HTTP/1.1" 200')
    assert line == '"GET /api/v1/matches/kw8xqz4c5y6m7d2s/events?token=… HTTP/1.1" 200'


@pytest.mark.parametrize(
    "text", ["match kw8xqz4c5y6m7d2s was archived", "scoring.services.matches", "File companion/management/commands"]
)
def test_everything_else_stays(text: str) -> None:
    assert without_keys(text) == text


def _record(**more: Any) -> logging.LogRecord:
    record = logging.LogRecord("scoring", logging.ERROR, __file__, 1, "it failed at /join/%s", (KEY,), None)
    record.__dict__.update(more)
    return record


@pytest.mark.parametrize("line", [TextLine(), JsonLine()])
def test_an_exception_with_a_key_is_logged_without_it(line: logging.Formatter) -> None:
    try:
        raise ValueError(f"no such address: /join/{KEY}")
    except ValueError:
        text = line.format(_record(exc_info=sys.exc_info()))
    assert "no such address" in text
    assert KEY.partition(".")[2] not in text


def test_a_line_for_programs_is_one_json_object() -> None:
    line = json.loads(JsonLine().format(_record(facts={"status": 503})))
    assert (line["level"], line["logger"], line["status"]) == ("ERROR", "scoring", 503)
    assert line["message"] == "it failed at /join/9c8vkzgb47y6ydqj…"


def test_a_problem_has_the_id_of_its_request(api: Api) -> None:
    first, second = api.get("/nothing"), api.get("/nothing")
    ids = [problem(answer, 404)["request_id"] for answer in (first, second)]
    assert ids == [answer.headers["X-Request-ID"] for answer in (first, second)]
    assert ids[0] != ids[1]


def test_every_answer_has_an_id(evening: Evening, match: str) -> None:
    answers: list[Any] = [evening.scorer.get(match), evening.scorer.get(match, If_None_Match="*"), Client().get("/")]
    answers += [Client().get("/nothing"), Client().post("/join"), Client().get("/health")]
    assert all(len(answer.headers["X-Request-ID"]) == 32 for answer in answers)
    assert json_of(answers[0]).keys().isdisjoint({"request_id"})


@pytest.mark.parametrize("sent", [OUR_ID, "4bf92f3577b34da6a3ce929d0e0e4736", "0f7c9e6a-58a9-4f7a-b1ab-6f3a57f8d3c1"])
def test_our_proxys_id_is_taken(api: Api, settings: Any, sent: str) -> None:
    settings.TRUST_PROXY = True
    answer = api.get("/nothing", X_Request_ID=sent)
    assert (answer.headers["X-Request-ID"], problem(answer, 404)["request_id"]) == (sent, sent)


@pytest.mark.parametrize(
    "sent", ["short", "x" * 65, "two words here", "a\tb\tc\td\te", "ident-ä-ö-ü", "<script>x()", KEY]
)
def test_an_id_that_is_not_well_formed_is_replaced(api: Api, settings: Any, sent: str) -> None:
    settings.TRUST_PROXY = True
    made = api.get("/nothing", X_Request_ID=sent).headers["X-Request-ID"]
    assert made != sent
    assert made.isalnum()


def test_nobody_else_chooses_the_id(api: Api) -> None:
    assert api.get("/nothing", X_Request_ID=OUR_ID).headers["X-Request-ID"] != OUR_ID


def test_a_failure_is_logged_with_the_id_that_its_answer_has(
    evening: Evening, match: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    lines: list[str] = []

    class Kept(logging.Handler):
        def emit(self, record: logging.LogRecord) -> None:
            lines.append(JsonLine().format(record))

    def fails(*arguments: Any, **named: Any) -> None:
        raise OperationalError("the connection is lost")

    monkeypatch.setattr(match_snapshot, "load_match", fails)
    logger, handler = logging.getLogger("companion"), Kept()
    logger.addHandler(handler)
    try:
        answer = problem(evening.scorer.get(match), 503, "unavailable")
    finally:
        logger.removeHandler(handler)
    (line,) = map(json.loads, lines)
    assert line["request_id"] == answer["request_id"]
    assert "the connection is lost" in line["exc_info"]


def _use_every_key(url: str) -> dict[str, Any]:
    """Requests with keys in all places where they may be. Comes back: the keys, the token and the ids of answers."""
    made = loopback.post(f"{url}/api/v1/tables", json={"name": "Thursday"}).json()
    keys = list(made["keys"].values())
    key = {"Authorization": f"Bearer {keys[0]}"}
    body = {"game": "points", "players": ["Ada", "Ben"]}
    match = loopback.post(f"{url}/api/v1/tables/{made['id']}/matches", json=body, headers=key).json()["id"]
    path = f"/api/v1/matches/{match}/events"
    token = loopback.post(f"{url}{path}/token", headers=key).json()["url"].partition("token=")[2]
    ids = []
    for one in keys:
        for address in (f"/join/{one}", f"/join/{one.replace('.', '%2E')}/{match}", f"/join/{one[:-20]}"):
            ids.append(loopback.get(f"{url}{address}").headers["X-Request-ID"])
            loopback.post(f"{url}{address}")  # refused, because it has no token of a form: Django logs the path
        loopback.get(f"{url}/nothing?link={one}", headers={"Cookie": f"companion_keys={made['id']}~{one}"})
    with loopback.stream("GET", f"{url}{path}?token={token}") as stream:
        assert stream.status_code == 200
        ids.append(stream.headers["X-Request-ID"])
    huge = loopback.post(f"{url}/api/v1/tables", content=b" " * (16 * 1024 * 1024 + 1), headers=key)
    assert huge.json()["request_id"] == huge.headers["X-Request-ID"]
    return {"keys": keys, "token": token, "ids": [*ids, huge.json()["request_id"]]}


def _used(server: Running) -> tuple[str, dict[str, Any]]:
    """The log of a server that was used, and what was sent."""
    server.start()
    try:
        used = _use_every_key(server.url)
    finally:
        server.stop()
    return server.log.read_text(), used


def test_the_log_of_the_server_has_every_request_and_no_key(tmp_path: Path) -> None:
    with database_url(tmp_path) as database:
        text, used = _used(Running(tmp_path, database, LOG_FORMAT="json", LOG_REQUESTS="1"))
    lines = [json.loads(line) for line in text.splitlines() if line.startswith("{")]
    answered = {line["request_id"]: line for line in lines if line["message"] == "answered"}
    assert set(used["ids"]) <= set(answered)
    assert answered[used["ids"][0]]["path"] == f"/join/{used['keys'][0][:16]}…"
    assert {"method", "path", "status", "ms", "time", "level"} <= answered[used["ids"][-1]].keys()
    assert any("Forbidden" in line["message"] for line in lines)
    _assert_no_key(text, used)


def test_the_access_log_of_uvicorn_has_no_key(tmp_path: Path) -> None:
    """uvicorn started by hand, with its own logging."""
    port = free_port()
    command = (sys.executable, "-m", "uvicorn", "companion.asgi:application", "--port", str(port))
    with database_url(tmp_path) as database:
        server = Running(tmp_path, database, command, ALLOWED_HOSTS="127.0.0.1", PYTHONPATH=str(ROOT), DEBUG="1")
        server.port, server.url = port, f"http://127.0.0.1:{port}"
        migrate = [sys.executable, "manage.py", "migrate", "-v0"]
        subprocess.run(migrate, cwd=ROOT, env=server.environment, check=True)
        text, used = _used(server)
    assert '"GET /join/' in text, "uvicorn logs accesses, when it is started without our command"
    _assert_no_key(text, used)


def _assert_no_key(text: str, used: dict[str, Any]) -> None:
    assert used["token"] not in text
    for key in used["keys"]:
        secret = key.partition(".")[2]
        assert secret not in text
        assert secret[:12] not in text, "nor a part of it"
