"""Base models of requests and responses."""

from __future__ import annotations

from collections.abc import Callable
from typing import Annotated, Any, ClassVar

from pydantic import BaseModel, ConfigDict, Field, PlainSerializer, WithJsonSchema

from scoring.engine.messages import trim_number

Time = Annotated[str, Field(json_schema_extra={"format": "date-time"})]
"""A time as text, in UTC."""

Number = Annotated[float, PlainSerializer(trim_number, return_type=Any), WithJsonSchema({"type": "number"})]
"""A number, written as every answer writes it: 23, not 23.0."""


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


class ZoneQuery(Query):
    """In which time zone days are meant, see ``api_view.zone_of``."""

    tz: str | None = Field(
        None,
        description="The time zone of days, by its IANA name; left out: that of the server (`TIME_ZONE`, usually UTC).",
        examples=["America/Sao_Paulo"],
    )
