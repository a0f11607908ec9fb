"""Runs in an interpreter of its own, with the packed files only: the phone's gateway as a phone uses it.

python -I -S alone_in_python.py FOLDER DATA TASK: FOLDER has the unpacked archives, DATA is the folder of the database.
Prints JSON: what the task found.
"""

from __future__ import annotations

import json
import re
import sys
import zoneinfo
from html import unescape
from typing import Any
from urllib.parse import urlencode, urljoin, urlsplit

FOLDER, DATA, TASK = sys.argv[1:4]
sys.path[:0] = [f"{FOLDER}/companion", f"{FOLDER}/packages"]

from companion.phone import gateway  # noqa: E402

ORIGIN = "http://phone.localhost"
_LINK = re.compile(r'<a\b[^>]*?\bhref="([^"#]*)')


def get(path: str) -> tuple[int, str]:
    """Status and text of a page."""
    status, _, body = gateway.answer("GET", ORIGIN + path, [], b"")
    return status, body.decode("utf-8", "replace")


def find(pattern: str, page: str) -> str:
    """The first group of what is found in a page."""
    found = re.search(pattern, page)
    assert found, pattern
    return unescape(found[1])


def post(path: str, page: str, hidden: tuple[str, ...], **fields: Any) -> tuple[int, dict[str, str]]:
    """Status and headers after a form of this page was sent, with these of its hidden fields."""
    more = {name: find(rf'name="{name}" value="([^"]*)"', page) for name in ("csrfmiddlewaretoken", *hidden)}
    form = [("Content-Type", "application/x-www-form-urlencoded")]
    status, headers, _ = gateway.answer("POST", ORIGIN + path, form, urlencode({**more, **fields}, doseq=True).encode())
    return status, dict(headers)


def begin(slug: str, names: list[str]) -> str:
    """The path of a new match."""
    page = get(f"/new/{slug}")[1]
    status, headers = post(f"/new/{slug}/begin", page, ("_once",), name=names, dealer="0")
    assert status == 302, status
    return headers["Location"]


def record(match: str, **fields: str) -> int:
    """The status of the answer when a hand is saved on the page of a match."""
    return post(f"{match}/hands", get(match)[1], ("_once", "_number", "_version"), **fields)[0]


def crawl(first: list[str], most: int) -> dict[str, int]:
    """The status of the pages that links lead to from these, by path; no more than most."""
    found: dict[str, int] = {}
    waiting = list(first)
    while waiting and len(found) < most:
        path = waiting.pop(0)
        if path in found or path.startswith("/language?next=%2Flanguage"):
            continue
        found[path], page = get(path)
        for link in _LINK.findall(page):
            target = urlsplit(urljoin(ORIGIN + path, unescape(link)))
            if f"{target.scheme}://{target.netloc}" == ORIGIN and not target.path.startswith(("/static/", "/phone/")):
                waiting.append(target.path + (f"?{target.query}" if target.query else ""))
    return found


def evening() -> dict[str, Any]:
    """A match of two hands on a new phone."""
    match = begin("points", ["Ada", "Ben"])
    statuses = [record(match, **{"scores.0": "20", "scores.1": "5"}), record(match, **{"scores.0": "-7"})]
    return {"match": match, "statuses": statuses, "page": get(match)[1]}


def again() -> dict[str, Any]:
    """The match on the home page after a restart, and one more hand in it."""
    match = find(r'href="(/matches/\w+)"', get("/")[1])
    page = get(match)[1]
    return {"match": match, "page": page, "statuses": [record(match, **{"scores.1": "9"})], "then": get(match)[1]}


def pages() -> dict[str, Any]:
    """What links lead to from the home page, and from a match of Skat with a hand."""
    match = begin("skat", ["Ada", "Ben", "Cleo"])
    statuses = [record(match, declarer="1", game="null", null_result="won")]
    return {
        "match": match,
        "statuses": statuses,
        "page": get(match)[1],
        "found": crawl([match, "/", "/rules/search?q=null+ouvert"], 400),
    }


zoneinfo.reset_tzpath(to=[])  # a browser has no files of time zones
gateway.set_up(DATA, "only for tests " * 4)

from django.conf import settings  # noqa: E402

settings.RULES_ROOT = f"{FOLDER}/rules"  # not at the top of this machine
if TASK == "first":
    gateway.warm_up("de")
gateway.open_database()
answer = {"first": evening, "again": again, "pages": pages}[TASK]()
modules = {name: getattr(module, "__file__", None) for name, module in list(sys.modules.items())}
print(json.dumps({**answer, "modules": modules}))
