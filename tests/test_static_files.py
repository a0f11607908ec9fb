"""Static files have addresses that browsers keep for good, and are compressed once, before the server starts."""

from __future__ import annotations

import re
from pathlib import Path

import pytest
from pytest_django import Settings

from companion.http.static_files import collect_static
from tests import loopback

MANIFEST_STORAGE = {"BACKEND": "companion.http.static_storage.StaticFilesStorage"}


def _addresses(page: str) -> set[str]:
    return set(re.findall(r'(?:href|src)="(/static/[^"#]+)', page))


@pytest.mark.parametrize("path", ["/", "/new", "/rules/skat", "/api/docs"])
def test_every_static_file_of_a_page_is_kept_for_good(path: str, server: str) -> None:
    with loopback.Client(base_url=server, timeout=60, follow_redirects=True) as http:
        addresses = _addresses(http.get(path).text)
        assert len(addresses) >= 3
        for address in addresses:
            file = http.get(address, headers={"Accept-Encoding": "br"})
            assert file.status_code == 200
            assert "immutable" in file.headers["Cache-Control"]
            # A file that compression makes hardly smaller is served as it is.
            is_compressed = file.headers.get("Content-Encoding") == "br" or address.endswith(".png")
            assert is_compressed or len(file.content) < 512
            is_document = not file.headers["Content-Type"].startswith(("text/css", "text/javascript"))
            assert ("Content-Security-Policy" in file.headers) == is_document
            assert file.headers["X-Content-Type-Options"] == "nosniff"


def test_the_icon_of_the_manifest_is_there(server: str) -> None:
    with loopback.Client(base_url=server, timeout=60) as http:
        (manifest,) = re.findall(r'<link rel="manifest" href="([^"]+)"', http.get("/").text)
        for icon in http.get(manifest).json()["icons"]:
            answer = http.get(icon["src"])
            assert answer.status_code == 200
            assert "immutable" not in answer.headers["Cache-Control"]


def test_files_are_collected_again_only_when_one_has_changed(tmp_path: Path, settings: Settings) -> None:
    source = tmp_path / "source"
    source.mkdir()
    (source / "page.css").write_text("b { color: red }")
    settings.STATICFILES_DIRS = [source]
    settings.STATICFILES_FINDERS = ["django.contrib.staticfiles.finders.FileSystemFinder"]
    settings.STATIC_ROOT = tmp_path / "build" / "static"
    settings.STORAGES = {**settings.STORAGES, "staticfiles": MANIFEST_STORAGE}
    assert collect_static()
    assert not collect_static()
    (source / "page.css").write_text("b { color: green }")
    assert collect_static()
    assert len(list(settings.STATIC_ROOT.glob("page.*.css"))) == 2
    assert "green" in (settings.STATIC_ROOT / "page.css").read_text()


def test_our_files_are_served_without_comments_and_those_of_packages_as_they_came(server: str) -> None:
    with loopback.Client(base_url=server, timeout=60) as http:
        addresses = _addresses(http.get("/rules/skat").text) | _addresses(http.get("/api/docs").text)
        for name in ("base.css", "theme.js"):
            stem, suffix = name.split(".")
            (address,) = [one for one in addresses if re.fullmatch(rf"/static/{stem}\.[0-9a-f]+\.{suffix}", one)]
            ours = (Path("static") / name).read_text()
            served = http.get(address).text
            assert "/*" in ours or "//" in ours
            assert not re.search(r"/\*|\n  ", served)
            assert len(ours) / 3 < len(served) < len(ours)
        (theirs,) = [one for one in addresses if "swagger-ui." in one and one.endswith(".css")]
        assert "sourceMappingURL" in http.get(theirs).text
