"""``make check``: ESLint on scripts and Stylelint on styles, for what Safari 16.4 and Firefox 115 do not know."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
from json import loads
from pathlib import Path

import pytest

from tests.npm_packages import installed
from tests.server import ROOT

OURS = ROOT / "requirements" / "linters"
SCRIPTS = ["static", "companion/phone/browser"]
STYLES = [f"{folder}/*.css" for folder in SCRIPTS]


def main() -> int:
    """Runs both; 0 if they found nothing."""
    try:
        folder = installed("linters", "the linters of scripts and styles")
    except (pytest.skip.Exception, pytest.fail.Exception) as error:
        print(f"!!! {error}")
        return int(isinstance(error, pytest.fail.Exception))
    for file in OURS.iterdir():  # packages are kept as long as the lock file stays, these are not
        shutil.copy(file, folder)
    modules = folder / "node_modules"
    browsers = ", ".join(loads((OURS / "package.json").read_text())["browserslist"])
    eslint: list[str | Path] = [modules / "eslint" / "bin" / "eslint.js"]
    eslint += ["--config", folder / "eslint.config.mjs", "--max-warnings", "0", *SCRIPTS]
    stylelint: list[str | Path] = [modules / "stylelint" / "bin" / "stylelint.mjs", "--report-needless-disables"]
    stylelint += ["--config", folder / "stylelint.config.mjs", *STYLES]
    environment = {**os.environ, "BROWSERSLIST": browsers, "NODE_PATH": str(modules)}
    return max(
        subprocess.run(["node", *command], cwd=ROOT, env=environment, check=False).returncode
        for command in (eslint, stylelint)
    )


if __name__ == "__main__":
    sys.exit(main())
