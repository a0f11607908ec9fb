"""Knock-out: the winner goes on. The draw or the seeds give the places; those without an opponent rest."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from scoring.engine.refusal import Refusal, refuse
from scoring.events.draw import start_order
from scoring.events.event import Event, Place, Proposal, Round, Sitting
from scoring.events.ranking import Rows


def bracket_places(size: int) -> list[int]:
    """Returns the seeds in the order of the bracket, so that the best meet last. size: a power of two."""
    places = [1]
    while len(places) < size:
        double = 2 * len(places)
        places = [place for seed in places for place in (seed, double + 1 - seed)]
    return places


def bracket_size(entries: int) -> int:
    """Returns the next power of two, at least 2."""
    return 1 << max(1, (entries - 1).bit_length())


def rounds_for(entries: int) -> int:
    """Returns the number of rounds for so many entries."""
    return bracket_size(entries).bit_length() - 1


def rounds(event: Event) -> int:
    """Returns the number of rounds."""
    return rounds_for(sum(entry.first_round == 1 for entry in event.entries))


def propose(event: Event, number: int, seed: str) -> Proposal:
    """Returns the pairs of a round. Raises Refusal if an earlier sitting is not decided, or nothing is left to play."""
    return next_round(event, seeded(event, seed), event.rounds, number)


def standing(event: Event) -> list[Place]:
    """Returns the ranking: who got further; places from the fifth on are shared."""
    return places(event, seeded(event, ""), event.rounds)


def seeded(event: Event, seed: str) -> list[int]:
    """Returns the entries in the order of their seeds, club mates apart in round 1 if the rules say so."""
    order = [entry for entry in start_order(event, seed) if event.by_number[entry].first_round == 1]
    return (
        part_clubs(order, {entry.number: entry.club for entry in event.entries}) if event.rules.clubs_apart else order
    )


def part_clubs(order: Sequence[int], club_of: dict[int, str]) -> list[int]:
    """Returns the order in which club mates who would meet in round 1 changed places with the next lower seed."""
    result = list(order)
    seeds = bracket_places(bracket_size(len(order)))

    def mates(seed: int) -> bool:
        other = seeds[seeds.index(seed) ^ 1]
        if max(seed, other) > len(result):
            return False
        club = club_of.get(result[seed - 1], "")
        return bool(club) and club == club_of.get(result[other - 1])

    for seed in range(1, len(result) + 1):
        if not mates(seed):
            continue
        lower = max(seed, seeds[seeds.index(seed) ^ 1])
        for other in [*range(lower + 1, len(result) + 1), *range(lower - 1, 0, -1)]:
            result[lower - 1], result[other - 1] = result[other - 1], result[lower - 1]
            if not mates(lower) and not mates(other):
                break
            result[lower - 1], result[other - 1] = result[other - 1], result[lower - 1]
    return result


def slots(order: Sequence[int]) -> list[int | None]:
    """Returns the entries in the order of the bracket, None where a place is free."""
    return [order[seed - 1] if seed <= len(order) else None for seed in bracket_places(bracket_size(len(order)))]


def decide(event: Event, played: Round | None, number: int, pair: tuple[int | None, int | None]) -> list[int | None]:
    """Returns winner and loser of a pair in a round that was played. A free place never wins.

    number: of the round. Raises Refusal if the sitting is not decided.
    """
    one, other = pair
    if one is None or other is None:
        return [one if other is None else other, None]
    sitting = find(played, one, other)
    if sitting is not None:
        winner = event.winner(sitting)
        if winner is None:
            raise _undecided(one, other)
        return [winner, other if winner == one else one]
    there = [entry for entry in pair if entry is not None and event.by_number[entry].plays(number)]
    if len(there) == 2:
        raise _undecided(one, other)
    winner = there[0] if there else None
    return [winner, None if winner is None else other if winner == one else one]


def _decide_or_wait(event: Event, played: Round, number: int, pair: tuple[int | None, int | None]) -> list[int | None]:
    """Winner and loser of a pair, None while it is not decided."""
    try:
        return decide(event, played, number, pair)
    except Refusal:
        return [None, None]


def _results(
    event: Event, played: Round, left: Sequence[int | None], decide: Callable[..., list[int | None]] = decide
) -> list[list[int | None]]:
    """Winner and loser of each pair of a round.

    Who plays the next round has gone on, whatever was corrected since: seats of a round that has begun never change.
    """
    results = [decide(event, played, played.number, pair) for pair in pairs_in_order(left)]
    following = next((one for one in event.rounds if one.number == played.number + 1), None)
    if following is None or not following.sittings or following.byes:
        return results
    # The first sitting after two matches is the final, the second one is for third place.
    sittings = following.sittings[:1] if len(results) == 2 else following.sittings
    on = {entry for sitting in sittings for entry in sitting.entries}
    return [result[::-1] if result[1] in on and result[0] not in on else result for result in results]


def _undecided(one: int, other: int) -> Refusal:
    return refuse(
        "", "not_decided", "The match of entries {one} and {other} is not decided.", rule="", one=one, other=other
    )


def find(played: Round | None, one: int, other: int) -> Sitting | None:
    """Returns the sitting of these two entries."""
    for sitting in played.sittings if played else ():
        if set(sitting.entries) == {one, other}:
            return sitting
    return None


def pairs_in_order(slots_left: Sequence[int | None]) -> list[tuple[int | None, int | None]]:
    """Returns neighbours as pairs."""
    return list(zip(slots_left[::2], slots_left[1::2], strict=True))


def next_round(event: Event, order: Sequence[int], played: Sequence[Round], number: int) -> Proposal:
    """Returns the pairs of the round after those that were played.

    order: the seeds. number: of the round within the event. Raises Refusal if nothing is left to play, or a sitting is
    not decided.
    """
    if len(order) < 2:
        raise refuse("", "too_few_entries", "A knock-out takes two entries at least.", rule="")
    left, losers = slots(order), []
    for earlier in played:
        results = _results(event, earlier, left)
        left, losers = [result[0] for result in results], [result[1] for result in results]
        if len(left) == 1:
            raise refuse("", "event_over", "The final is played: there is no further round.", rule="")
    pairs = pairs_in_order(left)
    if len(pairs) == 1 and len(losers) == 2 and event.rules.third_place:
        pairs.append((losers[0], losers[1]))
    return to_proposal(event, pairs, number)


def to_proposal(event: Event, pairs: Sequence[tuple[int | None, int | None]], number: int) -> Proposal:
    """Returns pairs as sittings; entries whose opponent is missing are free."""
    tables: list[tuple[int, ...]] = []
    byes: list[int] = []
    for pair in pairs:
        there = tuple(entry for entry in pair if entry is not None and event.by_number[entry].plays(number))
        if len(there) == 2:
            tables.append(there)
        else:
            byes += there
    return Proposal(tuple(tables), tuple(byes))


def places(event: Event, order: Sequence[int], played: Sequence[Round]) -> list[Place]:
    """Returns the ranking so far: those still in first, then those who lost in later rounds."""
    left = slots(order)
    levels: list[list[int]] = []
    for earlier in played:
        try:
            results = _results(event, earlier, left)
        except Refusal:  # a round that still runs changes no place
            break
        losers = [result[1] for result in results]
        levels.insert(0, [entry for entry in losers if entry is not None])
        left = [result[0] for result in results]
    third = _third(event, played, levels) if len(left) == 1 and event.rules.third_place else None
    if third:
        levels[1:2] = [[third[0]], [third[1]]]
    return to_places(event, [[entry for entry in left if entry is not None], *levels])


def tree(event: Event, order: Sequence[int], played: Sequence[Round]) -> list[list[tuple[int | None, int | None]]]:
    """Returns the pairs of all rounds, the match for third place last in the last one.

    order: the seeds. None: nobody in the first round, later somebody who is not known yet.
    """
    left, losers = slots(order), list[int | None]()
    result = []
    for number in range(rounds_for(len(order))):
        pairs = pairs_in_order(left)
        if number < len(played):
            decided = _results(event, played[number], left, _decide_or_wait)
        else:
            decided = [[None, None] for _pair in pairs]
        if len(pairs) == 1 and len(losers) == 2 and event.rules.third_place:
            pairs.append((losers[0], losers[1]))
        result.append(pairs)
        left, losers = [one[0] for one in decided], [one[1] for one in decided]
    return result


def _third(event: Event, played: Sequence[Round], levels: Sequence[Sequence[int]]) -> list[int] | None:
    """Winner and loser of the match for third place."""
    if len(levels) < 2 or len(levels[1]) != 2:
        return None
    sitting = find(played[-1], *levels[1])
    winner = event.winner(sitting) if sitting else None
    return None if winner is None else [winner, *(entry for entry in levels[1] if entry != winner)]


def to_places(event: Event, levels: Sequence[Sequence[int]]) -> list[Place]:
    """Returns places for groups of entries that are level; entries in none of them come last."""
    rows = Rows(event, wins=True).rows
    named = {entry for level in levels for entry in level}
    result, place = [], 1
    for level in [*levels, [entry for entry in rows if entry not in named]]:
        for entry in sorted(level):
            row = rows[entry]
            result.append(
                Place(place, entry, row.points, row.match_points, row.difference, row.won, row.lost, row.by_round)
            )
        place += len(level)
    return result
