"""Rules pages in other languages: complete, with the same places as in English, and nothing in them left in English."""

from __future__ import annotations

import re
import sys
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import Any

import pytest
import yaml
from django.conf import settings as django_settings
from django.core.management import CommandError, call_command
from django.test import Client

from rulesref.article import ContentError
from rulesref.article_source import read_article
from rulesref.library import CONTENT, Library, language_tags, languages, library
from rulesref.search import index_file
from rulesref.search.index import find
from rulesref.search.languages import read_language
from rulesref.translations import (
    english_version,
    facts_of,
    stale_translations,
    texts_to_translate,
    translated_slugs,
)
from scoring.games import all_games
from tests.messages.pseudo import wide
from tests.messages.pseudo_catalogues import CODE, narrow_words, pseudo_language

OTHERS = [lang for lang in languages() if lang != "en"]
PAGES = [(lang, slug) for lang in OTHERS for slug in translated_slugs(library(lang))]


def test_there_are_pages_in_every_language_of_the_app() -> None:
    assert set(languages()) == {code for code, _ in django_settings.LANGUAGES}


@pytest.mark.parametrize("lang", OTHERS)
def test_every_page_is_there_in_each_language(lang: str) -> None:
    drafts = {slug for slug, game in all_games().items() if game.draft}
    assert set(translated_slugs(library(lang))) >= {article.slug for article in library("en").articles()} - drafts


@pytest.mark.parametrize("lang", languages())
def test_pages_links_and_ways_to_ask_are_without_fault(lang: str) -> None:
    call_command("check_rules", lang=lang, verbosity=0)


def test_a_game_that_has_rules_is_not_said_to_have_none(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(all_games()["skat"].__class__, "aliases", ("Canasta", "Grosser Skat"))
    with pytest.raises(CommandError, match="1 faults"):
        call_command("check_rules", "skat")
    [fault, *_] = capsys.readouterr().out.splitlines()
    assert fault.startswith("en/other-games.yaml: Canasta is among the games without rules")


@pytest.mark.parametrize("lang", OTHERS)
def test_no_translation_is_older_than_its_english_page(lang: str) -> None:
    """After a change of a page change its translations, then ``manage.py stale_rules --confirm LANG/SLUG``."""
    assert list(stale_translations(library(lang))) == []


def test_a_game_may_have_a_heading_of_its_own() -> None:
    german = library("de")
    assert german.article("skat").section("bidding").title == "Reizen"
    assert german.article("loo").section("bidding").title == "Ansagen"


@pytest.mark.parametrize(("lang", "slug"), PAGES)
def test_a_translation_has_the_places_of_the_english_page_and_its_figures(lang: str, slug: str) -> None:
    here, there = library(lang).article(slug), library().article(slug)
    assert here.anchors == there.anchors
    pictures = [len(section.pictures) for section in there.sections]
    assert [len(section.pictures) for section in here.sections] == pictures
    if all_games().get(slug):
        assert here.facts.difficulty == there.facts.difficulty  # type: ignore[union-attr]
        for mine, english in zip(
            here.section("examples").subsections, there.section("examples").subsections, strict=True
        ):
            assert _figures(mine.markdown) == _figures(english.markdown), mine.title


def _figures(markdown: str) -> list[str]:
    """The figures in the right column of a worked example, without what separates thousands."""
    cells = re.findall(r"\|\s*([−+]?[\d.,\s\u202f\u00a0]*\d)\s*\|$", markdown, re.MULTILINE)
    return [re.sub(r"[.,\s\u202f\u00a0]", "", cell) for cell in cells]


# -- what the calculators say is in the language too -----------------------------------------------------

_KEPT = re.compile(r"(\{\{.*?\}\}|\{#[^}]*\}|\]\([^)]*\))")


def _wide_page(text: str) -> str:
    """The source of a page with wide letters; placeholders, anchors, links and the names of facts stay."""
    _, facts, body = text.split("---\n", 2)
    facts = re.sub(r": (.*)$", lambda match: ": " + wide(match[1]), facts, flags=re.MULTILINE)
    facts = re.sub(r"^native: .*$", "native: {}", facts, flags=re.MULTILINE).replace(wide("article"), "article")
    lines = [
        "".join(part if number % 2 else wide(part) for number, part in enumerate(_KEPT.split(line)))
        for line in body.split("\n")
    ]
    return f"---\n{facts}---\n" + "\n".join(lines)


@pytest.fixture
def pseudo_pages(pseudo_locale: Path, settings: Any, tmp_path: Path) -> Iterator[Library]:
    """Every page in the pseudo-language: what an author writes is wide, what is generated comes from the catalogues."""
    (tmp_path / CODE / "texts").mkdir(parents=True)
    english = library()
    for slug in english.slugs:
        file = english.file(f"en/{slug}.md")
        assert file is not None
        (tmp_path / CODE / f"{slug}.md").write_text(_wide_page(file.read_text()))
        texts = texts_to_translate(english.file(f"examples/{slug}.yaml"), english.file(f"pictures/{slug}.yaml"))
        pairs = yaml.safe_dump({text: wide(text) for text in texts}, allow_unicode=True)
        (tmp_path / CODE / "texts" / f"{slug}.yaml").write_text(pairs)
    with pseudo_language(pseudo_locale, settings):
        yield Library([*CONTENT, tmp_path], english.games, CODE, english)


def test_nothing_that_is_generated_stays_english(pseudo_pages: Library) -> None:
    raw = {}
    for article in pseudo_pages.articles():
        words = {word for section in article.sections for word in narrow_words(section.html)}
        if words:
            raw[article.slug] = sorted(words)
    assert pseudo_pages.errors == {}
    assert raw == {}


# -- what readers see ----------------------------------------------------------------------------------


def test_a_page_is_shown_in_the_readers_language_and_said_to_be() -> None:
    html = Client(headers={"Accept-Language": "de"}).get("/rules/skat").content.decode()
    assert "Kurz gefasst" in html
    assert "This page is in English" not in html
    assert '<html lang="de"' in html
    assert "Spitzen" in html


@pytest.fixture
def untranslated(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> str:
    """A page that exists in English only: the pages as they are, without its translations."""
    slug = "zetema"
    for folder in CONTENT[0].iterdir():
        if folder.name in OTHERS:
            (tmp_path / folder.name).mkdir()
            for file in folder.iterdir():
                if file.stem != slug:
                    (tmp_path / folder.name / file.name).symlink_to(file)
        else:
            (tmp_path / folder.name).symlink_to(folder)
    monkeypatch.setattr("rulesref.library.CONTENT", [tmp_path])
    return slug


def test_a_page_that_is_not_there_in_a_language_is_shown_in_english(untranslated: str) -> None:
    html = Client(headers={"Accept-Language": "zh-hans"}).get(f"/rules/{untranslated}").content.decode()
    assert 'lang="en"' in html
    assert "In a minute" not in html  # the frame is Chinese
    assert library("zh-hans").article(untranslated) is library().article(untranslated)


def test_the_api_gives_a_page_in_each_language(client: Client, untranslated: str) -> None:
    for lang in language_tags():
        answer = client.get(f"/api/v1/rules/skat?lang={lang}")
        assert answer.status_code == 200
        assert answer.headers["Content-Language"] == lang
        assert answer.json()["language"] == lang
    assert client.get(f"/api/v1/rules/{untranslated}?lang=de").json()["language"] == "en"


def test_the_api_finds_in_the_readers_language(client: Client) -> None:
    found = client.get(
        "/api/v1/rules/search?q=wie viele karten&game=skat", headers={"Accept-Language": "de-AT, en;q=0.5"}
    )
    first = found.json()["results"][0]
    assert (first["slug"], first["section"]) == ("skat", "setup")
    assert first["title"] == "Karten und Geben"


@pytest.mark.parametrize(
    ("lang", "query", "slug"),
    [("de", "拱猪", "gong-zhu"), ("en", "тётка", "tetka"), ("zh-hans", "скат", "skat"), ("ru", "tysiacha", "tyzicha"),
     ("fr", "revesino", "reversis"), ("es", "l'enflé", "rolling-stone")],
)  # fmt: skip
def test_a_game_is_found_by_its_name_in_any_language(lang: str, query: str, slug: str) -> None:
    assert find(library(lang), query).hits[0].slug == slug


def test_a_question_about_a_game_without_a_page_in_the_language_is_answered_in_english(untranslated: str) -> None:
    found = find(library("it"), "how many cards each", untranslated)
    assert found.hits[0].slug == untranslated
    assert found.hits[0].section == "setup"


def test_words_that_no_page_has_are_stemmed_side_by_side() -> None:
    """The stemmer of a language keeps the word that it works on: it must not be shared."""
    language = read_language(library("ru"))
    lists = [[f"{start}{end}" for end in ("ованиями", "остями", "ейшими", "ываемся")] * 50 for start in "абвгдежзик"]
    alone = [language.stems(words) for words in lists]
    switch = sys.getswitchinterval()
    sys.setswitchinterval(1e-6)
    try:
        with ThreadPoolExecutor(8) as threads:
            assert list(threads.map(language.stems, lists * 5)) == alone * 5
    finally:
        sys.setswitchinterval(switch)


def test_an_index_that_was_made_is_there_after_the_next_start(untranslated: str) -> None:
    pages = library("it")
    hits = find(pages, "quanto vale il tre", "briscola").hits
    fresh = Library(pages.folders, pages.games, "it", pages.english)
    index = index_file.load(fresh)
    assert index is not None
    assert index.search("quanto vale il tre", "briscola") == hits
    assert fresh.article(untranslated) is pages.english.article(untranslated)


# -- stale translations --------------------------------------------------------------------------------


@pytest.fixture
def german(tmp_path: Path) -> Library:
    """A library with one article in English and in German."""
    page = "---\nkind: article\ntitle: {}\nsummary: {}\n---\n\n## {} {{#one}}\n\nText.\n"
    for lang, words in (("en", ("Word", "About it", "One")), ("de", ("Wort", "Darum geht es", "Eins"))):
        (tmp_path / lang).mkdir()
        (tmp_path / lang / "word.md").write_text(page.format(*words))
    return Library([tmp_path], {}, "de")


def test_a_translation_is_stale_until_it_is_confirmed_and_again_after_a_change(
    german: Library, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    from rulesref.translations import confirm_translation

    assert [slug for slug, _ in stale_translations(german)] == ["word"]
    confirm_translation(german, "word")
    assert list(stale_translations(german)) == []
    assert facts_of(german, "word").translates == english_version(german, "word")
    assert german.article("word").title == "Wort"
    confirm_translation(german, "word")
    english = tmp_path / "en" / "word.md"
    assert (tmp_path / "de" / "word.md").read_text().count("translates:") == 1
    english.write_text(english.read_text() + "\nMore.\n")
    assert [slug for slug, _ in stale_translations(german)] == ["word"]


def test_an_unknown_page_cannot_be_confirmed() -> None:
    with pytest.raises(CommandError, match="there is no page de/nothing"):
        call_command("stale_rules", confirm=["de/nothing"])
    with pytest.raises(CommandError, match="there are no translated pages in 'xx'"):
        call_command("stale_rules", confirm=["xx/skat"])


def test_a_translation_with_other_places_is_refused(german: Library) -> None:
    english = german.english.article("word")
    text = "---\nkind: article\ntitle: Wort\nsummary: Darum\n---\n\n## Zwei {#two}\n\nText.\n"
    with pytest.raises(
        ContentError, match="the anchors differ from those of the English page, first: \\('two', 'one'\\)"
    ):
        read_article("word", "de", text, lambda name: "", english)
