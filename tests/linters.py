"""``make check``: one dialect of docstrings; the types of scripts; ESLint and Stylelint, for what Safari 16.4 and
Firefox 115 do not know.
"""

from __future__ import annotations

import os
import re
import shutil
import subprocess
import sys
from json import loads
from pathlib import Path

import minify
import pytest

from tests.npm_packages import installed
from tests.server import ROOT

OURS = ROOT / "requirements" / "linters"
SCRIPTS = ["static", "companion/phone/browser"]
_ORDER = 'no-use-before-define: ["error", {functions: false, classes: false, variables: false}]'
STYLES = [f"{folder}/*.css" for folder in SCRIPTS]


OTHER_DIALECTS = re.compile(
    r"(^\s*|\"\"\"|\. )(Returns:|Raises:|Args:|Return the|Return a|Get the|:param|:returns?:)", re.MULTILINE
)
"""We write: Returns what. Raises X if. (docs/contributing.md)"""


def _docstrings() -> int:
    """1 if a docstring is written in another dialect, 0 if none is."""
    found = 0
    for package in ("companion", "scoring", "rulesref", "clients", "benchmarks", "tests"):
        for file in sorted((ROOT / package).rglob("*.py")):
            text = file.read_text(encoding="utf-8")
            for match in OTHER_DIALECTS.finditer(text) if file != Path(__file__) else ():
                line = text.count("\n", 0, match.start(2)) + 1
                print(f"{file.relative_to(ROOT)}:{line}: {match[2]} (docs/contributing.md: one dialect of docstrings)")
                found = 1
    return found


def _minified(folder: Path) -> Path:
    """Writes the scripts as browsers get them, and returns their folder.

    The minifier moves ``const {a} = (b)`` before the line that makes ``b``: such names are looked for in what it wrote.
    """
    folder.mkdir(exist_ok=True)
    for script in (ROOT / "static").glob("*.js"):
        (folder / script.name).write_text(minify.string("text/javascript", script.read_text()))
    return folder


def main() -> int:
    """Runs all of it; 0 if nothing was found."""
    found = _docstrings()
    try:
        folder = installed("linters", "types and linters of scripts and styles")
    except (pytest.skip.Exception, pytest.fail.Exception) as error:
        print(f"!!! {error}")
        return max(found, int(isinstance(error, pytest.fail.Exception)))
    for file in OURS.iterdir():  # packages are kept as long as the lock file stays, these are not
        shutil.copy(file, folder)
    collected = _minified(folder / "minified")
    modules = folder / "node_modules"
    browsers = ", ".join(loads((OURS / "package.json").read_text())["browserslist"])
    eslint: list[str | Path] = [modules / "eslint" / "bin" / "eslint.js"]
    eslint += ["--config", folder / "eslint.config.mjs", "--max-warnings", "0", *SCRIPTS]
    order: list[str | Path] = [eslint[0], "--no-config-lookup", "--rule", _ORDER, collected]
    stylelint: list[str | Path] = [modules / "stylelint" / "bin" / "stylelint.mjs", "--report-needless-disables"]
    stylelint += ["--config", folder / "stylelint.config.mjs", *STYLES]
    types: list[str | Path] = [modules / "typescript" / "bin" / "tsc", "--project", OURS]
    environment = {**os.environ, "BROWSERSLIST": browsers, "NODE_PATH": str(modules)}
    return max(
        found,
        *(
            subprocess.run(["node", *command], cwd=ROOT, env=environment, check=False).returncode
            for command in (types, eslint, order, stylelint)
        ),
    )


if __name__ == "__main__":
    sys.exit(main())
