"""Which addresses are for programs: they get problems instead of pages, and no cookie counts."""

from __future__ import annotations


def is_for_programs(path: str) -> bool:
    """Returns whether programs ask at this path: the API, or the address for assistants."""
    return path.startswith("/api/") or path in ("/api", "/mcp")
