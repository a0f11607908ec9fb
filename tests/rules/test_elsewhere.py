"""Questions that are about no game here are said so; those that only look so are answered."""

from __future__ import annotations

from functools import cache
from pathlib import Path

import pytest

from rulesref.library import languages, library
from rulesref.search.elsewhere import Elsewhere
from rulesref.search.index import find
from rulesref.search.judged_questions import files_of, judged_questions
from rulesref.search.languages import read_language
from rulesref.search.measuring import OURS, Measure, measure, searches

HERE = Path(__file__).parent
#: The folders with a file for each language.
FOLDERS = ("unseen", "questions", "facts", "judged", "measured")
#: Pages that tell of other games: there the words of these are no sign.
ABOUT_OTHERS = ("hoyle", "dealing")


@cache
def _odd(lang: str) -> Measure:
    pages = library(lang)
    return measure(pages, searches(pages)[OURS], judged_questions(pages, [HERE / "odd" / f"{lang}.jsonl"]))


@pytest.mark.parametrize("lang", languages())
def test_what_is_about_no_game_here_is_said_so(lang: str) -> None:
    """The words are made for such questions, the sureness is fitted to these: they guard, they do not measure."""
    assert _odd(lang).said_none(has_answer=False) >= 0.8


@pytest.mark.parametrize("lang", languages())
def test_what_only_looks_so_is_answered(lang: str) -> None:
    odd = _odd(lang)
    assert len(odd.answerable) >= 19
    assert odd.said_none(has_answer=True) <= 0.2
    assert odd.share(3) >= 0.75


@pytest.mark.parametrize("lang", languages())
def test_no_question_with_an_answer_has_words_from_elsewhere(lang: str) -> None:
    pages = library(lang)
    elsewhere = Elsewhere(pages, read_language(pages))
    files = files_of(lang, *(HERE / folder for folder in FOLDERS))
    questions = [
        question
        for question in judged_questions(pages, files)
        if question.has_answer and question.game not in ABOUT_OTHERS
    ]
    assert len(questions) > 100
    assert [question.query for question in questions if elsewhere.found(question.query)] == []


@pytest.mark.parametrize(
    ("query", "game", "lang"),
    [
        ("will it rain tomorrow", None, "en"),
        ("will it rain tomorrow", "skat", "en"),
        ("rezept für apfelkuchen", "skat", "de"),
        ("какая завтра погода", None, "ru"),
        ("明天会下雨吗", "gong-zhu", "zh-hans"),
    ],
)
def test_the_weather_is_in_no_rules_with_and_without_a_game_on_the_table(
    query: str, game: str | None, lang: str
) -> None:
    assert not find(library(lang), query, game).answered


@pytest.mark.parametrize(
    ("query", "game", "section"),
    [
        ("checkmate", "mate", "mate"),
        ("what is a wedding", None, "marriage"),
        ("how do the two pegs work on a cribbage board", None, "board"),
    ],
)
def test_a_place_that_has_the_word_answers(query: str, game: str | None, section: str) -> None:
    result = find(library(), query, game)
    assert result.answered
    assert section in [hit.section for hit in result.hits[:3]]


@pytest.mark.parametrize(
    ("text", "found"),
    [
        ("is it snowing", ["snowing"]),  # snow*
        ("who scored the most goals", ["goals", "scored the most goals"]),
        ("does the ten beat the king", []),
        ("a brainy move", []),  # rain inside a word
        ("where in london can i buy cards", ["where buy"]),  # where … buy
        ("he did not follow, a card, trick gone", []),  # no phrase goes on after a comma
    ],
)
def test_words_beginnings_and_phrases_are_known(text: str, found: list[str]) -> None:
    pages = library()
    assert Elsewhere(pages, read_language(pages)).found(text) == found


@pytest.mark.parametrize(
    ("query", "game", "lang"),
    [
        ("what does flor give", "truco", "en"),
        ("combien vaut le tout atout", "belote", "fr"),
        ("was ist ein Hirsch wert", "skat", "de"),
        ("сколько за самосвал", "tyzicha", "ru"),
        ("明卖翻几倍", "gong-zhu", "zh-hans"),
    ],
)
def test_a_bet_that_the_page_of_the_game_leaves_out_is_said_not_to_be_here(query: str, game: str, lang: str) -> None:
    assert not find(library(lang), query, game).answered


@pytest.mark.parametrize(
    ("query", "game", "lang"),
    [("what happens on the barrel at 880", "tyzicha", "en"), ("how do i count a marriage", "tute", "en")],
)
def test_what_the_page_has_is_not_left_out(query: str, game: str, lang: str) -> None:
    assert find(library(lang), query, game).answered


@pytest.mark.parametrize(
    ("query", "game", "lang"),
    [
        ("ok to raise blind before looking", "couillon", "en"),
        ("pass three cards left before tetka starts?", "tetka", "en"),
        ("what is the joker worth", "belote", "en"),  # of another game's page there is an answer
        ("was zählt der joker", "briscola", "de"),
        ("si può puntare al buio", "loo", "it"),
        ("四条加多少分", "loo", "zh-hans"),
        ("how long can a player think, any timer", "dealing", "en"),
        ("输了就发火的牌友咋劝", "dealing", "zh-hans"),
        ("dans quel magasin trouver des cartes allemandes", "skat", "fr"),
        ("quem é o melhor jogador do mundo", "skat", "pt-br"),
    ],
)
def test_what_only_other_games_have_is_said_not_to_be_here(query: str, game: str, lang: str) -> None:
    assert not find(library(lang), query, game).answered


@pytest.mark.parametrize(
    ("query", "game", "lang"),
    [
        ("what is a joker worth", "democracy", "en"),  # its pack has them
        ("how much does a flush pay", "loo", "en"),
        ("when do we double", "twenty-nine", "en"),
        ("board with only six cards left, value", "back-alley", "en"),  # six cards are no six players
        ("siamo 120 pari dopo due mani, e ora", "briscola", "it"),  # 120 is no 12
        ("En el truc, ¿quién puede retrucar?", None, "es"),
    ],
)
def test_what_the_game_has_itself_is_answered(query: str, game: str | None, lang: str) -> None:
    assert find(library(lang), query, game).answered


@pytest.mark.parametrize("lang", languages())
def test_most_of_what_was_put_aside_is_said_not_to_be_here(lang: str) -> None:
    """Written before the words were, by the same hand."""
    pages = library(lang)
    questions = list(judged_questions(pages, [HERE / "measured" / f"no-answer-{lang}.jsonl"]))
    assert len(questions) >= 12
    assert measure(pages, searches(pages)[OURS], questions).said_none(has_answer=False) >= 0.65


@pytest.mark.parametrize(
    ("query", "lang", "game"),
    [
        ("no jogo vinte e cinco quanto dá uma mão inteira", "pt-br", "twenty-five"),
        ("rovescino, chi vince la partita", "it", "reversis"),
        ("ensalada canadiense siendo cuatro, quitamos cartas", "es", "canadian-salad"),
        ("fipsen, quantas vão pro skat", "pt-br", "fipsen"),
    ],
)
def test_our_games_are_known_by_further_names(query: str, lang: str, game: str) -> None:
    assert find(library(lang), query, None).games == [game]


def test_parts_of_a_chinese_text_are_known() -> None:
    pages = library("zh-hans")
    assert Elsewhere(pages, read_language(pages)).found("明天会下雨吗") == ["下雨"]


@pytest.mark.parametrize(
    ("lang", "game", "query"),
    [
        ("en", "democracy", "nobody made it to 13 in spades, does the point roll over to the next island"),
        ("de", "democracy", "reichen 12 in Pik für den Stamm wenn der andre nur 11 hat?"),
        ("fr", "gong-zhu", "j'ai exposé la dame de pique et on demande pique, je peux la jouer ?"),
        ("ru", "reversis", "у меня кинола и зашли в червы, обязана класть?"),
    ],
)
def test_the_cards_on_the_table_are_no_other_game(lang: str, game: str, query: str) -> None:
    assert find(library(lang), query, game).other_games == []
