"""Plays random matches of a game and checks every hand of them."""

from __future__ import annotations

import time
import traceback
from collections import Counter
from contextlib import suppress
from dataclasses import dataclass, field
from pathlib import Path
from random import Random
from typing import Any

from scoring.db.json_text import dump_json, hand_input
from scoring.engine.game import Game
from scoring.engine.match import OpenMatch, ScoredHand, step
from scoring.engine.refusal import Refusal, validate
from scoring.engine.settlement import SettlementRules
from scoring.games import get
from tests.volume import checks, refusals
from tests.volume.change import Changes, Entry, Lookups
from tests.volume.known import known_matches
from tests.volume.schema import Schemas
from tests.volume.setups import Setups
from tests.volume.taps import tapped

MOST_HANDS = 12
"""In one match; then the next begins."""
MOST_TRIES = 60
"""For one hand."""
MOST_LOOKUPS = 24
"""Tricks that are tried to look up after each match."""
SHOWN = 3
"""Faults of one kind that are kept."""


@dataclass
class Fault:
    """Something that is not true though it must be. what: in a sentence. where: how to see it again."""

    what: str
    where: str


@dataclass
class Summary:
    """What a run of one game did.

    courses: which lines the explanations had; scores: the points; both say how different the hands were. shown: hands
    that the form showed and gave back. refused: entries that were no hands. seconds: of a processor.
    """

    slug: str
    hands: int = 0
    matches: int = 0
    finished: int = 0
    refused: int = 0
    shown: int = 0
    corrected: int = 0
    lookups: int = 0
    seconds: float = 0.0
    kinds: Counter[str] = field(default_factory=Counter)
    courses: Counter[frozenset[str]] = field(default_factory=Counter)
    scores: set[tuple[Any, ...]] = field(default_factory=set)
    reached: Counter[refusals.Place] = field(default_factory=Counter)
    faults: dict[str, list[Fault]] = field(default_factory=dict)

    @property
    def own_reached(self) -> set[refusals.Place]:
        """The refusals of the game's own modules that were made."""
        return set(self.reached) & refusals.of_game(self.slug)


class Volume:
    """Random matches of one game. Everything random comes from ``seed`` and the game's name."""

    def __init__(self, slug: str, seed: int) -> None:
        self.game: Game[Any, Any] = get(slug)
        self.rng = Random(f"{seed} {slug}")
        self.summary = Summary(slug)
        self.schemas = Schemas(self.game.hand_adapter.json_schema())
        self.changes = {players: Changes(self.rng, self.schemas, players) for players in self.game.players}
        self.setups = Setups(self.rng, self.game)
        self.known: dict[int, list[Entry]] = {players: [] for players in self.game.players}
        self.refused: dict[int, list[Entry]] = {players: [] for players in self.game.players}
        self.lookups: list[Entry] = []
        self.lookup_changes = None
        if self.game.Lookup:
            schemas = Schemas(self.game.Lookup.model_json_schema())
            self.lookup_changes = Changes(self.rng, schemas, max(self.game.players))
        for match in known_matches(slug):
            self._learn(match)

    def _learn(self, match: dict[str, Any]) -> None:
        players = match.get("players") or self.game.players[0]
        if players not in self.game.players:
            return
        self.setups.learn(players, match.get("options") or {}, match.get("start") or {})
        for hand in match["hands"]:
            self.known[players].append(hand)
            self.changes[players].remember(hand)

    def run(self, hands: int) -> Summary:
        """Plays so many legal hands."""
        began = time.process_time()
        with refusals.watched() as reached:
            while self.summary.hands < hands:
                self._match(min(MOST_HANDS, hands - self.summary.hands))
        self.summary.reached = reached
        self.summary.refused += self.setups.refused
        self.summary.seconds = time.process_time() - began
        return self.summary

    # -- a match -----------------------------------------------------------------------------------

    def _match(self, most: int) -> None:
        players, options, start, opened = self.setups.open()
        self.summary.matches += 1
        where = f"players {players}, options {options}, start {start}"
        state: Any = opened.state
        played: list[ScoredHand] = []
        states: list[Any] = []
        began = self.summary.hands
        while self.summary.hands < began + most:
            if self.game.verdict(opened.setup, state).finished:
                self.summary.finished += 1
                break
            before = _as_stored(state)
            number = len(played) + 1
            found = self._legal(opened, before, number, where)
            if found is None:
                break
            entry, scored = found
            self._count(players, entry, scored)
            with self._noted(f"{where}, state {dump_json(before.model_dump(mode='json'))}, hand {dump_json(entry)}"):
                checks.check_hand(opened, before, entry, scored)
                if not scored.result.is_query:
                    self.summary.shown += checks.check_form(opened, before, scored)
            if scored.result.is_query:
                continue
            played.append(scored)
            states.append(before)
            state = scored.state
            if not scored.result.complete:
                break
        self.setups.learn(players, options, state.model_dump(mode="json"))
        self._after(players, options, start, opened, played, states)
        self._ask(opened, where)
        self.setups.refuse_some(players, options, state.model_dump(mode="json"))

    def _after(
        self,
        players: int,
        options: Entry,
        start: Entry,
        opened: OpenMatch,
        played: list[ScoredHand],
        states: list[Any],
    ) -> None:
        entries = [hand_input(scored.hand) for scored in played]
        where = f"players {players}, options {options}, start {start}, hands {dump_json(entries)}"
        with self._noted(where):
            checks.check_replay(opened, (players, options, start), played)
        if len(played) > 1:
            number = self.rng.randint(1, len(played))
            found = self._legal(opened, states[number - 1], number, where)
            if found and not found[1].result.is_query:
                with self._noted(f"{where}, hand {number} becomes {dump_json(found[0])}"):
                    done = checks.check_correction(opened, states, entries, number, hand_input(found[1].hand))
                    self.summary.corrected += done == "corrected"

    # -- a hand ------------------------------------------------------------------------------------

    def _legal(self, opened: OpenMatch, state: Any, number: int, where: str) -> tuple[Entry, ScoredHand] | None:
        """A random hand that is accepted, None if none was found."""
        entry: Entry | None = None
        repairs = 0
        for _ in range(MOST_TRIES):
            if entry is None:
                entry, repairs = self._entry(opened, state), self.rng.choice([0, 2, 4, 6])
            tried = self._try(opened, state, number, entry, where)
            if isinstance(tried, ScoredHand):
                return entry, tried
            if tried is None:
                entry = None
                continue
            self.summary.refused += 1
            if not tried.malformed and self.rng.random() < 0.05:
                _keep(self.rng, self.refused[opened.setup.players], entry, 100)
            entry = self.changes[opened.setup.players].repaired(entry, tried) if repairs else None
            repairs -= 1
        return None

    def _try(self, opened: OpenMatch, state: Any, number: int, entry: Entry, where: str) -> ScoredHand | Refusal | None:
        """The scored hand or why it is refused; None if it failed in another way, which is a fault."""
        try:
            return step(opened, state, entry, number, finished=False)
        except Refusal as refusal:
            with self._noted(f"{where}, hand {entry}"):
                _check_refusal(refusal)
            return refusal
        except Exception as failure:
            self._note(failure, f"{where}, state {dump_json(state.model_dump(mode='json'))}, hand {dump_json(entry)}")
            return None

    def _entry(self, opened: OpenMatch, state: Any) -> Entry:
        """Something that may be a hand."""
        players = opened.setup.players
        changes, roll = self.changes[players], self.rng.random()
        known, refused = self.known[players], self.refused[players]
        if refused and roll < 0.08:
            return changes.changed(self.rng.choice(refused), self.rng.choice([0, 1, 1, 2]))
        if known and roll < (0.6 if len(known) < 60 else 0.78):
            return changes.changed(self.rng.choice(known), self.rng.choice([0, 1, 1, 2, 3]))
        if roll < (0.65 if len(known) < 60 else 0.82):
            return dict(self.schemas.value(self.rng, self.schemas.at((), {})))
        form = self.game.form(opened.setup, state)
        entry = tapped(self.rng, form, lambda hand: self._why(opened, state, hand))
        return changes.changed(entry, 1) if self.rng.random() < 0.15 else entry

    def _why(self, opened: OpenMatch, state: Any, hand: Entry) -> Refusal | None:
        try:
            step(opened, state, hand, 1, finished=False)
        except Refusal as refusal:
            self.summary.refused += 1
            return refusal
        except Exception:  # the hand is tried again as a whole, and noted then
            return None
        return None

    def _count(self, players: int, entry: Entry, scored: ScoredHand) -> None:
        self.summary.hands += 1
        self.summary.kinds[scored.hand.kind] += 1
        course = frozenset({scored.result.summary.text, *(line.message.text for line in scored.result.lines)})
        self.summary.courses[course] += 1
        self.summary.scores.add(tuple(scored.result.points))
        if self.summary.courses[course] <= 2 or self.rng.random() < 0.1:
            _keep(self.rng, self.known[players], entry, 400)
            self.changes[players].remember(entry)

    # -- tricks and settling up ----------------------------------------------------------------------

    def _ask(self, opened: OpenMatch, where: str) -> None:
        """Some tricks to look up and ways to settle."""
        rules = SettlementRules.model_construct(
            **{
                **SettlementRules().model_dump(),
                "method": self.rng.choice(["chips", "differences", "pot"]),
                "lost_fee": self.rng.choice([0, 0, 10]),
                "settle_on": self.rng.choice(["totals", "totals", "game_points"]),
            }
        )
        with suppress(Refusal):
            self.game.check_settlement(rules)
        if not self.game.Lookup or not self.lookup_changes:
            return
        asked: Entry = {}
        changes = self.lookup_changes
        for turn in range(MOST_LOOKUPS):
            if turn % 4 == 0:
                if self.lookups and self.rng.random() < 0.5:
                    asked = changes.changed(self.rng.choice(self.lookups), self.rng.choice([1, 1, 2]))
                else:
                    asked = Lookups(changes).made(opened.setup.players)
            try:
                answer = self.game.trick(opened.setup, validate(self.game.Lookup, asked, rule="play"))
            except Refusal as refusal:
                asked = changes.repaired(asked, refusal)
                continue
            except Exception as failure:
                self._note(failure, f"{where}, trick {dump_json(asked)}")
                continue
            self.summary.lookups += 1
            str(answer.why)
            changes.remember(asked)
            _keep(self.rng, self.lookups, asked, 200)

    # -- faults ------------------------------------------------------------------------------------

    def _noted(self, where: str) -> _Noting:
        return _Noting(self, where)

    def _note(self, failure: BaseException, where: str) -> None:
        place = traceback.extract_tb(failure.__traceback__)[-1]
        name = f"{type(failure).__name__} in {Path(place.filename).name}:{place.lineno}"
        kept = self.summary.faults.setdefault(name, [])
        if len(kept) < SHOWN:
            kept.append(Fault(f"{type(failure).__name__}: {str(failure)[:600]}", where))
        else:
            kept.append(Fault("", ""))


class _Noting:
    """A ``with`` in which a failure is noted, and the run goes on."""

    def __init__(self, volume: Volume, where: str) -> None:
        self.volume, self.where = volume, where

    def __enter__(self) -> None:
        return None

    def __exit__(self, kind: Any, failure: BaseException | None, trace: Any) -> bool:
        if isinstance(failure, Exception):
            self.volume._note(failure, self.where)
            return True
        return False


def _check_refusal(refusal: Refusal) -> None:
    assert refusal.errors
    for fault in refusal.errors:
        assert str(fault.message).strip()
        assert refusal.malformed or fault.code


def _keep(rng: Random, kept: list[Entry], entry: Entry, most: int) -> None:
    if len(kept) < most:
        kept.append(entry)
    else:
        kept[rng.randrange(most)] = entry


def _as_stored(state: Any) -> Any:
    return type(state).model_validate_json(dump_json(state.model_dump(mode="json")))
