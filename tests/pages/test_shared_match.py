"""What is drawn once for many is never shown after it has changed, nor to somebody who may not see it."""

from __future__ import annotations

import gzip
import json
import re
import threading
from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path
from typing import Any
from unittest.mock import patch

import pytest
from django.core.cache import cache
from django.core.management import call_command
from django.db import connection
from django.test import Client
from django.utils import translation

from scoring.db.match_rows import ConcurrentUpdate
from scoring.models import Hand, Match, Player
from scoring.pages.shared_match import match_etag, shared_match
from scoring.selectors.match_snapshot import load_match
from scoring.services import matches
from tests import loopback
from tests.server import Running, database_url

JSON = "application/json"
PLAYERS = ["Ada", "Ben", "Cleo"]


class Table:
    """A table of three with a match of Points, a phone that keeps the score and one that watches."""

    def __init__(self, game: str = "points", players: Sequence[str] = PLAYERS) -> None:
        self.program = Client()
        made = self.program.post("/api/v1/tables", json.dumps({"name": "Thursday"}), content_type=JSON).json()
        self.id = made["id"]
        self.program.defaults["HTTP_AUTHORIZATION"] = f"Bearer {made['keys']['scorer']}"
        self.writer, self.watcher = (self.phone(made["keys"][role]) for role in ("scorer", "viewer"))
        body = {"game": game, "players": players}
        self.match = self.call("POST", f"/tables/{self.id}/matches", body)["id"]

    def phone(self, key: str) -> Client:
        phone = Client(enforce_csrf_checks=True)
        phone.cookies["companion_keys"] = f"{self.id}~{key}"
        return phone

    def call(self, method: str, path: str, body: Any = None, **headers: str) -> Any:
        answer = self.program.generic(method, f"/api/v1{path}", json.dumps(body or {}), JSON, headers=headers)
        assert answer.status_code < 300, answer.content
        return answer.json() if answer.content else None

    def record(self, *scores: int) -> None:
        self.call("POST", f"/matches/{self.match}/hands", {"kind": "round", "scores": list(scores)})

    def rename(self, old: str, new: str) -> None:
        people = [
            {"id": player.id, "name": new if player.name == old else player.name}
            for player in Player.objects.filter(table_id=self.id)
        ]
        self.call("PATCH", f"/tables/{self.id}", {"players": people}, **{"If-Match": "*"})

    def seen(self) -> list[str]:
        """What is on every phone now: on the page and in the part that watchers fetch. Each is asked for twice."""
        paths = [f"/matches/{self.match}", f"/matches/{self.match}/now"]
        answers = [phone.get(path) for phone in (self.writer, self.watcher) for path in paths for _ in "ab"]
        assert {answer.status_code for answer in answers} == {200}
        for phone in (self.writer, self.watcher):
            kept, anew = self.opened(phone), self.drawn_anew(phone)
            assert kept == anew
        return [answer.content.decode() for answer in answers]

    def opened(self, phone: Client, **headers: str) -> str:
        """The page as a phone opens it, without what is its own each time."""
        page = phone.get(f"/matches/{self.match}", headers=headers).content.decode()
        return re.sub(r'(name="(?:_once|csrfmiddlewaretoken)" value=)"[^"]*"', r"\1", page)

    def drawn_anew(self, phone: Client, **headers: str) -> str:
        cache.clear()
        with patch("scoring.pages.views.match.HtmlCache.get", lambda _self, _key, render: render()):
            return self.opened(phone, **headers)

    def all_see(self, *texts: str) -> bool:
        return all(text in page for page in self.seen() for text in texts)

    def nobody_sees(self, *texts: str) -> bool:
        return not any(text in page for page in self.seen() for text in texts)


@pytest.fixture
def table(db: None) -> Table:
    table = Table()
    table.record(101, 0, 0)
    assert table.all_see("101", "Ada")
    return table


def test_a_further_hand_a_correction_undo_and_redo(table: Table) -> None:
    table.record(0, 202, 0)
    assert table.all_see("+101", "+202")
    table.call("PUT", f"/matches/{table.match}/hands/1", {"kind": "round", "scores": [303, 0, 0]}, **{"If-Match": "*"})
    assert table.all_see("+303", "+202")
    assert table.nobody_sees("+101")
    table.call("POST", f"/matches/{table.match}/undo")
    assert table.all_see("+101", "+202")
    assert table.nobody_sees("+303")
    table.call("POST", f"/matches/{table.match}/redo")
    assert table.all_see("+303")
    table.call("DELETE", f"/matches/{table.match}/hands/2", **{"If-Match": "*"})
    assert table.nobody_sees("+202")


def test_another_name(table: Table) -> None:
    table.rename("Ada", "Adelheid")
    assert table.all_see("Adelheid")
    assert table.nobody_sees(">Ada<")


def test_a_title_and_the_end(table: Table) -> None:
    table.call("PATCH", f"/matches/{table.match}", {"title": "Final"}, **{"If-Match": "*"})
    assert table.all_see("Final")
    table.call("PATCH", f"/matches/{table.match}", {"ended": True}, **{"If-Match": "*"})
    assert table.all_see("Ada wins")
    table.call("PATCH", f"/matches/{table.match}", {"ended": False}, **{"If-Match": "*"})
    assert table.nobody_sees("Ada wins")


def test_what_is_around_the_part_follows(table: Table) -> None:
    """The end of the match, the links to the rules and to this page in other languages, the line of the evening."""
    look = table.opened
    assert "#end" not in look(table.writer)
    table.call("PATCH", f"/matches/{table.match}", {"ended": True}, **{"If-Match": "*"})
    assert "#end" in look(table.writer)
    assert 'class="evening-line' not in look(table.writer)
    second = table.call("POST", f"/tables/{table.id}/matches", {"game": "points", "players": ["Ada", "Ben"]})["id"]
    table.call("POST", f"/matches/{second}/hands", {"kind": "round", "scores": [1, 2]})
    assert 'class="evening-line' in look(table.writer)
    assert 'class="evening-line' not in look(table.watcher)
    assert 'lang="de"' in look(table.writer, **{"Accept-Language": "de"})
    assert 'data-time-zone="UTC"' in look(table.writer)
    table.writer.cookies["time_zone"] = "Asia/Shanghai"
    assert 'data-time-zone="Asia/Shanghai"' in look(table.writer)
    table.call("PATCH", f"/tables/{table.id}", {"signs": "german"}, **{"If-Match": "*"})
    assert look(table.writer) == table.drawn_anew(table.writer)


def test_the_name_of_a_game_may_be_the_same_in_two_languages(db: None) -> None:
    table = Table("skat")
    assert "Settings and languages" in table.opened(table.writer)
    assert "Settings and languages" not in table.opened(table.writer, **{"Accept-Language": "de"})


def test_the_link_to_the_rules_follows_the_hand(db: None) -> None:
    table = Table("back-alley", [*PLAYERS, "Dan"])
    before = re.search(r'id="rules" href="([^"]*)"', table.opened(table.writer))
    table.call("POST", f"/matches/{table.match}/hands", {"kind": "played", "bids": [4, "pass", 3, 2], "trump": "H"})
    after = re.search(r'id="rules" href="([^"]*)"', table.opened(table.writer))
    assert before
    assert after
    assert before[1] != after[1]


def test_archived_matches_and_other_house_rules_leave_a_match_as_it_is(table: Table) -> None:
    before = table.watcher.get(f"/matches/{table.match}/now").content
    table.call("PATCH", f"/tables/{table.id}", {"options": {"points": {"target": 7}}}, **{"If-Match": "*"})
    assert table.writer.get(f"/matches/{table.match}").status_code == 200
    Match.objects.filter(id=table.match).update(archived_at="2030-01-01T00:00Z")
    assert table.watcher.get(f"/matches/{table.match}/now").content == before
    table.record(0, 202, 0)
    assert table.all_see("+202")


def test_a_match_that_was_scored_again_keeps_its_version(table: Table) -> None:
    """An operator may do so while the service runs."""
    Hand.objects.update(result=Hand.objects.get().result.replace("[101,0,0]", "[909,0,0]"), points="[909,0,0]")
    Match.objects.update(version=5, archived_at="2030-01-01T00:00Z")
    assert table.all_see("+909")
    call_command("audit", "--rescore", "--write")
    assert table.all_see("+101")
    assert table.nobody_sees("+909")
    row = Match.objects.get()
    assert row.version == 5
    assert row.archived_at
    assert row.archived_at >= row.updated_at, "it is still off the lists"


def test_a_withdrawn_link_shows_nothing(table: Table) -> None:
    table.call("POST", f"/tables/{table.id}/keys/viewer")
    assert table.watcher.get(f"/matches/{table.match}/now").status_code == 404
    assert table.watcher.get(f"/matches/{table.match}").status_code == 404


def test_watchers_cannot_write_and_hold_no_token(table: Table) -> None:
    part = table.watcher.get(f"/matches/{table.match}/now")
    assert "<form" not in part.content.decode()
    assert "csrftoken" not in part.cookies


def test_every_answer_has_tokens_of_its_own(table: Table) -> None:
    """With which the form can be sent."""
    sent = set()
    for _ in "ab":
        page = table.writer.get(f"/matches/{table.match}").content.decode()
        entry = page[page.index('<form id="entry"') :]
        fields = dict(re.findall(r'<input type="hidden" name="(\w+)" value="([^"]*)"', entry))
        sent.add((fields["_once"], fields["csrfmiddlewaretoken"]))
    assert len({once for once, _ in sent}) == len({token for _, token in sent}) == 2
    fields |= {"scores.0": "1", "scores.1": "2", "scores.2": "404"}
    answer = table.writer.post(f"/matches/{table.match}/hands", fields, headers={"HX-Request": "true"})
    assert answer.headers["Companion-Hand"] == "2"
    assert "+404" in answer.content.decode()
    assert table.all_see("+404")


def test_what_one_phone_taps_is_on_no_other(table: Table) -> None:
    tapped = {"scores.0": "55", "scores.1": "x"}
    path = f"/matches/{table.match}/hands"
    for address in (path, f"{path}/try"):
        phone = Client(headers={"HX-Request": "true"})
        phone.cookies = table.writer.cookies
        refused = phone.post(address, {**tapped, "_whole": "1"}).content.decode()
        assert 'value="55"' in refused
        assert 'class="fault"' in refused
    assert table.nobody_sees('value="55"', 'class="fault"')


def test_names_of_one_match_are_in_no_other(table: Table) -> None:
    """Two matches of one game with the same hands have the same form, but for the names."""
    other = Table()
    other.rename("Ada", "Zoe")
    other.record(101, 0, 0)
    assert other.all_see(f"/matches/{other.match}/hands/1", "Zoe")
    assert other.nobody_sees(">Ada<")
    assert table.nobody_sees("Zoe", other.match)
    assert other.nobody_sees(table.match)


def test_an_unchanged_match_is_not_sent_again(table: Table) -> None:
    path = f"/matches/{table.match}/now"
    tag = table.watcher.get(path).headers["ETag"]
    assert table.watcher.get(path, headers={"If-None-Match": tag}).status_code == 304
    assert table.watcher.get(path, headers={"If-None-Match": f"W/{tag}"}).status_code == 304, "as compression marks it"
    assert table.writer.get(path, headers={"If-None-Match": tag}).status_code == 200, "a scorer sees more"
    table.record(1, 2, 3)
    assert table.watcher.get(path, headers={"If-None-Match": tag}).status_code == 200


def test_compressed_for_those_who_take_it(table: Table) -> None:
    path = f"/matches/{table.match}/now"
    plain = table.watcher.get(path)
    packed = table.watcher.get(path, headers={"Accept-Encoding": "br, gzip"})
    assert packed.headers["Content-Encoding"] == "gzip"
    assert gzip.decompress(packed.content) == plain.content
    assert "Content-Encoding" not in plain.headers
    assert "Accept-Encoding" in plain.headers["Vary"]
    assert "Accept-Encoding" in packed.headers["Vary"]


def test_each_language_is_drawn_by_itself(table: Table) -> None:
    match = load_match(table.match)
    with translation.override("de"):
        german = match_etag(match)
    assert german != match_etag(match)


@pytest.mark.django_db(transaction=True)
def test_of_many_readers_at_once_one_draws() -> None:
    match = load_match(Table().match)
    together = threading.Barrier(8)
    drawn: list[str] = []
    got: list[str] = []

    def draw() -> tuple[str, str]:
        drawn.append("")
        threading.Event().wait(0.05)
        return f"drawing {len(drawn)}", ""

    def read() -> None:
        together.wait(10)
        got.append(shared_match(match, draw).html)
        connection.close()

    readers = [threading.Thread(target=read) for _ in range(8)]
    for reader in readers:
        reader.start()
    for reader in readers:
        reader.join(20)
    assert got == ["drawing 1"] * 8


def test_what_was_drawn_while_a_hand_was_recorded_is_not_kept(table: Table) -> None:
    table.record(4, 5, 6)
    match = replace(load_match(table.match), role="viewer")

    def draw() -> tuple[str, str]:
        matches.record(load_match(table.match), {"kind": "round", "scores": [1, 2, 3]})
        return "the totals of one version above the hands of another", ""

    with pytest.raises(ConcurrentUpdate):
        shared_match(match, draw)
    with pytest.raises(ConcurrentUpdate):
        shared_match(match, lambda: ("drawn again", ""))
    latest = replace(load_match(table.match), role="viewer")
    assert shared_match(latest, lambda: ("drawn again", "")).html == "drawn again"


def test_two_processes_on_one_database(tmp_path: Path) -> None:
    """Each has drawn the match before the other one changes it."""
    with database_url(tmp_path) as database:
        servers = [Running(tmp_path, database), Running(tmp_path, database)]
        try:
            for server in servers:
                server.start()
            programs = [loopback.Client(base_url=f"{server.url}/api/v1", timeout=60) for server in servers]
            made = programs[0].post("/tables", json={"name": "Live"}).raise_for_status().json()
            for program in programs:
                program.headers["Authorization"] = f"Bearer {made['keys']['scorer']}"
            body = {"game": "points", "players": ["Ada", "Ben"]}
            match = programs[0].post(f"/tables/{made['id']}/matches", json=body).raise_for_status().json()["id"]
            cookie = {"Cookie": f"companion_keys={made['id']}~{made['keys']['viewer']}"}

            def seen(server: Running) -> str:
                return loopback.get(f"{server.url}/matches/{match}/now", headers=cookie).raise_for_status().text

            for number, program in enumerate([*programs, *programs], 1):
                hand = {"kind": "round", "scores": [100 * number, 0]}
                program.post(f"/matches/{match}/hands", json=hand).raise_for_status()
                assert [f"+{100 * number}" in seen(server) for server in servers] == [True, True]
            # Undone by one and recorded anew by the other: as many hands and the same totals, but another version.
            programs[0].post(f"/matches/{match}/undo").raise_for_status()
            assert ["+400" in seen(server) for server in servers] == [False, False]
            programs[1].post(f"/matches/{match}/hands", json={"kind": "round", "scores": [0, 777]}).raise_for_status()
            assert ["+777" in seen(server) for server in servers] == [True, True]
        finally:
            for server in servers:
                server.stop()


@pytest.mark.django_db(transaction=True)
def test_questions_that_a_phone_has_are_not_sent_again() -> None:
    table = Table("skat")
    page = table.writer.get(f"/matches/{table.match}").content.decode()
    token, known = (re.search(rf'{name}="(\w+)"', page) for name in ('csrfmiddlewaretoken" value', "data-questions"))
    assert token
    assert known
    tapped = {"declarer": "1", "game": "H", "matadors": "with1", "matadors_by": "number", "result": "won"}
    sent = {**tapped, "result_by": "outcome", "csrfmiddlewaretoken": token[1]}

    def save(number: int, questions: str) -> str:
        headers = {"HX-Request": "true", "Companion-Questions": questions}
        form = {**sent, "_number": str(number), "_once": f"{number:032}"}
        answer = table.writer.post(f"/matches/{table.match}/hands", form, headers=headers)
        assert answer.headers["Companion-Hand"] == str(number)
        return str(answer.content.decode())

    short, full = save(1, known[1]), save(2, "others")
    assert 'name="declarer"' not in short
    assert f'data-questions="{known[1]}"' in short
    assert 'name="declarer"' in full
    assert len(short) < len(full) / 2
    assert 'name="declarer"' in table.writer.get(f"/matches/{table.match}").content.decode()
