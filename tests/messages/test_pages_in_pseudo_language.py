"""In the pseudo-language no page shows a word of raw English."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any, get_args

import pytest
from django.test import Client
from django.utils.translation import override

from rulesref.files import load_yaml
from rulesref.lookup.forms import hand_forms, trick_form
from rulesref.lookup.pack import pack_rows
from scoring.engine.match import open_match
from scoring.engine.refusal import Refusal
from scoring.engine.settlement import Method, SettleOn
from scoring.games import all_games, get
from scoring.models import AccessKey, Change, Match, Player, Table
from scoring.pages.change_labels import change_label
from scoring.pages.settlement_view import rules_in_sentences
from scoring.services import matches
from scoring.settlement_rules import AllSettlementRules
from tests.messages.pseudo import wide
from tests.messages.pseudo_catalogues import CODE, narrow_words, pseudo_language
from tests.pages import phone
from tests.pages.phone import Pages

SLUGS = sorted(all_games())
GOLDEN = Path(__file__).parent.parent / "games" / "golden"
NAMES = ["１", "２", "３", "４", "５", "６", "７", "８", "９", "１０", "１１", "１２"]


@pytest.fixture(autouse=True)
def _pseudo(pseudo_locale: Path, settings: Any, monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    monkeypatch.setattr(phone, "NAMES", NAMES)
    with pseudo_language(pseudo_locale, settings):
        yield


class PseudoPages(Pages):
    """A phone that reads the pseudo-language. raw: what stayed English, by address."""

    def __init__(self) -> None:
        super().__init__()
        self.client = Client(headers={"Accept-Language": CODE})
        self.raw: dict[str, list[str]] = {}

    def look(self, path: str, status: int = 200) -> str:
        """The HTML of a page; its English words are noted."""
        answer = self.get(path)
        assert answer.status_code == status, path
        html: str = answer.content.decode()
        if words := narrow_words(html):
            self.raw[path] = words
        return html


def _golden(slug: str) -> dict[str, Any]:
    told: dict[str, Any] = load_yaml((GOLDEN / f"{slug}.yaml").read_text())
    return told


@pytest.mark.django_db
@pytest.mark.parametrize("slug", SLUGS)
def test_the_pages_of_a_match(slug: str) -> None:
    pages, told = PseudoPages(), _golden(slug)
    pages.look(f"/new/{slug}")
    begun = pages.start(slug, told["players"])
    row = Match.objects.get(id=begun)
    Table.objects.filter(id=row.table_id).update(name="１")
    seats = [{"player": seat["player"], "name": NAMES[place]} for place, seat in enumerate(row.seats)]
    match = matches.start(row.table, get(slug), seats, told.get("options", {}), told.get("start", {})).match.id
    pages.look(f"/matches/{match}")
    recorded = 0
    for hand in told["hands"]:
        typed = {"note": "１"} if "note" in hand else {}
        try:
            change = matches.record(phone.standing(match), hand | typed)
        except Refusal as refusal:
            if refusal.errors[0].code != "only_a_question":
                raise
            continue
        recorded = change.number or recorded
        pages.look(f"/matches/{match}")
        pages.look(f"/matches/{match}/hands/{recorded}")
    for part in ("board", "print", "history", "share", "result", "settle"):
        pages.look(f"/matches/{match}/{part}")
    sheet = pages.get(f"/matches/{match}/sheet.csv").content.decode().splitlines()[0]
    pages.look(f"/tables/{row.table_id}/rules/{slug}")
    pages.look("/")
    assert pages.raw == {}
    assert narrow_words(sheet) == []
    assert AccessKey.objects.filter(table_id=row.table_id).exists()


@pytest.mark.django_db
def test_the_pages_of_a_table() -> None:
    pages = PseudoPages()
    match = pages.start("points", 3)
    table = Match.objects.get(id=match).table_id
    Table.objects.filter(id=table).update(name="１")
    matches.record(phone.standing(match), {"kind": "round", "scores": [1, 2, 3]})
    pages.look("/")
    pages.look("/new")
    pages.look("/language")
    players = Player.objects.filter(table=table).values_list("id", flat=True)
    parts = ["", "?tidy=1", "?archived=1", "?game=points", "?brought=1", "/settle", "/rules/points", "/bring", "/share"]
    for part in [*parts, "/merge", f"/merge?gone={players[0]}&kept={players[1]}"]:
        pages.look(f"/tables/{table}{part}")
    pages.look("/nothing/here", 404)
    pages.look("/join/nothing", 404)
    assert pages.raw == {}


@pytest.mark.django_db
def test_what_a_save_answers() -> None:
    """A hand that is refused, one that another phone was faster with, one that was recorded already."""
    pages = PseudoPages()
    match = pages.start("points", 3)
    form = pages.form(f"/matches/{match}")
    assert narrow_words(pages.post(form.action, {}).content.decode()) == []
    assert narrow_words(pages.post(form.action, {"_number": "7"}).content.decode()) == []
    assert narrow_words(pages.post(f"/matches/{match}/undo").content.decode()) == []
    assert narrow_words(pages.post(f"/matches/{match}/redo").content.decode()) == []


@pytest.mark.django_db
@pytest.mark.parametrize("slug", ["points", "skat", "gong-zhu", "truco"])
def test_two_languages_one_after_the_other(slug: str) -> None:
    """What is drawn once for many readers is drawn once for each language."""
    pages, told = PseudoPages(), _golden(slug)
    match = pages.start(slug, told["players"], told.get("options", {}))
    table = Match.objects.get(id=match).table_id
    Table.objects.filter(id=table).update(name="１")
    recorded = [hand for hand in told["hands"] if not _is_question(hand)][:2]
    for hand in recorded:
        matches.record(phone.standing(match), hand)
    english = Pages()
    english.client.cookies = pages.client.cookies
    parts = ("", "/now", "/hands/1", "/board", "/board/now", "/print", "/result", "/settle", "/history")
    paths = [*(f"/matches/{match}{part}" for part in parts), f"/new/{slug}", f"/tables/{table}/rules/{slug}"]
    for path in paths:
        before = pages.get(path).content.decode()
        assert _wide_words(before), path
        assert not _wide_words(english.get(path).content.decode()), path
        after = pages.get(path).content.decode()
        assert narrow_words(after) == narrow_words(before), path
    refused = [reader.post(f"/matches/{match}/hands", {}, script=True) for reader in (pages, english, pages)]
    assert [bool(_wide_words(answer.content.decode())) for answer in refused] == [True, False, True]
    assert narrow_words(refused[2].content.decode()) == []


def _is_question(hand: dict[str, Any]) -> bool:
    return bool(hand["kind"] == "bid_help")


def _wide_words(html: str) -> list[str]:
    """The words of the pseudo-language on a page, without its own name in the choice of languages."""
    return re.findall("[Ａ-Ｚａ-ｚ]+", html.replace(wide("Pseudo"), ""))


@pytest.mark.parametrize("method", get_args(Method))
@pytest.mark.parametrize("settle_on", get_args(SettleOn))
def test_the_rules_of_settling_in_sentences(method: Method, settle_on: SettleOn) -> None:
    fees: dict[str, Any] = dict.fromkeys(("stake", "cap", "lost_fee", "later_fee", "passed_in_fee", "ramsch_fee"), 2)
    rules = AllSettlementRules(word="１", unit=5, method=method, settle_on=settle_on, **fees)
    with override(CODE):
        said = rules_in_sentences(rules)
    assert len(said) >= 6
    assert narrow_words(" ".join(said)) == []


@pytest.mark.parametrize("kind", ["record", "correct", "take_back", "finish", "reopen", "retitle", "rename"])
def test_what_was_changed(kind: str) -> None:
    opened = open_match(get("skat"), 3)
    with override(CODE):
        said = [
            change_label(opened, Change(kind=kind, number=1)),
            change_label(opened, Change(kind="undo", number=1), kind),
        ]
        said.append(change_label(opened, Change(kind="redo", number=1), kind))
    assert narrow_words(" ".join(said)) == []


@pytest.mark.django_db
def test_the_api_answers_in_the_language_of_the_reader() -> None:
    pages = PseudoPages()
    body = {"players": NAMES[:3], "hands": [{"kind": "round", "scores": [1, 2]}]}
    answer = pages.client.post("/api/v1/games/points/score", json.dumps(body), "application/json")
    assert answer.headers["Content-Language"] == CODE
    assert [narrow_words(error["detail"]) for error in answer.json()["errors"]] == [[]]


@pytest.mark.django_db
def test_the_list_of_the_rules_and_the_search() -> None:
    """Search words are digits: what somebody typed is shown as it is."""
    pages = PseudoPages()
    pages.look("/rules")
    pages.look("/rules?players=4&deck=32")
    pages.look("/rules/glossary")
    pages.look("/rules/search")
    pages.look("/rules/search?game=skat")
    found = pages.look("/rules/search?q=61&game=skat")
    assert 'class="answer" lang="en"' in found
    pages.look("/rules/search?q=987654321&game=skat")
    pages.look("/rules/search?q=987654321")
    assert pages.raw == {}


@pytest.mark.django_db
@pytest.mark.parametrize("slug", SLUGS)
def test_the_rules_of_a_game(slug: str) -> None:
    """The page and every look-up, empty and with cards; what is written in English says so."""
    pages = PseudoPages()
    assert wide("This page is in English.") in pages.look(f"/rules/{slug}")
    game = get(slug)
    if form := trick_form(game):
        cards = [row[0] for row in pack_rows(game)][:4]
        pages.look(f"/rules/{slug}/trick")
        for field in form.fields:
            if field.takes_cards:
                pages.look(f"/rules/{slug}/trick?" + "&".join(f"{field.name}={code}" for code in cards))
    for form in hand_forms(game):
        pages.look(f"/rules/{slug}/lookup/{form.hand_kind}")
        taps = [f"{field.name}={field.choices[-1].code}" for field in form.fields if field.choices]
        pages.look(f"/rules/{slug}/lookup/{form.hand_kind}?" + "&".join(taps))
    assert pages.raw == {}
