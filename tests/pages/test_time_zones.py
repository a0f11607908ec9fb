"""Days, evenings and years on pages are those of the reader's clock."""

from __future__ import annotations

import re
from datetime import UTC, datetime, timedelta
from zoneinfo import ZoneInfo

import pytest
from django.test import override_settings
from django.utils import timezone

from companion.phone import clock
from scoring.models import Change, Match
from tests.conftest import Hold
from tests.pages.test_settlement import Table, words

#: Friday, 21:30, in São Paulo.
AT = datetime(2026, 11, 21, 0, 30, tzinfo=UTC)


@pytest.fixture
def table(db: None) -> Table:
    table = Table()
    table.settle(table.match, word="cents")
    Match.objects.filter(id=table.match).update(created_at=AT)
    Change.objects.filter(match_id=table.match).update(at=AT)
    return table


def test_each_page_says_the_day_of_the_readers_clock(table: Table) -> None:
    pages, match = table.pages, f"/matches/{table.match}"
    paths = [f"{table.path}?since=all", f"{table.path}/settle", f"{match}/print", f"{match}/result", f"{match}/settle"]
    for zone, day in (("America/Sao_Paulo", "20"), ("Asia/Tokyo", "21"), ("Nowhere/Town", "21")):
        pages.client.cookies["time_zone"] = zone
        for path in paths:
            page = pages.get(path).content.decode()
            assert f"{day} November 2026" in page, (zone, path)
    pages.client.cookies["time_zone"] = "America/Sao_Paulo"
    assert "20 Nov, 21:30" in words(pages.get(f"{match}/history"))
    del pages.client.cookies["time_zone"]
    with override_settings(TIME_ZONE="Asia/Tokyo"):
        assert "21 Nov, 09:30" in words(pages.get(f"{match}/history")), (
            "the server's, if the phone does not say its own"
        )


def test_this_year_is_one_of_the_readers_clock(table: Table, monkeypatch: pytest.MonkeyPatch) -> None:
    new_year = datetime(2027, 1, 1, 0, 30, tzinfo=UTC)
    monkeypatch.setattr(timezone, "now", lambda: new_year + timedelta(days=1))
    Match.objects.filter(id=table.match).update(created_at=new_year)
    nothing = "No match finished in this period"
    assert nothing not in words(table.pages.get(f"{table.path}?since=year"))
    table.pages.client.cookies["time_zone"] = "America/Sao_Paulo"
    assert nothing in words(table.pages.get(f"{table.path}?since=year"))


def test_a_phone_alone_asks_its_browser(monkeypatch: pytest.MonkeyPatch) -> None:
    # São Paulo until 2019: clocks were put forward at midnight.
    changed = datetime(2018, 11, 4, 3, tzinfo=UTC).timestamp() * 1000
    zone = clock.PhoneZone(lambda time: -120 if time >= changed else -180)
    for moment, expect in (
        (datetime(2018, 11, 4, 2, 59, tzinfo=UTC), "2018-11-03T23:59:00-03:00"),
        (datetime(2018, 11, 4, 3, 0, tzinfo=UTC), "2018-11-04T01:00:00-02:00"),
        (datetime(2019, 1, 1, 1, 0, tzinfo=UTC), "2018-12-31T23:00:00-02:00"),
    ):
        local = moment.astimezone(zone)
        assert local.isoformat() == expect
        assert local.astimezone(UTC) == moment
    with timezone.override(zone):
        assert timezone.localdate(datetime(2019, 1, 1, 1, 0, tzinfo=UTC)).isoformat() == "2018-12-31"


@pytest.mark.parametrize(
    ("language", "day"),
    [
        ("en", "Friday, 20 November 2026"),
        ("de", "Freitag, 20. November 2026"),
        ("es", "Viernes, 20 de noviembre de 2026"),
        ("fr", "Vendredi 20 novembre 2026"),
        ("it", "Venerdì 20 novembre 2026"),
        ("pt-br", "Sexta-feira, 20 de novembro de 2026"),
        ("ru", "Пятница, 20 ноября 2026 г."),
        ("zh-hans", "2026年11月20日 星期五"),
    ],
)
def test_months_are_written_as_the_language_does(table: Table, language: str, day: str) -> None:
    table.pages.client.cookies["time_zone"] = "America/Sao_Paulo"
    table.pages.client.cookies["django_language"] = language
    page = table.pages.get(f"{table.path}?since=all").content.decode()
    assert f">{day}</time></h3>" in page
    printed = table.pages.get(f"/matches/{table.match}/print").content.decode()
    for month in ("Novembre", "Novembro", "Noviembre", "Ноябр"):
        assert month not in page + printed


@pytest.mark.parametrize(
    ("language", "day"),
    [
        ("en", "6 January 2026"),
        ("de", "6. Januar 2026"),
        ("es", "6 de enero de 2026"),
        ("fr", "6 janvier 2026"),
        ("it", "6 gennaio 2026"),
        ("pt-br", "6 de janeiro de 2026"),
        ("ru", "6 января 2026 г."),
        ("zh-hans", "2026年1月6日"),
    ],
)
def test_no_day_begins_with_a_zero(table: Table, language: str, day: str) -> None:
    Match.objects.filter(id=table.match).update(created_at=datetime(2026, 1, 6, 12, tzinfo=UTC))
    table.pages.client.cookies["django_language"] = language
    paths = [f"{table.path}?since=all", f"{table.path}/settle"]
    for path in [*paths, *(f"/matches/{table.match}/{page}" for page in ("print", "result", "settle"))]:
        page = table.pages.get(path).content.decode()
        assert day in page, path
        assert f"0{day}" not in page, path


@pytest.mark.browser
@pytest.mark.layout
def test_a_phone_that_travels_sees_its_own_day_at_once(hold: Hold) -> None:
    phone = hold(size=(320, 568))
    match = phone.start("points", ["Ada", "Ben"])
    for place, score in enumerate((7, 3)):
        phone.page.locator(".entry-of input").nth(place).fill(str(score))
    phone.tap(".save")
    phone.saved(1)
    table = phone.page.locator(".bar-nav a", has_text="Table").get_attribute("href") or ""
    browser = phone.context.new_cdp_session(phone.page)
    for zone in ("Pacific/Kiritimati", "Pacific/Pago_Pago"):  # never on the same day
        browser.send("Emulation.setTimezoneOverride", {"timezoneId": zone})
        day = re.compile(f"{datetime.now(ZoneInfo(zone)):%A, %-d %B %Y}")
        phone.open(table)
        phone.page.locator(".evening h3", has_text=day).wait_for()
        phone.open(f"{match}/print")
        phone.page.locator(".paper-head time", has_text=re.compile(f"{datetime.now(ZoneInfo(zone)):%-d %B}")).wait_for()
    assert phone.problems == []
