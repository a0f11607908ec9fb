"""A hand with a declarer: suit, grand, null."""

from __future__ import annotations

from scoring.engine.checks import check_entered
from scoring.engine.game import HandResult
from scoring.engine.marking import _, ngettext_noop
from scoring.engine.messages import Line, Message, line, plural, say, seat
from scoring.engine.refusal import refuse
from scoring.games.skat.cards import NULL_VALUES, game_name, null_name
from scoring.games.skat.matadors import Matadors, entered_matadors
from scoring.games.skat.models import SkatGrandHand, SkatNullHand, SkatSuitHand
from scoring.games.skat.options import Setup, SkatDetails, SkatState
from scoring.games.skat.result import SCHNEIDER, TO_WIN, Result, check_outcome, find_result
from scoring.games.skat.scoring import (
    PlayedHand,
    check_active,
    check_doublings,
    declarer_points,
    hand_result,
    kontra_lost,
)
from scoring.games.skat.value import Value, against_bid, check_announced, check_bid, value_of

ANNOUNCED_NAMES = {
    "schneider": _("{game}, schneider announced"),
    "schwarz": _("{game}, schwarz announced"),
    "open": _("{game}, open"),
}


def score_trump_game(setup: Setup, state: SkatState, hand: SkatSuitHand | SkatGrandHand) -> HandResult[SkatState]:
    """Returns the result of a suit game or grand.

    Raises Refusal if the hand is not possible.
    """
    check_active(setup, state, hand.declarer, "/declarer")
    check_doublings(setup, hand.kontra, hand.start_bock)
    check_bid(hand.bid)
    check_announced(hand.hand, hand.announced)
    game = hand.trump if isinstance(hand, SkatSuitHand) else "grand"
    matadors, counted = entered_matadors(game, hand)
    result, lines = find_result(hand)
    worth = value_of(game, matadors, hand.hand, hand.announced, result.schneider, result.schwarz)
    value = against_bid(game, worth, hand.bid)
    won = result.reached and not value.overbid
    check_outcome(hand, result, won, worth.game_value)
    points, score_lines = declarer_points(setup, hand, value.game_value, won)
    name = game_name(game, hand.hand)
    if hand.announced != "none":
        name = say(ANNOUNCED_NAMES[hand.announced], game=name)
    return hand_result(
        setup,
        state,
        hand,
        PlayedHand(
            points=points,
            lines=[*counted, *value.lines, *lines, *_needed_line(hand, result, value.overbid), *score_lines],
            summary=_summary(hand.declarer, name, matadors, value, won, hand.conceded),
            details=_details(matadors, value, result, won),
            declarer=hand.declarer,
            won=won,
            triggers=_triggers(game, hand, result, won),
        ),
    )


def _needed_line(hand: SkatSuitHand | SkatGrandHand, result: Result, overbid: bool) -> list[Line]:
    """The line for what had to be reached, if somebody counted; of a lost hand always, unless other lines say why."""
    counted = result.points is not None or result.tricks is not None
    if hand.conceded or (not counted and (result.reached or overbid)):
        return []
    if hand.announced in ("schwarz", "open"):
        text = _("All ten tricks were needed: reached") if result.reached else _("All ten tricks were needed: missed")
        return [line(text, rule="made")]
    if result.points is None and result.reached:
        return []
    need = SCHNEIDER if hand.announced == "schneider" else TO_WIN
    reached = ngettext_noop("{n} card point was needed: reached", "{n} card points were needed: reached")
    missed = ngettext_noop("{n} card point was needed: missed", "{n} card points were needed: missed")
    return [Line(plural(need, *(reached if result.reached else missed)), need, "made")]


def _summary(declarer: int, name: Message, matadors: Matadors, value: Value, won: bool, conceded: bool) -> Message:
    text = _("{who}: {game}, {matadors}, made") if won else _("{who}: {game}, {matadors}, lost")
    if conceded:
        text = _("{who}: {game}, {matadors}, given up")
    elif value.overbid:
        text = _("{who}: {game}, {matadors}, overbid")
    return say(text, who=seat(declarer), game=name, matadors=matadors.text())


def _details(matadors: Matadors, value: Value, result: Result, won: bool) -> SkatDetails:
    return SkatDetails(
        matadors=matadors.as_json,
        level=value.level,
        game_value=value.game_value,
        overbid=value.overbid,
        won=won,
        schneider=result.schneider,
        schwarz=result.schwarz,
        declarer_points=result.points,
        declarer_tricks=result.tricks,
    )


def _triggers(game: str, hand: SkatSuitHand | SkatGrandHand, result: Result, won: bool) -> dict[str, Line]:
    triggers = kontra_lost(hand, won)
    if result.points == TO_WIN - 1:
        triggers["sixty"] = line("The declarer ended with exactly 60", rule="bock")
    if game == "grand" and hand.hand:
        triggers["grand_hand"] = line("A grand was played from the hand", rule="bock")
    return triggers


def score_null(setup: Setup, state: SkatState, hand: SkatNullHand) -> HandResult[SkatState]:
    """Returns the result of a null: its fixed value, made without a trick. Raises Refusal if the hand is not
    possible.
    """
    check_active(setup, state, hand.declarer, "/declarer")
    check_doublings(setup, hand.kontra, hand.start_bock)
    check_bid(hand.bid)
    value = NULL_VALUES[hand.hand, hand.open]
    name = null_name(hand.hand, hand.open)
    if hand.bid is not None and hand.bid > value:
        text = _("A {game} is worth {value} and may not be chosen after a bid of {bid}.")
        raise refuse("/bid", "null_below_bid", text, rule="null", game=name, value=value, bid=hand.bid)
    won = _null_made(hand)
    points, score_lines = declarer_points(setup, hand, value, won)
    lines = [
        Line(say("A {game} is worth {n}", game=name, n=value), value, "null-values"),
        line(_("No trick taken") if won else _("A trick was taken"), rule="null"),
    ]
    text = _("{who}: {game}, made") if won else _("{who}: {game}, lost")
    return hand_result(
        setup,
        state,
        hand,
        PlayedHand(
            points=points,
            lines=[*lines, *score_lines],
            summary=say(text, who=seat(hand.declarer), game=name),
            details=SkatDetails(game_value=value, overbid=False, won=won, declarer_tricks=hand.declarer_tricks),
            declarer=hand.declarer,
            won=won,
            triggers=kontra_lost(hand, won),
        ),
    )


def _null_made(hand: SkatNullHand) -> bool:
    check_entered(hand, {"outcome": _("won or lost"), "declarer_tricks": _("the declarer's tricks")}, rule="null")
    if hand.declarer_tricks is None:
        assert hand.outcome is not None
        return hand.outcome.won
    won = hand.declarer_tricks == 0
    if hand.outcome is not None:
        text = _("A null is made without a trick, and lost with the first.")
        if hand.outcome.won != won:
            raise refuse("/outcome/won", "disagree", text, rule="null")
    return won
