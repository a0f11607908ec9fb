"""Names of forty letters without a blank fit the smallest phone, on every page that has names."""

from __future__ import annotations

import pytest

from tests.browser import SMALL
from tests.conftest import Hold

LONG = ["Donaudampfschifffahrtsgesellschaftskapit", "Wolfeschlegelsteinhausenbergerdorffwelch", "W" * 40, "m" * 40]


@pytest.mark.browser
@pytest.mark.layout
@pytest.mark.parametrize("script", [True, False], ids=["", "without scripts"])
def test_every_page_fits_with_long_names(hold: Hold, script: bool) -> None:
    phone = hold(size=SMALL, script=script)
    match = phone.start("points", LONG, rounds="2")
    for scores in ((12, -1234, 5, 0), (99, 1, -7, 8)):
        for place, score in enumerate(scores):
            phone.page.locator(".entry-of input").nth(place).fill(str(score))
        phone.tap(".save")
        phone.page.locator(".sheet a[href$='/hands/1']").wait_for()
        phone.open(match)
    phone.open(f"{match}/settle")
    phone.page.locator("#o-word").fill("W" * 12)
    phone.tap(".settle-form .first")
    phone.page.locator(".amounts").wait_for()
    phone.open(match)
    table = phone.page.locator(".bar-nav a", has_text="Table").get_attribute("href") or ""
    truco = phone.start("truco", LONG)
    skat = phone.start("skat", LONG[:3])
    paths = ["/", match, f"{match}/hands/1", f"{match}/share", f"{match}/history", f"{match}/print", f"{match}/board"]
    paths += [f"{match}/settle", f"{match}/result", table, f"{table}?game=points", f"{table}/settle", f"{table}/merge"]
    paths += [f"{table}/share", f"{table}?tidy=1", f"{table}/bring", f"{table}/rules", f"/new/points?table={table[8:]}"]
    paths += [truco, f"{truco}/board", skat, f"{skat}/board", f"/rules/skat?match={skat.rpartition('/')[2]}"]
    too_wide = {}
    for path in paths:
        phone.open(path)
        for fold in phone.page.locator("summary").all():
            if fold.is_visible():
                fold.evaluate("(one) => { one.parentElement.open = true }")
        if (pixels := phone.overflow()) > 0:
            too_wide[path] = pixels
    assert too_wide == {}
