"""A hand in which somebody took the widow: the count, and the result that follows from it."""

from __future__ import annotations

from scoring.engine.captured import (
    card_points_text,
    check_figure,
    check_same_figure,
    impossible_figures,
    pile_with_extra_cards,
)
from scoring.engine.cards import PACK_32, card_points
from scoring.engine.checks import check_entered
from scoring.engine.game import HandResult, Setup, check_seat, next_state
from scoring.engine.marking import _
from scoring.engine.messages import Line, Number, line, say, seat, signed
from scoring.engine.refusal import refuse
from scoring.games.schafkopf.models import (
    ALL_POINTS,
    LAID_AWAY,
    LINES,
    MOST_LAID_AWAY,
    TRICKS,
    VALUES,
    SchafkopfDeclarerHand,
    SchafkopfDetails,
    SchafkopfOptions,
    SchafkopfState,
)

#: The ways to enter how a hand ended.
WAYS = {
    "declarer_points": _("the declarer's card points"),
    "line": _("the line reached"),
    "declarer_cards": _("the declarer's pile"),
    "defender_cards": _("the defenders' pile"),
}


def score_declarer(
    setup: Setup[SchafkopfOptions], state: SchafkopfState, hand: SchafkopfDeclarerHand
) -> HandResult[SchafkopfState]:
    """Returns what the declarer scores by the line reached.

    Raises Refusal if it is not possible (rules: lines, schwarz).
    """
    check_seat(setup, hand.declarer, "/declarer", rule="widow")
    won, tricks, lines = _count(hand)
    reached = _line_reached(setup.options, hand, won, tricks)
    worth, name = LINES[reached]
    if setup.options.schwarz_by == "tricks" and tricks is not None and won is not None and _by_tricks(won):
        lines.append(line("Tricks of the declarer", value=tricks, rule="schwarz"))
        if reached == "schneider":
            name = say("All card points, but not all tricks: schneider")
        elif reached == "schneidered":
            name = say("A trick won: lost schneider, not schwarz")
        elif reached == "schwarz_against":
            name = say("No trick won: lost schwarz")
    who = seat(hand.declarer)
    lines.append(
        line("{reached}: {who} {points}", reached=name, who=who, points=signed(worth), value=worth, rule="lines")
    )
    lines.append(line("The defenders score nothing", rule="lines"))
    points: list[Number] = [0] * setup.players
    points[hand.declarer] = worth
    return HandResult(
        points=points,
        state=next_state(setup, state, points),
        lines=lines,
        summary=say("{who}: {reached}", who=who, reached=name),
        details=SchafkopfDetails(declarer_points=won, declarer_tricks=tricks, line=reached),
    )


def _count(hand: SchafkopfDeclarerHand) -> tuple[int | None, int | None, list[Line]]:
    """Card points and tricks of the declarer as far as they are known, and how they were counted."""
    points, tricks = hand.declarer_points, hand.declarer_tricks
    check_figure(points, impossible_figures(ALL_POINTS), "/declarer_points", rule="card-strength")
    mine, theirs = ("/declarer_cards", hand.declarer_cards), ("/defender_cards", hand.defender_cards)
    pile = pile_with_extra_cards(PACK_32, mine, theirs, trick=3, more=LAID_AWAY)
    if pile is None:
        if points is None:
            return None, tricks, []
        text = _("{who} has {points} card points, the laid-away cards included")
        return points, tricks, [line(text, who=seat(hand.declarer), points=points, value=points, rule="laid-away")]
    counted, whole_tricks = card_points(pile, VALUES), len(pile) // 3
    check_same_figure(points, counted, "/declarer_points", rule="card-strength")
    check_same_figure(tricks, whole_tricks, "/declarer_tricks", rule="play")
    return counted, whole_tricks, _pile_lines(hand, pile, counted)


def _pile_lines(hand: SchafkopfDeclarerHand, pile: list[str], points: int) -> list[Line]:
    if hand.declarer_cards is not None:
        text = _("Won and laid away by the declarer: {cards}")
        return [line(text, cards=card_points_text(pile, VALUES), value=points, rule="laid-away")]
    theirs = card_points_text(PACK_32.rest(pile), VALUES)
    text = _("All the rest of the {all} is the declarer's, the laid-away cards included")
    return [
        line("Won by the defenders: {cards}", cards=theirs, value=ALL_POINTS - points, rule="card-strength"),
        line(text, all=ALL_POINTS, value=points, rule="laid-away"),
    ]


def _line_reached(
    options: SchafkopfOptions, hand: SchafkopfDeclarerHand, points: int | None, tricks: int | None
) -> str:
    if points is None:
        if tricks is not None:
            text = _("The number of tricks decides nothing without the card points.")
            raise refuse("/declarer_tricks", "points_missing", text, rule="schwarz")
        check_entered(hand, WAYS, rule="lines")
        assert hand.line is not None
        return hand.line
    if tricks == TRICKS and points < ALL_POINTS:
        text = _("All ten tricks hold all 120 card points, not {points}.")
        raise refuse("/declarer_tricks", "tricks_impossible", text, rule="schwarz", points=points)
    if tricks == 0 and points > MOST_LAID_AWAY:
        text = _("Without a trick there are at most the {most} card points laid away, not {points}.")
        raise refuse("/declarer_tricks", "tricks_impossible", text, rule="schwarz", most=MOST_LAID_AWAY, points=points)
    possible = _lines_possible(options, points, tricks)
    if hand.line is not None:
        if hand.line not in possible:
            raise refuse("/line", "disagree", "{points} card points give another result.", rule="lines", points=points)
        return hand.line
    if len(possible) > 1:
        text = _("Schwarz goes by tricks here: with {points} card points the declarer's tricks are needed.")
        raise refuse("/declarer_tricks", "tricks_missing", text, rule="schwarz", points=points)
    return possible[0]


def _lines_possible(options: SchafkopfOptions, points: int, tricks: int | None) -> list[str]:
    """Returns the lines that these card points may have reached: two if the tricks decide."""
    if options.schwarz_by == "tricks" and _by_tricks(points):
        if points == ALL_POINTS:
            return ["schwarz", "schneider"] if tricks is None else ["schwarz" if tricks == TRICKS else "schneider"]
        if tricks is None:
            return ["schneidered", "schwarz_against"]
        return ["schneidered" if tricks else "schwarz_against"]
    for least, reached in ((120, "schwarz"), (91, "schneider"), (61, "won"), (31, "lost"), (1, "schneidered")):
        if points >= least:
            return [reached]
    return ["schwarz_against"]


def _by_tricks(points: int) -> bool:
    """Returns whether these card points leave open who won every trick (rule: schwarz)."""
    return points == ALL_POINTS or points <= MOST_LAID_AWAY
