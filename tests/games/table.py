"""What a test asks at the table of a game: score this, is that refused, who takes the trick; and odd entries to try."""

from __future__ import annotations

import json
from functools import cache
from typing import Any

import pytest
from hypothesis import strategies as st
from jsonschema import Draft202012Validator  # type: ignore[import-untyped]
from pydantic import TypeAdapter

from scoring.engine.cards import PACK_52, cards_allowed
from scoring.engine.game import Game, HandResult, Verdict
from scoring.engine.match import Replay, open_match, replay
from scoring.engine.refusal import Refusal, validate
from scoring.engine.tricks import LegalPlays, TrickResult
from scoring.games import get

CARDS = [*PACK_52.cards, "JK"]


class Table:
    """One game with its players, options and start: ``Table("skat", players=3)``."""

    def __init__(self, slug: str, players: int, options: dict[str, Any] | None = None, **start: Any) -> None:
        self.game = get(slug)
        self.players, self.options, self.start = players, options or {}, start

    def play(self, *hands: dict[str, Any]) -> Replay:
        """The match after these hands."""
        return replay(self.game, self.players, hands, self.options, self.start)

    def score(self, *hands: dict[str, Any]) -> HandResult[Any]:
        """What the last of these hands came to."""
        return self.play(*hands).results[-1].result

    def stop(self, *hands: dict[str, Any]) -> Verdict:
        """The verdict where the table stops after these hands."""
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
        return self.game.trick(opened.setup, validate(self.game.Lookup, {"plays": plays, **asked}, rule="play"))

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
        """What any entry comes to: scored, or None where it was refused. Anything else that is raised is a fault.

        What is scored is within the bounds of the schema too.
        """
        try:
            scored = self.score(hand)
        except Refusal:
            return None
        json.dumps(scored.details)
        _hand_schema(self.game.slug).validate(hand)
        return scored

    def ask(self, lookup: dict[str, Any]) -> TrickResult | LegalPlays | None:
        """The answer to any look-up; None where it was refused."""
        assert self.game.Lookup
        try:
            opened = open_match(self.game, self.players, self.options)
            return self.game.trick(opened.setup, validate(self.game.Lookup, lookup))
        except Refusal:
            return None


@cache
def _hand_schema(slug: str) -> Draft202012Validator:
    return Draft202012Validator(get(slug).hand_adapter.json_schema())


def _reason(refusal: Refusal) -> tuple[str, str]:
    assert not refusal.malformed, "well formed, but impossible: the API answers 422, not 400"
    assert all(fault.rule for fault in refusal.errors), "a refusal names the rule that it rests on"
    return refusal.errors[0].pointer, refusal.errors[0].code


def any_hand(game: Game[Any, Any]) -> st.SearchStrategy[dict[str, Any]]:
    """Hands as a careless client sends them: right in form, in content anything."""
    return _from_schema(game.hand_adapter.json_schema())


def any_lookup(game: Game[Any, Any]) -> st.SearchStrategy[dict[str, Any]]:
    """Trick look-ups, right in form, in content anything."""
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
