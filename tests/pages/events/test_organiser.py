"""The pages of the organiser, without scripts."""

from __future__ import annotations

import pytest

from tests.pages.events.evening import SEVEN, Organiser

pytestmark = pytest.mark.django_db

ROUND_ONE = {
    1: {"x": (0, 0, 0)},
}


def test_walk() -> None:
    phone = Organiser(entry_fee="5", fees="3:50,100")
    phone.enter(SEVEN)
    assert phone.send("/entries", ("paid", "3")).status_code == 302
    print(phone.see("/entries"))
    phone.begin()
    print(phone.see())
    print(phone.see("/rounds/1/cards"))
    for table in (1, 2):
        print(phone.see(phone.table(1, table)))
    for page in ("/places", "/money", "/links", "/history", "/settings", "/rules", "/delete"):
        print(phone.see(page))
    for role in ("viewer", "display", "referee"):
        phone.send("/links", role=[]) if 0 else phone.post(phone.path + "/links", {"role": role})
    print(phone.see("/links"))
