"""How pictures of links are drawn: names of all lengths and scripts, whatever fonts there are."""

from __future__ import annotations

import io

import pytest
from PIL import Image

from scoring.link_pictures import fonts
from scoring.link_pictures.drawing import HEIGHT, WIDTH, Line, LinkPicture, png

LONG = [
    "Maximiliane-Henriette von und zu Hohenlohe",
    "欧阳娜娜欧阳娜娜欧阳娜娜欧阳娜娜欧阳",
    "Александра Константиновна-Длинная",
    "عمر 🎉",
]
PAPER = (247, 242, 231)


@pytest.mark.parametrize("players", [2, 4, 7, 12])
def test_long_names_are_cut_and_nothing_leaves_its_place(players: int) -> None:
    lines = tuple(Line(LONG[n % 4], "−1.234.567", n, n == 0) for n in range(players))
    drawn = png(LinkPicture("Sechsundsechzig " * 5, f"{LONG[0]} führt", "Spiel 13 von 36", lines))
    image = Image.open(io.BytesIO(drawn)).convert("RGB")
    assert image.size == (WIDTH, HEIGHT)
    assert len(drawn) < 60_000
    for left in (0, WIDTH - 50):
        margin = image.crop((left, 30, left + 50, HEIGHT))
        assert [color for _count, color in margin.getcolors() or []] == [PAPER], "only paper beside the sheet"
    assert [color for _count, color in image.crop((0, HEIGHT - 24, WIDTH, HEIGHT)).getcolors() or []] == [PAPER]


def test_the_same_is_drawn_for_the_same_and_another_etag_for_anything_else() -> None:
    one = LinkPicture("Skat", lines=(Line("Ada", "18", 0),))
    assert png(one) == png(LinkPicture("Skat", lines=(Line("Ada", "18", 0),)))
    assert one.etag != LinkPicture("Skat", lines=(Line("Ada", "19", 0),)).etag


def test_what_no_font_has_is_drawn_as_a_box_and_known() -> None:
    assert fonts.can_draw("Ada Ğ ♠")
    assert not fonts.can_draw("\U0010fffd")
    assert list(fonts.runs("A\U0010fffd", False)) == [(fonts.faces(False)[0], "A\U0010fffd")]


def test_without_any_font_latin_is_drawn_all_the_same(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(fonts, "load", lambda face, size: None)
    for cached in (fonts.faces, fonts.font, fonts._has, fonts._face_of):
        cached.cache_clear()
    try:
        assert fonts.can_draw("Ada 12")
        assert not fonts.can_draw("拱猪")
        assert png(LinkPicture("No fonts here", lines=(Line("拱猪", "1", 0),)))[:4] == b"\x89PNG"
    finally:
        for cached in (fonts.faces, fonts.font, fonts._has, fonts._face_of):
            cached.cache_clear()
