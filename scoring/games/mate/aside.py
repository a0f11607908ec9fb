"""What the form of Mate asks about foreplaced cards: who put one aside and, where it is known, which."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from scoring.engine.form import Choice, Control, Data, Option, Sent, Share
from scoring.engine.messages import say, seat
from scoring.games.mate.cards import PACK

FIELD = "foreplaced"
WHO: dict[str, list[bool | None]] = {
    "nobody": [None, None],
    "0": [True, None],
    "1": [None, True],
    "both": [True, True],
}


@dataclass(frozen=True, kw_only=True)
class _Who(Choice):
    """Who put a card aside; a card that is known shows as one put aside."""

    @property
    def template(self) -> str:
        return "choice"

    def show(self, hand: Mapping[str, Any]) -> Sent:
        aside = hand.get(FIELD)
        return super().show({} if aside is None else {FIELD: [True if entry else None for entry in aside]})


@dataclass(frozen=True, kw_only=True)
class _Which(Share):
    """Which card it was, instead of the mere fact that ``_Who`` writes; of several tapped the first counts."""

    @property
    def template(self) -> str:
        return "share"

    def read(self, data: Data) -> dict[str, Any]:
        piles = super().read(data)[FIELD]
        if not any(piles):
            return {}
        aside = WHO.get("".join(data.get(FIELD, ())), WHO["nobody"])
        return {FIELD: [pile[0] if pile else put for pile, put in zip(piles, aside, strict=True)]}

    def show(self, hand: Mapping[str, Any]) -> Sent:
        aside = hand.get(FIELD) or []
        return super().show({FIELD: [[entry] if isinstance(entry, str) else [] for entry in aside]})


def foreplacing_controls() -> list[Control]:
    """Who put a card aside, and behind a fold which."""
    names = {"nobody": say("Nobody"), "0": seat(0), "1": seat(1), "both": say("Both")}
    return [
        _Who(
            name=FIELD,
            label=say("Who had foreplaced?"),
            options=[Option(who, names[who], {FIELD: aside}) for who, aside in WHO.items()],
            default="nobody",
            rule="foreplacing",
        ),
        _Which(
            name="aside",
            path=FIELD,
            label=say("Which card was put aside?"),
            help=say("Only where it is known. It is then checked that nobody plays it."),
            labels=[seat(0), seat(1)],
            cards=PACK.cards,
            rule="foreplacing",
            when={FIELD: ["0", "1", "both"]},
            fold=True,
        ),
    ]
