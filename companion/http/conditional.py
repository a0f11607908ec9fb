"""ETags, the two headers that compare with them, and answers that carry them."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from rest_framework.request import Request

from companion.http.problems import Problem
from companion.http.renderers import JSONResponse

PRIVATE = {"Cache-Control": "private, no-cache", "Vary": "Authorization"}


def etag(version: int) -> str:
    """The ETag of this version."""
    return f'"{version}"'


def private(data: Any, version: int | None = None, status: int = 200, location: str = "") -> JSONResponse:
    """An answer for the one who asked. version: of what it shows, for the ETag."""
    headers = dict(PRIVATE)
    if version is not None:
        headers["ETag"] = etag(version)
    if location:
        headers["Location"] = location
    return JSONResponse(data, status, headers)


def not_modified(request: Request, tag: str) -> JSONResponse | None:
    """The 304 where the reader has this already (If-None-Match), else None."""
    known = request._request.META.get("HTTP_IF_NONE_MATCH")
    if known is None or not ("*" in known or tag in _tags(known)):
        return None
    # As the whole answer has it: a cache brings what it keeps up to date with these.
    return JSONResponse(status=304, headers={"ETag": tag, **(PRIVATE if "HTTP_AUTHORIZATION" in request.META else {})})


def expected_version(
    request: Request, version: int, conflict: Callable[[], Exception], needed: bool = False
) -> int | None:
    """The version that the writer has seen (If-Match); None where there is no such condition.

    version: of now. conflict: the failure to raise where the writer has seen another. needed: 428 without.
    """
    seen = request.META.get("HTTP_IF_MATCH")
    if seen is None:
        if needed:
            text = "Send If-Match with the ETag that you have seen, so that nobody's change is lost."
            raise Problem("precondition-needed", text, headers={"ETag": etag(version)})
        return None
    if seen.strip() == "*":
        return None
    if etag(version) not in _tags(seen):
        raise conflict()
    return version


def _tags(header: str) -> list[str]:
    # A proxy that compresses marks ETags as weak; a version is as good in either form.
    return [part.strip().removeprefix("W/") for part in header.split(",")]
