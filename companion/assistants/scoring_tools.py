"""Tools that calculate, without a key: the calculators of the API."""

from __future__ import annotations

from typing import Any

from django.utils.translation import gettext
from pydantic import Field
from pydantic_core import from_json

from companion.assistants.calls import Answer, AnswerLanguage, Arguments, Call, tool
from companion.assistants.protocol import Json
from companion.http.problems import Problem
from scoring.api.bodies import ScoreBody, TrickBody
from scoring.api.scoring import game_of, look_up_trick, score
from scoring.languages import current_language

#: Arguments that are ours; the others are the body of the API.
_OURS = ("slug", "language")


class ScoreHands(ScoreBody, Arguments):
    """Hands of one game."""

    slug: str = Field(description="Of the game, from find_game.")


def score_hands(call: Call, arguments: ScoreHands, sent: Json) -> Answer:
    """Scores hands. data is the answer of the API. Raises Problem, Refusal."""
    game = game_of(arguments.slug)
    body = ScoreBody(**{name: value for name, value in sent.items() if name not in _OURS})
    data = from_json(score(game, body))
    return Answer(told_score(call, data), data)


def told_score(call: Call, data: Json) -> str:
    """Returns scored hands as a player would tell them. data: as the API answers, with ``sides`` and ``hands``."""
    names = [side["name"] for side in data["sides"]]
    lines = []
    for hand in data["hands"]:
        points = _by_side(names, hand.get("points") or [], sign=True)
        lines.append(f"{hand.get('number', '')}. {points}".strip())
        lines += [told_line(call, line) for line in hand.get("explanation", ())]
    lines.append(gettext("Totals: {totals}").format(totals=_by_side(names, data["totals"])))
    if data.get("finished"):
        winners = current_language().join_texts(names[side] for side in data["winners"])
        end = gettext("The match is over. {names} won.") if winners else gettext("The match is over. Nobody won.")
        lines.append(end.format(names=winners))
    return "\n".join(lines)


def told_line(call: Call, line: Json) -> str:
    """Returns a line of an explanation with its figure and the address of its rule."""
    value = "" if line.get("value") is None else f" = {current_language().number(line['value'])}"
    rule = call.address(line.get("rule", ""))
    return f"- {line['text']}{value}" + (f" ({rule})" if rule else "")


def _by_side(names: list[str], figures: list[Any], sign: bool = False) -> str:
    number = current_language().number
    return ", ".join(f"{name} {number(figure, sign)}" for name, figure in zip(names, figures, strict=False))


class WhoTakesTrick(TrickBody):
    """A trick that is complete."""

    slug: str = Field(description="Of the game, from find_game.")
    language: AnswerLanguage = ""


class WhatMayBePlayed(WhoTakesTrick):
    """A trick that is not complete, and a player's cards."""

    hand: list[str] = Field(description="The player's cards: AC, 10H, QS, 7D.")


def look_up(call: Call, arguments: WhoTakesTrick, sent: Json) -> Answer:
    """Looks a trick up. data is the answer of the API. Raises Problem, Refusal."""
    game = game_of(arguments.slug)
    if game.Lookup is None:
        name = current_language(game.slug).gettext(game.name)
        raise Problem("not-found", gettext("{game} has no tricks to look up.").format(game=name))
    data = look_up_trick(game, game.Lookup, {name: value for name, value in sent.items() if name not in _OURS})
    if "legal" in data:
        found = current_language().cards(data["legal"])
    elif data["winner"] is None:
        found = gettext("The trick is tied.")
    else:
        found = gettext("Seat {number} takes it with {card}.").format(
            number=data["winner"] + 1, card=current_language().cards([data["card"]])
        )
    return Answer(f"{found} {data['why']} ({call.address(data['rule'])})", data)


_FACTS = "Also give the facts that find_game lists under trick (trump, ...), beside plays. Seats count from 0."

TOOLS = (
    tool(
        "score_hands",
        "Score hands",
        "Call to score one hand or a whole evening, and to explain a score: never calculate yourself. Hands as in "
        "find_game. Nothing is stored. Every line of the answer names its rule.",
        ScoreHands,
        score_hands,
    ),
    tool(
        "who_takes_trick",
        "Who takes this trick",
        f"Call when the cards of a trick are on the table. {_FACTS}",
        WhoTakesTrick,
        look_up,
    ),
    tool(
        "what_may_be_played",
        "What may be played",
        f"Call when a player asks which cards of a hand are allowed. plays: the cards before. {_FACTS}",
        WhatMayBePlayed,
        look_up,
    ),
)
