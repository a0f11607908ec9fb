"""The result of play in a suit game or grand: card points, tricks, schneider, schwarz."""

from __future__ import annotations

from dataclasses import dataclass

from scoring.engine.captured import (
    card_points_text,
    check_figure,
    check_same_figure,
    impossible_figures,
    pile_with_extra_cards,
)
from scoring.engine.cards import PACK_32, card_points
from scoring.engine.checks import check_entered
from scoring.engine.marking import _, ngettext_noop
from scoring.engine.messages import Line, line, plural, seat
from scoring.engine.messages import card as card_name
from scoring.engine.refusal import Refusal, refuse
from scoring.games.skat.cards import ALL_POINTS, MOST_IN_SKAT, SKAT, TRICKS, VALUES
from scoring.games.skat.models import SkatOutcome, SkatTrumpHand

TO_WIN, SCHNEIDER, SCHNEIDERED = 61, 90, 30

#: The ways to enter how a hand ended.
WAYS = {
    "outcome": _("won or lost"),
    "declarer_points": _("the declarer's card points"),
    "declarer_cards": _("the declarer's pile"),
    "defender_cards": _("the defenders' pile"),
}


@dataclass(frozen=True, slots=True)
class Result:
    """How a hand ended.

    points, tricks: the declarer's, None if not entered. schneider, schwarz: reached in play, by either side. reached:
    whether the declarer made the game and its announcement, regardless of the bid.
    """

    points: int | None
    tricks: int | None
    schneider: bool
    schwarz: bool
    reached: bool

    def level_of(self, won: bool) -> str:
        """Returns what the winning side reached in play, as ``outcome`` names it."""
        if self.schneider and won == self.declarer_schneider:
            return "schwarz" if self.schwarz else "schneider"
        return "plain"

    @property
    def declarer_schneider(self) -> bool:
        """Whether a schneider was the declarer's."""
        return self.reached if self.points is None else self.points >= SCHNEIDER


def find_result(hand: SkatTrumpHand) -> tuple[Result, list[Line]]:
    """Returns the result, by points, by cards or by its name as entered, and how it was counted.

    Raises Refusal if nothing or too little was entered, and if it is not possible (rules: made, schneider, schwarz).
    Whether an ``outcome`` agrees with a count depends on the bid too: see ``check_outcome``.
    """
    if hand.conceded:
        return _conceded(hand), [line("{who} gives up", who=seat(hand.declarer), rule="conceding")]
    points, tricks, lines = _figures(hand)
    if points is not None:
        return _by_card_points(hand, points, tricks), lines
    if tricks is not None:
        lines = [line("Tricks of {who}", who=seat(hand.declarer), value=tricks, rule="schwarz")]
        return _by_tricks(hand, tricks), lines
    check_entered(hand, WAYS, rule="made")
    assert hand.outcome is not None
    return _by_outcome(hand, hand.outcome), []


def check_outcome(hand: SkatTrumpHand, result: Result, won: bool, value: int) -> None:
    """Raises Refusal if the outcome that was entered is not what play, announcement and bid make it."""
    outcome = hand.outcome
    if outcome is None:
        return
    if outcome.won and not won and result.reached:
        text = _("A game of {value} does not reach the bid of {bid}: it is overbid and so lost.")
        raise refuse("/outcome/won", "below_bid", text, rule="overbid", value=value, bid=hand.bid or 0)
    if outcome.won != won:
        raise _disagree("/outcome/won", won)
    counted = hand.declarer_points is not None or hand.declarer_tricks is not None or _piles(hand)
    if outcome.named_level is None or not counted:
        return
    # A declarer who overbid, or missed schwarz, may still have made the others schneider: both names will do.
    if outcome.level not in (result.level_of(won), result.level_of(result.declarer_schneider)):
        text = _("By the count, it is a different level.")
        raise refuse("/outcome/level", "disagree", text, rule="schneider")


def _conceded(hand: SkatTrumpHand) -> Result:
    if hand.declarer_points is not None or hand.declarer_tricks is not None or _piles(hand):
        text = _("A hand that is given up is not counted: leave out points, tricks and cards.")
        raise refuse("/conceded", "disagree", text, rule="conceding")
    if hand.outcome is not None and hand.outcome.won:
        raise refuse("/outcome/won", "disagree", "A hand that is given up is lost.", rule="conceding")
    if hand.outcome is not None and hand.outcome.level != "plain":
        text = _("A hand that is given up adds neither schneider nor schwarz.")
        raise refuse("/outcome/level", "disagree", text, rule="conceding")
    return Result(None, None, schneider=False, schwarz=False, reached=False)


# -- counted -----------------------------------------------------------------------------------------


def _figures(hand: SkatTrumpHand) -> tuple[int | None, int | None, list[Line]]:
    """Card points and tricks of the declarer as far as they are known, and how they were counted."""
    points, tricks = hand.declarer_points, hand.declarer_tricks
    check_figure(points, impossible_figures(ALL_POINTS), "/declarer_points", rule="card-points")
    pile = pile_with_extra_cards(
        PACK_32, ("/declarer_cards", hand.declarer_cards), ("/defender_cards", hand.defender_cards), trick=3, more=SKAT
    )
    if pile is None:
        if tricks == TRICKS and points is None:
            points = ALL_POINTS
        if points is None:
            return None, tricks, []
        text = _("{who} has {points} card points, the skat included")
        return points, tricks, [line(text, who=seat(hand.declarer), points=points, value=points, rule="card-points")]
    _check_skat_in(hand, pile)
    in_cards, in_tricks = card_points(pile, VALUES), len(pile) // 3
    check_same_figure(points, in_cards, "/declarer_points", rule="card-points")
    check_same_figure(tricks, in_tricks, "/declarer_tricks", rule="play")
    return in_cards, in_tricks, _pile_lines(hand, pile, in_cards, in_tricks)


def _pile_lines(hand: SkatTrumpHand, pile: list[str], points: int, tricks: int) -> list[Line]:
    who = seat(hand.declarer)
    lines = []
    if hand.declarer_cards is None:
        theirs = PACK_32.rest(pile)
        text = _("Won by the defenders: {cards}")
        lines = [
            line(text, cards=card_points_text(theirs, VALUES), value=card_points(theirs, VALUES), rule="card-points")
        ]
        forms = ngettext_noop(
            "The rest of the pack belongs to {who}: {n} card point",
            "The rest of the pack belongs to {who}: {n} card points",
        )
        lines.append(Line(plural(points, *forms, who=who), points, "card-points"))
    else:
        text = _("Won by {who}, the skat included: {cards}")
        lines = [line(text, who=who, cards=card_points_text(pile, VALUES), value=points, rule="card-points")]
    return [*lines, line("Tricks of {who}", who=who, value=tricks, rule="schwarz")]


def _check_skat_in(hand: SkatTrumpHand, pile: list[str]) -> None:
    """Raises Refusal if the skat of a hand game, known card by card, is not with the declarer."""
    if not hand.hand or hand.skat is None:
        return
    for place, code in enumerate(hand.skat):
        if code not in pile:
            text = _("{card} lay in the skat, which is the declarer's at the end of a hand game.")
            raise refuse(f"/skat/{place}", "disagree", text, rule="card-points", card=card_name(code))


def _by_card_points(hand: SkatTrumpHand, points: int, tricks: int | None) -> Result:
    if tricks == TRICKS and points < ALL_POINTS:
        text = _("All ten tricks hold all 120 card points, not {points}.")
        raise refuse("/declarer_tricks", "tricks_impossible", text, rule="schwarz", points=points)
    if tricks == 0 and points > MOST_IN_SKAT:
        text = _("Without a trick there is the skat alone, at most {most} card points and not {points}.")
        raise refuse("/declarer_tricks", "tricks_impossible", text, rule="schwarz", most=MOST_IN_SKAT, points=points)
    schwarz = tricks in (0, TRICKS)
    if tricks is None and (points == ALL_POINTS or points <= MOST_IN_SKAT):
        schwarz = _schwarz_by_outcome(hand, points)
    if hand.announced in ("schwarz", "open"):
        reached = schwarz and points == ALL_POINTS
    else:
        reached = points >= (SCHNEIDER if hand.announced == "schneider" else TO_WIN)
    return Result(points, tricks, points >= SCHNEIDER or points <= SCHNEIDERED, schwarz, reached)


def _schwarz_by_outcome(hand: SkatTrumpHand, points: int) -> bool:
    """Whether it was schwarz if the card points do not decide it: the outcome decides, if it was entered."""
    if hand.outcome is not None and hand.outcome.named_level is not None:
        return hand.outcome.named_level == "schwarz"
    text = _("With {points} card points it may be schwarz, which goes by tricks: how many did the declarer win?")
    raise refuse("/declarer_tricks", "tricks_missing", text, rule="schwarz", points=points)


def _by_tricks(hand: SkatTrumpHand, tricks: int) -> Result:
    """Tricks without card points, one to nine or none: enough if nothing else is open."""
    if tricks == 0:
        return Result(None, 0, schneider=True, schwarz=True, reached=False)
    if hand.announced in ("schwarz", "open"):
        return Result(None, tricks, schneider=False, schwarz=False, reached=False)
    if hand.outcome is None:
        text = _("The number of tricks does not say who won: enter the declarer's card points, or the outcome.")
        raise refuse("/declarer_points", "points_missing", text, rule="made")
    if hand.outcome.level == "schwarz":
        text = _("Both sides have a trick: that is not schwarz.")
        raise refuse("/outcome/level", "disagree", text, rule="schwarz")
    by_outcome = _by_outcome(hand, hand.outcome)
    return Result(None, tricks, by_outcome.schneider, schwarz=False, reached=by_outcome.reached)


def _piles(hand: SkatTrumpHand) -> bool:
    return hand.declarer_cards is not None or hand.defender_cards is not None


def _disagree(pointer: str, won: bool) -> Refusal:
    text = (
        _("Everything else that was entered says that this hand is won.")
        if won
        else _("By the count, this hand is lost.")
    )
    return refuse(pointer, "disagree", text, rule="made")


# -- not counted -------------------------------------------------------------------------------------


def _by_outcome(hand: SkatTrumpHand, outcome: SkatOutcome) -> Result:
    order = ("plain", "schneider", "schwarz")
    due = {"none": "plain", "schneider": "schneider"}.get(hand.announced, "schwarz") if outcome.won else "plain"
    level = outcome.named_level or due
    if order.index(level) < order.index(due):
        text = _("Won, but schwarz was announced and not reached: that is lost.")
        if due == "schneider":
            text = _("Won, but schneider was announced and not reached: that is lost.")
        raise refuse("/outcome/level", "below_announced", text, rule="announcing")
    return Result(None, None, level != "plain", level == "schwarz", outcome.won)
