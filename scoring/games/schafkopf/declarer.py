"""A hand in which somebody took the widow: the count, and the line that it reaches."""

from __future__ import annotations

from scoring.engine.captured import card_points_text, check_in_pack, check_whole_tricks
from scoring.engine.cards import PACK_32, card_points
from scoring.engine.game import HandResult, Setup, check_seat, next_state
from scoring.engine.messages import Line, Number, line, say, seat, signed
from scoring.engine.refusal import refuse
from scoring.games.schafkopf.models import (
    ALL_POINTS,
    LINES,
    MOST_LAID_AWAY,
    TRICKS,
    VALUES,
    SchafkopfDeclarerHand,
    SchafkopfOptions,
    SchafkopfState,
)


def score_declarer(
    setup: Setup[SchafkopfOptions], state: SchafkopfState, hand: SchafkopfDeclarerHand
) -> HandResult[SchafkopfState]:
    check_seat(setup, hand.declarer, "/declarer", rule="widow")
    won, tricks, lines = _count(hand)
    reached = _line_reached(setup.options, hand, won, tricks)
    worth, told = LINES[reached]
    if setup.options.schwarz_by == "tricks" and tricks is not None and won is not None and _by_tricks(won):
        lines.append(line("Tricks of the declarer", value=tricks, rule="schwarz"))
        if reached == "schneider":
            told = say("All card points, but not all tricks: schneider")
        elif reached == "schneidered":
            told = say("A trick won: lost schneider, not schwarz")
        elif reached == "schwarz_against":
            told = say("No trick won: lost schwarz")
    who = seat(hand.declarer)
    lines.append(line("{told}: {who} {points}", told=told, who=who, points=signed(worth), value=worth, rule="lines"))
    lines.append(line("The defenders score nothing", rule="lines"))
    points: list[Number] = [0] * setup.players
    points[hand.declarer] = worth
    return HandResult(
        points=points,
        state=next_state(setup, state, points),
        lines=lines,
        summary=say("{who}: {told}", who=who, told=told),
        details={"declarer_points": won, "declarer_tricks": tricks, "line": reached},
    )


def _count(hand: SchafkopfDeclarerHand) -> tuple[int | None, int | None, list[Line]]:
    """Card points and tricks of the declarer as far as they are known, and how they were counted."""
    points, tricks = hand.declarer_points, hand.declarer_tricks
    if points in (1, ALL_POINTS - 1):
        text = "{points} card points are not possible: no card is worth 1."
        raise refuse("/declarer_points", "points_impossible", text, rule="card-strength", points=points)
    found = _count_cards(hand.declarer_cards, hand.defender_cards)
    if found is None:
        if points is None:
            return None, tricks, []
        text = "{who} has {points} card points, the laid-away cards included"
        return points, tricks, [line(text, who=seat(hand.declarer), points=points, value=points, rule="laid-away")]
    in_cards, in_tricks, lines = found
    if points is not None and points != in_cards:
        text = "The cards make {counted} card points, not {points}."
        raise refuse("/declarer_points", "disagree", text, rule="card-strength", counted=in_cards, points=points)
    if tricks is not None and tricks != in_tricks:
        text = "Tricks by the cards: {counted}, not {tricks}."
        raise refuse("/declarer_tricks", "disagree", text, rule="play", counted=in_tricks, tricks=tricks)
    return in_cards, in_tricks, lines


def _count_cards(mine: list[str] | None, theirs: list[str] | None) -> tuple[int, int, list[Line]] | None:
    """Card points and tricks of the declarer by the cards of either side; None where no cards were entered."""
    check_in_pack(
        PACK_32,
        [(f"/declarer_cards/{place}", card) for place, card in enumerate(mine or [])]
        + [(f"/defender_cards/{place}", card) for place, card in enumerate(theirs or [])],
    )
    if mine is not None:
        check_whole_tricks(mine, "/declarer_cards", 3, more=2)
    if theirs is not None:
        check_whole_tricks(theirs, "/defender_cards", 3)
    if mine is not None and theirs is not None and len(mine) + len(theirs) != len(PACK_32):
        text = "The two piles hold {n} cards together, not all {all}."
        n = len(mine) + len(theirs)
        raise refuse("/defender_cards", "card_missing", text, rule="play", n=n, all=len(PACK_32))
    if mine is not None:
        points = card_points(mine, VALUES)
        text = "Won and laid away by the declarer: {told}"
        return points, len(mine) // 3, [line(text, told=card_points_text(mine, VALUES), value=points, rule="laid-away")]
    if theirs is not None:
        lost = card_points(theirs, VALUES)
        points = ALL_POINTS - lost
        text = "All the rest of the {all} is the declarer's, the laid-away cards included"
        lines = [
            line(
                "Won by the defenders: {told}", told=card_points_text(theirs, VALUES), value=lost, rule="card-strength"
            ),
            line(text, all=ALL_POINTS, value=points, rule="laid-away"),
        ]
        return points, TRICKS - len(theirs) // 3, lines
    return None


def _line_reached(
    options: SchafkopfOptions, hand: SchafkopfDeclarerHand, points: int | None, tricks: int | None
) -> str:
    if points is None:
        if tricks is not None:
            text = "The number of tricks decides nothing without the card points."
            raise refuse("/declarer_tricks", "points_missing", text, rule="schwarz")
        if hand.line is None:
            text = "Enter the line reached, the declarer's card points or a pile of cards."
            raise refuse("/declarer_points", "points_missing", text, rule="lines")
        return hand.line
    if tricks == TRICKS and points < ALL_POINTS:
        text = "All ten tricks hold all 120 card points, not {points}."
        raise refuse("/declarer_tricks", "tricks_impossible", text, rule="schwarz", points=points)
    if tricks == 0 and points > MOST_LAID_AWAY:
        text = "Without a trick there are at most the {most} card points laid away, not {points}."
        raise refuse("/declarer_tricks", "tricks_impossible", text, rule="schwarz", most=MOST_LAID_AWAY, points=points)
    possible = _lines_possible(options, points, tricks)
    if hand.line is not None:
        if hand.line not in possible:
            raise refuse("/line", "disagree", "{points} card points reach another line.", rule="lines", points=points)
        return hand.line
    if len(possible) > 1:
        text = "Schwarz goes by tricks here: with {points} card points the declarer's tricks are needed."
        raise refuse("/declarer_tricks", "tricks_missing", text, rule="schwarz", points=points)
    return possible[0]


def _lines_possible(options: SchafkopfOptions, points: int, tricks: int | None) -> list[str]:
    """The lines that these card points may have reached: two where only the tricks tell."""
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
    """Whether these card points of the declarer leave it open who won every trick (rule: schwarz)."""
    return points == ALL_POINTS or points <= MOST_LAID_AWAY
