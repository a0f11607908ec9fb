"""Rules of the house that import contracts cannot say."""

from __future__ import annotations

import re

from tests.server import ROOT

ABOVE_SERVICES = ("scoring/pages", "scoring/api", "scoring/templatetags", "rulesref")


def test_nothing_above_services_and_selectors_queries() -> None:
    """Views, pages, responses and template tags ask a selector; a service writes."""
    files = [path for folder in ABOVE_SERVICES for path in sorted((ROOT / folder).rglob("*.py"))]
    assert len(files) > 100, "the rooms have moved"
    queries = [
        f"{path.relative_to(ROOT)}:{number}: {line.strip()}"
        for path in files
        for number, line in enumerate(path.read_text().splitlines(), 1)
        if re.search(r"\.objects\b", line)
    ]
    assert queries == []
