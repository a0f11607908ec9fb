"""A form that is not finished says only what is still to tap; saved all the same, it says so in players' words."""

from __future__ import annotations

import re
from collections.abc import Iterator
from itertools import chain
from typing import Any

import pytest

from benchmarks.taps import recorded_hands
from scoring.engine.form import Events, Form, FormValues
from scoring.engine.match import Replay, open_match, replay, step
from scoring.engine.refusal import Refusal
from scoring.games import all_games, get
from scoring.pages.bound_form import BoundForm
from scoring.pages.form_data import without_blanks
from scoring.pages.message_renderer import MessageRenderer
from scoring.services import matches
from tests.pages.html_form import HtmlForm
from tests.pages.phone import NAMES, Pages, errors, standing

SLUGS = sorted(all_games())

WORDS_OF_THE_API = ("field", "(null)", "or null", "JSON", "true or false", "is not known here")
"""What no player should read."""

STILL_TO_ANSWER = ("needed", "Enter one of these", "still to tap", "Say which", "Say who")
"""How a form that was sent says what is missing."""


def _unfinished(slug: str) -> Iterator[tuple[Form, FormValues, Refusal]]:
    """The forms of the game's examples, each filled in tap by tap, as long as a hand is refused."""
    for example in get(slug).examples:
        before = _before(slug, example)
        if before is None:
            continue
        form = get(slug).form(before.open_match.setup, before.state)
        wanted = form.show(example.hands[-1])
        data = form.initial()
        for name in [control.name for control in form.controls]:
            for key in [key for key in wanted if key == name or key.startswith(f"{name}.")] or [""]:
                try:
                    step(before.open_match, before.state, form.read(data), 99)
                except Refusal as refusal:
                    yield form, dict(data), refusal
                data |= {key: wanted[key]} if key else {}


def _before(slug: str, example: Any) -> Replay | None:
    try:
        players = example.players or get(slug).players[0]
        return replay(get(slug), players, example.hands[:-1], example.options, example.start)
    except Refusal:  # an example whose first hands are queries
        return None


def _bound(form: Form, data: FormValues, refusal: Refusal, is_preview: bool) -> BoundForm:
    renderer = MessageRenderer(NAMES, [f"Side {number}" for number in range(12)])
    return BoundForm(form, data, renderer, "/rules/x", refusal, is_preview)


def _said(bound: BoundForm) -> list[str]:
    return [str(message.text) for message in chain(bound.non_field_errors, *bound.errors.values())]


@pytest.mark.parametrize("slug", SLUGS)
def test_while_it_is_tapped_nothing_is_asked_like_a_fault(slug: str) -> None:
    for form, data, refusal in _unfinished(slug):
        bound = _bound(form, data, refusal, is_preview=True)
        said = _said(bound)
        assert not [text for text in said for word in (*WORDS_OF_THE_API, *STILL_TO_ANSWER) if word in text], data
        assert not (said and bound.missing), "what is still to tap comes first"
        assert said or bound.missing, data


@pytest.mark.parametrize("slug", SLUGS)
def test_saved_all_the_same_it_speaks_to_players(slug: str) -> None:
    for form, data, refusal in _unfinished(slug):
        bound = _bound(form, data, refusal, is_preview=False)
        said = _said(bound)
        assert said, data
        at_no_question = [str(message.text) for message in bound.non_field_errors]
        assert not (bound.errors and "Something is still to tap." in at_no_question), "each question says it itself"
        assert not [text for text in said for word in WORDS_OF_THE_API if word in text], data


def _half_lists(slug: str) -> Iterator[tuple[Form, FormValues, str, Refusal]]:
    """Recorded hands whose list lacks its last entries, with the list's name, if they are refused for this list."""
    match, game = recorded_hands(slug), get(slug)
    opened = open_match(game, match.players, match.options, match.start)
    state = opened.state
    for number, hand in enumerate(match.hands, start=1):
        form = game.form(opened.setup, state)
        scored = step(opened, state, hand, number)
        shown = {**form.initial(), **form.show(scored.hand.model_dump(mode="json", exclude_unset=True))}
        for control in form.controls:
            for length in range(1, len(shown.get(control.name, [])) if isinstance(control, Events) else 1):
                data = {**shown, control.name: shown[control.name][:length]}
                try:
                    step(opened, state, form.read(data), number)
                except Refusal as refusal:
                    if form.control_for(refusal.errors[0].pointer) is control:
                        yield form, data, control.name, refusal
        state = scored.state


#: Lists whose last entry says that the game ended there, although it could not.
ENDED_TOO_EARLY = {"could_answer"}


def test_a_list_is_no_fault_while_it_grows() -> None:
    """The question is still to tap, without a refusal; saved all the same, it says what the list lacks."""
    faults, games = [], set()
    for slug in SLUGS:
        for form, data, name, refusal in _half_lists(slug):
            if refusal.errors[0].code in ENDED_TOO_EARLY:
                continue
            games.add(slug)
            bound = _bound(form, data, refusal, is_preview=True)
            if not bound.missing or _said(bound):
                faults.append((slug, name, len(data[name]), _said(bound)))
            assert _said(_bound(form, data, refusal, is_preview=False)), (slug, name)
    assert faults == []
    assert {"truco", "truc", "fipsen", "mate", "schafkopf", "twenty-five", "reversis"} <= games


@pytest.mark.django_db
@pytest.mark.parametrize("slug", SLUGS)
def test_the_untouched_form_is_never_saved(slug: str) -> None:
    """Not at the beginning, and not in the middle of the first example."""
    example = next(one for one in get(slug).examples if not one.start and not one.options)
    pages = Pages()
    match = pages.start(slug, example.players)
    for hand in [None, *example.hands]:
        if hand is not None:
            matches.record(standing(match), hand)
        if standing(match).finished:
            break
        before = standing(match)
        form = pages.form(f"/matches/{match}")
        answer = pages.post(form.action, form.sent(), script=True)
        assert answer.status_code == 422
        assert "Nothing has been tapped yet" in answer.content.decode()
        assert standing(match).version == before.version


def _first_turn() -> tuple[Pages, str, HtmlForm]:
    """A match of Card Stock Market after its opening prices, with the form of the first turn."""
    pages = Pages()
    match = pages.start("card-stock-market", 3)
    opening = next(one for one in get("card-stock-market").examples if not one.start).hands[0]
    pages.record(match, opening)
    return pages, match, pages.form(f"/matches/{match}")


@pytest.mark.django_db
def test_a_turn_is_passed_by_a_button_of_its_own() -> None:
    pages, match, form = _first_turn()
    assert form.button("nothing", "1")
    untouched = pages.post(form.action, form.sent(), script=True)
    assert re.search("If nothing is to be tapped, tap “.+ does nothing in this turn”", untouched.content.decode())
    answer = pages.post(form.action, form.sent("nothing", "1"))
    assert answer.status_code == 302, errors(answer)
    assert standing(match).hand_count == 2


@pytest.mark.django_db
def test_passing_with_something_tapped_is_asked_about() -> None:
    pages, match, form = _first_turn()
    sent = {**without_blanks(form.sent("nothing", "1")), "actions": ['{"kind":"discard","count":1}']}
    answer = pages.post(form.action, sent)
    assert answer.status_code == 422
    assert "Something is tapped in this form" in answer.content.decode()
    assert standing(match).hand_count == 1
