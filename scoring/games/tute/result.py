"""What a hand of Tute scores, who wins it, and when the match is over."""

from __future__ import annotations

from scoring.engine.captured import complete_figures, count_card_points, impossible_figures, scoring_piles
from scoring.engine.checks import check_entered
from scoring.engine.game import HandResult, Setup, Verdict, check_per_side, check_side, leading_sides, next_state
from scoring.engine.marking import _, ngettext_noop
from scoring.engine.messages import Line, Message, Number, line, plural, say, seat, side
from scoring.games.tute.declarations import (
    check_points_need_tricks,
    check_tricks,
    check_trump,
    check_tute,
    score_declarations,
)
from scoring.games.tute.models import (
    ALL_POINTS,
    LAST_TRICK,
    PACK_40,
    VALUES,
    TuteDetails,
    TuteOptions,
    TutePlayedHand,
    TuteShownHand,
    TuteSideDetails,
    TuteState,
)

#: How the card points can be entered.
WAYS = {"card_points": _("the card points of each side"), "captured": _("the cards each side won")}


def score_tute(setup: Setup[TuteOptions], state: TuteState, hand: TuteShownHand) -> HandResult[TuteState]:
    """Returns the result of a hand that a tute won. Raises Refusal if the tute is not possible."""
    check_trump(hand)
    lines = [check_tute(setup, hand)]
    winner = setup.side_of(hand.seat)
    if setup.options.tute_wins == "match":
        lines.append(line("At this table a tute wins the whole match", rule="tute"))
    points: list[Number] = [0] * len(setup.sides)
    match_winner = winner if setup.options.tute_wins == "match" else None
    text = (
        _("Tute by {who}: {side} win the match")
        if match_winner is not None
        else _("Tute by {who}: {side} win the hand")
    )
    summary = say(text, who=seat(hand.seat), side=side(winner))
    return _hand_result(setup, state, points, winner, match_winner, lines, summary, None)


def score_played(setup: Setup[TuteOptions], state: TuteState, hand: TutePlayedHand) -> HandResult[TuteState]:
    """Returns the result of a played hand. Raises Refusal if points, tricks or declarations are not possible."""
    trump = check_trump(hand)
    check_side(setup, hand.last_trick, "/last_trick", rule="last-trick")
    check_tricks(setup, hand)
    cards, lines = _cards(setup, hand)
    check_points_need_tricks(setup, hand, cards)
    declared_points, declaration_lines = score_declarations(setup, hand, trump)
    last = [LAST_TRICK if number == hand.last_trick else 0 for number in range(len(setup.sides))]
    totals = [sum(parts) for parts in zip(cards, declared_points, last, strict=True)]
    lines += declaration_lines
    lines.append(line("Last trick: {who}", who=side(hand.last_trick), value=LAST_TRICK, rule="last-trick"))
    lines += [line("{who} together", who=side(i), value=total, rule="scoring") for i, total in enumerate(totals)]
    winner, winner_line = _hand_winner(setup.options, totals, hand.last_trick)
    lines.append(winner_line)
    race = setup.options.race_to
    after = [before + total for before, total in zip(state.totals, totals, strict=True)]
    match_winner = hand.last_trick if race is not None and after[0] == after[1] >= race else None
    breakdown = [
        TuteSideDetails(cards=cards[i], declarations=declared_points[i], last_trick=last[i])
        for i in range(len(setup.sides))
    ]
    summary = say("{a} to {b}", a=totals[0], b=totals[1])
    return _hand_result(setup, state, list(totals), winner, match_winner, lines, summary, breakdown)


def _hand_result(
    setup: Setup[TuteOptions],
    state: TuteState,
    points: list[Number],
    winner: int | None,
    match_winner: int | None,
    lines: list[Line],
    summary: Message,
    breakdown: list[TuteSideDetails] | None,
) -> HandResult[TuteState]:
    """Returns the result of a hand, with its winner counted.

    match_winner: the side that wins the match by this hand, whatever the points are; None if it does not decide the
    match. breakdown: None if no points were counted.
    """
    hands_won = [won + (number == winner) for number, won in enumerate(state.hands_won)]
    after = next_state(setup, state, points, hands_won=hands_won, match_winner=match_winner)
    verdict = match_verdict(setup, after)
    return HandResult(
        points=points,
        state=after,
        lines=lines,
        summary=summary,
        details=TuteDetails(
            hand_totals=None if breakdown is None else points,
            breakdown=breakdown,
            hand_winner=winner,
            hands_won=hands_won,
            winner=verdict.winners[0] if verdict.winners else None,
            dealer=state.dealer,
            next_dealer=after.dealer,
        ),
    )


def match_verdict(setup: Setup[TuteOptions], state: TuteState) -> Verdict:
    """Returns whether the match is over: by hands won, by points in a race, or by a tute or a last trick that decided
    it.
    """
    options = setup.options
    race = options.race_to
    by_side = scores(setup, state)
    leaders = leading_sides(by_side)
    top = by_side[leaders[0]]
    if state.match_winner is not None:
        return Verdict(True, [state.match_winner], say("{who} won the match", who=side(state.match_winner)))
    if race is not None and top >= race:
        return Verdict(True, leaders, say("{who} reached {race} with {n}", who=side(leaders[0]), race=race, n=top))
    if race is None and 2 * top > options.hands and len(leaders) == 1:
        if options.hands == 1:
            return Verdict(True, leaders, say("{who} won the hand", who=side(leaders[0])))
        forms = ngettext_noop("{who} won {n} hand to {other}", "{who} won {n} hands to {other}")
        return Verdict(True, leaders, plural(top, *forms, who=side(leaders[0]), other=min(by_side)))
    return Verdict(False)


def scores(setup: Setup[TuteOptions], state: TuteState) -> list[Number]:
    """Returns what the match is won by: points in a race, else hands won."""
    return list(state.totals) if setup.options.race_to is not None else list(state.hands_won)


def _cards(setup: Setup[TuteOptions], hand: TutePlayedHand) -> tuple[list[int], list[Line]]:
    """The card points of each side, from figures or from the cards themselves, and how they were found."""
    check_entered(hand, WAYS, rule="scoring")
    if hand.captured is not None:
        check_per_side(setup, hand.captured, "/captured")
        piles = scoring_piles(PACK_40, hand.captured, VALUES, "/captured")
        if hand.card_points is not None:
            check_per_side(setup, hand.card_points, "/card_points")
        return count_card_points(hand.card_points, piles, VALUES, side, "/card_points", rule="scoring")
    check_per_side(setup, hand.card_points or (), "/card_points")
    impossible = impossible_figures(ALL_POINTS)
    points = complete_figures(hand.card_points or (), ALL_POINTS, "/card_points", impossible=impossible)
    return count_card_points(points, None, VALUES, side, "/card_points", rule="scoring")


def _hand_winner(options: TuteOptions, totals: list[int], last_trick: int) -> tuple[int | None, Line]:
    leaders = leading_sides(totals)
    if len(leaders) == 1:
        return leaders[0], line("{who} won the hand", who=side(leaders[0]), rule="scoring")
    if options.tie == "last_trick":
        return last_trick, line("Level: {who} won the hand by the last trick", who=side(last_trick), rule="ties")
    return None, line("Level: the hand is drawn and counts for nobody", rule="ties")
