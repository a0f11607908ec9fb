"""Every game on its page: a match is started, every example is tapped into the form, the sheet shows it."""

from __future__ import annotations

import json
import re
from html import unescape
from pathlib import Path
from typing import Any

import pytest
from django.template.loader import get_template

from rulesref.files import load_yaml
from scoring.engine.controls import as_sequence
from scoring.engine.form import Choice, Pick, Toggle
from scoring.engine.match import replay
from scoring.games import all_games, get
from scoring.models import Hand, Match
from scoring.pages.bound_field import control_id
from scoring.services import matches
from tests.pages.phone import NotOnThePage, Pages, errors, saving, standing

SLUGS = sorted(all_games())
ROOT = Path(__file__).parent.parent.parent
GOLDEN = ROOT / "tests" / "games" / "golden"


def test_every_template_compiles() -> None:
    for file in (ROOT / "templates").rglob("*.html"):
        get_template(str(file.relative_to(ROOT / "templates")))


@pytest.mark.django_db
@pytest.mark.parametrize("slug", SLUGS)
def test_the_start_page_offers_the_house_rules_and_starts_a_match(slug: str) -> None:
    pages, game = Pages(), get(slug)
    page = pages.get(f"/new/{slug}").content.decode()
    for name in game.Options.model_fields:
        assert f'name="o.{name}"' in page
    match = pages.start(slug)
    assert pages.get(f"/matches/{match}").status_code == 200
    # Stored all the same is an option whose default has changed once: the match keeps it if that happens again.
    changed = {name: getattr(game.Options(), name) for name in game.Options.older_defaults}
    assert json.loads(standing(match).options) == changed, "the untouched form of house rules sends the game's defaults"


@pytest.mark.django_db
@pytest.mark.parametrize("slug", SLUGS)
def test_the_script_is_told_which_answers_bring_up_a_question(slug: str) -> None:
    pages = Pages()
    match = standing(pages.start(slug))
    page = pages.get(f"/matches/{match.id}").content.decode()
    found = re.findall(r'data-place="\d+"\s+id="([^"]+)"(?:\s+data-when="([^"]*)")?', page)
    told = {name: json.loads(unescape(when)) if when else None for name, when in found}
    for control in match.game.form(match.open_match.setup, match.current_state).controls:
        when = {name: list(as_sequence(wanted)) for name, wanted in control.when.items()}
        assert told[control_id(control.name)] == (when or None), control.name


@pytest.mark.django_db
@pytest.mark.parametrize("slug", SLUGS)
def test_the_untouched_form_sends_its_defaults(slug: str) -> None:
    pages = Pages()
    match = standing(pages.start(slug))
    sent = pages.form(f"/matches/{match.id}").sent()
    controls = match.game.form(match.open_match.setup, match.current_state).controls
    defaults = {
        name: values
        for control in controls
        for name, values in control.initial().items()
        if not (isinstance(control, Choice) and control.submits)
    }
    assert {name: sent.get(name) for name in defaults} == defaults
    chosen = {control.name for control in controls if isinstance(control, Choice | Toggle | Pick)}
    assert {name for name in chosen if name in sent} <= defaults.keys(), "nothing is chosen that is no default"


#: Hands of the golden matches that no phone can send, because they say more, or say it otherwise, than the page asks.
ONLY_BY_API = {
    "belote": {3, 4, 6, 7, 9},  # declarations of a side; the page asks for the player
    "buried-treasure": {1, 2},  # the buried cards; the page asks for their suits
    "couillon": {8},  # the cards of each trick
    "truc": {3},  # the cards of each trick
    "truco": {3},  # the cards of each trick
    "zetema": {2, 3},  # the cards of a meld in another order
}


@pytest.mark.django_db
@pytest.mark.parametrize("slug", SLUGS)
def test_a_whole_match_is_tapped_in(slug: str) -> None:
    """The match of the golden score sheet, hand by hand through the form of the page, to its end."""
    told: dict[str, Any] = load_yaml((GOLDEN / f"{slug}.yaml").read_text())
    pages = Pages()
    expected = replay(get(slug), told["players"], told["hands"], told.get("options"), told.get("start"))
    match = started(pages, slug, told)
    number = 0
    not_entered = set()
    for hand, result in zip(told["hands"], expected.results, strict=True):
        if result.result.is_query:
            continue
        number += 1
        try:
            answer = pages.record(match, hand, script=bool(number % 2))
        except NotOnThePage:
            not_entered.add(number)
            matches.record(standing(match), hand)
            form = pages.form(f"/matches/{match}/hands/{number}")
            answer = pages.post(form.action, form.sent(*saving(form, match, hand)))
        assert answer.status_code in (200, 302), (hand, errors(answer))
        assert standing(match).current_state == result.state, hand
        page = pages.get(f"/matches/{match}").content.decode()
        assert f'href="/matches/{match}/hands/{number}"' in page
    assert not_entered == ONLY_BY_API.get(slug, set())
    assert standing(match).finished == expected.verdict.finished
    for number in range(1, standing(match).hand_count + 1):
        assert pages.get(f"/matches/{match}/hands/{number}").status_code == 200
    assert pages.get(f"/matches/{match}/print").status_code == 200


def started(pages: Pages, slug: str, told: dict[str, Any]) -> str:
    """The match of a golden sheet; what was carried in from paper has no field on the page and goes in directly."""
    match = pages.start(slug, told["players"], told.get("options"))
    if told.get("start"):
        row = Match.objects.get(id=match)
        begun = matches.start(row.table, get(slug), row.seats, told.get("options", {}), told["start"])
        return begun.match.id
    return match


@pytest.mark.django_db
@pytest.mark.parametrize("slug", SLUGS)
def test_a_hand_that_is_opened_and_saved_unchanged_stays_as_it_is(slug: str) -> None:
    game = get(slug)
    example = next(one for one in game.examples if not one.start and not _lookup(slug, one))
    pages = Pages()
    match = pages.start(slug, example.players or game.players[0], example.options)
    for hand in example.hands:
        assert pages.record(match, hand).status_code == 302
    before = [(hand.result, hand.state) for hand in Hand.objects.filter(match_id=match).order_by("number")]
    form = pages.form(f"/matches/{match}/hands/1")
    answer = pages.post(form.action, form.sent(*saving(form, match, example.hands[0])))
    assert answer.status_code == 302, errors(answer)
    after = [(hand.result, hand.state) for hand in Hand.objects.filter(match_id=match).order_by("number")]
    assert after == before


def _lookup(slug: str, example: Any) -> bool:
    played = replay(get(slug), example.players or get(slug).players[0], example.hands, example.options, example.start)
    return any(result.result.is_query for result in played.results)
