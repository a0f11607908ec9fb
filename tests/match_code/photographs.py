"""Pictures of QR codes as a phone's camera takes them: tilted, turned, blurred, noisy, in uneven light."""

from __future__ import annotations

from dataclasses import dataclass
from io import BytesIO
from math import cos, radians, sin
from pathlib import Path
from random import Random

import segno
from PIL import Image, ImageChops, ImageFilter

SIZE = (1280, 960)
_TABLE, _FINE = 150, 2


@dataclass(frozen=True)
class Disturbance:
    """How bad a picture is. tilt, turn: degrees at most. blur: pixels. noise: of 255. dark: light at the dark end.

    shadow: whether an edge of a shadow falls on the code.
    """

    tilt: float
    turn: float
    blur: float
    noise: int
    dark: float
    shadow: bool = False


LIGHT = Disturbance(tilt=10, turn=5, blur=0.4, noise=10, dark=0.8)
MEDIUM = Disturbance(tilt=20, turn=15, blur=0.8, noise=25, dark=0.55)
HEAVY = Disturbance(tilt=30, turn=30, blur=1.2, noise=45, dark=0.4, shadow=True)


def code_picture(address: str) -> tuple[Image.Image, int]:
    """Returns the code of an address, eight pixels a module, and its modules with the margin, in a row."""
    file = BytesIO()
    code = segno.make(address, micro=False, error="l")
    code.save(file, kind="png", scale=8, border=4)
    return Image.open(file).convert("L"), int(code.symbol_size(1, 4)[0])


def photograph(code: Image.Image, width: int, disturbance: Disturbance, rng: Random) -> Image.Image:
    """Returns a picture of ``SIZE`` of a table with this code on it, which would be so many pixels wide untilted."""
    size = (SIZE[0] * _FINE, SIZE[1] * _FINE)
    side = code.width
    # The place of each pixel of the picture on the code: the inverse of how the code is seen.
    back = _inverse(_seen(side, width * _FINE, size, disturbance, rng))
    flat = [value / back[2][2] for row in back for value in row][:8]
    seen = code.transform(size, Image.Transform.PERSPECTIVE, flat, Image.Resampling.BICUBIC, fillcolor=_TABLE)
    picture = seen.resize(SIZE, Image.Resampling.BOX)
    picture = ImageChops.multiply(picture, _light(disturbance, rng))
    picture = picture.filter(ImageFilter.GaussianBlur(disturbance.blur))
    grains = Image.frombytes("L", SIZE, rng.randbytes(SIZE[0] * SIZE[1]))
    share = disturbance.noise / 128
    noise = grains.point([int((value - 128) * share) + 128 for value in range(256)])
    return ImageChops.add(picture, noise, 1, -128)


def film(path: Path, frames: list[Image.Image]) -> None:
    """Writes a video file (Motion JPEG) for the camera of a test browser, whose path ends with ``.mjpeg``."""
    with path.open("wb") as file:
        for frame in frames:
            frame.convert("RGB").save(file, "jpeg", quality=85, subsampling=2)


_Matrix = list[list[float]]


def _seen(side: int, width: int, size: tuple[int, int], disturbance: Disturbance, rng: Random) -> _Matrix:
    """From a pixel of the code to a pixel of the picture: turned, tilted about both axes, in perspective."""
    turn = radians(rng.uniform(-disturbance.turn, disturbance.turn))
    across, along = (radians(rng.choice((-1, 1)) * disturbance.tilt * rng.uniform(0.5, 1)) for _ in range(2))
    far = 2.5 * width
    scale = width / side
    # Columns: where one pixel to the right and one down on the code lead, in space.
    right = (cos(turn) * cos(across), sin(turn) * cos(along), cos(turn) * sin(across) + sin(turn) * sin(along))
    down = (-sin(turn) * cos(across), cos(turn) * cos(along), -sin(turn) * sin(across) + cos(turn) * sin(along))
    rows = []
    for axis, centre in ((0, size[0] / 2), (1, size[1] / 2), (2, 0)):
        a, b = right[axis] * scale, down[axis] * scale
        shift = -(a + b) * side / 2
        rows.append([a, b, shift, centre])
    depth = [rows[2][0] / far, rows[2][1] / far, 1 + rows[2][2] / far]
    # x / depth + centre = (x + centre * depth) / depth
    return [[row[place] + row[3] * depth[place] for place in range(3)] for row in rows[:2]] + [depth]


def _inverse(matrix: _Matrix) -> _Matrix:
    (a, b, c), (d, e, f), (g, h, i) = matrix
    return [
        [e * i - f * h, c * h - b * i, b * f - c * e],
        [f * g - d * i, a * i - c * g, c * d - a * f],
        [d * h - e * g, b * g - a * h, a * e - b * d],
    ]


def _light(disturbance: Disturbance, rng: Random) -> Image.Image:
    dark = disturbance.dark
    slope = Image.linear_gradient("L").point([int(255 * (dark + (1 - dark) * value / 255)) for value in range(256)])
    light = slope.rotate(rng.randrange(4) * 90).resize(SIZE)
    if disturbance.shadow:
        place = rng.randrange(90, 166)
        edge = Image.linear_gradient("L").point([150 if value < place else 255 for value in range(256)])
        light = ImageChops.multiply(light, edge.rotate(rng.randrange(4) * 90).resize(SIZE))
    return light
