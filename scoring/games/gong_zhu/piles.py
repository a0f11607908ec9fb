"""The score of captured cards in Gong Zhu: hearts, pig, sheep, and the doubler, which multiplies them."""

from __future__ import annotations

from collections.abc import Sequence

from scoring.engine.cards import rank_of, suit_of
from scoring.engine.marking import _
from scoring.engine.messages import Line, card, line
from scoring.games.gong_zhu.cards import DOUBLER, HEART_ACE, HEARTS, PIG, RANKS, SCORING, SHEEP
from scoring.games.gong_zhu.models import GongZhuOptions

FLAT = dict(zip(RANKS, (50, 40, 30, 20, 10, 10, 10, 10, 10, 10, 0, 0, 0), strict=True))
PIPS = dict(zip(RANKS, (50, 40, 30, 20, 10, 9, 8, 7, 6, 5, 10, 3, 2), strict=True))
ALL_HEARTS = 200
LONE_DOUBLER = 50


def score_pile(options: GongZhuOptions, pile: Sequence[str], exposed: Sequence[str]) -> tuple[int, list[Line]]:
    """Returns the score of one player's (or both partners') cards, with the calculation."""
    lines = _card_lines(options, pile, exposed)
    net = sum(int(entry.value or 0) for entry in lines)
    doublers = pile.count(DOUBLER)
    if not doublers:
        return net, [*lines, line("Together", value=net, rule="scoring")] if len(lines) > 1 else lines
    open_doubler = DOUBLER in exposed
    if _is_alone(options, pile):
        each = options.lone_exposed if open_doubler else LONE_DOUBLER
        text = _("The doubler alone, exposed") if open_doubler else _("The doubler alone")
        return doublers * each, [*lines, *[line(text, value=each, rule="doubler")] * doublers]
    factor = (4 if open_doubler else 2) ** doublers
    if net == 0:
        text = _("The doubler: {net} × {factor}; its bonus counts only if it is alone")
    elif open_doubler:
        text = _("The doubler, exposed: {net} × {factor}")
    else:
        text = _("The doubler: {net} × {factor}")
    return net * factor, [*lines, line(text, net=net, factor=factor, value=net * factor, rule="doubler")]


def _card_lines(options: GongZhuOptions, pile: Sequence[str], exposed: Sequence[str]) -> list[Line]:
    """Hearts, pigs and sheep, a line for each with its worth."""
    lines = []
    moon = count_hearts(pile) == len(HEARTS) * options.decks
    if count_hearts(pile):
        lines.append(_hearts(options, pile, moon, HEART_ACE in exposed))
    positive = moon and (options.pig_moon == "hearts" or len(pile) == len(SCORING) * options.decks)
    for _pig in range(pile.count(PIG)):
        worth = (100 if positive else -100) * (2 if PIG in exposed else 1)
        text = _("The pig, turned by the moon") if positive else _("The pig")
        if PIG in exposed:
            text = _("The pig, exposed, turned by the moon") if positive else _("The pig, exposed")
        lines.append(line(text, value=worth, rule="moon" if positive else "pig"))
    for _sheep in range(pile.count(SHEEP)):
        open_sheep = SHEEP in exposed
        text = _("The sheep, exposed") if open_sheep else _("The sheep")
        lines.append(line(text, value=200 if open_sheep else 100, rule="sheep"))
    return lines


def _hearts(options: GongZhuOptions, pile: Sequence[str], moon: bool, doubled: bool) -> Line:
    values = FLAT if options.heart_values == "flat" else PIPS
    if moon:
        worth = ALL_HEARTS * options.decks * (2 if doubled else 1)
        text = (
            _("All the hearts: the moon, counted double for the exposed {card}")
            if doubled
            else _("All the hearts: the moon")
        )
        return line(text, card=card(HEART_ACE), value=worth, rule="moon")
    costs = [values[rank_of(code)] for code in pile if suit_of(code) == "H"]
    worth = -sum(costs) * (2 if doubled else 1)
    if worth == 0:
        return line("Hearts that cost nothing", rule="hearts")
    parts = " + ".join(str(cost) for cost in costs if cost)
    if not doubled and costs.count(0) == len(costs) - 1:
        return line("Hearts", value=worth, rule="hearts")
    if doubled:
        text = _("Hearts: {parts}, twice for the exposed {card}")
        return line(text, parts=parts, card=card(HEART_ACE), value=worth, rule="exposing")
    return line("Hearts: {parts}", parts=parts, value=worth, rule="hearts")


def _is_alone(options: GongZhuOptions, pile: Sequence[str]) -> bool:
    """Whether the doubler has no scoring card with it."""
    beside = [code for code in pile if code != DOUBLER]
    if options.zero_hearts == "ignore" and options.heart_values == "flat":
        beside = [code for code in beside if suit_of(code) != "H" or FLAT[rank_of(code)]]
    return not beside


def count_hearts(pile: Sequence[str]) -> int:
    """Returns how many hearts this pile has."""
    return sum(suit_of(code) == "H" for code in pile)
