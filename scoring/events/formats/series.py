"""Series: each alone at tables of four or three, seats drawn anew, by standing or by a fixed plan."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence

from scoring.engine.refusal import refuse
from scoring.events.draw import draw
from scoring.events.event import Event, Notice, Place, Proposal
from scoring.events.ranking import Rows, keys_of, rank
from scoring.events.seating import by_standing, cut, meetings, redraw, table_sizes

USUAL_ROUNDS = 2


def rounds(event: Event) -> int:
    """Returns the number of rounds."""
    return event.rules.rounds or USUAL_ROUNDS


def propose(event: Event, number: int, seed: str) -> Proposal:
    """Returns the seats of a round. Raises Refusal if there are too few entries, or five where tables are of four."""
    playing = event.playing(number)
    sizes, free = _sizes(event, playing)
    byes = _free_entries(event, playing, free, seed, number)
    numbers = [entry for entry in playing if entry not in byes]
    earlier = [sitting.entries for sitting in event.sittings]
    if number > 1 and event.rules.seating == "by_standing":
        team_of = {entry.number: entry.team for entry in event.entries}
        order = [place.entry for place in standing(event) if place.entry in set(numbers)]
        tables, mates = by_standing(order, sizes, team_of)
        warnings = [Notice("team_mates", table) for table in mates]
        return _proposal(tables, byes, earlier, 1, warnings)
    if number > 1 and event.rules.seating == "fixed":
        return _proposal(_moved(draw(seed, 1, numbers), sizes, number), byes, earlier, 1, [])
    seats = redraw(seed, number, numbers, sizes, earlier)
    return _proposal(seats.tables, byes, earlier, seats.attempt, [], seats.cost)


def standing(event: Event) -> list[Place]:
    """Returns the ranking: the sum of all rounds, ties as the game breaks them."""
    rows = Rows(event, wins=event.rules.by_wins)
    if event.rules.missed == "average":
        rows.credit_averages()
    return rank(rows, keys_of(event))


def _sizes(event: Event, playing: Sequence[int]) -> tuple[list[int], int]:
    """The sizes of the tables, and how many are free."""
    if event.rules.table_size == "four_or_three":
        sizes = table_sizes(len(playing))
        if sizes is None:
            raise refuse(
                "", "no_tables", "These entries do not make tables of four and three: 3, 4, 6 or more do.", rule=""
            )
        return sizes, 0
    size = 4 if event.rules.table_size == "four" else 2
    count, free = divmod(len(playing), size)
    if not count:
        raise refuse("", "no_tables", "There are too few entries for a table.", rule="")
    return [size] * count, free


def _free_entries(event: Event, playing: Sequence[int], free: int, seed: str, number: int) -> tuple[int, ...]:
    """Those who sit out: the last of the draw among those who were free least often."""
    order = draw(seed, number, playing)
    ranked = sorted(order, key=lambda entry: (-event.byes[entry], order.index(entry))) if free else []
    return tuple(sorted(ranked[-free:])) if free else ()


def _moved(order: Sequence[int], sizes: Sequence[int], number: int) -> list[list[int]]:
    """The fixed plan: seat 1 stays, each further seat moves on by so many tables more in each round."""
    first = cut(order, sizes)
    tables: list[list[int]] = [[] for _ in sizes]
    for seat in range(max(sizes)):
        column = [table[seat] for table in first if len(table) > seat]
        for place, entry in enumerate(column):
            tables[(place + seat * (number - 1)) % len(column)].append(entry)
    return tables


def _proposal(
    tables: list[list[int]],
    byes: tuple[int, ...],
    earlier: Sequence[Sequence[int]],
    attempt: int,
    warnings: list[Notice],
    cost: int | None = None,
) -> Proposal:
    met = meetings(earlier)
    again = [pair for pair in meetings(tables) if met.get(pair)]
    short = Counter(number for table in earlier if len(table) == 3 for number in table)
    warnings += [Notice("met_before", pair) for pair in again]
    warnings += [
        Notice("short_table_again", (number,))
        for table in tables
        if len(table) == 3
        for number in table
        if short[number]
    ]
    if cost is None:
        cost = sum(met[pair] for pair in again)
    return Proposal(tuple(tuple(table) for table in tables), byes, cost, attempt, tuple(warnings))
