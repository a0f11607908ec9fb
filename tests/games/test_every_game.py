"""What is true of every game."""

from __future__ import annotations

import json
import re
from pathlib import Path
from typing import Any

import pytest
from django.utils.text import slugify
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from rulesref.lookup.forms import hand_forms, trick_form
from scoring.engine.controls import Choice, Toggle, as_sequence
from scoring.engine.field_specs import field_specs
from scoring.engine.match import OpenMatch, open_match, replay
from scoring.engine.messages import fill_names, format_number, render
from scoring.engine.refusal import Refusal
from scoring.engine.tricks import TrickResult
from scoring.games import all_games, get
from tests.games.table import NEEDED_OPTIONS, Table, any_hand, any_lookup, known_lookups
from tests.json_schema import Validator
from tests.messages.pseudo import PSEUDO, raw_english
from tests.volume.known import known_matches

ROOT = Path(__file__).parents[2]
SLUGS = sorted(all_games())


def _matches(slug: str):  # type: ignore[no-untyped-def]
    game = get(slug)
    for example in game.examples:
        players = example.players or game.players[0]
        yield example, replay(game, players, example.hands, example.options, example.start)


@pytest.mark.parametrize("slug", SLUGS)
def test_totals_are_the_sum_of_points(slug: str) -> None:
    for _, played in _matches(slug):
        totals = played.open_match.state.totals
        for result in played.results:
            totals = [total + points for total, points in zip(totals, result.result.points, strict=True)]
            assert list(result.state.totals) == totals


@pytest.mark.parametrize("slug", SLUGS)
def test_state_is_plain_json_and_a_match_goes_on_from_it(slug: str) -> None:
    for example, played in _matches(slug):
        game = get(slug)
        state = json.loads(json.dumps(played.state.model_dump(mode="json")))
        again = open_match(game, played.open_match.setup.players, example.options, state)
        assert again.state == played.state
        if not played.verdict.finished:
            assert game.upcoming(again.setup, again.state) == played.upcoming


@pytest.mark.parametrize("slug", SLUGS)
def test_every_line_renders_and_names_nobody_by_number(slug: str) -> None:
    for _, played in _matches(slug):
        names = [f"Player{n}" for n in range(played.open_match.setup.players)]
        for result in played.results:
            assert result.result.lines
            for line in result.result.lines:
                text = fill_names(render(line.message), names, names)
                assert "{" not in text
                assert "seat" not in text.lower(), "use seat(n) or side(n), so that the player's name shows"
            json.dumps(result.result.details)


@pytest.mark.parametrize("slug", SLUGS)
def test_a_recorded_hand_opens_in_its_form_and_comes_back_the_same(slug: str) -> None:
    """The form returns the hand that it shows, so a correction without changes leaves the hand as it is."""
    game = get(slug)
    for example, played in _matches(slug):
        before: OpenMatch = played.open_match
        state = before.state
        for result in played.results:
            if not result.result.is_query:
                form = game.form(before.setup, state)
                entered = result.hand.model_dump(mode="json", exclude_unset=True)
                again = game.hand_adapter.validate_python(form.read(form.show(entered)))
                scored = game.apply(before.setup, state, again)
                assert scored.points == result.result.points, example.title
            state = result.state


@pytest.mark.parametrize("slug", SLUGS)
def test_the_defaults_of_a_form_are_in_the_hand_that_it_reads(slug: str) -> None:
    """What an untouched form shows as chosen is what it enters, for every number of players."""
    game = get(slug)
    for players in game.players:
        opened = open_match(game, players, NEEDED_OPTIONS.get((slug, players)))
        form = game.form(opened.setup, opened.state)
        names = [control.name for control in form.controls]
        assert len(names) == len(set(names))
        assert all(set(control.when) <= set(names) for control in form.controls)
        untouched = form.initial()
        again = form.show(form.read(untouched))
        controls = form.visible(untouched)
        assert controls
        for control in controls:
            if control.name in untouched and control.paths():
                assert again.get(control.name) == untouched[control.name], control.name


#: Asked only once somebody enters cards.
SEEN_WAYS = {("couillon", "way")}


@pytest.mark.parametrize("slug", SLUGS)
def test_how_a_hand_is_entered_is_asked_behind_more_where_the_usual_way_stands(slug: str) -> None:
    """Such a choice enters nothing itself; it only decides which questions follow."""
    game = get(slug)
    for players in game.players:
        opened = open_match(game, players, NEEDED_OPTIONS.get((slug, players)))
        for control in game.form(opened.setup, opened.state).controls:
            if isinstance(control, Choice) and control.default and not control.paths():
                assert control.fold or (slug, control.name) in SEEN_WAYS, control.name


@pytest.mark.parametrize("slug", [slug for slug in SLUGS if len(get(slug).players) == 1])
def test_the_schema_says_how_long_a_list_is(slug: str) -> None:
    """Where it limits a list at all, it refuses one entry more or less as the game does."""
    game = get(slug)
    schema = Validator(game.hand_adapter.json_schema())
    for known in known_matches(slug):
        table = Table(slug, game.players[0], known.get("options"), **(known.get("start") or {}))
        for hand in known["hands"]:
            lists = {name: one for name, one in hand.items() if isinstance(one, list) and one}
            for name, one in lists.items():
                for other, limit in (([*one, one[-1]], one * 30), (one[:-1], [])):
                    if schema.errors({**hand, name: limit}) and _is_refused_for_length(
                        table, {**hand, name: other}, name
                    ):
                        assert schema.errors({**hand, name: other}), (name, other)


def _is_refused_for_length(table: Table, hand: dict[str, Any], name: str) -> bool:
    try:
        table.play(hand)
    except Refusal as refusal:
        first = refusal.errors[0]
        return (first.pointer, first.code) == (f"/hands/0/{name}", "wrong_length")
    return False


@pytest.mark.parametrize("slug", SLUGS)
def test_a_game_is_in_a_family_that_has_a_sign(slug: str) -> None:
    """A family that is spelt otherwise would be a group of its own in the list of games, and have no emblem."""
    signs = re.findall(r'id="([a-z-]+)"', (ROOT / "static" / "emblems.svg").read_text(encoding="utf-8"))
    family, module = get(slug).family, type(get(slug)).__module__
    known = sorted({game.family for game in all_games().values() if slugify(game.family) in signs})
    assert slugify(family) in signs, f"{module}: {family!r} has no sign in static/emblems.svg; these have: {known}"


@pytest.mark.parametrize("slug", SLUGS)
def test_a_value_that_is_chosen_has_words(slug: str) -> None:
    """Values of house rules and look-ups are shown in the reader's language."""
    game = get(slug)
    shown = [
        (game.Options.__name__, spec.name, choice.value, spec.label(choice.value, PSEUDO))
        for spec in field_specs(game.Options)
        for choice in spec.choices
    ]
    shown += [
        (form.model.__name__, field.name, choice.value, choice.translated_label(PSEUDO))
        for form in filter(None, (trick_form(game), *hand_forms(game)))
        for field in form.fields
        for choice in field.choices
        if not choice.is_seat
    ]
    wordless = [
        f'{model}.{name}: {value!r} has no words; in its Field: json_schema_extra={{"labels": {{{value!r}: …}}}}'
        for model, name, value, text in shown
        if raw_english(text)
    ]
    assert not wordless, "\n".join(wordless)


@pytest.mark.parametrize("slug", SLUGS)
def test_what_ends_a_match_is_an_option(slug: str) -> None:
    """A figure that a game declares elsewhere than as ``target`` is one of its options."""
    game = get(slug)
    assert game.ends_at == ("target",) or set(game.ends_at) <= set(game.Options.model_fields), game.ends_at


@pytest.mark.parametrize("slug", SLUGS)
def test_a_bare_number_of_the_hand_has_its_code(slug: str) -> None:
    """Pages leave this notice out by its code: their heading has the number."""
    game = get(slug)
    opened = open_match(game, game.players[0])
    for notice in game.upcoming(opened.setup, opened.state).notices:
        bare = render(notice.message) in ("Hand 1", "Deal 1", "Round 1")
        assert bare == (notice.code == "hand_number")


@pytest.mark.parametrize("slug", SLUGS)
def test_a_control_depends_only_on_options_of_those_before_it(slug: str) -> None:
    for _, played in _matches(slug):
        form = get(slug).form(played.open_match.setup, played.open_match.state)
        before: dict[str, set[str]] = {}
        for control in form.controls:
            assert control.name not in before
            for name, wanted in control.when.items():
                assert set(as_sequence(wanted)) <= before[name], (control.name, name)
            options = {option.value for option in control.options} if isinstance(control, Choice) else set()
            before[control.name] = options | ({"1", ""} if isinstance(control, Toggle) else set())


def test_a_figure_has_a_real_minus_sign() -> None:
    assert format_number(-1234) == "−1,234"
    assert format_number(2.5, sign=True) == "+2.5"


@pytest.mark.parametrize("slug", SLUGS)
@settings(max_examples=60, suppress_health_check=[HealthCheck.too_slow])
@given(data=st.data())
def test_any_hand_is_scored_or_refused(slug: str, data: st.DataObject) -> None:
    """With any number of players; ``conftest.py`` fails it if too few hands were accepted."""
    game = get(slug)
    players = data.draw(st.sampled_from(game.players))
    table = Table(slug, players, NEEDED_OPTIONS.get((slug, players)))
    scored = table.try_out(data.draw(any_hand(game, players)))
    assert scored is None or len(scored.points) == len(table.play().open_match.setup.sides)


@pytest.mark.parametrize("slug", [slug for slug in SLUGS if get(slug).Lookup])
@settings(max_examples=60, suppress_health_check=[HealthCheck.too_slow])
@given(data=st.data())
def test_any_look_up_is_answered_or_refused(slug: str, data: st.DataObject) -> None:
    """With any number of players; ``conftest.py`` fails it if too few were answered."""
    game = get(slug)
    players = data.draw(st.sampled_from(game.players))
    Table(slug, players, NEEDED_OPTIONS.get((slug, players))).ask(data.draw(any_lookup(game)))


#: Of these no known look-up is a whole trick with a hand.
NO_WHOLE_TRICK = {"buried-treasure", "loo", "truc", "truco", "twenty-five"}


@pytest.mark.parametrize("slug", [slug for slug in SLUGS if get(slug).Lookup and slug not in NO_WHOLE_TRICK])
def test_a_whole_trick_is_answered_by_its_winner_although_a_hand_is_given(slug: str) -> None:
    """Nobody plays to it any more: which cards may be played is no question."""
    game, answers = get(slug), []
    for asked in known_lookups(slug):
        players = len(asked.get("plays", ()))
        if asked.get("hand") and players in game.players:
            answers.append(Table(slug, players, NEEDED_OPTIONS.get((slug, players))).ask(asked))
    assert {type(answer) for answer in answers if answer} == {TrickResult}
