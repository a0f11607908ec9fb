"""People change in a match that goes on: POST /matches/{id}/continue, and mended seats."""

from __future__ import annotations

import random
from typing import Any

import pytest
from django.core.management import CommandError, call_command

from scoring.live.watch_access import standings
from scoring.models import Match
from scoring.selectors.match_snapshot import load_match
from scoring.selectors.settlements import parts_of
from scoring.services import parts
from tests.api.conftest import Evening, json_of, problem
from tests.api.test_schema import check, doc
from tests.api.test_standings import lines
from tests.api.test_webhooks import path_of, register, told

STAKES = {"word": "cents", "method": "differences", "value": "1"}


def go_on(evening: Evening, match: str, players: list[str], totals: Any = None, status: int = 201) -> dict[str, Any]:
    body = {"players": players, **({"totals": totals} if totals else {})}
    answer: dict[str, Any] = json_of(evening.scorer.post(f"{match}/continue", body), status)
    return answer


def address(answer: dict[str, Any]) -> str:
    return f"/matches/{answer['id']}"


def read(evening: Evening, match: str) -> dict[str, Any]:
    answer: dict[str, Any] = json_of(evening.viewer.get(match))
    return answer


def money(evening: Evening) -> dict[str, int]:
    settled = json_of(evening.viewer.get(f"{evening.path}/settlement"))["settlements"]
    return {one["name"]: one["balance"] for one in settled[0]["players"]} if settled else {}


def history(evening: Evening, match: str) -> list[str]:
    return [entry["what"] for entry in json_of(evening.viewer.get(f"{match}/history"))["results"]]


def audit_is_clean() -> bool:
    call_command("audit")
    return True


def begun(evening: Evening) -> str:
    match = evening.match(["Ada", "Ben", "Cleo"], options={"rounds": 4})
    evening.record(match, 10, 5, 0)
    return match


def test_somebody_takes_over_a_seat(evening: Evening) -> None:
    match = begun(evening)
    answer = go_on(evening, match, ["Ada", "Dan", "Cleo"])
    assert answer["totals"] == [10, 5, 0]
    assert [seat["name"] for seat in answer["players"]] == ["Ada", "Dan", "Cleo"]
    assert answer["begun_anew"] == []
    assert answer["continues"] == match.rpartition("/")[2]
    assert read(evening, match)["continued_by"] == answer["id"]
    assert not read(evening, match)["finished"]
    assert history(evening, match) == ["record", "continue"]
    refused = evening.scorer.post(f"{match}/hands", {"kind": "round", "scores": [1, 1, 1]})
    assert problem(refused, 422)["errors"][0]["code"] == "continued"
    for _ in range(3):
        evening.record(address(answer), 0, 20, 0)
    assert read(evening, address(answer))["finished"], "four rounds in all"
    standings = lines(evening)
    assert [standings[name]["matches"] for name in ("Ada", "Ben", "Dan")] == [1, 1, 1]
    assert [standings[name]["wins"] for name in ("Ada", "Ben", "Dan")] == [0, 0, 1]
    assert [standings[name]["finished"] for name in ("Ada", "Ben", "Dan")] == [1, 0, 1]
    assert (standings["Ben"]["points"], standings["Dan"]["points"]) == (5, 60)
    assert audit_is_clean()


def test_somebody_joins_with_nothing_and_somebody_leaves(evening: Evening) -> None:
    joined = go_on(evening, begun(evening), ["Ada", "Ben", "Cleo", "Dan"])
    assert joined["totals"] == [10, 5, 0, 0]
    evening.record(address(joined), 1, 1, 1, 1)
    left = go_on(evening, address(joined), ["Dan", "Ada", "Ben"], [None, 50, None])
    assert left["totals"] == [1, 50, 6]
    problem(evening.scorer.post(f"{address(left)}/continue", {"players": ["Ada"]}), 422)


def test_undo_takes_it_back_while_no_hand_is_recorded(evening: Evening) -> None:
    match = begun(evening)
    answer = go_on(evening, match, ["Ada", "Ben", "Cleo", "Dan"])
    evening.record(address(answer), 1, 1, 1, 1)
    assert problem(evening.scorer.post(f"{match}/undo"), 422)["errors"][0]["code"] == "continued"
    json_of(evening.scorer.post(f"{address(answer)}/undo"))
    assert json_of(evening.scorer.post(f"{match}/undo"))["continued_by"] is None
    problem(evening.viewer.get(address(answer)), 404)
    problem(evening.scorer.post(f"{match}/redo"), 409)
    evening.record(match, 1, 2, 3)
    assert audit_is_clean()


def test_a_deleted_part_lets_the_match_go_on(evening: Evening) -> None:
    match = begun(evening)
    answer = go_on(evening, match, ["Ada", "Ben", "Dan"])
    evening.record(address(answer), 1, 1, 1)
    version = read(evening, match)["version"]
    assert problem(evening.scorer.delete(match, version), 422)["errors"][0]["code"] == "continued"
    assert evening.scorer.delete(address(answer), 1).status_code == 204
    assert read(evening, match)["continued_by"] is None
    evening.record(match, 1, 1, 1)
    assert history(evening, match) == ["record", "continue", "continue", "record"]
    for hands in (1, 0):
        json_of(evening.scorer.post(f"{match}/undo"))
        assert len(read(evening, match)["hands"]) == hands
    assert audit_is_clean()


def test_webhooks_are_told_where_a_match_goes_on(evening: Evening) -> None:
    match = begun(evening)
    webhook = register(evening)
    first = go_on(evening, match, ["Ada", "Ben", "Dan"])
    json_of(evening.scorer.post(f"{match}/undo"))
    second = go_on(evening, match, ["Ada", "Ben", "Dan"])
    assert evening.scorer.delete(address(second), 0).status_code == 204
    assert told(evening, webhook) == [
        ("match.continued", "continue", None),
        ("match.reopened", "undo", None),
        ("match.continued", "continue", None),
        ("match.reopened", "continue", None),
    ]
    log = f"{path_of(evening, webhook)}/deliveries"
    found = [json_of(evening.scorer.get(f"{log}/{one['id']}")) for one in json_of(evening.scorer.get(log))["results"]]
    ids = [one["message"]["data"].get("continued_by") for one in found]
    assert ids == [None, second["id"], None, first["id"]]
    for one in found:
        check({"$ref": "#/components/schemas/DeliveryWithMessage"}, one, "a delivery")


def test_webhooks_are_told_of_an_end_that_a_correction_before_it_brings(evening: Evening) -> None:
    """Two rounds to 30: with another first round the second part is over after its round."""
    match = evening.match(["Ada", "Ben", "Cleo"], options={"target": 30})
    evening.record(match, 10, 5, 0)
    second = go_on(evening, match, ["Ada", "Ben", "Dan"])
    evening.record(address(second), 10, 5, 0)
    webhook = register(evening)
    json_of(evening.scorer.put(f"{match}/hands/1", {"kind": "round", "scores": [20, 5, 0]}, "*"))
    assert ("match.finished", "carry", None) in told(evening, webhook)
    kinds = doc()["components"]["schemas"]["MatchEvent"]["properties"]["what"]["x-extensible-enum"]
    assert {"carry", "continue"} <= set(kinds)


def test_a_stream_says_where_a_match_goes_on(evening: Evening) -> None:
    match = begun(evening)
    own = match.rpartition("/")[2]
    assert b"continued_by" not in standings([own])[own].event
    second = go_on(evening, match, ["Ada", "Ben", "Dan"])
    assert f'"continued_by":"{second["id"]}"'.encode() in standings([own])[own].event


@pytest.mark.parametrize(
    ("part", "columns", "said"),
    [
        ("earlier", {"continued_by": ""}, "which does not go on in it"),
        ("earlier", {"continued_by": "0" * 28}, "which is not here"),
        ("later", {"continues": ""}, "which does not go on from it"),
        ("later", {"continues": "0" * 28}, "which is not here"),
        ("later", {"carried": {"seats": [0, 1, 2], "totals": [7, 7, 7]}}, "does not begin with its totals"),
    ],
)
def test_the_audit_finds_a_broken_link(
    evening: Evening, capsys: pytest.CaptureFixture[str], part: str, columns: Any, said: str
) -> None:
    match = begun(evening)
    second = go_on(evening, match, ["Ada", "Ben", "Dan"])
    assert audit_is_clean()
    changed = match.rpartition("/")[2] if part == "earlier" else second["id"]
    Match.objects.filter(id=changed).update(**columns)
    with pytest.raises(CommandError):
        call_command("audit")
    assert said in capsys.readouterr().err


def test_a_copy_brings_the_undo_of_a_change_of_people(evening: Evening) -> None:
    """On a phone that went on alone: the part that the server had is gone as well, unless somebody played there."""
    match = begun(evening)
    second = go_on(evening, match, ["Ada", "Ben", "Dan"])
    continued = json_of(evening.scorer.get(f"{match}/copy"))
    part = json_of(evening.scorer.get(f"{address(second)}/copy"))
    json_of(evening.scorer.post(f"{match}/undo"))
    undone = json_of(evening.scorer.get(f"{match}/copy"))
    assert evening.scorer.delete(match, "*").status_code == 204
    json_of(evening.scorer.post(f"{match}/copy", continued), 201)
    json_of(evening.scorer.post(f"{address(second)}/copy", part), 201)
    assert audit_is_clean()
    assert json_of(evening.scorer.post(f"{match}/copy", undone))["comparison"] == "ahead"
    problem(evening.viewer.get(address(second)), 404)
    assert audit_is_clean()


def test_a_correction_before_the_change_reaches_the_part_after_it(evening: Evening) -> None:
    match = begun(evening)
    second = go_on(evening, match, ["Cleo", "Ada", "Ben", "Dan"])
    evening.record(address(second), 1, 1, 1, 1)
    third = go_on(evening, address(second), ["Dan", "Cleo"])
    version = read(evening, match)["version"]
    corrected = {"kind": "round", "scores": [10, 5, 7]}
    json_of(evening.scorer.put(f"{match}/hands/1", corrected, version))
    assert read(evening, address(second))["totals"] == [8, 11, 6, 1]
    assert read(evening, address(third))["totals"] == [1, 8]
    assert history(evening, address(second)) == ["record", "continue", "carry"]
    assert audit_is_clean()


def test_seats_mended_after_the_start(evening: Evening) -> None:
    match = begun(evening)
    answer = json_of(evening.scorer.patch(match, {"players": ["Ben", "Ada", "Cleo"]}, 1))
    assert [seat["name"] for seat in answer["players"]] == ["Ben", "Ada", "Cleo"]
    assert (lines(evening)["Ben"]["points"], lines(evening)["Ada"]["points"]) == (10, 5)
    assert history(evening, match) == ["record", "reseat"]
    undone = json_of(evening.scorer.post(f"{match}/undo"))
    assert [seat["name"] for seat in undone["players"]] == ["Ada", "Ben", "Cleo"]
    again = json_of(evening.scorer.post(f"{match}/redo"))
    assert [seat["name"] for seat in again["players"]] == ["Ben", "Ada", "Cleo"]
    refused = problem(evening.scorer.patch(match, {"players": ["Ben", "Ada"]}, 4), 422)
    assert refused["errors"][0]["pointer"] == "/players"
    assert audit_is_clean()


def test_what_cannot_be_continued(evening: Evening) -> None:
    match = evening.match(["Ada", "Ben", "Cleo"], options={"rounds": 4})

    def post(**body: Any) -> Any:
        return problem(evening.scorer.post(f"{match}/continue", body), 422)["errors"][0]

    assert post(players=["Ada", "Ben"])["code"] == "not_begun"
    evening.record(match, 10, 5, 0)
    assert post(players=["Ada", "Ben", "Cleo"])["code"] == "people_unchanged"
    assert post(players=[f"P{n}" for n in range(13)])["pointer"] == "/players"
    assert post(players=["Ada", "Ben"], totals=[1])["pointer"] == "/totals"
    assert post(players=["Ada", "Ada"])["pointer"] == "/players/1"
    stale = evening.scorer.post(f"{match}/continue", {"players": ["Ada", "Ben"]}, If_Match='"0"')
    assert stale.status_code == 412
    assert len(json_of(evening.viewer.get(f"{evening.path}/matches"))["results"]) == 1, "nothing half written"


def test_an_option_that_does_not_fit_is_the_usual_one_again(evening: Evening) -> None:
    match = evening.match(["Ada", "Ben", "Cleo", "Dan"], game="skat", options={"deals": 16, "kontra": "kontra"})
    hand = {"kind": "suit", "trump": "H", "declarer": 1, "matadors": {"with": 1}, "outcome": {"won": True}}
    json_of(evening.scorer.post(f"{match}/hands", hand), 201)
    answer = go_on(evening, match, ["Ada", "Ben", "Cleo"])
    assert answer["begun_anew"] == ["options.deals"]
    assert answer["options"] == {"kontra": "kontra"}
    assert read(evening, match)["options"]["deals"] == 16, "the part before keeps it"
    json_of(evening.scorer.put(f"{match}/hands/1", {**hand, "declarer": 2}, read(evening, match)["version"]))
    assert read(evening, address(answer))["totals"] == [0, 0, 20], "a correction before it is carried"
    assert audit_is_clean()


def test_a_retry_makes_one_part(evening: Evening) -> None:
    match = begun(evening)
    body = {"players": ["Ada", "Ben", "Dan"]}
    first, second = [evening.scorer.post(f"{match}/continue", body, Idempotency_Key="k1") for _ in range(2)]
    assert json_of(first, 201) == json_of(second, 201)


def test_an_export_keeps_the_parts_together(evening: Evening) -> None:
    match = begun(evening)
    second = go_on(evening, match, ["Cleo", "Ada", "Ben", "Dan"])
    evening.record(address(second), 1, 1, 1, 1)
    parts = [json_of(evening.viewer.get(f"{path}/export")) for path in (match, address(second))]
    document = {**parts[0], "matches": parts[0]["matches"] + parts[1]["matches"]}
    assert document["matches"][1]["continues"] == {
        "match": None,
        "seats": [2, 0, 1, None],
        "totals": None,
        "dealer": None,
    }
    document["matches"][1]["continues"]["match"] = 0
    other = json_of(evening.scorer.post("/tables", {"name": "Other"}), 201)
    guest = type(evening.scorer)(other["keys"]["scorer"])
    imported = json_of(guest.post(f"/tables/{other['id']}/import", document), 201)["matches"]
    assert imported[1]["continues"] == imported[0]["id"]
    assert imported[0]["continued_by"] == imported[1]["id"]
    document["matches"][1]["continues"]["match"] = 1
    refused = problem(guest.post(f"/tables/{other['id']}/import", document), 422)
    assert refused["errors"][0]["pointer"] == "/matches/1/continues/match"
    assert audit_is_clean()


@pytest.mark.parametrize("dealer", [0, 2])
def test_a_dealer_who_was_chosen_is_in_copies_and_exports(evening: Evening, dealer: int) -> None:
    """And counts again when a correction in the part before starts the next one anew."""
    match = begun(evening)
    second = parts.continue_match(match.removeprefix("/matches/"), ["Ada", "Ben", "Cleo"], dealer=dealer).match.id
    copies = [json_of(evening.scorer.get(f"{path}/copy")) for path in (match, f"/matches/{second}")]
    assert copies[1]["match"]["continues"]["dealer"] == dealer
    assert evening.scorer.delete(f"/matches/{second}", "*").status_code == 204
    assert evening.scorer.delete(match, "*").status_code == 204
    for copied in copies:
        json_of(evening.scorer.post(f"/matches/{copied['match']['id']}/copy", copied), 201)
    json_of(evening.scorer.put(f"{match}/hands/1", {"kind": "round", "scores": [20, 5, 0]}, "*"))
    answer = read(evening, f"/matches/{second}")
    assert (answer["totals"], answer["next"]["dealer"]) == ([20, 5, 0], dealer)
    export = json_of(evening.viewer.get(f"/matches/{second}/export"))
    json_of(evening.scorer.post(f"{evening.path}/import?known=import", export), 201)
    assert audit_is_clean()


def test_a_copy_cannot_be_linked_to_itself_or_to_another_table(evening: Evening) -> None:
    match = begun(evening)
    theirs = Evening()
    others = go_on(theirs, begun(theirs), ["Ada", "Ben", "Dan"])["id"]
    own = match.removeprefix("/matches/")
    evening.record(match, 1, 1, 1)
    copied = json_of(evening.scorer.get(f"{match}/copy"))
    for name in ("part_before", "part_after"):
        for linked in (own, others):
            body = {**copied, "match": {**copied["match"], name: linked}}
            refused = problem(evening.scorer.post(f"{match}/copy", body), 422)
            assert refused["errors"][0]["pointer"] == f"/match/{name}"


@pytest.mark.parametrize("linked", ["itself", "in a circle", "another table", "another game"])
def test_a_link_that_cannot_be_changes_nothing(evening: Evening, linked: str) -> None:
    """However it came into the database: the pages answer, and no other match is read or changed."""
    match = begun(evening)
    second = go_on(evening, match, ["Ada", "Ben", "Dan"])
    theirs = Evening()
    own, later = match.removeprefix("/matches/"), second["id"]
    strange = {
        "itself": own,
        "in a circle": later,
        "another table": go_on(theirs, begun(theirs), ["Ada", "Ben", "Dan"])["id"],
        "another game": evening.match(["Ada", "Ben", "Cleo"], game="skat").removeprefix("/matches/"),
    }[linked]
    settled = json_of(evening.scorer.put(f"{match}/settlement", STAKES, "*"))
    Match.objects.filter(id=own).update(continues=strange)
    if linked != "in a circle":
        Match.objects.filter(id=own).update(continued_by=strange)
    Match.objects.filter(id=later).update(continued_by=own)
    before = Match.objects.filter(id=strange).values().get() if strange not in (own, later) else None
    assert len(parts_of(load_match(own))) == (2 if linked == "in a circle" else 1)
    json_of(evening.scorer.put(f"{match}/hands/1", {"kind": "round", "scores": [11, 5, 0]}, "*"))
    json_of(evening.scorer.post(f"{match}/undo"))
    assert json_of(evening.viewer.get(f"{match}/settlement")) == settled
    assert before is None or Match.objects.filter(id=strange).values().get() == before


@pytest.mark.parametrize("seed", range(12))
def test_random_changes_count_every_hand_and_every_coin_once(evening: Evening, seed: int) -> None:
    """Who sat gets the points and the money of a hand; the match counts once, its win for the last part."""
    dice = random.Random(seed)
    everybody = ["Ada", "Ben", "Cleo", "Dan", "Eve"]
    points: dict[str, int] = dict.fromkeys(everybody, 0)
    owed: dict[str, int] = dict.fromkeys(everybody, 0)
    people = dice.sample(everybody, dice.randint(2, 4))
    match, played = evening.match(people), set(people)
    tag = evening.viewer.get(f"{match}/settlement").headers["ETag"]
    json_of(evening.scorer.put(f"{match}/settlement", STAKES, tag))
    for _ in range(dice.randint(3, 7)):
        for _ in range(dice.randint(1, 3)):
            scores = [dice.randint(-20, 20) for _ in people]
            evening.record(match, *scores)
            for person, score in zip(people, scores, strict=True):
                points[person] += score
                owed[person] += len(people) * score - sum(scores)
        new = dice.sample(everybody, dice.randint(2, 5))
        if new == people:
            continue
        match, people = address(go_on(evening, match, new)), new
        evening.record(match, *([0] * len(people)))
        played |= set(people)
    version = read(evening, match)["version"]
    final = json_of(evening.scorer.patch(match, {"ended": True}, version))
    winners = {people[side] for side in final["winners"]}
    standings = lines(evening)
    for person in everybody:
        if person not in standings:
            assert person not in played
            continue
        line = standings[person]
        assert line["points"] == points[person]
        assert line["matches"] == (person in played)
        assert line["finished"] == (person in people)
        assert line["wins"] == (person in winners)
    paid = money(evening)
    assert sum(paid.values()) == 0
    assert paid == {person: owed[person] for person in paid}
    assert audit_is_clean()
