"""The number of this release is the same wherever it is written, and the changelog has it."""

from __future__ import annotations

import re
import tomllib

from django.conf import settings

from tests.server import ROOT

VERSION: str = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]["version"]


def test_the_document_of_the_api_has_it() -> None:
    assert settings.SPECTACULAR_SETTINGS["VERSION"] == VERSION


def test_the_pages_name_the_wheel_that_is_built() -> None:
    for page in ("README.md", "docs/operations/one-box.md"):
        named = re.findall(r"companion-([\d.]+)-py3", (ROOT / page).read_text(encoding="utf-8"))
        assert named, page
        assert set(named) == {VERSION}, page


def test_the_newest_release_of_the_changelog_is_this_one() -> None:
    titles = re.findall(r"^## (\S+)", (ROOT / "CHANGELOG.md").read_text(encoding="utf-8"), flags=re.MULTILINE)
    assert titles[:2] == ["Unreleased", VERSION]
