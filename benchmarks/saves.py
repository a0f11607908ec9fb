"""A save on the match page beside the same hand recorded through the API: on one server, in turn, one connection."""

from __future__ import annotations

import re
import secrets
import statistics
import time
from typing import Any
from urllib.parse import urlencode

import httpx

from benchmarks import aims

SAVES = 10
FORM = {"declarer": "2", "game": "H", "matadors": "with2", "result_by": "outcome", "result": "won", "bid": "30"}
CHOSEN = {"announced": "none", "matadors_by": "number"}


def ratio(table: Any, rounds: int) -> float:
    """How many times as long a save takes as the API's record, in matches that start with 40 hands. Prints it.

    table: a ``web.Table``. The fastest of ten saves in a row counts, because a busy machine interrupts a long answer
    more often than a short one; then the median of the rounds.
    """
    ratios, api_times, page_times = [], [], []
    for _ in range(rounds):
        api, page = _api(table), _page(table)
        ratios.append(page / api)
        api_times.append(api)
        page_times.append(page)
    times = statistics.median(ratios)
    print(
        f"\nsave on the match page: {statistics.median(page_times) * 1000:.2f} ms, the same through the API: "
        f"{statistics.median(api_times) * 1000:.2f} ms, {times:.2f} times (aim: {aims.SAVE:g})"
    )
    return times


def _api(table: Any) -> float:
    from benchmarks.web import HAND, HANDS_IN_MATCH

    match = table.match(HANDS_IN_MATCH)
    times = []
    for _ in range(SAVES):
        begun = time.perf_counter()
        answer = table.http.post(f"/matches/{match}/hands", json=HAND)
        times.append(time.perf_counter() - begun)
        answer.raise_for_status()
    return min(times)


def _page(table: Any) -> float:
    """A save by a browser with htmx: it accepts gzip, and asks for the changed part of the page."""
    from benchmarks.web import HANDS_IN_MATCH

    match = table.match(HANDS_IN_MATCH)
    base = str(table.http.base_url).removesuffix("/").removesuffix("/api/v1")
    with httpx.Client(base_url=base, headers={"HX-Request": "true"}, timeout=60) as phone:
        phone.cookies.set("companion_keys", f"{table.id}~{table.key}")
        opened = phone.get(f"/matches/{match}").raise_for_status().text
        token = re.search(r'name="csrfmiddlewaretoken" value="(\w+)"', opened)
        questions = re.search(r'data-questions="(\w+)"', opened)
        assert token
        assert questions
        times = []
        for number in range(HANDS_IN_MATCH + 1, HANDS_IN_MATCH + SAVES + 1):
            hidden = {"_once": secrets.token_hex(16), "_number": str(number), "csrfmiddlewaretoken": token[1]}
            body = urlencode({**FORM, **CHOSEN, **hidden})
            begun = time.perf_counter()
            answer = phone.post(
                f"/matches/{match}/hands",
                content=body,
                headers={
                    "Content-Type": "application/x-www-form-urlencoded",
                    "Companion-Questions": questions[1],
                },
            )
            times.append(time.perf_counter() - begun)
            assert answer.headers.get("Companion-Hand") == str(number), answer.text[:500]
    return min(times)
