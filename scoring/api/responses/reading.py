"""What a line says: the hand, what is asked, the hands to choose from."""

from __future__ import annotations

from typing import Any

from pydantic import Field

from companion.http.models import ResponseModel
from scoring.api.responses.scoring import ScoredHand


class Understood(ResponseModel):
    """A question of the form that the line answers."""

    question: str = Field("", description="As the form asks it, in the language of the answer.")
    fields: list[str] = Field(description="The fields of the hand that it fills, by path: `outcome.won`.")
    words: list[str] = Field(description="The parts of the line from which it was understood, as they were sent.")


class AskedQuestion(ResponseModel):
    """A question that the line leaves open."""

    question: str = Field("", description="As the form asks it, in the language of the answer.")
    fields: list[str] = Field(description="The fields of the hand that it fills, by path.")


class ReadHand(ResponseModel):
    """A hand that the line may mean."""

    hand: dict[str, Any] = Field(description="The hand, as `score` and the hands of a match take it.")
    result: ScoredHand = Field(description="What it scores, as the first hand after `start`.")
    understood_from: list[Understood] = Field(description="Which words say what.")


class ReadLine(ResponseModel):
    """What a line says. Without `hand`, `missing`, `alternatives`, `refused` and `not_understood` it is no hand."""

    hand: dict[str, Any] | None = Field(
        description="The hand, if the line has one meaning, every word was understood and nothing is missing, or null."
    )
    result: ScoredHand | None = Field(description="What it scores, as the first hand after `start`; null without one.")
    understood_from: list[Understood] = Field(description="Which words say what.")
    missing: list[AskedQuestion] = Field(description="What is needed and was not said.")
    alternatives: list[ReadHand] = Field(description="Two to four hands, if the line may mean any of them.")
    not_understood: list[str] = Field(description="Words of the line that say nothing that is known: ask about them.")
    refused: str = Field("", description="Why the game refuses what was said.")
