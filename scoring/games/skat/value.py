"""From matadors to the value of a game: levels, base value, and what overbidding makes of it."""

from __future__ import annotations

from bisect import bisect_left
from dataclasses import dataclass, replace

from scoring.engine.marking import _
from scoring.engine.messages import Line, Message, line, say
from scoring.engine.refusal import refuse
from scoring.games.skat.cards import BASE, LEGAL_BIDS, game_name
from scoring.games.skat.matadors import Matadors

#: The levels that an announcement includes in addition to its own: all below it.
ANNOUNCED: dict[str, frozenset[str]] = {
    "none": frozenset(),
    "schneider": frozenset({"schneider", "schneider announced"}),
    "schwarz": frozenset({"schneider", "schneider announced", "schwarz", "schwarz announced"}),
    "open": frozenset({"schneider", "schneider announced", "schwarz", "schwarz announced", "open"}),
}

#: The levels above the game, in the order in which they are counted: message and rule of each.
LEVELS: dict[str, tuple[str, str]] = {
    "hand": (_("Hand {n}"), "hand-games"),
    "schneider": (_("Schneider {n}"), "schneider"),
    "schneider announced": (_("Schneider announced {n}"), "announcing"),
    "schwarz": (_("Schwarz {n}"), "schwarz"),
    "schwarz announced": (_("Schwarz announced {n}"), "announcing"),
    "open": (_("Open {n}"), "announcing"),
}


@dataclass(frozen=True, slots=True)
class Value:
    """What a game is worth, and the calculation in lines. level, game_value: after any raise for overbidding."""

    level: int
    game_value: int
    overbid: bool
    lines: list[Line]


def value_of(
    game: str, matadors: Matadors, hand: bool, announced: str, schneider: bool = False, schwarz: bool = False
) -> Value:
    """Returns what a suit game or grand is worth, with the calculation in lines (rules: matadors, levels, game-value).

    schneider, schwarz: reached in play, by either side.
    """
    counting = ANNOUNCED[announced]
    reached_levels = {"hand": hand, "schneider": schneider, "schwarz": schwarz}
    level = matadors.count + 1
    lines = [matadors.game_line()]
    for name, (text, rule) in LEVELS.items():
        if name in counting or reached_levels.get(name):
            level += 1
            lines.append(line(text, n=level, value=level, rule=rule))
    value = level * BASE[game]
    lines.append(_product(level, game))
    return Value(level, value, False, lines)


def against_bid(game: str, value: Value, bid: int | None) -> Value:
    """Returns the value once the bid is known: raised to the first multiple of the base that reaches it (rule:
    overbid).
    """
    if bid is None:
        unchecked = line("No bid was entered, so overbidding is not checked", rule="overbid")
        return replace(value, lines=[*value.lines, unchecked])
    if value.game_value >= bid:
        reached = line("{n} reaches the bid of {bid}", n=value.game_value, bid=bid, rule="overbid")
        return replace(value, lines=[*value.lines, reached])
    level = -(-bid // BASE[game])
    raised = level * BASE[game]
    lines = [
        *value.lines,
        line("{n} is below the bid of {bid}: overbid", n=value.game_value, bid=bid, rule="overbid"),
        line(
            "The first multiple that reaches it: {n} × {base}", n=level, base=BASE[game], value=raised, rule="overbid"
        ),
    ]
    return Value(level, raised, True, lines)


def check_bid(bid: int | None) -> None:
    """Raises Refusal if no game has this value, naming the nearest that can be bid (rule: bids)."""
    if bid is None:
        return
    place = bisect_left(LEGAL_BIDS, bid)
    if place < len(LEGAL_BIDS) and LEGAL_BIDS[place] == bid:
        return
    nearest = list(LEGAL_BIDS[max(place - 1, 0) : place + 1])
    near: Message = say("{low} or {high}", low=nearest[0], high=nearest[-1])
    if len(nearest) == 1:
        near = say("{n}", n=nearest[0])
    raise refuse(
        "/bid", "bid_unknown", "No game is worth {bid}. The nearest bid is {near}.", rule="bids", bid=bid, near=near
    )


def check_announced(hand: bool, announced: str) -> None:
    """Raises Refusal if something was announced after the skat had been taken (rule: announcing)."""
    if announced != "none" and not hand:
        text = _("Schneider, schwarz and open can be announced only in a hand game, with the skat left unseen.")
        raise refuse("/announced", "announced_without_hand", text, rule="announcing")


def _product(level: int, game: str) -> Line:
    value = level * BASE[game]
    return line(
        "{level} × {base} ({game})", level=level, base=BASE[game], game=game_name(game), value=value, rule="game-value"
    )
