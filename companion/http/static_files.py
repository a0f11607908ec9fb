"""Collects static files before the server starts. They are named after their content and compressed."""

from __future__ import annotations

import hashlib
from pathlib import Path

from django.apps import apps
from django.conf import settings
from django.contrib.staticfiles.finders import get_finders
from django.core.management import call_command
from filelock import FileLock


def collect_static() -> bool:
    """Runs ``collectstatic`` if a file has changed since the last run. Returns whether it ran.

    Several processes may call it at once: one collects, the others wait for it. Files of other versions stay,
    because another server may still serve them.
    """
    folder = Path(settings.STATIC_ROOT)
    folder.parent.mkdir(parents=True, exist_ok=True)
    stamp = folder.with_name(f"{folder.name}.sha256")
    with FileLock(folder.with_name(f"{folder.name}.lock")):
        files = _files()
        digest = hashlib.sha256(repr([settings.STORAGES["staticfiles"], sorted(files.items())]).encode()).hexdigest()
        if stamp.exists() and stamp.read_text() == digest and folder.exists():
            return False
        # collectstatic keeps a copy that is not older than its source: after a downgrade it would be the wrong one.
        for path in files:
            (folder / path).unlink(missing_ok=True)
        call_command("collectstatic", interactive=False, verbosity=0)
        stamp.write_text(digest)
    return True


def _files() -> dict[str, tuple[int, int]]:
    """Size and time of every static file, by its path. Reading the files would take longer."""
    patterns = apps.get_app_config("staticfiles").ignore_patterns  # type: ignore[attr-defined]
    files: dict[str, tuple[int, int]] = {}
    for finder in get_finders():
        for path, storage in finder.list(patterns):
            stat = Path(storage.path(path)).stat()
            files.setdefault(path, (stat.st_size, stat.st_mtime_ns))
    return files
