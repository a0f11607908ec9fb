"""What the first hit shows, which game is meant, and what is said if the rules have no answer."""

from __future__ import annotations

import json
import re
from dataclasses import replace
from io import StringIO
from pathlib import Path
from typing import Any

import pytest
from django.core.management import CommandError, call_command
from django.test import Client

from rulesref.files import load_yaml
from rulesref.library import languages, library
from rulesref.search.compounds import Compounds
from rulesref.search.hits import SearchHit, SearchResult
from rulesref.search.index import find, search_index
from rulesref.search.judged_questions import files_of, judged_questions
from rulesref.search.measuring import plain
from rulesref.search.named_games import sound
from rulesref.search.passages import passages


def _first(query: str, game: str | None = None, lang: str = "en") -> SearchHit:
    return find(library(lang), query, game).hits[0]


def test_passages_know_what_they_are() -> None:
    markdown = "One. Two.\n\n- an item\n\n| a | b |\n| - | - |\n| 1 | 2 |\n"
    markdown += '\n```picture {"kind":"trick"}\nAda ♥K.\n```\n\n```picture {"kind":"suits"}\nA, K.\n```\n'
    markdown += '\n```picture {"kind":"ladder"}\nTrumps: A, K.\nPlain: K, A.\n```\n'
    kinds = [passage.kind for passage in passages(markdown)]
    assert kinds == ["sentence", "sentence", "item", "row", "case", "picture", "ladder", "ladder"]


def test_a_short_section_is_shown_whole() -> None:
    hit = _first("what is foreplacing", "mate")
    section = library().section("mate", hit.section)
    assert hit.section == "foreplacing"
    shown = plain(hit.answer)
    assert all(" ".join(block.split()) in shown for block in section.intro if len(" ".join(section.intro)) < 330)


def test_no_empty_heading_is_a_hit() -> None:
    empty = [
        indexed.document
        for indexed in search_index(library()).documents
        if not indexed.document.passages and indexed.document.kind != "article"
    ]
    assert empty == []


def test_the_cards_of_a_single_case_find_nothing() -> None:
    for indexed in search_index(library()).documents:
        document = indexed.document
        cases = {number for number, passage in enumerate(document.passages) if passage.kind == "case"}
        for token in ("king", "9", "spade"):
            if token in indexed.places:
                assert cases.isdisjoint(indexed.places[token][3]), f"{document.slug}#{document.anchor}"


@pytest.mark.parametrize(
    ("query", "lang", "has"),
    [
        ("how many minutes does a hand take", "en", "three minutes"),
        ("clockwise or anticlockwise", "en", "clockwise"),
        ("wie lange dauert das", "de", "Minuten"),
        ("顺时针还是逆时针", "zh-hans", "顺时针"),
    ],
)
def test_the_facts_of_a_game_are_found(query: str, lang: str, has: str) -> None:
    hit = _first(query, "skat", lang)
    assert (hit.slug, hit.section) == ("skat", "")
    assert has in plain(hit.answer)


@pytest.mark.parametrize(
    ("one", "other"), [("Шафкопф", "schafkopf"), ("брискола", "briscola"), ("gong zu".replace(" ", ""), "gongzhu")]
)
def test_a_name_sounds_the_same_in_another_script(one: str, other: str) -> None:
    assert sound(one) == sound(other)


@pytest.mark.parametrize(
    ("query", "game", "lang", "slug"),
    [
        ("gong zu who leads", None, "en", "gong-zhu"),
        ("briskola how many cards", None, "en", "briscola"),
        ("布里斯科拉", None, "zh-hans", "briscola"),
        ("布里斯可拉怎么算分", None, "zh-hans", "briscola"),
        ("шафкопф", None, "en", "schafkopf"),
        ("is the four of clubs the boss like in truco", "truc", "en", "truc"),
        ("como en el truco", "truc", "es", "truc"),
        ("像特鲁科那样", "truc", "zh-hans", "truc"),
        ("who leads in truco", "truc", "en", "truco"),
        ("stock market card game, who starts", None, "en", "card-stock-market"),
        ("тысяча: сколько карт сдают", None, "ru", "tyzicha"),
        ("Briscola, chi comincia", None, "it", "briscola"),
    ],
)
def test_the_game_that_is_meant_goes_first(query: str, game: str | None, lang: str, slug: str) -> None:
    assert find(library(lang), query, game).games == [slug]


@pytest.mark.parametrize(
    ("query", "game", "lang", "names"),
    [
        ("how many cards do you draw in uno", "skat", "en", ["Uno"]),
        ("canasta freeze the pile", None, "en", ["Canasta"]),
        ("дурак кто ходит", None, "ru", ["Дурак"]),
        ("кто ходит в преферансе", None, "ru", ["Преферанс"]),
        ("pife: posso bater fora da vez", None, "pt-br", ["Pife"]),
        ("斗地主炸弹怎么算", None, "zh-hans", ["斗地主"]),
        ("cuántas se roban al uno", None, "es", ["Uno"]),
        ("spades failed nil cost", None, "en", ["Spades"]),
        ("corazones tirar a la luna", None, "es", ["Corazones"]),
    ],
)
def test_a_game_without_rules_here_is_named(query: str, game: str | None, lang: str, names: list[str]) -> None:
    result = find(library(lang), query, game)
    assert result.other_games == names
    assert not result.answered


@pytest.mark.parametrize(
    ("query", "game", "lang"),
    [
        ("queen of hearts", "skat", "en"),
        ("spades led must i follow", None, "en"),
        ("what does a heart solo cost", "solo", "en"),
        ("solo tengo una carta", "tute", "es"),
        ("uno de los dos pasa", "tute", "es"),
        ("can i go out like in uno", "kings-in-the-corner", "en"),
    ],
)
def test_an_ordinary_word_names_no_other_game(query: str, game: str | None, lang: str) -> None:
    assert find(library(lang), query, game).other_games == []


@pytest.mark.parametrize(("query", "section"), [("what did the knock-off copies of the whist book cost", "pirates")])
def test_a_page_for_all_games_answers_about_a_game_that_it_names(query: str, section: str) -> None:
    result = find(library(), query)
    assert result.other_games == []
    assert section in [hit.section for hit in result.hits[:3]]


@pytest.mark.parametrize(
    ("query", "game", "lang"),
    [
        ("only three of us tonight, who gets the last cards", "belote", "en"),
        ("how do you play it with just two people", "skat", "en"),
        ("wir sind zu fünft, wie wird gegeben", "schafkopf", "de"),
        ("somos solo tres, cómo se reparte", "malilla", "es"),
        ("on est cinq, comment on distribue", "belote", "fr"),
        ("6 player game how do we deal", "skat", "en"),
        ("siamo in cinque, come si danno le carte", "briscola", "it"),
        ("somos só três, como dá as cartas", "truco", "pt-br"),
        ("нас двое, как сдавать", "skat", "ru"),
        ("我们五个人怎么发牌", "truco", "zh-hans"),
    ],
)
def test_a_number_of_players_that_the_page_leaves_out_is_not_answered(query: str, game: str, lang: str) -> None:
    assert not find(library(lang), query, game).answered


@pytest.mark.parametrize(
    ("query", "game"),
    [
        ("there are four of us, who sits out", "skat"),
        ("can five people play", "gong-zhu"),
        ("can five of us play", "tute"),
        ("two of us have the same score, who wins", "points"),
        ("two of us tied for the fewest tricks", "tetka"),
    ],
)
def test_a_number_of_players_that_the_page_knows_is_answered(query: str, game: str) -> None:
    assert find(library(), query, game).answered


@pytest.mark.parametrize(
    ("query", "game", "lang"),
    [
        ("how much is envido worth in the argentine game", "truco", "en"),
        ("irish loo rules", "loo", "en"),
        ("somebody looked at the skat too early, which penalty", "skat", "en"),
        ("pénalité pour avoir regardé le skat trop tôt", "skat", "fr"),
        ("gerufenes ass wie im bayerischen schafkopf zu viert", "schafkopf", "de"),
        ("cuánto vale el envido en el truco argentino", "truco", "es"),
        ("瓦伦西亚打法里envit算几分", "truc", "zh-hans"),
    ],
)
def test_what_a_page_says_is_another_game_is_not_answered(query: str, game: str, lang: str) -> None:
    assert not find(library(lang), query, game).answered


@pytest.mark.parametrize(
    ("query", "game", "lang", "name"),
    [
        ("in skat, who passes the cards in schieberamsch", None, "en", "Schieberamsch"),
        ("was zahlt ein wenz", "schafkopf", "de", "Wenz"),
        ("briscola chiamata: chi comincia", None, "it", "Briscola chiamata"),
    ],
)
def test_a_kind_of_our_game_without_rules_is_named(query: str, game: str | None, lang: str, name: str) -> None:
    assert find(library(lang), query, game).other_games == [name]


def test_no_page_has_the_rules_of_a_kind_that_is_said_to_be_missing() -> None:
    file = library().file("en/other-games.yaml")
    assert file is not None
    names = [name for group in load_yaml(file.read_text(encoding="utf-8"))["variants"] for name in group]
    assert len(names) > 50
    for lang in languages():
        documents = [indexed.document for indexed in search_index(library(lang)).documents]
        text = "\n".join(
            f"{document.heading}\n" + "\n".join(passage.text for passage in document.passages)
            for document in documents
            if document.is_game and document.above not in ("differences", "history", "options")
        )
        assert [name for name in names if re.search(rf"(?<!\w){re.escape(name)}(?!\w)", text)] == []


@pytest.mark.parametrize(
    ("query", "lang", "word"),
    [("18 18 what now", "en", "tied"), ("stand 30 zu 30", "de", "gleichstand"), ("van 20 a 20", "es", "empate")],
)
def test_the_same_number_twice_asks_for_a_tie(query: str, lang: str, word: str) -> None:
    terms = search_index(library(lang)).prepare(query, None).read.terms
    assert word in [term.word for term in terms]
    other = search_index(library(lang)).prepare(query.replace("0", "1", 1).replace("8", "9", 1), None).read.terms
    assert word not in [term.word for term in other]


@pytest.mark.parametrize(
    ("query", "game", "lang"),
    [
        ("best strategy for the first trick", "schafkopf", "en"),
        ("what are the odds of four jacks", "skat", "en"),
        ("wie groß ist die wahrscheinlichkeit für vier buben", "skat", "de"),
        ("qué probabilidad hay de tener los cuatro reyes", "tute", "es"),
    ],
)
def test_no_page_tells_how_to_play_well(query: str, game: str, lang: str) -> None:
    assert not find(library(lang), query, game).answered


@pytest.mark.parametrize(
    ("query", "lang"),
    [
        ("two small trumps and a king, fold or stay in", "en"),
        ("should i save the three for the last trick", "en"),
        ("kleiner trumpf und ein ass, mitgehen oder lieber aussteigen", "de"),
        ("soll ich die dame gleich loswerden", "de"),
        ("tengo dos triunfos bajos, paso o me meto", "es"),
        ("j'ai le roi et deux petits atouts, je garde ou je propose", "fr"),
        ("ho il tre e due lisci, chiamo o aspetto", "it"),
        ("tenho um três e mais nada, peço ou corro", "pt-br"),
        ("дама и два мелких козыря, брать или пасовать", "ru"),
        ("两张小主一个A，换还是直接打", "zh-hans"),
        ("变压器要不要早扔", "zh-hans"),
        ("这手牌够不够打", "zh-hans"),
    ],
)
def test_this_or_that_with_a_hand_asks_for_advice(query: str, lang: str) -> None:
    assert search_index(library(lang)).analyser.language.asks_advice(query)


@pytest.mark.parametrize(
    ("query", "lang"),
    [
        ("must i follow or may i trump", "en"),
        ("which is better, ace or ten", "en"),
        ("can i take the turned card or leave it", "en"),
        ("muss ich stechen oder darf ich abwerfen", "de"),
        ("hay que robar antes o después de jugar", "es"),
        ("faut il couper ou je peux défausser", "fr"),
        ("devo tagliare o posso scartare", "it"),
        ("tenho que cortar ou posso descartar", "pt-br"),
        ("обязан крыть или можно сбросить", "ru"),
        ("必须跟还是可以垫", "zh-hans"),
        ("要不要跟花色", "zh-hans"),
        ("没够叫的墩数", "zh-hans"),
        ("82分够不够", "zh-hans"),
    ],
)
def test_this_or_that_may_ask_for_a_rule(query: str, lang: str) -> None:
    assert not search_index(library(lang)).analyser.language.asks_advice(query)


@pytest.mark.parametrize("lang", languages())
def test_no_question_with_an_answer_asks_for_advice(lang: str) -> None:
    asks_advice = search_index(library(lang)).analyser.language.asks_advice
    folders = [folder for folder in Path(__file__).parent.iterdir() if folder.is_dir() and folder.name != "to_tune"]
    questions = [one for one in judged_questions(library(lang), files_of(lang, *folders)) if one.has_answer]
    assert len(questions) > 200
    assert [question.query for question in questions if asks_advice(question.query)] == []


@pytest.mark.parametrize(
    ("query", "game", "answered"),
    [
        ("can we play to 60", "twenty-nine", False),
        ("can we go up to 45", "twenty-five", True),
        ("can we play down from 501 to 0", "points", True),
    ],
)
def test_a_score_to_play_to_that_the_page_does_not_name_is_not_answered(query: str, game: str, answered: bool) -> None:
    assert find(library(), query, game).answered == answered


def test_the_words_of_a_compound_are_found() -> None:
    compounds = Compounds({"trumpf": 9, "zwang": 2, "zwanges": 1, "trumpfzwang": 3, "spiel": 5, "ende": 4}, ("", "s"))
    assert compounds.parts("trumpfzwang") == ("trumpf", "zwang")
    assert compounds.parts("spielsende") == ("spiel", "ende")
    assert compounds.parts("trumpfkarte") == ()
    assert compounds.having("trumpf") == ("trumpfzwang",)
    assert Compounds({"trumpf": 9, "zwang": 2, "trumpfzwang": 3}, ()).parts("trumpfzwang") == ()


def test_the_order_of_the_cards_is_in_words_where_no_picture_is_drawn(client: Client) -> None:
    hit = next(hit for hit in find(library(), "card strength", "twenty-nine").hits if hit.section == "card-strength")
    assert "J, 9, A, 10, K, Q, 8, 7" in plain(hit.answer)
    html = client.get(
        "/rules/search", {"q": "which is higher ace or nine", "game": "twenty-nine"}, headers={"HX-Request": "true"}
    ).content.decode()
    answer, _, others = html.partition("</article>")
    drawn = "#card-strength" in answer.partition("<h3>")[0]
    letters = re.sub(r"<[^>]+>|\s", "", answer + others)
    assert ("picture-ladder" in answer) if drawn else ("J,9,A,10,K" in letters)


def test_a_section_stands_beside_a_question_that_comes_first(client: Client) -> None:
    result = find(library(), "the stock is empty, what now", "kings-in-the-corner")
    beside = result.beside[0]
    assert result.hits[0].kind == "question"
    assert (beside.kind, beside.slug) == ("section", "kings-in-the-corner")
    html = client.get(
        "/rules/search",
        {"q": "the stock is empty, what now", "game": "kings-in-the-corner"},
        headers={"HX-Request": "true"},
    ).content.decode()
    answer, _, others = html.partition("</article>")
    assert f"#{beside.section}" in answer
    assert f"#{beside.section}" not in others


def _hit(section: str, score: float, **more: Any) -> SearchHit:
    return SearchHit("skat", "Skat", section, section, more.pop("kind", "section"), "", score, **more)


@pytest.mark.parametrize(
    ("first", "second", "amount", "stands"),
    [
        (_hit("a", 9, length=450), _hit("b", 7, length=450), False, True),  # both fit nearly the same
        (_hit("a", 9, length=450), _hit("b", 8, length=451), False, False),  # too long for a screen
        (_hit("a", 9), _hit("b", 6.9), False, False),  # fits much less
        (_hit("a", 9, length=900), _hit("b", 8, length=1, has_figure=True), True, True),  # it has the figure asked for
        (_hit("a", 9, length=900, has_figure=True), _hit("b", 8, length=1, has_figure=True), True, False),
        (_hit("a", 9, length=900), _hit("b", 8, length=1, has_figure=True), False, False),
        (_hit("a", 9, length=900, house_rule=True), _hit("b", 8, length=1), False, True),  # it is the usual rule
        (_hit("a", 9, house_rule=True), _hit("b", 8.5, house_rule=True), False, False),
        (_hit("a", 9, length=900, kind="question"), _hit("b", 8, length=1), False, True),  # the case and its rule
        (_hit("a", 9), _hit("b", 9, kind="question"), False, True),
        (_hit("a", 9), _hit("b", 9, kind="article"), False, False),  # a page is no answer
    ],
)
def test_an_answer_stands_beside_one_that_may_not_settle_it(
    first: SearchHit, second: SearchHit, amount: bool, stands: bool
) -> None:
    result = SearchResult([first, second], asks_amount=amount)
    assert result.beside == ([second] if stands else [])


def test_as_many_stand_beside_as_there_is_room_for() -> None:
    first, second, third = _hit("a", 9, length=300), _hit("b", 8.5, length=300), _hit("c", 8, length=300)
    assert SearchResult([first, second, third]).beside == [second, third]
    assert SearchResult([first, second, replace(third, length=301)]).beside == [second]
    assert SearchResult([first, second, third], answered=False).beside == []


@pytest.mark.parametrize(
    ("query", "game", "lang", "first", "beside"),
    [
        ("60 all at the end of both hands", "briscola", "en", "hands-won", "tie-break"),
        ("60 iguales al final", "briscola", "es", "asked-we-are-level-at-the-end-who-wins", "tie-break"),
        ("failed a Kieker how much do I lose", "fipsen", "en", "result", "kieker"),
    ],
)
def test_the_second_section_settles_what_the_first_leaves_open(
    query: str, game: str, lang: str, first: str, beside: str
) -> None:
    result = find(library(lang), query, game)
    assert result.hits[0].section == first
    assert beside in [hit.section for hit in result.beside]


@pytest.mark.parametrize(
    ("query", "game", "lang", "section", "begins"),
    [
        ("what beats what in the bidding of solo", "solo", "en", "bidding", "There are six games"),
        ("playing with two people", "linger-longer", "en", "setup", "Three to seven players"),
        ("81 zu 81", "belote", "de", "equal", "Bei je 81"),
    ],
)
def test_an_excerpt_begins_as_its_section_does(query: str, game: str, lang: str, section: str, begins: str) -> None:
    hit = _first(query, game, lang)
    assert hit.section == section
    assert plain(hit.answer).startswith(begins)


@pytest.mark.parametrize("lang", languages())
def test_every_language_knows_how_an_amount_is_asked_for(lang: str) -> None:
    words = {
        "en": "how much", "de": "wie viel", "es": "cuánto", "fr": "combien", "it": "quanto", "pt-br": "quanto",
        "ru": "сколько", "zh-hans": "多少",
    }  # fmt: skip
    assert find(library(lang), f"{words[lang]} 61", "skat").asks_amount
    assert not find(library(lang), "61", "skat").asks_amount


def test_the_api_says_whether_it_answers(client: Client) -> None:
    answered = client.get("/api/v1/rules/search", {"q": "who leads", "game": "schafkopf"}).json()
    assert (answered["answered"], answered["games"], answered["unknown_games"]) == (True, ["schafkopf"], [])
    other = client.get("/api/v1/rules/search", {"q": "how many cards in uno", "game": "schafkopf"}).json()
    assert (other["answered"], other["unknown_games"]) == (False, ["Uno"])


def test_the_page_says_that_a_game_is_not_here(client: Client) -> None:
    html = client.get("/rules/search", {"q": "how many cards in uno", "game": "skat"}, headers={"HX-Request": "true"})
    text = plain(html.content.decode())
    assert "There are no rules of Uno here. This is the nearest:" in text
    assert 'class="answer"' not in html.content.decode()


def test_the_page_calls_what_is_weak_the_nearest(client: Client) -> None:
    html = client.get(
        "/rules/search", {"q": "what time does the museum open on sunday"}, headers={"HX-Request": "true"}
    )
    assert "Perhaps not in these rules." in plain(html.content.decode())


def test_unseen_questions_come_as_json_lines(tmp_path: Path) -> None:
    file, shown, out = tmp_path / "unseen.jsonl", tmp_path / "shown.jsonl", StringIO()
    lines = [
        {"language": "en", "question": "who leads", "game": "schafkopf", "answers": ["schafkopf#asked-who-leads"]},
        {"language": "de", "question": "canasta wann darf ich rausgehen"},
    ]
    file.write_text("\n".join(map(json.dumps, lines)))
    call_command("measure_search", str(file), shown=shown, stdout=out)
    text = " ".join(out.getvalue().split())
    assert "schafkopf 1 100.0% 100.0% 100.0%" in text
    assert "without an answer 1 - - 100.0%" in text
    first, second = map(json.loads, shown.read_text().splitlines())
    assert "left of the dealer" in first["shown"]
    assert (second["language"], second["says_none"], second["other_games"]) == ("de", True, ["Canasta"])
    shown.write_text("".join(json.dumps({**line, "settles": True}) + "\n" for line in (first, second)))
    judged = StringIO()
    call_command("measure_search", str(shown), judged=True, stdout=judged)
    assert "schafkopf 1 100.0%" in " ".join(judged.getvalue().split())


def test_a_place_that_no_search_shows_is_named(tmp_path: Path) -> None:
    file, errors = tmp_path / "unseen.jsonl", StringIO()
    places = ["schafkopf#asked", "schafkopf#asked-who-leads"]
    file.write_text(json.dumps({"language": "en", "question": "who leads", "game": "schafkopf", "answers": places}))
    call_command("measure_search", str(file), stdout=StringIO(), stderr=errors)
    assert "never shows schafkopf#asked:" in errors.getvalue()


@pytest.mark.parametrize(
    ("line", "fault"),
    [
        ("no json", "line 1"),
        ('{"language": "en", "question": "x", "answers": ["nothing#x"]}', "there is no page nothing"),
        ('{"language": "en", "question": "x", "answers": ["skat#nowhere"]}', "has no place nowhere"),
    ],
)
def test_a_wrong_line_is_named(tmp_path: Path, line: str, fault: str) -> None:
    file = tmp_path / "unseen.jsonl"
    file.write_text(line)
    with pytest.raises(CommandError, match=fault):
        call_command("measure_search", str(file), stdout=StringIO())
