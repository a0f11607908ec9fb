"""Results of hands and tricks."""

from __future__ import annotations

from typing import Any

from pydantic import ConfigDict, Field

from companion.http.models import Number, ResponseModel


class Side(ResponseModel):
    """One column of the score sheet."""

    seats: list[int] = Field(description="Who plays together, from 0.")
    name: str = Field(description="The players' names; partners as the language joins them, in English by `&`.")


class ExplanationLine(ResponseModel):
    """A step of the calculation, as a player would say it."""

    text: str = Field(description="One sentence, in the language of the answer.")
    value: Number = Field(0, description="The figure that the line arrives at, if it has one.")
    rule: str = Field(description="The section of the rules that it applies.")
    code: str = Field(
        "",
        description="The name of a notice that an app may want to treat in its own way: `hand_number` (it says the "
        "number of the coming hand and no more), `hand_of` (which hand it is, as the game counts), `to_go` (how far "
        "each side is from the end), `seats` (who deals, leads or speaks first), `board` (what the board of "
        "the match shows too) or `usual` (what applies in every hand).",
    )


class ScoredHand(ResponseModel):
    """The result of a hand."""

    number: int = Field(description="From 1, in the order of the hands.")
    kind: str = Field(description="Which kind of hand it was.")
    points: list[Number] = Field(description="What the hand changed, by side.")
    totals: list[Number] = Field(description="The totals after it, by side.")
    complete: bool = Field(description="False while the hand is still being played.")
    summary: str = Field(description="The hand in a few words, as a row of the sheet shows it.")
    details: dict[str, Any] = Field(description="The game's own derived figures.")
    explanation: list[ExplanationLine] = Field(
        description="The whole calculation, in the order in which players do it."
    )


class ComingHand(ResponseModel):
    """The next hand, with notices for the players; some games have more fields."""

    model_config = ConfigDict(extra="allow")

    number: int = Field(
        description="The number that its record gets, as in `hands` and in the address of a stored hand: 1 is the "
        "first of this match. Hands that were played before `start` are not counted here; a game that counts them too "
        "says so in a field of its own."
    )
    dealer: int | None = Field(description="The seat that deals; null if the game does not say.")
    leads: int | None = Field(description="The seat that leads first; null if the game does not say.")
    sits_out: list[int] = Field(description="The seats that do not play this hand.")
    notices: list[ExplanationLine] = Field(description="What the table should know before it is dealt or played.")


class Outcome(ResponseModel):
    """The status of a match; some games have more fields."""

    model_config = ConfigDict(extra="allow")

    totals: list[Number] = Field(description="By side.")
    finished: bool = Field(description="Whether the match is over, by its rules or because the players ended it.")
    winners: list[int] = Field(description="The sides that have won; empty while the match goes on.")
    reason: str = Field("", description="Why the match is over.")
    next: ComingHand | None = Field(description="The next hand; null once the match is finished.")


class Score(Outcome):
    """Hands, scored."""

    game: str = Field(description="The slug of the game.")
    sides: list[Side] = Field(description="The columns of the sheet: `points` and `totals` are in this order.")
    effective_options: dict[str, Any] = Field(description="All options, as they count.")
    hands: list[ScoredHand] = Field(description="In the order in which they were sent.")
    state: dict[str, Any] = Field(description="The state after the last hand. To continue, send it back as start.")


TAKES_IT = "The seat that takes the trick, or is winning it so far; null if it is tied."


class TrickAnswer(ResponseModel):
    """Who takes a trick, or which cards may be played; some games have more fields."""

    model_config = ConfigDict(extra="allow")

    winner: int | str | None = Field(
        0,
        description=f"{TAKES_IT} Where a game was asked about cards without seats, one of its own words: `lead` or "
        "`answer` in Mate.",
    )
    card: str | None = Field("", description="The card that takes it.")
    next_leader: int | None = Field(0, description="The seat that leads next.")
    legal: list[str] = Field([], description="With a hand: the cards of it that may be played.")
    why: str = Field(description="The reason in a sentence, in the language of the answer.")
    rule: str = Field(description="The section of the rules that decides it.")
