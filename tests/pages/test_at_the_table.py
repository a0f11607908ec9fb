"""What stopped somebody who had not built it in two evenings of play, as it is drawn on a phone."""

from __future__ import annotations

import re

import pytest
from django.conf import settings
from playwright.sync_api import expect

from scoring.games import all_games
from tests.browser import LARGE, SMALL, Phone
from tests.conftest import Hold
from tests.pages.phone import NAMES, Pages

THREE, FOUR = NAMES[:3], NAMES[:4]


@pytest.mark.browser
@pytest.mark.layout
@pytest.mark.parametrize("size", [LARGE, SMALL])
def test_the_bar_says_why_a_hand_cannot_be_saved(hold: Hold, size: tuple[int, int]) -> None:
    phone = hold(size=size, used=True)
    phone.start("skat", THREE)
    phone.tap("#c-declarer label", 1)
    phone.tap("#c-game label", 5)
    said = phone.page.locator("#verdict")
    expect(said).to_contain_text("+23")
    phone.page.locator("#entry .option", has_text="30").locator("visible=true").first.tap()  # Null is worth 23
    expect(said).to_contain_text("may not be chosen after a bid of 30")
    box, bar = said.bounding_box(), phone.page.locator(".save-bar").bounding_box()
    assert box
    assert bar
    assert bar["y"] <= box["y"]
    assert box["y"] + box["height"] <= size[1], "it is on the screen, wherever the question is"
    cut = said.locator(".is-refused").evaluate("(one) => one.scrollHeight - one.clientHeight")
    assert cut <= 1, "all of it"


@pytest.mark.browser
@pytest.mark.layout
def test_a_bid_is_assumed_until_it_is_tapped_and_one_too_high_is_lost_by_itself(hold: Hold) -> None:
    phone = hold(used=True)
    phone.start("skat", THREE)
    phone.tap("#c-declarer label", 1)
    phone.tap("#c-game label", 1)
    said, line = phone.page.locator("#verdict"), "(one) => getComputedStyle(one).textDecorationLine"
    bid, won = (phone.page.locator(f"#c-{name} input:checked + span") for name in ("bid_S", "result"))
    expect(said).to_contain_text("+22")
    look = "(one) => [getComputedStyle(one).borderTopStyle, getComputedStyle(one).backgroundColor]"
    assumed = won.evaluate(look)
    assert assumed[0] == "dashed"
    assert bid.evaluate(look) == assumed
    assert won.evaluate(line) == "none"
    phone.page.locator("#c-bid_S .option", has_text="33").tap()
    assert bid.evaluate(look) != assumed
    expect(said).to_contain_text("−66")
    assert won.evaluate(line) == "line-through", "Won is no longer so, whatever was tapped"
    phone.page.locator("#c-bid_S .option", has_text="Bid to").tap()
    expect(said).to_contain_text("+22")
    assert won.evaluate(line) == "none"


@pytest.mark.browser
@pytest.mark.layout
def test_a_question_does_not_lie_over_the_button_above_it(hold: Hold) -> None:
    phone = hold(used=True)
    phone.start("skat", THREE)
    phone.tap("#c-declarer label", 1)
    over = """() => [...document.querySelectorAll("#entry .is-toggle.is-inline")].filter((one) => one.offsetParent)
      .map((one) => [one.querySelector(".option > span").getBoundingClientRect(), one.parentElement])
      .flatMap(([box, group]) => [...group.querySelectorAll("legend.label")]
        .filter((label) => label.checkVisibility() && label.offsetWidth > 1)
        .map((label) => label.getBoundingClientRect())
        .filter((label) => label.top < box.bottom && box.top < label.bottom && label.left < box.right)).length"""
    expect(phone.page.locator(".is-toggle.is-inline").first).to_be_visible()
    assert phone.page.evaluate(over) == 0


@pytest.mark.browser
def test_who_watches_gets_a_link_to_the_rematch(hold: Hold) -> None:
    scorer, watcher = hold(used=True), hold(used=True)
    match = scorer.start("truco", FOUR)
    scorer.tap(".save-options button", 1)
    scorer.saved(1)
    scorer.open(f"{match}/share")
    watcher.page.goto(scorer.page.locator("input[readonly]").first.input_value())
    watcher.page.wait_for_url(f"**{match}")
    link = watcher.page.locator("#next-match a")
    expect(link).to_be_hidden()
    watcher.page.wait_for_timeout(1200)  # what is there in the first second is no news
    scorer.open(match)
    scorer.tap(".menu-button")
    scorer.page.locator("#menu button", has_text="End the match here").tap()
    watcher.page.locator(".won").wait_for()
    expect(link).to_be_hidden()
    scorer.page.locator(".save", has_text="Rematch").tap()
    scorer.page.wait_for_url(lambda url: "/matches/" in url and not url.endswith(match))
    expect(link).to_be_visible()
    expect(link).to_have_text("Next match")
    link.tap()
    watcher.page.wait_for_url(scorer.page.url)
    assert watcher.problems == []


@pytest.mark.django_db
def test_a_bid_that_nobody_entered_looks_assumed_in_the_recorded_hand_too() -> None:
    pages = Pages()
    match = pages.start("skat", 3)
    hand = {"kind": "suit", "trump": "S", "declarer": 1, "matadors": {"with": 2}, "outcome": {"won": True}}
    for bid in ({}, {"bid": 33}):
        assert pages.record(match, {**hand, **bid}).status_code == 302
    for number, looks_assumed in ((1, True), (2, False)):
        page = pages.get(f"/matches/{match}/hands/{number}").content.decode()
        question = page[page.index('id="c-bid_S"') :]
        assert (re.findall(r'<fieldset class="([^"]*)"', question)[0] == "choice assumes") is looks_assumed
        matadors = page[page.index('id="c-matadors"') :]
        assert re.findall(r'<fieldset class="([^"]*)"', matadors)[0] == "choice", "they were entered"


@pytest.mark.django_db
def test_the_menu_of_a_match_is_in_groups_and_ends_with_what_is_rare() -> None:
    pages = Pages()
    match = pages.start("tute", 4)
    pages.record(match, {"kind": "played", "trump": "C", "card_points": [65, 55], "last_trick": 1})
    page = pages.get(f"/matches/{match}").content.decode()
    menu = page[page.index('<section id="menu"') :]
    menu = menu[: menu.index("</section>")]
    heads = re.findall(r'<p class="menu-head">(.*?)</p>', menu)
    assert heads == ["Hand", "Table", "Share", "Match"]
    lines = re.findall(r">\s*([^<>]+?)\s*</(?:p|a|button|summary)>", menu)
    assert lines.index("Say it") < lines.index("Table") < lines.index("Board for the table") < lines.index("Share")
    assert lines.index("Share") < lines.index("Send the score") < lines.index("Match") < lines.index("What was changed")
    assert lines[-1] == "End the match here"


@pytest.mark.django_db
@pytest.mark.parametrize("code", [code for code, _ in settings.LANGUAGES])
def test_no_two_buttons_of_the_page_to_share_have_the_same_name(code: str) -> None:
    pages = Pages()
    match = pages.start("briscola", 4)
    pages.client.cookies["django_language"] = code
    page = pages.get(f"/matches/{match}/share").content.decode()
    page = page[page.index("<main") : page.index("</main>")]
    names = [" ".join(name.split()) for name in re.findall(r'(?:<summary>|class="button[^>]*>)([^<]+)<', page)]
    assert len(names) >= 3
    assert len(set(names)) == len(names)


@pytest.mark.django_db
def test_a_phone_that_only_watches_says_so_and_how_to_take_part() -> None:
    pages = Pages()
    match = pages.start("briscola", 4)
    assert "You only watch" not in pages.get(f"/matches/{match}").content.decode()
    address = re.search(r'value="[^"]*(/join/[^"]+)"', pages.get(f"/matches/{match}/share").content.decode())
    assert address
    watcher = Pages()
    joined = watcher.get(address[1])
    watcher.get(joined.headers.get("Location", address[1]))
    page = watcher.get(f"/matches/{match}").content.decode()
    assert "You only watch." in page
    assert "Show the code for scorers" in page
    assert "You only watch" not in watcher.get(f"/matches/{match}/board").content.decode()


@pytest.mark.browser
@pytest.mark.layout
def test_the_menu_of_a_match_is_in_two_columns_on_a_small_phone(hold: Hold) -> None:
    phone = hold(size=SMALL, used=True)
    phone.start("truco", FOUR)
    phone.tap(".menu-button")
    tops = [box["y"] for one in phone.page.locator("#menu > .button").all()[:4] if (box := one.bounding_box())]
    assert tops[0] == tops[1] < tops[2] == tops[3]
    assert phone.overflow() <= 0


@pytest.mark.browser
@pytest.mark.layout
@pytest.mark.parametrize("size", [LARGE, SMALL])
def test_the_code_to_scan_fills_its_white_field(hold: Hold, size: tuple[int, int]) -> None:
    phone = hold(size=size, used=True)
    match = phone.start("truco", FOUR)
    phone.open(f"{match}/share")
    boxes = """(svg) => [svg, svg.querySelector("path")].map((one) => one.getBoundingClientRect())
      .map(({ left, top, right, bottom }) => [left, top, right, bottom].map(Math.round))"""
    whole, white = phone.page.locator(".qr svg").first.evaluate(boxes)
    assert whole == white, "its quiet edge is there on all four sides"


@pytest.mark.browser
@pytest.mark.layout
def test_the_return_key_selects_a_name_that_is_there_already(hold: Hold) -> None:
    phone = hold(used=True)
    match = phone.start("skat", THREE)
    phone.open(f"{match}/people")
    phone.page.locator(".seat input").first.focus()
    phone.page.keyboard.press("Enter")
    phone.page.keyboard.type("Zoe")
    assert phone.page.locator(".seat input").nth(1).input_value() == "Zoe"


@pytest.mark.django_db
def test_the_table_offers_the_house_rules_of_the_game_that_it_plays() -> None:
    pages = Pages()
    match = pages.start("skat", 3)
    page = pages.get(f"/matches/{match}").content.decode()
    address = page.split('href="/tables/')[1].split('"')[0]
    assert '<option value="skat" selected>' in pages.get(f"/tables/{address}").content.decode()


LONG = ["Maximiliane", "Konstantinos", "Jean-Baptiste", "Bartholomew"]


def _rounds(phone: Phone, *rounds: tuple[int, ...]) -> None:
    for scores in rounds:
        for place, score in enumerate(scores):
            phone.page.locator(".entry-of input").nth(place).fill(str(score))
        phone.tap(".save")
        expect(phone.page.locator(".entry-of input").first).to_have_value("")


@pytest.mark.browser
@pytest.mark.layout
def test_all_hands_that_are_kept_are_listed(hold: Hold) -> None:
    phone = hold(size=SMALL)
    phone.start("points", LONG[:3])
    phone.context.set_offline(True)
    _rounds(phone, (36, 12, 0), (1, 2, 3), (4, 5, 6))
    box = phone.page.locator("#waiting-hands")
    expect(box.locator("[role=status]")).to_contain_text("Round 1: Maximiliane 36")
    expect(box.locator(".others li")).to_have_text(
        [re.compile("Round 2: Maximiliane 1 .* 3$"), re.compile("Round 3: Maximiliane 4 .* 6$")]
    )
    cut = "(all) => all.filter((one) => one.scrollWidth > one.clientWidth).length"
    assert box.locator(".others li").evaluate_all(cut) == 0
    phone.context.set_offline(False)
    phone.saved(3)
    expect(box.locator(".others")).to_be_hidden()


@pytest.mark.browser
@pytest.mark.layout
@pytest.mark.parametrize("size", [LARGE, SMALL])
def test_the_search_of_the_rules_over_the_match_has_a_button(hold: Hold, size: tuple[int, int]) -> None:
    phone = hold(size=size, used=True)
    phone.start("belote", FOUR)
    phone.page.locator(".rule").first.click()
    button = phone.page.locator(".rules-sheet[open] .search-form button")
    expect(button).to_be_visible()
    box = button.bounding_box()
    assert box
    assert box["x"] + box["width"] <= size[0]
    phone.page.locator(".rules-sheet input[type=search]").fill("der")
    button.tap()
    expect(phone.page.locator(".rules-sheet .hits li").first).to_be_visible()


@pytest.mark.browser
@pytest.mark.layout
def test_a_name_is_corrected_from_the_menu_on_the_same_sheet(hold: Hold) -> None:
    phone = hold(used=True)
    match = phone.start("points", THREE)
    _rounds(phone, (36, 12, 0))
    phone.saved(1)
    phone.tap(".menu-button")
    phone.page.locator("#menu a", has_text="Correct a name").tap()
    expect(phone.page.locator("h1")).to_have_text("Correct a name")
    phone.page.locator("[name=player]").first.fill("Adele")
    phone.tap("#people .buttons .first")
    phone.page.wait_for_url(f"**{match}")
    assert phone.page.locator(".sheet .head-name").all_inner_texts() == ["Adele", *THREE[1:]]


@pytest.mark.browser
@pytest.mark.layout
@pytest.mark.parametrize("size", [LARGE, SMALL])
def test_undo_of_a_replacement_says_first_what_goes_and_how_it_is_made_again(hold: Hold, size: tuple[int, int]) -> None:
    phone = hold(size=size, used=True)
    match = phone.start("points", THREE)
    _rounds(phone, (36, 12, 0))
    phone.saved(1)
    phone.open(f"{match}/people")
    phone.page.locator("[name=player]").first.fill("Dan")
    phone.tap("#people .buttons .first")
    phone.page.locator(".carried").wait_for()
    later, ask = phone.page.url, phone.page.locator("#ask-undo")
    expect(ask).to_be_hidden()
    phone.tap(".steps .undo")
    expect(ask).to_contain_text("There is no redo")
    ask.get_by_role("button", name="Leave it").tap()
    expect(ask).to_be_hidden()
    assert phone.page.url == later
    phone.tap(".steps .undo")
    ask.get_by_role("button", name="Take the change back").tap()
    phone.page.wait_for_url(f"**{match}")
    phone.page.locator("#entry").wait_for()


@pytest.mark.browser
@pytest.mark.layout
@pytest.mark.parametrize("size", [LARGE, SMALL])
def test_what_another_phone_did_does_not_lie_over_the_end_of_the_page(hold: Hold, size: tuple[int, int]) -> None:
    scorer, watcher = hold(used=True), hold(size=size, used=True)
    match = scorer.start("points", THREE)
    _rounds(scorer, (36, 12, 0))
    scorer.open(f"{match}/share")
    watcher.page.goto(scorer.page.locator("input[readonly]").first.input_value())
    watcher.page.wait_for_url(f"**{match}")
    watcher.page.wait_for_timeout(1200)
    scorer.open(match)
    _rounds(scorer, (1, 2, 3))
    notice = watcher.page.locator("#announcement.is-shown")
    notice.wait_for()
    watcher.page.evaluate("scrollTo(0, document.body.scrollHeight)")
    box, links = notice.bounding_box(), watcher.page.locator(".foot > p").bounding_box()
    assert box
    assert links
    assert links["y"] + links["height"] <= box["y"]


@pytest.mark.browser
@pytest.mark.layout
def test_long_names_are_whole_on_the_smallest_phone(hold: Hold) -> None:
    phone = hold(size=SMALL, used=True)
    phone.open("/new/points")
    fields = phone.page.locator(".seat input[type=text]")
    for place, name in enumerate(LONG[:3]):
        while fields.count() <= place:
            phone.tap(".add")
        fields.nth(place).fill(name)
    too_wide = "(all) => all.filter((one) => one.scrollWidth > one.clientWidth).map((one) => one.value)"
    assert fields.evaluate_all(too_wide) == []
    phone.start("points", LONG[:3])
    _rounds(phone, (36, 12, 0))
    phone.page.evaluate("scrollTo(0, 600)")
    short = phone.page.locator(".short-totals .name")
    expect(short.first).to_be_visible()
    cut = """(all) => all.filter((one) => one.scrollWidth > one.clientWidth || one.scrollHeight > one.clientHeight + 2)
      .map((one) => one.textContent)"""
    assert short.evaluate_all(cut) == []


@pytest.mark.browser
@pytest.mark.layout
@pytest.mark.parametrize("code", ["en", "de", "pt-br", "ru"])
@pytest.mark.parametrize("slug", ["truco", "belote"])
def test_who_plays_together_is_in_sight_on_the_smallest_phone(hold: Hold, slug: str, code: str) -> None:
    phone = hold(size=SMALL, used=True)
    phone.context.add_cookies([{"name": "django_language", "value": code, "url": phone.address}])
    phone.open(f"/new/{slug}")
    line, bar = phone.page.locator(".sides").bounding_box(), phone.page.locator(".save-bar").bounding_box()
    assert line
    assert bar
    assert line["y"] + line["height"] <= bar["y"]


@pytest.mark.django_db
@pytest.mark.parametrize("slug", [game.slug for game in all_games().values() if game.presets])
def test_house_rules_with_a_name_say_what_they_are(slug: str) -> None:
    page = Pages().get(f"/new/{slug}").content.decode()
    words = re.findall(r'<span id="preset-\d*" class="muted">(.+?)</span>', page)
    assert len(set(words)) == len(all_games()[slug].presets) + 1, "each has a line of its own"
    if slug == "truco":
        assert words == [
            "Stakes: 1, 3, 6, 9, 12 · Top cards: four fixed cards",
            "Top cards: by the turned card (vira)",
            "Stakes: 2, 4, 8, 10, 12 (Mineiro)",
        ]
