"""Questions that a calculator answers, as something to tap: a trick on the table, a bid, a value.

A question is a pydantic model of the engine: a game's ``Lookup``, or a kind of hand that is only a look-up. Its
fields become cards to tap and buttons to choose from; what was tapped lives in the address, so that every
state can be linked to and works without scripts.

Field names stand in the query as they are: ``?plays=AH&plays=KH&trump=S``. A button says what it changes in
``tap=plays.3H`` (one card more, another choice, a switch turned over) or ``drop=plays.2`` (that card taken back).
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass, field, replace
from functools import cache
from typing import Any

from pydantic import BaseModel

from scoring.engine.cards import JOKERS, PACK_52, SUIT_NAMES, SUITS, SYMBOLS, card_text, cards_allowed, parse, rank_of
from scoring.engine.game import Game
from scoring.engine.match import open_match, replay
from scoring.engine.refusal import Refusal

Query = Mapping[str, Sequence[str]]

FACE_DOWN = "XX"
"""A card that lies face down, where a game has that."""

MOST_CARDS = 60
_RANKS = ("A", "K", "Q", "J", "10", "9", "8", "7", "6", "5", "4", "3", "2")
_SEATS = frozenset({"bidder", "dealer", "declarer", "leader", "partner", "seat", "taker"})
_WIDE = 20
"""Numbers up to so many different values are buttons; more are typed."""


@dataclass(frozen=True)
class Value:
    """One value of a choice: what travels, what it means to the calculator, what stands on its button."""

    code: str
    data: Any
    label: str


@dataclass(frozen=True)
class Field:
    """A field of the question.

    sort: ``plays`` (cards on the table, in turn), ``cards``, ``card``, ``choice``, ``several``, ``flag`` or
    ``number``. values: of a choice. hides: plays may lie face down.
    """

    name: str
    sort: str
    title: str
    help: str
    values: tuple[Value, ...] = ()
    default: Any = None
    required: bool = False
    hides: bool = False

    @property
    def takes_cards(self) -> bool:
        """Whether cards are tapped for it."""
        return self.sort in ("plays", "cards", "card")


@dataclass(frozen=True)
class Question:
    """A question to a game's calculator. kind: the kind of hand, or empty for a trick."""

    kind: str
    title: str
    about: str
    model: type[BaseModel]
    fields: tuple[Field, ...]

    def field(self, name: str) -> Field | None:
        """The field of this name."""
        return next((field for field in self.fields if field.name == name), None)


@dataclass
class Asked:
    """What was tapped so far. cards: by field. chosen: codes by field."""

    question: Question
    cards: dict[str, list[str]] = field(default_factory=dict)
    chosen: dict[str, list[str]] = field(default_factory=dict)

    @property
    def empty(self) -> bool:
        """Whether nothing was tapped yet."""
        return not any(self.cards.values()) and not any(self.chosen.values())

    def pairs(self) -> list[tuple[str, str]]:
        """All of it as the address holds it."""
        held = [(name, code) for name, codes in self.cards.items() for code in codes]
        return held + [(name, code) for name, codes in self.chosen.items() for code in codes]

    def is_chosen(self, name: str, code: str) -> bool:
        """Whether this value is the one in force."""
        asked = self.question.field(name)
        if self.chosen.get(name):
            return code in self.chosen[name]
        return (
            asked is not None
            and asked.sort == "choice"
            and any(value.code == code and value.data == asked.default for value in asked.values)
        )

    def data(self) -> dict[str, Any]:
        """What the calculator is asked."""
        given: dict[str, Any] = {"kind": self.question.kind} if self.question.kind else {}
        for part in self.question.fields:
            held, chosen = self.cards.get(part.name, []), self.chosen.get(part.name, [])
            known = {value.code: value.data for value in part.values}
            match part.sort:
                case "plays":
                    given[part.name] = [_play(seat, code) for seat, code in enumerate(held)]
                case "cards" if held:
                    given[part.name] = held
                case "card" if held:
                    given[part.name] = held[0]
                case "choice" if chosen:
                    given[part.name] = known[chosen[0]]
                case "several" if chosen:
                    given[part.name] = [known[code] for code in chosen]
                case "flag" if chosen:
                    given[part.name] = not part.default
                case "number" if chosen:
                    given[part.name] = int(chosen[0])
        return given


def _play(seat: int, code: str) -> dict[str, Any]:
    return {"seat": seat, "card": None, "face_down": True} if code == FACE_DOWN else {"seat": seat, "card": code}


def read(question: Question, query: Query) -> Asked:
    """What was tapped, from an address. What cannot be is passed over."""
    asked = Asked(question)
    for part in question.fields:
        sent = [value for value in query.get(part.name, ()) if value]
        if part.takes_cards:
            sent += _acted(query, "tap", part)
            cards = [code for value in sent[:MOST_CARDS] if (code := _card(value, part))]
            for place in _acted(query, "drop", part):
                if place.isascii() and place.isdigit() and int(place[:3]) < len(cards):
                    del cards[int(place[:3])]
            asked.cards[part.name] = cards[-1:] if part.sort == "card" else cards
        elif part.sort == "number":
            asked.chosen[part.name] = [value for value in sent if re.fullmatch(r"-?[0-9]{1,6}", value)][-1:]
        else:
            asked.chosen[part.name] = _chosen(part, sent, _acted(query, "tap", part))
    return asked


def _acted(query: Query, action: str, part: Field) -> list[str]:
    """What a button did to this field: ``tap=trump.H``."""
    return [value.partition(".")[2] for value in query.get(action, ()) if value.partition(".")[0] == part.name]


def _chosen(part: Field, sent: Sequence[str], tapped: Sequence[str]) -> list[str]:
    known = {value.code for value in part.values}
    sent, tapped = ([code for code in codes if code in known] for codes in (sent, tapped))
    if part.sort == "choice":
        return [*sent, *tapped][-1:]
    times = Counter([*dict.fromkeys(sent), *tapped])
    return [code for code, number in times.items() if number % 2]


def _card(text: str, part: Field) -> str | None:
    if text == FACE_DOWN:
        return text if part.hides else None
    try:
        return parse(text[:20])
    except ValueError:
        return None


# -- questions made from models ------------------------------------------------------------------------


@cache
def trick_question(game: Game[Any, Any]) -> Question | None:
    """Who takes this trick; None where a game has no tricks or needs more than can be tapped."""
    if game.Lookup is None:
        return None
    made = _question(game.Lookup, "", "Who takes this trick?")
    if made and any(part.sort == "card" and part.required for part in made.fields):
        # One card is asked about, not a trick.
        fields = tuple(part for part in made.fields if part.sort != "plays")
        return replace(made, title="May I play this?", fields=fields)
    return made


@cache
def helpers(game: Game[Any, Any]) -> tuple[Question, ...]:
    """The other questions that a game answers: its kinds of hand that record nothing."""
    found: dict[str, Question] = {}
    models = dict(zip(game.kinds, game.hands, strict=True))
    for example in game.examples:
        played = replay(game, example.players or game.players[0], example.hands, example.options, example.start)
        for result in played.results:
            kind = result.hand.kind
            if result.result.is_query and kind not in found:
                title = kind.replace("_", " ").capitalize()
                question = _question(models[kind], kind, title)
                if question:
                    found[kind] = question
    return tuple(found.values())


@cache
def tables(game: Game[Any, Any]) -> tuple[int, ...]:
    """How many may play without a house rule."""
    found = []
    for players in game.players:
        with suppress(Refusal):
            open_match(game, players)
            found.append(players)
    return tuple(found)


def _question(model: type[BaseModel], kind: str, title: str) -> Question | None:
    schema = model.model_json_schema()
    fields = []
    for name, told in schema.get("properties", {}).items():
        if name == "kind":
            continue
        required = name in schema.get("required", ())
        made = _field(name, told, schema, required)
        if made:
            fields.append(made)
        elif required:
            return None
    about = " ".join((model.__doc__ or "").split("\n\n")[0].replace("``", "").split())
    return Question(kind, title, about, model, tuple(fields))


def _field(name: str, told: Mapping[str, Any], schema: Mapping[str, Any], required: bool) -> Field | None:
    resolved = _resolved(told, schema)
    title = told.get("title") or resolved.get("title") or name.replace("_", " ").capitalize()
    fixed = {
        "name": name,
        "title": title,
        "help": told.get("description", ""),
        "default": told.get("default"),
        "required": required,
    }
    if _is_card(resolved):
        return Field(sort="card", **fixed)
    if resolved.get("type") == "boolean":
        return Field(sort="flag", values=(Value("1", True, title),), **fixed)
    if values := _values(told, schema):
        return Field(sort="choice", values=values, **fixed)
    if resolved.get("type") == "integer":
        return _number(resolved, fixed)
    if resolved.get("type") == "array":
        return _list(name, _resolved(resolved.get("items", {}), schema), schema, fixed)
    return None


def _number(told: Mapping[str, Any], fixed: Mapping[str, Any]) -> Field:
    least, most = told.get("minimum"), told.get("maximum")
    is_seat = fixed["name"] in _SEATS or "seat" in str(fixed["help"]).lower()
    if is_seat:
        least, most = 0, 11
    if least is not None and most is not None and most - least < _WIDE:
        values = tuple(Value(str(n), n, f"Player {n + 1}" if is_seat else str(n)) for n in range(least, most + 1))
        return Field(sort="choice", values=values, **fixed)
    return Field(sort="number", **fixed)


def _list(name: str, item: Mapping[str, Any], schema: Mapping[str, Any], fixed: Mapping[str, Any]) -> Field | None:
    if _is_card(item):
        return Field(sort="cards", **fixed)
    if name == "plays" and "card" in item.get("properties", {}):
        return Field(sort="plays", hides="face_down" in item["properties"], **fixed)
    values = _values(item, schema)
    return Field(sort="several", values=values, **fixed) if values else None


def _resolved(told: Mapping[str, Any], schema: Mapping[str, Any]) -> Mapping[str, Any]:
    """The part of a schema that says what a value is: references followed, "or null" put aside."""
    if "$ref" in told:
        return _resolved(schema["$defs"][told["$ref"].rpartition("/")[2]], schema)
    if "anyOf" in told:
        real = [part for part in told["anyOf"] if part.get("type") != "null"]
        return _resolved(real[0], schema) if len(real) == 1 else {}
    return told


def _is_card(told: Mapping[str, Any]) -> bool:
    return bool(cards_allowed(told))


def _values(told: Mapping[str, Any], schema: Mapping[str, Any]) -> tuple[Value, ...]:
    if "$ref" in told:
        return _values(schema["$defs"][told["$ref"].rpartition("/")[2]], schema)
    if "anyOf" in told:
        parts = [_values(part, schema) for part in told["anyOf"]]
        return tuple(value for part in parts for value in part) if all(parts) else ()
    if told.get("type") == "null":
        return (Value("none", None, "None"),)
    data = told.get("enum", [told["const"]] if "const" in told else [])
    return tuple(Value(str(value), value, _label(value)) for value in data)


def _label(value: Any) -> str:
    if value in SUITS:
        return f"{SYMBOLS[value]} {SUIT_NAMES[value].capitalize()}"
    text = str(value).replace("_", " ")
    return text[:1].upper() + text[1:]


# -- the pack ------------------------------------------------------------------------------------------


@cache
def pack_of(game: Game[Any, Any]) -> tuple[tuple[str, ...], ...]:
    """The cards of a game to tap, a row for each suit from the highest rank down, jokers last."""
    told = [code for order in game.strength(game.Options()) for code in _flat(order.cards)]
    told += list(game.card_values(game.Options()))
    ranks = {rank_of(code) if code[-1:] in SUITS else code for code in told} or set(map(rank_of, PACK_52.cards))
    rows = [tuple(rank + suit for rank in _RANKS if rank in ranks) for suit in ("C", "S", "H", "D")]
    jokers = tuple(code for code in JOKERS if code in ranks)
    return tuple(row for row in (*rows, jokers) if row)


def _flat(cards: Sequence[str | tuple[str, ...]]) -> list[str]:
    return [code for entry in cards for code in ((entry,) if isinstance(entry, str) else entry)]


def several_packs(game: Game[Any, Any]) -> bool:
    """Whether the same card may lie on the table twice."""
    found = re.match(r"\d+", game.deck)
    many = int(found[0]) > 54 if found else False
    return many or bool(re.search(r"\b(two|2|three|four|4)\b[^,;]*\b(packs|decks)\b", game.deck.lower()))


def card_label(code: str) -> str:
    """A card in words, for screen readers: ``"ten of hearts"``."""
    if code == FACE_DOWN:
        return "a card face down"
    if code in JOKERS:
        return card_text(code)
    names = {"A": "ace", "K": "king", "Q": "queen", "J": "jack"}
    return f"{names.get(rank_of(code), rank_of(code))} of {SUIT_NAMES[code[-1]]}"
