"""What must be true of every hand and every match, whatever was played."""

from __future__ import annotations

import json
from collections.abc import Sequence
from contextlib import suppress
from functools import cache
from math import isfinite
from typing import Any

from companion.http.openapi.json_schema import JsonSchema
from scoring.api.openapi.game_models import models_of
from scoring.api.responses.scoring import Score
from scoring.db.json_text import dump_json, hand_input
from scoring.engine.match import OpenMatch, Replay, ScoredHand, extend, open_match, step
from scoring.engine.match_status import MatchStatus
from scoring.engine.messages import fill_names, render
from scoring.engine.refusal import Refusal
from scoring.games import get
from scoring.services.history import LaterHand, rescored_hands
from tests.games.details import check_details
from tests.json_schema import Validator
from tests.volume.explanation import check_explanation

Entry = dict[str, Any]


@cache
def _answers(slug: str) -> Validator:
    return Validator(models_of(slug)[Score].model_json_schema(mode="serialization", schema_generator=JsonSchema))


@cache
def _hands(slug: str) -> Validator:
    return Validator(get(slug).hand_adapter.json_schema())


def check_hand(opened: OpenMatch, before: Any, entry: Entry, scored: ScoredHand) -> None:
    """Fails unless a hand was scored as its schemas, its points and its explanation promise. before: the state."""
    slug, result = opened.game.slug, scored.result
    stored = hand_input(scored.hand)
    json.dumps(stored)
    opened.game.hand_adapter.validate_python(stored)
    wrong = _hands(slug).errors(entry)
    assert not wrong, f"the hand is not as its schema says: {wrong}"
    _check_figures(opened, before, scored)
    check_details(slug, result.details)
    status = MatchStatus(opened, scored.state, scored.number + 1)
    answer: dict[str, Any] = {
        "game": slug,
        "sides": [],
        "effective_options": opened.setup.options.model_dump(mode="json"),
        "hands": [scored.as_json(slug)],
        **status.as_json(),
    }
    # All lines are alike, and most of the answer: two are enough for the schema, _check_texts reads all of them.
    for lines in (answer["hands"][0]["explanation"], answer["next"]["notices"] if answer["next"] else []):
        del lines[2:]
    errors = _answers(slug).errors(answer)
    assert not errors, f"the answer is not as its schema says: {errors}"
    _check_status(opened, status)
    _check_texts(opened, scored, status)
    if not result.is_query:
        check_explanation(opened, before, scored)


def _check_figures(opened: OpenMatch, before: Any, scored: ScoredHand) -> None:
    result, sides = scored.result, len(opened.setup.sides)
    assert len(result.points) == len(result.state.totals) == sides
    assert all(isfinite(value) for value in [*result.points, *result.state.totals])
    earlier = before.totals
    if getattr(before, "open_points", None):
        earlier = [total - part for total, part in zip(before.totals, before.open_points, strict=True)]
    summed = [total + points for total, points in zip(earlier, result.points, strict=True)]
    assert list(result.state.totals) == summed, f"totals {result.state.totals} are not {summed}"
    if result.is_query:
        assert not any(result.points), "a question scores nothing"
    again = type(result.state).model_validate_json(dump_json(result.state.model_dump(mode="json")))
    assert again == result.state, "the state is not what its JSON says"


def _check_status(opened: OpenMatch, status: MatchStatus) -> None:
    seats, sides = range(opened.setup.players), range(len(opened.setup.sides))
    verdict, upcoming = status.verdict, status.upcoming
    assert set(verdict.winners) <= set(sides), f"winners {verdict.winners}"
    assert len(set(verdict.winners)) == len(verdict.winners)
    assert verdict.finished or not verdict.winners, "a match that goes on has no winner"
    assert not verdict.finished or verdict.reason, "the end has a reason"
    with suppress(Refusal):  # some games say what must be done before a table may stop
        stopped = opened.game.verdict(opened.setup, status.state, ended=True)
        assert stopped.finished, "a match that the table ended is over"
        assert set(stopped.winners) <= set(sides)
    if upcoming:
        playing = set(seats) - set(upcoming.sits_out)
        assert set(upcoming.sits_out) <= set(seats)
        assert upcoming.dealer is None or upcoming.dealer in seats, f"seat {upcoming.dealer} deals"
        assert upcoming.leads is None or upcoming.leads in playing, f"seat {upcoming.leads} leads without cards"
        assert upcoming.details.keys().isdisjoint({"number", "dealer", "leads", "sits_out", "notices"})
    opened.game.board(opened.setup, status.state)


def _check_texts(opened: OpenMatch, scored: ScoredHand, status: MatchStatus) -> None:
    seats = [f"Player{number}" for number in range(opened.setup.players)]
    sides = [f"Side{number}" for number in range(len(opened.setup.sides))]
    lines = [*scored.result.lines, *(status.upcoming.notices if status.upcoming else ())]
    messages = [scored.result.summary, *(line.message for line in lines)]
    for message in [*messages, *([status.verdict.reason] if status.verdict.reason else [])]:
        text = fill_names(render(message), seats, sides)
        assert text.strip(), "an empty text"
        assert "{" not in text
        assert not any(0xE000 <= ord(letter) < 0xE200 for letter in text), f"somebody who does not play: {text!r}"
    assert scored.result.lines, "a hand without explanation"
    assert all(line.rule and (line.value is None or isfinite(line.value)) for line in lines)


def check_form(opened: OpenMatch, before: Any, scored: ScoredHand) -> bool:
    """Fails if the hand, shown in the form and read back, is another hand.

    False for a hand with fields that the form does not ask for, such as a way of entry of the API alone: it is passed
    over.
    """
    entered = scored.hand.model_dump(mode="json", exclude_unset=True)
    form = opened.game.form(opened.setup, before)
    sent = form.show(entered)
    read = form.read(sent)
    asked = {path.partition(".")[0] for control in form.visible(sent) for path in control.paths()}
    left_out = [value for name, value in entered.items() if name not in read and name not in asked]
    if any(value is not None and value is not False and value != [] for value in left_out):
        return False
    try:
        again = step(opened, before, read, scored.number, finished=False).result
    except Refusal as refusal:
        raise AssertionError(f"the form reads {read}, which is refused: {refusal}") from None
    assert again.points == scored.result.points, f"the form reads {read}, worth {list(again.points)}"
    assert _unordered(again.state) == _unordered(scored.state), f"the form reads {read}, and the state is another"
    return True


def _unordered(state: Any) -> Any:
    """The state as JSON. Cards and ranks are sorted, because forms have them in their own order; none of them is 0."""

    def sort(value: Any) -> Any:
        if isinstance(value, dict):
            return {name: sort(inner) for name, inner in value.items()}
        if isinstance(value, list):
            inner = [sort(one) for one in value]
            return (sorted(inner) or 0) if all(isinstance(one, str) for one in inner) else inner
        return value

    return sort(state.model_dump(mode="json"))


def check_replay(opened: OpenMatch, game_start: tuple[int, Entry, Entry], played: Sequence[ScoredHand]) -> None:
    """Fails unless a match scored hand by hand is the same as all its hands at once."""
    players, options, start = game_start
    whole = Replay(open_match(opened.game, players, options, start))
    extend(whole, [hand_input(scored.hand) for scored in played])
    slug = opened.game.slug
    for one, other in zip(played, whole.results, strict=True):
        assert one.as_json(slug) == other.as_json(slug), f"hand {one.number} is another when replayed"
        assert one.state == other.state, f"the state after hand {one.number} is another when replayed"


def check_correction(
    opened: OpenMatch, states: Sequence[Any], entries: Sequence[Entry], number: int, entry: Entry
) -> str:
    """Fails unless hand ``number`` (1 for the first), corrected, gives what a fresh replay gives.

    states: before each hand. Returns ``corrected``, or ``refused`` if both refuse it at the same hand.
    """
    corrected = [*entries[: number - 1], entry, *entries[number:]]
    fresh, refused = Replay(opened), 0
    try:
        extend(fresh, corrected)
    except Refusal as refusal:
        refused = int(refusal.errors[0].pointer.split("/")[2]) + 1
    before = type(states[number - 1]).model_validate_json(dump_json(states[number - 1].model_dump(mode="json")))
    texts = [dump_json(one) for one in corrected[number - 1 :]]
    rescored: list[ScoredHand] = []
    stopped = 0
    try:
        rescored.extend(rescored_hands(opened, before, texts, number, first_is_new=True))
    except LaterHand as later:
        stopped = later.number
    except Refusal:
        stopped = number
    assert stopped == refused, f"refused at hand {stopped}, a fresh replay at hand {refused} (0: not at all)"
    if not stopped:
        after = fresh.results[number - 1 :]
        for one, other in zip(rescored, after, strict=True):
            assert one.as_json(opened.game.slug) == other.as_json(opened.game.slug)
            assert one.state == other.state
    return "refused" if stopped else "corrected"
