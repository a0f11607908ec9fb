"""A league day: teams of four meet at one place; at each table sits one player of each team."""

from __future__ import annotations

from scoring.engine.refusal import refuse
from scoring.events.event import Event, Place, Proposal
from scoring.events.ranking import Rows, keys_of, rank
from scoring.events.seating import meetings

USUAL_ROUNDS = 3
_PRODUCTS = ((0, 0, 0, 0), (0, 1, 2, 3), (0, 2, 3, 1), (0, 3, 1, 2))
"""Products in the field of four."""


def plan(series: int, sizes: list[int] | None = None) -> list[list[tuple[int, int]]]:
    """Returns the tables of a series, counted from 0: at each the team and its member, counted from 0.

    sizes: of the teams, four or three (an absent team: 0). In up to four series of full teams, no two opponents meet
    twice. Short tables are as few as possible.
    """
    sizes = [4] * 4 if sizes is None else sizes
    if sorted(sizes)[-1] == 3 and 4 not in sizes:
        return _plan_of_threes(series, [team for team, size in enumerate(sizes) if size])
    # The missing member of team k is 3 x k: then no two are missing at one table in the first three series.
    tables: list[list[tuple[int, int]]] = [[] for _ in range(4)]
    for team, size in enumerate(sizes):
        members = [place for place in range(4) if size == 4 or place != _PRODUCTS[3][team]][:size]
        for member, place in enumerate(members):
            tables[place ^ _PRODUCTS[series % 4][team]].append((team, member))
    return [sorted(table) for table in tables if table]


def _plan_of_threes(series: int, teams: list[int]) -> list[list[tuple[int, int]]]:
    """Three tables for teams of three; four teams cannot avoid that some meet again in the second series."""
    steps = ((0, 0, 0), (0, 1, 2), (0, 2, 1), (0, 1, 1))
    return [[(team, (table + steps[place][series % 3]) % 3) for place, team in enumerate(teams)] for table in range(3)]


def rounds(event: Event) -> int:
    """Returns the number of series."""
    return event.rules.rounds or USUAL_ROUNDS


def teams(event: Event, number: int) -> list[tuple[str, list[int]]]:
    """Returns the teams in the order of their lowest numbers, with the members who play in a round."""
    by_team: dict[str, list[int]] = {}
    for entry in sorted(event.entries, key=lambda entry: entry.number):
        members = by_team.setdefault(entry.team, [])
        if entry.plays(number):
            members.append(entry.number)
    return list(by_team.items())


def propose(event: Event, number: int, seed: str) -> Proposal:
    """Returns the tables of a series. Raises Refusal if the teams are not three or four of three or four players, or
    leave a table with two.
    """
    present = teams(event, number)
    sizes = [len(members) for _, members in present]
    if not 3 <= len(present) <= 4 or any(size not in (0, 3, 4) for size in sizes) or sum(map(bool, sizes)) < 3:
        raise refuse(
            "", "league_teams", "A league day takes three or four teams of four players; a team may be three.", rule=""
        )
    sizes += [0] * (4 - len(sizes))
    if sum(map(bool, sizes)) == 3 and {3, 4} <= set(sizes):
        raise refuse(
            "",
            "league_sizes",
            "Three teams leave a table with two players unless all have four players, or all have three. Enter who is "
            "missing, or let one of each larger team wait.",
            rule="",
        )
    tables = [[present[team][1][member] for team, member in table] for table in plan(number - 1, sizes)]
    # Whoever dealt first before sits in another seat: the first seat goes round among the teams.
    turned = [table[(number - 1) % len(table) :] + table[: (number - 1) % len(table)] for table in tables]
    met = meetings([sitting.entries for sitting in event.sittings])
    cost = sum(met[pair] for pair in meetings(turned))
    return Proposal(tuple(tuple(table) for table in turned), cost=cost)


def standing(event: Event) -> list[Place]:
    """Returns the ranking of the players; that of the teams is ``teams.team_standing``."""
    return rank(Rows(event, wins=False), keys_of(event))
