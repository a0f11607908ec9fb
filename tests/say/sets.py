"""Sets of lines with what they mean, ``sets/SLUG.LANG.jsonl``, and how a reader does on them."""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from scoring.engine.match import OpenMatch, open_match, step
from scoring.engine.refusal import Refusal
from scoring.games import get
from scoring.languages import language
from scoring.say import Answer, Read, TooLong, read_line

SETS = Path(__file__).parent / "sets"
TUNING = Path(__file__).parent / "tuning"
MEASURED = Path(__file__).parent / "measured"

KINDS = ("exact", "asked", "refused", "wrong")

Reader = Callable[..., Answer]


@dataclass(frozen=True)
class Line:
    """A line of a set. slug, code: game and language. place: file and line number."""

    slug: str
    code: str
    place: str
    content: Mapping[str, Any]

    @property
    def opened(self) -> OpenMatch:
        """The match in which it is said."""
        content = self.content
        return open_match(
            get(self.slug), len(content["players"]), content.get("options") or {}, content.get("start") or {}
        )

    def points(self, hand: Any) -> Any:
        """Returns what a hand of the line scores: points and kind. Raises Refusal."""
        opened = self.opened
        scored = step(opened, opened.state, hand, 1)
        return [*scored.result.points], _decided(scored)

    def read(self, reader: Reader = read_line) -> Answer:
        """Returns what a reader makes of it; nothing of a line that is too long."""
        opened, text = self.opened, self.content["text"]
        try:
            return reader(text, opened, opened.state, self.content["players"], language(self.code, self.slug))
        except TooLong:
            return Answer()


def _decided(scored: Any) -> Any:
    """What a hand decides beside its points, where it has none: a tute wins, and nobody scores."""
    details = scored.result.details
    return details.get("hand_winner") if not any(scored.result.points) else None


def lines_of(file: Path) -> Iterator[Line]:
    """Returns the lines of a set. Raises ValueError for a line that is no JSON."""
    slug, code, _ = file.name.split(".")
    for number, text in enumerate(file.read_text(encoding="utf-8").splitlines(), 1):
        if text.strip():
            yield Line(slug, code, f"{file.name}:{number}", json.loads(text))


def verdict(line: Line, answer: Answer) -> str:
    """Returns ``exact``, ``asked`` (something is asked where a hand was said, or the other way round without harm),
    ``refused`` (nothing was made of it), or ``wrong`` (a hand that is not meant was taken for certain). A line that
    names nothing that is missing is unclear: nothing but a hand is wrong there.
    """
    expected = line.content["expect"]
    if answer.sure is not None:
        return "exact" if _is_hand(line, expected, answer.sure) else "wrong"
    if expected == {"missing": []}:
        return "exact"  # It is unclear: asked or refused, either is right.
    if expected == "none":
        return "exact" if _is_none(answer) else "asked"
    if "missing" in expected and answer.partial is not None and not answer.alternatives:
        asked = {path.split(".")[0] for missing in answer.partial.missing for path in missing.fields}
        asked |= {missing.control for missing in answer.partial.missing}
        return "exact" if asked >= set(expected["missing"]) else "asked"
    if "alternatives" in expected and answer.alternatives:
        meant = [line.points(hand) for hand in expected["alternatives"]]
        shown = [line.points(read.hand) for read in answer.alternatives]
        return "exact" if all(points in shown for points in meant) else "asked"
    return "refused" if _is_none(answer) or answer.unknown else "asked"


def _is_none(answer: Answer) -> bool:
    return not answer.alternatives and (answer.partial is None or not answer.partial.missing or bool(answer.unknown))


def _is_hand(line: Line, expected: Any, read: Read) -> bool:
    return isinstance(expected, dict) and "hand" in expected and line.points(expected["hand"]) == line.points(read.hand)


def check(file: Path) -> Iterator[str]:
    """Returns the faults of a set: hands that the game refuses, players or kinds of answer that are none."""
    for line in lines_of(file):
        expected = line.content["expect"]
        hands: list[Any] = []
        if isinstance(expected, dict):
            hands = [expected["hand"]] if "hand" in expected else expected.get("alternatives", [])
        if expected != "none" and not (
            isinstance(expected, dict) and {"hand", "missing", "alternatives"} & set(expected)
        ):
            yield f"{line.place}: expect is none of hand, missing, alternatives, none"
        for hand in hands:
            try:
                line.points(hand)
            except Refusal as refusal:
                yield f"{line.place}: {[(error.pointer, str(error.message)) for error in refusal.errors]}"


def measure(file: Path, reader: Reader = read_line) -> tuple[Counter[str], list[tuple[Line, str, Answer]]]:
    """Returns how a reader does on a set: the number of lines by verdict, and all that are not exact."""
    counts: Counter[str] = Counter()
    others: list[tuple[Line, str, Answer]] = []
    for line in lines_of(file):
        answer = line.read(reader)
        found = verdict(line, answer)
        counts[found] += 1
        if found != "exact":
            others.append((line, found, answer))
    return counts, others
