"""Pictures of the rules pages: drawn from data, with the same in words; who wins is the calculator's answer."""

from __future__ import annotations

import re
from math import cos, radians, sin
from pathlib import Path
from typing import Any
from xml.etree import ElementTree

import pytest
from django.utils.translation import override
from markdown_it import MarkdownIt

from rulesref.article import ContentError
from rulesref.library import _with_seating, library
from rulesref.markup import to_blocks, to_html
from rulesref.pictures.cards import in_words
from rulesref.pictures.content import Pictures
from rulesref.pictures.fences import fence, picture_data
from rulesref.pictures.layout import layout_words
from rulesref.pictures.signs import SIGNS, sign
from scoring.games import all_games, get
from tests.browser import LARGE, SMALL
from tests.conftest import Hold

FOLDER = Path(__file__).parents[2] / "rulesref" / "content" / "pictures"
NAMED = [(file.stem, name) for file in sorted(FOLDER.glob("*.yaml")) for name in Pictures(get(file.stem), file).names]
TRICK_GAMES = [slug for slug, game in sorted(all_games().items()) if game.Lookup and slug != "buried-treasure"]


def _pictures(slug: str) -> Pictures:
    return Pictures(get(slug), FOLDER / f"{slug}.yaml")


def _svgs(html: str) -> list[ElementTree.Element]:
    """Every drawing in the HTML, read as XML: a tag that is not closed raises."""
    return [ElementTree.fromstring(svg) for svg in re.findall(r"<svg.*?</svg>", html, re.DOTALL)]


def _written(tmp_path: Path, slug: str, text: str) -> Pictures:
    file = tmp_path / f"{slug}.yaml"
    file.write_text(text, encoding="utf-8")
    return Pictures(get(slug), file)


# -- every picture -------------------------------------------------------------------------------------


def test_every_data_file_belongs_to_a_game() -> None:
    assert {file.stem for file in FOLDER.glob("*")} <= set(all_games())


@pytest.mark.parametrize(("slug", "name"), NAMED)
def test_a_picture_is_drawn_and_told(slug: str, name: str) -> None:
    markdown = _pictures(slug).markdown(name)
    html, blocks = to_html(markdown), to_blocks(markdown)
    (drawn,) = _svgs(html)
    assert drawn.get("role") == "img"
    assert drawn.get("aria-label") == in_words(" ".join(blocks))
    assert not re.search("[♣♠♥♦]", drawn.get("aria-label", ""))
    assert "<figcaption>" in html
    assert "style=" not in html


@pytest.mark.parametrize(("slug", "name"), NAMED)
def test_nothing_is_drawn_outside_a_small_phone(slug: str, name: str) -> None:
    """288 units are the width of the text on a phone of 320 pixels. A letter is taken for 8 units, 7 in a note."""
    (drawn,) = _svgs(to_html(_pictures(slug).markdown(name)))
    assert drawn.get("viewBox", "").startswith("0 0 288 ")
    for words in drawn.iter("text"):
        x, length, anchor = (
            float(words.get("x", 0)),
            _letter(words) * len(words.text or ""),
            words.get("text-anchor", "start"),
        )
        left = {"start": x, "middle": x - length / 2, "end": x - length}[anchor]
        # Inside a group that is moved, x is near 0: cards, which are checked where they are drawn.
        if x > 30:
            assert left >= -4, words.text
            assert left + length <= 292, words.text


def _letter(words: ElementTree.Element) -> int:
    return 7 if words.get("class") == "note" else 8


@pytest.mark.parametrize("slug", sorted(all_games()))
def test_the_seating_and_the_ladder_of_every_page_are_drawn(slug: str) -> None:
    article = library().article(slug)
    seated = [html for html in article.section("setup").pictures if "picture-seating" in html]
    assert len(seated) == (1 if min(get(slug).players) > 1 else 0)
    if get(slug).strength(get(slug).Options()):
        (ladder,) = [html for html in article.section("card-strength").pictures if "picture-ladder" in html]
        orders = get(slug).strength(get(slug).Options())
        assert ladder.count('role="img"') == len(orders)
        cards = sum(1 if isinstance(step, str) else len(step) for order in orders for step in order.cards)
        assert ladder.count('class="card-edge"') == cards
    for html in (*article.section("setup").pictures, *article.section("examples").pictures):
        assert _svgs(html)


def test_a_link_in_the_first_paragraph_does_not_hide_the_seating() -> None:
    text = "## Setup and deal {#setup}\n\nAs in [play](#play).\n\nMore.\n"
    assert "[play](#play).\n\n{{ seating }}\n\nMore." in _with_seating(get("skat"), text)


def test_every_game_with_tricks_shows_one() -> None:
    shown = {slug for slug, name in NAMED if _pictures(slug).data(name)["kind"] == "trick"}
    assert [slug for slug in TRICK_GAMES if slug not in shown] == []


# -- the calculator decides ----------------------------------------------------------------------------


def test_the_winner_of_a_trick_comes_from_the_calculator(tmp_path: Path) -> None:
    text = "one: {kind: trick, caption: Hearts are trumps., trick: {trump: H}, plays: [AS, 9H, AH, JH]}"
    data = _written(tmp_path, "belote", text).data("one")
    assert data["winner"] == 0
    html = to_html(_written(tmp_path, "belote", text).markdown("one"))
    assert html.count('class="ring"') == 1
    assert "<strong>Ada takes it:</strong>" in html
    # Not by colour alone.
    assert html.count(">wins<") == 1


def test_what_may_be_played_has_a_tick_and_the_rest_a_cross(tmp_path: Path) -> None:
    text = "one: {kind: trick, caption: No., trick: {trump: C}, plays: [AH, 9H, 10H], hand: [KH, JC, 9S, QD]}"
    html = to_html(_written(tmp_path, "couillon", text).markdown("one"))
    assert (html.count('class="tick"'), html.count('class="cross"')) == (2, 2)
    assert "Ada may play" in html


def test_cards_that_tie_are_both_marked() -> None:
    data = _pictures("truco").data("tie")
    assert data["winner"] is None
    assert data["tied"] == [1, 0]


def test_cards_that_are_shown_together_have_no_order() -> None:
    html = to_html(_pictures("democracy").markdown("tie"))
    assert "badge" not in html
    assert "leads" not in html
    assert "Cards shown: Ben" in html


def test_play_to_the_right_is_drawn_to_the_right() -> None:
    """Ben plays after Ada: on her left in a clockwise game, on her right in Truco."""
    right = _places(_pictures("truco").markdown("top-card"))
    left = _places(_pictures("belote").markdown("jack-and-nine"))
    assert left["Ben"] < 144 < left["Dan"]
    assert right["Dan"] < 144 < right["Ben"]


def _places(markdown: str) -> dict[str, float]:
    (drawn,) = _svgs(to_html(markdown))
    return {
        words.text or "": float(words.get("x", 0)) for words in drawn.iter("text") if words.get("class") == "player"
    }


def test_the_seating_says_who_deals_and_leads() -> None:
    (words,) = to_blocks(_pictures("truco").seating())
    assert words == (
        "4 players at the table. Play goes counter-clockwise. The player on the dealer's right leads first. "
        "Pairs: 1 and 3 against 2 and 4."
    )
    (skat,) = to_blocks(_pictures("skat").seating())
    assert skat.startswith("3 players at the table. Play goes clockwise. The player on the dealer's left leads")
    (mate,) = to_blocks(_pictures("mate").seating())
    assert "The dealer leads first" in mate


def test_no_space_follows_the_full_stop_of_chinese() -> None:
    captions = [
        caption
        for section in library("zh-hans").article("malilla").sections
        for caption in re.findall(r"<figcaption>(.*?)</figcaption>", section.html, re.DOTALL)
    ]
    assert len(captions) > 3
    assert [caption for caption in captions if re.search(r"[。！？；：](?:</?\w+>)* ", caption)] == []


def test_a_ladder_has_equal_cards_in_one_frame_and_the_points_below() -> None:
    truc = to_html(_pictures("truc").ladder())
    assert truc.count('class="equal"') == 10
    belote = to_html(_pictures("belote").ladder())
    assert "jack (20), 9 (14), ace (11)" in belote
    assert "ace (11), 10 (10), king (4), queen (3), jack (2)" in belote
    skat = to_html(_pictures("skat").ladder())
    assert "Null: all four suits, no trumps, from the highest down: ace, king" in skat


@pytest.mark.parametrize(
    ("lang", "slug", "letters"),
    [
        ("it", "briscola", {"R", "C", "F"}),
        ("it", "tute", {"K", "Q", "J"}),
        ("es", "tute", {"12", "11", "10"}),
        ("de", "schafkopf", {"K", "O", "U"}),
        ("de", "skat", {"K", "D", "B"}),
        ("fr", "belote", {"R", "D", "V"}),
        ("ru", "tyzicha", {"К", "Д", "В"}),
        ("pt-br", "truco", {"K", "Q", "J"}),
        ("en", "briscola", {"K", "Q", "J"}),
    ],
)
def test_court_cards_have_the_letters_of_the_pack_that_players_of_the_language_have(
    lang: str, slug: str, letters: set[str]
) -> None:
    with override(lang):
        file = FOLDER / f"{slug}.yaml"
        pictures = Pictures(get(slug), file if file.exists() else None)
        tricks = [pictures.markdown(name) for name in pictures.names if pictures.data(name)["kind"] == "trick"]
        for markdown in [pictures.ladder(), *tricks[:1]]:
            others = {"A", "Т", "1", *map(str, range(2, 11))} - letters
            courts = _ranks(markdown) - others
            assert courts <= letters, markdown[:80]
        assert letters == {rank for rank in _ranks(pictures.ladder()) if rank in letters}


def _ranks(markdown: str) -> set[str]:
    """What is printed on the cards of a picture."""
    drawn = [one for svg in _svgs(to_html(markdown)) for one in svg.iter()]
    return {"".join(one.itertext()) for one in drawn if "rank" in (one.get("class") or "").split()}


def test_a_board_shows_what_the_calculator_says() -> None:
    slate = to_blocks(_pictures("couillon").markdown("slate"))
    assert "Ada & Cleo: 3 of 5 lines, 1 mark." in slate
    html = to_html(_pictures("truco").markdown("beans"))
    assert (html.count('class="bean"'), html.count('class="empty-mark"')) == (11, 13)


@pytest.mark.parametrize("shown", range(6))
def test_the_sixes_show_as_many_pips_as_the_side_has_points(tmp_path: Path, shown: int) -> None:
    """Counted in the drawing: pips whose middle lies outside the covering card."""
    text = f"one: {{kind: board, caption: Sixes., start: {{totals: [{shown}, 0]}}}}"
    (drawn,) = _svgs(to_html(_written(tmp_path, "twenty-nine", text).markdown("one")))
    groups = list(drawn)
    six = next(place for place, one in enumerate(groups) if len(one.findall("g")) == 6)
    x, y, _ = _moved(groups[six])
    cover_x, cover_y, turn = _moved(groups[six + 1])
    seen = 0
    for pip in groups[six].findall("g"):
        pip_x, pip_y, _ = _moved(pip)
        right, down = x + pip_x - cover_x, y + pip_y - cover_y
        across = right * cos(turn) + down * sin(turn)
        along = down * cos(turn) - right * sin(turn)
        seen += abs(across) > 27 or abs(along) > 37.8
    assert seen == shown


def _moved(group: ElementTree.Element) -> tuple[float, float, float]:
    """Where a group is moved to, and by what angle it is turned."""
    given = group.get("transform", "")
    move = re.search(r"translate\((\S+) (\S+)\)", given)
    turn = re.search(r"rotate\((\S+)\)", given)
    x, y = map(float, move.groups()) if move else (0.0, 0.0)
    return x, y, radians(float(turn[1])) if turn else 0.0


# -- mistakes ------------------------------------------------------------------------------------------

_TRICK = "one: {kind: trick, caption: A trick., "


@pytest.mark.parametrize(
    ("text", "reason"),
    [
        ("one: {kind: photo, caption: A picture.}", "kind is one of"),
        ("one: {kind: board}", "a caption is needed"),
        (_TRICK + "plays: [AS], winner: 1}", "there is no winner"),
        (_TRICK + "trick: {trump: H}, plays: [AS, 9H]}", "picture one"),
        (_TRICK + "trick: {trump: H}, plays: [AS, 9H, 2C, 7S]}", "is refused"),
        (_TRICK + "trick: {trump: H}, plays: [AS, 9H, 7C, 7S], hand: [KS]}", "picture one"),
        (_TRICK + "plays: [AS, 9H, 7C, 7S]}", "is refused"),
        (_TRICK + "trick: {trump: H}, plays: [AS, 9H, 7C, 7S], notes: {1: far too long}}", "at most 8 letters"),
        ("one: {kind: suits, caption: Suits., pack: swiss}", "german, spanish or italian"),
        ("one: {kind: layout, caption: Cards., rows: [[{cards: [XY]}]]}", "Not a card"),
    ],
)
def test_a_picture_that_is_wrong_is_refused(tmp_path: Path, text: str, reason: str) -> None:
    with pytest.raises(ContentError, match=reason):
        _written(tmp_path, "belote", text).data("one")


# -- as Markdown ---------------------------------------------------------------------------------------


@pytest.mark.parametrize("awkward", ['a "quote"', "a `tick`", "R&amp;D & more", "a \\ and \\u0041", "# <b>"])
def test_data_survives_markdown(awkward: str) -> None:
    data: dict[str, Any] = {"kind": "layout", "caption": awkward, "rows": [[{"cards": ["AS"]}]]}
    (token,) = MarkdownIt("commonmark").parse(fence(data, [awkward]))
    assert picture_data(token.info) == data


def test_html_in_a_caption_is_escaped() -> None:
    data = {"kind": "layout", "caption": "<script>x</script>", "rows": [[{"cards": ["AS"], "label": "<b>"}]]}
    html = to_html(fence(data, ["<script>"]))
    assert "<script>" not in html
    assert "<b>" not in html


def test_a_card_in_a_picture_is_named_in_words() -> None:
    assert in_words("♠Q and ♥10, then ♦") == "queen of spades and 10 of hearts, then diamonds"


@pytest.mark.parametrize(
    ("lang", "words"), [("en", "♠A; ♥7."), ("fr", "♠A\u202f; ♥7."), ("zh-hans", "♠A；♥7。"), ("ru", "♠Т; ♥7.")]
)
def test_the_places_of_a_layout_are_divided_as_in_its_language(lang: str, words: str) -> None:
    with override(lang):
        assert layout_words({"rows": [[{"cards": ["AS"]}, None], [{"cards": ["7H"]}]]}) == [words]


@pytest.mark.parametrize(("lang", "first"), [("de", "Ada"), ("ru", "Аня"), ("zh-hans", "小安")])
def test_the_players_of_a_picture_have_names_of_its_language(lang: str, first: str) -> None:
    with override(lang):
        assert first in _places(_pictures("belote").markdown("jack-and-nine"))


@pytest.mark.parametrize("pack", sorted(SIGNS))
def test_every_pack_has_four_signs_that_differ(pack: str) -> None:
    assert len({sign(suit, 0, 0, 16, pack).replace(f"suit-{suit.lower()}", "") for suit in "CSHD"}) == 4


# -- in a browser --------------------------------------------------------------------------------------

_WIDER_THAN_ITS_BOX = """() => [...document.querySelectorAll(".table-box")]
  .filter((box) => box.scrollWidth > box.clientWidth)
  .map((box) => [...box.querySelectorAll("th")].map((one) => one.textContent).join(" | "))"""
_OUT_OF_THE_PAGE = """() => [...document.querySelectorAll(".picture svg, .picture svg text")]
  .filter((one) => one.checkVisibility())
  .map((one) => [one, one.getBoundingClientRect()])
  .filter(([one, box]) => box.right > innerWidth + 0.5 || box.left < -0.5)
  .map(([one]) => one.outerHTML.slice(0, 90))"""


@pytest.mark.browser
@pytest.mark.layout
@pytest.mark.parametrize("size", [LARGE, SMALL], ids=["390", "320"])
def test_tables_and_pictures_of_every_page_fit_the_phone(hold: Hold, size: tuple[int, int]) -> None:
    phone = hold(size=size, used=True)
    for slug in library().slugs:
        phone.open(f"/rules/{slug}")
        assert phone.page.evaluate(_WIDER_THAN_ITS_BOX) == [], slug
        assert phone.page.evaluate(_OUT_OF_THE_PAGE) == [], slug
        assert phone.overflow() <= 0, slug
    assert phone.problems == []


@pytest.mark.browser
@pytest.mark.layout
def test_the_suits_of_a_picture_have_four_colours_where_the_phone_asks_for_them(hold: Hold) -> None:
    phone = hold(size=SMALL, used=True)
    phone.open("/rules/truc")
    clubs, spades = (phone.page.locator(f".ladder .suit-{suit} .sign").first for suit in "cs")
    colour = "(sign) => getComputedStyle(sign).fill"
    assert clubs.evaluate(colour) == spades.evaluate(colour)
    phone.tap(".gear")
    phone.page.locator("#settings [data-setting=suits][value=four]").click()
    assert clubs.evaluate(colour) != spades.evaluate(colour)


# -- tables --------------------------------------------------------------------------------------------


def test_columns_of_figures_are_set_to_the_right() -> None:
    html = to_html("| Card | Points |\n| --- | --- |\n| A | 11 |\n| K | −4 |")
    assert html.count('class="num"') == 3
    assert '<td class="num">−4</td>' in html
    assert "<td>A</td>" in html


def test_a_wide_table_carries_the_headings_into_its_cells() -> None:
    head = " | ".join(f"column{number}" for number in range(6))
    html = to_html(f"| {head} |\n|{' --- |' * 6}\n| a | b | c | d | e | f |")
    assert 'class="wide wide-4"' in html
    assert '<td data-label="column5">f</td>' in html
    narrow = to_html("| Card | Points |\n| --- | --- |\n| A | 11 |")
    assert "wide" not in narrow
    assert "data-label" not in narrow
