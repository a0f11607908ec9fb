"""The bytes of a code: version, number of the part, checksum, compressed JSON (``docs/match-code.md``)."""

from __future__ import annotations

import base64
import binascii
import hashlib
import re
import zlib
from collections.abc import Iterable, Sequence
from math import ceil
from typing import Annotated, Any

from pydantic import Field
from pydantic_core import from_json, to_json

from scoring.engine.marking import _
from scoring.engine.refusal import Refusal, refuse, validate
from scoring.match_code.coded_match import (
    LAST_SECOND,
    MOST_CHANGES,
    CodedMatch,
    CodedPart,
    CodeModel,
    MatchId,
    Seconds,
)
from scoring.match_code.dictionaries import dictionary, newest
from scoring.match_code.history import digest, expand, seconds_between, shorten

VERSION = 1
MOST_BYTES = 480
"""Of one code, unless the caller says otherwise: its address fits into a QR code of version 18."""
MOST_PARTS = 120
LONGEST_TEXT = 4_000
"""Characters of one code, with its address."""
MOST_UNPACKED = 256 * 1024
"""Bytes of JSON that a match may come to. A code that holds more is not read to its end."""
_HEADER = 7
_CODE = re.compile(r"(?:^|[#?&/])m=([A-Za-z0-9_-]+)")
_BARE = re.compile(r"[A-Za-z0-9_-]{12,}")


class _Body(CodeModel):
    """The JSON in a code."""

    id: MatchId
    game: Annotated[str, Field(max_length=40)] = ""
    players: list[str] | int
    #: Codes of 1.0.0 can have ids of players, which belong to another phone: read, not used.
    ids: list[str | None] | None = None
    title: str = ""
    note: str = ""
    options: dict[str, Any] = {}
    start: dict[str, Any] = {}
    settlement: dict[str, Any] | None = None
    parts: CodedPart | None = None
    created: Seconds
    changes: list[Any]
    seconds: list[int]
    printed: list[list[int | float]] | None = None
    totals: list[int | float] | None = None
    digest: Annotated[str, Field(pattern="^[A-Za-z0-9_-]{11}$")]


def encode(match: CodedMatch, most_bytes: int = MOST_BYTES) -> list[str]:
    """Returns the codes of a match, mostly one; each is the text after ``m=``.

    most_bytes: in one code. Raises Refusal if the match is too long for codes.
    """
    text, whole = _packed(match)
    room = most_bytes - _HEADER
    parts = max(1, ceil(len(whole) / room))
    if parts > MOST_PARTS:
        raise refuse("/changes", "code_too_long", "This match is too long for codes.", rule="")
    size = ceil(len(whole) / parts)
    head = bytes([VERSION])
    check = checksum(text)
    pieces = [whole[start : start + size] for start in range(0, len(whole), size)]
    return [_text(head + bytes([number, len(pieces)]) + check + piece) for number, piece in enumerate(pieces)]


def encoded_size(codes: Sequence[str]) -> int:
    """Returns the bytes in these codes."""
    return sum(len(_bytes(code)) for code in codes)


def decode(codes: Iterable[str]) -> CodedMatch:
    """Returns the match in these codes. Nothing of it is scored yet: see ``replay``.

    codes: all codes of one match in any order, each as text after ``m=`` or as a whole address; doubles do not matter.
    Raises Refusal with pointers ``/codes/…`` for a text that is no code or damaged, a part that is missing or of
    another match; else with pointers into the match.
    """
    parts = _parts(codes)
    missing = _missing(parts)
    if missing:
        raise refuse(
            "/codes", "code_incomplete", "Of {total} codes these are missing: {numbers}.", rule="",
            total=parts[0][2], numbers=missing,
        )  # fmt: skip
    whole = b"".join(piece for *_head, piece in sorted(parts, key=lambda part: part[1]))
    return _unpacked(whole, parts[0][3])


def missing_parts(codes: Iterable[str]) -> tuple[int, list[int]]:
    """Returns how many codes the match has, and the numbers (from 1) of those that are not among these.

    Raises Refusal with pointers ``/codes/…``.
    """
    parts = _parts(codes)
    return parts[0][2], _missing(parts)


def code_in(text: str) -> str:
    """Returns the code in a text: an address, what stands after ``#``, or the code alone; "" if there is none."""
    text = text.strip()
    found = _CODE.search(text)
    if found:
        return found[1]
    return text if _BARE.fullmatch(text) else ""


def code_address(root: str, code: str, phone: bool = False) -> str:
    """Returns the address that a camera opens. root: of the host, ``https://cards.example/``. phone: whether the host
    has the files with which phones keep the Companion.
    """
    return f"{root}{'phone/' if phone else 'code'}#m={code}"


# -- one code ----------------------------------------------------------------------------------------------

_Part = tuple[int, int, int, bytes, bytes]
"""Place among the codes that were given, number from 0, how many there are, checksum of the match, piece."""


def _parts(codes: Iterable[str]) -> list[_Part]:
    parts: dict[int, _Part] = {}
    first: _Part | None = None
    for place, text in enumerate(codes):
        if place >= 2 * MOST_PARTS:
            raise refuse("/codes", "too_many_entries", "At most {most} codes are read at once.", rule="", most=place)
        part = _part(place, text)
        first = first or part
        if (part[2], part[3]) != (first[2], first[3]):
            raise refuse(f"/codes/{place}", "code_of_another", "This code belongs to another match.", rule="")
        if parts.setdefault(part[1], part)[4] != part[4]:
            raise _damaged(f"/codes/{place}")
    if not parts:
        raise refuse("/codes", "code_unknown", "There is no code.", rule="")
    return list(parts.values())


def _part(place: int, text: str) -> _Part:
    pointer = f"/codes/{place}"
    code = code_in(text) if isinstance(text, str) and len(text) <= LONGEST_TEXT else ""
    if not code:
        raise refuse(pointer, "code_unknown", "This is no code of a match.", rule="")
    try:
        data = _bytes(code)
    except (ValueError, binascii.Error):
        raise _damaged(pointer) from None
    if not data or data[0] != VERSION:
        raise _other_version(pointer)
    if len(data) <= _HEADER or not data[1] < data[2] <= MOST_PARTS:
        raise _damaged(pointer)
    return place, data[1], data[2], data[3:_HEADER], data[_HEADER:]


def _missing(parts: Sequence[_Part]) -> list[int]:
    there = {part[1] for part in parts}
    return [number + 1 for number in range(parts[0][2]) if number not in there]


def checksum(text: bytes) -> bytes:
    """Returns the checksum of the JSON of a match. It also shows that a reader has the right dictionary."""
    return hashlib.sha256(text).digest()[:4]


def _text(data: bytes) -> str:
    return base64.urlsafe_b64encode(data).decode().rstrip("=")


def _bytes(code: str) -> bytes:
    data = base64.b64decode(code + "=" * (-len(code) % 4), altchars=b"-_", validate=True)
    if _text(data) != code:
        raise ValueError("not canonical")
    return data


def _other_version(pointer: str) -> Refusal:
    text = _("This code is of another version: a newer Companion may read it.")
    return refuse(pointer, "code_version", text, rule="")


def _damaged(pointer: str) -> Refusal:
    return refuse(pointer, "code_damaged", "This code is damaged or was not read whole.", rule="")


# -- the whole ---------------------------------------------------------------------------------------------


def _packed(match: CodedMatch) -> tuple[bytes, bytes]:
    """Returns the JSON of a match, and the number of its dictionary with the compressed JSON."""
    number = newest(match.game)
    game = "" if number else match.game
    changes, seconds = shorten(match.changes, match.title, match.note), seconds_between(match)
    body = _Body(
        id=match.id,
        game=game,
        players=match.players if match.named else len(match.players),
        title=match.title,
        note=match.note,
        options=match.options,
        start=match.start,
        settlement=match.settlement,
        parts=match.parts,
        created=match.created,
        changes=changes,
        seconds=seconds,
        printed=match.printed,
        totals=match.totals,
        digest=_text(bytes.fromhex(digest(changes, seconds))),
    )
    text = to_json(body.model_dump(mode="json", exclude_defaults=True))
    if len(text) > MOST_UNPACKED:
        raise refuse("/changes", "code_too_long", "This match is too long for codes.", rule="")
    words = dictionary(number)[1]
    packer = zlib.compressobj(9, zlib.DEFLATED, -15, 9, zdict=words)
    return text, number.to_bytes(2, "big") + packer.compress(text) + packer.flush()


def _unpacked(whole: bytes, check: bytes) -> CodedMatch:
    number = int.from_bytes(whole[:2], "big")
    try:
        game, words = dictionary(number)
    except KeyError:
        raise _other_version("/codes") from None
    unpacker = zlib.decompressobj(-15, zdict=words)
    try:
        text = unpacker.decompress(whole[2:], MOST_UNPACKED + 1)
    except zlib.error:
        raise _damaged("/codes") from None
    if len(text) > MOST_UNPACKED:
        raise refuse("/codes", "code_too_long", "This code holds more than a match can.", rule="")
    if not unpacker.eof or unpacker.unused_data or checksum(text) != check:
        raise _damaged("/codes")
    try:
        data = from_json(text, allow_inf_nan=False)
    except ValueError:
        raise _damaged("/codes") from None
    body: _Body = validate(_Body, data)
    return _match(body, game or body.game)


def _match(body: _Body, game: str) -> CodedMatch:
    if len(body.changes) > MOST_CHANGES:
        text = _("A code has room for {most} changes.")
        raise refuse("/changes", "too_many_entries", text, rule="", most=MOST_CHANGES)
    if body.totals is not None and body.changes:
        raise refuse("/totals", "totals_and_hands", "Totals are there only if the hands are left out.", rule="")
    if len(body.changes) != len(body.seconds):
        raise refuse("/seconds", "wrong_length", "There must be a time for each change.", rule="")
    if _text(bytes.fromhex(digest(body.changes, body.seconds))) != body.digest:
        raise refuse("/digest", "code_digest", "This history is not the one that the code was made of.", rule="")
    times = []
    when = body.created
    for step in body.seconds:
        when += step
        if not 0 <= when <= LAST_SECOND:
            raise refuse("/seconds", "not_a_time", "A time is between the years 1970 and 9999.", rule="")
        times.append(when)
    named = not isinstance(body.players, int)
    if isinstance(body.players, int) and not 1 <= body.players <= 12:
        raise refuse("/players", "wrong_length", "There must be a seat for each player.", rule="")
    players = body.players if isinstance(body.players, list) else [f"Seat {n}" for n in range(1, body.players + 1)]
    fields = {
        "id": body.id,
        "game": game,
        "title": body.title,
        "note": body.note,
        "players": players,
        "named": named,
        "options": body.options,
        "start": body.start,
        "settlement": body.settlement,
        "parts": body.parts,
        "created": body.created,
        "changes": expand(body.changes, times, body.title, body.note),
        "printed": body.printed,
        "totals": body.totals,
    }
    match: CodedMatch = validate(CodedMatch, fields)
    return match
