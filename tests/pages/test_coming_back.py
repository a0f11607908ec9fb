"""Coming back to a table: what goes on, who leads, house rules, matches by evening, and tidying up."""

from __future__ import annotations

import re
from datetime import UTC, datetime, timedelta
from typing import Any
from urllib.parse import urlencode

import pytest
from django.utils import timezone
from playwright.sync_api import expect

from scoring.models import Match, Player, Table
from tests.browser import Phone
from tests.conftest import BOTH_SIZES, Hold
from tests.pages.phone import Pages, standing


class Regulars:
    """People who play at one table, each match a round of Points: most points win."""

    def __init__(self) -> None:
        self.pages = Pages()
        self.table = ""

    def begin(self, names: list[str], at: datetime | None = None, **options: Any) -> str:
        """A match without a hand."""
        rules = {f"o.{name}": str(value) for name, value in options.items()}
        sent = {"name": names, "dealer": "0", "table": self.table or "new", **rules}
        answer = self.pages.post("/new/points/begin", sent)
        assert answer.status_code == 302
        match = str(answer.headers["Location"]).removeprefix("/matches/")
        self.table = standing(match).table_id
        if at:
            Match.objects.filter(id=match).update(created_at=at)
        return match

    def play(self, names: list[str], scores: list[int], at: datetime | None = None, rounds: int = 1) -> str:
        """A match with one hand; it is over if it has only one round."""
        match = self.begin(names, at, rounds=rounds)
        self.pages.record(match, {"kind": "round", "scores": scores})
        return match

    def page(self, query: str = "") -> str:
        """The page of the table as text with its tags."""
        answer = self.pages.get(f"/tables/{self.table}{query}")
        assert answer.status_code == 200
        return str(answer.content.decode())


@pytest.fixture
def regulars(db: None) -> Regulars:
    return Regulars()


def _words(html: str) -> str:
    return " ".join(re.sub(r"<[^>]+>", " ", html).split())


def _lines(page: str, name: str = "Standings in Points") -> dict[str, list[str]]:
    """The rows of a table of standings: a player's figures by name."""
    body = re.search(rf'aria-label="{name}">.*?<tbody>(.*?)</tbody>', page, re.S)
    assert body
    rows = re.findall(r'<th scope="row">(.*?)</th>(.*?)</tr>', body[1], re.S)
    return {player: re.findall(r'<td class="num">(.*?)</td>', figures) for player, figures in rows}


# -- home ------------------------------------------------------------------------------------------------


def test_home_goes_on_with_what_has_begun(regulars: Regulars) -> None:
    begun = regulars.play(["Ada", "Ben"], [1, 2], rounds=5)
    forgotten = regulars.begin(["Ada", "Cleo"], at=timezone.now() - timedelta(days=1))
    just_begun = regulars.begin(["Ada", "Cleo"])
    page = regulars.pages.get("/").content.decode()
    going = page[page.index('id="going"') : page.index('class="start"')]
    assert re.findall(r'href="/matches/(\w+)"', going) == [just_begun, begun]
    assert "Not begun: 1" in _words(page)
    assert forgotten in page
    assert f"/matches/{just_begun}" in regulars.page(), "the way back from the page of the table"


@pytest.mark.parametrize(
    ("played", "first"), [(["briscola", "skat"], "skat"), (["skat", "briscola"], "briscola"), (["tute"], "tute")]
)
def test_a_question_on_the_start_page_is_about_what_is_played_here(played: list[str], first: str, db: None) -> None:
    """ "Does the three beat the king?" names no game: the answer is of the latest match and says so, others follow."""
    pages = Pages()
    for slug in played:
        pages.start(slug, 4)
    home = pages.get("/").content.decode()
    hidden = dict(re.findall(r'type="hidden" name="(own)" value="([^"]*)"', home[home.index('role="search"') :]))
    asked = urlencode({"q": "il tre prende il re?", **hidden})
    pages.client.cookies["django_language"] = "it"
    page = pages.get(f"/rules/search?{asked}").content.decode()
    answer = page[page.index('<article class="answer"') : page.index("</article>")]
    told = re.findall(r'<h[23]>\s*<a href="/rules/([a-z-]+)[^>]*>[^<]*</a>\s*(<span class="result-page">)?', answer)
    assert told[0] == (first, '<span class="result-page">')
    games = re.findall(r'href="/rules/([a-z-]+)#', page)
    assert set(games[: len(played) + 1]) == set(played), "a second place of the first game may stand between"
    assert f'name="own" value="{" ".join(reversed(played))}"' in page, "kept while somebody types on"
    named = pages.get("/rules/search?q=schafkopf+ober+unter&own=briscola").content.decode()
    assert re.findall(r'href="/rules/([a-z-]+)#', named)[0] == "schafkopf", "a game that is named goes first"


def test_matches_never_begun_are_removed_by_one_tap(regulars: Regulars) -> None:
    begun = regulars.play(["Ada", "Ben"], [1, 2], rounds=5)
    yesterday = timezone.now() - timedelta(days=1)
    first, second, third = (regulars.begin(["Ada", name], yesterday) for name in ("Ben", "Cleo", "Dan"))
    just_begun = regulars.begin(["Ada", "Ben"])
    form = {"match": first}
    assert regulars.pages.post("/matches/not-begun/remove", form).status_code == 302
    assert regulars.pages.post("/matches/not-begun/remove", form).status_code == 302, "a second tap does no harm"
    assert set(Match.objects.values_list("id", flat=True)) == {begun, second, third, just_begun}
    regulars.pages.record(second, {"kind": "round", "scores": [1, 2]})  # on another phone, meanwhile
    regulars.pages.post("/matches/not-begun/remove", {"match": second})
    regulars.pages.post("/matches/not-begun/remove")
    assert set(Match.objects.values_list("id", flat=True)) == {begun, second, just_begun}
    regulars.pages.post("/matches/not-begun/remove", {"match": just_begun})
    assert set(Match.objects.values_list("id", flat=True)) == {begun, second}


def test_who_only_watches_removes_and_archives_nothing(regulars: Regulars) -> None:
    begun = regulars.play(["Ada", "Ben"], [1, 2], rounds=5)
    waiting = regulars.begin(["Ada", "Ben"])
    watcher = _watcher(regulars, begun)
    watcher.post("/matches/not-begun/remove", {"match": waiting})
    assert Match.objects.count() == 2
    assert watcher.post("/matches/not-begun/remove", {"table": regulars.table}).status_code == 403
    for path in (f"/matches/{begun}/archive", f"/matches/{begun}/bring-back", f"/tables/{regulars.table}/merge"):
        assert watcher.post(path).status_code == 403, path
    assert watcher.get(f"/tables/{regulars.table}/rules/skat").status_code == 403
    page = watcher.get(f"/tables/{regulars.table}?tidy=1").content.decode()
    for word in ("Archive", "Remove", "Merge", "Change", "Set rules"):
        assert word not in _words(page), word


def _watcher(regulars: Regulars, match: str) -> Pages:
    """Another phone that has opened the link to watch this match."""
    share = regulars.pages.get(f"/matches/{match}/share").content.decode()
    link = re.findall(r'value="https?://[^/]+(/join/[^"]+)"', share)[0]
    other = Pages()
    assert other.get(link).status_code == 200
    return other


def test_a_link_to_one_match_opens_its_table_and_says_so(regulars: Regulars) -> None:
    """Decided in docs/decisions/0007-a-link-opens-a-table.md."""
    match = regulars.play(["Ada", "Ben"], [1, 2])
    other = regulars.play(["Ada", "Ben"], [3, 4], rounds=5)
    watcher = _watcher(regulars, match)
    assert watcher.get(f"/matches/{other}").status_code == 200
    page = watcher.get(f"/tables/{regulars.table}")
    assert page.status_code == 200
    assert other in page.content.decode()
    share = regulars.pages.get(f"/matches/{match}/share").content.decode()
    assert "other matches" in _words(share), "who shows the code knows what it opens"
    assert Pages().get(f"/tables/{regulars.table}").status_code == 404


# -- who leads -------------------------------------------------------------------------------------------


def test_points_of_matches_that_go_on_do_not_count(regulars: Regulars) -> None:
    regulars.play(["Ada", "Ben"], [7, 3])
    regulars.play(["Ada", "Ben"], [100, 900], rounds=5)
    assert _lines(regulars.page()) == {"Ada": ["1", "1", "7"], "Ben": ["0", "1", "3"]}


def test_points_of_different_games_are_never_added(regulars: Regulars) -> None:
    regulars.play(["Ada", "Ben"], [7, 3])
    assert "All games together" not in _words(regulars.page())
    truco = regulars.pages.start("truco", table=regulars.table)
    regulars.pages.record(truco, {"kind": "summary", "winner": 0, "stake": 12})
    page = regulars.page()
    assert _lines(page, "Standings in Truco")["Cleo"] == ["1", "1", "12"]
    assert _lines(page, "Standings in Points") == {"Ada": ["1", "1", "7"], "Ben": ["0", "1", "3"]}
    overall = {"Ada": ["2", "2"], "Cleo": ["1", "1"], "Dan": ["0", "1"], "Ben": ["0", "2"]}
    assert _lines(page, "Standings") == overall, "wins only"
    assert "Points Ada won 1 of 1" in _words(page)
    assert "Truco Ada and Cleo won 1 each" in _words(page)


def test_a_tie_at_the_top_names_both(regulars: Regulars) -> None:
    regulars.play(["Ada", "Ben"], [7, 3])
    regulars.play(["Ada", "Ben"], [3, 7])
    assert "Points Ada and Ben won 1 each" in _words(regulars.page())


def test_each_pair_stands_once_under_head_to_head(regulars: Regulars) -> None:
    regulars.play(["Ada", "Ben"], [3, 7])
    regulars.play(["Ada", "Ben", "Cleo"], [3, 7, 1])
    page = regulars.page()
    pairs = [_words(pair) for pair in re.findall(r"<li>([^<]* against .*?)</li>", page)]
    assert pairs == ["Ben against Ada: 2 : 0", "Ben against Cleo: 1 : 0", "Ada against Cleo: 0 : 0"]


def test_this_year_unless_nothing_was_finished_in_it(regulars: Regulars) -> None:
    old = timezone.now().replace(month=1, day=1) - timedelta(days=20)
    regulars.play(["Ada", "Ben"], [7, 3], at=old)
    assert _lines(regulars.page())["Ada"] == ["1", "1", "7"]
    assert "No match finished in this period" in _words(regulars.page("?since=year"))
    regulars.play(["Ada", "Ben"], [1, 2])
    assert _lines(regulars.page())["Ada"] == ["0", "1", "1"]
    assert _lines(regulars.page("?since=all"))["Ada"] == ["1", "2", "8"]
    assert regulars.page("?since=nonsense&game=nonsense&page=x")


def test_a_game_has_its_own_page_at_the_table(regulars: Regulars) -> None:
    match = regulars.play(["Ada", "Ben"], [7, 3])
    truco = regulars.pages.start("truco", table=regulars.table)
    regulars.pages.record(truco, {"kind": "summary", "winner": 0, "stake": 12})
    page = regulars.page("?game=points")
    assert f"/matches/{match}/hands/1" in page, "the best hand"
    assert truco not in page


# -- matches by evening ----------------------------------------------------------------------------------


def test_matches_are_listed_by_evening_across_midnight(regulars: Regulars) -> None:
    night = datetime(2026, 3, 6, 20, tzinfo=UTC)
    first = regulars.play(["Ada", "Ben"], [7, 3], at=night)
    second = regulars.play(["Ada", "Ben"], [7, 3], at=night + timedelta(hours=4, minutes=30))
    third = regulars.play(["Ada", "Ben"], [7, 3], at=night + timedelta(days=1))
    page = regulars.page("?since=all")
    page = page[page.index('id="matches"') :]
    places = [page.index(text) for text in ("Saturday, 7 March 2026", third, "Friday, 6 March 2026", second, first)]
    assert places == sorted(places)
    assert page.count(" March 2026") == 2


def test_an_archived_match_is_off_the_lists_until_a_further_hand(regulars: Regulars) -> None:
    match = regulars.play(["Ada", "Ben"], [1, 2], rounds=5)
    done = regulars.play(["Ada", "Ben"], [7, 3])
    for one in (match, done):
        assert f"/matches/{one}/archive" in regulars.page("?tidy=1")
        regulars.pages.post(f"/matches/{one}/archive")
        assert one not in regulars.page()
        assert one in regulars.page("?archived=1")
    assert match not in regulars.pages.get("/").content.decode()
    assert _lines(regulars.page("?since=all"))["Ada"] == ["1", "1", "7"], "it still counts"
    ada = Player.objects.get(name="Ada")
    regulars.pages.post(f"/tables/{regulars.table}/change", {f"player.{ada.id}": "Adele"})
    assert match not in regulars.page(), "another name of a player brings nothing back"
    regulars.pages.record(match, {"kind": "round", "scores": [5, 5]})
    assert match in regulars.page()
    assert match in regulars.pages.get("/").content.decode()
    regulars.pages.post(f"/matches/{done}/bring-back")
    assert done in regulars.page()
    assert "Archived:" not in _words(regulars.page())


# -- house rules -----------------------------------------------------------------------------------------


def test_house_rules_are_said_in_words_and_changed(regulars: Regulars) -> None:
    regulars.play(["Ada", "Ben"], [7, 3])
    assert "All games are played by the rules as described" in _words(regulars.page())
    answer = regulars.pages.get(f"/tables/{regulars.table}/rules?game=skat")
    assert answer.headers["Location"] == f"/tables/{regulars.table}/rules/skat"
    form = regulars.pages.form(answer.headers["Location"], "house-rules-form")
    form.fill("o.deals", ["12"])
    form.fill("o.all_pass", ["ramsch_most"])
    assert regulars.pages.post(answer.headers["Location"], form.sent()).status_code == 302
    assert Table.objects.get().options["skat"]["deals"] == 12
    page = _words(regulars.page())
    assert "Skat" in page
    assert "Ramsch: the most card points lose (usual in Germany)" in page
    assert "ramsch_most" not in page
    assert 'name="o.deals" value="12"' in regulars.pages.get("/new/skat").content.decode()
    regulars.pages.post(answer.headers["Location"], {"act": "usual"})
    assert Table.objects.get().options == {}


def test_impossible_house_rules_are_refused_at_their_field(regulars: Regulars) -> None:
    regulars.play(["Ada", "Ben"], [7, 3])
    answer = regulars.pages.post(f"/tables/{regulars.table}/rules/skat", {"o": "1", "o.deals": "-3"})
    assert answer.status_code == 422
    assert re.search(r'name="o.deals" value="-3".*?class="fault"', answer.content.decode(), re.S)
    assert Table.objects.get().options == {}
    assert regulars.pages.get(f"/tables/{regulars.table}/rules/nonsense").status_code == 404


# -- two names of one person -----------------------------------------------------------------------------


def test_two_names_of_one_person_become_one(regulars: Regulars) -> None:
    regulars.play(["Ada", "Ben"], [7, 3])
    typo = regulars.play(["Adda", "Ben"], [9, 3])
    gone, kept = Player.objects.get(name="Adda"), Player.objects.get(name="Ada")
    where = f"/tables/{regulars.table}/merge"
    assert "1 match of Adda will be under the name Ada" in _words(
        regulars.pages.get(f"{where}?gone={gone.id}&kept={kept.id}").content.decode()
    )
    assert Player.objects.filter(name="Adda").exists(), "a look changes nothing"
    assert regulars.pages.post(where, {"gone": gone.id, "kept": kept.id}).status_code == 302
    assert not Player.objects.filter(name="Adda").exists()
    assert _lines(regulars.page())["Ada"] == ["2", "2", "16"]
    assert "Adda" not in _words(regulars.pages.get(f"/matches/{typo}").content.decode())
    assert "Ben against" not in _words(regulars.page())
    regulars.begin(["Ada", "Ben"])
    assert Player.objects.count() == 2


def test_two_who_sit_in_one_match_are_two_people(regulars: Regulars) -> None:
    regulars.play(["Ada", "Ben"], [7, 3])
    ada, ben = (Player.objects.get(name=name) for name in ("Ada", "Ben"))
    where = f"/tables/{regulars.table}/merge"
    for answer in (
        regulars.pages.get(f"{where}?gone={ada.id}&kept={ben.id}"),
        regulars.pages.post(where, {"gone": ada.id, "kept": ben.id}),
    ):
        assert "Ada and Ben sit in one match, so they are two people" in _words(answer.content.decode())
    for gone, kept in ((ada.id, ada.id), (ada.id, "2" * 16), ("", "")):
        assert regulars.pages.post(where, {"gone": gone, "kept": kept}).status_code == 422
    assert Player.objects.count() == 2


# -- in a browser ----------------------------------------------------------------------------------------


def _season(phone: Phone) -> str:
    """A table with matches of three games, some of them never begun. Returns its address."""
    api = f"{phone.address}/api/v1"
    people = ["Anneliese", "Bartholomäus", "Cleo", "Dan"]
    table = phone.context.request.post(
        f"{api}/tables",
        data={"name": "Thursdays", "players": [{"name": name} for name in [*people, "Danny"]]},
    ).json()
    headers = {"Authorization": f"Bearer {table['keys']['scorer']}"}
    own = f"{api}/tables/{table['id']}"

    def play(game: str, names: list[str], hands: list[Any], **options: Any) -> None:
        sent = {"game": game, "players": names, "options": options}
        match = phone.context.request.post(f"{own}/matches", data=sent, headers=headers).json()
        for hand in hands:
            answer = phone.context.request.post(f"{api}/matches/{match['id']}/hands", data=hand, headers=headers)
            assert answer.status == 201, answer.text()

    for scores in ([5, 3, 2], [4, 9, 1], [8, 3, 0]):
        play("points", people[:3], [{"kind": "round", "scores": scores}], rounds=1)
    play("truco", people, [{"kind": "summary", "winner": 0, "stake": 12}])
    play("truco", ["Dan", *people[:3]], [{"kind": "summary", "winner": 1, "stake": 3}])
    play("points", ["Danny", "Cleo"], [{"kind": "round", "scores": [3, 4]}], rounds=9)
    for _ in range(2):
        play("skat", people[:3], [])
    answer = phone.context.request.patch(
        own,
        data={
            "options": {
                "skat": {"deals": 12, "all_pass": "ramsch_most"},
                "truco": {"stakes": "2-4-6-10-12", "all_tied": "mao"},
            }
        },
        headers={**headers, "If-Match": "*"},
    )
    assert answer.status == 200, answer.text()
    phone.open(f"/join/{table['keys']['scorer']}")
    return f"/tables/{table['id']}"


@pytest.mark.browser
@pytest.mark.layout
@BOTH_SIZES
def test_the_pages_of_a_table_fit_the_phone(hold: Hold, size: tuple[int, int]) -> None:
    phone = hold(size=size)
    table = _season(phone)
    queries = ["", "?game=points", "?tidy=1", "?archived=1", "/rules/skat", "/rules/card-stock-market", "/merge"]
    for path in ["/", *(f"{table}{query}" for query in queries)]:
        phone.open(path)
        kind = re.sub("[^a-z]+", "-", path.removeprefix(table)) or "-table"
        phone.screenshot(f"back-{size[0]}{kind}")
        for fold in phone.page.locator("summary").all():
            if fold.is_visible():
                fold.click()
        assert phone.overflow() <= 0, path
        assert phone.small_targets() == [], path
        assert phone.small_text() == [], path
        for theme in phone.themes():
            phone.screenshot(f"back-{size[0]}-{theme}{kind}-open")
            assert phone.barriers(theme) == [], (path, theme)


@pytest.mark.browser
@pytest.mark.parametrize("script", [True, False], ids=["script", "plain"])
def test_tidying_up_by_tapping(hold: Hold, script: bool) -> None:
    phone = hold(script=script)
    table = _season(phone)
    phone.open("/")
    going = phone.page.locator("section[aria-labelledby=going] .match-card")
    assert going.count() == 4
    for _ in range(2):
        phone.page.locator("section[aria-labelledby=going] button", has_text="Remove").first.click()
    expect(going).to_have_count(2)
    phone.open(table)
    phone.page.locator("a", has_text="Archive matches").click()
    phone.page.locator("li", has_text="Danny").locator("button", has_text="Archive").click()
    phone.open("/")
    assert going.count() == 1
    phone.open(f"{table}/merge")
    phone.page.locator("#gone").select_option(label="Danny")
    phone.page.locator("#kept").select_option(label="Dan")
    phone.page.locator("button", has_text="Show what changes").click()
    phone.page.locator("button", has_text="Merge").click()
    phone.page.wait_for_url(re.compile("#players"))
    assert "Danny" not in phone.page.locator("main").inner_text()
    assert phone.problems == []


@pytest.mark.browser
@pytest.mark.layout
@pytest.mark.parametrize("script", [True, False], ids=["script", "plain"])
@BOTH_SIZES
def test_a_rule_from_a_match_opens_with_the_question_field_in_view(
    hold: Hold, size: tuple[int, int], script: bool
) -> None:
    phone = hold(size=size, script=script)
    match = phone.start("skat", ["Ada", "Ben", "Cleo"]) if script else "/matches/none"
    phone.open(f"/rules/skat?match={match.rpartition('/')[2]}#scoring")
    heading = phone.page.locator("h2#scoring")
    heading.wait_for()
    field = phone.page.locator(".search-form input[type=search]")
    bars = [one.bounding_box() or {"y": -1.0, "height": 0.0} for one in (field, phone.page.locator(".jump"))]
    where = heading.bounding_box() or {"y": -1.0, "height": 0.0}
    assert 0 <= bars[0]["y"] < 60, "nobody scrolls for the field"
    assert bars[0]["y"] + bars[0]["height"] <= bars[1]["y"] + 1, "the links to the sections lie below it"
    assert bars[1]["y"] + bars[1]["height"] <= where["y"], "nothing covers the section"
    assert where["y"] < size[1] / 3
    phone.screenshot(f"back-{size[0]}-rule")
    field.fill("what is schneider")
    if not script:
        field.press("Enter")
        phone.page.locator(".search-results a").first.wait_for()
        return
    answer = phone.page.locator(".hits .search-results a[href*='/rules/skat']").first
    answer.wait_for()
    box = phone.page.locator(".hits").bounding_box() or {"y": 0.0, "height": 9999.0}
    assert box["y"] + box["height"] <= size[1] + 1, "the last answer can be reached"
    phone.screenshot(f"back-{size[0]}-rule-answers")
    anchor = (answer.get_attribute("href") or "").rpartition("#")[2]
    answer.click()
    section = phone.page.locator(f"[id='{anchor}']")
    expect(phone.page.locator(".hits > *")).to_have_count(0)
    landed = section.bounding_box() or {"y": -1.0}
    assert bars[1]["y"] + bars[1]["height"] <= landed["y"] < size[1]
    assert phone.problems == []


@pytest.mark.browser
@pytest.mark.layout
def test_the_printed_sheet_keeps_off_the_edge_of_the_paper(hold: Hold) -> None:
    phone = hold(used=True)
    match = phone.start("points", ["Ada", "Ben"])
    phone.open(f"{match}/print")
    margins = phone.page.evaluate(
        """() => [...document.styleSheets].flatMap((sheet) => [...sheet.cssRules])
          .filter((rule) => rule.conditionText === "print").flatMap((rule) => [...rule.cssRules])
          .filter((rule) => rule instanceof CSSPageRule).map((rule) => rule.style.marginLeft)"""
    )
    assert [float(margin.removesuffix("mm")) >= 10 for margin in margins] == [True]


@pytest.mark.browser
@pytest.mark.layout
def test_a_dark_phone_prints_black_on_white(hold: Hold) -> None:
    phone = hold(dark=True)
    match = phone.start("points", ["Ada", "Ben"])
    phone.open(f"{match}/print")
    phone.page.emulate_media(media="print", color_scheme="dark")
    for theme in ("", "dark"):
        colours = phone.page.evaluate(
            """(theme) => { document.documentElement.dataset.theme = theme;
              const style = getComputedStyle(document.body); return [style.color, style.backgroundColor] }""",
            theme,
        )
        assert colours == ["rgb(0, 0, 0)", "rgb(255, 255, 255)"]


def test_no_evening_is_on_two_pages(regulars: Regulars) -> None:
    first = datetime(2026, 3, 6, 19, tzinfo=UTC)
    for number in range(30):  # evenings of 5, 10 and 15 matches
        week = timedelta(days=7 * (number >= 5) + 7 * (number >= 15))
        regulars.play(["Ada", "Ben"], [number, 1], at=first + week + timedelta(minutes=number))
    newer, older = (regulars.page(f"?page={page}").count('class="match-card') for page in (1, 2))
    assert (newer, older) == (25, 5), "20 to a page, but each evening is whole"
