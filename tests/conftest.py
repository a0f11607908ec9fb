"""Fixtures for the whole suite."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from scoring.models import Table
from tests.server import Running, serving


@pytest.fixture
def table(db: None) -> Table:
    """A table with nobody at it yet."""
    return Table.objects.create(name="Thursday")


@pytest.fixture(scope="session")
def running(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Running]:
    """The real server on a database of its own, shared by the tests of a run."""
    with serving(tmp_path_factory.mktemp("server")) as server:
        yield server


@pytest.fixture
def server(running: Running) -> str:
    """The base address of the real server, without a slash at the end."""
    return running.url
