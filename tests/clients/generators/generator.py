"""One generator: how it generates a client, what compiles it, and what sends a hand through it."""

from __future__ import annotations

import json
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

    @abstractmethod
    def version(self) -> str:
        """Raises MissingError, as the other steps do; they also raise FailedError."""

    @abstractmethod
    def generate(self) -> str:
        """Makes the client of ``openapi.json``. Returns a note for the table, if any; so does the next step."""

    @abstractmethod
    def check(self) -> str:
        """Compiles it, or checks its types."""

    @abstractmethod
    def send(self) -> str:
        """Sends each hand through the client. Returns a line of JSON for each, see ``hands.failures``."""

    def program(self, name: str) -> Path:
        """A program of ours, in the folder."""
        return Path(shutil.copy(PROGRAMS / name, self.folder))


def pinned(package: str, requirements: str = "generators") -> str:
    """The version of a Python package in a file of ``requirements``."""
    for line in (ROOT / "requirements" / f"{requirements}.txt").read_text(encoding="utf-8").splitlines():
        if line.startswith(f"{package}=="):
            return line.split()[0].partition("==")[2]
    raise KeyError(package)


def npm_pinned(package: str, requirements: str = "generators") -> str:
    """The version of an npm package in a folder of ``requirements``."""
    about = json.loads((ROOT / "requirements" / requirements / "package.json").read_text(encoding="utf-8"))
    return str(about["dependencies"][package])
