"""Two tabs on one phone: one of them has the database, and the other takes over when it is closed."""

from __future__ import annotations

import pytest

from tests.phone.kept_browser import KeptBrowser, Tab

pytestmark = [pytest.mark.browser, pytest.mark.layout]


def _record(tab: Tab, number: int, points: int) -> None:
    tab.within.locator("#entry .entry-of input").first.fill(str(points))
    tab.tap("#entry .save")
    tab.saved(number)


def test_another_tab_works_beside_the_first_and_without_it(alone: KeptBrowser) -> None:
    first = alone.tab()
    match = first.begin("points", ["Ada", "Ben"])
    _record(first, 1, 10)
    second = alone.tab(match)
    second.saved(1)
    _record(second, 2, 20)
    first.open(match)
    first.saved(2)
    assert first.totals() == second.totals() == [30, 0]
    third = alone.tab(match)
    first.page.close()
    # The tab that was opened next takes over: at once, with the page that it shows.
    _record(second, 3, 30)
    third.open(match)
    third.saved(3)
    _record(third, 4, 40)
    second.page.close()
    third.open(match)
    _record(third, 5, 50)
    assert third.totals() == [150, 0]
    assert alone.problems == []


def test_the_tab_that_takes_over_shows_pages_at_once(alone: KeptBrowser) -> None:
    """No page is lost that is asked for just when the other tab is closed."""
    first = alone.tab()
    match = first.begin("points", ["Ada", "Ben"])
    second = alone.tab(match)
    first.page.close()
    second.open("/rules/skat")
    second.within.locator("h1", has_text="Skat").wait_for()
    second.open(match)
    _record(second, 1, 10)
    assert alone.problems == []
