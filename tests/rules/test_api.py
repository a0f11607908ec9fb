"""The rules over HTTP: what comes back, that it may be kept, and how it fails."""

from __future__ import annotations

import gzip
import json
from typing import Any

import pytest
from django.test import Client
from pydantic import BaseModel

from rulesref.library import library
from rulesref.schemas import RulesArticle, RulesBundle, RulesHits, RulesList, RulesSectionPage
from scoring.api.views.documentation import document

BASE = "/api/v1/rules"


@pytest.fixture
def client() -> Client:
    return Client()


def _get(client: Client, path: str = "", **headers: str) -> Any:
    response = client.get(BASE + path, headers=headers)
    assert response.status_code == 200, response.content
    assert response.headers["Content-Type"] == "application/json"
    return response.json()


def _problem(response: Any, status: int) -> Any:
    assert response.status_code == status
    assert response.headers["Content-Type"] == "application/problem+json"
    problem = json.loads(response.content)
    assert problem["status"] == status
    assert problem["title"]
    return problem


def test_the_list_has_every_page_with_its_facts(client: Client) -> None:
    body = RulesList.model_validate(_get(client))
    assert [page.slug for page in body.rules] == [article.slug for article in library().articles()]
    points = next(page for page in body.rules if page.slug == "points")
    assert points.kind == "game"
    assert points.facts is not None
    assert points.url == "/rules/points"
    assert points.summary
    assert next(page for page in body.rules if page.slug == "glossary").facts is None


def test_a_page_has_all_its_sections_as_markdown_and_html(client: Client) -> None:
    body = RulesArticle.model_validate(_get(client, "/truco"))
    assert body.language == "en"
    assert body.native_names == {"pt": "Truco"}
    assert [part.anchor for part in body.sections][:4] == ["minute", "differences", "object", "setup"]
    scoring = next(part for part in body.sections if part.anchor == "scoring")
    assert scoring.markdown
    assert "<table>" in scoring.html
    assert "eleven" in [part.anchor for part in scoring.parts]


@pytest.mark.parametrize("anchor", ["scoring", "eleven", "asked-which-is-better-jack-or-queen"])
def test_a_section_comes_alone_whatever_its_rank(client: Client, anchor: str) -> None:
    body = RulesSectionPage.model_validate(_get(client, f"/truco/{anchor}"))
    assert body.slug == "truco"
    assert body.anchor == anchor
    assert body.url == f"/rules/truco#{anchor}"
    assert body.html


def test_the_bundle_has_everything_that_the_pages_have(client: Client) -> None:
    body = RulesBundle.model_validate(_get(client, "/bundle"))
    assert [page.slug for page in body.rules] == [article.slug for article in library().articles()]
    assert (
        body.rules[0].model_dump() == RulesArticle.model_validate(_get(client, f"/{body.rules[0].slug}")).model_dump()
    )


def test_search_ranks_places_with_a_highlight_and_a_deep_link(client: Client) -> None:
    body = RulesHits.model_validate(_get(client, "/search?q=hand+of+eleven&game=truco"))
    assert body.game == "truco"
    first = body.results[0]
    assert first.url == "/rules/truco#eleven"
    assert "<mark>" in first.snippet
    assert "<" not in first.text
    assert [hit.score for hit in body.results] == sorted((hit.score for hit in body.results), reverse=True)


def test_search_takes_accents_scripts_and_a_limit(client: Client) -> None:
    assert _get(client, "/search?q=mão de onze&game=truco")["results"][0]["section"] == "eleven"
    assert _get(client, "/search?q=拱猪")["results"][0]["slug"] == "gong-zhu"
    assert len(_get(client, "/search?q=trick&limit=2")["results"]) == 2
    assert _get(client, "/search?q=")["results"] == []


@pytest.mark.parametrize("path", ["", "/truco", "/truco/eleven", "/bundle", "/search?q=tie&game=truco"])
def test_a_response_may_be_cached_and_is_revalidated_by_its_etag(client: Client, path: str) -> None:
    first = client.get(BASE + path)
    assert "max-age" in first.headers["Cache-Control"]
    assert "public" in first.headers["Cache-Control"]
    assert "Accept-Language" in first.headers["Vary"]
    assert first.headers["Content-Language"] == "en"
    tag = first.headers["ETag"]
    for known in (tag, f"W/{tag}", f'"x", {tag}', "*"):
        again = client.get(BASE + path, headers={"if-none-match": known})
        assert again.status_code == 304
        assert again.content == b""
        assert again.headers["ETag"] == tag
    assert client.get(BASE + path, headers={"if-none-match": '"other"'}).status_code == 200


def test_another_query_is_another_answer(client: Client) -> None:
    tags = {client.get(f"{BASE}/search?{query}").headers["ETag"] for query in ("q=tie", "q=ties", "q=tie&limit=3")}
    assert len(tags) == 3


def test_large_responses_are_compressed_on_request(client: Client) -> None:
    plain = client.get(f"{BASE}/bundle")
    packed = client.get(f"{BASE}/bundle", headers={"accept-encoding": "gzip, br"})
    assert packed.headers["Content-Encoding"] == "gzip"
    assert gzip.decompress(packed.content) == plain.content
    assert len(packed.content) < len(plain.content) / 3
    again = client.get(f"{BASE}/bundle", headers={"if-none-match": packed.headers["ETag"], "accept-encoding": "gzip"})
    assert again.status_code == 304


def test_the_language_is_negotiated(client: Client) -> None:
    assert client.get(f"{BASE}/truco", headers={"accept-language": "xx, en;q=0.5"}).headers["Content-Language"] == "en"
    assert client.get(f"{BASE}/truco?lang=en").status_code == 200
    assert _problem(client.get(f"{BASE}/truco?lang=tlh"), 400)["errors"][0]["parameter"] == "lang"


@pytest.mark.parametrize(
    "path", ["/no-such-game", "/truco/no-such-section", "/no-such-game/scoring", "/%00", "/..%2f", "/truco/eleven/more"]
)
def test_an_unknown_page_or_section_is_404(client: Client, path: str) -> None:
    _problem(client.get(BASE + path), 404)


@pytest.mark.parametrize(
    ("query", "parameter"),
    [
        ("", "q"),
        ("game=truco", "q"),
        ("q=" + "x" * 201, "q"),
        ("q=tie&game=no-such-game", "game"),
        ("q=tie&limit=0", "limit"),
        ("q=tie&limit=21", "limit"),
        ("q=tie&limit=²", "limit"),
        ("q=tie&limit=-1", "limit"),
        ("q=tie&colour=red", "colour"),
    ],
)
def test_an_invalid_query_names_its_parameter(client: Client, query: str, parameter: str) -> None:
    problem = _problem(client.get(f"{BASE}/search?{query}"), 400)
    assert problem["errors"][0]["parameter"] == parameter
    assert problem["errors"][0]["detail"]


@pytest.mark.parametrize("method", ["post", "put", "patch", "delete"])
def test_rules_are_only_read(client: Client, method: str) -> None:
    response = getattr(client, method)(f"{BASE}/truco")
    _problem(response, 405)
    assert "GET" in response.headers["Allow"]


def test_other_origins_may_read_and_see_the_etag(client: Client) -> None:
    response = client.get(f"{BASE}/truco", headers={"origin": "https://club.example"})
    assert response.headers["Access-Control-Allow-Origin"] == "*"
    assert "ETag" in response.headers["Access-Control-Expose-Headers"]


def test_every_call_is_described_with_an_example() -> None:
    schema = document()
    calls = {path: path_item["get"] for path, path_item in schema["paths"].items() if path.startswith(BASE)}
    assert {call["operationId"] for call in calls.values()} == {
        "rules_list",
        "rules_read",
        "rules_section",
        "rules_search",
        "rules_bundle",
    }
    models: dict[str, type[BaseModel]] = {
        "list": RulesList,
        "read": RulesArticle,
        "section": RulesSectionPage,
        "search": RulesHits,
    }
    models |= {"bundle": RulesBundle}
    for call in calls.values():
        content = call["responses"]["200"]["content"]["application/json"]
        model = models[call["operationId"].removeprefix("rules_")]
        assert content["schema"]["$ref"].endswith(f"/{model.__name__}")
        for example in content["examples"].values():
            model.model_validate(example["value"])
        assert "application/problem+json" in call["responses"]["400"]["content"]
        assert "304" in call["responses"]
