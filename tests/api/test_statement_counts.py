"""How often a request asks the database: a statement more is a round trip more for everybody."""

from __future__ import annotations

import pytest

from benchmarks.statements import count_statements

#: Without the marks of transactions. Change a figure here together with what it counts.
STATEMENTS = {
    "record a hand": 4,  # match with key, match, hand, change
    "record with an Idempotency-Key": 6,  # and the kept answer, looked up and written
    "match as JSON": 2,
    "match unchanged, 304": 1,
    "score, not stored": 0,
    "follow a match: the stream opens": 2,
    "match page": 2,  # drawn before, as is the watcher's part; the matches of the evening are read each time
    "watcher's part": 1,
    "save on the match page": 8,
}


@pytest.mark.django_db
def test_each_request_takes_as_many_statements_as_it_says() -> None:
    assert count_statements() == STATEMENTS
