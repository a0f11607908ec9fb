"""Prints which pictures of codes are read: the second table of ``make match-codes``."""

from __future__ import annotations

import time
from random import Random

from PIL import Image

from scoring.match_code import encode
from scoring.match_code.payload import code_address
from scoring.pages.code_reader import codes_in
from tests.match_code.matches import skat_list
from tests.match_code.photographs import HEAVY, LIGHT, MEDIUM, code_picture, photograph

DISTURBANCES = {"light": LIGHT, "medium": MEDIUM, "heavy": HEAVY}
PIXELS = (8, 6, 4, 3, 2)
"""Of a module of the code."""


def texts_in(picture: Image.Image) -> list[str]:
    """Returns the texts of the codes in a picture, as the server reads it."""
    return codes_in(picture.convert("L").tobytes(), picture.width)


def run(pictures: int, seed: int) -> None:
    """Prints the table: so many pictures of each kind, of Skat lists of 36 deals."""
    rng = Random(seed)
    read = {(kind, pixels): 0 for kind in DISTURBANCES for pixels in PIXELS}
    wrong, seconds = 0, 0.0
    for one in range(pictures):
        (text,) = encode(skat_list(one))
        address = code_address("https://cards.example/", text, phone=True)
        code, modules = code_picture(address)
        for kind, pixels in read:
            picture = photograph(code, modules * pixels, DISTURBANCES[kind], rng)
            began = time.process_time()
            found = texts_in(picture)
            seconds += time.process_time() - began
            read[kind, pixels] += found == [address]
            wrong += found not in ([], [address])
    print(f"| of {pictures} pictures are read | {' | '.join(f'{pixels} pixels a module' for pixels in PIXELS)} |")
    print(f"|{' --- |' * (1 + len(PIXELS))}")
    for kind in DISTURBANCES:
        print(f"| {kind} | {' | '.join(str(read[kind, pixels]) for pixels in PIXELS)} |")
    print(f"{seconds * 1000 / (pictures * len(read)):.0f} ms a picture; read as something else: {wrong}", flush=True)
