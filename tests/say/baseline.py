"""The baseline: a reader that knows the labels of the form, names and figures, and passes over all other words."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from scoring.engine.match import OpenMatch
from scoring.engine.messages import Language
from scoring.say import Answer, answer_of, reads_of
from scoring.say.items import Line
from scoring.say.lexicon import Lexicon, form_phrases, names_of
from scoring.say.phrases import Tree, Words, pattern_of
from scoring.say.reading import Table
from scoring.say.tokens import tokens_of


def read_labels(text: str, opened: OpenMatch, state: Any, players: Sequence[str], language: Language) -> Answer:
    """Returns what the labels of the form alone make of a line, as ``read_line`` does."""
    form = opened.game.form(opened.setup, state)
    lexicon = Lexicon((Tree(map(pattern_of, form_phrases(form, language))),), {}, Words(), {}, frozenset())
    names = names_of(players, language.code, frozenset())
    items = Line(tokens_of(text), lexicon, names, opened.setup.sides).items()
    known = [item for item in items if item.meanings]
    return answer_of(reads_of(Table(form, opened.setup.sides, lexicon), opened, state, known), ())
