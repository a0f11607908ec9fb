"""An example of a trick for every game that has tricks: a game declares none."""

from __future__ import annotations

from contextlib import suppress
from functools import cache
from typing import Any

from companion.http.problems import Problem
from scoring.api.scoring import look_up_trick
from scoring.games import all_games

_HEARTS = ("KH", "AH", "QH", "JH", "10H", "9H", "8H", "7H", "6H", "5H", "4H", "3H", "2H")
#: What some games need to know besides the cards played.
_FACTS = {"trump": "C", "game": "C", "up_card": "7D", "play": "7D"}


@cache
def trick_example(slug: str) -> tuple[dict[str, Any], dict[str, Any]]:
    """Everybody plays a heart, the second player the ace: the look-up and its answer. As many play as can."""
    game: Any = all_games()[slug]
    fields = game.Lookup.model_fields
    needed = {name for name in fields if fields[name].is_required() or name == "trump"}
    facts = {name: value for name, value in _FACTS.items() if name in needed}
    for players in reversed(game.players):
        plays = [{"seat": seat, "card": card} for seat, card in enumerate(_HEARTS[:players])]
        sent = {"players": players, **({} if "play" in facts else {"plays": plays}), **facts}
        with suppress(Problem):
            return sent, look_up_trick(game, game.Lookup, sent)
    raise LookupError(slug)
