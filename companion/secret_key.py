"""The key that signs form tokens, made once and kept in the data folder."""

from __future__ import annotations

import os
import secrets
from pathlib import Path

from filelock import FileLock

from companion.common.folders import make_private_folder

FILE_NAME = "secret_key"


def read_or_create_secret_key(folder: Path) -> str:
    """Returns the key in this folder. If there is none yet, makes it, and the folder too.

    If several processes start at once, one makes the key and all read it.
    """
    file = folder / FILE_NAME
    if not file.exists():
        make_private_folder(folder)
        with FileLock(folder / f"{FILE_NAME}.lock"):
            if not file.exists():
                # The complete file appears in one step, so nobody ever reads half a key, not even after a power cut.
                draft = folder / f"{FILE_NAME}.draft"
                draft.unlink(missing_ok=True)
                with os.fdopen(os.open(draft, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600), "w") as stream:
                    stream.write(secrets.token_urlsafe(64))
                    stream.flush()
                    os.fsync(stream.fileno())
                draft.replace(file)
    return file.read_text()
