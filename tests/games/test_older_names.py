"""One thing has one name in every game; the names that the specifications use are accepted in requests too."""

from __future__ import annotations

import json
from collections.abc import Callable, Mapping
from typing import Any

import pytest

from scoring.db.json_text import hand_input
from scoring.engine.older_names import NAMES
from scoring.engine.refusal import Refusal, validate
from scoring.games import all_games, get
from tests.games.table import Table

Hand = dict[str, Any]
REVERSIS = {"kind": "ace_off", "trick": 2, "seat": 2, "card": "AD", "winner": 1}

#: Game, players, a hand, the path to the object with a name that the specification has otherwise, and that name.
FIVE_CARDS = ["KH", "AH", "10C", "9D", "8S"]
CASES: list[tuple[str, int, Hand, tuple[str | int, ...], str]] = [
    ("truc", 4, {"kind": "events", "events": [{"kind": "trick", "winner": 1}] * 2}, ("events", 0), "e"),
    ("truco", 4, {"kind": "events", "events": [{"kind": "trick", "winner": 1}] * 2}, ("events", 1), "e"),
    ("zetema", 3, {"kind": "events", "events": [{"kind": "flush", "seat": 1}]}, ("events", 0), "e"),
    ("reversis", 4, {"kind": "open", "events": [REVERSIS]}, ("events", 0), "type"),
    ("reversis", 4, {"kind": "open", "events": [REVERSIS]}, ("events", 0), "by"),
    ("reversis", 4, {"kind": "reversis", "seat": 0, "made": True, "quinola_in_nine": True}, (), "by"),
    (
        "card-stock-market",
        3,
        {"kind": "turn", "seat": 1, "actions": [{"kind": "buy", "card": "7D"}]},
        ("actions", 0),
        "do",
    ),
    ("rolling-stone", 4, {"kind": "tricks", "tricks": [{"kind": "picked_up", "seat": 2}]}, ("tricks", 0), "result"),
    ("rolling-stone", 4, {"kind": "tricks", "tricks": [{"kind": "picked_up", "seat": 2}]}, ("tricks", 0), "by"),
    ("mate", 2, {"kind": "mate", "seat": 0, "card": "QH", "move": 5}, (), "by"),
    ("loo", 5, {"kind": "all_passed", "up_card": "7D"}, (), "turn_up"),
    ("tute", 4, {"kind": "played", "up_card": "7S", "card_points": [52, None], "last_trick": 0}, (), "turned"),
    ("tute", 4, {"kind": "tute", "up_card": "7S", "seat": 1}, (), "turned"),
    ("twenty-five", 5, {"kind": "winners", "trick_winners": [0, 1, 0, 2, 0], "up_card": "7C"}, (), "upcard"),
    ("twenty-five", 5, {"kind": "tricks", "up_card": "7C", "open": True, "tricks": [FIVE_CARDS]}, (), "upcard"),
]
START = {"card-stock-market": {"kind": "opening", "opening": {"C": "5C", "D": "5D", "H": "5H", "S": "5S"}}}


def edit(hand: Hand, path: tuple[str | int, ...], change: Callable[[Hand], Hand]) -> Hand:
    """The hand with the object at this path changed."""
    copied: Hand = json.loads(json.dumps(hand))
    if not path:
        return change(copied)
    place: Any = copied
    for step in path[:-1]:
        place = place[step]
    place[path[-1]] = change(place[path[-1]])
    return copied


def as_specified(hand: Hand, path: tuple[str | int, ...], older: str) -> Hand:
    return edit(hand, path, lambda sent: {older if name == NAMES[older] else name: sent[name] for name in sent})


def both(hand: Hand, path: tuple[str | int, ...], older: str, *, older_first: bool) -> Hand:
    def change(sent: Hand) -> Hand:
        more = {older: sent[NAMES[older]]}
        return {**more, **sent} if older_first else {**sent, **more}

    return edit(hand, path, change)


def pointer_to(path: tuple[str | int, ...], name: str) -> str:
    return "".join(f"/{step}" for step in (*path, name))


def refused(slug: str, hand: Hand) -> Refusal:
    with pytest.raises(Refusal) as result:
        validate(get(slug).hand_adapter, hand)
    return result.value


@pytest.mark.parametrize(("slug", "players", "hand", "path", "older"), CASES)
def test_both_names_come_to_the_same(
    slug: str, players: int, hand: Hand, path: tuple[str | int, ...], older: str
) -> None:
    table = Table(slug, players)
    before = [START[slug]] if slug in START else []
    expected = table.play(*before, hand).results[-1]
    result = table.play(*before, as_specified(hand, path, older)).results[-1]
    assert as_specified(hand, path, older) != hand
    assert result.as_json(slug) == expected.as_json(slug)
    assert result.state == expected.state
    assert hand_input(result.hand) == hand, "what is stored and answered has the one name"


@pytest.mark.parametrize("older_first", [True, False])
@pytest.mark.parametrize(("slug", "players", "hand", "path", "older"), CASES)
def test_the_same_field_under_both_names_is_refused(
    slug: str, players: int, hand: Hand, path: tuple[str | int, ...], older: str, older_first: bool
) -> None:
    refusal = refused(slug, both(hand, path, older, older_first=older_first))
    second = NAMES[older] if older_first else older
    assert [(fault.pointer, fault.code) for fault in refusal.errors] == [(pointer_to(path, second), "field_twice")]
    assert refusal.malformed


@pytest.mark.parametrize(("slug", "players", "hand", "path", "older"), CASES)
def test_an_error_is_under_the_name_that_was_sent(
    slug: str, players: int, hand: Hand, path: tuple[str | int, ...], older: str
) -> None:
    for name, request in ((NAMES[older], hand), (older, as_specified(hand, path, older))):
        wrong = edit(request, path, lambda one, name=name: {**one, name: {}})  # type: ignore[misc]
        assert pointer_to(path, name) in [fault.pointer for fault in refused(slug, wrong).errors]


@pytest.mark.parametrize(("slug", "players", "hand", "path", "older"), CASES)
def test_unknown_fields_are_still_refused(
    slug: str, players: int, hand: Hand, path: tuple[str | int, ...], older: str
) -> None:
    wrong = edit(as_specified(hand, path, older), path, lambda one: {**one, "nonsense": 1})
    assert (pointer_to(path, "nonsense"), "field_unknown") in [(f.pointer, f.code) for f in refused(slug, wrong).errors]


@pytest.mark.parametrize(
    ("slug", "players", "hand", "refusal"),
    [
        ("mate", 2, {"kind": "mate", "by": 2, "card": "QH", "move": 5}, ("/by", "seat_unknown")),
        ("mate", 2, {"kind": "mate", "seat": 2, "card": "QH", "move": 5}, ("/seat", "seat_unknown")),
        ("loo", 5, {"kind": "all_passed", "turn_up": "JK"}, ("/turn_up", "card_unknown")),
        ("twenty-five", 5, {"kind": "winners", "trick_winners": [0], "upcard": "JK"}, ("/upcard", "card_unknown")),
        (
            "rolling-stone",
            4,
            {"kind": "tricks", "tricks": [{"result": "picked_up", "by": 4}]},
            ("/tricks/0/by", "seat_unknown"),
        ),
        (
            "reversis",
            4,
            {"kind": "open", "events": [{**REVERSIS, "seat": 4}, {"type": "quinola_off", "by": 0, "winner": 1}]},
            ("/events/0/seat", "seat_unknown"),
        ),
    ],
)
def test_a_refusal_of_the_game_is_under_the_name_that_was_sent(
    slug: str, players: int, hand: Hand, refusal: tuple[str, str]
) -> None:
    assert Table(slug, players).no(hand) == refusal


def test_a_kind_that_is_missing_is_missing_under_its_name() -> None:
    refusal = refused("truc", {"kind": "events", "events": [{"winner": 1}]})
    assert [(fault.pointer, fault.code) for fault in refusal.errors] == [("/events/0/kind", "field_missing")]


def test_tricks_of_democracy_have_an_up_card() -> None:
    plays = ["5S", "6S", "4S"]
    answers = [Table("democracy", 3).ask({name: "8S", "plays": plays}) for name in ("up_card", "up")]
    assert answers[0] is not None
    assert answers[0] == answers[1]
    example = next(one for one in get("democracy").examples if one.hands[0]["kind"] == "tricks")
    text = json.dumps(example.hands[0])
    assert '"up_card"' in text
    adapter = get("democracy").hand_adapter
    assert validate(adapter, json.loads(text.replace('"up_card"', '"up"'))) == validate(adapter, json.loads(text))
    twice = json.loads(text.replace('"plays"', '"up": "7S", "plays"', 1))
    assert refused("democracy", twice).errors[0].pointer == "/days/0/0/up"


def test_the_last_event_of_a_zetema_hand_may_come_from_an_older_state() -> None:
    start = {"last_event": {"e": "flush", "seat": 1}}
    assert Table("zetema", 3, **start).play().state.last_event.kind == "flush"


@pytest.mark.parametrize("slug", sorted({case[0] for case in CASES} | {"democracy"}))
def test_the_json_schema_has_one_name(slug: str) -> None:
    game = all_games()[slug]
    older = {case[4] for case in CASES if case[0] == slug} or {"up"}
    models = [game.hand_adapter.json_schema(), game.State.model_json_schema()]
    models += [game.Lookup.model_json_schema()] if game.Lookup else []
    fields = {name for schema in models for name in _properties(schema)}
    assert not fields & older
    assert fields & {NAMES[name] for name in older}


def _properties(schema: Any) -> set[str]:
    if isinstance(schema, list):
        return {name for one in schema for name in _properties(one)}
    if not isinstance(schema, Mapping):
        return set()
    own = set(schema.get("properties", {}))
    return own.union(*(_properties(one) for one in schema.values())) if schema else own
