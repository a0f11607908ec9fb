"""Every game on its page: a match is started, every example is tapped into the form, the sheet shows it."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest
import yaml
from django.template.loader import get_template

from scoring.engine.match import replay
from scoring.games import all_games, get
from scoring.models import Hand
from scoring.pages.house_rules import option_fields
from tests.pages.phone import Pages, errors, standing

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
    match = pages.start(slug, options={field.name: field.value for field in option_fields(game, {})} | _flags(slug))
    assert pages.get(f"/matches/{match}").status_code == 200
    assert json.loads(standing(match).options) == {}, "the untouched form of house rules sends the game's defaults"


def _flags(slug: str) -> dict[str, Any]:
    """What the checkboxes of an untouched form send."""
    fields = option_fields(get(slug), {})
    ticked = {
        field.name: [value for value, _, selected in field.choices if selected]
        for field in fields
        if field.kind == "choices"
    }
    return {field.name: field.value == "true" for field in fields if field.kind == "boolean"} | ticked


@pytest.mark.django_db
@pytest.mark.parametrize("slug", SLUGS)
def test_a_whole_match_is_tapped_in(slug: str) -> None:
    """The match of the golden score sheet, hand by hand through the form of the page, to its end."""
    told: dict[str, Any] = yaml.safe_load((GOLDEN / f"{slug}.yaml").read_text())
    pages = Pages()
    expected = replay(get(slug), told["players"], told["hands"], told.get("options"), told.get("start"))
    match = _started(pages, slug, told)
    number = 0
    for hand, result in zip(told["hands"], expected.results, strict=True):
        if result.result.is_query:
            continue
        number += 1
        answer = pages.record(match, hand, script=bool(number % 2))
        assert answer.status_code in (200, 302), (hand, errors(answer))
        assert standing(match).current_state == result.state, hand
        page = pages.get(f"/matches/{match}").content.decode()
        assert f'href="/matches/{match}/hands/{number}"' in page
    assert standing(match).finished == expected.verdict.finished
    for number in range(1, standing(match).hand_count + 1):
        assert pages.get(f"/matches/{match}/hands/{number}").status_code == 200
    assert pages.get(f"/matches/{match}/print").status_code == 200


def _started(pages: Pages, slug: str, told: dict[str, Any]) -> str:
    """The match of a golden sheet; what was carried in from paper has no field on the page and goes in directly."""
    match = pages.start(slug, told["players"], told.get("options"))
    if told.get("start"):
        from scoring.models import Match
        from scoring.services import matches

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
    from scoring.pages import hand_form
    from scoring.pages.match_view import MatchView

    opened = hand_form.recorded_hand_form(MatchView(standing(match)), 1)
    answer = pages.post(f"/matches/{match}/hands/1", {"_version": str(standing(match).version), **opened.data})
    assert answer.status_code == 302, errors(answer)
    after = [(hand.result, hand.state) for hand in Hand.objects.filter(match_id=match).order_by("number")]
    assert after == before


def _lookup(slug: str, example: Any) -> bool:
    played = replay(get(slug), example.players or get(slug).players[0], example.hands, example.options, example.start)
    return any(result.result.is_query for result in played.results)
