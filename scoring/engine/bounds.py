"""Bounds that the JSON Schema of a field shows. The game itself refuses values outside them.

Its refusal has a sentence for players, a code and the rule. These bounds do not change what is accepted.
"""

from __future__ import annotations

from typing import Annotated, Any

from pydantic import Field


def between(minimum: int, maximum: int) -> Any:
    """Returns the least and the greatest value of a number, for ``Annotated``."""
    return Field(json_schema_extra={"minimum": minimum, "maximum": maximum})


def entries(least: int, most: int) -> Any:
    """Returns the least and greatest number of entries of a list, for ``Annotated``: ``entries(2, 6)`` for 2 to 6
    players.
    """
    return Field(json_schema_extra={"minItems": least, "maxItems": most})


Side = Annotated[int, between(0, 1)]
"""One of two sides."""
