"""A small number of changed codes; ``make fuzz-codes`` throws 100,000."""

from __future__ import annotations

from tests.match_code.fuzz import MOST_MEMORY, Fuzz


def test_changed_codes_are_refused_or_come_out_as_they_were() -> None:
    outcome = Fuzz(7).run(400)
    assert not outcome.faults
    assert outcome.largest <= MOST_MEMORY
    said = " ".join(outcome.codes)
    assert "refused" in said
    assert "another match" in said, "some were written by somebody who knows the format"
