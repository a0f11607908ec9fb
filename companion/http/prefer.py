"""``Prefer`` (RFC 7240), read by the standard library's parser of lists."""

from __future__ import annotations

from urllib.request import parse_http_list

from rest_framework.request import Request


def preference(request: Request, name: str) -> str | None:
    """Returns the value of this preference in lower case, "" if it has none; None if the client does not prefer it.

    If it is there several times, the first one counts. Its parameters are ignored.
    """
    header = request.META.get("HTTP_PREFER")
    for part in parse_http_list(header) if header else ():
        found, _, value = part.partition(";")[0].lower().partition("=")
        if found.strip() == name:
            value = value.strip()
            return value[1:-1] if value[:1] == value[-1:] == '"' else value
    return None
