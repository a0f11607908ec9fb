"""Bolts and the barrel: what many tables add to Thousand, and the game without these house rules does not have."""

from __future__ import annotations

from collections.abc import Sequence

from scoring.engine.game import Setup, add_points, check_per_seat
from scoring.engine.marking import _
from scoring.engine.messages import Line, Number, line, seat
from scoring.engine.refusal import refuse
from scoring.games.tyzicha.models import BARREL, BARREL_DEALS, BOLTS, TyzichaOptions, TyzichaPlayedHand, TyzichaState


def ceiling(options: TyzichaOptions) -> int:
    """Returns the total above which nobody rises without a contract: where the barrel stands, or one point short."""
    return options.target - (BARREL if options.barrel else 1)


def without_trick(
    setup: Setup[TyzichaOptions], hand: TyzichaPlayedHand, cards: Sequence[int], piles: list[list[str]] | None
) -> list[int]:
    """Returns the seats that took no trick; empty if bolts are not played (rule: bolts).

    cards: card points by seat. piles: the cards each won, if they were entered. Without them no card points mean no
    trick, except for who showed a marriage with a lead that a trick gave, and for a trick of three nines. Raises
    Refusal if such a trick was entered and cannot be.
    """
    nines = hand.trick_of_nines
    if nines is not None and setup.options.bolt_penalty is None:
        text = _("No bolts are counted in this match: leave out who won a trick of nines.")
        raise refuse("/trick_of_nines", "no_bolts", text, rule="bolts")
    if nines is not None and piles is not None and sum(code.startswith("9") for code in piles[nines]) < setup.players:
        text = _("{who} did not win three nines.")
        raise refuse("/trick_of_nines", "disagree", text, rule="bolts", who=seat(nines))
    if setup.options.bolt_penalty is None:
        return []
    if piles is not None:
        return [number for number, pile in enumerate(piles) if not pile]
    shown = [sum(one.seat == number for one in hand.marriages) for number in range(setup.players)]
    shown[hand.declarer] -= 1  # with the first lead, which needs no trick
    return [number for number, value in enumerate(cards) if not value and shown[number] <= 0 and number != nines]


def write_bolts(
    setup: Setup[TyzichaOptions], state: TyzichaState, points: Sequence[Number], without: Sequence[int]
) -> tuple[list[Number], list[int], list[Line]]:
    """Returns the points of a hand less the price of each third bolt, the bolts that everybody has now, and the lines.

    without: the seats that took no trick.
    """
    price = setup.options.bolt_penalty
    if price is None:
        return list(points), state.bolts, []
    after, bolts, lines = list(points), state.bolts or [0] * setup.players, []
    bolts = [count + (number in without) for number, count in enumerate(bolts)]
    for number in without:
        who = seat(number)
        if bolts[number] < BOLTS:
            text = _("{who} takes no trick: bolt {n} of {of}")
            lines.append(line(text, who=who, n=bolts[number], of=BOLTS, rule="bolts"))
            continue
        bolts[number] = 0
        after[number] -= price
        text = _("{who} takes no trick for the third time, and the bolts begin again")
        lines.append(line(text, who=who, value=-price, rule="bolts"))
    return after, bolts, lines


def settle_barrel(
    setup: Setup[TyzichaOptions], state: TyzichaState, declarer: int, points: Sequence[Number]
) -> tuple[list[Number], list[int], list[Line]]:
    """Returns the points of a hand after the barrel, the deal that each will play on it next (0: not on it), and the
    lines (rule: barrel).

    points: after cap and bolts. Who sits on the barrel is looked at first, then who climbs, from the declarer on.
    """
    if not setup.options.barrel:
        return list(points), state.barrel, []
    stands = ceiling(setup.options)
    sat = state.barrel or [0] * setup.players
    totals, after, deals = add_points(state.totals, points), list(points), [0] * setup.players
    lines: list[Line] = []

    def lose(number: int, lost: Number, text: str, **params: int) -> None:
        totals[number] -= lost
        after[number] -= lost
        lines.append(line(text, who=seat(number), value=-lost, rule="barrel", **params))

    around = [setup.after(declarer, steps) for steps in range(setup.players)]
    for number in sorted(around, key=lambda one: not sat[one]):
        if number == declarer and totals[number] >= setup.options.target:
            continue
        if totals[number] < stands:
            if sat[number]:
                lines.append(line("{who} is off the barrel", who=seat(number), rule="barrel"))
            continue
        if totals[number] > stands:
            lose(number, totals[number] - stands, _("{who} stops at {stands}"), stands=stands)
        if sat[number] == BARREL_DEALS:
            lose(number, BARREL, _("{who} falls off the barrel after the third deal"))
        elif sat[number]:
            deals[number] = sat[number] + 1
        else:
            for other, deal in enumerate(deals):
                if deal:
                    deals[other] = 0
                    lose(other, BARREL, _("{who} is thrown off the barrel"))
            deals[number] = 1
            lines.append(line("{who} climbs on the barrel at {stands}", who=seat(number), stands=stands, rule="barrel"))
    return after, deals, lines


def check_barrel(setup: Setup[TyzichaOptions], state: TyzichaState) -> None:
    """Raises Refusal if a match cannot start with these bolts, or with somebody on or above the barrel like this."""
    if state.bolts and setup.options.bolt_penalty is None:
        raise refuse("/bolts", "no_bolts", "No bolts are counted in this match.", rule="bolts")
    if state.barrel and not setup.options.barrel:
        raise refuse("/barrel", "no_barrel", "This match is played without the barrel.", rule="barrel")
    if state.bolts:
        check_per_seat(setup, state.bolts, "/bolts", rule="bolts")
    if state.barrel:
        check_per_seat(setup, state.barrel, "/barrel", rule="barrel")
    if not setup.options.barrel:
        return
    stands = ceiling(setup.options)
    for number, total in enumerate(state.totals):
        if stands < total < setup.options.target:
            text = _("With the barrel nobody stands between {stands} and {target}.")
            raise refuse(
                f"/totals/{number}", "above_barrel", text, rule="barrel", stands=stands, target=setup.options.target
            )
    if state.totals.count(stands) > 1:
        text = _("Only one player at a time can be on the barrel at {stands}.")
        raise refuse("/totals", "two_on_barrel", text, rule="barrel", stands=stands)


def deals_at_start(setup: Setup[TyzichaOptions], state: TyzichaState) -> list[int]:
    """Returns the deals on the barrel from which a match starts: who stands there plays at least the first."""
    if not setup.options.barrel or len(state.barrel) not in (0, setup.players):
        return state.barrel
    stands, deals = ceiling(setup.options), state.barrel or [0] * setup.players
    return [max(1, deal) if total == stands else 0 for total, deal in zip(state.totals, deals, strict=True)]
