"""Prints which pictures of codes the reader of the pages reads: the second table of ``make match-codes``."""

from __future__ import annotations

import json
import subprocess
from pathlib import Path
from random import Random
from tempfile import TemporaryDirectory

from scoring.match_code import encode
from scoring.match_code.payload import code_address
from tests.match_code.matches import skat_list
from tests.match_code.photographs import HEAVY, LIGHT, MEDIUM, code_picture, photograph
from tests.npm_packages import installed

DISTURBANCES = {"light": LIGHT, "medium": MEDIUM, "heavy": HEAVY}
PIXELS = (8, 6, 4, 3, 2)
"""Of a module of the code."""


def run(pictures: int, seed: int) -> None:
    """Prints the table: so many pictures of each kind, of Skat lists of 36 deals."""
    texts, milliseconds = _read_all(pictures, seed)
    print(f"| of {pictures} pictures are read | {' | '.join(f'{pixels} pixels a module' for pixels in PIXELS)} |")
    print(f"|{' --- |' * (1 + len(PIXELS))}")
    for kind in DISTURBANCES:
        read = [sum(texts[_name(kind, pixels, one)] == [_address(one)] for one in range(pictures)) for pixels in PIXELS]
        print(f"| {kind} | {' | '.join(map(str, read))} |")
    wrong = sum(bool(found) and found != [_address(int(name[-7:-4]))] for name, found in texts.items())
    print(f"{milliseconds / len(texts):.0f} ms a picture; read as something else: {wrong}", flush=True)


def read_pictures(folder: Path) -> tuple[dict[str, list[str]], float]:
    """Returns the texts of the codes in each picture (PNG) of a folder, and milliseconds for all, by the reader of the
    pages in node."""
    package = installed("pyodide", "the reader of codes") / "node_modules" / "zxing-wasm"
    command = ["node", str(Path(__file__).with_name("read-pictures.mjs")), str(package), str(folder)]
    ran = subprocess.run(command, capture_output=True, text=True, check=True)
    answer = json.loads(ran.stdout)
    return answer["texts"], answer["milliseconds"]


def _read_all(pictures: int, seed: int) -> tuple[dict[str, list[str]], float]:
    rng = Random(seed)
    with TemporaryDirectory() as temporary:
        for one in range(pictures):
            code, modules = code_picture(_address(one))
            for kind, disturbance in DISTURBANCES.items():
                for pixels in PIXELS:
                    picture = photograph(code, modules * pixels, disturbance, rng)
                    picture.save(Path(temporary) / _name(kind, pixels, one))
        return read_pictures(Path(temporary))


def _name(kind: str, pixels: int, one: int) -> str:
    return f"{kind}-{pixels}-{one:03}.png"


def _address(one: int) -> str:
    (code,) = encode(skat_list(one))
    return code_address("https://cards.example/", code, phone=True)
