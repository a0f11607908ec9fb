"""One generator: how it generates a client, what compiles it, and what sends a hand through it."""

from __future__ import annotations

import shutil
from abc import ABC, abstractmethod
from pathlib import Path
from typing import ClassVar

from tests.clients.generators.hands import Hand
from tests.server import ROOT

PROGRAMS = Path(__file__).parent / "programs"


class Generator(ABC):
    """Works in a folder of its own, in which ``openapi.json`` and ``hands.json`` are."""

    name: ClassVar[str]

    def __init__(self, folder: Path, url: str, found: list[Hand]) -> None:
        """url: of the server. found: the hands to send."""
        self.folder = folder
        self.url = url
        self.hands = found
        #: Games whose hand has not the types of the client.
        self.refused: dict[str, str] = {}
        #: What the table says beside "yes" of the check.
        self.note = ""

    @abstractmethod
    def version(self) -> str:
        """Raises MissingError, as the other steps do; they also raise FailedError."""

    @abstractmethod
    def generate(self) -> None:
        """Makes the client of ``openapi.json``."""

    @abstractmethod
    def check(self) -> None:
        """Compiles it, or checks its types."""

    @abstractmethod
    def send(self) -> str:
        """Sends each hand through the client. Returns: a line of JSON for each, see ``hands.failures``."""

    def program(self, name: str) -> Path:
        """A program of ours, in the folder."""
        return Path(shutil.copy(PROGRAMS / name, self.folder))


def pinned(package: str) -> str:
    """The version in ``requirements/generators.txt``."""
    for line in (ROOT / "requirements" / "generators.txt").read_text(encoding="utf-8").splitlines():
        if line.startswith(f"{package}=="):
            return line.split()[0].partition("==")[2]
    raise KeyError(package)
