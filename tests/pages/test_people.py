"""The page on which players of a match that goes on are changed."""

from __future__ import annotations

import re
from typing import Any

import pytest

from scoring.models import Match
from scoring.selectors.match_snapshot import load_match
from scoring.services import history
from tests.pages.phone import Pages, standing

pytestmark = pytest.mark.django_db


@pytest.fixture
def pages() -> Pages:
    return Pages()


@pytest.fixture
def match(pages: Pages) -> str:
    match = pages.start("points", 3)
    pages.record(match, {"kind": "round", "scores": [20, -5, 12]})
    return match


def _send(pages: Pages, match: str, names: list[str], since: str = "next", **hidden: str) -> object:
    page = pages.get(f"/matches/{match}/people").content.decode()
    token = re.search(r'name="_once" value="([^"]+)"', page)
    assert token
    fields = {"_once": token[1], "_version": str(standing(match).version), "player": names, "since": since}
    return pages.post(f"/matches/{match}/people", {**fields, **hidden})


def test_somebody_joins_and_the_match_goes_on_elsewhere(pages: Pages, match: str) -> None:
    assert f'href="/matches/{match}/people"' in pages.get(f"/matches/{match}").content.decode()
    names = standing(match).names
    assert _send(pages, match, [*names, "Zoe", ""]).status_code == 302  # type: ignore[attr-defined]
    later = Match.objects.get(continues=match)
    assert later.totals == [20, -5, 12, 0]
    before = pages.get(f"/matches/{match}").content.decode()
    assert f'href="/matches/{later.id}"' in before
    assert "This match goes on on a new sheet." in before
    assert 'id="undo"' in before
    assert f'action="/matches/{match}/hands"' not in before, "no form for another hand"
    assert f'href="/matches/{match}"' in pages.get(f"/matches/{later.id}").content.decode()
    assert "The match goes on on a new sheet" in pages.get(f"/matches/{match}/history").content.decode()


def test_one_box_more_than_people_is_in_view(pages: Pages, match: str) -> None:
    in_view, folded, _ = re.split(
        "<details[^>]*>|</details>", pages.get(f"/matches/{match}/people").content.decode(), maxsplit=2
    )
    assert (in_view.count('name="player"'), folded.count('name="player"')) == (4, 8)


def test_the_form_sent_twice_makes_one_part(pages: Pages, match: str) -> None:
    names = [*standing(match).names, "Zoe"]
    for _ in range(2):
        _send(pages, match, names, _once="x" * 20, _version="1")
    assert Match.objects.filter(continues=match).count() == 1


def test_swapped_seats_are_mended(pages: Pages, match: str) -> None:
    first, second, third = standing(match).names
    assert _send(pages, match, [second, first, third], "first").status_code == 302  # type: ignore[attr-defined]
    assert standing(match).names == [second, first, third]
    assert not Match.objects.filter(continues=match).exists()


def test_a_refusal_says_why_and_keeps_what_was_typed(pages: Pages, match: str) -> None:
    names = standing(match).names
    answer = _send(pages, match, [*names, names[0]])
    assert answer.status_code == 422  # type: ignore[attr-defined]
    assert "is there twice" in answer.content.decode()  # type: ignore[attr-defined]


def _sent_for(pages: Pages, slug: str, hand: dict[str, object], names: list[str], **options: object) -> tuple[str, str]:
    """A match for four with one hand, and the page after the change to these names."""
    match = pages.start(slug, 4, options)
    assert pages.record(match, hand).status_code == 302
    answer = _send(pages, match, names)
    assert answer.status_code == 302, answer.content.decode()  # type: ignore[attr-defined]
    return match, pages.get(answer.headers["Location"]).content.decode()  # type: ignore[attr-defined]


def test_a_change_that_came_too_late_shows_how_the_match_stands_now(pages: Pages, match: str) -> None:
    first, second, third = standing(match).names
    for since in ("first", "next"):
        answer: Any = _send(pages, match, [second, first, third], since, _version="0")
        assert answer.status_code == 409, since
        assert "Somebody was faster" in answer.content.decode(), since
    assert standing(match).names == [first, second, third]
    assert not Match.objects.filter(continues=match).exists()


def test_undo_on_the_new_sheet_takes_the_change_of_players_back(pages: Pages, match: str) -> None:
    _send(pages, match, [*standing(match).names, "Zoe"])
    later = Match.objects.get(continues=match).id
    form = pages.form(f"/matches/{later}", "undo")
    assert form.action == f"/matches/{match}/undo"
    answer = pages.post(form.action, form.sent())
    assert answer.headers["Location"] == f"/matches/{match}"
    assert not standing(match).continued_by
    said = pages.get(f"/matches/{match}").content.decode()
    assert "Undone: The match goes on on a new sheet" in said
    pages.record(match, {"kind": "round", "scores": [1, 2, 3]})
    assert pages.form(f"/matches/{match}", "undo").action == f"/matches/{match}/undo"


def test_the_sheet_says_what_was_carried(pages: Pages, match: str) -> None:
    names = standing(match).names
    _send(pages, match, [*names, "Zoe"])
    later = Match.objects.get(continues=match).id
    line = f"<b>Carried from before:</b> {names[0]}\xa020, {names[1]}\xa0−5, {names[2]}\xa012, Zoe\xa00."
    page = pages.get(f"/matches/{later}").content.decode()
    assert line in page, "before the first hand"
    assert f'<a href="/matches/{match}">The part before</a>' in page
    assert 'aria-label="Undo: The match goes on on a new sheet"' in page
    pages.record(later, {"kind": "round", "scores": [1, 2, 3, 4]})
    page = pages.get(f"/matches/{later}").content.decode()
    assert line in page
    assert 'aria-label="Undo: Round 2 recorded"' in page
    assert page.index('href="/matches/' + later + '/hands/1"') < page.index(line), "the first row is at the bottom"
    assert f'<a href="/matches/{match}">The part before</a>' in page
    paper = pages.get(f"/matches/{later}/print").content.decode()
    assert paper.index("sheet-box") < paper.index(line) < paper.rindex("sheet-box"), (
        "on paper the first row is at the top"
    )


def test_a_rule_that_does_not_fit_is_named(pages: Pages) -> None:
    hand = {"kind": "suit", "trump": "H", "declarer": 1, "matadors": {"with": 1}, "outcome": {"won": True}}
    match, page = _sent_for(pages, "skat", hand, ["Ada", "Ben", "Cleo"], deals=16)
    assert "As usual again, because it does not fit so many players: Deals." in page
    assert Match.objects.get(continues=match).options.get("deals") is None


def test_partners_from_two_sides_are_asked_for_their_points(pages: Pages) -> None:
    match = pages.start("truco", 4)
    pages.record(match, {"kind": "summary", "stake": 3, "winner": 0})
    names = ["Ada", "Cleo", "Ben", "Dan"]
    page = _send(pages, match, names).content.decode()  # type: ignore[attr-defined]
    assert "First and third play together." in page
    assert ">Ada &amp; Ben</label>" in page
    assert page.count('name="total"') == 2
    refused = _send(pages, match, names, total=["x", "0"])  # type: ignore[arg-type]
    assert refused.status_code == 422  # type: ignore[attr-defined]
    assert 'value="x"' in refused.content.decode()  # type: ignore[attr-defined]
    assert _send(pages, match, names, total=["2", "0"]).status_code == 302  # type: ignore[attr-defined, arg-type]
    assert Match.objects.get(continues=match).totals == [2, 0]


def test_lists_show_where_a_match_goes_on(pages: Pages, match: str) -> None:
    table = standing(match).table_id
    _send(pages, match, [*standing(match).names, "Zoe"])
    later = Match.objects.get(continues=match).id
    page = pages.get(f"/tables/{table}").content.decode()
    cards = dict(re.findall(r'<a class="match-card" href="/matches/(\w+)">(.*?)</a>', page, re.DOTALL))
    assert "goes on with other people" in cards[match]
    assert "so far" not in cards[match]
    assert "1 hand so far" in cards[later], "those of the part before, also before its first hand"
    assert "Zoe" in cards[later]
    home = pages.get("/").content.decode()
    assert f'href="/matches/{later}"' in home
    assert f'href="/matches/{match}"' not in home


def test_an_earlier_part_has_no_next_hand(pages: Pages, match: str) -> None:
    _send(pages, match, [*standing(match).names, "Zoe"])
    page = pages.get(f"/matches/{match}").content.decode()
    assert 'class="next"' not in page
    assert ">deals<" not in page
    assert page.index("This match goes on on a new sheet.") < page.index('id="sheet"')


def test_a_name_that_was_corrected_is_called_so(pages: Pages) -> None:
    match = pages.start("points", 2)
    seats = load_match(match).seats
    history.reseat(match, [{**seats[0], "name": "Adele"}, *seats[1:]], None)
    page = pages.get(f"/matches/{match}").content.decode()
    assert "The names were corrected" in page
    assert "seats were" not in page
