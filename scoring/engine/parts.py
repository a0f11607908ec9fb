"""A match goes on with other people: what its next part starts from.

A match is played in parts if its people change: one sits down, gets up, takes over, or two change places. Totals follow
the people; the next part is a match of its own with a start (docs/decisions/0014-people-change.md).
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Any

from scoring.engine.game import Game, Setup
from scoring.engine.marking import _
from scoring.engine.match import OpenMatch, open_match
from scoring.engine.messages import Number
from scoring.engine.refusal import Refusal, refuse

Seats = Sequence[int | None]
"""By seat of the next part, the seat of the part before whose column goes on there; None for a joiner."""

Totals = Sequence[Number | None]
"""By side of the next part, its total at the start; None for the one that is carried."""


@dataclass(frozen=True)
class NextPart:
    """The next part. start: of its match, plain JSON. options: those that were chosen and fit these players.

    begun_anew: fields of the state that were not carried, and ``options.NAME`` for an option that does not fit.
    """

    open_match: OpenMatch
    start: dict[str, Any]
    options: dict[str, Any]
    begun_anew: list[str]


def next_part(
    before: OpenMatch,
    state: Any,
    options: dict[str, Any],
    seats: Seats,
    totals: Totals | None = None,
    rules: dict[str, Any] | None = None,
    dealer: int | None = None,
) -> NextPart:
    """Returns the part that follows ``before``.

    state: after the last hand of the part before. options: its options. A side takes the total of the side from which
    all its people come, a side of joiners has 0. If every column stays where it is (somebody takes over a seat), the
    whole state goes on; else totals, dealer, number of hands and the fields that the game names (``follows_people``,
    ``names_a_seat``, ``stays_at_table``), and other fields begin anew. An option that does not fit this number of
    players is the game's usual one again. rules: other options from here on, all of which must fit; None for the same.
    dealer: the seat that deals next; None for who is next anyway. Raises Refusal (``/players…``, ``/totals…``,
    ``/options…``).
    """
    game = before.game
    if any(seat is not None and seat >= before.setup.players for seat in seats):
        raise refuse("/players", "seats_differ", _("There must be a seat for each player."), rule="setup")
    if rules is None:
        fitting, setup = _fitting(game, len(seats), options)
    else:
        fitting, setup = rules, open_match(game, len(seats), rules).setup
    sides = setup.sides
    if totals is not None and len(totals) != len(sides):
        text = _("One total for each of the {sides} sides is needed.")
        raise refuse("/totals", "wrong_length", text, rule="setup", sides=len(sides))
    given: Totals = totals or [None] * len(sides)
    came_from = [_side_before(before.setup, [seats[seat] for seat in side]) for side in sides]
    for number, (total, mixed) in enumerate(zip(given, came_from, strict=True)):
        if mixed == MIXED and total is None:
            text = _("These partners come from two sides: say what total they start with.")
            raise refuse(f"/totals/{number}", "total_missing", text, rule="setup")
    unchanged = list(seats) == list(range(before.setup.players))
    plain = state.model_dump(mode="json")
    start = {**plain} if unchanged else _moved(before, plain, setup, seats, came_from)
    carried = _by_side(came_from, plain["totals"], start["totals"])
    start["totals"] = [old if new is None else new for old, new in zip(carried, given, strict=True)]
    if dealer is not None:
        start["dealer"] = dealer
    try:
        opened = open_match(game, len(seats), fitting, start)
    except Refusal as refusal:
        short = [replace(error, pointer=error.pointer.removeprefix("/start")) for error in refusal.errors]
        raise Refusal(short, refusal.malformed) from None
    if game.verdict(opened.setup, opened.state).finished:
        if totals:
            raise refuse("/totals", "match_over", _("With these totals the match would be over at once."), rule="end")
        text = _("With these players the match would be over at once: end it, or start another one.")
        raise refuse("/players", "match_over", text, rule="end")
    first = before.state.model_dump(mode="json")
    lost = [name for name in plain if name not in start and plain[name] != first[name]]
    lost += [f"options.{name}" for name in options if rules is None and name not in fitting]
    return NextPart(opened, start, fitting, lost)


def _fitting(game: Game[Any, Any], players: int, options: dict[str, Any]) -> tuple[dict[str, Any], Setup[Any]]:
    """Returns the options without those that are refused for so many players, and the setup with them."""
    fitting = dict(options)
    while True:
        try:
            return fitting, open_match(game, players, fitting).setup
        except Refusal as refusal:
            refused = [name for name in fitting if f"/options/{name}" in {error.pointer for error in refusal.errors}]
            if not refused:
                raise
            fitting = {name: value for name, value in fitting.items() if name not in refused}


MIXED = -1
"""For a side whose people come from several sides."""


def _side_before(before: Setup[Any], seats: Seats) -> int | None:
    """Returns the side from which these people come: None if all join, MIXED if they come from several."""
    found = {None if seat is None else before.side_of(seat) for seat in seats}
    if len(found) == 1:
        return found.pop()
    found.discard(None)
    return MIXED if len(found) > 1 else found.pop()


def _by_side(came_from: Sequence[int | None], values: Sequence[Any], first: Sequence[Any]) -> list[Any]:
    """Returns a value for each side: of the side from which it comes, or the first one for a side of joiners."""
    new = (None, MIXED)
    return [first[place] if side in new else values[side or 0] for place, side in enumerate(came_from)]


def _moved(
    before: OpenMatch, state: dict[str, Any], setup: Setup[Any], seats: Seats, came_from: Sequence[int | None]
) -> dict[str, Any]:
    """Returns the state for people in other seats; its totals are those of a new match."""
    game = before.game
    new = game.initial(setup).model_dump(mode="json")
    start = {"totals": new["totals"], "dealer": _next_dealer(before.setup.players, state["dealer"], seats)}
    start |= {name: state[name] for name in ("hands_played", *game.stays_at_table)}
    for name in game.follows_people:
        if state[name]:  # an empty list is one of zeros
            start[name] = _by_side(came_from, state[name], new[name] or [0] * len(came_from))
    for name in game.names_a_seat:
        if state[name] in seats and state[name] is not None:
            start[name] = list(seats).index(state[name])
    return start


def _next_dealer(players: int, dealer: int, seats: Seats) -> int:
    """Returns the seat that deals: of who was the next to deal, or of the first after them who is still there."""
    for step in range(players):
        if (old := (dealer + step) % players) in seats:
            return list(seats).index(old)
    return 0
