"""Photographs of codes, as the server reads them; a printed list that checks itself."""

from __future__ import annotations

import re
from html import unescape
from random import Random

import pytest
from PIL import Image, ImageDraw

from scoring.match_code import decode, encode
from scoring.models import Match
from tests.match_code.matches import skat_list
from tests.match_code.photographs import HEAVY, LIGHT, MEDIUM, Disturbance, code_picture, photograph
from tests.match_code.pictures import texts_in
from tests.pages.phone import Pages

_STEP = re.compile(r"([Mmh])(-?[\d.]+)(?: ?(-?[\d.]+))?")


def _drawn(svg: str) -> Image.Image:
    """A code as the page has it (lines one module high), eight pixels a module."""
    side = int((re.search(r'viewBox="0 0 (\d+)', svg) or ["", "0"])[1])
    picture = Image.new("L", (side * 8, side * 8), 255)
    draw = ImageDraw.Draw(picture)
    x, y = 0.0, 0.0
    path = re.findall(r'\bd="([^"]+)"', svg)[-1]
    for step, first, second in _STEP.findall(path):
        if step == "h":
            draw.rectangle((x * 8, y * 8 - 4, (x + float(first)) * 8 - 1, y * 8 + 3), fill=0)
            x += float(first)
        else:
            x, y = (float(first), float(second)) if step == "M" else (x + float(first), y + float(second))
    return picture


@pytest.mark.parametrize(
    ("disturbance", "pixels"), [(LIGHT, 3), (MEDIUM, 5), (HEAVY, 8)], ids=["light", "medium", "heavy"]
)
def test_photographs_of_a_whole_list_are_read(disturbance: Disturbance, pixels: int) -> None:
    address = f"https://cards.example/phone/#m={encode(skat_list(1))[0]}"
    code, modules = code_picture(address)
    for one in range(3):
        assert texts_in(photograph(code, modules * pixels, disturbance, Random(one))) == [address]


@pytest.mark.django_db
def test_a_printed_list_is_scanned_and_checks_itself() -> None:
    pages = Pages()
    pages.post("/code/keep", {"codes": "\n".join(encode(skat_list(1)))})
    sheet = pages.get(f"/matches/{Match.objects.get().id}/print?code=1").content.decode()
    paper = sheet[sheet.index('class="paper-codes"') :]
    codes = [_drawn(svg) for svg in re.findall(r"<svg.*?</svg>", paper, re.S)]
    scanned = [
        text for number, code in enumerate(codes) for text in texts_in(photograph(code, 800, MEDIUM, Random(number)))
    ]
    assert "Totals as printed" in _read(pages, scanned)

    wrong = decode(scanned)
    assert wrong.printed
    hand, side = next((n, s) for n, row in enumerate(wrong.printed) for s, points in enumerate(row) if points)
    wrong.printed[hand][side] += 1
    page = _read(pages, encode(wrong))
    assert "Totals as printed" not in page
    assert re.findall(r"Hand (\d+): the sheet has", page) == [str(hand + 1)]


def _read(pages: Pages, codes: list[str]) -> str:
    return unescape(pages.post("/code", {"codes": "\n".join(codes)}).content.decode())
