"""The phone of somebody who organises the evenings of a club and counts them together."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from tests.api.conftest import Api, json_of
from tests.api.events import Tournament
from tests.pages.events.evening import words
from tests.pages.html_form import HtmlForm, read_forms
from tests.pages.phone import Pages


def evening(points: Mapping[str, int], teams: Mapping[str, str] | None = None, **further: Any) -> Tournament:
    """An evening of one round. points: by name. teams: by name."""
    entries = [{"name": name, "team": (teams or {}).get(name, "")} for name in points]
    event = Tournament(entries, game="points", **{"rules": {"phones": False, "rounds": 1}, **further})
    values = dict(enumerate(points.values(), 1))
    for sitting in event.begin()["sittings"]:
        event.type(1, sitting["table_number"], [values[entry] for entry in sitting["entries"]])
    event.step(1, "close")
    return event


class Club(Pages):
    """A phone that has made a season by the form of its page."""

    def __init__(self, *events: Tournament, **fields: str) -> None:
        super().__init__()
        for event in events:
            self.take(event)
        form = self.form("/seasons/new", "event-form")
        for name, value in fields.items():
            form.fill(f"o.{name}", [value])
        if events:
            form.fill("event", [event.id for event in events])
        made = self.post(form.action, form.sent())
        assert made.status_code == 302, words(made)
        self.path = str(made.headers["Location"])
        self.id = self.path.removeprefix("/seasons/")

    def take(self, event: Tournament) -> None:
        """Opens the organiser's link of an event."""
        assert self.get(f"/events/join/{event.key}").status_code == 200

    def see(self, page: str = "") -> str:
        """What is to be read on a page of the season."""
        answer = self.get(page if page.startswith("/") and page.count("/") > 1 else self.path + page)
        assert answer.status_code == 200, page
        return words(answer)

    def forms(self, page: str) -> list[HtmlForm]:
        """The forms of a page."""
        answer = self.get(page)
        assert answer.status_code == 200, page
        main = answer.content.decode().partition("<main")[2].partition("</main>")[0]
        return read_forms(main)

    def find(self, page: str, *texts: str) -> HtmlForm:
        """The first form of a page that has these values."""
        for form in self.forms(page):
            if set(texts) <= {value for one in form.fields for value in (*one.values, *one.chosen)}:
                return form
        raise AssertionError(f"{page} has no form with {texts}")

    def send(self, page: str, *texts: str, **fields: str) -> Any:
        """Fills in the form of a page of the season that sends these values, and sends it."""
        page = page if page.startswith("/events/") else self.path + page
        form = self.find(page, *texts)
        for name, value in fields.items():
            form.fill(name, [value] if value else [])
        return self.post(form.action, form.sent())

    def guest(self) -> Pages:
        """Another phone, with the link for players and guests."""
        self.post(f"{self.path}/links")
        page = self.get(f"{self.path}/links").content.decode()
        address = page.partition("/seasons/join/")[2].partition('"')[0]
        pages = Pages()
        assert pages.get(f"/seasons/join/{address}").status_code == 200
        return pages


def status(pages: Pages, path: str) -> int:
    """What a phone gets for a page."""
    return int(pages.get(path).status_code)


def api_standing(club: Club) -> Any:
    """The ranking as programs get it, with the organiser's key of this phone."""
    key = club.client.cookies["companion_seasons"].value.partition("~")[2].partition("!")[0]
    return json_of(Api(key).get(f"/seasons/{club.id}/standings"))
