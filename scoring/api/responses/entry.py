"""The entry points of the API."""

from __future__ import annotations

from pydantic import Field

from companion.http.models import ResponseModel

LINKS = {
    "self": "/api/v1",
    "games": "/api/v1/games",
    "tables": "/api/v1/tables",
    "events": "/api/v1/events",
    "rules": "/api/v1/rules",
    "openapi": "/api/v1/openapi.json",
    "openapi_core": "/api/v1/openapi/core.json",
    "openapi_of_a_game": "/api/v1/openapi/{slug}.json",
    "docs": "/api/docs",
    "guide": "/api/guide",
    "problems": "/api/problems",
}
"""Addresses by name; ``{slug}`` stands for a game's."""


class Entry(ResponseModel):
    """Where everything is."""

    name: str = Field("Card table Companion", description="The name of this service.")
    version: str = Field("v1", description="Of the API: part of its addresses.")
    links: dict[str, str] = Field(
        LINKS, description="Addresses by name; `{slug}` stands for the `slug` of a game in `games`."
    )
