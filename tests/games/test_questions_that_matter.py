"""What cannot change the result at a table with these house rules is not asked there."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

import pytest

from benchmarks.taps import recorded_hands
from scoring.engine.field_specs import field_specs
from scoring.engine.form import Choice, Form, FormValues
from scoring.engine.match import OpenMatch, open_match, step
from scoring.engine.refusal import Refusal
from scoring.games import all_games, get

FEWEST = 4
"""Answers that are tried before a question is said not to matter."""

HANDS = 8

PROMISED = {("malilla", "trump"), ("malilla", "up_card")}
"""Asked all the same: version 1 of the API promises the turned card with every hand, also without its bonus."""


def _house_rules(slug: str) -> Iterator[dict[str, Any]]:
    """No house rule, then each other value of each rule."""
    yield {}
    for spec in field_specs(get(slug).Options):
        if spec.kind == "boolean":
            yield {spec.name: spec.default is not True}
        elif spec.kind == "choice":
            yield from ({spec.name: choice.value} for choice in spec.choices if choice.value != spec.default)


def _first_hands(slug: str, options: Mapping[str, Any]) -> Iterator[tuple[OpenMatch, Any]]:
    """Hands that may be the first of a match with these house rules."""
    game, golden = get(slug), recorded_hands(slug)
    matches = [(golden.players, golden.hands)]
    matches += [(one.players or game.players[0], one.hands) for one in game.examples if not one.start]
    for players, hands in matches:
        try:
            opened = open_match(game, players, options)
        except Refusal:
            continue
        for hand in list(hands)[:HANDS]:
            try:
                step(opened, opened.state, hand, 1)
            except Refusal:  # of this table, or as its first hand
                continue
            yield opened, hand


def _outcome(opened: OpenMatch, form: Form, data: FormValues) -> Any:
    """What a hand comes to; None if it is refused."""
    try:
        result = step(opened, opened.state, form.read(data), 1).result
    except Refusal:
        return None
    return result.points, result.state, [line.message for line in result.lines]


def _without_effect(slug: str, options: Mapping[str, Any]) -> list[str]:
    """Names of the questions whose other answers never changed anything."""
    tried: dict[str, list[bool]] = {}
    for opened, hand in _first_hands(slug, options):
        form = get(slug).form(opened.setup, opened.state)
        data = {**form.initial(), **form.show(hand)}
        outcome = _outcome(opened, form, data)
        for control in form.visible(data) if outcome else ():
            if (slug, control.name) in PROMISED:
                continue
            if isinstance(control, Choice) and not control.fold and control.paths() and data.get(control.name):
                tried.setdefault(control.name, []).extend(
                    _outcome(opened, form, {**data, control.name: [option.value]}) != outcome
                    for option in control.options
                    if not option.disabled and [option.value] != data[control.name]
                )
    return [name for name, changes in tried.items() if len(changes) >= FEWEST and not any(changes)]


@pytest.mark.parametrize("slug", sorted(all_games()))
def test_every_question_can_change_the_result(slug: str) -> None:
    idle = {str(options): names for options in _house_rules(slug) if (names := _without_effect(slug, options))}
    assert idle == {}
