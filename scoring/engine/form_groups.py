"""A control for lists of lists: tricks, moves, entered card by card."""

from __future__ import annotations

import json
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from itertools import chain
from typing import Any

from scoring.engine.form import Data, Events, FormValues, Option
from scoring.engine.messages import Message, card, say


@dataclass(frozen=True, kw_only=True)
class Groups(Events):
    """An ordered list of lists of equal size that grows tap by tap: the cards of each trick in the order of play.

    It is drawn and sent as ``Events`` with one entry after the other; reading cuts the entries into groups. size:
    entries in a group. last_short: places missing in the last group are written as null (nobody answered the card).
    """

    size: int
    last_short: bool = False

    def read(self, data: Data) -> dict[str, Any]:
        flat = [json.loads(text) for text in data.get(self.name, ())]
        groups = [flat[start : start + self.size] for start in range(0, len(flat), self.size)]
        if groups and self.last_short:
            groups[-1] += [None] * (self.size - len(groups[-1]))
        return {self.path or self.name: groups}

    def show(self, hand: Mapping[str, Any]) -> FormValues:
        groups = hand.get(self.path or self.name)
        if not isinstance(groups, list) or not all(isinstance(group, list) for group in groups):
            return {}
        return {self.name: [json.dumps(entry) for entry in chain.from_iterable(groups) if entry is not None]}


def cards_in_order(cards: Iterable[str]) -> list[Option]:
    """Returns the quick options of a list of cards that grows in the order of play: one button for each card."""
    return [Option(code, card(code), {"": code}) for code in cards]


def card_label(code: str) -> Message:
    """Returns the name of a card in such a list."""
    return say("{card}", card=card(code))
