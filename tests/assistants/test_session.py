"""An evening with an assistant: a score explained, a rule quoted, a hand recorded after a person agreed."""

from __future__ import annotations

from datetime import timedelta

import pytest
from django.test import override_settings
from django.utils import timezone

from scoring.models import Hand
from tests.api.conftest import Evening, json_of, round_of
from tests.assistants.conftest import Assistant

_SUIT = {"kind": "suit", "trump": "H", "declarer": 2, "declarer_points": 74, "matadors": {"with": 2}}


def _at(evening: Evening, role: str = "scorer") -> Assistant:
    return Assistant(evening.keys[role])


def _id(match: str) -> str:
    return match.rpartition("/")[2]


def test_an_evening_with_an_assistant(evening: Evening) -> None:
    match, assistant = evening.match(game="skat"), _at(evening)
    # "What is hearts with two worth?"
    message = assistant.ask("prompts/get", name="explain_score", arguments={"game": "Skat", "hand": "hearts with 2"})
    assert "score_hands" in message["result"]["messages"][0]["content"]["text"]
    assert "suit" in assistant.data("find_game", name="Skat")["hands"]
    explained = assistant.text("score_hands", slug="skat", players=["Ada", "Ben", "Cleo"], hands=[_SUIT])
    assert "With 2, game 3 = 3 (http://testserver/rules/skat#matadors)" in explained
    # "Where does it say so?"
    section = assistant.data("read_section", page="skat", section="matadors")
    assert assistant.data("check_quotation", quotation=section["markdown"].split(":")[0])["url"] == section["url"]
    # "Write it down."
    shown = assistant.call("record_hand", match=_id(match), hand=_SUIT)
    assert "Not recorded yet" in shown["content"][0]["text"]
    assert Hand.objects.count() == 0
    token = shown["structuredContent"]["token"]
    recorded = assistant.data("record_hand", match=_id(match), hand=_SUIT, token=token)
    assert recorded["totals"] == [0, 0, 30]
    assert recorded["next"]["dealer"] == 1
    # "And I lost a game with 130 points."
    refused = assistant.call("record_hand", match=_id(match), hand={**_SUIT, "declarer_points": 130})
    assert refused["isError"]
    assert "http://testserver/rules/skat#" in refused["content"][0]["text"]
    # "How do we stand?"
    text = assistant.text("read_match", match=_id(match), language="de")
    assert "Cleo 30" in text
    assert Hand.objects.count() == 1


def test_a_hand_is_recorded_once_however_often_it_is_sent(evening: Evening) -> None:
    match, assistant = evening.match(), _at(evening)
    token = assistant.data("record_hand", match=_id(match), hand=round_of(1, 2, 3))["token"]
    sent = {"match": _id(match), "hand": round_of(1, 2, 3), "token": token}
    first = assistant.data("record_hand", **sent)
    assert assistant.data("record_hand", **sent) == first
    evening.record(match, 5, 5, 5)
    assert assistant.data("record_hand", **sent) == first
    assert json_of(evening.scorer.get(match))["totals"] == [6, 7, 8]


def test_a_hand_that_was_shown_before_another_is_not_recorded(evening: Evening) -> None:
    match, assistant = evening.match(), _at(evening)
    token = assistant.data("record_hand", match=_id(match), hand=round_of(1, 2, 3))["token"]
    evening.record(match, 5, 5, 5)
    text = assistant.text("record_hand", match=_id(match), hand=round_of(1, 2, 3), token=token)
    assert "has changed in the meantime" in text
    assert json_of(evening.scorer.get(match))["totals"] == [5, 5, 5]


def test_a_token_is_for_its_hand_and_match_and_a_quarter_of_an_hour(
    evening: Evening, monkeypatch: pytest.MonkeyPatch
) -> None:
    match, other, assistant = evening.match(), evening.match(), _at(evening)
    token = assistant.data("record_hand", match=_id(match), hand=round_of(1, 2, 3))["token"]

    def tried(match: str = match, token: str = token, *scores: float) -> str:
        return assistant.text("record_hand", match=_id(match), hand=round_of(*(scores or (1, 2, 3))), token=token)

    assert "belongs to another hand" in tried(match, token, 3, 2, 1)
    assert "belongs to another hand" in tried(other)
    assert "no token" in tried(token=token[:-1] + ("A" if token[-1] != "A" else "B"))
    with override_settings(SECRET_KEY="another"):
        assert "no token" in tried()
    later = timezone.now() + timedelta(minutes=16)
    with monkeypatch.context() as patch:
        patch.setattr("django.core.signing.time.time", later.timestamp)
        assert "expired" in tried()
    assert Hand.objects.count() == 0
    assert "Recorded as hand 1" in tried()


def test_keys_open_what_they_open_in_the_api(evening: Evening) -> None:
    match, other = evening.match(), Evening()
    hand = {"match": _id(match), "hand": round_of(1, 2, 3)}
    viewer = _at(evening, "viewer")
    assert viewer.data("read_match", match=_id(match))["game"] == "points"
    assert "only read" in viewer.text("record_hand", **hand)
    assert "nothing here that this key opens" in _at(other).text("record_hand", **hand)
    assert "nothing here that this key opens" in _at(other).text("read_match", match=_id(match))
    for stranger in (Assistant(), Assistant("wrong.key")):
        assert "A key is needed" in stranger.text("read_match", match=_id(match))
        assert "A key is needed" in stranger.text("record_hand", **hand)
    assert "/key" in Assistant().text("read_match", match=_id(match), key=evening.keys["scorer"])
    assert Hand.objects.count() == 0
