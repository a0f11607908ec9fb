"""Round robin: everybody meets everybody, in one group or in several; the best may go on to a knock-out."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from scoring.engine.refusal import refuse
from scoring.events.draw import start_order
from scoring.events.event import Event, Place, Proposal, Round
from scoring.events.formats import knock_out
from scoring.events.ranking import WIN_DRAW, Row, Rows, keys_of, rank

BYE = 0


def circle(order: Sequence[int]) -> list[list[tuple[int, int]]]:
    """Returns the rounds in which everybody meets everybody once; who is paired with ``BYE`` is free.

    First with last, second with last but one; then the first stays and the last moves to the second place.
    """
    ring = [*order, BYE] if len(order) % 2 else list(order)
    result = []
    for _round in range(len(ring) - 1):
        result.append([(ring[place], ring[-1 - place]) for place in range(len(ring) // 2)])
        ring = [ring[0], ring[-1], *ring[1:-1]]
    return result


def changing_partners(order: Sequence[int]) -> list[list[tuple[int, int, int, int]]]:
    """Returns the rounds for 4 or 8 who play alone: everybody is everybody's partner once. Seats, partners opposite.

    Raises Refusal for other numbers.
    """
    if len(order) == 4:
        a, b, c, d = order
        return [[(a, c, b, d)], [(a, b, c, d)], [(a, b, d, c)]]
    if len(order) != 8:
        raise refuse("", "changing_partners", "Partners change for 4 or 8 entries only.", rule="")
    last, ring = order[7], order[:7]

    def at(place: int) -> int:
        return ring[place % 7]

    return [[(last, at(1 + r), at(r), at(3 + r)), (at(2 + r), at(4 + r), at(6 + r), at(5 + r))] for r in range(7)]


def groups(order: Sequence[int], count: int) -> list[list[int]]:
    """Returns the order dealt out to so many groups in turn: forwards, then backwards, and so on."""
    result: list[list[int]] = [[] for _ in range(count)]
    for place, entry in enumerate(order):
        lap, step = divmod(place, count)
        result[count - 1 - step if lap % 2 else step].append(entry)
    return result


def rounds(event: Event) -> int:
    """Returns the number of rounds: those of the groups, and those of the knock-out after them."""
    return group_rounds(event) + (knock_out.rounds_for(_qualifiers(event)) if event.rules.go_on else 0)


def propose(event: Event, number: int, seed: str) -> Proposal:
    """Returns the pairs of a round; after the groups, those of the knock-out. Raises Refusal if it cannot be played."""
    order = _order(event, seed)
    in_groups = group_rounds(event)
    if number > in_groups:
        return knock_out.next_round(event, qualified(event), event.rounds[in_groups:], number)
    tables: list[tuple[int, ...]] = []
    free: list[int] = []
    for group in groups(order, event.rules.groups):
        for table in _plan(event, group, number):
            present = [entry for entry in table if entry != BYE and event.by_number[entry].plays(number)]
            if len(present) == len(table):
                tables.append(table)
            else:
                free += present
    return Proposal(tuple(tables), tuple(free))


def standing(event: Event) -> list[Place]:
    """Returns the ranking; of several groups, their firsts come first.

    The matches of an entry that left before half of its matches are struck; later, those that are missing are lost.
    """
    if not event.order:
        return rank(_rows(event), keys_of(event))
    in_groups = group_rounds(event)
    first = replace(event, rounds=event.rounds[:in_groups])
    by_group = group_standings(first)
    merged = [place for group in by_group for place in group]
    merged.sort(key=lambda place: place.place)
    if len(by_group) == 1:
        places = merged
    else:
        # Level places of different groups stay level: groups are not compared.
        counts = [sum(other.place < place.place for other in merged) for place in merged]
        places = [replace(place, place=count + 1) for place, count in zip(merged, counts, strict=True)]
    if not event.rules.go_on or len(event.rounds) < in_groups:
        return places
    seeds = qualified(event)
    bracket = knock_out.places(event, seeds, event.rounds[in_groups:])
    on = {place.entry: place for place in bracket if place.entry in seeds}
    rest = [place for place in places if place.entry not in on]
    ranked = [replace(place, place=on[place.entry].place) for place in places if place.entry in on]
    below = [replace(p, place=len(on) + 1 + sum(o.place < p.place for o in rest)) for p in rest]
    return sorted(ranked, key=lambda place: (place.place, place.entry)) + below


def group_standings(event: Event) -> list[list[Place]]:
    """Returns the ranking of each group."""
    rows = _rows(event)
    return [rank(rows, keys_of(event), group) for group in groups(_order(event, ""), event.rules.groups)]


def tree(event: Event) -> list[list[tuple[int | None, int | None]]]:
    """Returns the pairs of the knock-out after the groups, none before it begins."""
    in_groups = group_rounds(event)
    if not event.rules.go_on or len(event.rounds) <= in_groups:
        return []
    return knock_out.tree(event, qualified(event), event.rounds[in_groups:])


def qualified(event: Event) -> list[int]:
    """Returns those who go on, in the order of their seeds: the firsts of the groups, then the seconds, and so on."""
    first = replace(event, rounds=event.rounds[: group_rounds(event)])
    best = [[place.entry for place in group[: event.rules.go_on]] for group in group_standings(first)]
    return [group[place] for place in range(event.rules.go_on) for group in best if place < len(group)]


def _order(event: Event, seed: str) -> list[int]:
    """The order of the draw, without those who came after round 1."""
    return [entry for entry in start_order(event, seed) if event.by_number[entry].first_round == 1]


def _plan(event: Event, group: Sequence[int], number: int) -> list[tuple[int, ...]]:
    """The tables of a group in a round; none if it has fewer rounds."""
    if event.rules.partners == "changing":
        plan: list[list[tuple[int, ...]]] = [list(tables) for tables in changing_partners(group)]
    else:
        plan = [list(tables) for tables in circle(group)]
        if event.rules.double_round:
            plan += [[pair[::-1] for pair in tables] for tables in plan]
    return plan[number - 1] if number <= len(plan) else []


def group_rounds(event: Event) -> int:
    """Returns the number of rounds within the groups."""
    entries = sum(entry.first_round == 1 for entry in event.entries)
    if event.rules.partners == "changing":
        return max(entries - 1, 1)
    largest = -(-entries // event.rules.groups)
    return max(largest - 1 + largest % 2, 1) * (2 if event.rules.double_round else 1)


def _qualifiers(event: Event) -> int:
    entries = sum(entry.first_round == 1 for entry in event.entries)
    return min(event.rules.groups * event.rules.go_on, entries)


def _rows(event: Event) -> Rows:
    struck = {entry.number for entry in event.entries if entry.left is not None and _left_early(event, entry.number)}
    kept = [
        replace(played, sittings=tuple(s for s in played.sittings if not struck.intersection(s.entries)))
        for played in event.rounds
    ]
    rows = Rows(replace(event, rounds=kept), wins=True, win_draw=WIN_DRAW[event.rules.match_points])
    for entry in event.entries:
        if entry.left is not None and entry.number not in struck and event.order:
            for played in event.rounds:
                for opponent in _missed(event, entry.number, played):
                    row: Row = rows.rows[opponent]
                    row.match_points += rows.win
                    row.points += event.rules.most_points or 0
                    row.difference += event.rules.most_points or 0
    return rows


def _missed(event: Event, entry: int, played: Round) -> list[int]:
    """The opponents who would have met an entry in a round, if it had not left before."""
    if event.by_number[entry].plays(played.number) or event.rules.partners == "changing":
        return []
    for group in groups(_order(event, ""), event.rules.groups):
        for table in _plan(event, group, played.number):
            if entry in table:
                return [o for o in table if o not in (entry, BYE) and event.by_number[o].plays(played.number)]
    return []


def _left_early(event: Event, entry: int) -> bool:
    """Whether an entry left before half of its matches."""
    played = sum(entry in sitting.entries for sitting in event.sittings)
    return 2 * played < group_rounds(event)
