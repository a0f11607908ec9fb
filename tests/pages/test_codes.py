"""A match as a code on the pages: shown, read, kept, handed back, settled, checked against paper."""

from __future__ import annotations

import re
from html import unescape

import pytest

from scoring.match_code import CodedMatch, decode, encode
from scoring.models import Change, Hand, Match, Player, Table
from scoring.selectors.match_snapshot import load_match
from scoring.services import match_codes
from tests.match_code.matches import coded, golden, skat_list
from tests.pages.phone import Pages, standing

pytestmark = pytest.mark.django_db

FIRST, SECOND, THIRD = ({"kind": "round", "scores": [points, -points]} for points in (20, 7, 3))


@pytest.fixture
def pages() -> Pages:
    return Pages()


@pytest.fixture
def match(pages: Pages) -> str:
    match_id = pages.start("points", 2)
    for hand in (FIRST, SECOND):
        pages.record(match_id, hand)
    return match_id


def shown(pages: Pages, match_id: str, query: str = "") -> CodedMatch:
    """What is in the code on the page."""
    page = pages.get(f"/matches/{match_id}/code{query}").content.decode()
    assert "<svg" in page
    found = re.search(r'readonly value="([^"]+)"', page)
    assert found
    return decode([found[1]])


def gone_on_with(match: CodedMatch, *hands: object) -> list[str]:
    """The code after further hands on another phone."""
    changes = list(match.changes)
    for hand in hands:
        last = changes[-1]
        changes.append(last.model_copy(update={"hand": last.hand + 1, "after": hand, "when": last.when + 60}))
    return encode(match.model_copy(update={"changes": changes}))


def read(pages: Pages, codes: list[str], status: int = 200, path: str = "/code", **more: object) -> str:
    answer = pages.post(path, {"codes": "\n".join(codes), **more})
    assert answer.status_code == status
    return unescape(answer.content.decode())


def points(match_id: str) -> list[list[float]]:
    return match_codes.points_of(load_match(match_id))


def test_the_share_page_leads_to_the_code_which_says_that_names_are_inside(pages: Pages, match: str) -> None:
    assert f'href="/matches/{match}/code"' in pages.get(f"/matches/{match}/share").content.decode()
    page = pages.get(f"/matches/{match}/code").content.decode()
    assert "names and notes are inside" in page
    assert shown(pages, match).players == ["Ada", "Ben"]
    assert "left out" in pages.get(f"/matches/{match}/code?names=no").content.decode()
    assert shown(pages, match, "?names=no").players == ["Seat 1", "Seat 2"]


def test_a_stranger_sees_no_code(match: str) -> None:
    assert Pages().get(f"/matches/{match}/code").status_code == 404


def test_several_codes_one_a_screen(pages: Pages) -> None:
    read(pages, encode(skat_list(3, deals=120)), 302, "/code/keep")
    match_id = Match.objects.get().id
    page = pages.get(f"/matches/{match_id}/code").content.decode()
    total = int((re.search(r"Code 1 of (\d+)", page) or ["", "0"])[1])
    assert total > 1
    found = []
    for number in range(1, total + 1):
        page = pages.get(f"/matches/{match_id}/code?code={number}").content.decode()
        found.append((re.search(r'readonly value="([^"]+)"', page) or ["", ""])[1])
    assert len(decode(found).changes) == 120


def test_the_page_says_what_the_code_holds_before_anything_is_stored(pages: Pages) -> None:
    coded_points = coded("points", 2, [FIRST, SECOND])
    page = read(pages, encode(coded_points))
    assert "not here yet" in page
    assert "Ann" in page
    assert not Table.objects.exists()
    answer = pages.post("/code/keep", {"codes": "\n".join(encode(coded_points))})
    kept = Match.objects.get()
    assert answer.headers["Location"] == f"/matches/{kept.id}"
    assert kept.id == coded_points.id
    assert pages.get(f"/matches/{kept.id}").status_code == 200
    pages.record(kept.id, THIRD)
    assert Hand.objects.count() == 3


def test_handed_on_and_back_it_is_one_match_and_each_hand_is_there_once(pages: Pages, match: str) -> None:
    codes = gone_on_with(shown(pages, match), THIRD)
    assert "is newer" in read(pages, codes)
    assert points(match) == [[20, -20], [7, -7]]
    read(pages, codes, 302, "/code/keep")
    assert points(match) == [[20, -20], [7, -7], [3, -3]]
    assert "with the same hands" in read(pages, codes)
    pages.record(match, FIRST)
    assert "is older" in read(pages, codes)
    read(pages, codes, 302, "/code/keep")
    assert points(match) == [[20, -20], [7, -7], [3, -3], [20, -20]]
    assert Match.objects.count() == 1


@pytest.mark.parametrize(("base", "left"), [("phone", [20, 7, 5, 3]), ("server", [20, 7, 3, 5])])
def test_both_went_on_and_a_person_settles_it(pages: Pages, match: str, base: str, left: list[int]) -> None:
    codes = gone_on_with(shown(pages, match), THIRD)
    pages.record(match, {"kind": "round", "scores": [5, -5]})
    assert "each have changes" in read(pages, codes)
    read(pages, codes, 302, "/code/keep")
    assert [row[0] for row in points(match)] == [20, 7, 5], "nothing is combined until somebody decides"
    page = read(pages, codes, path="/code/settle")
    assert "2 hands are the same in both places" in page
    read(pages, codes, 302, "/code/settle", stands=base, add="2")
    assert [row[0] for row in points(match)] == left
    assert "is older" in read(pages, codes), "the other phone is behind now, and takes it by a code"
    assert Change.objects.filter(match_id=match).count() > 3


def test_only_who_may_settle_what_differs_is_offered_to_compare(pages: Pages, match: str) -> None:
    watcher = Pages()
    watcher.get(next(iter(re.findall(r"/join/[^\"]+", pages.get(f"/matches/{match}/share").content.decode()))))
    codes = gone_on_with(shown(pages, match), THIRD)
    assert ">Compare<" not in read(pages, codes), "newer"
    assert ">Compare<" not in read(pages, encode(shown(pages, match))), "the same"
    pages.record(match, {"kind": "round", "scores": [5, -5]})
    assert ">Compare<" in read(pages, codes)
    page = read(watcher, codes)
    assert "each have changes" in page
    assert ">Compare<" not in page


def test_what_is_no_code_or_not_possible_says_why(pages: Pages) -> None:
    assert "This is no code of a match." in read(pages, ["Hello"], 422)
    skat = golden("skat").model_copy(deep=True)
    skat.changes[1].after["declarer"] = 3
    skat.changes[1].after["cards"] = ["AH", "AH"]
    page = read(pages, encode(skat), 422)
    assert re.search(r"<b>Hand 2</b>", page)
    assert not Match.objects.exists()


def test_a_code_of_a_table_that_is_not_ours_becomes_a_match_of_our_own(match: str) -> None:
    other = Pages()
    codes = encode(match_codes.coded_match(load_match(match)))
    assert "not here yet" in read(other, codes)
    read(other, codes, 302, "/code/keep")
    assert Match.objects.count() == 2
    assert points(match) == [[20, -20], [7, -7]]
    assert "with the same hands" in read(other, codes)


def test_a_printed_list_checks_itself(pages: Pages, match: str) -> None:
    assert 'class="paper-codes"' not in pages.get(f"/matches/{match}/print").content.decode()
    assert 'class="paper-codes"' in pages.get(f"/matches/{match}/print?code=1").content.decode()
    codes = match_codes.codes_of(load_match(match), printed=points(match))
    assert "Totals as printed" in read(pages, codes)
    changed = decode(codes)
    assert changed.printed
    changed.printed[1][0] = 8
    page = read(pages, encode(changed))
    assert "Totals as printed" not in page
    assert "Hand 2: the sheet has 8" in page


def test_the_address_in_a_code_leads_to_the_reader(pages: Pages) -> None:
    assert pages.get("/phone/").headers["Location"] == "/code"
    assert "<textarea" in pages.get("/code").content.decode()


def test_totals_only_are_shown_and_never_kept(pages: Pages, match: str) -> None:
    assert "hands=no" in pages.get(f"/matches/{match}/code").content.decode()
    coded_totals = shown(pages, match, "?hands=no")
    assert (coded_totals.totals, coded_totals.changes) == ([27, -27], [])
    assert shown(pages, match, "?hands=no&names=no").players == ["Seat 1", "Seat 2"]
    page = read(Pages(), encode(coded_totals))
    assert "totals only" in page
    assert "<b>27</b>" in page
    assert "Keep this match" not in page
    read(Pages(), encode(coded_totals), 422, "/code/keep")
    assert Match.objects.count() == 1
    wrong = coded_totals.model_copy(update={"totals": [27]})
    assert "a total for each side" in read(pages, encode(wrong), 422)
    both = coded_totals.model_copy(update={"changes": shown(pages, match).changes})
    assert "only if the hands are left out" in read(pages, encode(both), 422)


def change_people(pages: Pages, match: str, since: str) -> str:
    """Cleo takes Ben's seat. Returns the address of the match that goes on."""
    token = re.search(r'name="_once" value="([^"]+)"', pages.get(f"/matches/{match}/people").content.decode())
    assert token
    people = {"_once": token[1], "_version": str(standing(match).version), "player": ["Ada", "Cleo"], "since": since}
    return str(pages.post(f"/matches/{match}/people", people).headers["Location"])


def test_of_a_match_in_parts_each_part_has_its_code_and_the_page_says_so(pages: Pages, match: str) -> None:
    assert "one part of the match" not in pages.get(f"/matches/{match}/code").content.decode()
    later = change_people(pages, match, "next")
    for part in (f"/matches/{match}", later):
        page = unescape(pages.get(f"{part}/code").content.decode())
        assert "one part of the match" in page
        assert re.findall(r"Part \d", page) == ["Part 1", "Part 2"]
        assert f'href="{later}/code"' in page
    assert shown(pages, later.rpartition("/")[2]).players == ["Ada", "Cleo"]


def test_a_code_has_no_ids_of_players_and_people_may_still_be_changed_back(pages: Pages, match: str) -> None:
    seats = load_match(match).seats
    change_people(pages, match, "first")
    coded_people = shown(pages, match)
    ids = {player.id for player in Player.objects.all()}
    assert len(ids) == 3
    assert not [one for one in ids if one in coded_people.model_dump_json()]
    last = coded_people.changes[-1]
    third = last.model_copy(update={"what": "record", "hand": 3, "before": None, "after": THIRD, "when": last.when + 9})
    read(pages, encode(coded_people.model_copy(update={"changes": [*coded_people.changes, third]})), 302, "/code/keep")
    assert len(points(match)) == 3
    pages.post(f"/matches/{match}/undo")
    pages.post(f"/matches/{match}/undo")
    assert load_match(match).seats == seats
