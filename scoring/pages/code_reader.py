"""Finds codes in pictures, for browsers that cannot do it themselves (``static/code-reader.js``)."""

from __future__ import annotations

MOST_PIXELS = 2_000_000
"""Of one picture; the page makes larger ones smaller. It is read in 15 ms, one that is drawn to be slow in 0.6 s."""
MOST_CODES = 16
"""In one picture."""


def codes_in(pixels: bytes, width: int) -> list[str]:
    """Returns the texts of the QR codes in a picture, at most ``MOST_CODES``.

    pixels: a byte of brightness each, row by row. width: pixels of a row. Raises ValueError if this is no picture, or
    it has more than ``MOST_PIXELS``.
    """
    if not 0 < width <= len(pixels) <= MOST_PIXELS or len(pixels) % width:
        raise ValueError(f"a picture is rows of the same width, {MOST_PIXELS} bytes at most")
    import zxingcpp  # not on a phone alone, which has its own reader

    picture = memoryview(pixels).cast("B", (len(pixels) // width, width))
    found = zxingcpp.read_barcodes(picture, formats=zxingcpp.BarcodeFormats(zxingcpp.BarcodeFormat.QRCode))
    return [barcode.text for barcode in found][:MOST_CODES]
