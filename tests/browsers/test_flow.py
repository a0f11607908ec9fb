"""The main flow in every engine."""

from __future__ import annotations

import pytest

from tests.browsers.cable import Cable
from tests.browsers.engines import ENGINES, driving, need
from tests.browsers.run import play
from tests.server import Running

pytestmark = [pytest.mark.browser, pytest.mark.layout]


@pytest.mark.parametrize("engine", ENGINES)
def test_the_main_flow(request: pytest.FixtureRequest, engine: str) -> None:
    need(engine)
    server: Running = request.getfixturevalue("running")
    cable = Cable(server.port)
    try:
        with driving(engine) as driver:
            results = play(driver, cable, engine)
    finally:
        cable.close()
    failed = [f"{step}: {what}" for step, what in results.items() if what]
    assert not failed, "\n".join(failed)
