"""Nothing in the rules or an answer is wider than the phone, and no picture contradicts its answer: a sample in every
language. ``python -m tests.rules.widths`` opens all of them."""

from __future__ import annotations

import re
from html import unescape
from urllib.parse import urlencode

import pytest
from django.conf import settings
from django.utils import translation

from rulesref.library import library
from rulesref.search.index import find
from rulesref.views.links import MatchLinks
from rulesref.views.search import HitView
from tests.conftest import Hold
from tests.rules.widths import addresses, too_wide

LANGUAGES = [code for code, _ in settings.LANGUAGES]
#: Pages with the widest tables, and every so many-th question.
PAGES = ("/rules/skat", "/rules/belote", "/rules/calypso", "/rules/truco")
STEP = 12


@pytest.mark.browser
@pytest.mark.layout
@pytest.mark.parametrize("code", LANGUAGES)
def test_rules_and_answers_fit_the_phone(hold: Hold, code: str) -> None:
    phone = hold(used=True)
    phone.context.add_cookies([{"name": "django_language", "value": code, "url": phone.address}])
    answers = [path for path in addresses(code) if "?" in path]
    for path in (*PAGES, *answers[::STEP]):
        assert too_wide(phone, path) == [], path


@pytest.mark.browser
@pytest.mark.layout
@pytest.mark.parametrize(
    ("code", "game", "query"),
    [("de", "skat", "Was zählt ein Grand mit 2 Hand?"), ("en", "skat", "value of a null open")],
)
def test_a_row_of_a_table_as_an_answer_scrolls_in_its_own_box(hold: Hold, code: str, game: str, query: str) -> None:
    phone = hold(used=True)
    phone.context.add_cookies([{"name": "django_language", "value": code, "url": phone.address}])
    path = f"/rules/search?{urlencode({'q': query, 'game': game})}"
    assert too_wide(phone, path) == []
    assert (
        phone.page.locator(".answer-text table").count() == phone.page.locator(".answer-text .table-box table").count()
    )


@pytest.mark.parametrize(
    ("code", "game", "query"),
    [
        ("fr", "belote", "Est-ce qu'on est obligé de couper ?"),
        ("fr", "belote", "le partenaire est maître, dois-je couper ?"),
        ("en", "belote", "partner is winning do i trump"),
    ],
)
def test_the_picture_of_an_answer_is_of_its_case(code: str, game: str, query: str) -> None:
    with translation.override(code):
        pages = library(code)
        view = HitView(pages, find(pages, query, game).hits[0], MatchLinks())
        if "picture-trick" in view.picture:
            assert _plain(view.answer) in _plain(view.picture)


def _plain(html: str) -> str:
    words = re.sub("<[^>]+>|\ufe0e", "", html)
    return " ".join(unescape(words).split())


@pytest.mark.parametrize("code", LANGUAGES)
def test_no_answer_has_the_picture_of_another_case(code: str) -> None:
    """Asked the questions of the pages themselves: the place of each is known."""
    with translation.override(code):
        pages = library(code)
        pictured = [
            section
            for article in pages.articles()
            for section in article.all_sections()
            if sum("picture-trick" in picture for picture in section.pictures) > 1
        ]
        assert pictured
        for section in pictured[:8]:
            for hit in find(pages, section.title, section.slug).hits[:3]:
                view = HitView(pages, hit, MatchLinks())
                if "picture-trick" in view.picture:
                    assert _plain(hit.answer or hit.snippet) in _plain(view.picture), (section.slug, section.anchor)
