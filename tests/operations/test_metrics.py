"""Figures for Prometheus, of the real server; readiness."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from pathlib import Path

import pytest
from django.db import OperationalError, connection
from django.db.migrations.recorder import MigrationRecorder
from django.test import Client
from prometheus_client import REGISTRY
from prometheus_client.parser import text_string_to_metric_families

from companion.common import metrics
from companion.http import health
from scoring.selectors import match_snapshot
from tests import loopback
from tests.reliability.test_live import Table, watching
from tests.server import Running, database_url, free_port

HANDS = "api/v1/matches/<str:match_id>/hands"
STREAM = "api/v1/matches/<str:match_id>/events"


class Measured:
    """A running server and its figures."""

    def __init__(self, server: Running, address: str) -> None:
        self.url = server.url
        self.address = address

    def text(self) -> str:
        return loopback.get(f"http://{self.address}/metrics").raise_for_status().text

    def figure(self, name: str, **labels: str) -> float:
        """The sum of all samples of this name with these labels."""
        families = text_string_to_metric_families(self.text())
        samples = (sample for family in families for sample in family.samples if sample.name == name)
        return sum(sample.value for sample in samples if labels.items() <= sample.labels.items())


@pytest.fixture(scope="module")
def measured(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Measured]:
    """A server of its own that shows its figures."""
    folder: Path = tmp_path_factory.mktemp("measured")
    address = f"127.0.0.1:{free_port()}"
    with database_url(folder) as database:
        server = Running(folder, database, METRICS=address, RATE_LIMIT_TABLES="20")
        server.start()
        try:
            yield Measured(server, address)
        finally:
            server.stop()


def test_requests_are_counted_and_timed_by_route_method_and_status(measured: Measured) -> None:
    table = Table(measured.url)
    table.record(1, 2)
    table.http.get(f"/matches/{table.match}/hands").raise_for_status()
    assert table.http.post(f"/matches/{table.match}/hands", json={"kind": "round", "scores": [1]}).status_code == 422
    for method, status, count in (("POST", "201", 1), ("GET", "200", 1), ("POST", "422", 1)):
        assert measured.figure("companion_requests_total", route=HANDS, method=method, status=status) == count
    assert measured.figure("companion_request_seconds_count", route=HANDS, method="POST") == 2
    assert measured.figure("companion_request_seconds_bucket", route=HANDS, method="GET", le="+Inf") == 1
    assert 0 < measured.figure("companion_request_seconds_sum", route=HANDS, method="GET") < 60


def test_pages_and_what_is_nowhere_are_counted_too(measured: Measured) -> None:
    loopback.get(f"{measured.url}/rules/skat").raise_for_status()
    assert measured.figure("companion_requests_total", method="GET", status="200", route="rules/<str:slug>") == 1
    loopback.request("PROPFIND", f"{measured.url}/nothing/here/{'x' * 40}")
    assert measured.figure("companion_requests_total", method="other", route="") == 1


def test_hands_are_counted_by_game_whoever_records_them(measured: Measured) -> None:
    before = measured.figure("companion_hands_recorded_total", game="points")
    table = Table(measured.url)
    table.record(1, 2)
    dry = table.http.post(f"/matches/{table.match}/hands?dry_run=true", json={"kind": "round", "scores": [1, 2]})
    assert dry.status_code == 200
    phone = loopback.Client(base_url=measured.url, follow_redirects=True)
    phone.get(f"/join/{table.keys['scorer']}/{table.match}")
    page = phone.get(f"/matches/{table.match}").text
    fields = dict(re.findall(r'<input type="hidden" name="([^"]+)" value="([^"]*)"', page))
    sent = phone.post(f"/matches/{table.match}/hands", data={**fields, "scores.0": "5", "scores.1": "7"})
    assert sent.status_code == 200
    hands = table.http.get(f"/matches/{table.match}").json()["hand_count"]
    assert measured.figure("companion_hands_recorded_total", game="points") == before + hands


def test_open_streams_are_counted_while_they_are_open(measured: Measured) -> None:
    table = Table(measured.url)
    assert measured.figure("companion_open_streams") == 0
    with watching(measured.url, table.match, table.keys["viewer"]) as versions:
        assert versions.get(timeout=30) == 0
        assert measured.figure("companion_open_streams") == 1
        table.http.post(f"/tables/{table.id}/keys/viewer").raise_for_status()
        assert versions.get(timeout=30) is None
    assert measured.figure("companion_requests_total", route=STREAM, status="200") == 1
    assert measured.figure("companion_request_seconds_count", route=STREAM) == 0


def test_a_limit_that_was_hit_is_counted(measured: Measured) -> None:
    refused = 0
    for _ in range(41):  # more than two minutes allow: one may begin meanwhile
        refused += loopback.post(f"{measured.url}/api/v1/tables", json={}).status_code == 429
    assert refused
    assert measured.figure("companion_limits_hit_total", limit="tables") == refused


def test_no_figure_tells_of_anybody(measured: Measured) -> None:
    loopback.get(f"{measured.url}/join/9c8vkzgb47y6ydqj.hm88cjj52cjus7he88wf9ygyjc33z7rk")
    loopback.get(f"{measured.url}/tables/9c8vkzgb47y6ydqj", params={"q": "Wilhelmine"})
    families = list(text_string_to_metric_families(measured.text()))
    labels = {value for family in families for sample in family.samples for value in sample.labels.values()}
    assert "join/<str:key>" in labels
    assert not [label for label in labels if re.search(r"[0-9a-z]{16}|Wilhelmine", label)]


def test_figures_are_nowhere_unless_the_operator_says_where(server: str) -> None:
    assert loopback.get(f"{server}/metrics").status_code == 404


@pytest.mark.django_db
def test_a_process_is_ready_when_the_database_is_migrated(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(health, "_migrated", False)
    (newest,) = MigrationRecorder(connection).migration_qs.filter(app="scoring").order_by("-name")[:1]
    newest.delete()
    answer = Client().get("/ready")
    assert (answer.status_code, json.loads(answer.content)) == (503, {"status": "the database is not migrated"})
    assert Client().get("/health").status_code == 200, "it works for what was asked before"
    newest.pk = None
    newest.save()
    assert Client().get("/ready").status_code == 200


@pytest.mark.parametrize("path", ["/api/v1/matches/2222222222222222", "/matches/2222222222222222", "/health"])
def test_a_database_that_does_not_answer_is_counted(path: str, db: None, monkeypatch: pytest.MonkeyPatch) -> None:
    def fails(*arguments: object, **named: object) -> None:
        raise OperationalError("the connection is lost")

    def counted() -> float:
        return REGISTRY.get_sample_value("companion_database_errors_total") or 0

    assert metrics.__name__ == "companion.common.metrics", "imported, it counts"
    key = "9c8vkzgb47y6ydqj.hm88cjj52cjus7he88wf9ygyjc33z7rk"
    phone = Client(raise_request_exception=False, headers={"Cookie": f"companion_keys=5mwqqu8ncvnehb45~{key}"})
    before = counted()
    monkeypatch.setattr(match_snapshot, "load_match", fails)
    monkeypatch.setattr(health, "connection", type("Lost", (), {"cursor": fails}))
    assert phone.get(path, headers={"Authorization": f"Bearer {key}"}).status_code in (500, 503)
    assert counted() == before + 1
