"""The buttons of a form keep their order from hand to hand, whoever deals and whoever leads."""

from __future__ import annotations

from itertools import combinations
from pathlib import Path
from typing import Any

import pytest

from rulesref.files import load_yaml
from scoring.engine.form import Choice, Events, Form, Pick
from scoring.engine.match import replay
from scoring.games import all_games, get

GOLDEN = Path(__file__).parent / "golden"


def _forms(slug: str) -> list[Form]:
    """The form before each hand of the game's golden match."""
    told: dict[str, Any] = load_yaml((GOLDEN / f"{slug}.yaml").read_text())
    forms = []
    for count in range(len(told["hands"])):
        before = replay(get(slug), told["players"], told["hands"][:count], told.get("options"), told.get("start"))
        forms.append(get(slug).form(before.open_match.setup, before.state))
    return forms


def _buttons(form: Form) -> dict[str, list[str]]:
    found = {}
    for control in form.controls:
        if isinstance(control, Choice | Pick):
            found[control.name] = [option.value for option in control.options]
        elif isinstance(control, Events):
            found[control.name] = [option.value for option in control.quick]
    return found


@pytest.mark.parametrize("slug", sorted(all_games()))
def test_the_buttons_keep_their_order(slug: str) -> None:
    for one, other in combinations([_buttons(form) for form in _forms(slug)], 2):
        for name in one.keys() & other.keys():
            common = set(one[name]) & set(other[name])
            assert [v for v in one[name] if v in common] == [v for v in other[name] if v in common], name


def test_the_players_of_skat_keep_their_places_when_one_sits_out() -> None:
    game = get("skat")
    for dealer in range(4):
        match = replay(game, 4, start={"dealer": dealer}).open_match
        declarer = game.form(match.setup, match.state).controls[0]
        assert isinstance(declarer, Choice)
        assert [option.value for option in declarer.options[:4]] == ["0", "1", "2", "3"]
        assert [option.disabled for option in declarer.options[:4]] == [seat == dealer for seat in range(4)]
        assert declarer.read({"declarer": [str(dealer)]}) == {}, "who sits out cannot be chosen"
