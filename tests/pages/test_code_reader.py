"""The reader of codes in the page: who may use the camera, and what it says when there is none."""

from __future__ import annotations

import io
from pathlib import Path
from typing import Any

import pytest
from django.test import Client, override_settings
from PIL import Image
from pytest_django import Settings

from scoring.match_code import encode
from scoring.match_code.payload import code_address
from scoring.pages.code_reader import MOST_PIXELS
from tests.conftest import Hold
from tests.match_code.matches import skat_list
from tests.match_code.photographs import code_picture
from tests.pages.phone import Pages

SENTENCES = {
    "NotAllowedError": "does not allow the camera",
    "NotFoundError": "finds no camera",
    "NotReadableError": "perhaps another app is using it",
}
"""What the reader says by the name of the error with which a browser does not open the camera."""

# A browser that can find codes by itself: those of this test, one after the other; and one whose camera does not start.
_BROWSER = """
window.BarcodeDetector = class {
  static async getSupportedFormats() { return ["qr_code"]; }
  async detect() { return [{ rawValue: window.seen }]; }
};
navigator.mediaDevices.getUserMedia = async () => { throw new DOMException("", window.reason); };
"""


@pytest.mark.django_db
def test_only_the_reader_may_use_the_camera() -> None:
    pages = Pages()
    match = pages.start("points", 2)
    table = pages.get(f"/matches/{match}/share")
    paths = [
        "/",
        "/new",
        "/new/skat",
        "/rules",
        f"/matches/{match}",
        f"/matches/{match}/code",
        f"/matches/{match}/share",
    ]
    for path in paths:
        assert "camera=()" in pages.get(path).headers["Permissions-Policy"], path
    assert "camera=()" in table.headers["Permissions-Policy"]
    reader = pages.get("/code")
    assert "camera=(self)" in reader.headers["Permissions-Policy"]
    assert "microphone=()" in reader.headers["Permissions-Policy"]
    assert "camera=(self)" in pages.post("/code", {"codes": "Hello"}).headers["Permissions-Policy"]
    read = pages.post("/code", {"codes": "\n".join(encode(skat_list(1)))})
    assert "camera=()" in read.headers["Permissions-Policy"], "what was read needs no camera any more"
    for page in (reader, read):
        assert "wasm-unsafe-eval" not in page.headers["Content-Security-Policy"], "that is the worker's alone"


@pytest.mark.django_db
def test_what_reads_pictures_is_the_server_or_on_a_phone_alone_a_worker(client: Client) -> None:
    page = client.get("/code").content.decode()
    assert "data-worker" not in page
    assert "pictures are sent to the server" in page
    with override_settings(PHONE=True, SERVER=False):
        page = client.get("/code").content.decode()
        assert 'data-worker="/phone/code-worker.js"' in page
        assert "sent to the server" not in page
        assert post(client, bytes(100), 10).status_code == 404


def post(client: Client, pixels: bytes, width: object) -> Any:
    return client.post(f"/code/picture?width={width}", pixels, content_type="application/octet-stream")


@pytest.mark.django_db
def test_the_server_finds_all_codes_of_a_picture(client: Client) -> None:
    codes = [code_address("https://cards.example/", code) for code in encode(skat_list(3, deals=120))]
    pictures = [code_picture(code)[0] for code in codes]
    side = max(picture.width for picture in pictures)
    both = Image.new("L", (side * len(pictures), side), 255)
    for place, picture in enumerate(pictures):
        both.paste(picture, (place * side, 0))
    assert len(codes) == 2
    assert sorted(post(client, both.tobytes(), both.width).json()["texts"]) == sorted(codes)
    assert post(client, bytes(100), 10).json() == {"texts": []}


@pytest.mark.django_db
@pytest.mark.parametrize(
    ("pixels", "width"),
    [
        (b"", 0),
        (b"", 1),
        (bytes(10), 3),
        (bytes(10), 11),
        (bytes(10), "x"),
        (bytes(10), "-5"),
        (bytes(MOST_PIXELS + 1), 1),
    ],
)
def test_what_is_no_picture_is_refused(client: Client, pixels: bytes, width: object) -> None:
    answer = post(client, pixels, width)
    assert answer.status_code == 400
    assert "rows of the same width" in answer.json()["detail"]


@pytest.mark.django_db
def test_pictures_are_taken_only_from_our_page_and_not_without_end(settings: Settings) -> None:
    assert post(Client(enforce_csrf_checks=True), bytes(100), 10).status_code == 403
    settings.RATE_LIMITS = {**settings.RATE_LIMITS, "open": 1}
    one = Client(REMOTE_ADDR="192.0.2.77")
    assert [post(one, bytes(100), 10).status_code for _ in range(3)].count(429) >= 1


@pytest.mark.browser
@pytest.mark.layout
def test_no_camera_is_said_and_several_codes_are_gathered_from_pictures(hold: Hold) -> None:
    phone = hold()
    page = phone.page
    page.add_init_script(_BROWSER)
    phone.open("/code")
    for name, sentence in SENTENCES.items():
        page.evaluate("(name) => { window.reason = name }", name)
        phone.tap("text=Open the camera")
        page.locator(".code-reader [role=status]", has_text=sentence).wait_for()
        assert page.locator("#codes").is_visible(), "the text is still a way"

    picture = io.BytesIO()
    Image.new("L", (64, 64), 255).save(picture, "png")

    def choose(content: bytes, seen: str, then: str) -> None:
        page.evaluate("(text) => { window.seen = text }", seen)
        page.locator("input[type=file]").set_input_files(
            {"name": "code.png", "mimeType": "image/png", "buffer": content}
        )
        page.locator(".code-reader [role=status], [data-read]", has_text=then).first.wait_for()

    codes = encode(skat_list(3, deals=180))
    assert len(codes) == 3
    for text, sentence in [
        ("https://cards.example/somewhere", "no code of a match"),
        (codes[2], "no code of a match"),
        (code_address("https://cards.example/", codes[2]), "Of 3 codes these are missing: 1 and 2."),
        (code_address("https://cards.example/", codes[0]), "Of 3 codes these are missing: 2."),
        (code_address("https://cards.example/", codes[0]), "Of 3 codes these are missing: 2."),
    ]:
        choose(picture.getvalue(), text, sentence)
    assert phone.overflow() <= 0
    assert phone.small_targets() == []
    assert phone.barriers() == []
    choose(b"no picture", "", "cannot read this file")
    choose(picture.getvalue(), code_address("https://cards.example/", codes[1]), "180 hands")
    assert phone.problems == []


@pytest.mark.browser
@pytest.mark.layout
def test_a_browser_that_finds_no_codes_sends_its_picture_to_the_server(hold: Hold, tmp_path: Path) -> None:
    phone = hold()
    page = phone.page
    page.add_init_script("delete window.BarcodeDetector; delete Navigator.prototype.mediaDevices;")
    phone.open("/code")
    page.get_by_text("pictures are sent to the server").wait_for()
    assert "only at an address with https" in page.locator(".code-reader [role=status]").inner_text()
    assert not page.get_by_role("button", name="Open the camera").is_visible()
    large = code_picture(code_address("https://cards.example/", encode(skat_list(1))[0]))[0].resize((2200, 2200))
    large.save(tmp_path / "code.png")
    page.locator("input[type=file]").set_input_files(tmp_path / "code.png")
    page.locator("[data-read]", has_text="36 hands").wait_for()
    assert phone.problems == []
