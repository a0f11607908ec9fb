"""The models of a game: house rules, a hand, a trick to look up, the state between hands, the setup of a match."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, ClassVar, Generic, Literal, Self, TypeVar

from pydantic import BaseModel, ConfigDict, Field, GetJsonSchemaHandler
from pydantic_core import CoreSchema

from scoring.engine.cards import Card, Pack, cards_allowed
from scoring.engine.messages import Number
from scoring.engine.tricks import Play

ChangeKind = Literal[
    "record",
    "correct",
    "take_back",
    "finish",
    "reopen",
    "retitle",
    "note",
    "rename",
    "reseat",
    "continue",
    "carry",
    "undo",
    "redo",
]
"""What a change of a match is, as its history and its copies name it."""

LONGEST_NOTE = 500
"""The most characters of a note on a hand or a match."""


class OptionsModel(BaseModel):
    """House rules. Every field has a default, a title and a description; unknown fields are refused."""

    model_config = ConfigDict(
        extra="forbid", strict=True, frozen=True, json_schema_serialization_defaults_required=True
    )

    older_defaults: ClassVar[Mapping[str, Any]] = {}
    """Defaults of earlier releases, where they differ: what a stored match without the option was played with."""

    @property
    def turn_step(self) -> int:
        """How many seats the turn moves on: 1, or −1 if it goes to the right of players who sit in seat order."""
        return 1

    def as_played(self, players: int) -> Self:
        """Returns the options as they count in a match of this many players.

        One that follows from another, or from the number of players, has the value that is applied; None if the match
        is played without it.
        """
        return self


class HandModel(BaseModel):
    """One kind of hand: ``kind`` is a Literal with a default, the other fields are what the scorer enters."""

    model_config = ConfigDict(extra="forbid", strict=True, frozen=True)

    needs: ClassVar[tuple[tuple[str, ...], ...]] = ()
    """Groups of fields: a hand has at least one field of each group, or the game refuses it.

    In the JSON Schema of the game this is ``anyOf``. In OpenAPI it is ``x-needs``, because client generators make a
    class of each branch of ``anyOf``.
    """

    kind: str
    note: str | None = Field(
        None, max_length=LONGEST_NOTE, title="Note", description="Anything to remember. It is not scored."
    )

    @classmethod
    def __get_pydantic_json_schema__(cls, core_schema: CoreSchema, handler: GetJsonSchemaHandler) -> dict[str, Any]:
        schema = handler(core_schema)
        properties = handler.resolve_ref_schema(schema)["properties"]
        properties["note"] = properties.pop("note")  # last
        if cls.needs:
            handler.resolve_ref_schema(schema)["x-needs"] = [list(group) for group in cls.needs]
        return schema


class LookupModel(BaseModel):
    """A trick to look up: the cards on the table in playing order and, for legal plays, a hand."""

    model_config = ConfigDict(extra="forbid", strict=True, frozen=True)

    pack: ClassVar[Pack | None] = None
    """The cards of the game: the JSON Schema then allows no others, in ``plays`` and in every other field."""
    turned_up: ClassVar[str] = "up_card"
    """The field with the card that lies turned up, if there is such a field."""

    plays: list[Play] = Field(
        default=[], title="Plays", description="The cards of the trick, in the order in which they were played."
    )

    @classmethod
    def __get_pydantic_json_schema__(cls, core_schema: CoreSchema, handler: GetJsonSchemaHandler) -> dict[str, Any]:
        schema = handler(core_schema)
        if cls.pack:
            fields = handler.resolve_ref_schema(schema)["properties"]
            _narrow_cards(fields, cls.pack)
            # ``Play`` is shared by all games: the cards of this game are beside the reference to it.
            fields["plays"]["items"]["properties"] = {"card": cls.pack.card_schema.json_schema}
        return schema


def _narrow_cards(schema: Any, pack: Pack) -> None:
    """Changes a JSON Schema in place to allow only cards of this pack; the description of a field stays."""
    if isinstance(schema, list):
        for item in schema:
            _narrow_cards(item, pack)
    elif isinstance(schema, dict):
        if pack.first_unknown(cards_allowed(schema)):
            own = {"description": schema["description"]} if "title" in schema and "description" in schema else {}
            schema.update({**(pack.card_schema.json_schema or {}), **own})
        for item in schema.values():
            _narrow_cards(item, pack)


class HandLookupModel(LookupModel):
    """A trick to look up in a game that also answers which cards of a hand may be played."""

    hand: list[Card] | None = Field(
        None,
        title="Hand",
        min_length=1,
        max_length=52,
        description="The cards of the player whose turn it is; the answer is then which of them may be played.",
    )


class StateModel(BaseModel):
    """What is carried between hands. Small, immutable, plain JSON.

    totals: by side. dealer: the seat that deals the next hand. hands_played: hands recorded so far. A match may start
    from any of these fields (so that a match that began on paper can go on).
    """

    model_config = ConfigDict(
        extra="forbid", strict=True, frozen=True, json_schema_serialization_defaults_required=True
    )

    totals: list[Number] = Field(title="Totals", description="Score of each side so far.")
    dealer: int = Field(0, ge=0, title="Dealer", description="Seat that deals the coming hand.")
    hands_played: int = Field(0, ge=0, title="Hands played", description="Hands recorded so far.")


class OpenHandState(StateModel):
    """The state of a game whose totals already hold the points of a hand that is still being played.

    Such a hand is entered again as a whole while it grows: ``match.step`` takes its points off first.
    """

    open_points: list[Number] = Field(
        default=[],
        title="Points of the open hand",
        description="By side, the points of a hand that is still being played, which the totals hold already; the next "
        "hand is then that hand as a whole. Empty where no hand is open.",
    )


O = TypeVar("O", bound=OptionsModel)  # noqa: E741 - Options
S = TypeVar("S", bound=StateModel)


@dataclass(frozen=True)
class Setup(Generic[O]):
    """Game setup. players: how many seats. sides: the seats of each column."""

    players: int
    options: O
    sides: tuple[tuple[int, ...], ...]

    def side_of(self, seat: int) -> int:
        """Returns the side that a seat belongs to."""
        return next(number for number, seats in enumerate(self.sides) if seat in seats)

    def after(self, seat: int, steps: int = 1) -> int:
        """Returns the seat this number of places later in the order of play."""
        return (seat + steps * self.options.turn_step) % self.players
