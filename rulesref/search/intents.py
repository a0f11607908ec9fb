"""Which section of any game a query asks for, told from how players ask for the same section of other games.

Every game's page has an object, a deal, an end; "how many cards each" asks for the deal whatever the game.
"""

from __future__ import annotations

import math
from collections import Counter, defaultdict
from collections.abc import Iterable, Mapping, Sequence
from itertools import pairwise

#: A section is common if so many pages have it.
_COMMON = 5
_SMOOTHING = 30.0
_LOWEST = -5.0
#: The class of all places that are on few pages.
OTHER = ""

Feature = str | tuple[str, str]


class Intents:
    """How likely a query asks for each common section. Immutable."""

    def __init__(self, asked: Iterable[tuple[str, str, Sequence[str]]]) -> None:
        """asked: for each way to ask the page, the anchor, and the tokens of the way in their order."""
        given = list(asked)
        pages: dict[str, set[str]] = defaultdict(set)
        for slug, anchor, _ in given:
            pages[anchor].add(slug)
        self.common = {anchor for anchor, slugs in pages.items() if len(slugs) >= _COMMON}
        self._counts: dict[str, Counter[Feature]] = defaultdict(Counter)
        self._own: dict[tuple[str, str], Counter[Feature]] = defaultdict(Counter)
        for slug, anchor, tokens in given:
            found = _features(tokens)
            self._counts[self.place(anchor)].update(found)
            self._own[slug, self.place(anchor)].update(found)
        self._totals = {place: sum(counts.values()) for place, counts in self._counts.items()}
        self._own_totals = {key: sum(counts.values()) for key, counts in self._own.items()}
        self._all: Counter[Feature] = Counter()
        for counts in self._counts.values():
            self._all.update(counts)
        self._number = sum(self._all.values())

    def place(self, anchor: str) -> str:
        """The anchor of a common section, OTHER for all others."""
        return anchor if anchor in self.common else OTHER

    def likely(self, tokens: Sequence[str], slug: str) -> Mapping[str, float]:
        """For each common section and OTHER the logarithm of how likely it is asked for.

        slug: the page that is asked; its own ways to ask do not count, they are compared one by one.
        """
        found = [(f, self._all[f] / self._number) for f in _features(tokens) if f in self._all]
        if not found or not self._counts:
            return {}
        scores = {}
        for place, counts in self._counts.items():
            own = self._own.get((slug, place), Counter())
            total = self._totals[place] - self._own_totals.get((slug, place), 0) + _SMOOTHING
            scores[place] = math.fsum(
                math.log((counts[f] - own[f] + _SMOOTHING * share) / total / share) for f, share in found
            ) / math.sqrt(len(found))
        highest = max(scores.values())
        total = math.log(math.fsum(math.exp(score - highest) for score in scores.values())) + highest
        return {place: max(_LOWEST, score - total) for place, score in scores.items()}


def _features(tokens: Sequence[str]) -> list[Feature]:
    """Words, and pairs of neighbours."""
    return [*dict.fromkeys(tokens), *dict.fromkeys(pairwise(tokens))]
