"""Matches as codes."""

from __future__ import annotations

from pydantic import Field

from companion.http.models import Number, ResponseModel
from scoring.match_code import CodedMatch
from scoring.services.comparison import Comparison


class MatchCodes(ResponseModel):
    """The codes of a match."""

    codes: list[str] = Field(description="One text for each QR code; mostly one.")
    addresses: list[str] = Field(description="The same as addresses that a phone's camera opens.")
    bytes: int = Field(description="How many bytes they hold.")
    digest: str = Field(description="Of its history: copies of a match with the same changes have the same one.")


class DecodedHand(ResponseModel):
    """A hand of a code, scored."""

    number: int = Field(description="From 1.")
    kind: str = Field(description="Which kind of hand it was.")
    points: list[Number] = Field(description="What the hand changed, by side.")
    totals: list[Number] = Field(description="The totals after it, by side.")
    summary: str = Field(description="The hand in a few words, as a row of the sheet shows it.")


class PrintedDifference(ResponseModel):
    """A hand of a printed sheet with other points than the calculators give."""

    hand: int = Field(description="Its number, from 1.")
    printed: list[Number] = Field(description="The points on the sheet, by side.")
    scored: list[Number] = Field(description="The points that the hand scores, by side.")


class DecodedMatch(ResponseModel):
    """What codes hold, scored again."""

    match: CodedMatch = Field(description="What is in the codes.")
    digest: str = Field(description="Of its history.")
    sides: list[str] = Field(description="The names of the columns.")
    hands: list[DecodedHand] = Field(description="Every hand, scored again.")
    totals: list[Number] = Field(description="By side, after the last hand.")
    printed: list[PrintedDifference] | None = Field(
        description="Of a printed sheet: the hands whose points differ, empty if all are as printed; else null."
    )


class KeptMatch(ResponseModel):
    """The result of keeping a match from codes."""

    match: str = Field(description="Its id here.")
    version: int = Field(description="The match's version here.")
    comparison: Comparison = Field(
        description="The match of the codes, compared with the one here: `ahead`, then it is stored; `same`, `behind` "
        "or `different`, then nothing was written."
    )
