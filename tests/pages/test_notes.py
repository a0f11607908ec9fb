"""A note on a hand of any game: entered below the form, shown on the sheet, changed without scoring again."""

from __future__ import annotations

from typing import Any

import pytest
from pydantic_core import from_json

from rulesref.files import load_yaml
from scoring.games import all_games
from scoring.models import Change, Hand, Match
from scoring.pages.match_view import MatchView
from scoring.pages.result_text import result_text, sheet_text
from scoring.services import history, match_copies, matches, transfer
from tests.browser import LARGE, SMALL
from tests.conftest import Hold
from tests.pages.phone import NAMES, Pages, standing
from tests.pages.test_every_game import GOLDEN, started


def _recorded(slug: str, note: str | None) -> tuple[Pages, str]:
    told: dict[str, Any] = load_yaml((GOLDEN / f"{slug}.yaml").read_text())
    pages = Pages()
    match = started(pages, slug, told)
    hand = {name: value for name, value in told["hands"][0].items() if name != "note"}
    matches.record(standing(match), {**hand, "note": note} if note else hand)
    return pages, match


@pytest.mark.django_db
@pytest.mark.parametrize("slug", sorted(all_games()))
def test_every_game_takes_a_note_and_shows_it_once(slug: str) -> None:
    pages, match = _recorded(slug, "Cleo <misdealt>")
    page = pages.get(f"/matches/{match}").content.decode()
    sheet = page[page.index('id="sheet"') :]
    assert sheet.count("Cleo &lt;misdealt&gt;") == 1
    form = pages.form(f"/matches/{match}/hands/1")
    assert form.sent()["note"] == ["Cleo <misdealt>"]
    assert sheet_text(MatchView(standing(match))).count("Cleo <misdealt>") == 1


@pytest.mark.django_db
def test_a_note_is_entered_with_the_hand_and_without_scripts() -> None:
    pages = Pages()
    match = pages.start("points", 2)
    sent = {"scores.0": "1", "scores.1": "2", "note": "x" * 501}
    assert pages.post(f"/matches/{match}/hands", sent).status_code == 422
    assert pages.post(f"/matches/{match}/hands", {**sent, "note": "Cleo’s birthday"}).status_code == 302
    assert from_json(Hand.objects.get().input)["note"] == "Cleo’s birthday"


@pytest.mark.django_db
def test_another_note_scores_nothing_again_and_undo_takes_it_back() -> None:
    told = load_yaml((GOLDEN / "skat.yaml").read_text())
    pages = Pages()
    match = started(pages, "skat", told)
    for hand in told["hands"][:3]:
        matches.record(standing(match), hand)
    before = list(Hand.objects.order_by("number").values_list("id", "result", "state", "recorded_at"))
    history.correct(match, 1, {**told["hands"][0], "note": "a long one"}, None)
    assert list(Hand.objects.order_by("number").values_list("id", "result", "state", "recorded_at")) == before
    assert from_json(Hand.objects.get(number=1).input)["note"] == "a long one"
    change = Change.objects.get(match_id=match, version=4)
    assert (change.kind, "note" in from_json(change.before), from_json(change.after)["note"]) == (
        "correct",
        False,
        "a long one",
    )
    history.undo(match)
    assert "note" not in from_json(Hand.objects.get(number=1).input)
    assert list(Hand.objects.order_by("number").values_list("id", "result", "state", "recorded_at")) == before


@pytest.mark.django_db
def test_in_points_the_note_is_the_name_of_the_round_and_follows_a_change() -> None:
    pages, match = _recorded("points", "Cleo dealt")
    hand = from_json(Hand.objects.get().input)
    history.correct(match, 1, {**hand, "note": "Dan dealt"}, None)
    page = pages.get(f"/matches/{match}").content.decode()
    assert "Cleo dealt" not in page
    assert page.count("Dan dealt") == 1
    assert from_json(Hand.objects.get().result)["summary"] == "Dan dealt"


@pytest.mark.browser
@pytest.mark.layout
@pytest.mark.parametrize("size", [LARGE, SMALL], ids=["390", "320"])
def test_a_note_is_typed_below_the_form_and_read_on_the_sheet(hold: Hold, size: tuple[int, int]) -> None:
    phone = hold(size=size, used=True)
    phone.start("twenty-five", NAMES[:3])
    for place in (0, 1, 2, 0, 1):
        phone.tap("#c-trick_winners button", place)
    phone.tap(".hand-note summary")
    phone.page.locator(".hand-note input").fill("Ben dealt twice")
    phone.tap(".save")
    phone.saved(1)
    assert phone.page.locator("#sheet .note-on-hand").inner_text() == "Ben dealt twice"
    assert phone.page.locator(".hand-note input").input_value() == ""
    assert phone.overflow() <= 0
    phone.screenshot(f"note-{size[0]}")


@pytest.mark.django_db
def test_a_note_on_a_match_is_kept_shown_sent_and_undone() -> None:
    pages = Pages()
    match = pages.start("skat", 3)
    answer = pages.post(f"/matches/{match}/note", {"_version": "0", "note": "At <Cleo’s>"})
    assert answer.status_code == 302
    assert standing(match).note == "At <Cleo’s>"
    page = pages.get(f"/matches/{match}").content.decode()
    assert page.count("At &lt;Cleo’s&gt;") == 2  # the text, and the box to change it
    assert "The note on the match changed" in pages.get(f"/matches/{match}/history").content.decode()
    assert "At <Cleo’s>" in result_text(MatchView(standing(match)))
    assert pages.post(f"/matches/{match}/note", {"_version": "0", "note": "late"}, script=True).status_code == 409
    history.undo(match)
    assert standing(match).note == ""
    history.redo(match)
    assert standing(match).note == "At <Cleo’s>"


@pytest.mark.django_db
def test_notes_go_with_an_export_and_a_copy() -> None:
    _, match = _recorded("skat", "misdealt")
    history.annotate(match, "at Cleo’s", None)
    snapshot = standing(match)
    row = Match.objects.get(id=match)
    (imported,) = transfer.import_matches(row.table, transfer.export_document([snapshot]), again=True).matches
    assert imported.note == "at Cleo’s"
    assert from_json(Hand.objects.get(match_id=imported.id).input)["note"] == "misdealt"
    assert [change.kind for change in Change.objects.filter(match_id=imported.id).order_by("version")] == [
        "record",
        "note",
    ]
    assert match_copies.copy_document(snapshot)["match"]["note"] == "at Cleo’s"
