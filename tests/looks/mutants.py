"""``make mutants``: plants faults of the screen in a copy of the tree, one at a time, and runs the tests that look.

The first one is a line that once emptied the suits of all cards of fifteen games, and no test noticed. Prints for each
fault whether a test found it. Fails unless the first one and all but one of the others are found.
"""

from __future__ import annotations

import argparse
import os
import re
import shutil
import subprocess
import sys
import time
from typing import NamedTuple

from tests.server import ROOT

COPY = ROOT / "build" / "mutants"
GAMES = ("gong-zhu", "skat", "points", "truco")
SCRIPT, STYLE = "static/hand-form.js", "static/match.css"
MISSED = 1
"""How many of the others may stay alive."""


class Mutant(NamedTuple):
    """A fault. added: to the end of the file; or replaced: a pattern, and what stands for it."""

    name: str
    file: str
    added: str = ""
    replaced: tuple[str, str] | None = None


_AFTER_EACH = """
{{
  const act = () => {{ {body} }};
  act();
  for (const name of ["htmx:afterSwap", "match:replaced"]) document.addEventListener(name, act);
}}
"""


def _script(name: str, body: str) -> Mutant:
    return Mutant(name, SCRIPT, _AFTER_EACH.format(body=body))


SUITS = (r'querySelector\("[^"]*owner[^"]*"\)\.textContent = owner', 'querySelector("i").textContent = owner')
NAMES_CUT = "#entry .option > span, .owner-buttons button, .total .name { max-width: 2ch; overflow: hidden; }"
OFF = "#entry :is(.option, .owner-buttons button, .pad button):last-child { position: relative; left: 24rem; }"
BAR = (
    '.save-bar::after { content: ""; position: fixed; inset: auto 0 0; height: 6rem; z-index: 99; '
    "background: var(--paper); }"
)
PALE = "#entry :is(.label, legend, .verdict, .question), .total .who { color: #c8c1b1; }"
LABEL_GONE = 'document.querySelector("#entry .option > span, #entry .owner-buttons button")?.replaceChildren();'
OTHER_TOTAL = """
  const [one, other] = document.querySelectorAll(".total .figure");
  if (other) other.textContent = one.textContent;
"""
API_NAMES = """
  for (const one of document.querySelectorAll("#entry .option input")) one.setAttribute("aria-label", `${one.name}_no`);
  for (const one of document.querySelectorAll("#entry .save-options button, .pad button")) {
    one.setAttribute("aria-label", "declarer_points");
  }
"""
GERMAN = 'for (const one of document.querySelectorAll("button.undo")) one.textContent = "Zurück";'
OTHER_FIELD = """
document.addEventListener("change", ({ target }) => {
  const fields = [...document.querySelectorAll("#entry input[type=text]:not([name=note])")];
  if (target !== fields[0] || !fields[1] || !target.value) return;
  fields[1].value = target.value;
  target.value = "";
}, true);
"""

MUTANTS = (
    Mutant("the line that emptied the suits", SCRIPT, replaced=SUITS),
    _script("a label is gone", LABEL_GONE),
    Mutant("a name is cut", STYLE, NAMES_CUT),
    Mutant("a button is off the screen", STYLE, OFF),
    Mutant("a suit has a wrong colour", STYLE, ".suit-h { color: var(--club); }"),
    _script("another player's total", OTHER_TOTAL),
    Mutant("a bar lies over the button", STYLE, BAR),
    _script("an accessible name in words of the API", API_NAMES),
    _script("a text in the wrong language", GERMAN),
    Mutant("a number in a wrong field", SCRIPT, OTHER_FIELD),
    Mutant("a contrast is broken", STYLE, PALE),
)


def _copy() -> None:
    """The tree as it is, with what git does not ignore."""
    shutil.rmtree(COPY, ignore_errors=True)
    command = ["git", "ls-files", "-z", "--cached", "--others", "--exclude-standard"]
    names = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, check=True).stdout.split("\0")
    for name in filter(None, names):
        if (ROOT / name).is_file():
            (COPY / name).parent.mkdir(parents=True, exist_ok=True)
            shutil.copy(ROOT / name, COPY / name)
    for kept in (ROOT / "build").glob("pictures-*"):  # the packages of npm
        (COPY / "build").mkdir(exist_ok=True)
        (COPY / "build" / kept.name).symlink_to(kept)


def _run(**environment: str) -> subprocess.CompletedProcess[str]:
    test = "tests/looks/test_forms.py::test_a_usual_hand_is_drawn_as_it_is_tapped"
    command = [sys.executable, "-m", "pytest", "-x", "-q", "-p", "no:cacheprovider", "--tb=short"]
    command += [f"{test}[{game}]" for game in GAMES]
    own = {**os.environ, "PYTHONPATH": str(COPY), "STATIC_ROOT": str(COPY / "build" / "static"), **environment}
    return subprocess.run(command, cwd=COPY, env=own, capture_output=True, text=True, check=False)


def _plant(mutant: Mutant) -> str:
    """Puts it into the copy; what the file was. Raises LookupError if there is no place for it."""
    file = COPY / mutant.file
    before = file.read_text()
    after = before + mutant.added
    if mutant.replaced:
        pattern, instead = mutant.replaced
        after = re.sub(pattern, instead, before)
    if after == before:
        raise LookupError(f"{mutant.file} has no place for it any more")
    file.write_text(after)
    return before


def main() -> int:
    """Prints found or alive for each."""
    parser = argparse.ArgumentParser(prog="python -m tests.looks.mutants", description=__doc__)
    parser.add_argument("--only", type=int, action="append", help="the mutant of this number")
    wanted = parser.parse_args().only or [*range(1, len(MUTANTS) + 1)]
    _copy()
    shutil.rmtree(COPY / "tests" / "looks" / "pictures", ignore_errors=True)
    for environment in ({"PICTURES": "write"}, {}):
        ran = _run(**environment)
        if ran.returncode:
            print(f"the tests fail without any mutant:\n{ran.stdout[-3000:]}")
            return 1
    alive = []
    for number in wanted:
        mutant, began = MUTANTS[number - 1], time.monotonic()
        before = _plant(mutant)
        ran = _run()
        (COPY / mutant.file).write_text(before)
        why = next((line.removeprefix("E").strip() for line in ran.stdout.splitlines() if line.startswith("E ")), "")
        found = ran.returncode == 1
        alive += [] if found else [number]
        print(
            f"{number:2} {'found' if found else 'ALIVE'} {mutant.name} ({time.monotonic() - began:.0f} s) {why[:110]}",
            flush=True,
        )
    print(f"{len(wanted) - len(alive)} of {len(wanted)} found")
    return int(1 in alive or len(alive) > MISSED)


if __name__ == "__main__":
    sys.exit(main())
