"""Worked examples as the rules page draws them: amounts in a column of their own, tricks with their cards."""

from __future__ import annotations

import re
from pathlib import Path

import pytest
from django.utils.translation import override

from rulesref.generated import examples_text
from scoring.games import all_games, get

EXAMPLES = Path(__file__).parents[2] / "rulesref" / "content" / "examples"


def _examples(slug: str) -> dict[str, str]:
    """Each example of a page in Markdown, by its title."""
    with override("en"):
        text = examples_text(get(slug), EXAMPLES / f"{slug}.yaml")
    parts = re.split(r"^### (.+) \{#example-\d+\}$", text, flags=re.MULTILINE)
    return dict(zip(parts[1::2], parts[2::2], strict=True))


@pytest.mark.parametrize("slug", sorted(all_games()))
def test_no_line_ends_in_a_colon_and_a_figure(slug: str) -> None:
    for title, text in _examples(slug).items():
        lines = [line.strip("|- ") for line in text.splitlines() if line.startswith(("- ", "| "))]
        assert not [line for line in lines if re.search(r":\s[+−]?[\d,.]+$", line)], title


def test_amounts_have_a_column_of_their_own() -> None:
    text = _examples("nine-card-don")["A hand pegged card by card, with game"]
    assert "| ♠5 to Ada & Cleo | 10 |" in text
    assert "| Ada & Cleo: 0 + 26 = 26 |  |" in text


@pytest.mark.parametrize(
    ("slug", "title", "trick"),
    [
        (
            "calypso",
            "The own suit is led and trumped higher",
            "- Trick 1: Ben ♦J, Cleo ♦K, Dan ♣Q, Ada ♦2; Dan takes it",
        ),
        ("calypso", "Two equal trumps", "- Trick 1: Ada ♥9, Ben ♦8, Cleo ♥2, Dan ♣8; Ben takes it"),
        (
            "twenty-five",
            "Diamonds are trumps; the five beats jack and ace of hearts",
            "- Trick 1: Ben ♥5, Cleo ♦J, Dan ♦5, Ada ♥A; Dan takes it",
        ),
        (
            "twenty-five",
            "Two players by their cards; the dealer robs a turned ace",
            "- Trick 2: Ada ♣5, Ben ♣10; Ada takes it",
        ),
        (
            "democracy",
            "Six players: the six beats the five, and two fives tie",
            "- Trick 2: ♠7 turned; Ada ♦5, Ben ♥5, Cleo ♥K, Dan ♦4, Eve ♦3, Finn ♥A; nobody takes it",
        ),
        (
            "truc",
            "A hand by its cards; whoever led a drawn trick leads again",
            "- Trick 1: Ben ♣3, Cleo ♦3, Dan ♥4, Ada ♠2; nobody takes it",
        ),
        (
            "truco",
            "A hand by its cards, with a card laid face down",
            "- Trick 2: Ben ♣K, Cleo ♦7, Dan face down, Ada ♥6; Cleo takes it",
        ),
    ],
)
def test_a_trick_shows_its_cards_and_who_takes_it(slug: str, title: str, trick: str) -> None:
    assert trick in _examples(slug)[title].splitlines()


def test_a_refused_trick_shows_what_was_entered() -> None:
    text = _examples("calypso")["The second of two equal trumps does not win"]
    assert "- Trick 1: Ada ♥9, Ben ♦8, Cleo ♥2, Dan ♣8; Dan takes it" in text
    assert "Refused: Ben wins this trick" in text
