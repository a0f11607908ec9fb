"""Lines of anything: words that a game knows, in any order, with signs and letters of all scripts between them."""

from __future__ import annotations

import random
from collections.abc import Iterator

from scoring.engine.match import open_match
from scoring.games import all_games
from scoring.languages import STYLES, language
from scoring.say import LONGEST, Answer, read_line
from scoring.say.lexicon import lexicon_of

NAMES = ["Anna", "Ben", "Cleo", "Dan", "Eva", "Finn", "Gus", "Hal"]
_SIGNS = ["20", "-5", "♥", "nein", "no", "не", "\u202e", "🂡", "\x00", "{n}", "0.5", "1e9", "9" * 30]


def read_anything(count: int, seed: int) -> Iterator[Answer]:
    """Returns what so many random lines are read as, every game in every language in turn."""
    chance = random.Random(seed)
    games, codes = list(all_games().values()), ["en", *STYLES]
    for number in range(count):
        game, code = games[number % len(games)], codes[number % len(codes)]
        opened, names = open_match(game, game.players[0]), NAMES[: game.players[0]]
        lexicon = lexicon_of(game.form(opened.setup, opened.state), language(code, game.slug), game)
        pieces = [*chance.choices(sorted(lexicon.known), k=12), *names, *_SIGNS, chr(chance.randrange(32, 0x3000))]
        text = " ".join(chance.choices(pieces, k=chance.randrange(14)))[:LONGEST]
        yield read_line(text, opened, opened.state, names, language(code, game.slug))
