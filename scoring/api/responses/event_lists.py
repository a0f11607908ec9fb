"""Lists of tables that were taken in."""

from __future__ import annotations

from pydantic import Field

from companion.http.models import ResponseModel


class TakenList(ResponseModel):
    """A list that was taken in."""

    round: int = Field(description="The round, from 1.")
    table_number: int = Field(description="The number of the table.")
    match: str = Field(description="The id of its match.")
    deals: int = Field(description="How many hands it has now.")
    news: bool = Field(description="Whether the list brought anything that was not here.")
