"""Folders with what is nobody else's business."""

from __future__ import annotations

from pathlib import Path


def make_private_folder(folder: Path) -> None:
    """Makes this folder, and those above it, if they are not there. Nobody else on this machine may open it."""
    if not folder.is_dir():
        folder.parent.mkdir(parents=True, exist_ok=True)
        folder.mkdir(mode=0o700, exist_ok=True)
