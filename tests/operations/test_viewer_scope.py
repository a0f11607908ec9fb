"""A table may say that a link to watch opens one match only: then no way of reading leads from it to another."""

from __future__ import annotations

from typing import Any

import pytest
from django.test import Client
from django.urls import URLPattern, URLResolver

from scoring.api import urls as api_urls
from scoring.live.watch_access import opening_key, standings
from scoring.pages import urls as page_urls
from scoring.selectors.access_keys import Key
from tests.api.conftest import Api, Evening, json_of, problem
from tests.pages.html_form import HtmlForm, read_forms

SHOWN, HIDDEN = "The match to be shown", "The match that is nobody's business"


def _addresses(patterns: list[Any], of: str, table: str, match: str) -> list[str]:
    """The addresses of all patterns that have this parameter and no other that would have to be known."""
    values = {"table_id": table, "match_id": match, "slug": "points", "role": "viewer", "number": "1"}
    found = []
    for pattern in patterns:
        if isinstance(pattern, URLResolver):  # the pages of events have keys of their own
            assert not any(of in one.pattern.converters for one in pattern.url_patterns)
            continue
        assert isinstance(pattern, URLPattern)
        names = list(pattern.pattern.converters)
        if of in names and set(names) <= values.keys():
            route = str(pattern.pattern)
            for name in names:
                converter = type(pattern.pattern.converters[name]).__name__.removesuffix("Converter").lower()
                route = route.replace({"string": f"<str:{name}>"}.get(converter, f"<{converter}:{name}>"), values[name])
            assert "<" not in route, route
            found.append(f"/{route}")
    return found


class Scoped:
    """A table whose viewers see one match: an evening with two matches of the same people, and a phone that watches."""

    def __init__(self) -> None:
        self.evening = Evening()
        self.shown, self.hidden = (self.evening.match(title=title) for title in (SHOWN, HIDDEN))
        for match in (self.shown, self.hidden):
            self.evening.record(match, 1, 2, 3)
        self.shown_id, self.hidden_id = (match.removeprefix("/matches/") for match in (self.shown, self.hidden))
        seen = self.evening.scorer.get(self.evening.path).headers["ETag"]
        changed = json_of(
            self.evening.scorer.patch(self.evening.path, {"viewer_scope": "match", "embedding": True}, seen)
        )
        assert changed["viewer_scope"] == "match"
        self.phone = Client()
        joined = self.phone.get(f"/join/{self.evening.keys['viewer']}/{self.shown_id}")
        assert joined.headers["Refresh"] == f"0; url={self.shown}"

    def tells_of_another(self, answer: Any) -> bool:
        text = b"".join(answer) if answer.streaming else answer.content
        return HIDDEN.encode() in text or b"nobody&#x27;s business" in text or self.hidden_id.encode() in text


@pytest.fixture
def scoped(db: None) -> Scoped:
    return Scoped()


def test_a_table_is_open_to_its_viewers_unless_it_says_otherwise(evening: Evening, match: str) -> None:
    table = json_of(evening.viewer.get(evening.path))
    assert table["viewer_scope"] == "table"
    assert [row["id"] for row in json_of(evening.viewer.get(f"{evening.path}/matches"))["results"]] == [match[9:]]


def test_the_api_opens_the_match_and_not_the_table(scoped: Scoped) -> None:
    viewer = scoped.evening.viewer
    assert json_of(viewer.get(scoped.shown))["title"] == SHOWN
    asked = 0
    for address in _addresses(api_urls.urlpatterns, "table_id", scoped.evening.id, scoped.shown_id):
        answer = viewer.get("/api" + address)
        if answer.status_code == 405:
            continue
        asked += 1
        if "/webhooks" in address:
            problem(answer, 403, "read-only-key")  # as for every viewer
        else:
            problem(answer, 404, "not-found")
    assert asked >= 5
    for address in _addresses(api_urls.urlpatterns, "match_id", scoped.evening.id, scoped.shown_id):
        answer = viewer.get("/api" + address)
        assert answer.status_code in (200, 404, 405, 503), address  # 503: streams are answered before Django is asked
        assert not scoped.tells_of_another(answer), address


def test_the_pages_open_the_match_and_not_the_table(scoped: Scoped) -> None:
    asked = 0
    for address in _addresses(page_urls.urlpatterns, "table_id", scoped.evening.id, scoped.shown_id):
        answer = scoped.phone.get(address)
        assert answer.status_code in (404, 405), address
        asked += answer.status_code == 404
    assert asked >= 7
    opened = 0
    for address in ["/", "/new", "/join", *_addresses(page_urls.urlpatterns, "match_id", "", scoped.shown_id)]:
        answer = scoped.phone.get(address)
        assert answer.status_code in (200, 403, 405), address
        assert not scoped.tells_of_another(answer), address
        opened += answer.status_code == 200
    assert opened >= 12
    page = scoped.phone.get(scoped.shown).content.decode()
    assert f"/tables/{scoped.evening.id}" not in page, "no link leads to where nothing opens"


def test_a_wrong_id_opens_nothing(scoped: Scoped) -> None:
    problem(scoped.evening.viewer.get("/matches/" + "2" * 16), 404)
    assert scoped.phone.get("/matches/" + "2" * 16).status_code == 404


def test_a_link_to_the_table_opens_nothing_and_stays_out_of_the_cookie(scoped: Scoped) -> None:
    phone = Client()
    answer = phone.get(f"/join/{scoped.evening.keys['viewer']}")
    assert answer.status_code == 404
    assert not phone.cookies.get("companion_keys")
    assert phone.post("/join", {"link": f"https://x/join/{scoped.evening.keys['viewer']}"}).status_code == 404


def test_the_viewer_follows_the_match_live(scoped: Scoped) -> None:
    key = Key.parse(scoped.evening.keys["viewer"])
    assert opening_key(scoped.shown_id, "", [key]) == key.id
    assert standings([scoped.shown_id])[scoped.shown_id].version == 1


def test_the_scorer_sees_everything_as_before(scoped: Scoped) -> None:
    phone = Client()
    assert phone.get(f"/join/{scoped.evening.keys['scorer']}").status_code == 200
    for address in ("/", f"/tables/{scoped.evening.id}", f"/tables/{scoped.evening.id}/share"):
        assert phone.get(address).status_code == 200
    titles = [row["title"] for row in json_of(scoped.evening.scorer.get(f"{scoped.evening.path}/matches"))["results"]]
    assert sorted(titles) == sorted([SHOWN, HIDDEN])
    assert phone.post(f"/tables/{scoped.evening.id}/keys/viewer", {"match": scoped.shown_id}).status_code == 302
    share = phone.get(f"{scoped.shown}/share").content.decode()
    assert "and no other match" in share
    assert "one match only" in phone.get(f"/tables/{scoped.evening.id}/share").content.decode()


def test_it_is_chosen_on_the_page_of_the_table(evening: Evening, match: str) -> None:
    phone = Client()
    phone.get(f"/join/{evening.keys['scorer']}")
    page = f"/tables/{evening.id}"

    def opened() -> HtmlForm:
        forms = read_forms(phone.get(page).content.decode())
        return next(form for form in forms if form.attributes.get("action") == f"{page}/change")

    form = opened()
    form.fill("viewer_scope", ["match"])
    assert phone.post(form.action, form.sent()).status_code == 302
    assert json_of(evening.scorer.get(evening.path))["viewer_scope"] == "match"
    problem(evening.viewer.get(evening.path), 404)
    assert opened().sent()["viewer_scope"] == ["match"], "the page shows what was chosen"
    phone.post(form.action, {**form.sent(), "viewer_scope": "nonsense"})
    assert json_of(evening.scorer.get(evening.path))["viewer_scope"] == "match", "what is unknown changes nothing"


def test_a_viewer_cannot_open_the_table_again(scoped: Scoped) -> None:
    refused = scoped.evening.viewer.patch(scoped.evening.path, {"viewer_scope": "table"}, "*")
    problem(refused, 403, "read-only-key")
    again = scoped.phone.post(f"/tables/{scoped.evening.id}/change", {"viewer_scope": "table"})
    assert again.status_code == 404
    problem(Api(scoped.evening.keys["scorer"]).patch(scoped.evening.path, {"viewer_scope": "all"}, "*"), 400)
