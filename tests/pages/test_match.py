"""The match page: recording, refusals in words, correction, undo, two phones, the same form twice."""

from __future__ import annotations

import re

import pytest
from django.conf import LazySettings

from scoring.models import Hand, Match
from scoring.services import history
from tests.pages import phone
from tests.pages.phone import Pages, errors, standing

pytestmark = pytest.mark.django_db

ROUND = {"kind": "round", "scores": [20, -5, 12]}


@pytest.fixture
def pages() -> Pages:
    return Pages()


@pytest.fixture
def match(pages: Pages) -> str:
    return pages.start("points", 3)


def _totals(match: str) -> list[float]:
    return list(standing(match).current_state.totals)


def _scores(*values: object) -> dict[str, str]:
    return {f"scores.{column}": str(value) for column, value in enumerate(values)}


def test_it_works(pages: Pages, match: str) -> None:
    assert pages.record(match, ROUND).status_code == 302
    page = pages.get(f"/matches/{match}").content.decode()
    assert "−5" in page
    assert 'aria-label="Round 1"' in page
    assert _totals(match) == [20, -5, 12]


def test_the_history_says_what_each_side_won_and_lost(pages: Pages, match: str) -> None:
    pages.record(match, ROUND)
    page = pages.get(f"/matches/{match}/history").content.decode()
    assert (
        " · ".join(f"{name} {won}" for name, won in zip(standing(match).names, ("+20", "−5", "+12"), strict=True))
        in page
    )


def test_notices_do_not_repeat_the_heading(pages: Pages) -> None:
    chips = pages.get(f"/matches/{pages.start('reversis', 4)}").content.decode()
    notices = re.search(r'class="notices".*?</ul>', chips, re.DOTALL)
    assert notices
    assert "Hand 1" not in notices[0]
    assert "Pots" in notices[0]


def test_the_way_to_the_target_is_one_line_once_the_target_is_near(pages: Pages) -> None:
    match = pages.start("twenty-five", 3)
    assert "To go" not in pages.get(f"/matches/{match}").content.decode()
    for _ in range(4):
        assert pages.record(match, {"kind": "winners", "trick_winners": [1, 1, 2, 2, 0]}).status_code in (200, 302)
        page = pages.get(f"/matches/{match}").content.decode()
        if "To go" in page:
            break
    notices = re.search(r'class="notices".*?</ul>', page, re.DOTALL)
    assert notices
    assert notices[0].count("To go: ") == 1


def test_who_deals_and_leads_is_said_once(pages: Pages) -> None:
    """At the names in the totals, and in no notice."""
    page = pages.get(f"/matches/{pages.start('skat', 4)}").content.decode()
    head = page[page.index('id="top"') : page.index('id="entry"')]
    assert [head.count(word) for word in ("deals", "leads", "sits out")] == [1, 1, 1]


def test_the_preview_explains_and_stores_nothing(pages: Pages, match: str) -> None:
    answer = pages.post(f"/matches/{match}/hands/try", _scores(20, -5, 12), script=True).content.decode()
    assert "Ada: 0 + 20 = 20" in answer
    assert f'href="/rules/points?match={match}#scoring"' in answer
    assert standing(match).hand_count == 0


def test_what_is_wrong_stands_at_its_field(pages: Pages, match: str) -> None:
    for script in (True, False):
        answer = pages.post(f"/matches/{match}/hands", _scores(20, "x", 12), script=script)
        assert answer.status_code == 422
        assert errors(answer) == ["A number is needed."]
        control = re.search(r'id="c-scores".*?id="c-scores-errors">(.*?)</div>', answer.content.decode(), re.DOTALL)
        assert control
        assert "A number is needed." in control[1]
        assert 'value="20"' in answer.content.decode(), "what was typed is still there"
    assert standing(match).hand_count == 0


def test_the_same_form_twice_is_one_hand(pages: Pages, match: str) -> None:
    sent = {"_once": "a-token-of-this-form", "_number": "1", **_scores(1, 2, 3)}
    for _ in range(3):
        assert pages.post(f"/matches/{match}/hands", sent).status_code == 302
    assert standing(match).hand_count == 1


def test_another_phone_was_faster(pages: Pages, match: str) -> None:
    """Both entered hand 1: the second phone is asked whether its hand is a further one."""
    pages.post(f"/matches/{match}/hands", {"_once": "form-of-phone-one", "_number": "1", **_scores(1, 2, 3)})
    answer = pages.post(
        f"/matches/{match}/hands", {"_once": "form-of-phone-two", "_number": "1", **_scores(1, 2, 3)}, script=True
    )
    assert answer.status_code == 409
    text = answer.content.decode()
    assert "Hand 1 has been recorded on another phone" in text
    assert 'name="_number" value="2"' in text
    assert standing(match).hand_count == 1
    again = pages.post(
        f"/matches/{match}/hands", {"_once": "form-of-phone-two", "_number": "2", **_scores(1, 2, 3)}, script=True
    )
    assert again.status_code == 200
    assert standing(match).hand_count == 2


def test_a_correction_scores_later_hands_anew(pages: Pages, match: str) -> None:
    for _ in range(3):
        pages.record(match, ROUND)
    page = pages.get(f"/matches/{match}/hands/2").content.decode()
    assert 'value="-5"' in page
    answer = pages.post(f"/matches/{match}/hands/2", {"_version": "3", **_scores(0, 0, 100)})
    assert answer.status_code == 302
    assert _totals(match) == [40, -10, 124]
    assert [hand.number for hand in Hand.objects.filter(match_id=match).order_by("number")] == [1, 2, 3]


def test_a_correction_that_came_too_late_changes_nothing(pages: Pages, match: str) -> None:
    for _ in range(2):
        pages.record(match, ROUND)
    answer = pages.post(f"/matches/{match}/hands/2", {"_version": "1", **_scores(0, 0, 100)})
    assert answer.status_code == 409
    assert "changed on another phone" in answer.content.decode()
    assert _totals(match) == [40, -10, 24]


def test_a_correction_that_makes_a_later_hand_impossible_is_refused_and_says_which(pages: Pages) -> None:
    match = pages.start("points", 2, {"target": 50})
    for scores in ([20, 0], [20, 0], [20, 0]):
        assert pages.record(match, {"kind": "round", "scores": scores}).status_code == 302
    answer = pages.post(f"/matches/{match}/hands/1", {"_version": "3", **_scores(90, 0)})
    assert answer.status_code == 422
    assert "Hand 2 would no longer be possible" in errors(answer)[0]
    assert _totals(match) == [60, 0]


def test_the_number_of_the_coming_hand_is_said_once(pages: Pages) -> None:
    """The heading has it: the notice "Hand 1" that the API gives is not shown beside it."""
    match = pages.start("belote")
    assert "Hand 1" in [notice["text"] for notice in standing(match).status["next"]["notices"]]
    page = pages.get(f"/matches/{match}").content.decode()
    notices = re.search(r'class="notices.*?</ul>', page, re.DOTALL)
    assert "Hand 1" not in (notices[0] if notices else "")
    assert "Hand 1" in page


def test_undo_and_redo(pages: Pages, match: str) -> None:
    pages.record(match, ROUND)
    pages.record(match, ROUND)
    assert 'aria-label="Undo: Round 2 recorded"' in pages.get(f"/matches/{match}").content.decode()
    assert pages.post(f"/matches/{match}/undo", {"_version": "2"}).status_code == 302
    assert _totals(match) == [20, -5, 12]
    assert "Redo: Round 2 recorded" in pages.get(f"/matches/{match}").content.decode()
    assert pages.post(f"/matches/{match}/redo", {"_version": "3"}).status_code == 302
    assert _totals(match) == [40, -10, 24]


def test_undo_stays_while_a_hand_is_entered(pages: Pages) -> None:
    match = pages.start("twenty-five", 4)
    recorded = pages.record(match, {"kind": "winners", "trick_winners": [0, 1, 2, 3, 0]})
    assert recorded.status_code == 302, errors(recorded)
    tapped = pages.post(f"/matches/{match}/hands/try", {"trick_winners.add": "2"}, script=True).content.decode()
    assert 'aria-label="Undo: Hand 1 recorded"' in tapped


def test_undo_tapped_twice_undoes_once(pages: Pages, match: str) -> None:
    for _ in range(3):
        pages.record(match, ROUND)
    assert pages.post(f"/matches/{match}/undo", {"_version": "3"}, script=True).status_code == 200
    again = pages.post(f"/matches/{match}/undo", {"_version": "3"}, script=True)
    assert again.status_code == 409
    assert "Somebody was faster" in again.content.decode()
    assert standing(match).hand_count == 2


def test_nothing_to_undo_is_said(pages: Pages, match: str) -> None:
    answer = pages.post(f"/matches/{match}/undo")
    assert answer.status_code == 409
    assert "nothing left to undo" in answer.content.decode()


def test_the_end_says_who_won_and_the_rematch_moves_the_deal_on(pages: Pages) -> None:
    match = pages.start("points", 3, {"rounds": 1})
    pages.record(match, ROUND)
    page = pages.get(f"/matches/{match}").content.decode()
    assert "Ada wins" in page
    assert "1 round was played" in page
    answer = pages.post(f"/matches/{match}/rematch", {"_once": "rematch-token-of-the-page"})
    again = answer.headers["Location"].removeprefix("/matches/")
    assert standing(again).names == ["Ada", "Ben", "Cleo"]
    assert standing(again).current_state.dealer == 1
    assert standing(again).options == standing(match).options
    twice = pages.post(f"/matches/{match}/rematch", {"_once": "rematch-token-of-the-page"})
    assert twice.headers["Location"] == answer.headers["Location"]


def test_the_table_may_stop_and_go_on(pages: Pages, match: str) -> None:
    pages.record(match, ROUND)
    form = pages.form(f"/matches/{match}")
    form.fill("scores.0", ["5"])
    assert pages.post(f"/matches/{match}/finish", {"_version": "1"}).status_code == 302
    assert standing(match).finished
    refused = pages.post(form.action, form.sent())
    assert refused.status_code == 422
    assert standing(match).hand_count == 1
    assert pages.post(f"/matches/{match}/reopen", {"_version": "2"}).status_code == 302
    assert not standing(match).finished


def test_a_watcher_who_has_it_all_gets_304(pages: Pages, match: str) -> None:
    first = pages.get(f"/matches/{match}/now")
    assert first.status_code == 200
    assert pages.get(f"/matches/{match}/now", **{"If-None-Match": first.headers["ETag"]}).status_code == 304
    pages.record(match, ROUND)
    assert pages.get(f"/matches/{match}/now", **{"If-None-Match": first.headers["ETag"]}).status_code == 200


def test_history_and_sheet(pages: Pages, match: str) -> None:
    pages.record(match, ROUND)
    pages.post(f"/matches/{match}/hands/1", {"_version": "1", **_scores(0, 0, 7)})
    pages.post(f"/matches/{match}/undo", {"_version": "2"})
    page = pages.get(f"/matches/{match}/history").content.decode()
    assert "Undone: Round 1 corrected" in page
    sheet = pages.get(f"/matches/{match}/sheet.csv")
    assert sheet.headers["Content-Type"] == "text/csv; charset=utf-8"
    assert "20,-5,12" in sheet.content.decode()


def test_a_long_match_shows_its_latest_hands_and_leads_to_the_others(pages: Pages, match: str) -> None:
    for _ in range(103):
        pages.record(match, ROUND)
    page = pages.get(f"/matches/{match}").content.decode()
    assert f"/matches/{match}/hands/103" in page
    assert f'/matches/{match}/hands/3"' not in page
    assert '?from=1"' in page
    assert f'/matches/{match}/hands/3"' in pages.get(f"/matches/{match}?from=1").content.decode()


def test_values_that_no_form_of_ours_sends_are_refused_plainly(pages: Pages, match: str) -> None:
    for sent in ({"scores.0": "9" * 400}, {"scores.0": "NaN"}, {"scores.99": "1"}, {"kind": "x"}, {"scores": "[[[["}):
        answer = pages.post(f"/matches/{match}/hands", sent)
        assert answer.status_code in (400, 422), sent
    truco = pages.start("truco")
    for sent in ({"events": "{"}, {"events": "1"}, {"winner": "99"}, {"way": "calls", "events": "[[]]"}):
        assert pages.post(f"/matches/{truco}/hands", sent).status_code in (400, 422), sent
    assert not Hand.objects.exists()


def test_a_match_of_nobody_is_not_found(pages: Pages) -> None:
    for path in ("", "/now", "/hands/1", "/share", "/print", "/history", "/sheet.csv"):
        assert pages.get(f"/matches/2222222222222222{path}").status_code == 404
    for path in ("/undo", "/redo", "/finish", "/reopen", "/rematch", "/hands", "/hands/try", "/hands/1/remove"):
        assert pages.post(f"/matches/2222222222222222{path}").status_code == 404
    assert not Match.objects.exists()


# -- what a phone that keeps hands relies on -----------------------------------------------------------

ON_SHEET = "Companion-Hand"


def test_the_answer_says_under_which_number_the_hand_is_on_the_sheet(pages: Pages, match: str) -> None:
    for number in (1, 2):
        sent = {"_once": f"a-token-of-form-{number}", "_number": str(number), **_scores(1, 2, 3)}
        assert pages.post(f"/matches/{match}/hands", sent, script=True).headers[ON_SHEET] == str(number)
    first = {"_once": "a-token-of-form-1", "_number": "1", **_scores(1, 2, 3)}
    again = pages.post(f"/matches/{match}/hands", first, script=True)
    assert again.status_code == 200
    assert again.headers[ON_SHEET] == "1"


def test_no_other_answer_says_so(pages: Pages, match: str) -> None:
    refused = {"_number": "1", **_scores("x", 2, 3)}
    overtaken = {"_number": "7", **_scores(1, 2, 3)}
    answers = [pages.post(f"/matches/{match}/hands", sent, script=True) for sent in (refused, overtaken)]
    answers += [pages.post(f"/matches/{match}/hands/try", _scores(1, 2, 3), script=True)]
    answers += [pages.get(f"/matches/{match}"), pages.get(f"/matches/{match}/now")]
    assert [answer.status_code for answer in answers] == [422, 409, 200, 200, 200]
    assert not any(ON_SHEET in answer.headers for answer in answers)


def test_the_same_form_with_other_answers_is_no_retry(pages: Pages, match: str) -> None:
    """A hand corrected on the phone after its first answer was lost, or a form reached with the back button."""
    sent = {"_once": "a-token-of-this-form", "_number": "1", **_scores(1, 2, 3)}
    pages.post(f"/matches/{match}/hands", sent)
    answer = pages.post(f"/matches/{match}/hands", {**sent, **_scores(9, 2, 3)}, script=True)
    assert answer.status_code == 409
    assert ON_SHEET not in answer.headers
    text = answer.content.decode()
    assert "Hand 1 is on the sheet already, as it was before you changed it here." in text
    assert 'value="9"' in text
    assert 'name="_number" value="2"' in text
    assert "a-token-of-this-form" not in text, "saved again, it is a further hand"
    assert _totals(match) == [1, 2, 3]


def test_a_name_written_from_right_to_left_does_not_turn_a_sentence_round(
    pages: Pages, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(phone, "NAMES", ["דנה", "Ben", "Cleo"])
    match = pages.start("skat", 3)
    hand = {"kind": "suit", "trump": "H", "declarer": 0, "matadors": {"with": 1}, "outcome": {"won": True}}
    pages.record(match, hand)
    page = pages.get(f"/matches/{match}/hands/1").content.decode()
    assert "\N{FIRST STRONG ISOLATE}דנה\N{POP DIRECTIONAL ISOLATE}" in page
    assert "\N{FIRST STRONG ISOLATE}Ben" not in page


def test_a_new_hand_is_saved_and_a_changed_one_corrected(pages: Pages, match: str) -> None:
    pages.record(match, ROUND)
    assert re.findall("Saved:|Corrected,", pages.get(f"/matches/{match}").content.decode()) == ["Saved:"]
    pages.post(f"/matches/{match}/hands/1", {"_version": "1", **_scores(0, 0, 100)})
    assert re.findall("Saved:|Corrected,", pages.get(f"/matches/{match}").content.decode()) == ["Corrected,"]


def test_a_hand_that_grows_is_saved_and_only_a_complete_one_is_corrected(pages: Pages) -> None:
    match = pages.start("zetema", 3)
    flush, five = {"kind": "flush", "seat": 0}, {"kind": "zetema", "seat": 1, "rank": "9"}
    pages.record(match, {"kind": "events", "events": [flush]})
    for events, more, said in (
        ([flush, five], {}, "Saved:"),
        ([flush, five], {"end": "stock"}, "Saved:"),
        ([flush], {"end": "stock"}, "Corrected,"),
    ):
        history.correct(match, 1, {"kind": "events", "events": events, **more}, None)
        page = pages.get(f"/matches/{match}").content.decode()
        assert [word for word in ("Saved:", "Corrected,") if word in page] == [said]


def test_a_form_that_is_larger_than_any_is_not_read(pages: Pages, match: str, settings: LazySettings) -> None:
    settings.MAX_BODY = 100
    assert pages.record(match, ROUND).status_code == 413
    assert standing(match).hand_count == 0
