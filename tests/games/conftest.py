"""Property tests of games: enough of what they try must be accepted."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from tests.games.table import TALLIES, Tally


@pytest.fixture(autouse=True)
def _enough_is_accepted() -> Iterator[None]:
    """Fails a test that has tried many random hands or look-ups, nearly all of which were refused."""
    TALLIES.update({what: Tally() for what in TALLIES})
    yield
    for what, tally in TALLIES.items():
        tally.check(what)
