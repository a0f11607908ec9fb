"""Where the browser is."""

from __future__ import annotations

import shutil

NAMES = ("chromium", "chromium-browser", "google-chrome", "google-chrome-stable")


def chromium() -> str | None:
    """The path of an installed Chromium, None where there is none."""
    return next((path for name in NAMES if (path := shutil.which(name))), None)
