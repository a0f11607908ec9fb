"""The closed list of error codes: ``error_codes.json`` has each with its sentences.

``manage.py error_codes --write`` collects it from the sources; a test compares (docs/error-codes.md is made of it).
"""

from __future__ import annotations

import json
from functools import cache
from pathlib import Path
from typing import Any

FILE = Path(__file__).with_suffix(".json")


@cache
def codes() -> dict[str, dict[str, Any]]:
    """Every code: ``texts``, its sentences, and ``games``, if only games use it."""
    codes: dict[str, dict[str, Any]] = json.loads(FILE.read_text(encoding="utf-8"))
    return codes
