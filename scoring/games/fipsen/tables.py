"""Tables for the rules page: the values of the bids of Fipsen."""

from __future__ import annotations

from scoring.engine.game import Cell, Grid
from scoring.engine.messages import say
from scoring.games.fipsen.models import NUMBERS, TRICKS
from scoring.games.fipsen.result import KIEKER_IN_BIDDING, bid_doublings, contract_value


def make_tables() -> dict[str, Grid]:
    """Returns what every bid is worth, by the number of additions; a Kieker takes none (rules: bidding, value)."""
    rows: list[list[Cell]] = []
    for number, name in NUMBERS.items():
        # The additions in any order; a Five has its Durch from the start.
        most = 2 if number == TRICKS else 3
        values = [
            contract_value(name, number, bid_doublings(number, additions > 0, additions > 1, additions > 2))[0]
            for additions in range(most + 1)
        ]
        label = say("{bid} (Durch included)", bid=name) if number == TRICKS else name
        rows.append([label, *values, *["–"] * (3 - most)])
    rows.append([say("Kieker"), KIEKER_IN_BIDDING, *["–"] * 3])
    head = say("Bid"), say("Plain"), say("one addition"), say("two"), say("three")
    return {"bids": Grid([*head], rows, say("Values of the bids"))}
