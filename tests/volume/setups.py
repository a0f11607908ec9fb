"""Random players, house rules and starts."""

from __future__ import annotations

from contextlib import suppress
from dataclasses import replace
from random import Random
from typing import Any

from scoring.engine.game import Game
from scoring.engine.match import OpenMatch, open_match
from scoring.engine.refusal import Refusal
from tests.volume.change import Changes
from tests.volume.schema import Schemas


class Setups:
    """Opens matches of a game with random players, options and starts; what is refused is tried otherwise."""

    def __init__(self, rng: Random, game: Game[Any, Any]) -> None:
        self.rng, self.game = rng, game
        figures = [value for value in game.Options().model_dump().values() if type(value) is int]
        self.options = Changes(rng, Schemas(game.Options.model_json_schema()), max(game.players), figures)
        self.starts = Changes(rng, Schemas(game.start_model.model_json_schema()), max(game.players), figures)
        self.known: list[tuple[int, dict[str, Any], dict[str, Any]]] = []
        """Players, options and states that matches had."""
        self.refused = 0

    def learn(self, players: int, options: dict[str, Any], start: dict[str, Any]) -> None:
        """Keeps what a match was played with, or how it stood."""
        self.options.remember(options)
        self.starts.remember(start)
        if len(self.known) < 200:
            self.known.append((players, options, start))
        else:
            self.known[self.rng.randrange(200)] = (players, options, start)

    def open(self) -> tuple[int, dict[str, Any], dict[str, Any], OpenMatch]:
        """Players, options and start of a new match, and the match."""
        while True:
            players = self.rng.choice(self.game.players)
            options, start = self._options(), self._start(players)
            if self.known and self.rng.random() < 0.3:
                players, options, start = self.rng.choice(self.known)
                if self.rng.random() < 0.5:
                    start = self._changed_start(start)
            for _ in range(4):
                try:
                    return players, options, start, open_match(self.game, players, options, start)
                except Refusal as refusal:
                    self.refused += 1
                    players, options, start = self._repaired(players, options, start, refusal)

    def refuse_some(self, players: int, options: dict[str, Any], start: dict[str, Any]) -> None:
        """Opens some more matches, nearly as one that was played, to see what is refused."""
        for _ in range(6):
            changed = self.starts.changed(start, self.rng.choice([1, 1, 2]))
            rules = self.options.changed(options, 1) if self.rng.random() < 0.2 else options
            with suppress(Refusal):
                open_match(self.game, self.rng.choice([players, players, players, players + 1]), rules, changed)

    def _options(self) -> dict[str, Any]:
        share = self.rng.choice([0, 0, 0.15, 0.5])
        options = {}
        for name in self.game.Options.model_fields:
            if self.rng.random() < share:
                options[name] = self.options.new_value({}, (name,))
        return options

    def _start(self, players: int) -> dict[str, Any]:
        roll = self.rng.random()
        if roll < 0.6:
            return {}
        if roll < 0.7:
            return {"dealer": self.rng.randrange(players)}
        known = [start for seats, _, start in self.known if seats == players and start]
        if known and roll < 0.92:
            return self._changed_start(self.rng.choice(known))
        return self.starts.changed({}, self.rng.randint(1, 4))

    def _changed_start(self, start: dict[str, Any]) -> dict[str, Any]:
        if self.rng.random() < 0.4:
            share = self.rng.random()
            start = {name: value for name, value in start.items() if self.rng.random() < share}
        return self.starts.changed(start, self.rng.choice([0, 1, 1, 2]))

    def _repaired(
        self, players: int, options: dict[str, Any], start: dict[str, Any], refusal: Refusal
    ) -> tuple[int, dict[str, Any], dict[str, Any]]:
        pointer = refusal.errors[0].pointer
        if pointer.startswith("/options"):
            whole = self.options.repaired(options, _below(refusal, "/options"))
            return players, whole if isinstance(whole, dict) else {}, start
        if pointer.startswith("/start"):
            whole = self.starts.repaired(start, _below(refusal, "/start"))
            return players, options, whole if isinstance(whole, dict) else {}
        return self.rng.choice(self.game.players), options, {}


def _below(refusal: Refusal, prefix: str) -> Refusal:
    """The refusal with pointers inside what it is about."""
    return Refusal([replace(fault, pointer=fault.pointer.removeprefix(prefix)) for fault in refusal.errors])
