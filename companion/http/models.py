"""Base models of requests and responses."""

from __future__ import annotations

from collections.abc import Callable
from typing import Annotated, Any, ClassVar

from pydantic import BaseModel, ConfigDict, Field

Time = Annotated[str, Field(json_schema_extra={"format": "date-time"})]
"""A time as text, in UTC."""


Number = int | float
"""A number as it was counted: 23, not 23.0."""


class RequestModel(BaseModel):
    """A request body: no unknown fields, no conversion of types."""

    model_config = ConfigDict(extra="forbid", strict=True)


class ResponseModel(BaseModel):
    """A successful response. A field is left out if it has its default; a field that may be null says so.

    example: makes an example for the documentation, where none is recorded.
    """

    example: ClassVar[Callable[[], Any] | None] = None


class Query(BaseModel):
    """The query parameters of an address. Fields are read from text; every field has an example."""

    model_config = ConfigDict(extra="forbid", frozen=True)
