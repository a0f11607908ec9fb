"""What a game of Mate scores: the value of the mating card times the number of the move."""

from __future__ import annotations

from typing import Any

from scoring.engine.cards import rank_of
from scoring.engine.game import HandResult, Setup, check_seat
from scoring.engine.marking import _, ngettext_noop
from scoring.engine.messages import Line, Message, card, line, plural, say, seat
from scoring.games.mate.cards import HAND_SIZE, OVERMATE, VALUES
from scoring.games.mate.foreplacing import Foreplaced, check_foreplaced, lone_foreplacer
from scoring.games.mate.models import MateDetails, MateDrawHand, MateMateHand, MateMovesHand, MateOptions, MateState
from scoring.games.mate.moves import GameEnd, MoveByMove, end_by_mate
from scoring.games.mate.rounds import known_hands, leader_of, next_game

MateHand = MateMateHand | MateDrawHand | MateMovesHand


def score_game(setup: Setup[MateOptions], state: MateState, hand: MateHand) -> HandResult[MateState]:
    """Returns the result of the game. Raises Refusal if it cannot have ended or been played like this."""
    known = known_hands(state)
    check_foreplaced(hand.foreplaced, known, setup.options.foreplacing)
    leader = leader_of(state)
    match hand:
        case MateMateHand():
            check_seat(setup, hand.seat, "/seat", rule="mate")
            end = end_by_mate(hand.seat, hand.card, hand.move, leader, hand.foreplaced, known)
        case MateMovesHand():
            end = MoveByMove(leader, hand.foreplaced, known).play(hand.moves)
        case _:
            end = GameEnd()
    points, lines, details = _score(end, hand.foreplaced)
    return HandResult(
        points=points,
        state=next_game(setup, state, points, end, hand.foreplaced),
        lines=[*end.lines, *lines],
        summary=_summary(end),
        details=details,
    )


def _score(end: GameEnd, foreplaced: Foreplaced) -> tuple[list[int], list[Line], MateDetails]:
    """Points by seat, the calculation and the derived figures (rules: mate, overmate, draw)."""
    if end.by is None or end.card is None or end.move is None:
        details = MateDetails(factor=None, overmate=False, by=None, card=None, move=None)
        return [0, 0], [line("Both hands were played out: a draw", rule="draw")], details
    by, value = end.by, VALUES[rank_of(end.card)]
    moves = end.move + bool(foreplaced[by])
    overmate = end.move == HAND_SIZE and lone_foreplacer(foreplaced) == by
    factor = moves * OVERMATE if overmate else moves
    mate: dict[str, Any] = {"who": seat(by), "card": card(end.card)}
    lines = [
        line("{who} gives mate with {card} on move {n}", n=end.move, rule="mate", **mate),
        line("{card} is worth {n}", n=value, value=value, rule="card-strength", card=card(end.card)),
    ]
    if foreplaced[by]:
        forms = ngettext_noop(
            "{who} had foreplaced, which counts as a move: {n} move",
            "{who} had foreplaced, which counts as a move: {n} moves",
        )
        lines.append(Line(plural(moves, *forms, **mate), moves, "foreplacing"))
    score = value * factor
    text = _("Overmate: {value_of} × {moves} × {twice}") if overmate else _("{value_of} × {moves}")
    rule = "overmate" if overmate else "scoring"
    lines.append(line(text, value_of=value, moves=moves, twice=OVERMATE, value=score, rule=rule))
    points = [score if who == by else 0 for who in (0, 1)]
    return points, lines, MateDetails(factor=factor, overmate=overmate, by=by, card=end.card, move=end.move)


def _summary(end: GameEnd) -> Message:
    if end.by is None:
        return say("Draw")
    text = _("Mate by {who} with {card} on move {n}")
    return say(text, who=seat(end.by), card=card(end.card or ""), n=end.move or 0)
