"""The rules pages as HTML: their content, their links, and what works without scripts."""

from __future__ import annotations

import re
from html import unescape
from html.parser import HTMLParser
from typing import Any

import pytest
from django.test import Client

from rulesref.library import library
from rulesref.lookup import forms
from rulesref.lookup.pack import pack_rows
from scoring.engine.match import replay
from scoring.engine.messages import figure_beside
from scoring.games import all_games

PAGES = library().slugs
GAMES = [slug for slug in PAGES if slug in library().games]
WITH_TRICKS = [slug for slug in GAMES if forms.trick_form(all_games()[slug])]
HAND_FORMS = [(slug, form) for slug in GAMES for form in forms.hand_forms(all_games()[slug])]


class Outline(HTMLParser):
    """Headings, ids, links and forms of a page."""

    def __init__(self, html: str) -> None:
        super().__init__()
        self.headings: list[int] = []
        self.ids: list[str] = []
        self.links: list[str] = []
        self.inline: list[str] = []
        self.feed(html)

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        attributes = dict(attrs)
        if re.fullmatch("h[1-6]", tag):
            self.headings.append(int(tag[1]))
        if attributes.get("id"):
            self.ids.append(str(attributes["id"]))
        if tag == "a" and attributes.get("href"):
            self.links.append(str(attributes["href"]))
        if tag == "style" or "style" in attributes or (tag == "script" and "src" not in attributes):
            self.inline.append(tag)
        self.inline += [name for name in attributes if name.startswith("on")]


def _page(client: Client, path: str, **headers: str) -> str:
    response = client.get(path, headers=headers)
    assert response.status_code == 200, path
    return response.content.decode()


def _text(html: str) -> str:
    return unescape(re.sub(r"<[^>]+>", " ", html)).replace("\ufe0e", "")


@pytest.fixture
def client() -> Client:
    return Client()


def _listed(client: Client, query: str = "") -> list[str]:
    found = re.findall(r'<ul class="game-list">.*?</ul>', _page(client, "/rules" + query), re.DOTALL)
    return re.findall(r'href="/rules/([a-z0-9-]+)', found[0])


def test_every_game_is_in_the_list(client: Client) -> None:
    assert sorted(_listed(client)) == sorted(GAMES)


def test_the_list_is_filtered_by_players_family_and_pack(client: Client) -> None:
    assert "schafkopf" in _listed(client, "?players=3")
    assert "truco" not in _listed(client, "?players=3")
    assert sorted(_listed(client, "?players=8")) == sorted(s for s in GAMES if 8 in all_games()[s].players)
    family = all_games()["truco"].family
    assert sorted(_listed(client, f"?family={family}")) == [
        slug for slug in GAMES if all_games()[slug].family == family
    ]
    assert set(_listed(client, "?deck=32")) == {s for s in GAMES if all_games()[s].deck.startswith("32 cards")}
    assert _listed(client, "?players=nonsense") == []


@pytest.mark.parametrize("slug", PAGES)
def test_every_page_has_a_sound_outline(client: Client, slug: str) -> None:
    page = Outline(_page(client, f"/rules/{slug}"))
    assert page.headings[0] == 1
    assert page.headings.count(1) == 1
    steps = zip(page.headings, page.headings[1:], strict=False)
    assert all(after - before <= 1 for before, after in steps)
    assert len(page.ids) == len(set(page.ids))
    assert page.inline == []
    assert library().article(slug).anchors <= set(page.ids)
    assert {link[1:] for link in page.links if link.startswith("#")} <= set(page.ids)


@pytest.mark.parametrize("slug", GAMES)
def test_a_game_shows_the_minute_its_facts_its_scores_then_its_sections(client: Client, slug: str) -> None:
    html = _page(client, f"/rules/{slug}")
    article = library().article(slug)
    text = _text(html)
    for name in ("players", "deck", "deal", "direction", "goal", "length", "origin"):
        assert getattr(article.facts, name) in text
    assert all_games()[slug].family in text
    assert (
        html.index('id="minute"')
        < html.index('class="facts"')
        < html.index('id="glance-scoring"')
        < html.index('id="object"')
    )


@pytest.mark.parametrize(("slug", "head"), [("tetka", "what costs points"), ("reversis", "who pays whom")])
def test_scores_that_stand_under_the_object_are_shown_at_a_glance(client: Client, slug: str, head: str) -> None:
    html = _page(client, f"/rules/{slug}")
    glance = html[html.index('id="glance-scoring"') : html.index('id="glance-card-strength"')]
    assert head in _text(glance)


def test_named_cards_of_the_same_value_are_kept_apart(client: Client) -> None:
    assert "right pedro, left pedro" in _text(_page(client, "/rules/cinch"))


def test_an_open_match_is_one_tap_away_everywhere(client: Client) -> None:
    html = _page(client, "/rules/truco?match=abc123")
    assert 'href="/matches/abc123"' in html
    inner = [link for link in Outline(html).links if link.startswith("/rules/")]
    assert inner
    assert all("match=abc123" in link for link in inner)
    hits = _page(client, "/rules/search?q=tie&game=truco&match=abc123")
    assert "/rules/truco?match=abc123#" in hits


@pytest.mark.parametrize("match", ['"><script>', "../admin", "", "x" * 65])
def test_an_impossible_match_id_gives_no_link_back(client: Client, match: str) -> None:
    html = client.get("/rules/truco", {"match": match}).content.decode()
    assert "/matches/" not in html
    assert "<script>" not in html


def test_search_sends_a_page_or_only_the_results(client: Client) -> None:
    whole = _page(client, "/rules/search?q=who+leads&game=schafkopf")
    piece = _page(client, "/rules/search?q=who+leads&game=schafkopf", hx_request="true")
    for html in (whole, piece):
        assert html.index("/rules/schafkopf#asked-who-leads") < len(html)
    assert "<html" in whole
    assert "<html" not in piece


@pytest.mark.parametrize("query", ["", "q=", "q=xyzzyx", "q=%00", "q=<script>", "q=tie&game=none", "q=" + "x" * 999])
def test_search_takes_anything(client: Client, query: str) -> None:
    assert "<script>" not in _page(client, f"/rules/search?{query}", hx_request="true")


@pytest.mark.parametrize("path", ["/none", "/points/trick", "/glossary/trick", "/truco/lookup/none", "/none/lookup/x"])
def test_an_unknown_page_is_404(client: Client, path: str) -> None:
    assert client.get(f"/rules{path}").status_code == 404


@pytest.mark.parametrize("path", ["", "/truco", "/search?q=tie", "/truco/trick"])
def test_a_page_is_cached_and_compressed(client: Client, path: str) -> None:
    first = client.get(f"/rules{path}", headers={"accept-encoding": "gzip"})
    assert "max-age" in first.headers["Cache-Control"]
    assert first.headers["Content-Encoding"] == "gzip"
    again = client.get(f"/rules{path}", headers={"if-none-match": first.headers["ETag"]})
    assert again.status_code == 304
    assert client.post(f"/rules{path}").status_code in (403, 405)


# -- the trick on the table ----------------------------------------------------------------------------


def _result(html: str) -> str:
    found = re.search(r'<div class="result.*?</div>\s*(?=<div class="pack"|<p class="row last")', html, re.DOTALL)
    assert found
    return " ".join(_text(found[0]).split())


@pytest.mark.parametrize("slug", WITH_TRICKS)
def test_every_lookup_shows_its_pack(client: Client, slug: str) -> None:
    html = _page(client, f"/rules/{slug}/trick")
    cards = re.findall(r'<button class="pack-card[^>]*name="tap" value="[a-z_]+\.([^"]+)"', html)
    assert len(cards) >= 20
    assert len(cards) == len(set(cards))
    assert Outline(html).inline == []


@pytest.mark.parametrize(
    "slug", [slug for slug in WITH_TRICKS if all_games()[slug].tables(all_games()[slug].Options())]
)
def test_bids_and_stakes_are_on_the_lookup_page(client: Client, slug: str) -> None:
    game = all_games()[slug]
    html = _page(client, f"/rules/{slug}/trick")
    assert Outline(html).headings[0] == 1
    text = "".join(_text(html).split())
    for grid in game.tables(game.Options()).values():
        assert grid.caption is not None
        assert all(len(row) == len(grid.head) for row in grid.rows)
        assert all("".join(str(cell).split()) in text for cell in (*grid.head, *(row[0] for row in grid.rows)))


def test_the_ladder_on_the_table_is_the_ladder_of_the_calculator(client: Client) -> None:
    html = _page(client, "/rules/truco/trick")
    assert _text(html).partition("the hand is worth")[2].split()[:5] == ["1", "3", "6", "9", "12"]
    assert html.count("<th>turned</th>") == 1, "the table is on the page twice"


def _with_plays(slug: str) -> bool:
    form = forms.trick_form(all_games()[slug])
    return form is not None and form.field("plays") is not None


@pytest.mark.parametrize("slug", [slug for slug in WITH_TRICKS if _with_plays(slug)])
def test_a_full_trick_has_its_winner_and_the_reason(client: Client, slug: str) -> None:
    game = all_games()[slug]
    players = forms.player_counts(game)[0]
    query = "&".join(f"plays={code}" for code in pack_rows(game)[2][:players])
    form = forms.trick_form(game)
    assert form
    for part in form.fields:
        if part.kind == "choice" and (part.required or part.name == "trump"):
            query += f"&{part.name}={part.choices[0].code}"
    html = _page(client, f"/rules/{slug}/trick?players={players}&{query}")
    assert re.search("takes the trick|Nobody takes", _result(html)), _result(html)
    assert html.count('class="winner"') == 1
    rules = re.findall(r'href="/rules/([a-z-]+)#([a-z0-9-]+)">Rule<', html)
    assert rules
    assert all(anchor in library().article(page).anchors for page, anchor in rules)


def test_a_single_card_is_asked_about_where_there_are_no_tricks(client: Client) -> None:
    assert "Still needed" in _result(_page(client, "/rules/buried-treasure/trick?top=4H"))
    text = _result(_page(client, "/rules/buried-treasure/trick?top=4H&play=7C"))
    assert "Still needed" not in text
    assert "4 + 7 = 11: both may be discarded" in text


def test_the_winner_of_a_trick_is_named_with_the_reason(client: Client) -> None:
    text = _result(_page(client, "/rules/truco/trick?plays=AC&plays=3H&plays=4C&plays=7D"))
    assert "Player 3 takes the trick" in text
    assert "♣ 4 is the highest" in text
    assert "Player 3 leads next." in text


def test_an_unfinished_trick_says_who_is_ahead(client: Client) -> None:
    text = _result(_page(client, "/rules/truco/trick?plays=AC&plays=3H"))
    assert "Player 2 has this trick so far" in text
    assert "leads next" not in text


def test_each_card_of_the_hand_says_whether_it_may_be_played(client: Client) -> None:
    html = _page(client, "/rules/schafkopf/trick?plays=AC&hand=7C&hand=QC&hand=AH")
    assert "This card must be played" in _result(html)
    assert re.findall(r'<li class="(legal|illegal)">', html) == ["legal", "illegal", "illegal"]


def test_an_impossible_trick_says_why(client: Client) -> None:
    text = _result(_page(client, "/rules/schafkopf/trick?plays=AC&plays=AC&plays=7D"))
    assert "That is not possible" in text


def test_a_card_is_taken_back_and_everything_is_cleared(client: Client) -> None:
    kept = re.findall(
        r'type="hidden" name="plays" value="([^"]+)"',
        _page(client, "/rules/truco/trick?plays=AC&plays=3H&plays=4C&drop=plays.1"),
    )
    assert kept == ["AC", "4C"]
    cleared = _page(client, "/rules/truco/trick?plays=AC&clear=1")
    assert 'type="hidden" name="plays"' not in cleared


def test_the_last_tap_on_a_choice_counts(client: Client) -> None:
    html = _page(client, "/rules/truco/trick?trick_no=1&tap=trick_no.3")
    assert re.findall(r'value="trick_no.(\d)" aria-pressed="true"', html) == ["3"]


def test_a_switch_is_turned_over_by_each_tap(client: Client) -> None:
    path = "/rules/gong-zhu/trick?plays=AC"
    for query, on in (("", False), ("&tap=opening.1", True), ("&opening=1&tap=opening.1", False), ("&opening=1", True)):
        html = _page(client, path + query)
        assert ('value="opening.1" aria-pressed="true"' in html) is on


@pytest.mark.parametrize(
    "query",
    [
        "plays=%00",
        "plays=ZZ&hand=1",
        "drop=x",
        "tap=x",
        "tap=plays.",
        "tap=trick_no.9",
        "drop=plays.99999999999",
        "players=x",
        "to=x",
        "trick_no=9",
    ],
)
def test_invalid_parameters_are_ignored(client: Client, query: str) -> None:
    _page(client, f"/rules/truco/trick?{query}")


@pytest.mark.parametrize(("slug", "form"), HAND_FORMS, ids=lambda part: getattr(part, "hand_kind", part))
def test_every_other_lookup_agrees_with_the_calculator(client: Client, slug: str, form: Any) -> None:
    game = all_games()[slug]
    path = f"/rules/{slug}/lookup/{form.hand_kind}"
    assert f'href="{path}"' in _page(client, f"/rules/{slug}")
    for example in game.examples:
        players = example.players or game.players[0]
        played = replay(game, players, example.hands, example.options, example.start)
        for result in played.results:
            if result.hand.kind == form.hand_kind and not example.start and not example.options:
                sent = _as_query(form, result.hand.model_dump(mode="json", exclude_unset=True))
                answer = client.get(path, {**sent, "players": str(players)})
                assert answer.status_code == 200
                text = _result(answer.content.decode())
                assert "That is not possible" not in text
                assert "Still needed" not in text
                assert not re.search(r":\s[+−]?\d+\.?\s*(Rule|$)", text), "a figure alone after a colon"
                for line in result.result.lines:
                    if beside := figure_beside(line):
                        assert f'<b class="num">{beside}</b>' in answer.content.decode()


def _as_query(form: forms.LookupForm, hand: dict[str, Any]) -> dict[str, Any]:
    """A hand as the page would send it."""
    sent: dict[str, Any] = {}
    for part in form.fields:
        if part.name not in hand:
            continue
        value = hand[part.name]
        if part.takes_cards or part.kind == "choices":
            sent[part.name] = value
        elif part.kind == "boolean":
            sent[part.name] = "1" if value != part.default else ""
        elif part.kind == "choice":
            sent[part.name] = next(one.code for one in part.choices if one.value == value)
        else:
            sent[part.name] = str(value)
    return sent


def test_the_answer_comes_first_and_large(client: Client) -> None:
    html = _page(client, "/rules/search?q=tie+60+60&game=skat", hx_request="true")
    answer, _, rest = html.partition("</article>")
    assert 'class="answer"' in answer
    assert "60 to 60 the declarer has lost" in _text(answer).replace("  ", " ").replace("  ", " ")
    shown, _, hidden = rest.partition("<details")
    assert shown.count("<li>") == 2
    assert hidden.count("<li>") >= 3


def test_the_answer_shows_its_picture(client: Client) -> None:
    html = _page(client, "/rules/search?q=what+beats+what&game=schafkopf", hx_request="true")
    answer = html.partition("</article>")[0]
    assert 'class="picture picture-ladder"' in answer
    assert "from the highest down" not in answer.partition('class="answer-text"')[2].partition("<figure")[0]


def test_a_search_without_result_offers_the_questions_of_the_game(client: Client) -> None:
    html = _page(client, "/rules/search?q=xyzzy&game=truco", hx_request="true")
    assert "Nothing found for “xyzzy” in Truco" in unescape(html)
    assert html.count("/rules/truco#asked-") >= 3


def test_results_repeat_no_anchor_of_the_page(client: Client) -> None:
    html = _page(client, "/rules/search?q=scoring&game=twenty-nine", hx_request="true")
    assert Outline(html).ids == []
