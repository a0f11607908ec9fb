"""Bounds that the JSON Schema of a field shows. The game itself refuses values outside them.

The game's refusal has a better sentence, a code and the rule. These bounds say the same in the schema, and never
change what is accepted.
"""

from __future__ import annotations

from typing import Annotated, Any

from pydantic import Field


def between(minimum: int, maximum: int) -> Any:
    """For a number, in ``Annotated``: its least and greatest value."""
    return Field(json_schema_extra={"minimum": minimum, "maximum": maximum})


def entries(least: int, most: int) -> Any:
    """For a list, in ``Annotated``: its least and greatest number of entries; ``entries(2, 6)`` with 2 to 6 players."""
    return Field(json_schema_extra={"minItems": least, "maxItems": most})


Side = Annotated[int, between(0, 1)]
"""One of two sides."""
