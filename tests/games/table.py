"""Helpers to test a game: score hands, check refusals, look up tricks; and random input."""

from __future__ import annotations

import json
from collections.abc import Iterator
from dataclasses import dataclass
from functools import cache, partial
from random import Random
from typing import Any

import pytest
from hypothesis import strategies as st
from pydantic import TypeAdapter

from companion.http.openapi.json_schema import OpenApiSchema
from scoring.api.openapi.game_models import models_of
from scoring.api.responses.scoring import TrickAnswer
from scoring.api.scoring import trick_json
from scoring.engine.cards import PACK_52, cards_allowed
from scoring.engine.game import Game, HandResult, Verdict
from scoring.engine.match import Replay, open_match, replay, step
from scoring.engine.messages import Message
from scoring.engine.refusal import Refusal, validate
from scoring.engine.tricks import LegalPlays, TrickResult
from scoring.games import get
from tests.json_schema import Validator
from tests.messages.pseudo import PSEUDO
from tests.volume.change import Changes, Lookups
from tests.volume.known import known_matches
from tests.volume.schema import Schemas
from tests.volume.taps import tapped

#: Parameters of messages that are somebody: a name, never a number.
_PEOPLE = ("who", "seat", "turn", "side", "dealer", "leader", "declarer", "winner", "partner", "taker", "bidder")
CARDS = [*PACK_52.cards, "JK"]


class Table:
    """One game with its players, options and start: ``Table("skat", players=3)``."""

    def __init__(self, slug: str, players: int, options: dict[str, Any] | None = None, **start: Any) -> None:
        self.game = get(slug)
        self.players, self.options, self.start = players, options or {}, start

    def play(self, *hands: dict[str, Any]) -> Replay:
        """The match after these hands."""
        played = replay(self.game, self.players, hands, self.options, self.start)
        for result in played.results:
            _check_translated(result.result.summary, *(line.message for line in result.result.lines))
        return played

    def score(self, *hands: dict[str, Any]) -> HandResult[Any]:
        """The result of the last of these hands."""
        return self.play(*hands).results[-1].result

    def stop(self, *hands: dict[str, Any]) -> Verdict:
        """The verdict if the players end the match after these hands."""
        played = self.play(*hands)
        return self.game.verdict(played.open_match.setup, played.state, ended=True)

    def no(self, *hands: dict[str, Any]) -> tuple[str, str]:
        """Pointer and code with which the last of these hands is refused as impossible."""
        with pytest.raises(Refusal) as refused:
            self.play(*hands)
        pointer, code = _reason(refused.value)
        assert pointer.startswith(f"/hands/{len(hands) - 1}"), pointer
        return pointer.removeprefix(f"/hands/{len(hands) - 1}"), code

    def no_setup(self) -> tuple[str, str]:
        """Pointer and code with which these players, options and start are refused."""
        with pytest.raises(Refusal) as refused:
            self.play()
        return _reason(refused.value)

    def trick(self, **asked: Any) -> TrickResult | LegalPlays:
        """The answer to a trick look-up; ``plays`` as ``[(0, "AC"), …]``."""
        opened = open_match(self.game, self.players, self.options)
        plays = [{"seat": seat, "card": card} for seat, card in asked.pop("plays", [])]
        assert self.game.Lookup
        answer = self.game.trick(opened.setup, validate(self.game.Lookup, {"plays": plays, **asked}, rule="play"))
        return _checked(self.game, answer)

    def winner(self, **asked: Any) -> tuple[int | None, str | None]:
        """Seat and card that take a trick."""
        answer = self.trick(**asked)
        assert isinstance(answer, TrickResult)
        return answer.winner, answer.card

    def legal(self, **asked: Any) -> list[str]:
        """The cards of a hand that may be played."""
        answer = self.trick(**asked)
        assert isinstance(answer, LegalPlays)
        return answer.cards

    def no_trick(self, **asked: Any) -> tuple[str, str]:
        """Pointer and code with which a look-up is refused."""
        with pytest.raises(Refusal) as refused:
            self.trick(**asked)
        return _reason(refused.value)

    def try_out(self, hand: dict[str, Any], wild: bool = False) -> HandResult[Any] | None:
        """The result of any input, or None if it was refused. Any other exception is a fault.

        What is scored is within the bounds of the schema too. wild: it is made to be refused, so it is not counted.
        """
        try:
            scored = self.score(hand)
        except Refusal as refusal:
            _count("hands", accepted=False, wild=wild)
            _check_translated(*(fault.message for fault in refusal.errors))
            return None
        _count("hands", accepted=True, wild=wild)
        json.dumps(scored.details)
        assert _hand_schema(self.game.slug).errors(hand) == []
        return scored

    def ask(self, lookup: dict[str, Any]) -> TrickResult | LegalPlays | None:
        """The answer to any look-up; None if it was refused."""
        assert self.game.Lookup
        try:
            opened = open_match(self.game, self.players, self.options)
            answer = self.game.trick(opened.setup, validate(self.game.Lookup, lookup))
        except Refusal as refusal:
            _count("look-ups", accepted=False)
            _check_translated(*(fault.message for fault in refusal.errors))
            return None
        _count("look-ups", accepted=True)
        return _checked(self.game, answer)


def _checked(game: Game[Any, Any], answer: TrickResult | LegalPlays) -> TrickResult | LegalPlays:
    """The answer, which is as the document describes it."""
    _check_translated(answer.why)
    assert _answer_schema(game.slug).errors(trick_json(game.slug, answer, "")) == []
    return answer


@cache
def _answer_schema(slug: str) -> Validator:
    return Validator(
        models_of(slug)[TrickAnswer].model_json_schema(schema_generator=OpenApiSchema, mode="serialization")
    )


@cache
def _hand_schema(slug: str) -> Validator:
    return Validator(get(slug).hand_adapter.json_schema())


def _reason(refusal: Refusal) -> tuple[str, str]:
    assert not refusal.malformed, "well formed, but impossible: the API answers 422, not 400"
    assert all(fault.rule for fault in refusal.errors), "a refusal names the rule that it rests on"
    _check_translated(*(fault.message for fault in refusal.errors))
    return refusal.errors[0].pointer, refusal.errors[0].code


def _check_translated(*messages: Message) -> None:
    """Every word of these comes from a template that can be translated."""
    stays = [f"{raw} in {message}" for message in messages if (raw := PSEUDO.raw(message))]
    assert not stays, stays
    raw = [f"{name} in {message}" for message in messages for name in _PEOPLE if type(message.params.get(name)) is int]
    assert not raw, f"seat(n) or side(n) is needed: {raw}"


# -- random input ----------------------------------------------------------------------------------------

LEAST_ACCEPTED = 0.03
"""The share of random hands, and of random look-ups, that a property test must see accepted: a test that sees
nothing but refusals says nothing about scores."""
FEW = 50
"""Fewer tries than this have no share."""


@dataclass
class Tally:
    """How many random entries a test has tried, and how many were accepted."""

    tried: int = 0
    accepted: int = 0

    def count(self, accepted: bool) -> None:
        """Counts one more."""
        self.tried += 1
        self.accepted += accepted

    def check(self, what: str) -> None:
        """Fails if too few were accepted."""
        said = f"{self.accepted} of {self.tried} random {what} were accepted"
        assert self.tried < FEW or self.accepted >= LEAST_ACCEPTED * self.tried, said


TALLIES = {"hands": Tally(), "look-ups": Tally()}
"""Of the test that runs; ``tests/games/conftest.py`` begins them anew for each, and checks them."""

#: Options without which a game is not played by so many.
NEEDED_OPTIONS: dict[tuple[str, int], dict[str, Any]] = {
    ("gong-zhu", 5): {"five_players": True},
    ("gong-zhu", 8): {"decks": 2},
}

TAPPED = 40
"""Hands that are tapped at random for each number of players; those accepted or put right are kept."""
REPAIRS = 8
"""Tries to put right what is refused."""
MOST_SEARCHED = 400
"""Look-ups from which those that are answered are taken."""


def _count(what: str, accepted: bool, wild: bool = False) -> None:
    if not wild:
        TALLIES[what].count(accepted)


_SEEDS = st.integers(0, 2**32 - 1)


def any_hand(game: Game[Any, Any], players: int = 0) -> st.SearchStrategy[dict[str, Any]]:
    """Hands of the right form: a third with any content, the others as they are written down or tapped in the form,
    with no change or a few.

    players: for a table of so many; 0 for any.
    """
    known = partial(_known_hand, game, players)
    return _one_third(_from_schema(game.hand_adapter.json_schema()), _SEEDS.map(known))


def any_lookup(game: Game[Any, Any]) -> st.SearchStrategy[dict[str, Any]]:
    """Trick look-ups of the right form: a third with any content, the others answered at some table with the usual
    house rules, as they are or with a change.
    """
    assert game.Lookup
    return _one_third(_from_schema(TypeAdapter(game.Lookup).json_schema()), _SEEDS.map(partial(_known_lookup, game)))


def _one_third(one: st.SearchStrategy[Any], other: st.SearchStrategy[Any]) -> st.SearchStrategy[Any]:
    return st.sampled_from([other, other, one]).flatmap(lambda chosen: chosen)


def _known_hand(game: Game[Any, Any], players: int, seed: int) -> dict[str, Any]:
    rng = Random(seed)
    at, hand = rng.choice(_known_hands(game.slug, players))
    return Changes(rng, _hand_schemas(game.slug), at).changed(hand, rng.choice([0, 0, 1, 1, 2]))


def _known_lookup(game: Game[Any, Any], seed: int) -> dict[str, Any]:
    rng = Random(seed)
    lookup = rng.choice(known_lookups(game.slug))
    return Changes(rng, _lookup_schemas(game.slug), max(game.players)).changed(lookup, rng.choice([0, 0, 1]))


@cache
def _known_hands(slug: str, players: int) -> list[tuple[int, dict[str, Any]]]:
    """Hands that are written down, or tapped at random and accepted as the first of a match, with their players."""
    matches = ((match.get("players") or get(slug).players[0], match["hands"]) for match in known_matches(slug))
    written = [(at, hand) for at, hands in matches if players in (0, at) for hand in hands if isinstance(hand, dict)]
    return written + [(players, hand) for hand in (_tapped_hands(slug, players) if players else ())]


def _tapped_hands(slug: str, players: int) -> Iterator[dict[str, Any]]:
    """Hands tapped at random that are accepted, the same in every run."""
    opened = open_match(get(slug), players, NEEDED_OPTIONS.get((slug, players)))
    rng = Random(f"{slug} {players}")
    form = opened.game.form(opened.setup, opened.state)

    def refused(hand: dict[str, Any]) -> Refusal | None:
        try:
            step(opened, opened.state, hand, 1, finished=False)
        except Refusal as refusal:
            return refusal
        return None

    changes = Changes(rng, _hand_schemas(slug), players)
    for _ in range(TAPPED):
        hand = tapped(rng, form, refused)
        for _ in range(REPAIRS):
            refusal = refused(hand)
            if refusal is None:
                yield hand
                break
            hand = changes.repaired(hand, refusal)


@cache
def known_lookups(slug: str) -> list[dict[str, Any]]:
    """Look-ups that are answered: random ones, put right until they are, the same in every run."""
    game, found = get(slug), list[dict[str, Any]]()
    assert game.Lookup
    changes = Changes(Random(slug), _lookup_schemas(slug), max(game.players))
    for number in range(MOST_SEARCHED):
        players = game.players[number % len(game.players)]
        table = Table(slug, players, NEEDED_OPTIONS.get((slug, players)))
        asked = Lookups(changes).made(table.players)
        for _ in range(REPAIRS):
            try:
                opened = open_match(game, table.players, table.options)
                game.trick(opened.setup, validate(game.Lookup, asked))
            except Refusal as refusal:
                asked = changes.repaired(asked, refusal)
            else:
                found.append(asked)
                break
    return found


@cache
def _hand_schemas(slug: str) -> Schemas:
    return Schemas(get(slug).hand_adapter.json_schema())


@cache
def _lookup_schemas(slug: str) -> Schemas:
    lookup = get(slug).Lookup
    assert lookup
    return Schemas(lookup.model_json_schema())


def _from_schema(schema: dict[str, Any], known: dict[str, Any] | None = None) -> st.SearchStrategy[Any]:
    known = schema.get("$defs", {}) if known is None else known
    if "$ref" in schema:
        return _from_schema(known[schema["$ref"].rpartition("/")[2]], known)
    for union in ("oneOf", "anyOf"):
        if union in schema:
            return st.one_of([_from_schema(branch, known) for branch in schema[union]])
    if "const" in schema:
        return st.just(schema["const"])
    if "enum" in schema:
        return st.sampled_from(schema["enum"])
    match schema.get("type"):
        case "object":
            fields = {name: _from_schema(field, known) for name, field in schema.get("properties", {}).items()}
            needed = {*schema.get("required", ()), "kind"} & set(fields)
            return st.fixed_dictionaries(
                {name: fields[name] for name in sorted(needed)},
                optional={name: field for name, field in fields.items() if name not in needed},
            )
        case "array":
            least, most = schema.get("minItems", 0), min(schema.get("maxItems", 40), 40)
            items = _from_schema(schema["items"], known)
            return st.lists(items, min_size=least, max_size=most) | st.lists(items, max_size=most + 1)
        case "integer" | "number":
            # Bounds may be those of the schema alone: the game refuses what is outside them.
            least = schema.get("minimum", -10)
            most = schema.get("maximum", max(least, 0) + 400)
            return st.integers(least, most) | st.integers(least - 10, most + 10)
        case "boolean":
            return st.booleans()
        case "null":
            return st.none()
        case "string" if cards_allowed(schema):
            return st.sampled_from(CARDS)
        case _:
            return st.text(max_size=6)
