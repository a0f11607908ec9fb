"""Everything that a game says in its golden match, its worked examples and its documented ones."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from contextlib import suppress
from dataclasses import fields, is_dataclass
from pathlib import Path
from typing import Any

from rulesref.files import load_yaml
from scoring.engine.cards import PACK_52, rank_of
from scoring.engine.controls import Control, Option
from scoring.engine.form import Event, Events
from scoring.engine.match import OpenMatch, Replay, extend, open_match
from scoring.engine.messages import Line, Message, Term
from scoring.engine.refusal import Refusal
from scoring.engine.results import Figure, Grid, Order
from scoring.games import get

GOLDEN = Path(__file__).parents[1] / "games" / "golden"
EXAMPLES = Path(__file__).parents[2] / "rulesref" / "content" / "examples"

RANKS = {rank_of(card) for card in PACK_52.cards}

#: A message, a term, or a plain string, which is shown as it is.
Said = Message | Term | str


def matches(slug: str) -> Iterator[dict[str, Any]]:
    """The golden match, the worked examples of the rules page and those of the API documentation."""
    yield load_yaml((GOLDEN / f"{slug}.yaml").read_text(encoding="utf-8"))
    yield from load_yaml((EXAMPLES / f"{slug}.yaml").read_text(encoding="utf-8"))
    for example in get(slug).examples:
        players = example.players or get(slug).players[0]
        yield {"players": players, "hands": example.hands, "options": example.options, "start": example.start}


def said(slug: str) -> Iterator[Said]:
    """Every text of the engine and the game that these matches show to somebody."""
    game = get(slug)
    if game.sheet_columns:
        yield from _of(game.sheet_columns)
    for match in matches(slug):
        try:
            opened = open_match(game, match["players"], match.get("options"), match.get("start"))
        except Refusal as refusal:
            yield from _of(refusal.errors)
            continue
        played = Replay(opened)
        try:
            extend(played, match["hands"])
        except Refusal as refusal:
            yield from _of(refusal.errors)
        yield from _of_match(opened, played)


def _of_match(opened: OpenMatch, played: Replay) -> Iterator[Said]:
    game, setup = opened.game, opened.setup
    yield from _of(game.tables(setup.options).values())
    yield from (order.where for order in game.strength(setup.options))
    state = opened.state
    yield from _of_state(opened, state)
    for scored in played.results:
        result, hand = scored.result, scored.hand.model_dump(mode="json", exclude_unset=True)
        yield from (result.summary, *_of(result.lines))
        if game.sheet_columns:
            yield from _of(game.sheet_entry(setup, hand, scored.as_json(game.slug)))
        form = game.form(setup, state)
        shown = form.show(hand)
        for control in form.controls:
            if isinstance(control, Events):
                yield from (text for _, text in control.entries(shown))
        state = result.state
        yield from _of_state(opened, state)


def _of_state(opened: OpenMatch, state: Any) -> Iterator[Said]:
    game, setup = opened.game, opened.setup
    yield from _of(game.board(setup, state))
    with suppress(Refusal):
        yield from _of(game.verdict(setup, state, ended=True))
    verdict = game.verdict(setup, state)
    yield from _of(verdict)
    if not verdict.finished:
        yield from _of(game.upcoming(setup, state).notices)
        form = game.form(setup, state)
        yield from _of((form.nothing, *form.controls))


def _of(thing: Any) -> Iterator[Said]:
    """The texts within a line, a control, a table, or within several of these."""
    match thing:
        case Message() | Term():
            yield thing
        case Line() as line:
            yield line.message
        case Grid() as grid:
            for cell in [grid.caption, *grid.head, *(cell for row in grid.rows for cell in row)]:
                yield from [cell] if isinstance(cell, str) else _of(cell)
        case Figure() as figure:
            yield figure.label
            # Ranks (the zetemas made) stay letters until the pages draw messages here.
            words = figure.value.split() if isinstance(figure.value, str) else []
            yield from [] if set(words) <= RANKS else [str(figure.value)]
        case Option() as option:
            yield from [option.label] if isinstance(option.label, str) else _of(option.label)
            yield from _of(option.note)
        case Order() as order:
            yield order.where
        case Control() | Event():
            for one in fields(thing):
                value = getattr(thing, one.name)
                yield from _labels(value) if one.name == "labels" else _of(value)
        case str() | int() | float() | None:
            pass
        case _ if is_dataclass(thing):
            for one in fields(thing):
                yield from _of(getattr(thing, one.name))
        case Sequence() | Iterable():
            for item in thing:
                yield from _of(item)


def _labels(labels: Sequence[Any]) -> Iterator[Said]:
    for label in labels:
        yield from [label] if isinstance(label, str) else _of(label)
