"""What finds codes in pictures, for browsers that cannot do it: part of the files of ``companion.phone.build``."""

from __future__ import annotations

from pathlib import Path

from django.conf import settings

#: Files of the package, beside the worker that uses them.
CODE_READER = ("zxing.js", "zxing_reader.wasm")
WORKER = "/phone/code-worker.js"


def code_reader() -> tuple[str, int]:
    """Returns the address of the worker, and the bytes that it takes to fetch it all, 0 on a phone that keeps it.

    The address is "" if the files were not built.
    """
    if not settings.PHONE:
        return "", 0
    if not settings.SERVER:
        return WORKER, 0
    folder = Path(settings.PHONE_ROOT) / "phone"
    files = [folder / WORKER.rpartition("/")[2], *(folder / f"{name}.gz" for name in CODE_READER)]
    if not all(file.is_file() for file in files):  # built by an earlier release
        return "", 0
    return WORKER, sum(file.stat().st_size for file in files)
