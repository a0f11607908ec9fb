"""Webhooks of a table: who may have them, what they are told, and the log."""

from __future__ import annotations

from typing import Any
from uuid import uuid4

import pytest
from django.conf import LazySettings
from django.db import connection
from django.test.utils import CaptureQueriesContext

from scoring.models import IdempotencyRecord, Webhook, WebhookDelivery
from scoring.selectors.match_snapshot import load_match
from scoring.services import matches
from tests.api.conftest import Api, Evening, json_of, problem, round_of
from tests.api.test_schema import check, doc

URL = "https://club.example/companion"


def register(evening: Evening, **further: Any) -> Any:
    return json_of(evening.scorer.post(f"{evening.path}/webhooks", {"url": URL, **further}), 201)


def path_of(evening: Evening, webhook: Any) -> str:
    return f"{evening.path}/webhooks/{webhook['id']}"


def told(evening: Evening, webhook: Any) -> list[tuple[str, str, int | None]]:
    """Event, kind of change and hand of everything that the webhook is told, in its order."""
    path = f"{path_of(evening, webhook)}/deliveries"
    found = []
    for delivery in reversed(json_of(evening.scorer.get(path))["results"]):
        message = json_of(evening.scorer.get(f"{path}/{delivery['id']}"))["message"]
        found.append((message["type"], message["data"]["what"], message["data"]["hand"]))
    return found


# -- who may ------------------------------------------------------------------------------------------


def test_the_secret_is_shown_once(evening: Evening) -> None:
    made = register(evening)
    assert made["secret"].startswith("whsec_")
    shown = json_of(evening.scorer.get(path_of(evening, made)))
    assert shown == {name: value for name, value in made.items() if name != "secret"}
    hands, ends = ["hand.recorded", "hand.corrected", "hand.taken_back"], ["match.finished", "match.reopened"]
    assert shown["events"] == [*hands, *ends, "match.continued"]
    assert json_of(evening.scorer.get(f"{evening.path}/webhooks")) == {"results": [shown]}


def test_a_lost_answer_comes_again_with_the_secret_which_is_not_stored(evening: Evening) -> None:
    key = str(uuid4())
    first = evening.scorer.post(f"{evening.path}/webhooks", {"url": URL}, Idempotency_Key=key)
    again = evening.scorer.post(f"{evening.path}/webhooks", {"url": URL}, Idempotency_Key=key)
    assert again.headers["Idempotency-Replayed"] == "true"
    assert first.content == again.content
    secret = json_of(first, 201)["secret"]
    assert Webhook.objects.get().secret == secret
    assert secret not in IdempotencyRecord.objects.get(key=key).body


@pytest.mark.parametrize("url", ["https://127.0.0.1/", "https://169.254.169.254/latest", "http://club.example/"])
def test_an_address_that_is_not_allowed_is_neither_registered_nor_set_later(evening: Evening, url: str) -> None:
    problem(evening.scorer.post(f"{evening.path}/webhooks", {"url": url}), 422, pointer="/url")
    assert not Webhook.objects.exists()
    made = register(evening)
    problem(evening.scorer.patch(path_of(evening, made), {"url": url}, "*"), 422, pointer="/url")
    assert Webhook.objects.get().url == URL


def test_only_the_scorer_sees_and_changes_them(evening: Evening, api: Api) -> None:
    made = register(evening)
    other = Evening()
    own = path_of(evening, made)
    calls = [("GET", f"{evening.path}/webhooks"), ("GET", own), ("GET", f"{own}/deliveries"), ("POST", f"{own}/test")]
    calls += [("POST", f"{evening.path}/webhooks"), ("DELETE", own), ("POST", f"{own}/secret")]
    for method, path in calls:
        problem(evening.viewer.ask(method, path), 403)
        problem(other.scorer.ask(method, path), 404)
        problem(api.ask(method, path), 401)
    problem(other.scorer.get(f"{other.path}/webhooks/{made['id']}"), 404)
    assert Webhook.objects.count() == 1


def test_a_table_has_five_at_most(evening: Evening) -> None:
    for _ in range(5):
        register(evening)
    answer = problem(evening.scorer.post(f"{evening.path}/webhooks", {"url": URL}), 422)
    assert answer["errors"][0]["code"] == "webhooks_full"


def test_the_operator_may_switch_them_off(evening: Evening, settings: LazySettings) -> None:
    settings.WEBHOOKS = False
    answer = problem(evening.scorer.post(f"{evening.path}/webhooks", {"url": URL}), 422)
    assert answer["errors"][0]["code"] == "webhooks_off"


def test_changes_need_the_version_that_was_seen(evening: Evening) -> None:
    made = register(evening)
    path = path_of(evening, made)
    problem(evening.scorer.patch(path, {"events": ["match.finished"]}), 428)
    changed = json_of(evening.scorer.patch(path, {"events": ["match.finished"]}, 1))
    assert (changed["events"], changed["version"]) == (["match.finished"], 2)
    stale = problem(evening.scorer.patch(path, {"url": "https://other.example/"}, 1), 412)
    assert stale["current"] == changed
    problem(evening.scorer.delete(path, 1), 412)
    assert evening.scorer.delete(path, 2).status_code == 204
    problem(evening.scorer.get(path), 404)


@pytest.mark.parametrize("events", [[], ["hand.seen"]])
def test_events_are_some_of_ours(evening: Evening, events: list[str]) -> None:
    answer = evening.scorer.post(f"{evening.path}/webhooks", {"url": URL, "events": events})
    assert answer.status_code in (400, 422)
    assert not Webhook.objects.exists()


# -- what is told -------------------------------------------------------------------------------------


def test_every_change_of_hands_and_of_the_end_is_told(evening: Evening) -> None:
    webhook = register(evening)
    match = evening.match()
    evening.record(match, 1, 2, 3)
    evening.record(match, 4, 5, 6)
    json_of(evening.scorer.put(f"{match}/hands/1", round_of(0, 0, 9), 2))
    assert evening.scorer.delete(f"{match}/hands/2", 3).status_code == 204
    json_of(evening.scorer.post(f"{match}/undo"))
    json_of(evening.scorer.post(f"{match}/redo"))
    json_of(evening.scorer.patch(match, {"title": "Thursday"}, 6))
    json_of(evening.scorer.patch(match, {"ended": True}, 7))
    json_of(evening.scorer.post(f"{match}/undo"))
    assert told(evening, webhook) == [
        ("hand.recorded", "record", 1),
        ("hand.recorded", "record", 2),
        ("hand.corrected", "correct", 1),
        ("hand.taken_back", "take_back", 2),
        ("hand.recorded", "undo", 2),
        ("hand.taken_back", "redo", 2),
        ("match.finished", "finish", None),
        ("match.reopened", "undo", None),
    ]


def test_a_hand_that_ends_the_match_is_two_events_in_order(evening: Evening) -> None:
    webhook = register(evening)
    match = evening.match(options={"target": 50})
    evening.record(match, 60, 2, 3)
    json_of(evening.scorer.put(f"{match}/hands/1", round_of(6, 2, 3), 1))
    assert told(evening, webhook) == [
        ("hand.recorded", "record", 1),
        ("match.finished", "record", 1),
        ("hand.corrected", "correct", 1),
        ("match.reopened", "correct", 1),
    ]


def test_only_the_events_that_were_asked_for(evening: Evening) -> None:
    some, all_of_them = register(evening, events=["match.finished"]), register(evening)
    evening.record(evening.match(options={"target": 50}), 60, 2, 3)
    assert [event for event, *_ in told(evening, some)] == ["match.finished"]
    assert [event for event, *_ in told(evening, all_of_them)] == ["hand.recorded", "match.finished"]


def test_a_message_is_as_the_api_shows_the_match(evening: Evening) -> None:
    register(evening)
    match = evening.match(["Ada & Co", "Бен", 'Cleo "C"'])
    evening.record(match, 1, 2, 3)
    shown = json_of(evening.scorer.get(match))
    delivery = WebhookDelivery.objects.get()
    path = f"{evening.path}/webhooks/{delivery.webhook_id}/deliveries/{delivery.message}"
    message = json_of(evening.scorer.get(path))["message"]
    same = ("table", "game", "title", "version", "hand_count", "sides", "totals", "finished", "winners")
    assert {name: message["data"][name] for name in same} == {name: shown[name] for name in same}
    assert message["data"]["match"] == shown["id"]
    assert json_of(evening.viewer.get(message["data"]["links"]["match"])) == shown
    check(doc()["components"]["schemas"]["WebhookMessage"], message, "message")


def test_nothing_is_told_of_what_was_refused_and_of_imports(evening: Evening) -> None:
    match = evening.match()
    evening.record(match, 1, 2, 3)
    export = json_of(evening.scorer.get(f"{match}/export"))
    assert "webhook" not in str(export)
    register(evening)
    problem(evening.scorer.post(f"{match}/hands", round_of(1)), 422)
    json_of(evening.scorer.post(f"{evening.path}/import?known=import", export), 201)
    assert not WebhookDelivery.objects.exists()


def test_recording_costs_one_statement_more_with_webhooks_and_none_without(evening: Evening) -> None:
    def statements(*scores: int) -> int:
        match = load_match(path.rpartition("/")[2])
        with CaptureQueriesContext(connection) as queries:
            matches.record(match, round_of(*scores))
        return len([query for query in queries if "SAVEPOINT" not in query["sql"]])

    path = evening.match(options={"target": 50})
    without = statements(1, 2, 3)
    for _ in range(5):
        register(evening)
    assert without == 3
    assert statements(1, 2, 3) == statements(60, 2, 3) == without + 1
    assert WebhookDelivery.objects.count() == 15


def test_they_go_with_their_table(evening: Evening) -> None:
    register(evening)
    evening.record(evening.match(), 1, 2, 3)
    assert evening.scorer.delete(evening.path, "*").status_code == 204
    assert not Webhook.objects.exists()
    assert not WebhookDelivery.objects.exists()


# -- by hand ------------------------------------------------------------------------------------------


def test_one_that_is_off_is_told_nothing_and_can_be_switched_on_again(evening: Evening) -> None:
    webhook = register(evening)
    path, match = path_of(evening, webhook), evening.match()
    evening.record(match, 1, 2, 3)
    off = json_of(evening.scorer.patch(path, {"active": False}, 1))
    assert (off["active"], off["off"]["reason"]) == (False, "scorer")
    evening.record(match, 1, 2, 3)
    (delivery,) = json_of(evening.scorer.get(f"{path}/deliveries"))["results"]
    assert (delivery["status"], delivery["next_try_at"]) == ("given_up", None)
    problem(evening.scorer.post(f"{path}/test"), 409, "conflict")
    again = f"{path}/deliveries/{delivery['id']}/send_again"
    problem(evening.scorer.post(again), 409, "conflict")
    assert json_of(evening.scorer.patch(path, {"active": True}, 2))["off"] is None
    waiting = json_of(evening.scorer.post(again))
    assert (waiting["id"], waiting["status"]) == (delivery["id"], "waiting")


def test_a_test_is_a_delivery_of_its_own(evening: Evening) -> None:
    path = path_of(evening, register(evening))
    made = evening.scorer.post(f"{path}/test")
    delivery = json_of(made, 201)
    assert (delivery["event"], delivery["match"], delivery["status"]) == ("webhook.test", None, "waiting")
    shown = json_of(evening.scorer.get(made.headers["Location"]))
    assert shown == {**delivery, "message": shown["message"]}
    check(doc()["components"]["schemas"]["TestMessage"], shown["message"], "message")


def test_a_new_secret_signs_beside_the_old_one(evening: Evening) -> None:
    made = register(evening)
    answer = json_of(evening.scorer.post(f"{path_of(evening, made)}/secret"), 201)
    row = Webhook.objects.get()
    assert (row.secret, row.old_secret) == (answer["secret"], made["secret"])
    assert answer["secret"] != made["secret"]


def test_the_log_has_pages(evening: Evening) -> None:
    path, match = path_of(evening, register(evening)), evening.match()
    for n in range(5):
        evening.record(match, n, 2, 3)
    seen, following = [], f"{path}/deliveries?limit=2"
    while following:
        page = json_of(evening.scorer.get(following))
        seen += [one["id"] for one in page["results"]]
        following = page["next"]
    assert seen == list(WebhookDelivery.objects.order_by("-id").values_list("message", flat=True))


def test_the_document_says_what_is_sent() -> None:
    for webhook in doc()["webhooks"].values():
        operation = webhook["post"]
        assert {one["name"] for one in operation["parameters"]} >= {"webhook-id", "webhook-timestamp"}
        content = operation["requestBody"]["content"]["application/json"]
        for example in content["examples"].values():
            check(content["schema"], example["value"], operation["operationId"])


def test_what_a_phone_recorded_elsewhere_is_told_when_it_comes(evening: Evening) -> None:
    match = evening.match()
    evening.record(match, 1, 2, 3)
    earlier = json_of(evening.scorer.get(f"{match}/copy"))
    evening.record(match, 4, 5, 6)
    json_of(evening.scorer.put(f"{match}/hands/1", round_of(2, 2, 2), 2))
    json_of(evening.scorer.patch(match, {"ended": True}, 3))
    later = json_of(evening.scorer.get(f"{match}/copy"))
    evening.scorer.delete(match, "*")
    json_of(evening.scorer.post(f"{match}/copy", earlier), 201)
    made = register(evening)
    json_of(evening.scorer.post(f"{match}/copy", later))
    expected = [("hand.recorded", "record", 2), ("hand.corrected", "correct", 1), ("match.finished", "finish", None)]
    assert told(evening, made) == expected
    json_of(evening.scorer.post(f"{match}/copy", later))
    assert told(evening, made) == expected
