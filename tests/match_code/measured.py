"""Prints the figures of ``docs/match-code.md``: bytes, versions of QR codes, times."""

from __future__ import annotations

import statistics
import time
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field

import segno

from scoring.games import all_games
from scoring.match_code import CodedMatch, decode, encode, encoded_size, replay, without_names
from tests.match_code.matches import RandomMatches, golden, skat_list

ADDRESS = "https://cards.example/phone/#m="


@dataclass
class Sizes:
    """Figures of some matches. versions: of the QR codes. equal: how many came back whole and scored the same."""

    bytes: list[int] = field(default_factory=list)
    codes: list[int] = field(default_factory=list)
    versions: list[int] = field(default_factory=list)
    made: list[float] = field(default_factory=list)
    read: list[float] = field(default_factory=list)
    equal: int = 0

    def add(self, match: CodedMatch) -> None:
        """Makes the codes of a match, reads them again and scores both."""
        began = time.process_time()
        codes = encode(match)
        made = time.process_time()
        back = decode(codes)
        read = time.process_time()
        self.made.append((made - began) * 1000)
        self.read.append((read - made) * 1000)
        self.bytes.append(encoded_size(codes))
        self.codes.append(len(codes))
        self.versions += [_version(code) for code in codes]
        self.equal += back == match and _scores(back) == _scores(match)

    def row(self, name: str) -> str:
        """The figures as a row of a table."""
        median, most = statistics.median(self.bytes), max(self.bytes)
        count = len(self.bytes)
        times = f"{statistics.median(self.made):.2f} | {statistics.median(self.read):.2f}"
        codes = f"{max(self.codes)} | {max(self.versions)}"
        return f"| {name} | {count} | {min(self.bytes)} | {median:.0f} | {most} | {codes} | {self.equal} | {times} |"


def _version(code: str) -> int:
    version = segno.make(ADDRESS + code, micro=False, error="l").version
    assert isinstance(version, int)
    return version


def _scores(match: CodedMatch) -> list[object]:
    return [(list(hand.result.points), hand.state) for hand in replay(match).hands]


def measured(matches: Iterable[CodedMatch]) -> Sizes:
    """Returns the figures of these matches."""
    sizes = Sizes()
    for match in matches:
        sizes.add(match)
    return sizes


def run(matches: int, seed: int, games: Sequence[str] | None = None) -> int:
    """Prints the table. Returns 1 if a match did not come back as it was, else 0.

    games: slugs; only so many random matches of these.
    """
    print(
        "| matches | how many | bytes, least | median | most | codes, most | QR version, most "
        "| equal again | made, ms | read, ms |"
    )
    print(f"|{' --- |' * 10}", flush=True)
    groups: list[tuple[str, Iterable[CodedMatch]]] = [
        ("golden, all games", map(golden, all_games())),
        ("golden, without names", (without_names(golden(slug)) for slug in all_games())),
        ("Skat lists, 36 deals", (skat_list(n) for n in range(261))),
        ("Skat lists, 36 deals, on paper", (_on_paper(skat_list(n)) for n in range(261))),
    ]
    if games:
        groups = []
    groups += [(slug, RandomMatches(slug, seed).matches(matches)) for slug in games or sorted(all_games())]
    wrong = 0
    for name, group in groups:
        sizes = measured(group)
        wrong += len(sizes.bytes) - sizes.equal
        print(sizes.row(name), flush=True)
    print("all equal" if not wrong else f"{wrong} NOT equal")
    return 1 if wrong else 0


def _on_paper(match: CodedMatch) -> CodedMatch:
    return match.model_copy(update={"printed": [list(hand.result.points) for hand in replay(match).hands]})
