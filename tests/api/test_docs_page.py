"""Swagger UI in a real browser, under our own Content-Security-Policy."""

from __future__ import annotations

import pytest
from playwright.sync_api import Browser, expect

from tests.browser import PATIENCE


@pytest.mark.browser
@pytest.mark.layout
def test_it_works(browser: Browser, server: str) -> None:
    complaints: list[str] = []
    page = browser.new_page()
    page.set_default_timeout(PATIENCE)
    page.on("console", lambda message: complaints.append(message.text) if message.type == "error" else None)
    page.on("pageerror", lambda error: complaints.append(str(error)))
    page.on("request", lambda request: complaints.append(request.url) if server not in request.url else None)
    page.goto(f"{server}/api/docs")
    page.locator(".opblock-tag", has_text="scoring").click()
    page.locator(".opblock-summary", has_text="/games/{slug}/score").wait_for()
    page.locator("select[name=game]").select_option("Points")  # what was unfolded stays so
    page.locator(".opblock-summary", has_text="/games/points/score").click()
    page.get_by_role("button", name="Try it out").click()
    page.get_by_role("button", name="Execute").click()
    expect(page.locator(".live-responses-table .response-col_status").nth(1)).to_contain_text("200")
    page.close()
    assert [text for text in complaints if not text.startswith(("data:", "blob:"))] == []
