"""``make dictionaries``: writes a dictionary for each game that has none."""

from scoring.games import all_games
from scoring.match_code.dictionaries import add_missing

print(", ".join(add_missing(all_games())) or "Every game has one.")
