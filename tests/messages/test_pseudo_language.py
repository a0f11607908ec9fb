"""In the pseudo-language no game says a word of raw English."""

from __future__ import annotations

from functools import cache

import pytest

from scoring.engine.messages import fill_names, render, say
from scoring.games import all_games
from tests.messages.pseudo import PSEUDO, raw_english
from tests.messages.shown import Said, said

NAMES = [str(number) for number in range(12)]


def show(text: Said) -> str:
    """A text in the pseudo-language."""
    if isinstance(text, str):
        return PSEUDO.gettext(text)
    return fill_names(render(say("{it}", it=text), PSEUDO), NAMES, NAMES)


@cache
def untranslated(slug: str) -> list[str]:
    """The texts of a game that are not English as a whole in the pseudo-language, with what they are in English."""
    found = ((render(say("{it}", it=text)), raw_english(show(text))) for text in said(slug))
    return sorted({f"{text!r}: {', '.join(raw)}" for text, raw in found if raw})


@pytest.mark.parametrize("slug", sorted(all_games()))
def test_nothing_is_raw_english(slug: str) -> None:
    assert untranslated(slug) == []
