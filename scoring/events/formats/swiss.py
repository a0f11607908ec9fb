"""Swiss: those with equally many wins meet, nobody twice, byes in turn."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence

from scoring.events.draw import start_order
from scoring.events.event import Event, Notice, Place, Proposal
from scoring.events.ranking import WIN_DRAW, Rows, keys_of, rank

MOST_REPEATS = 6
EVERYTHING = 1_000_000
"""More repeats than there can be: the first pairs are taken, where no round has so few repeats as ``MOST_REPEATS``."""
LONGEST_SEARCH = 60_000
"""Steps after which no better pairs are looked for: more repeats are allowed instead."""


def rounds(event: Event) -> int:
    """Returns the number of rounds: as many as one needs to find the only entry without a loss, at least five."""
    return event.rules.rounds or max(5, (max(2, len(event.entries)) - 1).bit_length())


def propose(event: Event, number: int, seed: str) -> Proposal:
    """Returns the pairs of a round.

    In order of the standing, the first meets the next that it has not met. Odd: the lowest of those with the fewest
    byes is free. If that cannot be finished, a meeting is repeated, then two.
    """
    order = pairing_order(event, number, seed)
    met = Counter(tuple(sorted(sitting.entries)) for sitting in event.sittings if len(sitting.entries) == 2)
    if number == 1 and event.rules.clubs_apart:
        met += _club_mates(event, order)
    fewest = min((event.byes[entry] for entry in order), default=0)
    may_rest = [entry for entry in reversed(order) if event.byes[entry] == fewest] if len(order) % 2 else [None]
    steps = 0
    for repeats in (*range(MOST_REPEATS), EVERYTHING):
        for free in may_rest:
            if repeats < EVERYTHING and steps >= LONGEST_SEARCH:
                break
            pairs, taken = pair_up([entry for entry in order if entry != free], met, repeats)
            steps += taken
            if pairs is not None:
                again = tuple(Notice("met_before", pair) for pair in pairs if met.get(tuple(sorted(pair))))
                return Proposal(tuple(pairs), () if free is None else (free,), len(again), 1, again)
    raise AssertionError("with enough repeats, there are always pairs")


def standing(event: Event) -> list[Place]:
    """Returns the ranking: wins, then the tie-breaks. A bye is a win; a round that was missed is a loss."""
    rows = _rows(event)
    return rank(rows, keys_of(event))


def pairing_order(event: Event, number: int, seed: str) -> list[int]:
    """Returns the entries of a round in the order in which they are paired: wins, difference, points, draw.

    Where the sum of points ranks, points come first.
    """
    playing = set(event.playing(number))
    drawn = start_order(event, seed)
    rows = _rows(event).rows
    sign = -1 if event.rules.better == "low" else 1

    def value(entry: int) -> tuple[float, float, float]:
        row = rows[entry]
        wins, points, difference = -row.match_points, -sign * row.points, -sign * row.difference
        return (wins, difference, points) if event.rules.by_wins else (points, wins, difference)

    return [entry for entry in sorted(drawn, key=value) if entry in playing]


def pair_up(
    order: Sequence[int], met: Counter[tuple[int, ...]], repeats: int
) -> tuple[list[tuple[int, int]] | None, int]:
    """Returns the first pairs, depth first, with at most so many repeats (None if none are found), and the steps taken.

    Sets of entries are the bits of a number, and sets that cannot be paired are remembered: 400 entries take a few
    milliseconds.
    """
    places = {entry: place for place, entry in enumerate(order)}
    again: list[dict[int, int]] = [{} for _ in order]
    fresh = [((1 << len(order)) - 1) & ~(1 << place) for place in range(len(order))]
    for pair, times in met.items():
        if pair[0] in places and pair[1] in places:
            one, other = places[pair[0]], places[pair[1]]
            again[one][other] = again[other][one] = times
            fresh[one] &= ~(1 << other)
            fresh[other] &= ~(1 << one)
    hopeless: set[tuple[int, int]] = set()
    pairs: list[tuple[int, int]] = []
    stack = [_choices((1 << len(order)) - 1, repeats, fresh, again)]
    left = [((1 << len(order)) - 1, repeats)]
    steps = 0
    while left[-1][0]:
        steps += 1
        if steps > LONGEST_SEARCH:
            return None, steps
        step = next(stack[-1], None)
        if step is None:
            hopeless.add(left.pop())
            stack.pop()
            if not left:
                return None, steps
            pairs.pop()
            continue
        first, second, budget = step
        rest = left[-1][0] & ~(1 << first) & ~(1 << second)
        if (rest, budget) in hopeless:
            continue
        pairs.append((order[first], order[second]))
        left.append((rest, budget))
        stack.append(_choices(rest, budget, fresh, again))
    return pairs, steps


def _choices(
    left: int, budget: int, fresh: Sequence[int], again: Sequence[dict[int, int]]
) -> Iterator[tuple[int, int, int]]:
    """Yields the opponents of the first that is left: those not met, then those met, the fewest times first."""
    if not left:
        return
    first = (left & -left).bit_length() - 1
    free = left & fresh[first]
    while free:
        lowest = free & -free
        yield first, lowest.bit_length() - 1, budget
        free ^= lowest
    for other, times in sorted(again[first].items(), key=lambda item: (item[1], item[0])):
        if left >> other & 1 and times <= budget:
            yield first, other, budget - times


def _rows(event: Event) -> Rows:
    rows = Rows(event, wins=True, win_draw=WIN_DRAW[event.rules.match_points])
    rows.credit_byes()
    if event.rules.late_half:
        for entry in event.entries:
            if entry.first_round > 1:
                rows.rows[entry.number].match_points += rows.draw
    return rows


def _club_mates(event: Event, order: Sequence[int]) -> Counter[tuple[int, ...]]:
    """Entries of one club, as if they had met once."""
    clubs: dict[str, list[int]] = {}
    for entry in order:
        if event.by_number[entry].club:
            clubs.setdefault(event.by_number[entry].club, []).append(entry)
    return Counter(
        tuple(sorted((one, other))) for members in clubs.values() for one in members for other in members if one < other
    )
