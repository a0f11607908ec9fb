"""All games. A game is a module in this folder with a ``game``; nothing else is needed to add it.

EXTRA_GAMES (environment): a folder of a club's own, with modules in ``games/`` and rules pages in ``content/``.
"""

from __future__ import annotations

import importlib
import os
import pkgutil
from functools import cache
from pathlib import Path
from typing import Any

from scoring.engine.game import Game

EXTRA = Path(os.environ["EXTRA_GAMES"]) if os.environ.get("EXTRA_GAMES") else None
if EXTRA:
    __path__.append(str(EXTRA / "games"))


@cache
def all_games() -> dict[str, Game[Any, Any]]:
    """Returns every game by slug, in the order of their names."""
    modules = [importlib.import_module(f"{__name__}.{info.name}") for info in pkgutil.iter_modules(__path__)]
    games: list[Game[Any, Any]] = [module.game for module in modules]
    return {game.slug: game for game in sorted(games, key=lambda game: game.name)}


def get(slug: str) -> Game[Any, Any]:
    """Returns the game with this slug. Raises KeyError."""
    return all_games()[slug]
