"""The trick look-up beside an open match: its house rules, its players' names, the order of play."""

from __future__ import annotations

import re
from html import unescape

import pytest

from scoring.selectors.match_snapshot import load_match
from tests.pages.phone import Pages

pytestmark = pytest.mark.django_db


def _text(pages: Pages, path: str) -> str:
    answer = pages.get(path)
    assert answer.status_code == 200
    html = re.sub(r"<svg.*?</svg>", "", answer.content.decode(), flags=re.DOTALL)
    return " ".join(unescape(re.sub(r"<[^>]+>", " ", html)).split())


def test_the_players_of_the_match_play_in_their_order() -> None:
    pages = Pages()
    match = pages.start("skat", 3)
    names = load_match(match).names
    leads = load_match(match).status["next"]["leads"]
    text = _text(pages, f"/rules/skat/trick?match={match}")
    assert f"{names[leads]} leads" in text
    assert "Player 1" not in text

    trick = f"/rules/skat/trick?match={match}&leader=2&game=C&plays=7H&plays=AH&plays=KH"
    text = _text(pages, trick)
    assert f"{names[0]} takes the trick" in text
    assert f"Next trick: {names[0]} leads" in text
    assert f"{names[0]} leads" in _text(pages, trick + "&next=0")


def test_where_the_turn_goes_to_the_right_the_players_come_in_that_order() -> None:
    pages = Pages()
    match = pages.start("belote", 4, {"turn": "right"})
    names = load_match(match).names
    trick = f"/rules/belote/trick?match={match}&leader=2&trump=S&plays=7H&plays=AH&plays=8H&plays=9H"
    assert f"{names[1]} takes the trick" in _text(pages, trick)


def test_who_sits_out_plays_no_card() -> None:
    pages = Pages()
    match = pages.start("skat", 4)
    dealer = load_match(match).names[load_match(match).status["next"]["dealer"]]
    page = pages.get(f"/rules/skat/trick?match={match}").content.decode()
    legend = page[page.index("Who leads?") :].partition("</fieldset>")[0]
    assert dealer not in legend
    assert legend.count("<button") == 3


def test_the_house_rules_of_the_match_decide() -> None:
    pages = Pages()
    path = "/rules/gong-zhu/trick?plays=9C&plays=KC&plays=KC&plays=2H"
    usual = _text(pages, path)
    match = pages.start("gong-zhu", 4, {"decks": 2})
    here = _text(pages, f"{path}&match={match}&leader=0")
    assert "That is not possible" in usual
    assert "takes the trick" in here
    assert "House rules of this match" in here


def test_without_a_key_of_its_table_a_match_says_nothing() -> None:
    match = Pages().start("skat", 3)
    stranger = Pages()
    text = _text(stranger, f"/rules/skat/trick?match={match}")
    assert "Player 1" in text or "1, leads" in text
    assert "Who leads?" not in text
    assert "of this match" not in text


def test_names_are_not_kept_by_shared_caches() -> None:
    pages = Pages()
    match = pages.start("skat", 3)
    assert "private" in pages.get(f"/rules/skat/trick?match={match}").headers["Cache-Control"]
    assert "public" in pages.get("/rules/skat/trick").headers["Cache-Control"]
