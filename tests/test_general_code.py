"""General code names no game and no word of a single game: what belongs to a game is declared by the game."""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator
from pathlib import Path

import pytest

from scoring.games import all_games
from tests.server import ROOT

#: Words of one game or a few, with which general code would know it without its name.
WORDS = (
    *("bock", "calypso", "capot", "durch", "kieker", "kontra", "litige", "manilha", "matador", "matadors", "mord"),
    *("pam", "quinola", "ramsch", "schneider", "schwarz", "vira", "vole", "zetema"),
)

#: Where names stand all the same, and why.
ALLOWED = {
    "companion/http/openapi/parameters.py": "an example of a file's name in the document",
    "companion/phone/gateway.py": "pages that are opened once, to be quick",
    "companion/well_known.py": "an example of an address",
    "rulesref/api.py": "examples of the document",
    "rulesref/management/commands/measure_search.py": "an example of a command line",
    "rulesref/search/named_games.py": "names that are ordinary words are searched for as words",
    "scoring/api/event_bodies.py": "the list of Skat, an official form",
    "scoring/api/responses/event_standings.py": "the list of Skat, an official form",
    "scoring/api/responses/games.py": "an example of the document",
    "scoring/api/responses/scoring.py": "an example of the document",
    "scoring/api/views/matches.py": "an example of the document",
    "scoring/api/views/scoring.py": "an example of the document",
    "scoring/api/views/settlements.py": "an example of the document",
    "scoring/api/views/tables.py": "an example of the document",
    "scoring/pages/events/paper_list.py": "the list of Skat, an official form",
    "scoring/pages/events/presets.py": "usual kinds of club events",
}


def _names() -> Iterator[str]:
    """Names and slugs of the games, but of the plain sheet, whose name is an ordinary word."""
    for slug, game in all_games().items():
        if slug != "points":
            yield from (slug, slug.replace("-", " "), game.name)


NAMED = re.compile(rf"(?<![a-z])({'|'.join(re.escape(name) for name in {*_names(), *WORDS})})(?![a-z])", re.IGNORECASE)


def named_in(source: str) -> list[str]:
    """Names and words of games in the code and the texts of a module; comments and docstrings may name examples."""
    tree = ast.parse(source)
    explained = {id(node.value) for node in ast.walk(tree) if isinstance(node, ast.Expr)}
    found = []
    for node in ast.walk(tree):
        match node:
            case ast.Constant(value=str() as text) if id(node) not in explained:
                pass
            case ast.Name(id=text) | ast.Attribute(attr=text) | ast.arg(arg=text):
                pass
            case ast.keyword(arg=str() as text) | ast.FunctionDef(name=text) | ast.ClassDef(name=text):
                pass
            case _:
                continue
        if named := NAMED.search(text.replace("_", " ")):
            found.append(f"{named[0]} in {text[:60]!r}")
    return found


def _general() -> Iterator[Path]:
    for package in ("companion", "rulesref", "scoring"):
        for path in sorted((ROOT / package).rglob("*.py")):
            if path.relative_to(ROOT).parts[:2] != ("scoring", "games") and "migrations" not in path.parts:
                yield path


@pytest.mark.parametrize(
    ("source", "found"),
    [
        ('x = {"ramsch": 1}', 1),
        ("rules.ramsch_fee", 1),
        ("def gong_zhu(): ...", 1),
        ('say("The totals; in Skat also the points")', 1),
        ('"""Such as Ramsch in Skat."""', 0),
        ('"a skatepark"', 0),
    ],
)
def test_what_counts_as_a_name(source: str, found: int) -> None:
    assert len(named_in(source)) == found


def test_general_code_names_no_game_and_no_word_of_one() -> None:
    named = {str(path.relative_to(ROOT)): named_in(path.read_text(encoding="utf-8")) for path in _general()}
    assert {file: found for file, found in named.items() if found and file not in ALLOWED} == {}
    assert [file for file in ALLOWED if not named.get(file)] == [], "no longer needed here"
