"""The answer to a recorded hand, as a pydantic model for FastAPI and django-ninja."""

from __future__ import annotations

from typing import Any

from pydantic import BaseModel


class Line(BaseModel):
    """A line of the explanation."""

    text: str
    value: float | int | None = None
    rule: str
    code: str | None = None


class RecordedHand(BaseModel):
    """A hand and the status of its match. details, state and the next hand differ from game to game."""

    number: int
    kind: str
    points: list[int | float]
    totals: list[int | float]
    complete: bool
    summary: str
    details: dict[str, Any]
    explanation: list[Line]
    game: str
    input: dict[str, Any]
    recorded_at: str
    version: int
    finished: bool
    winners: list[int]
    reason: str | None = None
    next: dict[str, Any] | None
    state: dict[str, Any]
