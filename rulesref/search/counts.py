"""Counts in arrays: dictionaries take ten times the memory."""

from __future__ import annotations

from array import array
from bisect import bisect_left
from collections.abc import Mapping

#: A word, or a pair of neighbours, as one number: that of the first word, then so many bits for the second.
_BITS = 32
_NO_SECOND = (1 << _BITS) - 1


def feature_of(first: int, second: int = _NO_SECOND) -> int:
    """A word or a pair of neighbours as one number, from the numbers of its words."""
    return first << _BITS | second


class Counts:
    """How often each feature occurs at each place. Immutable."""

    def __init__(self, counts: Mapping[tuple[int, int], int]) -> None:
        """counts: by feature and place."""
        self._features, self._starts = array("Q"), array("I")
        self._places, self._counts = array("I"), array("I")
        for (feature, place), count in sorted(counts.items()):
            if not self._features or self._features[-1] != feature:
                self._features.append(feature)
                self._starts.append(len(self._places))
            self._places.append(place)
            self._counts.append(count)
        self._starts.append(len(self._places))

    def of(self, feature: int, first: int = 0, end: int | None = None) -> Mapping[int, int]:
        """By place, at those from ``first`` on and before ``end``."""
        at = bisect_left(self._features, feature)
        if at == len(self._features) or self._features[at] != feature:
            return {}
        low, high = self._starts[at : at + 2]
        if end is not None:
            low = bisect_left(self._places, first, low, high)
            high = bisect_left(self._places, end, low, high)
        return dict(zip(self._places[low:high], self._counts[low:high], strict=True))
