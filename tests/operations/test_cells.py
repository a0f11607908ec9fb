"""Several installations behind one name: each request reaches the cell of its table, by the mark of its id."""

from __future__ import annotations

import json
import os
import re
import signal
import threading
import time
from collections.abc import Callable, Iterator
from contextlib import ExitStack, suppress
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from io import StringIO
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

import httpx
import pytest
from django.apps import apps
from django.core import signing
from django.core.exceptions import ImproperlyConfigured
from django.core.management import call_command
from django.test import Client, override_settings
from django.urls import URLPattern, URLResolver, get_resolver
from playwright.sync_api import Browser, expect

from companion import environment
from companion.cells import cells_of
from scoring.event_models import EventSitting
from scoring.models import ServerCopy, Table, cell_in, new_match_id, short_id
from scoring.pages import form_tokens
from scoring.selectors.access_keys import keys_in_cookie
from scoring.services import access_keys, moving
from tests import loopback
from tests.operations.cells_proxy import TABLE, Cells, Proxy, cells_proxy
from tests.reliability.faults import audit
from tests.server import ROOT

MATCH = {cell: f"{table}mnpqrstuvwxy" for cell, table in TABLE.items()}


# -- marks ---------------------------------------------------------------------------------------------------


def test_new_ids_begin_with_the_mark() -> None:
    assert cell_in(short_id()) == ""
    with override_settings(CELL="0b"):
        made = short_id()
        assert (cell_in(made), len(made)) == ("0b", 16)
        match_id = new_match_id(made)
    assert (match_id[:16], len(match_id), "0" in match_id[2:]) == (made, 28, False)


@pytest.mark.parametrize("text", ["b", "0", "0i", "0bb", "bb", "00", "0B"])
def test_a_mark_is_a_zero_and_a_letter(monkeypatch: pytest.MonkeyPatch, text: str) -> None:
    monkeypatch.setenv("CELL", text)
    with pytest.raises(ImproperlyConfigured, match="CELL"):
        environment.cell("CELL")


def test_a_phone_alone_has_the_tables_of_every_cell(client: Client, db: None) -> None:
    client.cookies["companion_keys"] = f"{TABLE['0b']}~{TABLE['0b']}.{'k' * 32}"
    assert "/home/0b" in client.get("/").content.decode()
    with override_settings(SERVER=False):
        assert "/home/0b" not in client.get("/").content.decode()


def test_home_asks_every_cell_for_a_table_that_is_not_here(client: Client, table: Table) -> None:
    def asked(cookie: str) -> list[str]:
        client.cookies["companion_keys"] = cookie
        return re.findall(r'hx-get="/home/(\w+)"', client.get("/", headers={"X-Cells": "first,0b,0c"}).content.decode())

    moved = f"{TABLE['first']}~{TABLE['first']}.{'k' * 32}"
    assert asked(moved) == [], "only our own proxy is believed"
    with override_settings(TRUST_PROXY=1):
        assert asked(moved) == ["0b", "0c"]
        assert asked(f"{table.id}~{access_keys.issue(table, 'viewer')}") == []


@pytest.mark.parametrize("texts", [["0b=h:1"], ["first=h:1", "first=h:2"], ["first=h"], ["first=h:1", "b=h:2"]])
def test_cells_that_cannot_be_are_refused(texts: list[str]) -> None:
    with pytest.raises(ValueError, match=r"cell|HOST:PORT"):
        cells_of(texts)


def test_the_configuration_keeps_what_haproxy_listens_on(tmp_path: Path) -> None:
    def written(*more: str) -> str:
        call_command("cells", str(tmp_path), *more, stdout=StringIO())
        return (tmp_path / "haproxy.cfg").read_text()

    assert "    bind :443 ssl crt /etc/ssl/cards.example.pem\n    bind :80\n" in written("first=h:1")
    own = "10.0.0.1:8443 ssl crt own.pem"
    assert f"    bind {own}\n    http" in written("first=h:1", f"--bind={own}")
    assert f"    bind {own}\n    http" in written("first=h:1", "0b=h:2"), "a second cell changes nothing of it"


# -- routing, before servers that only say who they are --------------------------------------------------------


def _says(cell: str) -> type[BaseHTTPRequestHandler]:
    class Says(BaseHTTPRequestHandler):
        protocol_version = "HTTP/1.1"

        def answer(self) -> None:
            self.rfile.read(int(self.headers.get("Content-Length", 0)))
            self.send_response(200)
            self.send_header("X-Cell", cell)
            self.send_header("Content-Length", "0")
            self.end_headers()

        def log_message(self, *_: Any) -> None:
            pass

    for method in ("GET", "POST", "PUT", "PATCH", "DELETE"):
        setattr(Says, f"do_{method}", Says.answer)
    return Says


class _Server(ThreadingHTTPServer):
    def handle_error(self, *_: Any) -> None:
        """Says nothing: HAProxy resets the connections of its checks."""


@pytest.fixture(scope="module")
def routes() -> Iterator[Proxy]:
    """A proxy of two cells that say which one was reached."""
    with ExitStack() as stack:
        ports = {}
        for cell in TABLE:
            server = stack.enter_context(_Server(("127.0.0.1", 0), _says(cell)))
            threading.Thread(target=server.serve_forever, daemon=True).start()
            stack.callback(server.shutdown)
            ports[cell] = server.server_port
        folder = stack.enter_context(TemporaryDirectory(prefix="cells-"))
        yield stack.enter_context(cells_proxy(Path(folder), ports))


def _reached(proxy: Proxy, path: str, method: str = "GET", **more: Any) -> str:
    return str(loopback.request(method, f"{proxy.url}{path}", timeout=30, **more).headers["X-Cell"])


def _addresses(patterns: list[URLPattern | URLResolver], before: str = "") -> Iterator[str]:
    """Every address of the server, as patterns."""
    for one in patterns:
        text = before + str(one.pattern)
        if isinstance(one, URLResolver):
            yield from _addresses(one.url_patterns, text)
        elif "(" not in text:
            yield text


def _of_cell(pattern: str, cell: str) -> str:
    ids = {
        "table_id": TABLE[cell],
        "match_id": MATCH[cell],
        "event_id": TABLE[cell],
        "season_id": TABLE[cell],
        "key": f"{TABLE[cell]}.{'k' * 32}",
    }
    ids |= {"cell": cell}
    return "/" + re.sub(r"<\w+:(\w+)>", lambda found: ids.get(found[1], "1"), pattern)


def test_every_address_with_an_id_reaches_its_cell(routes: Proxy) -> None:
    named = re.compile(r"<\w+:(table_id|match_id|event_id|season_id|key|cell)>")
    patterns = [one for one in _addresses(get_resolver().url_patterns) if named.search(one)]
    assert len(patterns) > 100
    for pattern in patterns:
        for cell in TABLE:
            assert _reached(routes, _of_cell(pattern, cell)) == cell, pattern


@pytest.mark.parametrize("cell", TABLE)
def test_an_id_is_found_wherever_it_stands(routes: Proxy, cell: str) -> None:
    table, match = TABLE[cell], MATCH[cell]
    other = next(one for one in TABLE if one != cell)
    token = signing.Signer(salt="link").sign_object([table, match, "en"])
    embedded = signing.Signer(salt="link").sign_object(["", match, "en"])
    asked = [
        f"/pictures/{token}.png",
        f"/pictures/{embedded}.png",
        f"/oembed?url=https%3A%2F%2Fcards.example%2Fmatches%2F{match}&format=json",
        f"/rules/skat?match={match}",
        f"/new/skat?table={table}",
    ]
    for path in asked:
        assert _reached(routes, path) == cell, path
    form = {"_once": "x", "table": table}
    cookies = {"Cookie": f"companion_keys={TABLE[other]}~k"}
    assert _reached(routes, "/new/skat/begin", "POST", data=form, headers=cookies) == cell
    assert _reached(routes, "/code/keep", "POST", data=form) == cell
    assert _reached(routes, "/mcp", "POST", headers={"Authorization": f"Bearer {table}.kkkk"}, json={}) == cell
    latest = {"Cookie": f"x=1; companion_keys={table}~k.k!{TABLE[other]}~k.k"}
    for path in ("/", "/new", "/new/skat", "/continue"):
        assert _reached(routes, path, headers=latest) == cell, path
    assert _reached(routes, "/matches/not-begun/remove", "POST", headers=latest) == cell


def test_what_makes_a_table_is_found_again_by_a_retry(routes: Proxy) -> None:
    reached = set()
    for number in range(30):
        key = {"Idempotency-Key": f"5f0c1f6a-{number}"}
        cells = {_reached(routes, "/api/v1/tables", "POST", headers=key, json={}) for _ in range(3)}
        form = {"_once": f"token-{number}"}
        pages = {_reached(routes, "/new/skat/begin", "POST", data=form) for _ in range(3)}
        assert len(cells) == len(pages) == 1
        reached |= cells | pages
    assert reached == set(TABLE), "new tables are spread"


def test_a_moved_table_is_found_where_it_is_now(routes: Proxy) -> None:
    table = "0b" + "m" * 14
    path = f"/matches/{table}{'n' * 12}"
    assert _reached(routes, path) == "0b"
    routes.moved.send([table], "first")
    assert _reached(routes, path) == "first"
    assert (routes.folder / "moved.map").read_text() == f"{table} first\n", "a reload keeps it"
    routes.moved.send([table], "moving")
    assert loopback.get(f"{routes.url}{path}").headers["Retry-After"] == "1"
    routes.moved.forget([table])
    assert _reached(routes, path) == "0b"


# -- what is moved ----------------------------------------------------------------------------------------------


def test_all_that_names_a_table_is_moved() -> None:
    known = {model for model, _ in moving.MOVED} | {*moving.MADE_AGAIN, ServerCopy, EventSitting}
    for model in apps.get_app_config("scoring").get_models():
        if {"table", "match", "webhook"} & {field.name for field in model._meta.get_fields() if not field.auto_created}:
            assert model in known, f"{model.__name__} stays behind when its table is moved"


def test_the_tokens_of_all_forms_are_moved() -> None:
    scopes = set()
    for file in (ROOT / "scoring" / "pages" / "views").glob("*.py"):
        scopes |= set(re.findall(r'scope = .*?f"(\w+) \{(?:match|table)\.id\}"', file.read_text()))
    assert len(scopes) >= 4
    stored = form_tokens.stored_scopes("TABLE", ["MATCH"])
    for scope in scopes:
        assert {form_tokens.stored_scope(f"{scope} {one}") for one in ("TABLE", "MATCH")} & set(stored), scope


# -- with the real server ------------------------------------------------------------------------------------


@pytest.fixture(scope="module")
def cells(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Cells]:
    with ExitStack() as stack:
        yield Cells(stack, tmp_path_factory.mktemp("two-cells"))


def test_a_phone_has_tables_in_both_cells(cells: Cells) -> None:
    tables = {cell: cells.new_table(cell, f"Table in {cell}") for cell in TABLE}
    assert {cell_in(table["id"]) or "first" for table in tables.values()} == set(TABLE)
    phone = loopback.Client(base_url=cells.proxy.url, timeout=60)
    for cell in ("first", "0b"):
        joined = phone.get(f"/join/{tables[cell]['scorer']}/{tables[cell]['match']}")
        assert joined.headers["Refresh"] == f"0; url=/matches/{tables[cell]['match']}"
        assert phone.get(f"/matches/{tables[cell]['match']}").status_code == 200
    assert list(keys_in_cookie(phone.cookies["companion_keys"])) == [tables["0b"]["id"], tables["first"]["id"]]
    home = phone.get("/").text
    assert "Table in 0b" in home
    assert "Table in first" not in home
    assert re.findall(r'hx-get="([^"]+)"', home) == ["/home/first"]
    part = phone.get("/home/first", headers={"HX-Request": "true"}).text
    assert part.startswith("<section")
    assert f"/matches/{tables['first']['match']}" in part
    assert "Table in first" in part
    assert "<title>More tables" in phone.get("/home/first").text, "without scripts it is a page"
    assert loopback.get(f"{cells.servers['0b'].url}/home/first", timeout=60).status_code == 404


def test_a_pasted_link_of_another_cell_opens_its_table(cells: Cells) -> None:
    table = cells.new_table("0b", "Pasted")
    phone = loopback.Client(base_url=cells.servers["first"].url, timeout=60)
    form = phone.get("/").text
    token = re.search(r'name="csrfmiddlewaretoken" value="(\w+)"', form)
    assert token
    link = f"{cells.proxy.url}/join/{table['viewer']}/{table['match']}"
    answer = phone.post("/join", data={"link": link, "csrfmiddlewaretoken": token[1]})
    assert (answer.status_code, answer.headers["Location"]) == (302, f"/join/{table['viewer']}/{table['match']}")


@pytest.mark.browser
def test_home_on_a_phone_shows_the_tables_of_both_cells(cells: Cells, browser: Browser, tmp_path: Path) -> None:
    tables = {cell: cells.new_table(cell, f"Evening in {cell}") for cell in TABLE}
    page = browser.new_page(viewport={"width": 390, "height": 844})
    try:
        for cell in TABLE:
            page.goto(f"{cells.proxy.url}/join/{tables[cell]['scorer']}/{tables[cell]['match']}")
            page.wait_for_url(f"**/matches/{tables[cell]['match']}")
        page.goto(f"{cells.proxy.url}/")
        for cell in TABLE:
            expect(page.get_by_role("link", name=f"Evening in {cell}", exact=True)).to_be_visible()
            expect(page.locator(f"a[href='/matches/{tables[cell]['match']}']").first).to_be_visible()
        page.screenshot(path=tmp_path / "home.png", full_page=True)
        page.get_by_role("link", name="Evening in first", exact=True).click()
        page.wait_for_url(f"**/tables/{tables['first']['id']}")
    finally:
        page.close()


def test_one_cell_dies_and_the_other_does_not_notice(cells: Cells) -> None:
    tables = {cell: cells.new_table(cell, "Here and there") for cell in TABLE}
    cells.servers["0b"].stop(signal.SIGKILL)
    try:
        deadline = time.monotonic() + 30
        while (refused := cells.record(tables["0b"])).headers.get("Retry-After") != "5":
            assert time.monotonic() < deadline, refused.text
        assert refused.status_code == 503
        for _ in range(20):
            assert cells.record(tables["first"]).status_code == 201
        for number in range(10):
            key = {"Idempotency-Key": f"while-it-is-down-{number}"}
            made = cells.http.post("/api/v1/tables", json={}, headers=key)
            assert (made.status_code, cell_in(made.json()["id"])) == (201, "")
        home = cells.http.get("/", headers={"Cookie": f"companion_keys={tables['0b']['id']}~{tables['0b']['scorer']}"})
        assert home.status_code == 200, "another cell shows home meanwhile"
        assert 'hx-get="/home/0b"' in home.text
    finally:
        cells.servers["0b"].start()
    deadline = time.monotonic() + 30
    while cells.record(tables["0b"]).status_code != 201:
        assert time.monotonic() < deadline
        time.sleep(0.1)


@pytest.mark.skipif(not os.environ.get("DATABASE_URL", "").startswith("postgres"), reason="about PostgreSQL")
def test_a_table_is_moved_while_it_is_played(cells: Cells) -> None:
    table = cells.new_table("first", "Moved")
    key = {"Authorization": f"Bearer {table['scorer']}"}
    hooks = f"/api/v1/tables/{table['id']}/webhooks"
    hook = cells.http.post(hooks, json={"url": f"{cells.receiver.origin}/hands"}, headers=key).raise_for_status().json()
    page = loopback.Client(base_url=cells.proxy.url, timeout=60)
    page.get(f"/join/{table['scorer']}/{table['match']}")
    versions: list[int] = []
    hands: list[str] = []
    waits: list[float] = []
    stop = threading.Event()

    def play() -> None:
        """A hand every 50 ms, sent again with its key until it counts, as a phone does."""
        while not stop.is_set():
            idempotency_key, began = f"hand-{len(hands)}-{table['id']}", time.monotonic()
            while (answer := cells.record(table, idempotency_key)).status_code != 201:
                assert answer.status_code == 503, answer.text
                time.sleep(0.05)
            waits.append(time.monotonic() - began)
            hands.append(idempotency_key)
            time.sleep(0.05)

    def follow() -> None:
        while not stop.is_set():
            with (
                suppress(httpx.TransportError),
                cells.http.stream("GET", f"/api/v1/matches/{table['match']}/events", headers=key, timeout=5) as stream,
            ):
                for line in stream.iter_lines():
                    if line.startswith("data: "):
                        versions.append(json.loads(line[6:])["version"])
                    if stop.is_set():
                        return

    threads = [threading.Thread(target=play), threading.Thread(target=follow)]
    for thread in threads:
        thread.start()
    try:
        _wait_for(lambda: len(hands) > 10)
        moved = cells.move(table["id"], "first", "0b")
        assert moved.returncode == 0, moved.stdout + moved.stderr
        after = len(hands)
        _wait_for(lambda: len(hands) > after + 20 and versions and versions[-1] > after + 10)
    finally:
        stop.set()
        for thread in threads:
            thread.join(60)
    print(moved.stdout, "longest hand", max(waits))
    match = cells.http.get(f"/api/v1/matches/{table['match']}", headers=key).json()
    assert match["version"] == match["hand_count"] == len(hands)
    assert versions == sorted(versions), "a stream goes on where it was"
    first = loopback.get(f"{cells.servers['first'].url}/api/v1/matches/{table['match']}", headers=key, timeout=60)
    assert first.status_code in (401, 404), "it is only in its new cell"
    replayed = cells.record(table, hands[3])
    assert (replayed.headers["Idempotency-Replayed"], replayed.json()["number"]) == ("true", 4)
    assert page.get(f"/matches/{table['match']}").status_code == 200
    assert loopback.get(f"{cells.proxy.url}/join/{table['viewer']}", timeout=60).status_code == 200
    deliveries, page_of_them = set(), f"{hooks}/{hook['id']}/deliveries?limit=200"
    while page_of_them:
        found = cells.http.get(page_of_them, headers=key).json()
        deliveries |= {delivery["id"] for delivery in found["results"]}
        page_of_them = found["next"]
    assert len(deliveries) == len(hands)
    _wait_for(lambda: len({message.id for message in cells.receiver.received}) >= len(hands))
    assert {message.id for message in cells.receiver.received} == deliveries
    for server in cells.servers.values():
        audit(server)
    again = cells.move(table["id"], "first", "0b")
    assert again.returncode == 1
    assert "There is no table" in again.stderr
    back = cells.move(table["id"], "0b", "first")
    assert back.returncode == 0, back.stderr
    assert cells.record(table).status_code == 201


@pytest.mark.skipif(not os.environ.get("DATABASE_URL", "").startswith("postgres"), reason="about PostgreSQL")
def test_a_table_is_not_moved_with_wrong_addresses(cells: Cells) -> None:
    table = cells.new_table("0b", "Moved")
    cells.new_table("first", "Stays")
    cells.new_table("0b", "Stays")
    assert cells.record(table).status_code == 201

    def refused(source: str, target: str, **settings: str) -> str:
        moved = cells.move(table["id"], source, target, **settings)
        assert moved.returncode == 1
        assert cells.record(table).status_code == 201, moved.stderr
        return moved.stderr

    databases = {cell: server.environment["DATABASE_URL"] for cell, server in cells.servers.items()}
    assert "no cell 0c: first, 0b" in refused("0b", "first", to="0c")
    assert "same database" in refused("0b", "first", TARGET_DATABASE_URL=databases["0b"])
    # In the cell where it is, with the settings of the other: it would be deleted.
    assert "has tables of 0b, none of first" in refused("0b", "first", CELL="", to="0b")
    assert cells.move(table["id"], "0b", "first").returncode == 0
    assert "has tables of first, none of 0b" in refused("first", "0b", CELL="0b", to="first")
    assert "same database" in refused("first", "first", to="0b")


def _wait_for(there: Callable[[], object]) -> None:
    deadline = time.monotonic() + 60
    while not there():
        assert time.monotonic() < deadline
        time.sleep(0.05)
