"""Names joined to one phrase."""

from __future__ import annotations

from collections.abc import Sequence

from scoring.engine.messages import render, say
from scoring.languages import current_language


def named_together(names: Sequence[str]) -> str:
    """``"Ada, Ben and Cleo"`` in the language of the request; "" for nobody."""
    if len(names) < 2:
        return "".join(names)
    return render(say("{names} and {last}", names=list(names[:-1]), last=names[-1]), current_language())
