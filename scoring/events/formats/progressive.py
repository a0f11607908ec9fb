"""Progressive: after each round, winners move up a table, or losers move on. Table 1 is the top."""

from __future__ import annotations

from collections.abc import Sequence

from scoring.engine.refusal import refuse
from scoring.events.draw import start_order
from scoring.events.event import Event, Place, Proposal, Sitting
from scoring.events.ranking import Rows, keys_of, rank, sides

USUAL_ROUNDS = 6


def rounds(event: Event) -> int:
    """Returns the number of rounds."""
    return event.rules.rounds or USUAL_ROUNDS


def propose(event: Event, number: int, seed: str) -> Proposal:
    """Returns the tables of a round. Raises Refusal if there are too few entries for one table."""
    playing = event.playing(number)
    size = event.rules.at_table if event.rules.moves == "winners_up" else 4
    if len(playing) < size:
        raise refuse("", "no_tables", "There are too few entries for a table.", rule="")
    if number == 1 or not event.rounds:
        order = start_order(event, seed)
    else:
        tables = _moved(event, event.rounds[-1].sittings)
        order = [entry for table in tables for entry in table]
        order += [entry for entry in start_order(event, seed) if entry not in order]
    order = [entry for entry in order if entry in set(playing)]
    free = len(order) % size
    # Those at the bottom who were free least often are free now.
    resting = sorted(order, key=lambda entry: (event.byes[entry], -order.index(entry)))[:free]
    order = [entry for entry in order if entry not in resting]
    tables = [order[place : place + size] for place in range(0, len(order), size)]
    return Proposal(tuple(tuple(table) for table in tables), tuple(sorted(resting)))


def standing(event: Event) -> list[Place]:
    """Returns the ranking: the sum of all rounds, or games won."""
    rows = Rows(event, wins=event.rules.by_wins)
    if event.rules.missed == "average":
        rows.credit_averages()
    return rank(rows, keys_of(event))


def _moved(event: Event, sittings: Sequence[Sitting]) -> list[list[int]]:
    """The tables after the move, before gaps are closed."""
    match event.rules.moves:
        case "winners_up":
            return _winners_up([_ranked(event, sitting) for sitting in sittings])
        case "fixed":
            return _ring(sittings, (0, -1, 1, -2))
        case _:
            return _whist_drive(event, sittings)


def _ranked(event: Event, sitting: Sitting) -> list[int]:
    """The entries of a table, the winner first; of equal ones the lower number."""
    sign = -1 if event.rules.better == "low" else 1

    def value(number: int) -> tuple[float, float, int]:
        score = sitting.scores.get(number)
        if sitting.by_default is not None or score is None:
            return (-(number == sitting.by_default), 0, number)
        return (-score.won, -sign * score.points, number)

    return sorted(sitting.entries, key=value)


def _winners_up(ranked: Sequence[Sequence[int]]) -> list[list[int]]:
    """The first of each table goes up one, the last goes down one; the others stay."""
    last = len(ranked) - 1
    tables: list[list[int]] = [[] for _ in ranked]
    for table, entries in enumerate(ranked):
        for place, entry in enumerate(entries):
            step = -1 if place == 0 else 1 if place == len(entries) - 1 else 0
            tables[min(max(table + step, 0), last)].append(entry)
    return tables


def _ring(sittings: Sequence[Sitting], steps: Sequence[int]) -> list[list[int]]:
    """Each seat moves by its step, the ends joined in a ring."""
    count = len(sittings)
    tables = [[0] * 4 for _ in sittings]
    for table, sitting in enumerate(sittings):
        for seat, entry in enumerate(sitting.entries):
            tables[(table + steps[seat]) % count][seat] = entry
    return tables


def _whist_drive(event: Event, sittings: Sequence[Sitting]) -> list[list[int]]:
    """Losers move, the first of the pair up, the second down; the newcomers take their seats.

    In the stricter form, winners change partners too.
    """
    count = len(sittings)
    tables = [list(sitting.entries) for sitting in sittings]
    for table, sitting in enumerate(sittings):
        up, down = _losing_seats(event, sitting)
        goes_up, goes_down = sitting.entries[up], sitting.entries[down]
        above, below = (table - 1) % count, (table + 1) % count
        tables[above][_losing_seats(event, sittings[above])[0]] = goes_up
        tables[below][_losing_seats(event, sittings[below])[1]] = goes_down
    if event.rules.moves == "whist_drive_strict":
        tables = [[table[0], table[1], table[3], table[2]] for table in tables]
    return tables


def _losing_seats(event: Event, sitting: Sitting) -> tuple[int, int]:
    """The seats of the losers; if level, the pair with the lowest number stays."""
    first, second = sides(sitting.entries, alone=True)
    winner = event.winner(sitting)
    first_stays = winner in first if winner is not None else min(first) < min(second)
    return (1, 3) if first_stays else (0, 2)
