"""Tables for the rules page: the contracts of Back Alley."""

from __future__ import annotations

from scoring.engine.game import Cell, Grid
from scoring.engine.messages import Message, say
from scoring.games.back_alley.contracts import BOARD_NAMES
from scoring.games.back_alley.models import BOARDS, FULL_HAND, PER_TRICK, BackAlleyOptions, hand_size


def make_tables(options: BackAlleyOptions) -> dict[str, Grid]:
    """Returns the size of each hand, and what each contract scores and costs (rules: setup, contract, board,
    no-contract).
    """
    return {"sizes": _sizes(options), "contracts": _contracts(options)}


def _sizes(options: BackAlleyOptions) -> Grid:
    """The first hands, those around the smallest, and the last."""
    last = options.hands
    runs = range(1, 4), range(FULL_HAND - 1, FULL_HAND + 3), range(last - 1, last + 1)
    head: list[Message | str] = [say("hand")]
    sizes: list[Cell] = [say("cards each")]
    for run in runs:
        between = [] if run is runs[0] else ["…"]
        head += [*between, *map(str, run)]
        sizes += [*between, *(hand_size(options, number) for number in run)]
    return Grid(head, [sizes], say("Cards in each hand"))


def _contracts(options: BackAlleyOptions) -> Grid:
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
        rows.append([BOARD_NAMES[board], made, say("−{n} for each trick of the hand", n=worth)])
    rows.append([say("none"), say("{over} for each trick taken", over=over), "–"])
    return Grid([say("contract"), say("made"), say("failed")], rows, say("Contracts"))
