"""The worked examples as score sheets. Runs in any Python that has pydantic: in this process and in WebAssembly."""

from __future__ import annotations

import json
import sys
from typing import Any

from scoring.engine.refusal import Refusal
from tests.games.sheet import score_sheet


def sheet(slug: str, example: dict[str, Any]) -> str:
    """The score sheet of an example, or what it is refused for."""
    try:
        return score_sheet(slug, example)
    except Refusal as refusal:
        return "refused: " + ", ".join(f"{error.pointer} {error.code}" for error in refusal.errors)


def answer(examples: str) -> str:
    """JSON to JSON. examples: pairs of slug and example. Comes back: the version of Python, and a sheet for each."""
    sheets = [sheet(slug, example) for slug, example in json.loads(examples)]
    return json.dumps({"version": list(sys.version_info[:3]), "platform": sys.platform, "sheets": sheets})
