"""Every page of the rules and the answer to every question, in all languages, must fit a phone.

    python -m tests.rules.widths [LANGUAGE ...]

opens them all in a browser at 320 and 390 pixels, which takes half an hour, and prints what is wider than the phone.
``test_widths.py`` opens a sample.
"""

from __future__ import annotations

import os
import sys
import tempfile
from collections.abc import Iterator
from pathlib import Path
from urllib.parse import urlencode

import django
from django.conf import settings
from playwright.sync_api import sync_playwright

from rulesref.library import library
from rulesref.search.judged_questions import judged_questions
from tests.browser import LARGE, SMALL, Phone, chromium
from tests.server import serving

HERE = Path(__file__).parent
FILES = {"en": [HERE / "questions.yaml", HERE / "unseen_questions.yaml"]}

_TOO_WIDE = """() => document.documentElement.scrollWidth <= document.documentElement.clientWidth ? [] :
  [...document.querySelectorAll("main *")].filter((each) => each.getBoundingClientRect().right > innerWidth + 1
    && !each.closest(".table-box, .jump")).slice(0, 3).map((each) => each.outerHTML.slice(0, 120))
    .concat([`${document.documentElement.scrollWidth} px`])"""


def addresses(code: str) -> Iterator[str]:
    """The pages of the rules in a language, then the answers to its questions."""
    pages = library(code)
    yield "/rules"
    yield from (f"/rules/{slug}" for slug in pages.slugs)
    for question in judged_questions(pages, FILES.get(code, [HERE / "unseen" / f"{code}.yaml"])):
        yield f"/rules/search?{urlencode({'q': question.query, 'game': question.game or ''})}"


def too_wide(phone: Phone, path: str) -> list[str]:
    """What is wider than the phone on a page, at both sizes and with all folds open."""
    phone.open(path)
    phone.page.evaluate("document.querySelectorAll('details').forEach((each) => { each.open = true })")
    found: list[str] = []
    for width, height in (LARGE, SMALL):
        phone.page.set_viewport_size({"width": width, "height": height})
        found += (f"{width}: {each}" for each in phone.page.evaluate(_TOO_WIDE))
    return found


def main(codes: list[str]) -> int:
    """Returns 1 if anything is too wide."""
    faults = 0
    with tempfile.TemporaryDirectory() as folder, serving(Path(folder)) as server, sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=chromium(), args=["--no-sandbox"])
        for code in codes:
            phone = Phone(browser, server.url, LARGE, dark=False, script=True)
            phone.context.add_cookies([{"name": "django_language", "value": code, "url": server.url}])
            for path in addresses(code):
                if found := too_wide(phone, path):
                    faults += 1
                    print(code, path, *found, sep="\n  ", flush=True)
            phone.context.close()
    return int(faults > 0)


if __name__ == "__main__":
    os.environ.setdefault("DJANGO_SETTINGS_MODULE", "companion.settings")
    django.setup()
    sys.exit(main(sys.argv[1:] or [code for code, _ in settings.LANGUAGES]))
