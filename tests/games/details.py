"""Whether the details of a hand are as their game declares them, which is how the API describes them."""

from __future__ import annotations

from collections.abc import Mapping
from functools import cache
from typing import Any

from pydantic import ConfigDict, TypeAdapter, ValidationError, with_config

from scoring.games import get

_WORDS = {"extra_forbidden": "is given, but not declared", "missing": "is declared, but not given (or NotRequired)"}


@cache
def _adapter(slug: str) -> TypeAdapter[Any]:
    strict = with_config(ConfigDict(strict=True, extra="forbid"))
    return TypeAdapter(strict(type("Details", (get(slug).Details,), {})))


def check_details(slug: str, details: Mapping[str, Any]) -> None:
    """Fails if a field is missing, not declared or of another type."""
    try:
        _adapter(slug).validate_python(dict(details))
    except ValidationError as error:
        declared = get(slug).Details
        wrong = [f"{'.'.join(map(str, one['loc']))}: {_WORDS.get(one['type'], one['msg'])}" for one in error.errors()]
        raise AssertionError(
            f"details of {slug} that {declared.__name__} in {declared.__module__} does not describe: {'; '.join(wrong)}"
        ) from None
