"""Hands and starts that the last release accepted and this one refuses or scores differently."""

from __future__ import annotations

from typing import Any

import pytest
from django.core.management import call_command

from scoring.audit import find_errors
from scoring.models import Match, TranslatedResult
from scoring.selectors.match_snapshot import load_match
from scoring.services.rescoring import rescore_matches
from tests.api.conftest import Api, json_of, problem
from tests.pages.phone import Pages
from tests.upgrade.conftest import SPECIAL, OldMatch, old_matches, special

REFUSED = [one for one in SPECIAL if one.get("first_refused")]
EACH = pytest.mark.parametrize("one", REFUSED, ids=[one["title"] for one in REFUSED])
START = "A start with a thirteenth card"

#: Every match of the dump that the audit reports, with what it says of it.
REPORTED = {
    **{f"{one['game']}: {one['title']}": f"hand {one['first_refused']} is refused today: " for one in REFUSED},
    f"calypso: {START}": "its beginning is refused today: ",
    # The golden match of that release began with a hand of 65 points; 100 is the least that a hand brings.
    "zetema: golden": "hand 1 is refused today: A hand that is played out brings at least 100",
    "zetema: Changed": "hand 1 is refused today: A hand that is played out brings at least 100",
    # A hand that is still being played is no longer counted as played.
    "twenty-five: Changed": "hand 3 is not what replaying it gives",
}


def _names() -> dict[str, str]:
    return {old.id: old.name for old in old_matches()}


def test_the_audit_reports_what_is_decided_otherwise_and_nothing_else(scorer: Api) -> None:
    names = _names()
    reported: dict[str, str] = {}
    for error in find_errors():
        head, _, text = error.partition("): ")
        reported.setdefault(names[head.split()[1]], text)
    assert reported.keys() == REPORTED.keys()
    for name, text in reported.items():
        assert text.startswith(REPORTED[name]), (name, text)
        assert not any(0xE000 <= ord(char) <= 0xF8FF for char in text), "names, not placeholders"


@EACH
def test_the_reason_is_given_where_the_hand_itself_is_sent_again(scorer: Api, one: dict[str, Any]) -> None:
    old, number = special(one["title"], one["game"]), one["first_refused"]
    path = f"/matches/{old.id}"
    refusal = problem(scorer.put(f"{path}/hands/{number}", old.hands[number - 1]["input"], old.version), 422)
    assert one["why"] in refusal["detail"]
    assert json_of(scorer.get(path))["version"] == old.version


@pytest.mark.parametrize(
    "one", [one for one in REFUSED if one["first_refused"] > 1], ids=lambda one: one["title"].replace(" ", "-")
)
def test_a_correction_before_it_is_refused_because_of_it(scorer: Api, phone: Pages, one: dict[str, Any]) -> None:
    old, number = special(one["title"], one["game"]), one["first_refused"]
    path = f"/matches/{old.id}"
    for answer in (
        scorer.put(f"{path}/hands/1", old.hands[0]["input"], old.version),
        scorer.delete(f"{path}/hands/1", old.version),
    ):
        refusal = problem(answer, 422)
        assert refusal["later_hand"] == number
        assert f"Hand {number} was accepted when it was recorded and is refused today" in refusal["detail"]
        assert one["why"] in refusal["detail"]
    page = phone.post(f"{path}/hands/1/remove", {"_version": str(old.version)})
    assert page.status_code == 422
    assert f"Hand {number} was accepted when it was recorded and is refused today" in page.content.decode()
    now = json_of(scorer.get(path))
    assert (now["version"], now["totals"]) == (old.version, old.totals)


@EACH
def test_what_comes_after_it_can_be_changed(scorer: Api, one: dict[str, Any]) -> None:
    old, number = special(one["title"], one["game"]), one["first_refused"]
    path = f"/matches/{old.id}"
    for later in range(number + 1, len(old.hands) + 1):
        version = json_of(scorer.get(path))["version"]
        json_of(scorer.put(f"{path}/hands/{later}", old.hands[later - 1]["input"], version))
    assert json_of(scorer.get(path))["totals"] == old.totals
    version = json_of(scorer.get(path))["version"]
    assert scorer.delete(f"{path}/hands/{len(old.hands)}", version).status_code == 204
    if number == len(old.hands):  # it was the refused one: it does not come back
        assert one["why"] in problem(scorer.post(f"{path}/undo"), 422)["detail"]
    else:
        assert json_of(scorer.post(f"{path}/undo"))["totals"] == old.totals


def test_the_hand_can_be_corrected_and_then_everything_can(scorer: Api) -> None:
    old = special("A hand below 100", "zetema")
    path = f"/matches/{old.id}"
    json_of(scorer.put(f"{path}/hands/2", {"kind": "summary", "points": [100, 0, 0]}, old.version))
    json_of(scorer.put(f"{path}/hands/1", {"kind": "summary", "points": [60, 30, 20]}, old.version + 1))
    assert json_of(scorer.get(path))["totals"] == [160, 90, 70]


def test_a_match_whose_start_is_refused_can_be_ended(scorer: Api, phone: Pages) -> None:
    old = special(START, "calypso")
    path = f"/matches/{old.id}"
    hand = {"kind": "final", "calypsos": [4, 0, 0, 0], "in_progress": [0, 0, 0, 0], "pile": [76, None]}
    assert "Ada had 53 cards" in problem(scorer.post(f"{path}/hands", hand), 422)["detail"]
    assert phone.post(f"{path}/hands", {}).status_code == 422
    assert json_of(scorer.patch(path, {"ended": True}, old.version))["finished"] is True


# -- scored again ----------------------------------------------------------------------------------------


def _stored() -> list[Any]:
    return [
        list(Match.objects.order_by("id").values()),
        list(Match.objects.order_by("id", "hands__number").values("hands__input", "hands__result", "hands__state")),
    ]


def test_rescoring_is_dry_by_default(scorer: Api, capsys: pytest.CaptureFixture[str]) -> None:
    before = _stored()
    call_command("audit", "--rescore")
    assert _stored() == before
    out = capsys.readouterr().out
    assert "would be rewritten; add --write to store this" in out


def _store_as_scored_otherwise(old: OldMatch) -> None:
    """Stores the match as if a release had scored its second hand -1 to 0 instead of 1 to 0."""
    changes = {2: (("[1,0]", "[-1,0]"), ("[2,0]", "[0,0]")), 3: (("[2,-1]", "[0,-1]"),)}
    for hand in Match.objects.get(id=old.id).hands.filter(number__in=changes):
        for before, after in changes[hand.number]:
            for name in ("points", "result", "state"):
                setattr(hand, name, getattr(hand, name).replace(before, after))
        hand.save()
    match = Match.objects.get(id=old.id)
    match.totals = [0, -1]
    match.state, match.summary = (text.replace("[2,-1]", "[0,-1]") for text in (match.state, match.summary))
    match.save()


def test_rescoring_writes_what_is_scored_otherwise(scorer: Api, capsys: pytest.CaptureFixture[str]) -> None:
    old = special("One point short with the last trick", "twenty-nine")
    json_of(scorer.get(f"/matches/{old.id}", Accept_Language="de"))
    assert TranslatedResult.objects.filter(hand__match_id=old.id, hand__number=2).exists()
    _store_as_scored_otherwise(old)
    refused = [match for match in old_matches() if "refused" in REPORTED.get(match.name, "")]
    before = {match.id: json_of(scorer.get(f"/matches/{match.id}")) for match in refused}
    call_command("audit", "--rescore", "--write")
    out = capsys.readouterr().out
    assert f"match {old.id} (twenty-nine): hand 2: points [-1, 0] -> [1, 0], totals [0, 0] -> [2, 0]" in out
    assert f"match {old.id} (twenty-nine): the match: totals [0, -1] -> [2, -1]" in out
    now = json_of(scorer.get(f"/matches/{old.id}"))
    assert (now["totals"], now["hands"][1]["points"]) == ([2, -1], [1, 0])
    assert (now["version"], [hand["input"] for hand in now["hands"]]) == (
        old.version,
        [hand["input"] for hand in old.hands],
    )
    assert not TranslatedResult.objects.filter(hand__match_id=old.id, hand__number=2).exists()
    for match in refused:
        assert json_of(scorer.get(f"/matches/{match.id}")) == before[match.id], match.name
        assert f"match {match.id} ({match.game}): left as it is, because it is refused today." in out
    reported = {_names()[error.split()[1]] for error in find_errors()}
    assert reported == {match.name for match in refused}
    assert not any(match.differences for match in rescore_matches(write=False)), "a second time changes nothing"


def test_rescoring_gives_new_fields_of_the_state_their_values(scorer: Api) -> None:
    old = next(old for old in old_matches() if old.name == "nine-card-don: Changed")
    assert load_match(old.id).current_state.open_points == []
    list(rescore_matches(write=True))
    assert load_match(old.id).current_state.open_points == old.hands[-1]["points"]
    calypso = next(old for old in old_matches() if old.name == "calypso: golden")
    assert "pile" in json_of(scorer.get(f"/matches/{calypso.id}"))["state"], "once it was called piles"


def test_write_alone_is_refused(scorer: Api) -> None:
    with pytest.raises(Exception, match="--write goes with --rescore only"):
        call_command("audit", "--write")
