"""What the page says about the coming hand, it says once."""

from __future__ import annotations

import re

import pytest

from tests.pages.phone import Pages


@pytest.mark.django_db
@pytest.mark.parametrize(
    ("slug", "players", "said"),
    [
        ("canadian-salad", 4, "Hand 1 of 6"),
        ("back-alley", 4, "Hand 1 of 26"),
        ("mate", 2, "Game 1 of"),
        ("democracy", 3, "Island 1"),
        ("calypso", 4, "Trumps"),
        ("loo", 5, "A trick pays"),
        ("zetema", 3, "oubled"),
        ("tute", 4, "Hand 1 of 1"),
    ],
)
def test_it_stands_on_the_page_once(slug: str, players: int, said: str) -> None:
    assert _head(slug, players).count(said) == 1


@pytest.mark.django_db
@pytest.mark.parametrize(
    ("slug", "players", "word"),
    [
        ("buried-treasure", 3, r"\bto go\b|To go"),
        ("zetema", 3, r"\bto go\b|To go"),
        ("couillon", 4, "to rub out"),
        ("tute", 4, r"ands won(?!</span>)"),
        ("canadian-salad", 4, r"Hand 1(?! of 6)"),
        ("democracy", 3, "Hand 1"),
    ],
)
def test_what_the_totals_or_the_heading_say_is_no_notice(slug: str, players: int, word: str) -> None:
    assert not re.search(word, _head(slug, players))


def _head(slug: str, players: int) -> str:
    """What stands above the questions of the first hand."""
    pages = Pages()
    page: str = pages.get(f"/matches/{pages.start(slug, players)}").content.decode()
    return page[page.index('id="top"') : page.index('id="entry"')]
