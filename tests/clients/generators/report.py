"""What happened to one generator: printed, and in a log."""

from __future__ import annotations

from collections.abc import Callable

from tests.clients.generators.tools import FailedError, MissingError
from tests.server import ROOT

LOGS = ROOT / "build" / "generators"
_PRINTED = 1500


class Report:
    """failed: what the table says of the last step if it did not work: ``NO``, or ``NOT RUN`` if a tool is missing."""

    def __init__(self, name: str) -> None:
        self.name = name
        self.log = LOGS / f"{''.join(letter if letter.isalnum() else '-' for letter in name)}.log"
        self.log.write_text("", encoding="utf-8")
        self.failed = ""

    def say(self, step: str, wrong: str) -> None:
        """Whatever is wrong with a step."""
        with self.log.open("a", encoding="utf-8") as file:
            file.write(f"{step}\n{wrong}\n\n")
        print(f"!!! {self.name}, {step}: {wrong[:_PRINTED]}", flush=True)
        if len(wrong) > _PRINTED:
            print(f"… all of it: {self.log.relative_to(ROOT)}", flush=True)

    def run(self, name: str, step: Callable[[], str]) -> str:
        """What the step returns, or nothing if it did not work."""
        self.failed = ""
        try:
            return step()
        except MissingError as error:
            self.failed = "NOT RUN"
            self.say(name, f"NOT RUN: {error}")
        except FailedError as error:
            self.failed = "NO"
            self.say(name, str(error))
        return ""
