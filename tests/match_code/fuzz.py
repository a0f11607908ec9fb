"""Throws changed codes at the decoder: ``make fuzz-codes``.

Four ways of changing a code, a quarter each: its text; its bytes; its compressed data with the checksum put right; its
JSON with checksum and digest put right, as somebody would write it who knows the format. Each must be refused, or, in
the first two ways, come out as the match that it was made of. Counted are the seconds of the processor that reading
and scoring take, and the memory that Python allocates.
"""

from __future__ import annotations

import base64
import gc
import time
import tracemalloc
import zlib
from collections import Counter
from copy import deepcopy
from dataclasses import dataclass, field
from random import Random
from typing import Any

from pydantic_core import from_json, to_json

from scoring.engine.refusal import Refusal
from scoring.match_code import CodedMatch, decode, encode, replay, totals_only
from scoring.match_code.dictionaries import dictionary
from scoring.match_code.history import digest
from scoring.match_code.payload import MOST_UNPACKED, checksum
from tests.match_code.matches import all_golden, skat_list

MOST_SECONDS = 0.050
MOST_MEMORY = 16 * 1024 * 1024
_ALPHABET = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_"
WAYS = ("text", "bytes", "compressed", "json")
_ODD: list[Any] = [None, True, -1, 0, 10**30, 0.5, "", "\ue000", "x" * 5000, [], {}, [[]] * 500, {"kind": "x"}, 2**63]


@dataclass
class Outcome:
    """What happened. faults: sentences, at most ten. slowest: seconds. largest: bytes."""

    count: int = 0
    codes: Counter[str] = field(default_factory=Counter)
    faults: list[str] = field(default_factory=list)
    slowest: float = 0.0
    largest: int = 0


class Fuzz:
    """Codes that were changed by chance. Everything random comes from ``seed``."""

    def __init__(self, seed: int) -> None:
        self.rng = Random(seed)
        self.matches = [*all_golden(), skat_list(1), totals_only(skat_list(2), [12, 0, -7])]
        for match in self.matches:
            replay(match)  # what a game builds once is not counted
        self.encoded = [encode(match, 1_000_000) for match in self.matches]
        self.outcome = Outcome()

    def run(self, count: int) -> Outcome:
        """Reads so many changed codes."""
        # Else a collection of all that was loaded falls into the time of whichever payload comes then: 80 ms.
        gc.collect()
        gc.freeze()
        for first in range(0, count, 500):
            payloads = [self._payload(number) for number in range(first, min(count, first + 500))]
            for way, code, match in payloads:
                self._time(way, code, match)
            tracemalloc.start()
            for way, code, match in payloads:
                tracemalloc.reset_peak()
                before = tracemalloc.get_traced_memory()[0]
                self._said(way, code, match)
                used = tracemalloc.get_traced_memory()[1] - before
                self.outcome.largest = max(self.outcome.largest, used)
            tracemalloc.stop()
        return self.outcome

    def _payload(self, number: int) -> tuple[str, str, CodedMatch]:
        place, way = self.rng.randrange(len(self.matches)), WAYS[number % len(WAYS)]
        return way, getattr(self, f"_{way}")(self.encoded[place][0]), self.matches[place]

    def _time(self, way: str, code: str, match: CodedMatch) -> None:
        began = time.process_time()
        said = self._said(way, code, match)
        self.outcome.slowest = max(self.outcome.slowest, time.process_time() - began)
        self.outcome.codes[f"{way}: {said}"] += 1
        self.outcome.count += 1

    def _said(self, way: str, code: str, match: CodedMatch) -> str:
        try:
            read = decode([code])
            score = replay(read)
        except Refusal as refusal:
            return "refused" if refusal.errors else "refused without a reason"
        except Exception as error:
            self._fault(f"{way}: {error!r} from {code}")
            return "failed"
        if read == match:
            return "as it was"
        if way in ("text", "bytes"):
            self._fault(f"{way}: another match, totals {score.totals}, from {code}")
        return "another match that is possible"

    def _fault(self, text: str) -> None:
        if len(self.outcome.faults) < 10:
            self.outcome.faults.append(text)

    # -- ways of changing a code -------------------------------------------------------------------

    def _text(self, code: str) -> str:
        letters = list(code)
        for _ in range(self.rng.choice([1, 1, 2, 5])):
            place = self.rng.randrange(len(letters))
            letters[place : place + self.rng.randrange(3)] = self.rng.choices(_ALPHABET, k=self.rng.randrange(3))
        return "".join(letters)

    def _bytes(self, code: str) -> str:
        return _code(self._changed(_data(code)))

    def _compressed(self, code: str) -> str:
        data = _data(code)
        whole = self._changed(data[7:])
        try:
            words = dictionary(int.from_bytes(whole[:2], "big"))[1]
            text = zlib.decompressobj(-15, zdict=words).decompress(whole[2:], MOST_UNPACKED)
        except (KeyError, zlib.error):
            text = b""
        return _code(data[:3] + checksum(text) + whole)

    def _changed(self, data: bytes) -> bytes:
        changed = bytearray(data)
        for _ in range(self.rng.choice([1, 1, 2, 8])):
            place = self.rng.randrange(len(changed))
            changed[place] ^= 1 << self.rng.randrange(8)
        if self.rng.random() < 0.1:
            del changed[self.rng.randrange(1, len(changed)) :]
        return bytes(changed)

    def _json(self, code: str) -> str:
        data = _data(code)
        number = int.from_bytes(data[7:9], "big")
        _game, words = dictionary(number)
        unpacker = zlib.decompressobj(-15, zdict=words)
        body = from_json(unpacker.decompress(data[9:]))
        for _ in range(self.rng.choice([1, 1, 2, 4])):
            self._change_value(body)
        if isinstance(body.get("changes"), list) and isinstance(body.get("seconds"), list):
            body["digest"] = _code(bytes.fromhex(digest(body["changes"], body["seconds"])))
        packer = zlib.compressobj(6, zlib.DEFLATED, -15, zdict=words)
        text = to_json(body)
        return _code(data[:3] + checksum(text) + data[7:9] + packer.compress(text) + packer.flush())

    def _change_value(self, value: Any) -> None:
        """Changes something somewhere inside an object or a list."""
        while True:
            keys = list(value) if isinstance(value, dict) else list(range(len(value)))
            if not keys:
                return
            key = self.rng.choice(keys)
            if isinstance(value[key], dict | list) and value[key] and self.rng.random() < 0.8:
                value = value[key]
                continue
            roll = self.rng.random()
            if roll < 0.2:
                del value[key]
            elif roll < 0.4 and isinstance(value[key], int):
                value[key] += self.rng.choice([-1, 1, 7, 1000])
            elif roll < 0.5 and isinstance(value, list):
                value.insert(key, deepcopy(value[self.rng.randrange(len(value))]))
            elif roll < 0.6 and isinstance(value, list):
                value.extend([["undo"]] * self.rng.choice([1, 50, 3000]))
            else:
                value[key] = deepcopy(self.rng.choice(_ODD))
            return


def _data(code: str) -> bytes:
    return base64.urlsafe_b64decode(code + "=" * (-len(code) % 4))


def _code(data: bytes) -> str:
    return base64.urlsafe_b64encode(data).decode().rstrip("=")


def run(payloads: int, seed: int) -> int:
    """Runs, and prints what happened. Returns 1 if anything was wrong, else 0."""
    outcome = Fuzz(seed).run(payloads)
    print(f"{outcome.count} payloads, seed {seed}")
    for said, count in sorted(outcome.codes.items()):
        print(f"  {count:>7} {said}")
    print(f"slowest {outcome.slowest * 1000:.1f} ms of a processor, most memory {outcome.largest / 1024 / 1024:.1f} MB")
    for fault in outcome.faults:
        print(fault)
    within = outcome.slowest <= MOST_SECONDS and outcome.largest <= MOST_MEMORY
    print("within 50 ms and 16 MB" if within else "NOT within 50 ms and 16 MB")
    return 0 if within and not outcome.faults else 1
