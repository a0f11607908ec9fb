"""The Companion kept on the phone, in other engines than Chromium (tests/phone)."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from tests.browsers.cable import Cable
from tests.browsers.engines import driving
from tests.browsers.flow import Person
from tests.browsers.kept import offer
from tests.phone.conftest import Build, build
from tests.phone.served import Served

__all__ = ["build"]

#: The build of the folder, by the first of these tests that needs it, may take minutes.
pytestmark = [pytest.mark.browser, pytest.mark.layout, pytest.mark.timeout(900)]


@pytest.fixture
def folder(build: Build) -> Iterator[Served]:
    """The built folder on a web server."""
    server = Served(build.folder)
    yield server
    server.stop()


def test_webkit_says_what_it_lacks(folder: Served) -> None:
    cable = Cable(folder.port)
    with driving("WebKit") as driver:
        assert offer(Person(driver, cable)).endswith("This browser lacks what that needs: Origin Private File System.")
    cable.close()
