"""The end: settling up a match and an evening, the kitty, and the result as text to send."""

from __future__ import annotations

import re
from datetime import UTC, datetime
from typing import Any

import pytest
from django.conf import settings
from django.utils import translation
from django.utils.translation import gettext, ngettext

from scoring.models import Match
from scoring.pages.counted_words import amount_of, worth_of
from tests.browser import SMALL
from tests.conftest import Hold
from tests.pages.phone import Pages, errors, standing

LOST = {"kind": "null", "declarer": 1, "outcome": {"won": False}}


def words(answer: Any) -> str:
    """The text of a page."""
    html = re.sub(r"<(style|script).*?</\1>", " ", answer.content.decode(), flags=re.S)
    return " ".join(re.sub(r"<[^>]+>", " ", html).split())


def stored(match: str) -> Any:
    """How a match is settled, as it is stored."""
    return Match.objects.get(id=match).settlement


class Table:
    """A table that has played one round of Points, 30 to 10 to −10, which ended the match."""

    def __init__(self) -> None:
        self.pages = Pages()
        self.match = self.pages.start("points", 3, {"rounds": "1"})
        self.pages.record(self.match, {"kind": "round", "scores": [30, 10, -10]})
        self.path = f"/tables/{standing(self.match).table_id}"

    def settle(self, match: str, keep: bool = False, **fields: Any) -> Any:
        """Fills in the form of a match and sends it."""
        form = self.pages.form(f"/matches/{match}/settle", "settle-form")
        for name, value in fields.items():
            form.fill(f"o.{name}", [value])
        form.fill("keep", ["1"] if keep else [])
        return self.pages.post(form.action, form.sent())


@pytest.fixture
def table(db: None) -> Table:
    return Table()


def test_a_match_is_settled_once_the_table_says_how(table: Table) -> None:
    page = f"/matches/{table.match}/settle"
    assert f'href="{page}"' in table.pages.get(f"/matches/{table.match}").content.decode()
    assert "not played for anything yet" in words(table.pages.get(page))
    assert table.settle(table.match, word="cents", value="0,5").status_code == 302
    shown = words(table.pages.get(page))
    assert "Each pays each the difference. A point is worth 0.5 cent." in shown
    assert "Ada +30 cents Ben 0 cents Cleo −30 cents" in shown
    assert "Cleo pays Ada 30 cents" in shown
    table.pages.post(page, {"act": "off"})
    assert "not played for anything yet" in words(table.pages.get(page))


def test_an_amount_stands_in_the_form_as_the_language_writes_it(table: Table) -> None:
    page = f"/matches/{table.match}/settle"
    table.settle(table.match, word="€", value="0.5", unit="0.01")
    for code, decimal in (("pt-br", ","), ("en", ".")):
        shown = table.pages.get(page, **{"Accept-Language": code}).content.decode()
        assert f'value="0{decimal}5"' in shown, code
        assert f'value="0{decimal}01"' in shown, code


def test_one_of_something_is_not_many(table: Table) -> None:
    page = f"/matches/{table.match}/settle"
    assert table.settle(table.match, word="beans", method="stake", stake="1").status_code == 302
    shown = words(table.pages.get(page))
    assert "Every loser pays a stake of 1 bean to the winners." in shown
    assert "Ada +2 beans Ben −1 bean Cleo −1 bean" in shown
    assert "Cleo pays Ada 1 bean " in shown
    assert not re.search(r"\b1 beans", shown), "nor in the text to send"
    assert table.settle(table.match, word="beans", method="differences", stake="0", cap="1").status_code == 302
    shown = words(table.pages.get(page))
    assert "A point is worth 1 bean. Nobody pays more than 1 bean." in shown


@pytest.mark.parametrize(
    ("many", "one"),
    [
        ("beans", "bean"),
        ("Cents", "Cent"),
        ("pennies", "penny"),
        ("matches", "match"),
        ("euros", "euro"),
        ("red chips", "red chip"),
        ("cookies", "cookie"),
        ("axes", "ax"),
        ("Pfennig", "Pfennig"),
        ("glass", "glass"),
        ("bonus", "bonus"),
        ("豆", "豆"),
    ],
)
def test_a_word_has_a_form_for_one(many: str, one: str) -> None:
    assert amount_of(1, many) == f"1 {one}"
    assert amount_of(-1, many, sign=True) == f"−1 {one}"
    assert amount_of(0, many) == f"0 {many}"
    assert worth_of("1/4", many) == f"1/4 {one}"
    assert worth_of("5/4", many) == f"5/4 {many}"
    assert worth_of("0.1", "€", coin=0.01) == "0.10 €"
    assert worth_of("2", "€", coin=0.01) == "2 €"


@pytest.mark.parametrize(
    ("code", "typed", "printed"),
    [
        ("it", "fagioli", ["1 fagiolo", "2 fagioli", "1/4 fagiolo"]),
        ("it", "Centesimi", ["1 Centesimo", "2 Centesimi", "1/4 Centesimo"]),
        ("de", "Bohnen", ["1 Bohne", "2 Bohnen", "1/4 Bohne"]),
        ("es", "garbanzos", ["1 garbanzo", "2 garbanzos", "1/4 garbanzo"]),
        ("fr", "haricots", ["1 haricot", "2 haricots", "1/4 haricot"]),
        ("pt-br", "feijões", ["1 feijão", "2 feijões", "1/4 feijão"]),
        ("ru", "спички", ["1 спичка", "2 спички", "1/4 спички"]),
        ("zh-hans", "豆子", ["1 豆子", "2 豆子", "1/4 豆子"]),
        ("it", "lenticchie", ["1 lenticchie", "2 lenticchie", "1/4 lenticchie"]),
    ],
)
def test_the_usual_units_are_counted_in_every_language(code: str, typed: str, printed: list[str]) -> None:
    with translation.override(code):
        assert [amount_of(1, typed), amount_of(-2, typed)[1:], worth_of("1/4", typed)] == printed
        if code == "ru":
            assert amount_of(5, typed) == "5 спичек"


def test_the_word_for_beans_is_one_that_is_counted() -> None:
    """The unit that the form begins with has its form for one in each language."""
    for code, _ in settings.LANGUAGES:
        with translation.override(code):
            assert amount_of(2, gettext("beans")).endswith(ngettext("bean", "beans", 2)), code


@pytest.mark.parametrize(
    ("fields", "fault"),
    [
        ({"value": "a lot"}, "A value is written as 1, 0.25 or 1/4, and is more than 0."),
        ({"word": ""}, ""),
        ({"unit": "0"}, "At least 0.01 is needed."),
        ({"unit": "0.025"}, "An amount has at most two decimals."),
        ({"unit": "5", "cap": "12"}, "12 cannot be paid: amounts are rounded to 5."),
        ({"method": "stake"}, "Say what every loser pays."),
    ],
)
def test_what_cannot_be_is_said_at_its_field(table: Table, fields: dict[str, Any], fault: str) -> None:
    answer = table.settle(table.match, **fields)
    if not fault:
        assert answer.status_code == 302, "an empty field has its usual value"
        return
    assert answer.status_code == 422
    assert errors(answer) == [fault]
    field = next(name for name in (*fields,)[::-1])
    at = answer.content.decode().split('name="o.')
    named = next(part for part in at if part.startswith(f'{"stake" if field == "method" else field}"'))
    assert fault in named
    assert Match.objects.get(id=table.match).settlement is None


def test_a_game_is_asked_only_what_it_has(table: Table) -> None:
    def asked(slug: str) -> set[str]:
        form = table.pages.form(f"/matches/{table.pages.start(slug)}/settle", "settle-form")
        return {one.name.removeprefix("o.") for one in form.fields}

    assert not {"settle_on", "lost_fee", "ramsch_fee"} & asked("points")
    assert {"settle_on", "lost_fee", "later_fee", "passed_in_fee", "ramsch_fee"} <= asked("skat")
    assert "ramsch_fee" not in asked("solo")


def test_what_every_table_fills_in_is_in_view_and_the_rest_is_folded(table: Table) -> None:
    page = table.pages.get(f"/matches/{table.pages.start('skat')}/settle").content.decode()
    in_view, folded = page.partition('class="settle-form"')[2].partition("</form>")[0].split("<details", maxsplit=1)
    shown, more = (set(re.findall(r'name="o\.(\w+)"', part)) for part in (in_view, folded))
    assert {"word", "method", "value", "stake", "settle_on"} <= shown
    assert {"cap", "lost_fee", "passed_in_fee"} <= more
    assert not shown & more


def test_the_usual_way_of_a_game_comes_first_and_chips_only_where_there_are_some(table: Table) -> None:
    for slug, usual in {"skat": "differences", "truco": "stake", "loo": "chips", "card-stock-market": "mean"}.items():
        form = table.pages.form(f"/matches/{table.pages.start(slug)}/settle", "settle-form")
        methods = form.named("o.method")
        assert [value for one in methods for value in one.chosen] == [usual]
        assert any("chips" in one.values for one in methods) == (slug == "loo")


def test_where_the_losers_pay_the_points_are_paid_as_they_are(table: Table) -> None:
    match = table.pages.start("points", 4, {"entry": "winners"})
    table.pages.record(match, {"kind": "round", "scores": [19, 1, 1, -21]})
    page = f"/matches/{match}/settle"
    (chosen,) = [one.chosen for one in table.pages.form(page, "settle-form").named("o.method") if one.chosen]
    assert list(chosen) == ["mean"]
    table.settle(match, word="€", value="0.1")
    assert "Dan −2.10 €" in words(table.pages.get(page))


def test_each_way_of_settling_says_what_it_comes_to(table: Table) -> None:
    page = f"/matches/{table.match}/settle"
    shown = words(table.pages.get(page))
    assert "each pays each the difference 1 for each point: Ada +60 · Ben 0 · Cleo −60" in shown
    assert "compared with the average 1 for each point: Ada +20 · Ben 0 · Cleo −20" in shown
    assert "a stake to the winners A stake of 1: Ada +2 · Ben −1 · Cleo −1" in shown
    assert "1 je Punkt: Ada +60" in words(table.pages.get(page, **{"Accept-Language": "de"}))
    goes_on = table.pages.start("points", 3, {"rounds": "9"})
    assert "1 for each point" not in words(table.pages.get(f"/matches/{goes_on}/settle")), "nothing was played"
    table.pages.record(goes_on, {"kind": "round", "scores": [30, 10, -10]})
    assert "Nothing is paid until somebody has won." in words(table.pages.get(f"/matches/{goes_on}/settle"))


def test_a_table_is_offered_what_it_played_for_last(table: Table) -> None:
    table.settle(table.match, word="€", value="0.1")
    new = table.pages.start("skat", 3, table=table.path.removeprefix("/tables/"))
    (word,) = table.pages.form(f"/matches/{new}/settle", "settle-form").named("o.word")
    assert word.values == ["€"] or list(word.chosen) == ["€"]


def test_coming_matches_are_settled_in_the_same_way_if_the_table_wants_it(table: Table) -> None:
    table.settle(table.match, keep=True, word="beans", value="2")
    again = table.pages.post(f"/matches/{table.match}/rematch", {"_once": "a" * 20}).headers["Location"]
    assert stored(again.removeprefix("/matches/"))["value"] == "2"
    new = table.pages.start("points", 3, {"rounds": "1"}, table=table.path.removeprefix("/tables/"))
    assert stored(new)["word"] == "beans"


def test_a_phone_that_watches_sees_it_and_changes_nothing(table: Table) -> None:
    table.settle(table.match, word="cents")
    page = table.pages.get(f"{table.path}/share").content.decode()
    link = re.search(r'value="[^"]*(/join/[^"]+)" aria-label="Link to watch"', page)
    assert link
    watcher = Pages()
    watcher.get(link[1])
    shown = watcher.get(f"/matches/{table.match}/settle")
    assert "+60 cents" in words(shown)
    assert "settle-form" not in shown.content.decode()
    assert watcher.post(f"/matches/{table.match}/settle", {"act": "off"}).status_code == 403
    assert watcher.post(f"{table.path}/kitty", {"amount": "5", "word": "cents"}).status_code == 403
    assert Pages().get(f"/matches/{table.match}/settle").status_code == 404
    assert Pages().get(f"{table.path}/settle").status_code == 404


def test_money_is_shown_to_the_coin_and_rounding_is_said(table: Table) -> None:
    """Points of a twentieth of a euro: to the cent, unless the table rounds; then the result says so."""
    page = f"/matches/{table.match}/settle"
    table.settle(table.match, word="€", value="0.05")
    shown = words(table.pages.get(page))
    assert "A point is worth 0.05 €." in shown
    assert "Ada +3.00 € Ben 0.00 € Cleo −3.00 €" in shown
    assert "rounded" not in shown.partition("Settle it in another way")[0]
    assert re.search(r'name="o.value" value="0.05"', table.pages.get(page).content.decode())
    table.settle(table.match, word="€", value="0.033", method="mean")
    shown = words(table.pages.get(page)).partition("Settle it in another way")[0]
    assert "Ada +0.66 € Ben 0.00 € Cleo −0.66 €" in shown
    table.settle(table.match, word="€", value="0.033", method="mean", unit="0.05")
    shown = words(table.pages.get(page)).partition("Settle it in another way")[0]
    assert "Ada +0.65 € Ben 0.00 € Cleo −0.65 €" in shown
    assert shown.count("Amounts are rounded to 0.05 €.") == 2, "below the amounts, and in the text to send"
    assert "Amounts are rounded to 0.05 €." in words(table.pages.get(f"{table.path}/settle"))
    assert "Amounts are rounded to 0.05 €." in texts(table.pages.get(f"/matches/{table.match}/result"))[0]
    assert "Ada,0.65,0,0.65,€,0.05" in table.pages.get(f"/matches/{table.match}/settlement.csv").content.decode()
    german = table.pages.get(page, **{"Accept-Language": "de"})
    assert "−0,65 €" in words(german)
    table.settle(table.match, word="€", value="0.033", method="mean", unit="1")
    assert "Amounts are rounded to 1 €." in words(table.pages.get(page))


def test_all_parts_of_a_match_are_settled_together(table: Table) -> None:
    pages = table.pages
    match = pages.start("points", 3, {"rounds": "9"}, table=table.path.removeprefix("/tables/"))
    pages.record(match, {"kind": "round", "scores": [30, 10, -10]})
    table.settle(match, word="cents")
    form = pages.form(f"/matches/{match}/people", "people")
    form.fill("player", ["Ada", "Ben", "Finn"])
    form.fill("since", ["next"])
    later = pages.post(form.action, form.sent()).headers["Location"].removeprefix("/matches/")
    pages.record(later, {"kind": "round", "scores": [0, 10, 5]})
    for part in (match, later):
        shown = words(pages.get(f"/matches/{part}/settle"))
        # 60, 0, −60 of the first part; −15, 15, 0 of the second.
        assert "Ada +45 cents Ben +15 cents Cleo −60 cents Finn 0 cents" in shown
        assert "All 2 parts of this match are counted." in shown
        assert "as it stands after 2 hands" in shown
        assert "What somebody took over with a seat stays with who made it." in shown
        first = "Part 1, 1 hand made: Ada 30, Ben 10, Cleo −10 Ada +60 cents Ben 0 cents Cleo −60 cents"
        assert first in shown.replace("\N{NO-BREAK SPACE}", " ")
        second = "Part 2, 1 hand made: Ada 0, Ben 10, Finn 5 Ada −15 cents Ben +15 cents Finn 0 cents"
        assert second in shown.replace("\N{NO-BREAK SPACE}", " ")
        assert "Cleo,cents,-60,,-60" in pages.get(f"/matches/{part}/settlement.csv").content.decode()
    table.settle(later, word="beans")
    assert stored(match)["word"] == "beans", "both parts are played for the same"


# -- an evening ------------------------------------------------------------------------------------------


def test_an_evening_adds_the_amounts_of_its_matches(table: Table) -> None:
    assert f"{table.path}/settle" not in table.pages.get(table.path).content.decode(), "off until wanted"
    table.settle(table.match, word="cents")
    skat = table.pages.start("skat", 3, table=table.path.removeprefix("/tables/"))
    table.pages.record(skat, LOST)
    table.settle(skat, word="cents", value="1/2", lost_fee="50")
    Match.objects.filter(id=table.match).update(created_at=datetime(2026, 5, 1, 23, tzinfo=UTC))
    Match.objects.filter(id=skat).update(created_at=datetime(2026, 5, 2, 1, tzinfo=UTC))
    for page in (table.path, f"/matches/{skat}/settle"):
        assert f"{table.path}/settle?match={skat}" in table.pages.get(page).content.decode()
    by_match = words(table.pages.get(f"{table.path}/settle?match={skat}"))
    shown = words(table.pages.get(f"{table.path}/settle?date=2026-05-01"))
    assert shown == by_match
    # Points: 60, 0, −60. Skat, lost null of 46: 23, −46 and the fee, 23.
    assert "Ada +83 cents Ben −96 cents Cleo −37 cents The kitty +50 cents" in shown
    assert "Ben pays Ada 83 cents" in shown
    assert "Cleo pays the kitty 37 cents" in shown
    assert "Ben pays the kitty 13 cents" in shown
    assert table.pages.get(f"{table.path}/settle?date=May").status_code == 404


def test_the_kitty_is_put_in_and_taken_out_once(table: Table) -> None:
    form = table.pages.form(f"{table.path}/settle", "settle-form")
    form.fill("amount", ["500"])
    form.fill("word", ["cents"])
    form.fill("note", ["Last year"])
    for _ in range(2):
        assert table.pages.post(form.action, form.sent("act", "in")).status_code == 302
    form = table.pages.form(f"{table.path}/settle", "settle-form")
    form.fill("amount", ["120"])
    table.pages.post(form.action, form.sent("act", "out"))
    shown = words(table.pages.get(f"{table.path}/settle"))
    assert "380 cents Put in and taken out −120 cents" in shown
    assert "+500 cents Last year" in shown


@pytest.mark.parametrize("amount", ["", "0", "-5", "0.505", "much", "99999999"])
def test_an_amount_that_is_none_stays_out_of_the_kitty(table: Table, amount: str) -> None:
    answer = table.pages.post(f"{table.path}/kitty", {"amount": amount, "word": "cents", "act": "in"})
    assert answer.status_code == 422
    assert errors(answer) == ["An amount from 0.01 to 1,000,000 with at most two decimals is needed."]
    assert "Empty." in words(table.pages.get(f"{table.path}/settle"))


# -- the result to send ----------------------------------------------------------------------------------


def texts(answer: Any) -> list[str]:
    """The texts of a page that can be sent."""
    return re.findall(r"<textarea[^>]*>(.*?)</textarea>", answer.content.decode(), re.S)


def test_the_result_and_the_sheet_are_texts_to_send(table: Table) -> None:
    page = f"/matches/{table.match}/result"
    assert f'href="{page}"' in table.pages.get(f"/matches/{table.match}").content.decode()
    result, sheet = texts(table.pages.get(page))
    head, who, _, *totals = result.splitlines()
    assert head.startswith("Points, ")
    assert who == "Ada wins. 1 round was played."
    assert totals == ["1. Ada: 30", "2. Ben: 10", "3. Cleo: −10"]
    assert sheet.startswith(result)
    assert sheet.splitlines()[-1].startswith("1. ")
    assert sheet.splitlines()[-1].endswith("Ada +30, Ben +10, Cleo −10 (30 · 10 · −10)")


def test_a_match_that_goes_on_says_how_it_stands(table: Table) -> None:
    match = table.pages.start("truco", 4)
    assert len(texts(table.pages.get(f"/matches/{match}/result"))) == 1
    table.pages.record(match, {"kind": "summary", "winner": 0, "stake": 3})
    result, _ = texts(table.pages.get(f"/matches/{match}/result"))
    assert "After 1 hand\n" in result
    assert "1. Ada &amp; Cleo: 3" in result


@pytest.mark.browser
@pytest.mark.layout
def test_a_text_goes_to_the_phones_own_share_sheet_or_the_clipboard(hold: Hold) -> None:
    phone = hold(size=SMALL)
    phone.context.grant_permissions(["clipboard-write"])
    phone.page.add_init_script("navigator.share = (content) => { window.sent = content; return Promise.resolve(); };")
    match = phone.start("points", ["Ada", "Ben"])
    for place, score in enumerate((7, 3)):
        phone.page.locator(".entry-of input").nth(place).fill(str(score))
    phone.tap(".save")
    phone.saved(1)
    phone.open(f"{match}/settle")
    phone.page.locator("#o-word").fill("cents")
    phone.tap(".settle-form .first")
    phone.page.locator(".amounts").wait_for()
    for path in (f"{match}/settle", f"{match}/result"):
        phone.open(path)
        for fold in phone.page.locator("summary").all():
            if fold.is_visible():
                fold.click()
        assert phone.overflow() <= 0
        assert phone.small_targets() == []
        assert phone.small_text() == []
        assert phone.barriers() == []
    phone.tap("[data-send]")
    assert "1. Ada: 7" in phone.page.evaluate("window.sent.text")
    phone.tap("[data-copy]")
    phone.page.locator("[data-copy]", has_text="Copied").first.wait_for()
    with phone.page.expect_download() as picture:  # a browser that shares no files saves it
        phone.tap("[data-picture]")
    assert picture.value.path().read_bytes()[:4] == b"\x89PNG"
    assert phone.problems == []
