"""A program that uses the API, and a table of four, as in the tests of the API."""

from __future__ import annotations

from tests.api.conftest import _counted_from_zero, api, evening, match

__all__ = ["_counted_from_zero", "api", "evening", "match"]
