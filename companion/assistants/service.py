"""What we offer to assistants: nine tools and a prompt."""

from __future__ import annotations

from collections.abc import Mapping

from django.conf import settings

from companion.assistants import match_tools, rules_tools, scoring_tools
from companion.assistants.protocol import Prompt, Service


def _explain_score(arguments: Mapping[str, str]) -> str:
    """The message of the prompt."""
    players = f" Players in seat order: {arguments['players']}." if arguments.get("players") else ""
    return (
        f"Explain the score of this hand of {arguments['game']}: {arguments['hand']}.{players} Use find_game for the "
        "form of the hand and score_hands for the figures; ask me for facts that are missing. Then tell the "
        "calculation line by line, as one says it at the table, in the language of my words, each with the "
        "address of its rule. If the hand cannot have happened, say which rule it breaks."
    )


SERVICE = Service(
    info={
        "name": "companion",
        "title": "Card table Companion",
        "version": str(settings.SPECTACULAR_SETTINGS["VERSION"]),
    },
    instructions="Scores and rules of card games that people play with real cards. Calculate with the tools, not "
    "yourself. Quote rules with their address. If a tool says that something is not in the rules, say so. Answer in "
    "the asker's language: give it as `language`.",
    tools=(*rules_tools.TOOLS, *scoring_tools.TOOLS, *match_tools.TOOLS),
    prompts=(
        Prompt(
            "explain_score",
            "Explain the score of this hand",
            "How the points of a hand come about, line by line, with the rules.",
            {
                "game": ("The game, by any of its names.", True),
                "hand": ("What happened, in your own words.", True),
                "players": ("Names in seat order.", False),
            },
            _explain_score,
        ),
    ),
)
