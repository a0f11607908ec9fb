"""If-Match and If-None-Match (RFC 9110, 13): a tag of ours is accepted in every language by every call."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, NamedTuple

import pytest
from django.conf import settings
from django.http import HttpResponse

from tests.api.conftest import Api, Evening, json_of, problem, round_of
from tests.api.events import Tournament
from tests.api.test_webhooks import path_of, register

LANGUAGES = [code for code, _ in settings.LANGUAGES]

#: What proxies and clients make of a tag.
FORMS: dict[str, Callable[[str], str]] = {
    "as it came": lambda tag: tag,
    "weak (nginx, Cloudflare)": lambda tag: f"W/{tag}",
    "-gzip (Apache, Caddy)": lambda tag: f'{tag[:-1]}-gzip"',
    "-br (Caddy)": lambda tag: f'{tag[:-1]}-br"',
    "--gzip (Jetty)": lambda tag: f'{tag[:-1]}--gzip"',
    "weak and -zstd": lambda tag: f'W/{tag[:-1]}-zstd"',
    "in a list": lambda tag: f'"other", ,{tag} ,W/"another"',
}


class Target(NamedTuple):
    """What a call changes or reads. tagged: the address whose tag the client has seen."""

    scorer: Api
    tagged: str
    path: str


def _match(evening: Evening) -> Target:
    match = evening.match()
    for number in (1, 2):
        evening.record(match, number, 0, 0)
    return Target(evening.scorer, match, match)


def _below(part: str, tagged: str = "") -> Callable[[Evening], Target]:
    def make(evening: Evening) -> Target:
        scorer, match, _ = _match(evening)
        return Target(scorer, f"{match}{tagged}", f"{match}{part}")

    return make


def _undone(evening: Evening) -> Target:
    scorer, match, _ = _match(evening)
    json_of(scorer.post(f"{match}/undo"))
    return Target(scorer, match, f"{match}/redo")


def _settled(evening: Evening) -> Target:
    scorer, _, path = _below("/settlement")(evening)
    json_of(scorer.put(path, {"value": "1"}, "*"))
    return Target(scorer, path, path)


def _table(evening: Evening) -> Target:
    other = Evening()
    return Target(other.scorer, other.path, other.path)


def _webhook(evening: Evening) -> Target:
    other = Evening()
    path = path_of(other, register(other))
    return Target(other.scorer, path, path)


def _event(part: str, tagged: str = "") -> Callable[[Evening], Target]:
    """An event of three players, whose first round runs; an address below it."""

    def make(evening: Evening) -> Target:
        event = Tournament(3, game="points")
        if not part.startswith("/entries") and part != "/rounds":
            event.begin()
        return Target(event.organiser, f"{event.path}{tagged}", f"{event.path}{part}")

    return make


_SITTING = "/rounds/1/sittings/1"
RESULT = {"scores": [{"entry": number, "points": number} for number in (1, 2, 3)]}
SCORES = round_of(5, 5, 5)
#: Every call that compares a version: its target, method and body.
CHANGES: dict[str, tuple[Callable[[Evening], Target], str, Any]] = {
    "record": (_below("/hands"), "POST", SCORES),
    "try": (_below("/hands?dry_run=true"), "POST", SCORES),
    "record after the list of hands": (_below("/hands", "/hands"), "POST", SCORES),
    "correct": (_below("/hands/1", "/hands/1"), "PUT", SCORES),
    "take back": (_below("/hands/1", "/hands/1"), "DELETE", None),
    "undo": (_below("/undo"), "POST", None),
    "undo after the history": (_below("/undo", "/history"), "POST", None),
    "redo": (_undone, "POST", None),
    "name": (_match, "PATCH", {"title": "Final"}),
    "name after the export": (_below("", "/export"), "PATCH", {"title": "Final"}),
    "name after the sheet": (_below("", "/export?format=csv"), "PATCH", {"title": "Final"}),
    "name after the copy": (_below("", "/copy"), "PATCH", {"title": "Final"}),
    "delete a match": (_match, "DELETE", None),
    "settle": (_below("/settlement", "/settlement"), "PUT", {"value": "1"}),
    "do not settle": (_settled, "DELETE", None),
    "change a table": (_table, "PATCH", {"name": "Friday"}),
    "delete a table": (_table, "DELETE", None),
    "change a webhook": (_webhook, "PATCH", {"events": ["match.finished"]}),
    "remove a webhook": (_webhook, "DELETE", None),
    "change an event": (_event(""), "PATCH", {"name": "Friday"}),
    "delete an event": (_event(""), "DELETE", None),
    "add entries": (_event("/entries", "/entries"), "POST", {"entries": [{"name": "Dan"}]}),
    "change an entry": (_event("/entries/1", "/entries/1"), "PATCH", {"club": "North"}),
    "remove an entry": (_event("/entries/1", "/entries/1"), "DELETE", None),
    "propose a round": (_event("/rounds"), "POST", {"seed": "a word"}),
    "start a round": (_event("/rounds/1/start"), "POST", None),
    "change a sitting": (_event(_SITTING, _SITTING), "PATCH", {"by_default": 1}),
    "enter a result": (_event(f"{_SITTING}/result", _SITTING), "PUT", RESULT),
    "object to a result": (_event(f"{_SITTING}/dispute", _SITTING), "POST", {"entry": 1, "text": "No"}),
}
READS: dict[str, Callable[[Evening], Target]] = {
    "match": _match,
    "hands": _below("/hands", "/hands"),
    "hand": _below("/hands/1", "/hands/1"),
    "history": _below("/history", "/history"),
    "copy": _below("/copy", "/copy"),
    "export": _below("/export", "/export"),
    "sheet": _below("/export?format=csv", "/export?format=csv"),
    "settlement": _settled,
    "table": _table,
    "webhook": _webhook,
    "event": _event(""),
    "entries": _event("/entries", "/entries"),
    "entry": _event("/entries/1", "/entries/1"),
    "sitting": _event(_SITTING, _SITTING),
    "games": lambda evening: Target(evening.scorer, "/games", "/games"),
    "rules": lambda evening: Target(evening.scorer, "/rules/skat", "/rules/skat"),
}


def _tag(target: Target, language: str = "en") -> str:
    response = target.scorer.get(target.tagged, Accept_Language=language)
    assert response.status_code == 200
    return response.headers["ETag"]


def _change(name: str, target: Target, **headers: str) -> HttpResponse:
    _, method, body = CHANGES[name]
    return target.scorer.ask(method, target.path, body, **headers)


def _taken(evening: Evening, name: str, form: str, language: str) -> None:
    target = CHANGES[name][0](evening)
    tag = FORMS[form](_tag(target, language))
    response = _change(name, target, If_Match=tag, Accept_Language=language)
    assert response.status_code in (200, 201, 204), (form, language, tag, response.content)


# A tag is read in one place, whatever is changed: every change meets every form and every language, one of them all
# pairs of both.
@pytest.mark.parametrize("name", CHANGES)
def test_a_change_takes_every_form_of_the_tag(evening: Evening, name: str) -> None:
    for form in FORMS:
        _taken(evening, name, form, "en")


@pytest.mark.parametrize("name", CHANGES)
def test_a_change_takes_the_tag_in_every_language(evening: Evening, name: str) -> None:
    for number, language in enumerate(LANGUAGES):
        _taken(evening, name, list(FORMS)[number % len(FORMS)], language)


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_form_of_the_tag_is_taken_in_every_language(evening: Evening, language: str) -> None:
    for form in FORMS:
        _taken(evening, next(iter(CHANGES)), form, language)


@pytest.mark.parametrize("name", CHANGES)
def test_a_change_takes_a_tag_of_another_language(evening: Evening, name: str) -> None:
    for seen, asked in (("pt-BR", "de"), ("zh-Hans", "en"), ("en", "pt-BR")):
        target = CHANGES[name][0](evening)
        response = _change(name, target, If_Match=_tag(target, seen), Accept_Language=asked)
        assert response.status_code in (200, 201, 204), (seen, asked, response.content)


@pytest.mark.parametrize("name", CHANGES)
def test_a_change_refuses_every_other_tag(evening: Evening, name: str) -> None:
    target = CHANGES[name][0](evening)
    tag = _tag(target)
    others = (f'"1{tag[1:]}', f'{tag[:-1]}0"', f'{tag[:-1]}-tlh"', tag[1:-1], '""', '"*"', "", "x, *", f'"0{tag[1:]}')
    for other in others:
        problem(_change(name, target, If_Match=other), 412, "stale")
    assert _change(name, target, If_Match=tag).status_code in (200, 201, 204), "nothing was changed before"


@pytest.mark.parametrize("name", CHANGES)
def test_if_none_match_keeps_a_change_from_what_it_names(evening: Evening, name: str) -> None:
    target = CHANGES[name][0](evening)
    tag = _tag(target, "pt-BR")
    for none_match in ("*", tag, f"W/{tag}", f'"x", {tag}'):
        refused = _change(name, target, If_Match=tag, If_None_Match=none_match)
        assert "If-None-Match" in problem(refused, 412, "stale")["detail"]
    assert _change(name, target, If_Match=tag, If_None_Match='"x"').status_code in (200, 201, 204)


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("name", READS)
def test_a_read_compares_both(evening: Evening, name: str, language: str) -> None:
    target = READS[name](evening)
    tag = _tag(target, language)

    def read(**headers: str) -> int:
        return target.scorer.get(target.path, Accept_Language=language, **headers).status_code

    for form, formed in FORMS.items():
        assert read(If_None_Match=formed(tag)) == 304, form
        assert read(If_Match=formed(tag)) == 200, form
    assert (read(If_Match="*"), read(If_None_Match="*")) == (200, 304)
    assert (read(If_Match='"x"'), read(If_None_Match='"x", "*"')) == (412, 200)
    assert read(If_Match='"x"', If_None_Match=tag) == 412, "If-Match comes first"


def test_a_read_in_another_language_is_another_text(evening: Evening, match: str) -> None:
    tags = {language: _tag(Target(evening.scorer, match, match), language) for language in LANGUAGES}
    assert len(set(tags.values())) == len(LANGUAGES)
    for language in LANGUAGES:
        known = [other for other, tag in tags.items() if other != language]
        answer = evening.viewer.get(
            match, Accept_Language=language, If_None_Match=", ".join(tags[other] for other in known)
        )
        assert answer.status_code == 200


def test_a_list_without_a_tag_cannot_be_the_one_that_was_seen(evening: Evening) -> None:
    assert "ETag" not in evening.viewer.get(f"{evening.path}/matches").headers
    problem(evening.viewer.get(f"{evening.path}/matches", If_Match='"1"'), 412, "stale")
    json_of(evening.viewer.get(f"{evening.path}/matches", If_Match="*"))


def test_a_copy_that_is_given_back_compares_too(evening: Evening, match: str) -> None:
    copy = json_of(evening.viewer.get(f"{match}/copy"))
    problem(evening.scorer.post(f"{match}/copy", copy, If_Match='"7"'), 412, "stale")
    assert json_of(evening.scorer.post(f"{match}/copy", copy, If_Match='"0"'))["comparison"] == "same"


# -- the same DELETE twice -------------------------------------------------------------------------------------


def _points(evening: Evening, match: str) -> list[int]:
    return [hand["points"][0] for hand in json_of(evening.viewer.get(match))["hands"]]


@pytest.fixture
def three(evening: Evening, match: str) -> str:
    """A match of three hands: 1, 2 and 3 points."""
    for number in (1, 2, 3):
        evening.record(match, number, 0, 0)
    return match


@pytest.mark.parametrize("number", [1, 2, 3])
@pytest.mark.parametrize("headers", [{"If_Match": "*"}, {"If_Match": '"3"'}, {"If_Match": '"3-pt-br"'}])
def test_a_repeated_delete_removes_one_hand(evening: Evening, three: str, number: int, headers: dict[str, str]) -> None:
    path = f"{three}/hands/{number}"
    assert evening.scorer.ask("DELETE", path, **headers).status_code == 204
    left = [points for points in (1, 2, 3) if points != number]
    for _ in range(2):
        again = evening.scorer.ask("DELETE", path, **headers)
        assert again.status_code in (404, 412, 428), again.content
        assert _points(evening, three) == left
    # Not even after others have gone on.
    evening.record(three, 9, 0, 0)
    assert evening.scorer.ask("DELETE", path, **headers).status_code in (412, 428)
    assert _points(evening, three) == [*left, 9]


def test_the_answer_to_a_repeated_delete_gives_the_tag_to_go_on_with(evening: Evening, three: str) -> None:
    evening.scorer.delete(f"{three}/hands/1", "*")
    again = evening.scorer.delete(f"{three}/hands/1", "*")
    problem(again, 428, "precondition-needed")
    assert evening.scorer.delete(f"{three}/hands/1", again.headers["ETag"]).status_code == 204
    assert _points(evening, three) == [3]


def test_a_hand_that_came_back_may_be_taken_back_again(evening: Evening, three: str) -> None:
    evening.scorer.delete(f"{three}/hands/1", "*")
    json_of(evening.scorer.post(f"{three}/undo"))
    assert evening.scorer.delete(f"{three}/hands/1", "*").status_code == 204
    assert _points(evening, three) == [2, 3]


# -- a lost answer of PUT, PATCH and DELETE --------------------------------------------------------------------

DELETED = ("delete a match", "delete a table", "remove a webhook", "delete an event", "remove an entry")
KEPT = {
    name: (method, body)
    for name, (_, method, body) in CHANGES.items()
    # The same result again is no other change: tests/api/test_event_results.py.
    if method != "POST" and name not in (*DELETED, "enter a result") and "after" not in name
}


@pytest.mark.parametrize("name", KEPT)
def test_a_change_with_an_idempotency_key_is_made_once(evening: Evening, name: str) -> None:
    target = CHANGES[name][0](evening)
    headers = {"If_Match": _tag(target), "Idempotency_Key": "one"}
    first = _change(name, target, **headers)
    again = _change(name, target, **headers)
    assert (again.status_code, again.content) == (first.status_code, first.content), "not 412: this answer was lost"
    assert again.headers.get("ETag") == first.headers.get("ETag")
    assert again.headers["Idempotency-Replayed"] == "true"
    problem(_change(name, target, **{**headers, "Idempotency_Key": "two"}), 412, "stale")


def test_a_delete_with_an_idempotency_key_needs_no_version(evening: Evening, three: str) -> None:
    path = f"{three}/hands/1"
    for key in ("one", "one", "two", "two"):
        assert evening.scorer.delete(path, "*", Idempotency_Key=key).status_code == 204
    assert _points(evening, three) == [3]


def test_the_key_of_a_refused_change_may_be_used_again(evening: Evening, three: str) -> None:
    problem(evening.scorer.delete(f"{three}/hands/2", 0, Idempotency_Key="one"), 412)
    assert evening.scorer.delete(f"{three}/hands/2", 3, Idempotency_Key="one").status_code == 204
    problem(evening.scorer.delete(f"{three}/hands/1", 4, Idempotency_Key="one"), 422, "key-reused")


@pytest.mark.parametrize("name", DELETED)
def test_what_was_deleted_is_not_found_when_the_answer_was_lost(evening: Evening, name: str) -> None:
    target = CHANGES[name][0](evening)
    headers = {"If_Match": _tag(target)}
    assert _change(name, target, **headers).status_code == 204
    assert _change(name, target, **headers).status_code in (401, 404)


def test_a_stored_answer_is_for_the_same_request_with_if_match(evening: Evening) -> None:
    match = evening.match()
    for _ in range(2):
        evening.record(match, 1, 2, 3)
    first = evening.scorer.delete(f"{match}/hands/1", version=2, Idempotency_Key="once")
    again = evening.scorer.delete(f"{match}/hands/1", version=2, Idempotency_Key="once")
    assert (first.status_code, again.status_code) == (204, 204)
    problem(evening.scorer.delete(f"{match}/hands/1", Idempotency_Key="once"), 428, "precondition-needed")
    assert json_of(evening.viewer.get(match))["hand_count"] == 1
