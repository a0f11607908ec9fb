"""Examples for the document: what was sent and answered in an evening that a test played through the API."""

from __future__ import annotations

import json
from functools import cache
from pathlib import Path
from typing import Any

FILE = Path(__file__).with_name("examples.json")
"""Written by ``make openapi-examples``."""


#: Of one game: another one's would be refused.
_TRICKS = ("TrickBody", "TrickAnswer")


@cache
def examples(slug: str = "") -> dict[str, Any]:
    """By component of the document without games; matches, hands and tricks are of this game.

    A club's own game has no examples of these: there is nobody who records them. slug: "" for those of the document as
    a whole.
    """
    recorded = json.loads(FILE.read_text(encoding="utf-8"))
    if not slug:
        return {**recorded[""], **recorded["points"]}
    general = {name: example for name, example in recorded[""].items() if name not in _TRICKS}
    return {**general, **recorded.get(slug, {})}
