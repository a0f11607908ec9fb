"""Whether the details of a hand are as their game declares them, which is how the API describes them."""

from __future__ import annotations

from collections.abc import Mapping
from functools import cache
from typing import Any

from pydantic import ConfigDict, TypeAdapter, with_config

from scoring.games import get


@cache
def _adapter(slug: str) -> TypeAdapter[Any]:
    strict = with_config(ConfigDict(strict=True, extra="forbid"))
    return TypeAdapter(strict(type("Details", (get(slug).Details,), {})))


def check_details(slug: str, details: Mapping[str, Any]) -> None:
    """Fails if a field is missing, not declared or of another type."""
    _adapter(slug).validate_python(dict(details))
