"""A second phone follows a match through the real server, without reloading and without a thread of its own."""

from __future__ import annotations

import json
import os
import re
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from queue import Queue
from typing import Any, cast

import httpx
import pytest
from django.test import override_settings

from scoring.live import stream_tokens
from scoring.live.watcher import MatchWatcher
from scoring.live.watchers import Watchers
from tests import loopback
from tests.server import Running, serving


class Table:
    """A table on the running server with one match of Points."""

    def __init__(self, server: str) -> None:
        self.http = loopback.Client(base_url=f"{server}/api/v1", timeout=60)
        made = self.http.post("/tables", json={"name": "Live"}).raise_for_status().json()
        self.id, self.keys = made["id"], made["keys"]
        self.http.headers["Authorization"] = f"Bearer {self.keys['scorer']}"
        body = {"game": "points", "players": ["Ada", "Ben"]}
        self.match = self.http.post(f"/tables/{self.id}/matches", json=body).raise_for_status().json()["id"]

    def record(self, *scores: int) -> None:
        body = {"kind": "round", "scores": list(scores)}
        self.http.post(f"/matches/{self.match}/hands", json=body).raise_for_status()


@contextmanager
def watching(
    server: str, match: str, key: str, last: int | None = None, path: str = "/matches/{}/events"
) -> Iterator[Queue[Any]]:
    """The versions that a watcher receives; None when the stream ends."""
    versions: Queue[Any] = Queue()
    headers = {"Authorization": f"Bearer {key}"} | ({} if last is None else {"Last-Event-ID": str(last)})
    client = loopback.Client(timeout=30)

    def listen() -> None:
        try:
            with client.stream("GET", f"{server}/api/v1{path.format(match)}", headers=headers) as stream:
                if stream.status_code != 200:
                    versions.put(stream.status_code)
                    return
                for line in stream.iter_lines():
                    if line.startswith("data: "):
                        versions.put(json.loads(line[6:])["version"])
        except httpx.TransportError:
            pass
        versions.put(None)

    thread = threading.Thread(target=listen, daemon=True)
    thread.start()
    yield versions
    client.close()


def test_a_watcher_is_told_at_once_and_then_of_every_change(server: str) -> None:
    table = Table(server)
    with watching(server, table.match, table.keys["viewer"]) as versions:
        assert versions.get(timeout=30) == 0
        table.record(1, 2)
        assert versions.get(timeout=30) == 1


def test_whoever_comes_back_learns_what_was_missed(server: str) -> None:
    table = Table(server)
    table.record(1, 2)
    table.record(3, 4)
    with watching(server, table.match, table.keys["viewer"], last=1) as versions:
        assert versions.get(timeout=30) == 2


@contextmanager
def watching_a_table(server: str, table: Table, role: str = "viewer", last: str = "") -> Iterator[Queue[Any]]:
    """The events of a table: type, id and data of each; the status if it is refused; None when the stream ends."""
    events: Queue[Any] = Queue()
    headers = {"Authorization": f"Bearer {table.keys[role]}", **({"Last-Event-ID": last} if last else {})}
    client = loopback.Client(timeout=30)

    def listen() -> None:
        fields: dict[str, str] = {}
        try:
            with client.stream("GET", f"{server}/api/v1/tables/{table.id}/events", headers=headers) as stream:
                if stream.status_code != 200:
                    events.put(stream.status_code)
                    return
                for line in stream.iter_lines():
                    name, _, text = line.partition(": ")
                    fields[name] = text
                    if not line and "data" in fields:
                        events.put((fields["event"], fields.get("id", ""), json.loads(fields.pop("data"))))
                        fields = {}
        except httpx.TransportError:
            pass
        events.put(None)

    threading.Thread(target=listen, daemon=True).start()
    yield events
    client.close()


def test_one_stream_tells_of_all_matches_of_a_table_and_of_no_other(server: str) -> None:
    table, other = Table(server), Table(server)
    with watching_a_table(server, table) as events:
        kind, _id, data = events.get(timeout=30)
        first = {"match": table.match, "version": 0, "hand_count": 0, "totals": [0, 0], "finished": False}
        assert (kind, data) == ("version", first)
        other.record(1, 2)
        body = {"game": "points", "players": ["Ada", "Ben"]}
        second = table.http.post(f"/tables/{table.id}/matches", json=body).raise_for_status().json()["id"]
        assert events.get(timeout=30)[2] == {**first, "match": second}
        table.record(3, 4)
        kind, moment, data = events.get(timeout=30)
        assert data == {**first, "version": 1, "hand_count": 1, "totals": [3, 4]}
        table.http.delete(f"/matches/{second}", headers={"If-Match": '"0"'}).raise_for_status()
        assert events.get(timeout=30)[::2] == ("deleted", {"match": second})
    table.http.patch(f"/matches/{table.match}", json={"ended": True}, headers={"If-Match": '"1"'}).raise_for_status()
    with watching_a_table(server, table) as events, watching_a_table(server, table, last=moment) as resumed:
        assert resumed.get(timeout=30)[2]["finished"]
        table.http.patch(f"/matches/{table.match}", json={"ended": False}, headers={"If-Match": '"2"'})
        told = events.get(timeout=30)[2]
        assert (told["version"], told["finished"]) == (3, False), "a new stream tells of matches in progress only"


def test_a_stream_of_a_table_ends_with_its_key_and_where_viewers_see_one_match_only(server: str) -> None:
    table, other = Table(server), Table(server)
    with watching_a_table(server, table) as events, watching_a_table(server, table, "scorer") as of_scorer:
        assert events.get(timeout=30)
        assert of_scorer.get(timeout=30)
        table.http.patch(f"/tables/{table.id}", json={"viewer_scope": "match"}, headers={"If-Match": "*"})
        assert events.get(timeout=30) is None
        with watching_a_table(server, table) as again:
            assert again.get(timeout=30) == 404
        table.http.post(f"/tables/{table.id}/keys/scorer").raise_for_status()
        assert of_scorer.get(timeout=30) is None
    other.id = table.id
    with watching_a_table(server, other) as events:
        assert events.get(timeout=30) == 404


def test_a_page_of_another_site_follows_a_match_until_its_table_allows_it_no_more(server: str) -> None:
    table, bare = Table(server), loopback.Client(timeout=30)
    live = f"{server}/embed/matches/{table.match}/live"
    assert bare.get(live).status_code == 404
    table.http.patch(f"/tables/{table.id}", json={"embedding": True}, headers={"If-Match": "*"}).raise_for_status()
    with bare.stream("GET", live) as stream:
        lines = stream.iter_lines()
        assert 'data: {"version":0,"hand_count":0,"totals":[0,0],"finished":false}' in [next(lines) for _ in range(4)]
        table.record(1, 2)
        assert 'data: {"version":1,"hand_count":1,"totals":[1,2],"finished":false}' in [next(lines) for _ in range(4)]
        table.http.patch(f"/tables/{table.id}", json={"embedding": False}, headers={"If-Match": "*"}).raise_for_status()
        assert not [line for line in lines if line], "the stream ends at once"
    assert bare.get(live).status_code == 404
    assert bare.get(live.replace("/live", "/result")).status_code == 404


def test_a_token_opens_the_stream_of_its_table_alone(server: str) -> None:
    table, other = Table(server), Table(server)
    url = table.http.post(f"/tables/{table.id}/events/token").raise_for_status().json()["url"]
    bare = loopback.Client(timeout=60)
    with bare.stream("GET", f"{server}{url}") as stream:
        assert stream.status_code == 200
        assert f'"match":"{table.match}"' in "".join(
            line for line, _ in zip(stream.iter_lines(), range(4), strict=False)
        )
    of_match = f"/matches/{table.match}/"
    for wrong in (url.replace(table.id, other.id), url.replace(f"/tables/{table.id}/", of_match)):
        assert bare.get(f"{server}{wrong}").status_code == 401


def test_a_wrong_key_learns_nothing(server: str) -> None:
    table, other = Table(server), Table(server)
    with watching(server, table.match, other.keys["scorer"]) as versions:
        foreign = versions.get(timeout=30)
    with watching(server, "2" * 16, other.keys["scorer"]) as versions:
        assert versions.get(timeout=30) == foreign


def test_refusals_are_as_at_every_address(server: str) -> None:
    table, other = Table(server), Table(server)
    match, nothing = f"{server}/api/v1/matches/{table.match}", f"{server}/api/v1/matches/{'2' * 16}"
    for key, status in (("wrong", 401), (other.keys["viewer"], 404)):
        headers = {"Authorization": f"Bearer {key}", "Origin": "https://app.example"}
        answers = [loopback.get(path, headers=headers) for path in (match, f"{match}/events", f"{nothing}/events")]
        assert [answer.status_code for answer in answers] == [status] * 3
        assert len({re.sub(r'"request_id":"\w+"', "", answer.text) for answer in answers}) == 1
        own = ("date", "x-request-id")
        header_sets = [{name: text for name, text in answer.headers.items() if name not in own} for answer in answers]
        assert header_sets[0] == header_sets[1] == header_sets[2]
        assert "ETag" in header_sets[1]["access-control-expose-headers"]


def test_what_is_answered_before_django_may_be_read_on_other_sites(server: str) -> None:
    table = Table(server)
    huge = loopback.post(f"{server}/api/v1/tables", content=b" " * (16 * 1024 * 1024 + 1))
    assert huge.status_code == 413
    with table.http.stream("GET", f"/matches/{table.match}/events") as stream:
        for answer in (huge, stream):
            assert answer.headers["Access-Control-Allow-Origin"] == "*"
            assert "Retry-After" in answer.headers["Access-Control-Expose-Headers"]


def test_a_stream_may_be_asked_for_by_head(server: str) -> None:
    table = Table(server)
    answer = table.http.head(f"/matches/{table.match}/events")
    assert (answer.status_code, answer.headers["Content-Type"]) == (200, "text/event-stream; charset=utf-8")
    assert loopback.head(f"{server}/api/v1/matches/{table.match}/events").status_code == 401


def test_a_cookie_opens_no_stream_of_the_api(server: str) -> None:
    table = Table(server)
    cookies = {"Cookie": f"companion_keys={table.id}~{table.keys['scorer']}"}
    with loopback.stream("GET", f"{server}/matches/{table.match}/live", headers=cookies) as stream:
        assert stream.status_code == 200
    with loopback.stream("GET", f"{server}/api/v1/matches/{table.match}/events", headers=cookies) as stream:
        assert stream.status_code == 401


def test_where_https_is_meant_no_stream_is_told_in_the_clear(tmp_path: Path) -> None:
    with serving(tmp_path, HTTPS="1", TRUST_PROXY="1", RATE_LIMIT_KEY="100") as server:
        secure, wrong = {"X-Forwarded-Proto": "https"}, {"Authorization": "Bearer wrong"}
        made = loopback.post(f"{server.url}/api/v1/tables", json={}, headers=secure).json()
        key = {"Authorization": f"Bearer {made['keys']['scorer']}"}
        body = {"game": "points", "players": ["Ada", "Ben"]}
        path = f"{server.url}/api/v1/tables/{made['id']}/matches"
        match = loopback.post(path, json=body, headers=secure | key).json()
        events = f"{server.url}/api/v1/matches/{match['id']}/events"
        with loopback.stream("GET", events, headers=key) as stream:
            assert stream.status_code == 403
            assert stream.read()
            assert stream.headers["Content-Type"] == "application/problem+json"
        with loopback.stream("GET", events, headers=secure | key) as stream:
            assert stream.status_code == 200
        guess = loopback.get(events, headers=secure | wrong)
        assert (guess.status_code, guess.headers["RateLimit-Policy"]) == (401, '"key";q=100;w=60')
        assert loopback.get(f"{server.url}/matches/2222222222222222/live").headers["Location"].startswith("https://")


def test_a_replaced_key_ends_the_stream(server: str) -> None:
    table = Table(server)
    with watching(server, table.match, table.keys["viewer"]) as versions:
        assert versions.get(timeout=30) == 0
        table.http.post(f"/tables/{table.id}/keys/viewer").raise_for_status()
        assert versions.get(timeout=30) is None


def test_watchers_hold_no_threads(running: Running) -> None:
    table = Table(running.url)
    assert running.process is not None

    def threads() -> int:
        assert running.process is not None
        return len(os.listdir(f"/proc/{running.process.pid}/task"))

    if not os.path.isdir(f"/proc/{running.process.pid}"):
        pytest.skip("no /proc on this system")
    with watching(running.url, table.match, table.keys["viewer"]) as versions:
        versions.get(timeout=30)
        before = threads()
    watchers = [watching(running.url, table.match, table.keys["viewer"]) for _ in range(30)]
    queues = [watcher.__enter__() for watcher in watchers]
    for queue in queues:
        queue.get(timeout=30)
    assert threads() <= before + 2
    table.record(5, 6)
    assert [queue.get(timeout=30) for queue in queues] == [1] * 30
    for watcher in watchers:
        watcher.__exit__(None, None, None)


def test_a_hall_hears_of_every_table_and_result_by_one_stream(server: str) -> None:
    http = loopback.Client(base_url=f"{server}/api/v1", timeout=60)
    made = http.post("/events", json={"name": "Evening", "game": "points"}).raise_for_status().json()
    http.headers["Authorization"] = f"Bearer {made['key']}"
    event = f"/events/{made['id']}"

    def post(path: str, body: Any = None) -> Any:
        return http.post(f"{event}/{path}", json=body).raise_for_status().json()

    post("entries", {"entries": [{"name": name} for name in ("Ada", "Ben", "Cleo")]})
    post("rounds", {"seed": "a word"})
    post("rounds/1/publish")
    sitting = post("rounds/1/start")["sittings"][0]
    display = post("keys/display")["key"]
    with watching(server, made["id"], display, path="/events/{}/stream") as versions:
        first = versions.get(timeout=10)
        scorer = {"Authorization": f"Bearer {post('rounds/1/sittings/1/key')['key']}"}
        assert versions.get(timeout=10) == first + 1
        hand = {"kind": "round", "scores": [1, 2, 3]}
        http.post(f"/matches/{sitting['match_ids'][0]}/hands", json=hand, headers=scorer).raise_for_status()
        assert versions.get(timeout=10) == first + 2
        post("adjustments", {"entry": 1, "points": 5, "reason": "A wish"})
        assert versions.get(timeout=10) == first + 3
        post("keys/display")
        assert versions.get(timeout=10) is None
    with watching(server, made["id"], display, path="/events/{}/stream") as versions:
        assert versions.get(timeout=10) == 401


def test_a_token_in_the_address_opens_one_stream_until_its_key_is_replaced(server: str) -> None:
    table, other = Table(server), Table(server)
    viewer = {"Authorization": f"Bearer {table.keys['viewer']}"}
    made = table.http.post(f"/matches/{table.match}/events/token", headers=viewer).raise_for_status().json()
    bare = loopback.Client(timeout=60)
    with bare.stream("GET", f"{server}{made['url']}") as stream:
        assert stream.status_code == 200
        lines = stream.iter_lines()
        assert [next(lines) for _ in range(4)][1:] == [
            "event: version",
            "id: 0",
            'data: {"version":0,"hand_count":0,"totals":[0,0],"finished":false}',
        ]
        table.record(1, 2)
        assert 'data: {"version":1,"hand_count":1,"totals":[1,2],"finished":false}' in [next(lines) for _ in range(4)]
        table.http.post(f"/tables/{table.id}/keys/viewer").raise_for_status()
        assert not [line for line in lines if line], "the stream ends with its key"
    for url in (made["url"], made["url"].replace(table.match, other.match), f"/api/v1/matches/{table.match}/events"):
        assert bare.get(f"{server}{url}").status_code == 401


def test_a_token_is_forged_in_vain_and_grows_old(db: None, monkeypatch: pytest.MonkeyPatch) -> None:
    token = stream_tokens.make("match", "key")
    assert stream_tokens.key_id(token, "match") == "key"
    assert stream_tokens.key_id(token, "another") is None
    assert stream_tokens.key_id(token[:-1] + ("a" if token[-1] != "a" else "b"), "match") is None
    monkeypatch.setattr(stream_tokens, "SECONDS", -1)
    assert stream_tokens.key_id(token, "match") is None


def test_a_process_has_as_many_streams_as_it_is_told() -> None:
    watchers = Watchers()
    with override_settings(MOST_WATCHERS=2):
        for _ in range(2):
            assert not watchers.full
            watchers.add("match", MatchWatcher(cast(Any, None)))
        assert watchers.full
