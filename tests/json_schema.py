"""Checks values against JSON Schema 2020-12."""

from __future__ import annotations

from typing import Any

import jsonschema_rs


class Validator:
    """A schema to check values against. Raises ValueError if it is no JSON Schema.

    By a library in Rust: the usual one in Python takes a hundred times as long, which a suite notices.
    """

    def __init__(self, schema: dict[str, Any]) -> None:
        self._validator = jsonschema_rs.Draft202012Validator(schema)

    def errors(self, value: Any) -> list[str]:
        """What is wrong with the value, each with its place: ``hands/0/bid: 19 is not …``."""
        return [
            f"{'/'.join(map(str, error.instance_path))}: {error.message[:300]}"
            for error in self._validator.iter_errors(value)
        ]
