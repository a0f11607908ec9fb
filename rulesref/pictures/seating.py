"""The seating: the dealer, who leads, the direction of play, partners."""

from __future__ import annotations

from collections.abc import Mapping
from math import cos, pi, sin
from typing import Any

from django.utils.translation import gettext, ngettext
from django.utils.translation import gettext_noop as _

from rulesref.pictures.cards import card
from rulesref.pictures.places import CLOCKWISE, place_of, turn_of
from rulesref.pictures.svg import element, group, picture, text
from scoring.engine.game import Game
from scoring.engine.match import open_match

#: The width of a letter beside a seat, about.
_LETTER = 7.5
#: Who leads first, by the number of seats after the dealer.
_LEADS_LATER = {
    2: _("The second player after the dealer leads first."),
    3: _("The third player after the dealer leads first."),
    4: _("The fourth player after the dealer leads first."),
    5: _("The fifth player after the dealer leads first."),
}


def seating_data(game: Game[Any, Any], players: int) -> dict[str, Any]:
    """The data of the seating before the first hand."""
    match = open_match(game, players)
    coming = game.upcoming(match.setup, match.state)
    sides = [list(side) for side in match.setup.sides]
    return {
        "kind": "seating",
        "players": players,
        "turn": turn_of(game.direction),
        "dealer": coming.dealer,
        "leads": coming.leads,
        "sides": sides if any(len(side) > 1 for side in sides) else [],
    }


def seating_words(data: Mapping[str, Any]) -> list[str]:
    """The seating in words."""
    players, dealer, leads = data["players"], data["dealer"], data["leads"]
    words = [ngettext("{n} player at the table.", "{n} players at the table.", players).format(n=players)]
    clockwise = data["turn"] == CLOCKWISE
    words.append(gettext("Play goes clockwise.") if clockwise else gettext("Play goes counter-clockwise."))
    if leads is not None and dealer is not None:
        words.append(_who_leads((leads - dealer) % players, players, clockwise))
    if data["sides"]:
        words.append(gettext("Pairs: {pairs}.").format(pairs=_partners(data)))
    return [" ".join(words)]


def _who_leads(steps: int, players: int, clockwise: bool) -> str:
    """Who leads first. steps: the number of seats after the dealer, in the order of play."""
    if steps == 0:
        return gettext("The dealer leads first.")
    if players == 2:
        return gettext("The player who does not deal leads first.")
    if steps == 1 and clockwise:
        return gettext("The player on the dealer's left leads first.")
    if steps == 1:
        return gettext("The player on the dealer's right leads first.")
    return gettext(_LEADS_LATER[steps])


def _partners(data: Mapping[str, Any]) -> str:
    sides = sorted((_in_turn(side, data) for side in data["sides"]), key=lambda side: _order(side[0], data))
    return gettext(" against ").join(gettext(" and ").join(str(_order(seat, data)) for seat in side) for side in sides)


def _in_turn(side: list[int], data: Mapping[str, Any]) -> list[int]:
    return sorted(side, key=lambda seat: _order(seat, data))


def _order(seat: int, data: Mapping[str, Any]) -> int:
    """The place of a seat in the order of play, from 1: the leader's, or that of the player after the dealer."""
    first = data["leads"] if data["leads"] is not None else (data["dealer"] or 0) + 1
    return int((seat - first) % data["players"]) + 1


def draw_seating(data: Mapping[str, Any], label: str) -> str:
    """The drawing: a table seen from above, the dealer at the bottom."""
    players, turn = data["players"], data["turn"]
    small = players > 6
    across, down = (88, 66) if not small else (104, 82)
    middle = 20 - down * min(place_of(seat, 0, players, turn)[1] for seat in range(players))
    height = middle + down + 22
    parts = [element("ellipse", cx=144, cy=middle, rx=across - 22, ry=down - 22, class_="felt")]
    parts.append(_direction(144, middle, turn))
    dealer = data["dealer"] or 0
    for seat in range(players):
        x, y = place_of(seat, dealer, players, turn)
        parts.append(_player(seat, 144 + x * across, middle + y * down, x, y, data))
    return picture(parts, 288, height, label, "centered")


def _player(seat: int, x: float, y: float, out_x: float, out_y: float, data: Mapping[str, Any]) -> str:
    side = next((number for number, seats in enumerate(data["sides"]) if seat in seats), 0)
    parts = [
        element("circle", cx=x, cy=y, r=16, class_=f"seat seat-{side}"),
        text(str(_order(seat, data)), x, y + 5.5, f"seat-number seat-number-{side}"),
    ]
    dealer, leads = seat == data["dealer"], seat == data["leads"]
    both = {(True, False): gettext("deals"), (False, True): gettext("leads"), (True, True): gettext("deals and leads")}
    if words := both.get((dealer, leads)):
        if abs(out_x) < 0.3:
            parts.append(text(words, x + 24, y + 5, "seat-word", "start"))
        elif abs(x - 144) + 22 + _LETTER * len(words) > 144:
            parts.append(text(words, x, y + 31, "seat-word"))
        elif out_x < 0:
            parts.append(text(words, x - 22, y + 5, "seat-word", "end"))
        else:
            parts.append(text(words, x + 22, y + 5, "seat-word", "start"))
    if dealer:
        fan = [card("XX", -5, 0, 14, -14), card("XX", 0, -1, 14), card("XX", 5, 0, 14, 14)]
        parts.append(group(fan, x - 34, y))
    return "".join(parts)


def _direction(x: float, y: float, turn: str) -> str:
    """A round arrow in the middle of the table."""
    radius, sign = 17, 1 if turn == CLOCKWISE else -1
    start, end = pi / 2 + 0.5, pi / 2 - 0.5 + 2 * pi
    if sign < 0:
        start, end = pi / 2 - 0.5, pi / 2 + 0.5 - 2 * pi
    x1, y1 = x + radius * cos(start), y + radius * sin(start)
    x2, y2 = x + radius * cos(end), y + radius * sin(end)
    arc = f"M{x1:.1f} {y1:.1f}A{radius} {radius} 0 1 {1 if sign > 0 else 0} {x2:.1f} {y2:.1f}"
    heading = end + sign * pi / 2
    tips = [
        f"M{x2 + 7 * cos(heading + spread):.1f} {y2 + 7 * sin(heading + spread):.1f}L{x2:.1f} {y2:.1f}"
        for spread in (pi - 0.6, pi + 0.6)
    ]
    return element("path", d=arc + "".join(tips), class_="arrow")


def usual_players(game: Game[Any, Any], counts: tuple[int, ...]) -> int:
    """The number of players in a picture: four if the game can be played by four, else the first possible number."""
    return 4 if 4 in counts else counts[0]
