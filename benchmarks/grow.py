"""Makes a match long, without HTTP."""

from __future__ import annotations


def grow(match_id: str, hands: int) -> None:
    """Records this many hands in a match of Skat."""
    import django

    django.setup()

    from benchmarks.web import HAND
    from scoring.selectors import match_snapshot
    from scoring.services import matches

    match = match_snapshot.load_match(match_id)
    for _ in range(hands):
        match = matches.record(match, HAND).match
