"""Base models of requests and responses.

A model has an ``example`` for the documentation: a value, or a function that makes one from the slug of a game.
"""

from __future__ import annotations

from typing import Annotated, Any, ClassVar

from pydantic import BaseModel, ConfigDict, Field

Time = Annotated[str, Field(json_schema_extra={"format": "date-time"})]
"""A time as text, in UTC."""


class RequestModel(BaseModel):
    """A request body: no unknown fields, no conversion of types."""

    model_config = ConfigDict(extra="forbid", strict=True)
    example: ClassVar[Any] = None


class ResponseModel(BaseModel):
    """A successful response. A field is left out if it has its default; a field that may be null says so."""

    example: ClassVar[Any] = None


class Query(BaseModel):
    """The query parameters of an address. Fields are read from text; every field has an example."""

    model_config = ConfigDict(extra="forbid", frozen=True)
