"""Counted things in what a command prints."""

from __future__ import annotations


def counted(number: int, one: str, many: str) -> str:
    """Returns "1 match", "2 matches" and so on."""
    return f"{number} {one if number == 1 else many}"
