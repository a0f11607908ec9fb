"""What the rules page draws from the contracts of Back Alley."""

from __future__ import annotations

from scoring.engine.explain import say
from scoring.engine.game import Cell, Grid
from scoring.games.back_alley.contracts import NAMES
from scoring.games.back_alley.models import BOARDS, PER_TRICK, BackAlleyOptions


def contract_tables(options: BackAlleyOptions) -> dict[str, Grid]:
    """What each contract brings and costs (rules: contract, board, no-contract)."""
    over = options.overtricks
    rows: list[list[Cell]] = [
        [
            say("number"),
            say("{n} for each trick bid, {over} for each more", n=PER_TRICK, over=over),
            say("−{n} for each trick bid", n=PER_TRICK),
        ]
    ]
    for board, worth in BOARDS.items():
        made = say("{n} for each trick of the hand", n=worth)
        rows.append([NAMES[board], made, say("−{n} for each trick of the hand", n=worth)])
    rows.append([say("none"), say("{over} for each trick taken", over=over), "–"])
    return {"contracts": Grid([say("contract"), say("made"), say("failed")], rows, say("Contracts"))}
