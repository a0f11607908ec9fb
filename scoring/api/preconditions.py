"""ETags: the version of a match or table in quotes, and the two headers that compare with it."""

from __future__ import annotations

from collections.abc import Callable

from django.http import HttpRequest, HttpResponse

from companion.http.problems import Problem


def etag(version: int) -> str:
    """The ETag of this version."""
    return f'"{version}"'


def unchanged(request: HttpRequest, tag: str) -> HttpResponse | None:
    """The 304 where the reader has this already (If-None-Match), else None."""
    known = request.META.get("HTTP_IF_NONE_MATCH")
    if known is None or not ("*" in known or tag in _tags(known)):
        return None
    headers = {"ETag": tag}
    if "HTTP_AUTHORIZATION" in request.META:
        # As the whole answer has it: a cache brings what it keeps up to date with these.
        headers |= {"Cache-Control": "private, no-cache", "Vary": "Authorization"}
    return HttpResponse(status=304, headers=headers)


def expected(request: HttpRequest, version: int, stale: Callable[[], Exception], needed: bool = False) -> int | None:
    """The version that the writer has seen (If-Match); None where there is no such condition.

    version: as it stands. stale: the failure to raise where the writer has seen another. needed: 428 without.
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
        raise stale()
    return version


def _tags(header: str) -> list[str]:
    # A proxy that compresses marks ETags as weak; a version is as good in either form.
    return [part.strip().removeprefix("W/") for part in header.split(",")]
