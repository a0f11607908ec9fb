"""Addresses of static files: each carries a fingerprint of its content, so that browsers may keep it for good."""

from __future__ import annotations

import hashlib
from functools import cache
from pathlib import Path

from django.contrib.staticfiles import finders
from django.contrib.staticfiles.storage import StaticFilesStorage


class Assets(StaticFilesStorage):
    """``/static/base.css?v=1f3a9c0d``: changes when the file changes, needs no collecting step."""

    def url(self, name: str | None) -> str:
        address = super().url(name)
        mark = _fingerprint(name) if name else ""
        return f"{address}?v={mark}" if mark else address


@cache
def _fingerprint(name: str) -> str:
    found = finders.find(name)
    return hashlib.sha256(Path(found).read_bytes()).hexdigest()[:8] if found else ""
