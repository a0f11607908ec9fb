"""Every statement of a match's requests touches one table's rows only, so that the database can be split by table."""

from __future__ import annotations

import json
import os
import re
from collections.abc import Iterator
from typing import Any

import pytest
from django.db import connection, transaction

from benchmarks.many_tables import copy_table
from scoring.live import stream_tokens
from scoring.live.watch_access import Access, access_to, first_of_table, opening_key, standings, valid
from scoring.models import Hand, IdempotencyRecord, Match, WebhookDelivery, table_in
from scoring.selectors.access_keys import Key
from tests.api.conftest import Api, Evening, json_of, round_of
from tests.pages.phone import Pages
from tests.split_database import SPLIT, split_by_table

pytestmark = [
    pytest.mark.django_db,
    pytest.mark.skipif("connection.vendor != 'postgresql'", reason="about PostgreSQL's query plans"),
]

COPIES = 1000
"""Other tables with rows in every part."""

_PART = re.compile(r"(scoring_\w+)_part(\d)")
_BEGINS = ("SELECT", "UPDATE", "DELETE", "INSERT")


class Plans:
    """Looks at the plan of each statement before it runs. wrong: what touches more than the rows of one table.

    seen: the database tables that were read or written, by the first word of the statement.
    """

    def __init__(self) -> None:
        self.wrong: list[str] = []
        self.seen: set[tuple[str, str]] = set()
        self.statements = 0

    def __call__(self, execute: Any, sql: str, params: Any, many: bool, context: Any) -> Any:
        statement = sql.strip()
        if statement.startswith(_BEGINS) and not many:
            self.statements += 1
            self._look(statement, params)
        return execute(sql, params, many, context)

    def _look(self, sql: str, params: Any) -> None:
        kind = sql.split(maxsplit=1)[0]
        if kind == "INSERT":
            name = re.findall(r"\bscoring_\w+", sql)[0]
            column = SPLIT.get(name, "")
            named = re.search(r"\(([^)]*)\)", sql)
            assert named
            self.seen.add((kind, name))
            if column and column not in re.findall(r"\w+", named[1]):
                self.wrong.append(f"no {column}: {sql}")
            if "SELECT" not in sql:
                return
        with connection.connection.cursor() as cursor:
            cursor.execute("SAVEPOINT plan")
            cursor.execute("SET LOCAL enable_seqscan = off")  # so few rows may be read whole; asked is for an index
            cursor.execute(f"EXPLAIN (ANALYZE, FORMAT JSON) {sql}", params)
            (answer,) = cursor.fetchone()
            cursor.execute("ROLLBACK TO SAVEPOINT plan")
        plan = answer if isinstance(answer, list) else json.loads(answer)
        parts: dict[str, set[str]] = {}
        for node in _nodes(plan[0]["Plan"]):
            if found := _PART.fullmatch(node.get("Relation Name", "")):
                name, part = found.groups()
                self.seen.add((kind, name))
                parts.setdefault("answers" if name == "scoring_idempotencyrecord" else "rows", set()).add(part)
                if node["Node Type"] == "Seq Scan":
                    self.wrong.append(f"reads all of {name}: {sql}")
                if node.get("Rows Removed by Filter", 0) > 20:
                    self.wrong.append(f"reads other rows of {name}: {sql}")
        if any(len(found) > 1 for found in parts.values()):
            self.wrong.append(f"touches {parts}: {sql}")


def _nodes(plan: Any) -> Iterator[Any]:
    yield plan
    for inner in plan.get("Plans", ()):
        yield from _nodes(inner)


@pytest.fixture
def plans() -> Plans:
    return Plans()


@pytest.fixture
def crowded() -> Evening:
    """A table with a match and a webhook among many others, in a database that is split by table.

    The transaction of the test takes all of it back.
    """
    if os.environ.get("SPLIT_BY_TABLE") != "1":
        split_by_table()
    evening = Evening()
    json_of(evening.scorer.post(f"{evening.path}/webhooks", {"url": "https://club.example/companion"}), 201)
    json_of(evening.scorer.post(f"{evening.path}/kitty", {"amount": 5, "word": "cents"}), 201)
    first = evening.match()
    evening.record(first, 1, 2, 3)
    json_of(evening.viewer.get(first, Accept_Language="de"))
    copy_table(evening.id, 1, COPIES)
    with connection.cursor() as cursor:
        cursor.execute(
            "INSERT INTO scoring_idempotencyrecord (scope, key, digest, status, headers, body, at) "
            "SELECT 'table ' || n, n, '', 200, '{}', '', now() FROM generate_series(1, %s) n",
            [4 * COPIES],
        )
        cursor.execute("ANALYZE scoring_idempotencyrecord")
        for name in SPLIT:
            cursor.execute(f"SELECT count(*) FROM {name}")
            assert cursor.fetchone()[0] > COPIES, name
    return evening


def test_ids_begin_with_the_tables() -> None:
    evening = Evening()
    match = evening.match().removeprefix("/matches/")
    assert table_in(match) == evening.id
    assert len(match) == 28


def test_the_api_asks_about_one_table(crowded: Evening, plans: Plans) -> None:
    scorer, viewer = crowded.scorer, crowded.viewer
    with connection.execute_wrapper(plans):
        match = crowded.match()
        for _ in range(2):  # the second one is a retry
            json_of(scorer.post(f"{match}/hands", round_of(1, 2, 3), Idempotency_Key="once"), 201)
        crowded.record(match, 4, 5, 6)
        for language in ("en", "de", "de"):  # the second time in German is from what was kept
            json_of(viewer.get(match, Accept_Language=language))
            json_of(viewer.get(f"{match}/hands", Accept_Language=language))
        json_of(viewer.get(f"{match}/hands/1"))
        json_of(scorer.put(f"{match}/hands/1", round_of(7, 8, 9), version=2))
        json_of(scorer.post(f"{match}/undo"))
        json_of(scorer.post(f"{match}/redo"))
        json_of(scorer.post(f"{match}/undo"))
        crowded.record(match, 1, 1, 1)  # drops what could be redone
        assert scorer.delete(f"{match}/hands/3", version=7).status_code in (200, 204)
        json_of(scorer.patch(match, {"title": "Final"}, version=8))
        json_of(scorer.patch(match, {"ended": True}, version=9))
        json_of(viewer.get(f"{match}/history"))
        json_of(viewer.get(f"{match}/export"))
        json_of(viewer.get(f"{match}/settlement"))
        json_of(scorer.get(f"{match}/copy"))
        json_of(scorer.post(f"{match}/events/token"), 201)
        for path in ("", "/matches", "/standings", "/settlement", "/kitty", "/webhooks"):
            json_of(scorer.get(f"{crowded.path}{path}"))
        assert scorer.delete(match, version=10).status_code == 204
    assert plans.statements > 60
    assert not plans.wrong, "\n\n".join(plans.wrong)
    written = {name for kind, name in plans.seen if kind == "INSERT"}
    assert written >= {f"scoring_{name}" for name in ("match", "hand", "change", "webhookdelivery")}
    assert {name for kind, name in plans.seen if kind == "DELETE"} >= {"scoring_hand", "scoring_translatedresult"}
    assert not Match.objects.filter(id=match.removeprefix("/matches/")).exists()
    assert not Hand.objects.filter(match_id=match.removeprefix("/matches/")).exists()
    assert WebhookDelivery.objects.filter(match_id=match.removeprefix("/matches/")).exists()
    assert IdempotencyRecord.objects.filter(scope=f"table {crowded.id}").exists()


def test_the_pages_ask_about_one_table(crowded: Evening, plans: Plans) -> None:
    phone = Pages()
    match = crowded.match()
    path = f"{match}"
    phone.client.cookies["companion_keys"] = f"{crowded.id}~{crowded.keys['scorer']}"
    match_id = match.removeprefix("/matches/")
    with connection.execute_wrapper(plans):
        assert phone.get(path).status_code == 200
        for _ in range(2):
            assert phone.record(match_id, round_of(1, 2, 3)).status_code in (200, 302, 303)
        for page in (
            "",
            "/now",
            "/board",
            "/hands/1",
            "/print",
            "/history",
            "/sheet.csv",
            "/settle",
            "/share",
            "/result",
        ):
            assert phone.get(f"{path}{page}").status_code == 200, page
        for action in ("undo", "redo", "finish", "reopen", "archive", "bring-back"):
            assert phone.post(f"{path}/{action}").status_code in (200, 302, 303), action
        assert phone.get(f"/tables/{crowded.id}").status_code == 200
    assert plans.statements > 60
    assert not plans.wrong, "\n\n".join(plans.wrong)


def test_watching_asks_about_one_table(crowded: Evening, plans: Plans) -> None:
    match = crowded.match().removeprefix("/matches/")
    key = Key.parse(crowded.keys["viewer"])
    with connection.execute_wrapper(plans):
        assert opening_key(match, "", [key])
        assert opening_key(match, stream_tokens.make(match, key.id), [])
        assert {one: standing.version for one, standing in standings([match]).items()} == {match: 0}
    assert plans.statements == 3
    assert not plans.wrong, "\n\n".join(plans.wrong)
    with connection.execute_wrapper(plans):
        assert access_to("table", crowded.id, "", [key])
        assert list(first_of_table(crowded.id, "1700000000000")[1])[-1] == match
    assert not plans.wrong, "\n\n".join(plans.wrong)
    assert valid([Access("match", key.id)]) == {
        ("match", key.id)
    }  # of all watchers of a process at once: of many tables
    with connection.execute_wrapper(plans):
        Match.objects.filter(id=match).first()
    assert plans.wrong, "a statement that names no table would be noticed"


def test_an_id_of_an_earlier_release_is_looked_up_everywhere_and_then_in_its_table(
    crowded: Evening, plans: Plans
) -> None:
    match = crowded.match().removeprefix("/matches/")
    older = "2" * 16
    with transaction.atomic():
        Match.objects.filter(id=match).update(id=older)
    with connection.execute_wrapper(plans):
        crowded.record(f"/matches/{older}", 1, 2, 3)
        json_of(Api(crowded.keys["viewer"]).get(f"/matches/{older}"))
    wrong = [text for text in plans.wrong if "SELECT m.id, m.table_id" not in text]
    assert not wrong, "\n\n".join(wrong)
    assert len(plans.wrong) == 2, "each request looks the match up once"
