"""Field specifications: what pages read from the declaration of a field."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Annotated, Literal

import pytest
from pydantic import BaseModel, Field

from scoring.engine.cards import SUITS, Card
from scoring.engine.field_specs import FieldSpec, field_specs
from scoring.games import all_games


class Limits(BaseModel):
    """How far a price may move."""

    up: Annotated[int, Field(ge=1, le=3)] | Literal["none"] = Field(3, title="Up")
    down: int = Field(2, ge=1, le=9, title="Down")


class Options(BaseModel):
    """A field of each kind."""

    kontra: bool = Field(True, title="Kontra", description="Whether it may be said.")
    target: int | None = Field(None, ge=5, le=1500, title="Target")
    step: float = Field(0.5, title="Step")
    tie: Literal["shared", "play_on", "two_more"] = Field(
        "shared", title="Tie", json_schema_extra={"labels": {"shared": "both win", "play_on": "play on"}}
    )
    bonuses: list[Literal["run", "four"]] = Field(
        ["run"], title="Bonuses", json_schema_extra={"labels": {"run": "a run", "four": "four of a kind"}}
    )
    trump: Literal["C", "S", "H", "D"] | None = Field(None, title="Trump")
    turned: Card = Field("10H", title="Turned card")
    hand: list[Card] = Field([], title="Hand")
    limits: Limits = Field(Limits(), title="Limits")


SPECS = {spec.name: spec for spec in field_specs(Options)}


@pytest.mark.parametrize(
    ("name", "kind"),
    [
        ("kontra", "boolean"),
        ("target", "number"),
        ("step", "number"),
        ("tie", "choice"),
        ("bonuses", "choices"),
        ("trump", "choice"),
        ("turned", "card"),
        ("hand", "list"),
        ("limits", "object"),
    ],
)
def test_the_kind_of_a_field(name: str, kind: str) -> None:
    assert SPECS[name].kind == kind


def test_title_help_default_and_limits_are_read() -> None:
    kontra, target, step = SPECS["kontra"], SPECS["target"], SPECS["step"]
    assert (kontra.title, kontra.help, kontra.default) == ("Kontra", "Whether it may be said.", True)
    assert (target.minimum, target.maximum, target.nullable, target.is_integer) == (5, 1500, True, True)
    assert (step.minimum, step.maximum, step.nullable, step.is_integer) == (None, None, False, False)


@pytest.mark.parametrize(
    ("name", "value", "label"),
    [
        ("kontra", False, "no"),
        ("target", None, "none"),
        ("target", 1500, "1,500"),
        ("tie", "play_on", "play on"),
        ("tie", "shared", "both win"),
        ("tie", "two_more", "two more"),
        ("bonuses", ["run", "four"], "a run, four of a kind"),
        ("bonuses", [], "none"),
        ("trump", "H", "hearts"),
        ("turned", "10H", "♥10"),
        ("hand", ["AS", "JK"], "♠A, joker"),
        ("limits", {"up": "none", "down": 2}, "up none, down 2"),
    ],
)
def test_a_value_in_words(name: str, value: object, label: str) -> None:
    assert SPECS[name].label(value) == label


def test_choices_have_their_labels() -> None:
    assert [choice.label for choice in SPECS["tie"].choices] == ["both win", "play on", "two more"]
    assert [choice.label for choice in SPECS["trump"].choices] == ["clubs", "spades", "hearts", "diamonds"]
    assert [choice.value for choice in SPECS["limits"].fields[0].choices] == [1, 2, 3, "none"]


def _with_choices(specs: tuple[FieldSpec, ...]) -> Iterator[FieldSpec]:
    for spec in specs:
        if spec.choices:
            yield spec
        yield from _with_choices(spec.fields)


@pytest.mark.parametrize("slug", sorted(all_games()))
def test_every_text_value_of_an_option_has_words(slug: str) -> None:
    """Suits, cards and numbers have their words already."""
    missing = [
        f"{spec.name}: {choice.value}"
        for spec in _with_choices(field_specs(all_games()[slug].Options))
        for choice in spec.choices
        if isinstance(choice.value, str) and choice.value not in SUITS and str(choice.value) not in spec.labels
        if not re.fullmatch(r"(10|[2-9AKQJ])[CSHD]", choice.value)
    ]
    assert missing == []
    for spec in _with_choices(field_specs(all_games()[slug].Options)):
        labels = [choice.label for choice in spec.choices]
        assert len(set(labels)) == len(labels), spec.name
        assert not [label for label in labels if "_" in label]
