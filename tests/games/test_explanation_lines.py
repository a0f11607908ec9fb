"""The lines of an explanation, over all golden matches and worked examples: sums in words, amounts in their column."""

from __future__ import annotations

import re
from collections.abc import Iterator
from functools import cache
from pathlib import Path
from typing import Any

import pytest

from rulesref.files import load_yaml
from scoring.engine.match import replay
from scoring.engine.messages import Line, figure_beside, figures_in, line, render, side
from scoring.engine.refusal import Refusal
from scoring.games import all_games, get

GOLDEN = Path(__file__).parent / "golden"
EXAMPLES = Path(__file__).parents[2] / "rulesref" / "content" / "examples"

#: Words that say a figure.
WORDS = {
    "0": r"\b(nobody|nothing|none|no mark|draw)\b",
    "2": r"\bcounts double\b",
    "3": r"\bcounts triple\b",
    "4": r"\bcounts fourfold\b",
}

#: One of something, said as if there were several.
MANY = r"(?<![\d,.])1 (tricks|cards|points|hands|games|moves|chips|marks|lines|strokes|calypsos|shares|deals|players)\b"


def _matches(slug: str) -> Iterator[dict[str, Any]]:
    yield load_yaml((GOLDEN / f"{slug}.yaml").read_text(encoding="utf-8"))
    yield from load_yaml((EXAMPLES / f"{slug}.yaml").read_text(encoding="utf-8"))
    for example in get(slug).examples:
        players = example.players or get(slug).players[0]
        yield {"players": players, "hands": example.hands, "options": example.options, "start": example.start}


@cache
def _texts(slug: str) -> set[str]:
    """Every summary, line, notice and reason for the end that the game's matches show, and every refusal."""
    texts = set()
    game = get(slug)
    for match in _matches(slug):
        try:
            played = replay(game, match["players"], match["hands"], match.get("options"), match.get("start"))
        except Refusal as refusal:
            texts |= {render(fault.message) for fault in refusal.errors}
            continue
        texts |= {render(result.result.summary) for result in played.results}
        texts |= {render(played.verdict.reason)} if played.verdict.reason else set()
    lines, notices = _lines(slug)
    return texts | {render(one.message) for one in (*lines, *notices)}


@cache
def _lines(slug: str) -> tuple[list[Line], list[Line]]:
    """Every line of an explanation, and every notice, of the game's golden match and examples."""
    lines, notices = [], []
    game = get(slug)
    for match in _matches(slug):
        try:
            played = replay(game, match["players"], match["hands"], match.get("options"), match.get("start"))
        except Refusal:
            continue
        lines += [one for result in played.results for one in result.result.lines]
        states = [played.open_match.state, *(result.state for result in played.results)]
        for state in states:
            if not game.verdict(played.open_match.setup, state).finished:
                notices += game.upcoming(played.open_match.setup, state).notices
    return lines, notices


@pytest.mark.parametrize("slug", sorted(all_games()))
def test_no_line_ends_in_a_colon_and_a_figure(slug: str) -> None:
    lines, _ = _lines(slug)
    texts = {render(one.message) for one in lines}
    assert not [text for text in sorted(texts) if re.search(r":\s[+−]?[\d,.]+$", text)]


@pytest.mark.parametrize("slug", sorted(all_games()))
def test_the_figure_beside_a_line_is_nothing_that_its_text_says_already(slug: str) -> None:
    lines, _ = _lines(slug)
    twice = set()
    for one in lines:
        text, beside = render(one.message), figure_beside(one).lstrip("−")
        says, in_words = figures_in(text), WORDS.get(beside)
        if not beside or says[-1:] == [""]:
            continue  # nothing, or a sum that the column works out
        if beside in says or (in_words and re.search(in_words, text, re.IGNORECASE)):
            twice.add((text, beside))
    assert not sorted(twice)


@pytest.mark.parametrize("slug", sorted(all_games()))
def test_one_of_a_thing_is_in_the_singular(slug: str) -> None:
    assert not sorted(text for text in _texts(slug) if re.search(MANY, text))


@pytest.mark.parametrize("slug", sorted(all_games()))
def test_a_notice_says_its_figure(slug: str) -> None:
    """Notices are shown without a column of figures."""
    _, notices = _lines(slug)
    assert not {render(one.message) for one in notices if figure_beside(one)}


@pytest.mark.parametrize(
    ("text", "value", "beside"),
    [
        ("With 2, game 3", 3, ""),
        ("3 × 10 (hearts)", 30, "30"),
        ("Ada: 5 × 1", 5, "5"),
        ("Ada took 6: 1 × 6", 6, "6"),
        ("Ada: 2 × $5", 10, "10"),
        ("Ada: 1 trick × 10", 10, "10"),
        ("Ada: 35 + 70 = 105", 70, ""),
        ("Ada pays 5 chips", -5, ""),
        ("♠10 to Ada", 10, "10"),
        ("Ada won trick 1", 1, "1"),
        ("Ada took 1,250 in all", 1250, ""),
        ("Ada is out", None, ""),
    ],
)
def test_which_figure_stands_beside_a_line(text: str, value: int | None, beside: str) -> None:
    assert figure_beside(line(text, value=value, rule="scoring")) == beside


def test_a_hand_of_back_alley_with_one_trick() -> None:
    hands = [{"kind": "played", "bids": [0, 1, 0, 1], "tricks": [1, 0]}]
    played = replay(get("back-alley"), 4, hands, None, {"number": 13})
    texts = [render(one.message) for one in played.results[0].result.lines]
    assert any(
        text.endswith("bid 2 together, more than the one trick of the hand: it cannot be made") for text in texts
    )


@pytest.mark.parametrize("slug", sorted(all_games()))
def test_one_of_something_is_not_many(slug: str) -> None:
    found = {
        text for text in _texts(slug) if set(re.findall(r"(?<![\d.,:/])1 ([a-z]+s)\b", text)) - {"is", "has", "was"}
    }
    assert found == set()


@pytest.mark.parametrize(
    ("slug", "players", "hand"),
    [
        ("belote", 4, {"kind": "played", "taker": 0, "trump": "H", "captured": [["JH"], None], "last_trick": 0}),
        ("schafkopf", 3, {"kind": "declarer", "declarer": 0, "declarer_cards": ["AH"]}),
        ("points", 1, {"kind": "round", "scores": [1, 2]}),
    ],
)
def test_a_refusal_of_one_thing_is_in_the_singular(slug: str, players: int, hand: dict[str, Any]) -> None:
    with pytest.raises(Refusal) as refused:
        replay(get(slug), players, [hand], {}, {})
    texts = [render(fault.message) for fault in refused.value.errors]
    assert not [text for text in texts if re.search(MANY, text)]


@pytest.mark.parametrize("slug", ["tute"])
def test_a_row_without_points_that_decides_a_hand_names_the_side_that_won_it(slug: str) -> None:
    """The sheet shows nothing but the summary of such a hand."""
    game, found = get(slug), 0
    for match in _matches(slug):
        try:
            played = replay(game, match["players"], match["hands"], match.get("options"), match.get("start"))
        except Refusal:
            continue
        setup, before = played.open_match.setup, played.open_match.state
        for scored in played.results:
            won = game.hands_won(setup, before), game.hands_won(setup, scored.result.state)
            before = scored.result.state
            if any(scored.result.points) or not all(won) or won[0] == won[1]:
                continue
            found += 1
            winner = next(place for place, (old, new) in enumerate(zip(*won, strict=True)) if old != new)  # type: ignore[arg-type]
            named = list(scored.result.summary.params.values())
            assert any(one == side(winner) or side(winner) in (one if isinstance(one, list) else ()) for one in named)
    assert found
