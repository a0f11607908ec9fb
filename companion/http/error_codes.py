"""The closed list of error codes: ``error_codes.json`` has each with its sentences.

``manage.py error_codes --write`` collects it from the sources and writes docs/error-codes.md. A test compares both.
"""

from __future__ import annotations

import json
from functools import cache
from pathlib import Path
from typing import Any

FILE = Path(__file__).with_suffix(".json")


@cache
def codes() -> dict[str, dict[str, Any]]:
    """Returns by code, ``texts`` (its sentences) and ``games`` (empty if other modules use it too)."""
    codes: dict[str, dict[str, Any]] = json.loads(FILE.read_text(encoding="utf-8"))
    return codes
