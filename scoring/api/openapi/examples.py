"""Examples for the document: what was sent and answered in an evening that a test played through the API."""

from __future__ import annotations

import json
from functools import cache
from pathlib import Path
from typing import Any

FILE = Path(__file__).with_name("examples.json")
"""Written by ``make openapi-examples``."""


@cache
def examples(slug: str = "points") -> dict[str, Any]:
    """By component of the document without games; matches, hands and tricks are of this game.

    A club's own game has no examples of these: there is nobody who records them.
    """
    recorded = json.loads(FILE.read_text(encoding="utf-8"))
    return {**recorded[""], **recorded.get(slug, {})}
