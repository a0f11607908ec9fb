"""Webhooks of an event: who may have them, and what they are told."""

from __future__ import annotations

from typing import Any

import pytest
from django.utils import timezone

from scoring.models import Webhook, WebhookDelivery
from scoring.webhooks.claims import claim_due, finish_job, next_job
from scoring.webhooks.outgoing import PostResult
from tests.api.conftest import Evening, json_of, problem
from tests.api.events import Tournament
from tests.api.test_schema import check, doc

pytestmark = pytest.mark.django_db

URL = "https://club.example/companion"


def _register(event: Tournament, **further: Any) -> Any:
    return json_of(event.organiser.post(f"{event.path}/webhooks", {"url": URL, **further}), 201)


def _told(event: Tournament, webhook: Any) -> list[tuple[str, int, int | None]]:
    """Name, round and table of what the webhook is told, in its order."""
    path = f"{event.path}/webhooks/{webhook['id']}/deliveries"
    found = []
    for one in reversed(json_of(event.organiser.get(path))["results"]):
        message = json_of(event.organiser.get(f"{path}/{one['id']}"))["message"]
        check(doc()["components"]["schemas"]["ClubMessage"], message, one["event"])
        assert message["type"] == one["event"]
        json_of(event.organiser.get(message["data"]["links"]["subject"]))
        found.append((message["type"], message["data"]["round"], message["data"]["table_number"]))
    return found


def test_an_evening_is_told() -> None:
    event = Tournament(7, rules={"phones": False})
    webhook = _register(event)
    assert webhook["events"][:3] == ["round.published", "round.started", "round.closed"]
    event.begin()
    event.type(1, 1)
    seats = event.type(1, 2)["entries"]
    json_of(event.organiser.post(f"{event.table(1, 2)}/dispute", {"entry": seats[0], "text": "No"}))
    json_of(event.organiser.post(f"{event.table(1, 2)}/confirm", {"ruling": "Yes"}))
    event.step(1, "close")
    assert _told(event, webhook) == [
        ("round.published", 1, None),
        ("round.started", 1, None),
        ("result.entered", 1, 1),
        ("result.entered", 1, 2),
        ("result.disputed", 1, 2),
        ("result.confirmed", 1, 2),
        ("round.closed", 1, None),
    ]


def test_a_match_that_is_over_is_a_result() -> None:
    event = Tournament(7, game="points")
    webhook = _register(event, events=["result.entered"])
    sittings = event.begin()["sittings"]
    scorer, match = event.scorer(1, 2), sittings[1]["match_ids"][0]
    json_of(scorer.post(f"/matches/{match}/hands", {"kind": "round", "scores": [1, 2, 3]}), 201)
    assert _told(event, webhook) == []
    json_of(scorer.patch(f"/matches/{match}", {"ended": True}, "*"))
    assert _told(event, webhook) == [("result.entered", 1, 2)]


def test_the_last_hand_of_a_match_is_a_result() -> None:
    event = Tournament(3, game="points", options={"target": 50})
    webhook = _register(event)
    (sitting,) = event.begin()["sittings"]
    hand = {"kind": "round", "scores": [60, 2, 3]}
    json_of(event.scorer(1, 1).post(f"/matches/{sitting['match_ids'][0]}/hands", hand), 201)
    assert _told(event, webhook)[-1] == ("result.entered", 1, 1)


def test_two_lists_that_differ_are_disputed() -> None:
    event = Tournament(3, game="points", rules={"double_list": True})
    webhook = _register(event, events=["result.entered", "result.disputed"])
    (sitting,) = event.begin()["sittings"]
    scorer = event.scorer(1, 1)
    for place, (match,) in enumerate(sitting["lists"]):
        hand = {"kind": "round", "scores": [1, 2, place]}
        json_of(scorer.post(f"/matches/{match}/hands", hand), 201)
        json_of(scorer.patch(f"/matches/{match}", {"ended": True}, "*"))
    assert _told(event, webhook) == [("result.disputed", 1, 1)]


def test_only_the_organiser_has_them_and_they_go_with_the_event() -> None:
    event = Tournament(3)
    webhook = _register(event)
    own = f"{event.path}/webhooks/{webhook['id']}"
    assert webhook["links"]["self"] == f"/api/v1{own}"
    for role in ("viewer", "referee"):
        key = event.key_of(role)
        for path in (f"{event.path}/webhooks", own, f"{own}/deliveries"):
            problem(key.get(path), 403)
        problem(key.post(f"{event.path}/webhooks", {"url": URL}), 403)
    other = Tournament(3)
    problem(other.organiser.get(f"{other.path}/webhooks/{webhook['id']}"), 404)
    problem(event.organiser.post(f"{event.path}/webhooks", {"url": URL, "events": ["hand.recorded"]}), 400)
    problem(event.organiser.post(f"{event.path}/webhooks", {"url": "https://127.0.0.1/"}), 422, pointer="/url")
    changed = json_of(event.organiser.patch(own, {"events": ["round.closed"]}, "*"))
    assert changed["events"] == ["round.closed"]
    assert json_of(event.organiser.get(f"{event.path}/webhooks"))["results"] == [changed]
    assert event.organiser.delete(event.path, "*").status_code == 204
    assert not Webhook.objects.exists()
    assert not WebhookDelivery.objects.exists()


def test_messages_are_sent_tested_and_sent_again() -> None:
    event = Tournament(7)
    webhook = _register(event)
    event.propose()
    event.step(1, "publish")
    now = timezone.now()
    (claim,) = claim_due(now, 1)
    job = next_job(claim, now)
    assert job
    assert job.url == URL
    assert finish_job(claim, job, PostResult(204, milliseconds=5), now, now) is None
    own = f"{event.path}/webhooks/{webhook['id']}"
    (sent,) = json_of(event.organiser.get(f"{own}/deliveries"))["results"]
    assert (sent["event"], sent["status"]) == ("round.published", "delivered")
    assert json_of(event.organiser.post(f"{own}/deliveries/{sent['id']}/send_again"))["status"] == "waiting"
    assert json_of(event.organiser.post(f"{own}/test"), 201)["event"] == "webhook.test"
    secret = json_of(event.organiser.post(f"{own}/secret"), 201)["secret"]
    assert secret != webhook["secret"]


def test_webhooks_of_a_table_are_not_those_of_an_event(evening: Evening) -> None:
    event = Tournament(3)
    _register(event)
    json_of(evening.scorer.post(f"{evening.path}/webhooks", {"url": URL}), 201)
    assert len(json_of(evening.scorer.get(f"{evening.path}/webhooks"))["results"]) == 1
    problem(evening.scorer.post(f"{evening.path}/webhooks", {"url": URL, "events": ["round.closed"]}), 400)
