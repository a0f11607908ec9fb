"""What the types of the scripts say of our pages (requirements/linters/page.d.ts) is so in the templates."""

from __future__ import annotations

import re

import pytest

from tests.server import ROOT

TYPES = (ROOT / "requirements" / "linters" / "page.d.ts").read_text()
SCRIPTS = "\n".join(path.read_text() for path in sorted((ROOT / "static").glob("*.js")))
PAGES = "\n".join(
    path.read_text()
    for folder, suffix in (("templates", "html"), ("scoring/pages", "py"))
    for path in sorted((ROOT / folder).rglob(f"*.{suffix}"))
)


def _declared(name: str) -> str:
    found = re.search(rf"(?:type {name} = (.*?);|interface {name} \{{(.*?)\}})\n", TYPES, re.DOTALL)
    assert found, name
    return found[1] or found[2]


def _texts(name: str) -> list[str]:
    texts = re.findall(r'"([^"]+)"', _declared(name))
    assert len(texts) > 10, name
    return texts


@pytest.mark.parametrize("name", _texts("AlwaysById"))
def test_an_element_that_scripts_count_on_is_in_a_template(name: str) -> None:
    assert f'getElementById("{name}")' in SCRIPTS
    assert f'id="{name}"' in PAGES or f'json_script:"{name}"' in PAGES


@pytest.mark.parametrize("selector", _texts("Always"))
def test_a_selector_that_always_finds_something_is_asked_for(selector: str) -> None:
    assert f'("{selector}")' in SCRIPTS
    for name in re.findall(r"(?<=\.)[\w-]+", selector):
        assert re.search(rf"\b{name}\b", PAGES + SCRIPTS), name
    for attribute in re.findall(r"\[(data-[\w-]+)", selector):
        assert attribute in PAGES


@pytest.mark.parametrize("name", re.findall(r"(\w+): (?:string|any);", _declared("DOMStringMap")))
def test_data_of_an_element_is_given_by_a_template(name: str) -> None:
    attribute = "data-" + re.sub("[A-Z]", lambda letter: f"-{letter[0].lower()}", name)
    assert re.search(rf"\b{attribute}\b", PAGES + SCRIPTS)
    assert re.search(rf"\b{name}\b", SCRIPTS)
