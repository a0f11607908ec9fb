"""What words mean at a card table: a vector for each token, near to those of words that ask for the same places.

The vectors are learnt from the ways to ask (``meaning_fitting.py``) and kept in ``content/meanings.bin``. A text is the
weighted sum of the vectors of its tokens. Sums are long integers with a lane for each component, which is
quick without numpy.
"""

from __future__ import annotations

import math
import struct
from collections.abc import Mapping, Sequence
from operator import mul
from pathlib import Path

#: Components of tokens and documents are bytes, this much above their value.
ZERO = 128
#: The length of a query's and of a document's vector.
_OF_QUERY, _OF_DOCUMENT = 4096, 256
#: Bytes of a lane of the long integers.
_LANE = 4
#: The sum of the weights as whole numbers: times the highest byte it still fits into a lane of 32 bits.
_IN_ALL = 1 << 23


class Meanings:
    """The vectors of tokens. Immutable."""

    def __init__(self, tokens: Sequence[str], rows: bytes) -> None:
        """rows: for each token its components, a byte each, ZERO above their value."""
        self._numbers = {token: number for number, token in enumerate(tokens)}
        self._size = len(rows) // len(tokens) if tokens else 0
        self._rows = rows

    @classmethod
    def read(cls, file: Path | None) -> Meanings:
        """The vectors in a file: a line of tokens, then their rows. Without a file no token has a meaning."""
        if file is None:
            return cls((), b"")
        line, _, rows = file.read_bytes().partition(b"\n")
        return cls(line.decode().split(" "), rows)

    def write(self, file: Path) -> None:
        """Writes the file that ``read`` reads."""
        file.write_bytes(" ".join(self._numbers).encode() + b"\n" + self._rows)

    def __contains__(self, token: str) -> bool:
        return token in self._numbers

    def of_query(self, weights: Mapping[str, float]) -> tuple[int, ...]:
        """The vector of a query, ready for ``likeness``; empty if none of its tokens has a meaning. weights: how much
        each token counts."""
        values = [round(_OF_QUERY * value) for value in self._sum(weights)]
        # The last component corrects for ZERO, by which all bytes of a document are too high.
        return (*values, -sum(values)) if values else ()

    def of_document(self, weights: Mapping[str, float]) -> bytes:
        """The vector of a document."""
        values = [min(max(round(_OF_DOCUMENT * value) + ZERO, 0), 255) for value in self._sum(weights)]
        return bytes((*values, ZERO)) if values else b""

    def _sum(self, weights: Mapping[str, float]) -> list[float]:
        """The weighted sum of the tokens' vectors, made 1 long."""
        known = [(self._numbers[token], weight) for token, weight in weights.items() if token in self._numbers]
        share = math.fsum(weight for _, weight in known) / _IN_ALL
        if not share:
            return []
        total = in_all = 0
        row = bytearray(_LANE * self._size)
        for number, weight in known:
            counts = int(weight / share)
            at = number * self._size
            row[::_LANE] = self._rows[at : at + self._size]
            total += counts * int.from_bytes(row, "little")
            in_all += counts
        lanes = struct.unpack(f"<{self._size}I", total.to_bytes(len(row), "little"))
        values = [lane - ZERO * in_all for lane in lanes]
        length = math.sqrt(sum(map(mul, values, values))) or 1.0
        return [value / length for value in values]


def likeness(query: tuple[int, ...], document: bytes) -> float:
    """How near a query is to a document, from 0 to 1: the cosine of their vectors; 0 if one of them has no meaning."""
    near = sum(map(mul, query, document))
    return near / (_OF_QUERY * _OF_DOCUMENT) if near > 0 else 0.0
