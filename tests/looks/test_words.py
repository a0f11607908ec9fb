"""Words in rows of buttons keep clear of the edges: every form, every language, with the fonts of phones."""

from __future__ import annotations

import os
import re
from pathlib import Path

import pytest
from django.utils import translation
from playwright.sync_api import Browser

from benchmarks.taps import usual_hand
from scoring.engine.form import Choice, Events
from scoring.engine.match import open_match, step
from scoring.games import all_games, get
from scoring.languages import current_language
from scoring.pages.bound_form import BoundForm
from scoring.pages.message_renderer import MessageRenderer
from tests.browser import LARGE, SMALL, chromium
from tests.fonts import FAMILIES, Family, configuration, font_file
from tests.not_run import not_run
from tests.server import ROOT

NAMES = ["Ada", "Ben", "Cleo", "Dan", "Eve", "Finn"]
LANGUAGES = ("en", "de", "es", "fr", "it", "pt-br", "ru", "zh-hans")
STYLES = "\n".join((ROOT / "static" / name).read_text() for name in ("base.css", "match.css"))
_CARDS = re.compile(r'<div class="options cards[^>]*>.*?</div>', re.DOTALL)
"""Rows of cards: signs in the middle, and most of the page."""

_NEAR = (Path(__file__).parent / "words.js").read_text()


def _questions(slug: str) -> str:
    """The questions with rows of words, in the language that is active, all of them shown."""
    match = usual_hand(slug)
    opened = open_match(get(slug), match.players, match.options, match.start)
    state = opened.state
    for number, hand in enumerate(match.hands[: match.before], start=1):
        state = step(opened, state, hand, number).state
    form = get(slug).form(opened.setup, state)
    language = current_language(slug)
    sides = [language.join_texts(NAMES[seat] for seat in side) for side in opened.setup.sides]
    columns = sorted((seat, column) for column, side in enumerate(opened.setup.sides) for seat in side)
    renderer = MessageRenderer(NAMES[: match.players], sides, language, [column for _, column in columns])
    groups = BoundForm(form, form.initial(), renderer, "").groups
    asked = [control for group in groups for control in group.controls]
    html = "".join(control.html for control in asked if isinstance(control.control, Choice | Events))
    return _CARDS.sub("", html)


@pytest.fixture(scope="module")
def forms() -> str:
    """All forms in all languages as one page."""
    parts = []
    for code in LANGUAGES:
        with translation.override(code):
            parts += [
                f'<form class="entry" lang="{code}" data-game="{slug}">{_questions(slug)}</form>'
                for slug in all_games()
            ]
    shown = "".join(parts).replace(" hidden>", ">").replace("<details", "<details open")
    return f"<!doctype html><style>{STYLES}</style><body><main>{shown}</main>"


@pytest.mark.browser
@pytest.mark.layout
@pytest.mark.parametrize("family", FAMILIES, ids=[family.name for family in FAMILIES])
def test_words_keep_clear_of_the_edges_of_their_buttons(browser: Browser, forms: str, family: Family) -> None:
    if font_file(family) is None:
        not_run(f"the words with {family.name}: not installed (Debian: apt-get install {family.package})")
    environment: dict[str, str | float | bool] = {**os.environ, "FONTCONFIG_FILE": str(configuration(family))}
    own = browser.browser_type.launch(executable_path=chromium(), args=["--no-sandbox"], env=environment)
    page = own.new_page(has_touch=True)
    page.set_content(forms)
    near = []
    for width, height in (LARGE, SMALL):
        page.set_viewport_size({"width": width, "height": height})
        near += [f"{width}: {one}" for one in page.evaluate(_NEAR)]
    own.close()
    assert not near, "\n".join(near)
