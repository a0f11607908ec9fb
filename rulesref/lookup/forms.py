"""Lookup forms: the input for a trick, a bid or a value that a calculator works out.

A form is made from a pydantic model of the engine: a game's ``Lookup``, or a kind of hand that records nothing. Its
fields become cards to tap and buttons. The whole input is in the query string, so that every state is a link and
works without scripts.

Parameters have the names of the fields: ``?plays=AH&plays=KH&trump=S``. A button adds ``tap=plays.3H`` (one more
card, another choice, a switch turned over) or ``drop=plays.2`` (that card taken back).
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass, replace
from dataclasses import field as dataclass_field
from functools import cache
from typing import Any

from django.utils.translation import gettext
from django.utils.translation import gettext_noop as _
from pydantic import BaseModel

from rulesref.lookup.pack import FACE_DOWN
from rulesref.lookup.setting import player_name
from scoring.engine.cards import PACK_52, SUITS, SYMBOLS, parse
from scoring.engine.field_specs import FieldSpec, field_specs
from scoring.engine.game import Game
from scoring.engine.match import open_match, replay
from scoring.engine.messages import Language
from scoring.engine.refusal import Refusal
from scoring.engine.typed_numbers import number
from scoring.languages import current_language

QueryLists = Mapping[str, Sequence[str]]
"""A query string: the values of each parameter."""

MAX_CARDS = 60
_SEATS = frozenset({"bidder", "dealer", "declarer", "leader", "partner", "seat", "taker"})
#: A number with no more values than this has a button for each; others are typed.
_MAX_BUTTONS = 20

#: Titles of the lookups of hands, and docstrings of their models, which pages show: marked for translation.
_TRANSLATED_TEXTS = (
    _("Bid"),
    _("Bid help"),
    _("A question, not a hand: what is this bid worth?"),
    _("A question, not a hand: how high may these cards be bid? Nothing is recorded."),
    _("A move: may this card be cleared away together with the top card of a pile?"),
    _("A trick to look up."),
)


@dataclass(frozen=True)
class LookupChoice:
    """One value of a field. code: in the query string. value: what the calculator gets. label: on the button.

    is_seat: it is a player, counted from the leader, who is 0.
    """

    code: str
    value: Any
    label: str
    is_seat: bool = False

    def translated_label(self, language: Language) -> str:
        """The label in a language, of a suit with its sign."""
        if self.is_seat:
            return player_name(int(self.code))
        if self.value in SUITS:
            sign, name = SYMBOLS[self.value], language.suit(self.value)
            # If another pack is usual, the name already has the French sign beside it.
            return f"{sign} {name.replace(sign, '').strip().capitalize()}"
        if self.value in PACK_52:
            return language.card(self.value)
        label = language.gettext(self.label) if self.label else ""
        return label[:1].upper() + label[1:]


@dataclass(frozen=True)
class LookupField:
    """A field of a lookup form.

    kind: ``plays`` (cards on the table, in turn), ``cards``, ``card``, ``choice``, ``choices``, ``boolean`` or
    ``number``. face_down: plays may be face down.
    """

    name: str
    kind: str
    title: str
    help: str
    choices: tuple[LookupChoice, ...] = ()
    default: Any = None
    required: bool = False
    face_down: bool = False

    @property
    def takes_cards(self) -> bool:
        """Whether cards are tapped for it."""
        return self.kind in ("plays", "cards", "card")


@dataclass(frozen=True)
class LookupForm:
    """A form for one lookup. hand_kind: the kind of hand, or ``""`` for a trick. help: what the lookup is for."""

    hand_kind: str
    title: str
    help: str
    model: type[BaseModel]
    fields: tuple[LookupField, ...]

    @property
    def translated_title(self) -> str:
        """The title in the language of the page."""
        return gettext(self.title)

    @property
    def translated_help(self) -> str:
        """What the lookup is for, in the language of the page."""
        return gettext(self.help) if self.help else ""

    def field(self, name: str) -> LookupField | None:
        """The field of this name."""
        return next((field for field in self.fields if field.name == name), None)


@dataclass
class LookupInput:
    """A form as filled in so far. cards: card codes by field. choices: codes by field."""

    form: LookupForm
    cards: dict[str, list[str]] = dataclass_field(default_factory=dict)
    choices: dict[str, list[str]] = dataclass_field(default_factory=dict)

    @property
    def is_empty(self) -> bool:
        """Whether nothing is filled in."""
        return not any(self.cards.values()) and not any(self.choices.values())

    def query_items(self) -> list[tuple[str, str]]:
        """The input as name and value pairs of a query string."""
        cards = [(name, code) for name, codes in self.cards.items() for code in codes]
        return cards + [(name, code) for name, codes in self.choices.items() for code in codes]

    def is_selected(self, name: str, code: str) -> bool:
        """Whether this choice is selected, by the player or by default."""
        field = self.form.field(name)
        if self.choices.get(name):
            return code in self.choices[name]
        return (
            field is not None
            and field.kind == "choice"
            and any(choice.code == code and choice.value == field.default for choice in field.choices)
        )

    def payload(self) -> dict[str, Any]:
        """The input as the calculator takes it: data for the form's model."""
        data: dict[str, Any] = {"kind": self.form.hand_kind} if self.form.hand_kind else {}
        for field in self.form.fields:
            cards, codes = self.cards.get(field.name, []), self.choices.get(field.name, [])
            values = {choice.code: choice.value for choice in field.choices}
            match field.kind:
                case "plays":
                    data[field.name] = [_play(seat, code) for seat, code in enumerate(cards)]
                case "cards" if cards:
                    data[field.name] = cards
                case "card" if cards:
                    data[field.name] = cards[0]
                case "choice" if codes:
                    data[field.name] = values[codes[0]]
                case "choices" if codes:
                    data[field.name] = [values[code] for code in codes]
                case "boolean" if codes:
                    data[field.name] = not field.default
                case "number" if codes:
                    data[field.name] = int(codes[0])
        return data


def _play(seat: int, code: str) -> dict[str, Any]:
    return {"seat": seat, "card": None, "face_down": True} if code == FACE_DOWN else {"seat": seat, "card": code}


def read_query(form: LookupForm, query: QueryLists) -> LookupInput:
    """The input in a query string. Invalid values are ignored."""
    lookup = LookupInput(form)
    for field in form.fields:
        values = [value for value in query.get(field.name, ()) if value]
        if field.takes_cards:
            values += _button_values(query, "tap", field)
            cards = [code for value in values[:MAX_CARDS] if (code := _card(value, field))]
            for position in _button_values(query, "drop", field):
                if position.isascii() and position.isdigit() and int(position[:3]) < len(cards):
                    del cards[int(position[:3])]
            lookup.cards[field.name] = cards[-1:] if field.kind == "card" else cards
        elif field.kind == "number":
            lookup.choices[field.name] = [plain for value in values if (plain := _whole_number(value))][-1:]
        else:
            lookup.choices[field.name] = _selected(field, values, _button_values(query, "tap", field))
    return lookup


def _whole_number(text: str) -> str:
    """A whole number as digits, "" for any other text."""
    value = number(text, current_language().thousands)
    return str(value) if isinstance(value, int) and abs(value) < 1_000_000 else ""


def _button_values(query: QueryLists, action: str, field: LookupField) -> list[str]:
    """The values of the buttons of an action for this field: ``H`` for ``tap=trump.H``."""
    return [value.partition(".")[2] for value in query.get(action, ()) if value.partition(".")[0] == field.name]


def _selected(field: LookupField, values: Sequence[str], taps: Sequence[str]) -> list[str]:
    known = {choice.code for choice in field.choices}
    values, taps = ([code for code in codes if code in known] for codes in (values, taps))
    if field.kind == "choice":
        return [*values, *taps][-1:]
    times = Counter([*dict.fromkeys(values), *taps])
    return [code for code, count in times.items() if count % 2]


def _card(text: str, field: LookupField) -> str | None:
    if text == FACE_DOWN:
        return text if field.face_down else None
    try:
        return parse(text[:20])
    except ValueError:
        return None


# -- forms made from models ----------------------------------------------------------------------------


@cache
def trick_form(game: Game[Any, Any]) -> LookupForm | None:
    """The form for who takes a trick; None if the game has no tricks or needs more than can be tapped."""
    if game.Lookup is None:
        return None
    form = _form(game.Lookup, "", _("Who takes this trick?"))
    if form and any(field.kind == "card" and field.required for field in form.fields):
        # This lookup is about one card, not about a trick.
        fields = tuple(field for field in form.fields if field.kind != "plays")
        return replace(form, title=_("May I play this?"), fields=fields)
    return form


@cache
def hand_forms(game: Game[Any, Any]) -> tuple[LookupForm, ...]:
    """The forms for a game's other lookups: its kinds of hand that record nothing."""
    forms: dict[str, LookupForm] = {}
    models = dict(zip(game.kinds, game.hands, strict=True))
    for example in game.examples:
        match = replay(game, example.players or game.players[0], example.hands, example.options, example.start)
        for result in match.results:
            kind = result.hand.kind
            if result.result.is_query and kind not in forms:
                title = kind.replace("_", " ").capitalize()
                form = _form(models[kind], kind, title)
                if form:
                    forms[kind] = form
    return tuple(forms.values())


@cache
def player_counts(game: Game[Any, Any]) -> tuple[int, ...]:
    """The numbers of players that the default options allow."""
    counts = []
    for players in game.players:
        with suppress(Refusal):
            open_match(game, players)
            counts.append(players)
    return tuple(counts)


def _form(model: type[BaseModel], hand_kind: str, title: str) -> LookupForm | None:
    """The form for a model; None if it needs a field that no form has."""
    fields = []
    for spec in field_specs(model):
        if spec.name == "kind":
            continue
        if field := _field(spec):
            fields.append(field)
        elif spec.required:
            return None
    text = " ".join((model.__doc__ or "").split("\n\n")[0].replace("``", "").split())
    return LookupForm(hand_kind, title, text, model, tuple(fields))


def _field(spec: FieldSpec) -> LookupField | None:
    """The form field for a field of the model; None if there is none for it."""
    common: dict[str, Any] = {
        "name": spec.name,
        "title": spec.title,
        "help": spec.help,
        "default": spec.default,
        "required": spec.required,
    }
    match spec.kind:
        case "card":
            return LookupField(kind="card", **common)
        case "boolean":
            return LookupField(kind="boolean", choices=(LookupChoice("1", True, spec.title),), **common)
        case "choice" | "choices":
            choices = [LookupChoice(str(one.value), one.value, one.label) for one in spec.choices]
            if spec.nullable:
                choices.append(LookupChoice("none", None, "none"))
            return LookupField(kind=spec.kind, choices=tuple(choices), **common)
        case "number" if spec.is_integer:
            return _number_field(spec, common)
        case "list" if spec.item and spec.item.kind == "card" and spec.item.choices:
            # A few cards only: a tap on a button instead of one on the area and one on the pack.
            cards = (LookupChoice(str(one.value), one.value, one.label) for one in spec.item.choices)
            return LookupField(kind="choices", choices=tuple(cards), **common)
        case "list" if spec.item and spec.item.kind == "card":
            return LookupField(kind="cards", **common)
        case "list" if spec.item and spec.name == "plays":
            parts = {part.name for part in spec.item.fields}
            return LookupField(kind="plays", face_down="face_down" in parts, **common) if "card" in parts else None
        case _:
            return None


def _number_field(spec: FieldSpec, common: Mapping[str, Any]) -> LookupField:
    is_seat = spec.name in _SEATS or "seat" in spec.help.lower()
    low, high = (0, 11) if is_seat else (spec.minimum, spec.maximum)
    if low is None or high is None or high - low >= _MAX_BUTTONS:
        return LookupField(kind="number", **common)
    choices = (LookupChoice(str(value), value, str(value), bool(is_seat)) for value in range(int(low), int(high) + 1))
    return LookupField(kind="choice", choices=tuple(choices), **common)
