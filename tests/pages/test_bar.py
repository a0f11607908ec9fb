"""The bar over every kind of page, on the smallest phone, in every language: nothing in it lies on its neighbour."""

from __future__ import annotations

import re

import pytest
from django.conf import settings

from tests.browser import SMALL
from tests.conftest import Hold

NAMES = ["Ada", "Ben", "Cleo"]

#: Pairs in the bar that lie on each other, as drawn: the word of the mark, the links, the gear.
_COLLISIONS = """() => {
  const shown = [...document.querySelectorAll(".bar .brand span, .bar-nav a, .bar .gear")]
    .filter((one) => one.checkVisibility());
  const drawn = shown.map((one) => {
    const range = document.createRange();
    range.selectNodeContents(one);
    const heard = one.querySelector(".hush"); // not drawn, and before the words that are
    if (heard) range.setStartAfter(heard);
    return [one.innerText || one.className, range.getBoundingClientRect()];
  });
  const found = [];
  for (const [place, [name, box]] of drawn.entries()) for (const [other, its] of drawn.slice(place + 1)) {
    const wide = Math.min(box.right, its.right) - Math.max(box.left, its.left);
    const high = Math.min(box.bottom, its.bottom) - Math.max(box.top, its.top);
    if (wide > 1 && high > 3) found.push(`${name} and ${other}`);
  }
  return found;
}"""


@pytest.mark.browser
@pytest.mark.layout
def test_nothing_in_the_bar_lies_on_its_neighbour(hold: Hold) -> None:
    phone = hold(size=SMALL)
    match = phone.start("skat", NAMES)
    table = phone.page.locator(".bar-nav a", has_text="Table").get_attribute("href") or ""
    phone.open("/events/new/skat-evening")
    phone.tap(".save-bar .save")
    phone.page.wait_for_url(re.compile(r"/events/[^/]+/entries"))
    event = re.search(r"/events/[^/]+", phone.page.url)
    assert event
    paths = ["/", "/new", "/new/skat", match, f"{match}/share", f"{match}/history", f"{match}/people", f"{match}/say"]
    paths += [
        table,
        f"{table}/share",
        "/code",
        "/rules",
        "/rules/skat",
        f"/rules/skat?match={match.rpartition('/')[2]}",
    ]
    paths += ["/events", "/events/new", "/events/new/skat-evening"]
    paths += [
        event[0] + page for page in ("", "/entries", "/ranking", "/collect", "/settings", "/money", "/links", "/print")
    ]
    found = {}
    for language, _ in settings.LANGUAGES:
        phone.context.add_cookies([{"name": settings.LANGUAGE_COOKIE_NAME, "value": language, "url": phone.address}])
        for path in paths:
            phone.open(path)
            if collisions := phone.page.evaluate(_COLLISIONS):
                found[f"{language} {path}"] = collisions
    assert not found, "\n".join(f"{where}: {what}" for where, what in found.items())
