"""The form of a deal of Calypso: the end of a deal, the count after the last, or the tricks."""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from scoring.engine.cards import cards_of
from scoring.engine.controls import last_value
from scoring.engine.form import Amount, Choice, Control, Data, Form, FormValues, Option, Pick, Row
from scoring.engine.form_groups import Groups, card_label, cards_in_order
from scoring.engine.game import Setup
from scoring.engine.hand_paths import get_at
from scoring.engine.messages import rank, say, seat, side
from scoring.engine.typed_numbers import number
from scoring.games.calypso.models import DEAL, MOST_CALYPSOS, RANKS, SIZE, CalypsoOptions, CalypsoState, size_of


@dataclass(frozen=True, kw_only=True)
class TrickCards(Groups):
    """Tricks as cards in their order; who won each follows from them."""

    def read(self, data: Data) -> dict[str, Any]:
        return {path: [{"cards": trick} for trick in tricks] for path, tricks in super().read(data).items()}

    def show(self, hand: Mapping[str, Any]) -> FormValues:
        tricks = hand.get(self.path or self.name)
        if not isinstance(tricks, list):
            return {}
        return {self.name: [json.dumps(code) for trick in tricks for code in trick["cards"]]}


@dataclass(frozen=True, kw_only=True)
class WayOfEntry(Choice):
    """What is entered; each value is a kind of hand. A count before the last deal gets its kind from the question."""

    def show(self, hand: Mapping[str, Any]) -> FormValues:
        kind = hand.get("kind", self.default)
        return {self.name: [kind]} if any(kind == option.value for option in self.options) else {}


@dataclass(frozen=True, kw_only=True)
class RowByPlayer(Row):
    """A number for each player at a path of its own, so that another control can write ranks in its place."""

    def read(self, data: Data) -> dict[str, Any]:
        texts = [last_value(data, f"{self.name}.{place}") for place in range(len(self.labels))]
        return {f"{self.path}.{place}": number(text) if text else self.blank for place, text in enumerate(texts)}

    def show(self, hand: Mapping[str, Any]) -> FormValues:
        values = hand.get(self.path)
        if not isinstance(values, list):
            return {}
        return {f"{self.name}.{place}": [str(value)] for place, value in enumerate(values) if isinstance(value, int)}


@dataclass(frozen=True, kw_only=True)
class CalypsosSoFar(Row):
    """The calypsos of each player. before: those noted earlier, which a player has whose entry is empty."""

    before: Sequence[int]

    def read(self, data: Data) -> dict[str, Any]:
        texts = [last_value(data, f"{self.name}.{owner}") for owner in range(len(self.labels))]
        if not any(texts):
            return {}
        made = [number(text) if text else before for text, before in zip(texts, self.before, strict=True)]
        return {self.name: made}


@dataclass(frozen=True, kw_only=True)
class AmountInProgress(Amount):
    """The cards in progress of one player. null means no card if those of others were entered."""

    def read(self, data: Data) -> dict[str, Any]:
        names = [f"{field}_{owner}" for field in ("in_progress", "ranks") for owner in range(4)]
        filled = super().read(data)
        return filled or ({self.path: None} if any(last_value(data, name) for name in names) else {})

    def show(self, hand: Mapping[str, Any]) -> FormValues:
        entered = isinstance(hand.get("in_progress"), list)
        return {self.name: ["0"]} if entered and not get_at(hand, self.path) else super().show(hand)


def make_form(setup: Setup[CalypsoOptions], state: CalypsoState) -> Form:
    """Returns the form of the next entry: the end of a deal in one tap; after the last, the count.

    Everything else is folded: what lies on the table, the tricks of the deal (if all deals before were entered so), and
    the count before all deals were played, which is asked about.
    """
    deals = setup.options.deals
    last = state.deal >= deals
    kinds = []
    if not last:
        kinds.append(Option("deal", say("The end of the deal")))
    if state.by_tricks == state.deal - 1:
        kinds.append(Option("tricks", say("Trick by trick"), {"kind": "tricks"}))
    kinds.append(
        Option("final", say("The count"), {"kind": "final"}) if last else Option("final", say("The count already"))
    )
    if len(kinds) == 1:
        return Form(_final_controls(deals, {}), always=kinds[0].sets)
    default = "tricks" if state.by_tricks else "final" if last else "deal"
    return Form(
        [
            WayOfEntry(name="what", label=say("Enter"), options=kinds, default=default, fold=True, rule="entry"),
            *([] if last else [*_deal_controls(state, {"what": "deal"}), _no_more_deals(state, deals)]),
            *_final_controls(deals, {"what": "final"}),
            TrickCards(
                name="tricks",
                label=say("The cards in the order in which they were played"),
                help=say("{who} leads the first trick, then always the winner.", who=seat(setup.after(state.dealer))),
                quick=cards_in_order(cards_of(RANKS)),
                describe=card_label,
                size=4,
                when={"what": "tricks"},
                rule="trumps",
            ),
        ]
    )


def _no_more_deals(state: CalypsoState, deals: int) -> Choice:
    """The question before a count that leaves out deals."""
    text = say("{n} of {deals} deals are played. Is the match over?", n=state.deal, deals=deals)
    yes = Option("yes", say("Yes, count now"), {"kind": "final"})
    return Choice(name="no_more", label=text, options=[yes], when={"what": "final"}, rule="end")


def _players() -> list[Any]:
    return [seat(owner) for owner in range(4)]


def _deal_controls(state: CalypsoState, when: dict[str, Any]) -> list[Control]:
    return [
        Choice(
            name="over",
            label=say("The end of the deal"),
            options=[Option("over", say("Deal {n} is over", n=state.deal), {"kind": "deal"})],
            submits=True,
            when=when,
            rule="end",
        ),
        CalypsosSoFar(
            name="calypsos",
            label=say("Calypsos finished so far"),
            labels=_players(),
            least=0,
            most=MOST_CALYPSOS,
            before=state.calypsos,
            when=when,
            fold=True,
            rule="calypsos",
        ),
        *[
            control
            for owner in range(4)
            for control in _progress_controls(owner, size_of(state.in_progress[owner]), when)
        ],
    ]


def _progress_controls(owner: int, before: int, when: dict[str, Any]) -> list[Control]:
    """The calypso in progress of one player: how many cards, or which."""
    return [
        AmountInProgress(
            name=f"in_progress_{owner}",
            label=say("Cards in progress: {who}", who=seat(owner)),
            path=f"in_progress.{owner}",
            least=0,
            most=SIZE - 1,
            default=before,
            when=when,
            fold=True,
            rule="calypsos",
        ),
        _ranks(f"ranks_{owner}", owner, when),
    ]


def _ranks(field: str, owner: int, when: dict[str, Any]) -> Pick:
    """Which ranks a player's calypso in progress has."""
    return Pick(
        name=field,
        label=say("Or which: {who}", who=seat(owner)),
        options=[Option(name, rank(name)) for name in RANKS],
        path=f"in_progress.{owner}",
        when=when,
        fold=True,
        rule="calypsos",
    )


def _final_controls(deals: int, when: dict[str, Any]) -> list[Control]:
    return [
        Row(
            name="final_calypsos",
            label=say("Calypsos"),
            labels=_players(),
            path="calypsos",
            least=0,
            most=MOST_CALYPSOS,
            blank=0,
            when=when,
            rule="calypsos",
        ),
        RowByPlayer(
            name="final_in_progress",
            label=say("Cards begun"),
            help=say("Begun: the cards of a calypso that is not finished."),
            labels=_players(),
            path="in_progress",
            least=0,
            most=SIZE - 1,
            blank=0,
            when=when,
            rule="scoring",
        ),
        *[_ranks(f"final_ranks_{owner}", owner, when) for owner in range(4)],
        Row(
            name="pile",
            label=say("Unused cards in the pile"),
            help=say("One side is enough: all cards together are {n}.", n=DEAL * deals),
            labels=[side(0), side(1)],
            least=0,
            most=DEAL * deals,
            when=when,
            rule="cards",
        ),
    ]
