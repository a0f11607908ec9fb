"""The reader of codes in the page: who may use the camera, and what it says when there is none."""

from __future__ import annotations

import io

import pytest
from django.test import Client, override_settings
from PIL import Image

from scoring.match_code import encode
from scoring.match_code.payload import code_address
from tests.conftest import Hold
from tests.match_code.matches import skat_list
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
def test_a_browser_without_a_reader_of_its_own_is_told_what_is_fetched(client: Client) -> None:
    assert "data-worker" not in client.get("/code").content.decode()
    with override_settings(PHONE=True, SERVER=False):  # on a phone that keeps it
        page = client.get("/code").content.decode()
    assert 'data-worker="/phone/code-worker.js"' in page
    assert 'class="weight' not in page


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
