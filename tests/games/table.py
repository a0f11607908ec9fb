"""Helpers to test a game: score hands, check refusals, look up tricks; and random input."""

from __future__ import annotations

import json
from functools import cache
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
from scoring.engine.match import Replay, open_match, replay
from scoring.engine.messages import Message
from scoring.engine.refusal import Refusal, validate
from scoring.engine.tricks import LegalPlays, TrickResult
from scoring.games import get
from tests.json_schema import Validator
from tests.messages.pseudo import PSEUDO

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

    def try_out(self, hand: dict[str, Any]) -> HandResult[Any] | None:
        """The result of any input, or None if it was refused. Any other exception is a fault.

        What is scored is within the bounds of the schema too.
        """
        try:
            scored = self.score(hand)
        except Refusal as refusal:
            _check_translated(*(fault.message for fault in refusal.errors))
            return None
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
            _check_translated(*(fault.message for fault in refusal.errors))
            return None
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


def any_hand(game: Game[Any, Any]) -> st.SearchStrategy[dict[str, Any]]:
    """Hands of the right form with any content."""
    return _from_schema(game.hand_adapter.json_schema())


def any_lookup(game: Game[Any, Any]) -> st.SearchStrategy[dict[str, Any]]:
    """Trick look-ups of the right form with any content."""
    assert game.Lookup
    return _from_schema(TypeAdapter(game.Lookup).json_schema())


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
