"""Where a program begins: ``/api`` and ``/api/v1``."""

from __future__ import annotations

from typing import Any

import pytest

from tests.api.conftest import Api, json_of, problem

pytestmark = pytest.mark.django_db


def _ask(api: Api, method: str, address: str) -> Any:
    return api.http.generic(method, address)


@pytest.mark.parametrize("address", ["/api", "/api/v1"])
def test_the_entry_points_lead_to_everything_that_needs_no_key(api: Api, address: str) -> None:
    answer = _ask(api, "GET", address)
    links = json_of(answer)["links"]
    assert answer.headers["Content-Type"] == "application/json"
    assert {"games", "tables", "rules", "openapi", "docs"} <= links.keys()
    for name, link in links.items():
        address = link.replace("{slug}", "skat")
        led = api.http.options(address) if name in ("tables", "events") else api.http.get(address)
        assert led.status_code in (200, 204), address
    assert '</api/v1/openapi.json>; rel="service-desc"' in answer.headers["Link"]
    assert '</api/docs>; rel="service-doc"' in answer.headers["Link"]


@pytest.mark.parametrize("address", ["/api", "/api/v1"])
def test_other_methods_are_problems(api: Api, address: str) -> None:
    answer = _ask(api, "POST", address)
    problem(answer, 405, "method-not-allowed")
    assert "GET" in answer.headers["Allow"]


def test_an_entry_point_that_is_known_is_not_sent_again(api: Api) -> None:
    tag = api.get("/api/v1").headers["ETag"]
    assert api.get("/api/v1", If_None_Match=tag).status_code == 304
