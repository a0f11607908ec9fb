"""What programs that read find by themselves: fixed addresses, twins of pages, links in headers, and the guide."""

from __future__ import annotations

import json
import re
from datetime import UTC, datetime, timedelta
from html import unescape
from typing import Any

import pytest
from django.core.exceptions import ImproperlyConfigured
from django.test import Client, override_settings

from companion import environment
from companion.http.accept_language import language_tag
from rulesref.library import languages, library
from scoring.api.guide import guide_names
from scoring.api.views.documentation import document
from tests.api.conftest import Api, Evening, json_of


def _get(path: str, **headers: str) -> Any:
    return Client().get(path, headers={name.replace("_", "-"): value for name, value in headers.items()})


# -- fixed addresses -----------------------------------------------------------------------------------------


def test_the_catalog_leads_to_what_there_is(db: None) -> None:
    response = _get("/.well-known/api-catalog")
    assert response.headers["Content-Type"].startswith("application/linkset+json")
    linkset = json.loads(response.content)["linkset"]
    links = [link for context in linkset for kind, links in context.items() if kind != "anchor" for link in links]
    assert {context["anchor"] for context in linkset} == {"http://testserver/api/v1", "http://testserver/mcp"}
    for link in links:
        found = _get(link["href"].removeprefix("http://testserver"), Accept="*/*")
        assert found.status_code == 200, link
    assert Client().head("/.well-known/api-catalog").headers["Link"].endswith('rel="api-catalog"')


def test_there_is_a_security_txt_if_the_operator_has_a_contact() -> None:
    assert _get("/.well-known/security.txt").status_code == 404
    with override_settings(SECURITY_CONTACT="mailto:security@example.org"):
        response = _get("/.well-known/security.txt")
    assert response.headers["Content-Type"] == "text/plain; charset=utf-8"
    fields = dict(line.split(": ", 1) for line in response.content.decode().splitlines())
    assert fields["Contact"] == "mailto:security@example.org"
    assert fields["Canonical"] == "http://testserver/.well-known/security.txt"
    left = datetime.fromisoformat(fields["Expires"]) - datetime.now(UTC)
    assert timedelta(days=90) < left < timedelta(days=365)


@pytest.mark.parametrize(
    ("value", "good"), [("https://example.org/security", True), ("security@example.org", False), ("mailto:a\nb", False)]
)
def test_a_contact_is_an_address(monkeypatch: pytest.MonkeyPatch, value: str, good: bool) -> None:
    monkeypatch.setenv("SECURITY_CONTACT", value)
    if good:
        assert environment.contact("SECURITY_CONTACT") == value
    else:
        with pytest.raises(ImproperlyConfigured, match="SECURITY_CONTACT"):
            environment.contact("SECURITY_CONTACT")


def test_llms_txt_lists_every_page_of_rules_and_every_link_is_good() -> None:
    response = _get("/llms.txt")
    text = response.content.decode()
    assert re.match(r"# .+\n\n> .+\n", text)
    links = re.findall(r"^- \[(.+?)\]\(http://testserver(.+?)\): .+$", text, re.MULTILINE)
    assert {f"/rules/{slug}.md" for slug in library().slugs} <= {path for _, path in links}
    assert all(line.startswith("- [") for line in text.partition("## ")[2].splitlines() if line and line[0] == "-")
    for _, path in links:
        assert _get(path, Accept="*/*").status_code == 200, path


# -- twins ---------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("lang", languages())
def test_a_page_of_rules_has_a_twin_with_all_its_text(lang: str) -> None:
    tag = language_tag(lang)
    page = _get("/rules/skat", Accept_Language=tag)
    link = f"/rules/skat.md?lang={tag}"
    assert page.headers["Link"] == f'<{link}>; rel="alternate"; type="text/markdown"'
    assert f'<link rel="alternate" type="text/markdown" href="{link}">' in page.content.decode()
    twin = _get(link)
    assert twin.headers["Content-Type"] == "text/markdown; charset=utf-8"
    assert twin.headers["Content-Language"] == tag
    text = twin.content.decode()
    for section in library(lang).article("skat").sections:
        assert section.markdown in text
        assert f"<{section.url}>" in text


def test_every_page_has_a_twin() -> None:
    for slug in library().slugs:
        assert _get(f"/rules/{slug}.md").status_code == 200
    assert _get("/rules/nothing.md").status_code == 404
    assert _get("/rules/skat.md?lang=tlh").status_code == 404
    assert _get("/rules/skat.md").headers["Content-Language"] == "en"
    assert _get("/rules/skat.md", Accept_Language="de").headers["Content-Language"] == "de"


# -- headers -------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("path", ["/api/v1", "/api/v1/games", "/api/v1/rules/skat", "/api/v1/nothing", "/api/nothing"])
def test_every_answer_of_the_api_leads_to_its_description(path: str) -> None:
    link = _get(path).headers["Link"]
    assert '</api/v1/openapi.json>; rel="service-desc"' in link
    assert '</api/docs>; rel="service-doc"' in link


def test_lists_lead_to_their_next_page(evening: Evening) -> None:
    match = evening.match()
    evening.match()
    for scores in ((1, 2, 3), (4, 5, 6)):
        evening.record(match, *scores)
    for path in (f"{match}/hands", f"{match}/history", f"{evening.path}/matches"):
        response = evening.scorer.get(f"{path}?limit=1")
        following = json_of(response)["next"]
        assert response.headers["Link"].startswith(f'<{following}>; rel="next", ')
        assert 'rel="next"' not in evening.scorer.get(path).headers["Link"]


@pytest.fixture
def evening(db: None) -> Evening:
    """A table of four."""
    return Evening()


# -- operations ----------------------------------------------------------------------------------------------


def test_every_operation_says_when_to_call_it_its_key_and_what_it_changes() -> None:
    said: dict[str, str] = {}
    for path, methods in document("core")["paths"].items():
        for method, operation in methods.items():
            text = operation["description"]
            said[operation["operationId"]] = text
            assert re.search(r"^For [^\n]+\.", text, re.MULTILINE), path
            assert re.search(r"Needs (no key|the (viewer|scorer|organiser|referee|display)'s key)\.", text), path
            assert re.search(r"(Changes nothing|Changes|Replaces|Removes) ", text + " ") or "Changes nothing." in text
            if method == "get":
                assert "Changes nothing." in text, path
    assert "Changes nothing." in said["games_score"]
    assert "Changes what is stored." in said["tables_create"]
    assert "Needs no key." in said["tables_create"]
    assert "Removes what is stored." in said["hands_take_back"]


# -- the guide -----------------------------------------------------------------------------------------------


def test_every_page_of_the_guide_is_served_and_its_links_are_good() -> None:
    names = guide_names()
    assert {"", "quick-start", "recipes/watch-face", "reference", "error-codes", "assistants"} <= set(names)
    pages = {name: _page(name) for name in names}
    for name, html in pages.items():
        for address in re.findall(r'href="(/api/guide[^"]*|#[^"]*)"', html.partition('class="guide"')[2]):
            path, _, anchor = unescape(address).partition("#")
            target = pages[path.removeprefix("/api/guide").lstrip("/")] if path else html
            assert not anchor or f'id="{anchor}"' in target, f"{name}: {address}"
        assert not re.search(r'href="[^"/#][^":]*\.md', html), name


def _page(name: str) -> str:
    response = _get(f"/api/guide/{name}".rstrip("/"), Accept="text/html")
    assert response.status_code == 200, name
    html: str = response.content.decode()
    assert html.count("<h1") == 1
    return html


@pytest.mark.parametrize("name", ["nothing", "../architecture", "%2e%2e/architecture", "README", "recipes"])
def test_nothing_else_is_served_as_a_page_of_the_guide(name: str) -> None:
    assert Api().get(f"/api/guide/{name}").status_code == 404
