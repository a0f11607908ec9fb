"""What a test asks of a refusal."""

from __future__ import annotations

from scoring.engine.refusal import Refusal


def reason(refusal: Refusal) -> tuple[str, str]:
    """Pointer and code of the first error of a refusal of something well formed."""
    assert not refusal.malformed
    return refusal.errors[0].pointer, refusal.errors[0].code
