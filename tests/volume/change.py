"""Small changes of what was entered: one field, a number off by one, a wrong seat, a card swapped, a field too many."""

from __future__ import annotations

import copy
from collections.abc import Callable, Iterator, Sequence
from random import Random
from typing import Any

from scoring.engine.cards import JOKERS, PACK_52
from scoring.engine.refusal import FieldError, Refusal
from tests.volume.schema import Path, Schemas, integer

Entry = dict[str, Any]
EVERY_CARD = (*PACK_52.cards, *JOKERS)


def places(data: Any, path: Path = ()) -> Iterator[tuple[Path, Any]]:
    """Every value inside, with its path."""
    if isinstance(data, dict):
        for name, inner in data.items():
            yield (*path, name), inner
            yield from places(inner, (*path, name))
    elif isinstance(data, list):
        for number, inner in enumerate(data):
            yield (*path, number), inner
            yield from places(inner, (*path, number))


def get(data: Any, path: Path) -> Any:
    """The value at this path, None if there is none."""
    for part in path:
        listed = isinstance(data, list) and isinstance(part, int) and part < len(data)
        if not listed and not (isinstance(data, dict) and part in data):
            return None
        data = data[part]
    return data


def put(data: Any, path: Path, value: Any) -> None:
    """Writes a value at this path, if there is such a place."""
    holder = get(data, path[:-1])
    last = path[-1]
    if isinstance(holder, dict):
        holder[str(last)] = value
    elif isinstance(holder, list) and isinstance(last, int):
        if last < len(holder):
            holder[last] = value
        else:
            holder.append(value)


def remove(data: Any, path: Path) -> None:
    """Takes the value at this path away."""
    holder = get(data, path[:-1])
    last = path[-1]
    if isinstance(holder, dict):
        holder.pop(str(last), None)
    elif isinstance(holder, list) and isinstance(last, int) and last < len(holder):
        del holder[last]


def place_named(pointer: str, data: Any) -> Path:
    """The path of a JSON pointer."""
    path: list[str | int] = []
    for part in pointer.split("/")[1:]:
        holder = get(data, tuple(path))
        path.append(int(part) if isinstance(holder, list) and part.isdecimal() else part)
    return tuple(path)


def general(path: Path, data: Any) -> tuple[str, ...]:
    """A path without its numbers, and with the kind of the whole: what other hands have there fits here too."""
    kind = str(data.get("kind", "")) if isinstance(data, dict) else ""
    return (kind, *(part if isinstance(part, str) else "*" for part in path))


class Changes:
    """Changes of entries of one schema. values: what was seen at a place before, and fits there."""

    def __init__(self, rng: Random, schemas: Schemas, players: int, numbers: Sequence[int] = ()) -> None:
        """numbers: figures that matter in this game, such as the points that win."""
        self.rng, self.schemas, self.players, self.numbers = rng, schemas, players, numbers
        self.values: dict[tuple[str, ...], list[Any]] = {}
        self.steps: list[Callable[[Entry], None]] = [
            self._other_value,
            self._other_value,
            self._number_near,
            self._number_near,
            self._list_changed,
            self._list_changed,
            self._moved_between_numbers,
            self._moved_between_lists,
            self._cards_exchanged,
            self._suits_exchanged,
            self._field_away,
            self._field_more,
            self._dealt_again,
            self._seats_turned,
            self.cards_apart,
            self._strange_card,
            self._list_grown,
            self._levelled,
        ]

    def remember(self, entry: Entry) -> None:
        """Keeps the values of an entry for others."""
        for path, value in places(entry):
            kept = self.values.setdefault(general(path, entry), [])
            if value in kept[-5:]:
                continue
            if len(kept) < 60:
                kept.append(copy.deepcopy(value))
            else:
                kept[self.rng.randrange(60)] = copy.deepcopy(value)

    def changed(self, entry: Entry, steps: int) -> Entry:
        """The entry with so many random changes."""
        fresh = copy.deepcopy(entry)
        for _ in range(steps):
            self.rng.choice(self.steps)(fresh)
        return fresh

    def new_value(self, entry: Entry, path: Path) -> Any:
        """A value for this place."""
        known = self.values.get(general(path, entry))
        if known and self.rng.random() < 0.6:
            return copy.deepcopy(self.rng.choice(known))
        return self.schemas.value(self.rng, self.schemas.at(path, entry), depth=1)

    def repaired(self, entry: Entry, refusal: Refusal) -> Entry:
        """The entry with what was refused put right, or tried otherwise."""
        fresh = copy.deepcopy(entry)
        fault = self.rng.choice(refusal.errors)
        path = place_named(fault.pointer, fresh)
        if not path:
            self.rng.choice(self.steps)(fresh)
        elif not self._put_right(fresh, path, fault):
            roll = self.rng.random()
            if roll < 0.25 and get(fresh, path) is not None:
                remove(fresh, path)
            elif roll < 0.4 and len(path) > 1:
                put(fresh, path[:-1], self.new_value(fresh, path[:-1]))
            else:
                put(fresh, path, self.new_value(fresh, path))
        return fresh

    def _put_right(self, entry: Entry, path: Path, fault: FieldError) -> bool:
        value, params = get(entry, path), fault.message.params
        if fault.code == "field_unknown":
            remove(entry, path)
            return True
        if isinstance(value, list) and isinstance(params.get("total"), int) and isinstance(params.get("given"), int):
            return self._summed(value, params["total"] - params["given"])
        missing = params.get("cards")
        if isinstance(value, list) and fault.code == "card_missing" and getattr(missing, "kind", "") == "cards":
            piles = [pile for pile in value if isinstance(pile, list)]
            codes = list(missing.value)  # type: ignore[union-attr]
            if piles:
                whole = self.rng.random() < 0.5
                one = self.rng.choice(piles)
                for code in codes:
                    (one if whole else self.rng.choice(piles)).append(code)
                return True
        return False

    def _summed(self, values: list[Any], difference: int) -> bool:
        at = [number for number, value in enumerate(values) if isinstance(value, int)]
        if not at:
            return False
        if self.rng.random() < 0.5:
            values[self.rng.choice(at)] += difference
        else:
            for _ in range(min(abs(difference), 400)):
                values[self.rng.choice(at)] += 1 if difference > 0 else -1
        return True

    # -- one change each ---------------------------------------------------------------------------

    def _any(self, entry: Entry, wanted: Callable[[Any], bool]) -> Path | None:
        found = [path for path, value in places(entry) if path != ("kind",) and wanted(value)]
        return self.rng.choice(found) if found else None

    def _other_value(self, entry: Entry) -> None:
        path = self._any(entry, lambda value: True)
        if path:
            put(entry, path, self.new_value(entry, path))

    def _number_near(self, entry: Entry) -> None:
        path = self._any(entry, lambda value: isinstance(value, int))
        if path:
            value = get(entry, path)
            if isinstance(value, bool):
                put(entry, path, not value)
            else:
                near = [value + 1, value - 1, value + 10, value - 10, integer(self.rng, 0, self.players - 1)]
                put(entry, path, self.rng.choice(near))

    def _list_changed(self, entry: Entry) -> None:
        path = self._any(entry, lambda value: isinstance(value, list))
        if path is None:
            return
        values = get(entry, path)
        roll = self.rng.randrange(8)
        at = self.rng.randrange(len(values)) if values else 0
        if roll == 0 and values:
            del values[at]
        elif roll == 1 and values:
            values.insert(at, copy.deepcopy(values[at]))
        elif roll == 2 and len(values) > 1:
            other = self.rng.randrange(len(values))
            values[at], values[other] = values[other], values[at]
        elif roll == 3:
            self.rng.shuffle(values)
        elif roll == 4:
            del values[at : at + self.rng.choice([self.players, 3, len(values)])]
        elif roll == 5 and values:
            values.append(values.pop(0))
        else:
            values.insert(self.rng.randint(0, len(values)), self.new_value(entry, (*path, len(values))))

    def _moved_between_numbers(self, entry: Entry) -> None:
        path = self._any(
            entry, lambda value: isinstance(value, list) and sum(isinstance(one, int) for one in value) > 1
        )
        if path:
            values = get(entry, path)
            numbers = [number for number, value in enumerate(values) if isinstance(value, int)]
            one, other = self.rng.sample(numbers, 2)
            some = values[one] if self.rng.random() < 0.2 else self.rng.randint(1, 12)
            values[one] -= some
            values[other] += some

    def _moved_between_lists(self, entry: Entry) -> None:
        path = self._any(
            entry, lambda value: isinstance(value, list) and sum(isinstance(one, list) for one in value) > 1
        )
        if path:
            piles = [pile for pile in get(entry, path) if isinstance(pile, list)]
            one, other = self.rng.sample(piles, 2)
            if not one:
                one, other = other, one
            if self.rng.random() < 0.3:
                other += one
                del one[:]
                return
            for _ in range(self.rng.choice([1, 1, 2, self.players])):
                if one:
                    other.append(one.pop(self.rng.randrange(len(one))))
                    if other[:-1] and self.rng.random() < 0.4:
                        one.append(other.pop(self.rng.randrange(len(other) - 1)))

    def _cards_exchanged(self, entry: Entry) -> None:
        """Two cards change places everywhere, so a possible deal stays one."""
        if len(self.schemas.cards) > 1:
            one, other = self.rng.sample(self.schemas.cards, 2)
            self._renamed(entry, {one: other, other: one})

    def _suits_exchanged(self, entry: Entry) -> None:
        suits = ["C", "S", "H", "D"]
        shuffled = self.rng.sample(suits, 4)
        cards = {card: card[:-1] + shuffled[suits.index(card[-1])] for card in self.schemas.cards if card[-1] in suits}
        self._renamed(entry, {**cards, **dict(zip(suits, shuffled, strict=True))})

    def _renamed(self, entry: Entry, names: dict[str, str]) -> None:
        for path, value in list(places(entry)):
            if isinstance(value, str) and value in names and path != ("kind",):
                put(entry, path, names[value])

    def _field_away(self, entry: Entry) -> None:
        named = [path for path, _ in places(entry) if isinstance(path[-1], str) and path != ("kind",)]
        if named:
            remove(entry, self.rng.choice(named))

    def _field_more(self, entry: Entry) -> None:
        holders = [(), *(path for path, value in places(entry) if isinstance(value, dict))]
        path = self.rng.choice(holders)
        fields = [name for schema in self.schemas.at(path, entry) for name in schema.get("properties", {})]
        missing = [name for name in fields if name not in get(entry, path) and name != "kind"]
        if missing:
            at = (*path, self.rng.choice(missing))
            put(entry, at, self.new_value(entry, at))

    def _dealt_again(self, entry: Entry) -> None:
        """Lists of cards get the same numbers of other cards, or whole tricks of the whole pack."""
        path = self._any(
            entry,
            lambda value: (
                isinstance(value, list)
                and any(isinstance(one, list) for one in value)
                and all(isinstance(one, list) and all(isinstance(card, str) for card in one) for one in value if one)
            ),
        )
        if path is None or not self.schemas.cards:
            return
        piles = [pile for pile in get(entry, path) if isinstance(pile, list)]
        old = [card for pile in piles for card in pile]
        if self.rng.random() < 0.6 and old:
            cards, sizes = list(old), [len(pile) for pile in piles]
            if self.rng.random() < 0.3:
                self.rng.shuffle(sizes)
        else:
            cards = list(self.schemas.cards)
            trick = self.rng.choice([1, len(piles), self.players])
            sizes = [0] * len(piles)
            for _ in range(len(cards) // trick):
                sizes[self.rng.randrange(len(piles))] += trick
        self.rng.shuffle(cards)
        for pile, size in zip(piles, sizes, strict=True):
            pile[:] = cards[:size]
            del cards[:size]

    def cards_apart(self, entry: Entry) -> None:
        """Each card lies in one place only: the second of two becomes one that is nowhere yet."""
        left = self.rng.sample(self.schemas.cards, len(self.schemas.cards))
        at = [(path, value) for path, value in places(entry) if isinstance(value, str) and value in left]
        unused = [card for card in left if card not in {value for _, value in at}]
        seen = set()
        for path, value in at:
            if value not in seen:
                seen.add(value)
            elif unused:
                put(entry, path, unused.pop())

    def _strange_card(self, entry: Entry) -> None:
        """A card becomes any other, which the pack may not have."""
        path = self._any(entry, lambda value: isinstance(value, str) and value in self.schemas.cards)
        if path:
            put(entry, path, self.rng.choice(EVERY_CARD if self.rng.random() < 0.7 else JOKERS))

    def _list_grown(self, entry: Entry) -> None:
        path = self._any(entry, lambda value: isinstance(value, list) and bool(value))
        if path:
            values = get(entry, path)
            values += copy.deepcopy(self.rng.choices(values, k=self.rng.randint(1, 4)))

    def _levelled(self, entry: Entry) -> None:
        """The numbers of a list become equal, or each a figure of the game or that below zero."""
        path = self._any(entry, lambda value: isinstance(value, list) and any(isinstance(one, int) for one in value))
        if path:
            values = get(entry, path)
            level = self.rng.choice([*self.numbers, *self.numbers, 0, *(one for one in values if type(one) is int)])
            for place, value in enumerate(values):
                if type(value) is int:
                    values[place] = level if self.rng.random() < 0.8 else -level

    def _seats_turned(self, entry: Entry) -> None:
        """Everybody moves some seats on: lists with an entry for each seat, and fields that hold a seat."""
        steps = self.rng.randrange(1, max(self.players, 2))
        seats = ("seat", "winner", "declarer", "bidder", "taker", "leader", "partner", "by", "last_trick", "side")
        for path, value in list(places(entry)):
            if isinstance(value, list) and len(value) == self.players and not isinstance(path[-1], int):
                value[:] = value[-steps:] + value[:-steps]
            elif path[-1] in seats and type(value) is int:
                put(entry, path, (value + steps) % self.players)


class Lookups:
    """Tricks to look up."""

    def __init__(self, changes: Changes) -> None:
        """changes: of look-ups of the game."""
        self.rng, self.schemas, self.changes = changes.rng, changes.schemas, changes

    def made(self, players: int) -> Entry:
        """Something to look up: mostly different cards in turn, from a random leader on."""
        asked: Entry = dict(self.schemas.value(self.rng, self.schemas.at((), {})))
        if "plays" in self.schemas.root.get("properties", {}) and self.rng.random() < 0.8:
            cards = self.rng.sample(self.schemas.cards, min(2 * players, len(self.schemas.cards)))
            leader, size = self.rng.randrange(players), self.rng.randint(0, players)
            turns = zip(range(leader, leader + size), cards, strict=False)
            asked["plays"] = [{"seat": seat % players, "card": card} for seat, card in turns]
            if "hand" in self.schemas.root["properties"] and self.rng.random() < 0.5:
                asked["hand"] = cards[size:]
        if self.rng.random() < 0.7:
            self.changes.cards_apart(asked)
        return asked
