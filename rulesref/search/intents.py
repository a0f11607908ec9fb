"""Which section of any game a query asks for, estimated from how players ask for the same section of other games.

Every game's page has an object, a deal, an end; "how many cards each" asks for the deal whatever the game.
"""

from __future__ import annotations

import math
from collections import Counter, defaultdict
from collections.abc import Iterable, Mapping, Sequence
from itertools import pairwise

from rulesref.search.counts import Counts, feature_of

#: A section is common if so many pages have it.
_COMMON = 5
_SMOOTHING = 30.0
_LOWEST = -5.0
#: The class of all places that are on few pages.
OTHER = ""

#: A page and a place as one number: that of the page, then so many bits for the place.
_PLACE_BITS = 16


class Intents:
    """How likely a query asks for each common section. Immutable."""

    def __init__(self, asked: Iterable[tuple[str, str, Sequence[str]]], numbers: Mapping[str, int]) -> None:
        """asked: for each way to ask the page, the anchor, and the tokens of the way in their order. numbers: of all
        tokens."""
        ways = list(asked)
        pages: dict[str, set[str]] = defaultdict(set)
        for slug, anchor, _ in ways:
            pages[anchor].add(slug)
        self.common = {anchor for anchor, slugs in pages.items() if len(slugs) >= _COMMON}
        self._numbers = numbers
        self._slugs = _numbered(slug for slug, _, _ in ways)
        self._places = _numbered(self.place(anchor) for _, anchor, _ in ways)
        counts: Counter[tuple[int, int]] = Counter()
        own: Counter[tuple[int, int]] = Counter()
        self._totals: Counter[int] = Counter()
        self._own_totals: Counter[int] = Counter()
        for slug, anchor, tokens in ways:
            place = self._places[self.place(anchor)]
            of_page = self._slugs[slug] << _PLACE_BITS | place
            features = self._features(tokens)
            counts.update((feature, place) for feature in features)
            own.update((feature, of_page) for feature in features)
            self._totals[place] += len(features)
            self._own_totals[of_page] += len(features)
        self._number = self._totals.total()
        self._counts = Counts(counts)
        self._own = Counts(own)

    def place(self, anchor: str) -> str:
        """The anchor of a common section, OTHER for all others."""
        return anchor if anchor in self.common else OTHER

    def likely(self, tokens: Sequence[str], slug: str) -> Mapping[str, float]:
        """For each common section and OTHER the logarithm of its probability.

        slug: the page that is searched. Its own ways to ask are left out: they are compared one by one.
        """
        first = self._slugs.get(slug, len(self._slugs)) << _PLACE_BITS
        known = []
        for feature in self._features(tokens):
            counts = self._counts.of(feature)
            if counts:
                own = self._own.of(feature, first, first + (1 << _PLACE_BITS))
                known.append((counts, own, sum(counts.values()) / self._number))
        if not known:
            return {}
        scores = {}
        for name, place in self._places.items():
            of_page = first | place
            total = self._totals[place] - self._own_totals[of_page] + _SMOOTHING
            scores[name] = math.fsum(
                math.log((counts.get(place, 0) - own.get(of_page, 0) + _SMOOTHING * share) / total / share)
                for counts, own, share in known
            ) / math.sqrt(len(known))
        highest = max(scores.values())
        total = math.log(math.fsum(math.exp(score - highest) for score in scores.values())) + highest
        return {place: max(_LOWEST, score - total) for place, score in scores.items()}

    def _features(self, tokens: Sequence[str]) -> list[int]:
        """The words, and the pairs of neighbours, that a way to ask has."""
        numbers = [self._numbers.get(token) for token in tokens]
        words = (feature_of(number) for number in numbers if number is not None)
        pairs = (feature_of(a, b) for a, b in pairwise(numbers) if a is not None and b is not None)
        return [*dict.fromkeys(words), *dict.fromkeys(pairs)]


def _numbered(values: Iterable[str]) -> dict[str, int]:
    return {value: number for number, value in enumerate(dict.fromkeys(values))}
