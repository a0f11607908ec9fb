"""A person who walks through pages on a phone and looks at each. With SCREENSHOTS=1 pictures are kept."""

from __future__ import annotations

import re

from tests.browser import Phone
from tests.server import on_postgresql


class Walk:
    """A person with this phone, who looks at each page before going on."""

    def __init__(self, phone: Phone, size: str, of: str = "event") -> None:
        self.phone, self.page, self.size, self.of = phone, phone.page, size, of
        self.looks = 0
        self.found: list[str] = []

    def look(self, name: str) -> None:
        """Looks whether all fits, can be tapped and read, in both themes; on SQLite only, as tests marked layout."""
        if on_postgresql():
            return
        self.looks += 1
        for theme in self.phone.themes():
            self.phone.screenshot(f"{self.of}-{self.size}-{self.looks:02}-{name}-{theme}")
            self.found += [f"{name}, {theme}: {one}" for one in self.phone.barriers(theme)]
        if self.phone.overflow() > 0:
            self.found.append(f"{name}: {self.phone.overflow()} px too wide")
        self.found += [f"{name}: {one}" for one in (*self.phone.small_targets(), *self.phone.small_text())]

    def tap(self, text: str, place: int = 0) -> None:
        """Taps a link or a button with this text."""
        self.page.locator("a, button, summary").filter(has_text=re.compile(text)).locator("visible=true").nth(
            place
        ).click()

    def fill(self, label: str, text: str) -> None:
        self.page.get_by_label(label, exact=True).locator("visible=true").first.fill(text)
