"""Matches for codes: the golden ones, and random legal ones of every game."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from random import Random
from typing import Any

from rulesref.files import load_yaml
from scoring.db.json_text import hand_input
from scoring.engine.match import open_match, step
from scoring.games import all_games, get
from scoring.match_code import CodedChange, CodedMatch
from tests.volume.run import MOST_HANDS, Volume

GOLDEN = Path(__file__).parents[1] / "games" / "golden"
NAMES = ("Ann", "Benedikt", "Carla", "Dora", "Emil", "Friederike", "Gerd", "Hanna", "Ida", "Jakob", "Karla", "Leo")
BEGAN = 1_767_000_000
_LETTERS = "23456789abcdefghjkmnpqrstuvwxyz"


def coded(
    slug: str,
    players: int,
    hands: list[Any],
    options: dict[str, Any] | None = None,
    start: dict[str, Any] | None = None,
    seed: int = 1,
) -> CodedMatch:
    """Returns a match of these hands, recorded every few minutes one after the other."""
    rng = Random(seed)
    when = BEGAN
    changes = []
    for number, hand in enumerate(hands, 1):
        when += rng.randint(60, 400)
        changes.append(CodedChange(what="record", hand=number, after=hand, when=when))
    match_id = "".join(rng.choice(_LETTERS) for _ in range(28))
    return CodedMatch(
        id=match_id,
        game=slug,
        players=list(NAMES[:players]),
        options=options or {},
        start=start or {},
        created=BEGAN,
        changes=changes,
    )


def golden(slug: str) -> CodedMatch:
    """Returns the golden match of a game, without its questions (which are not stored)."""
    match = load_yaml((GOLDEN / f"{slug}.yaml").read_text(encoding="utf-8"))
    game = get(slug)
    players = match.get("players") or game.players[0]
    options, start = match.get("options") or {}, match.get("start") or {}
    opened = open_match(game, players, options, start)
    state: Any = opened.state
    hands: list[Any] = []
    for entry in match["hands"]:
        scored = step(opened, state, entry, len(hands) + 1)
        if not scored.result.is_query:
            hands.append(hand_input(scored.hand))
            state = scored.state
    return coded(slug, players, hands, options, start)


def all_golden() -> Iterator[CodedMatch]:
    """Yields: the golden match of every game."""
    for slug in all_games():
        yield golden(slug)


class RandomMatches(Volume):
    """Random legal matches of a game."""

    def matches(self, count: int) -> Iterator[CodedMatch]:
        """Yields: so many matches of up to ``MOST_HANDS`` hands."""
        for number in range(count):
            players, options, start, opened = self.setups.open()
            state: Any = opened.state
            hands: list[Any] = []
            while len(hands) < MOST_HANDS and not self.game.verdict(opened.setup, state).finished:
                found = self._legal(opened, state, len(hands) + 1, f"{players}, {options}, {start}")
                if found is None:
                    break
                scored = found[1]
                if scored.result.is_query:
                    continue
                hands.append(hand_input(scored.hand))
                state = scored.state
                if not scored.result.complete:
                    break
            self.setups.learn(players, options, state.model_dump(mode="json"))
            yield coded(self.game.slug, players, hands, options, start, seed=number)


def skat_list(seed: int, deals: int = 36) -> CodedMatch:
    """Returns a Skat list of three players as clubs write it: game, declarer, matadors, won or lost, seldom more.

    How often each game is played is a guess from lists that were seen; it decides nothing but the size.
    """
    rng = Random(seed)
    hands: list[dict[str, Any]] = []
    for _ in range(deals):
        kind = rng.choices(["suit", "grand", "null", "passed_in"], [65, 24, 7, 4])[0]
        if kind == "passed_in":
            hands.append({"kind": kind})
            continue
        hand: dict[str, Any] = {"kind": kind, "declarer": rng.randrange(3)}
        if kind == "suit":
            hand["trump"] = rng.choice("CSHD")
        if kind != "null":
            hand["matadors"] = {rng.choice(["with", "against"]): rng.choices([1, 2, 3, 4], [60, 25, 10, 5])[0]}
        if rng.random() < 0.15:
            hand["hand"] = True
        outcome: dict[str, Any] = {"won": rng.random() < 0.82}
        if kind != "null" and rng.random() < 0.15:
            outcome["level"] = "schneider"
        hand["outcome"] = outcome
        hands.append(hand)
    return coded("skat", 3, hands, {"rules": "international", "scoring": "list", "deals": deals}, seed=seed)
