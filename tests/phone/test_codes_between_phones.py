"""A match that goes from phone to phone by codes: no server, no network, a camera that sees the other phone."""

from __future__ import annotations

from io import BytesIO
from pathlib import Path
from random import Random

import pytest
from PIL import Image

from tests.match_code.photographs import LIGHT, MEDIUM, film, photograph
from tests.phone.conftest import StartBrowser
from tests.phone.kept_browser import KeptBrowser

pytestmark = [pytest.mark.browser, pytest.mark.layout]

PEOPLE = ["Ada", "Ben", "Cleo"]
WON = [["Ben", "♥", "Won"], ["Cleo", "♣", "Won"], ["Ada", "Grand"], ["Ben", "♠", "Lost"], ["Cleo", "♦"], ["Ada", "♥"]]
WIDTH = 620
"""Of the code in the picture, in pixels: some eight a module."""


class OwnPhone:
    """A phone that keeps the Companion and has no network, and the film that its camera sees."""

    def __init__(self, browser: KeptBrowser, camera: Path) -> None:
        self.browser = browser
        self.camera = camera
        self.tab = browser.tab()

    def record(self, number: int, labels: list[str]) -> None:
        """One hand of Skat, by tapping."""
        self.tab.within.locator(f".next[data-hand='{number}']").wait_for()
        for label in labels:
            self.tab.tap("#entry label.option", label)
        self.tab.within.locator("#outcome .changes").wait_for()
        self.tab.tap(".save")
        self.tab.saved(number)

    def show(self, match: str) -> Image.Image:
        """The code of the match, as it is on the screen. *Share* offers it before anything else."""
        self.tab.open(f"{match}/share")
        first = self.tab.within.locator(".share-card .button, .share-card button").first
        assert first.get_attribute("href") == f"{match}/code"
        first.click()
        self.tab.arrive(f"{match}/code")
        return Image.open(BytesIO(self.tab.find(".qr").screenshot())).convert("L")

    def look_at(self, code: Image.Image) -> None:
        """Opens the reader and its camera, before which the code is held until it is read."""
        film(self.camera, [photograph(code, WIDTH, MEDIUM, Random(seed)) for seed in range(2)])
        self.tab.open("/")
        self.tab.tap("a", "A match from a code")
        self.tab.arrive("/code")
        self.tab.tap("button", "Open the camera")
        self.tab.within.locator("[data-read]").wait_for()

    def look_at_picture(self, code: Image.Image, path: Path) -> None:
        """Chooses a picture of the code in the reader."""
        photograph(code, WIDTH, LIGHT, Random(3)).save(path)
        self.tab.open("/code")
        self.tab.find("button", "Choose a picture").wait_for()
        self.tab.within.locator("input[type=file]").set_input_files(path)
        self.tab.within.locator("[data-read]").wait_for()

    def said(self, text: str) -> None:
        """What the page says about the match that was read."""
        self.tab.find("p.strip", text).wait_for()


def test_a_list_goes_from_phone_to_phone_and_back(profile: Path, start_browser: StartBrowser, tmp_path: Path) -> None:
    cameras = [tmp_path / "first.mjpeg", tmp_path / "second.mjpeg"]
    first, second = (OwnPhone(start_browser(profile=profile, camera=path), path) for path in cameras)
    match = first.tab.begin("skat", PEOPLE)
    for number in (1, 2):
        first.record(number, WON[number - 1])

    second.look_at(first.show(match))
    second.said("This match is not here yet.")
    second.tab.tap("button", "Keep this match")
    assert second.tab.arrive(r"/matches/\w+") == match
    for number in (3, 4):
        second.record(number, WON[number - 1])
    totals = second.tab.totals()

    first.look_at(second.show(match))
    first.said("The code is newer than the match that is here.")
    first.tab.tap("button", "Keep this match")
    first.tab.arrive(match)
    first.tab.saved(4)
    assert first.tab.totals() == totals
    assert first.tab.within.locator(".sheet tbody .nr a").count() == 4, "each hand once"

    # Both go on.
    first.record(5, WON[4])
    second.tab.open(match)
    second.record(5, WON[5])
    first.look_at_picture(second.show(match), tmp_path / "code.png")
    first.said("each have changes")
    first.tab.tap("button", "Compare")
    first.tab.within.locator("p", has_text="4 hands are the same in both places.").wait_for()
    form = first.tab.within.locator("form", has_text="Keep this phone’s sheet")
    form.locator("input[type=checkbox]").check()
    form.locator("button", has_text="Keep this phone’s sheet").click()
    first.tab.arrive(match)
    first.tab.saved(6)

    second.look_at_picture(first.show(match), tmp_path / "settled.png")
    second.said("The code is newer than the match that is here.")
    second.tab.tap("button", "Keep this match")
    second.tab.arrive(match)
    second.tab.saved(6)
    first.tab.open(match)
    assert second.tab.totals() == first.tab.totals()
    assert second.tab.within.locator(".sheet tbody .nr a").count() == 6
    assert first.browser.problems + second.browser.problems == []
