"""What a hand of Nine-Card Don pegs, in order, and the moment at which it ends the match."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from functools import cache

from scoring.engine.captured import card_points_text, check_piles, check_same_figure, complete_figures
from scoring.engine.cards import PACK_52, card_points, rank_of, suit_of
from scoring.engine.game import HandResult, Setup, add_points, check_per_side, next_state
from scoring.engine.marking import _
from scoring.engine.messages import Line, Message, Number, card, cards, line, say, side, suit
from scoring.engine.refusal import refuse
from scoring.games.nine_card_don.models import (
    ALL_GAME,
    GAME,
    GAME_VALUES,
    LEAST_GAME,
    OTHER_FIVE,
    TRUMP_PEGS,
    NineCardDonDetails,
    NineCardDonEventsHand,
    NineCardDonOptions,
    NineCardDonState,
    NineCardDonSummaryHand,
    pegging_cards,
)

TRICK = 4


@dataclass
class _Pegging:
    """What each side has pegged in a hand so far, and who has reached the target."""

    before: list[Number]
    target: int
    pegged: list[int] = field(default_factory=lambda: [0, 0])
    game_points: list[int] = field(default_factory=lambda: [0, 0])
    lines: list[Line] = field(default_factory=list)

    def total(self, number: int) -> Number:
        return self.before[number] + self.pegged[number] + self.game_points[number]

    @property
    def winner(self) -> int | None:
        """The side that has reached the target."""
        return next((number for number in range(2) if self.total(number) >= self.target), None)


def score_events(
    setup: Setup[NineCardDonOptions], state: NineCardDonState, hand: NineCardDonEventsHand
) -> HandResult[NineCardDonState]:
    """Returns the result of a hand entered by the cards that peg, in order. Raises Refusal if they are not possible."""
    pegging = _Pegging(state.totals, setup.options.target)
    _peg(setup, hand, pegging)
    complete = pegging.winner is not None
    if hand.captured is not None:
        _count_piles(setup, hand, hand.captured, pegging, over=complete)
        complete = True
    elif hand.game is not None:
        counts = _counts(setup, hand.game, over=complete)
        if not complete:
            _check_least(hand, counts)
        _check_all_pegged(setup, hand, pegging)
        _game(pegging, counts)
        complete = True
    return _hand_result(setup, state, pegging, complete, say("Trumps {suit}", suit=suit(hand.trump)))


def _peg(setup: Setup[NineCardDonOptions], hand: NineCardDonEventsHand, pegging: _Pegging) -> None:
    """The scoring cards in their order. After the card that ends the match only cards of its own trick may follow."""
    worth = pegging_cards(hand.trump, setup.options)
    seen: set[str] = set()
    last_trick = 0
    for place, event in enumerate(hand.events):
        pointer = f"/events/{place}"
        if event.card not in worth:
            text = _("{card} pegs nothing when {suit} are trumps.")
            params = {"card": card(event.card), "suit": suit(hand.trump)}
            raise refuse(f"{pointer}/card", "not_a_scoring_card", text, rule="pegging", **params)
        if event.card in seen:
            raise refuse(
                f"{pointer}/card", "card_twice", "{card} was captured already.", rule="pegging", card=card(event.card)
            )
        seen.add(event.card)
        winner = pegging.winner
        if winner is not None:
            last_trick += 1
            if event.side != winner or last_trick >= TRICK:
                text = _("{who} had reached {target}: the match was over before {card}.")
                params = {"who": side(winner), "card": card(event.card)}
                raise refuse(pointer, "after_end", text, rule="end", target=pegging.target, **params)
        pegging.pegged[event.side] += worth[event.card]
        pegging.lines.append(_pegged_line(event.card, event.side, worth))


def _pegged_line(code: str, number: int, worth: Mapping[str, int]) -> Line:
    return line("{card} to {who}", card=card(code), who=side(number), value=worth[code], rule="pegging")


def _counts(setup: Setup[NineCardDonOptions], game: list[int | None], over: bool) -> list[int]:
    """Returns what both piles count for game, as entered.

    over: pegging won the match, so not all cards need be in the piles.
    """
    check_per_side(setup, game, "/game", rule="game")
    if setup.options.cards == 13 and not over:
        return complete_figures(game, ALL_GAME, "/game", rule="game")
    counts = []
    for number, value in enumerate(game):
        if value is None and not over:
            raise refuse(f"/game/{number}", "nothing_entered", "The counts of both sides are needed.", rule="game")
        if value is not None and value < 0:
            raise refuse(f"/game/{number}", "negative", "A pile cannot count less than 0.", rule="game")
        counts.append(value or 0)
    if sum(counts) > ALL_GAME:
        text = _("The whole pack counts {all} for game, so the piles cannot count {given} together.")
        raise refuse("/game", "game_too_high", text, rule="game", all=ALL_GAME, given=sum(counts))
    return counts


def _check_least(hand: NineCardDonEventsHand, counts: list[int]) -> None:
    """Raises Refusal if the piles count less than the cards in play, or one counts less than its trumps."""
    if sum(counts) < LEAST_GAME:
        text = _(
            "The piles count at least {least} together: the sixteen cards out of play cannot include "
            "every card that counts."
        )
        raise refuse("/game", "game_too_low", text, rule="game", least=LEAST_GAME)
    for number, value in enumerate(counts):
        pegged = [event.card for event in hand.events if event.side == number and suit_of(event.card) == hand.trump]
        least = card_points(pegged, GAME_VALUES)
        if value < least:
            text = _("{who} pegged {cards}, so their pile counts at least {least}.")
            count_cards = [code for code in pegged if rank_of(code) in GAME_VALUES]
            params = {"who": side(number), "cards": cards(count_cards), "least": least}
            raise refuse(f"/game/{number}", "game_too_low", text, rule="game", **params)


def _check_all_pegged(setup: Setup[NineCardDonOptions], hand: NineCardDonEventsHand, pegging: _Pegging) -> None:
    """Raises Refusal if the whole pack was dealt and a scoring card has gone to nobody."""
    if setup.options.cards != 13 or pegging.winner is not None:
        return
    left = [
        code for code in pegging_cards(hand.trump, setup.options) if code not in {event.card for event in hand.events}
    ]
    if left:
        text = _("The whole pack was dealt, so somebody captured {cards}.")
        raise refuse("/events", "card_missing", text, rule="pegging", cards=cards(left))


def _count_piles(
    setup: Setup[NineCardDonOptions],
    hand: NineCardDonEventsHand,
    piles: list[list[str]],
    pegging: _Pegging,
    over: bool,
) -> None:
    """Closes a hand by its piles: pegs what was forgotten and counts game."""
    check_per_side(setup, piles, "/captured", rule="game")
    check_piles(PACK_52, piles, "/captured", trick=TRICK, all_won=False, rule="game")
    dealt = 4 * setup.options.cards
    given = sum(len(pile) for pile in piles)
    if given > dealt or (given < dealt and not over):
        text = _("Both piles hold {dealt} cards together, not {given}.")
        raise refuse("/captured", "card_missing", text, rule="game", dealt=dealt, given=given)
    for place, event in enumerate(hand.events):
        if event.card not in piles[event.side]:
            text = _("{card} was pegged for {who} but is not in their pile.")
            params = {"card": card(event.card), "who": side(event.side)}
            raise refuse(f"/events/{place}/side", "pile_disagrees", text, rule="pegging", **params)
    if not over:
        _peg_missing_cards(setup, hand, piles, pegging)
    counts = [card_points(pile, GAME_VALUES) for pile in piles]
    if hand.game is not None:
        check_per_side(setup, hand.game, "/game", rule="game")
    for number, entered in enumerate(hand.game or ()):
        check_same_figure(entered, counts[number], f"/game/{number}", rule="game")
    count_lines = [
        line(
            "{who}: {cards}",
            who=side(number),
            cards=card_points_text(pile, GAME_VALUES),
            value=counts[number],
            rule="game",
        )
        for number, pile in enumerate(piles)
    ]
    _game(pegging, counts, count_lines)


def _peg_missing_cards(
    setup: Setup[NineCardDonOptions], hand: NineCardDonEventsHand, piles: list[list[str]], pegging: _Pegging
) -> None:
    """Scoring cards in a pile that were not pegged still count, unless it matters when they were captured."""
    worth = pegging_cards(hand.trump, setup.options)
    done = {event.card for event in hand.events}
    for number, pile in enumerate(piles):
        for code in pile:
            if code in worth and code not in done:
                pegging.pegged[number] += worth[code]
                pegging.lines.append(_pegged_line(code, number, worth))
    if all(pegging.total(number) >= pegging.target for number in range(2)):
        text = _("Both sides would reach {target}: enter the scoring cards in their order.")
        raise refuse("/events", "order_needed", text, rule="end", target=pegging.target)


def _game(pegging: _Pegging, counts: list[int], count_lines: list[Line] | None = None) -> None:
    """The eight points for game; nothing if the match was over before."""
    if pegging.winner is not None:
        pegging.lines.append(_match_over_line())
        return
    pegging.lines += count_lines or []
    mine, theirs = counts
    if mine == theirs:
        pegging.lines.append(line("Game: {mine} each, nobody", mine=mine, rule="game"))
        return
    better = 0 if mine > theirs else 1
    pegging.game_points[better] = GAME
    text = _("Game: {high} against {low}, {who}")
    pegging.lines.append(line(text, high=max(counts), low=min(counts), who=side(better), value=GAME, rule="game"))


def _match_over_line() -> Line:
    return line("The match was over: game does not count", rule="end")


# -- the summary ------------------------------------------------------------------------------------


def score_summary(
    setup: Setup[NineCardDonOptions], state: NineCardDonState, hand: NineCardDonSummaryHand
) -> HandResult[NineCardDonState]:
    """Returns the result of a hand entered by its sums.

    Raises Refusal if they are not possible or leave the winner open.
    """
    _check_pegs(setup, hand.trump_points)
    pegging = _Pegging(state.totals, setup.options.target, list(hand.trump_points))
    for number, pegged in enumerate(hand.trump_points):
        pegging.lines.append(line("{who} pegged {n}", who=side(number), n=pegged, value=pegged, rule="pegging"))
    if all(pegging.total(number) >= pegging.target for number in range(2)):
        text = _(
            "Both sides would reach {target}, and the first to get there has won: enter the scoring cards in order."
        )
        raise refuse("/trump_points", "order_needed", text, rule="end", target=pegging.target)
    all_points = sum(_peg_values(setup.options.fives == "all"))
    if setup.options.cards == 13 and pegging.winner is None and sum(hand.trump_points) != all_points:
        text = _("The whole pack was dealt, so {all} points were pegged together.")
        raise refuse("/trump_points", "wrong_sum", text, rule="pegging", all=all_points)
    if pegging.winner is not None:
        if hand.game_winner is not None:
            pegging.lines.append(_match_over_line())
    elif "game_winner" not in hand.model_fields_set:
        text = _("Say who got the eight points for game, or that nobody did.")
        raise refuse("/game_winner", "game_missing", text, rule="game")
    elif hand.game_winner is None:
        pegging.lines.append(line("Game: nobody", rule="game"))
    else:
        pegging.game_points[hand.game_winner] = GAME
        pegging.lines.append(line("Game: {who}", who=side(hand.game_winner), value=GAME, rule="game"))
    return _hand_result(setup, state, pegging, True, say("Pegged on the board"))


def _check_pegs(setup: Setup[NineCardDonOptions], pegged: list[int]) -> None:
    check_per_side(setup, pegged, "/trump_points", rule="pegging")
    for number, value in enumerate(pegged):
        if value < 0:
            raise refuse(f"/trump_points/{number}", "negative", "Nobody can peg less than 0.", rule="pegging")
    worth = _peg_values(setup.options.fives == "all")
    if sum(pegged) > sum(worth):
        text = _("All scoring cards make {all}, so {given} cannot have been pegged.")
        raise refuse("/trump_points", "too_many_points", text, rule="pegging", all=sum(worth), given=sum(pegged))
    if (pegged[0], pegged[1]) not in _possible(worth):
        text = _("No cards make {mine} for one side and {theirs} for the other.")
        raise refuse("/trump_points", "points_impossible", text, rule="pegging", mine=pegged[0], theirs=pegged[1])


def _peg_values(all_fives: bool) -> tuple[int, ...]:
    """What the scoring cards of a hand are worth, one by one."""
    return tuple(TRUMP_PEGS.values()) + ((OTHER_FIVE,) * 3 if all_fives else ())


@cache
def _possible(worth: tuple[int, ...]) -> frozenset[tuple[int, int]]:
    """What both sides can have pegged, if each card went to either side or was not dealt."""
    possible = {(0, 0)}
    for value in worth:
        possible |= {(a + value, b) for a, b in possible} | {(a, b + value) for a, b in possible}
    return frozenset(possible)


# -- the result -------------------------------------------------------------------------------------


def _hand_result(
    setup: Setup[NineCardDonOptions], state: NineCardDonState, pegging: _Pegging, complete: bool, head: Message
) -> HandResult[NineCardDonState]:
    points: list[Number] = [pegging.pegged[number] + pegging.game_points[number] for number in range(2)]
    for number in range(2):
        text = _("{who}: {before} + {points} = {total}")
        total_line = line(
            text,
            who=side(number),
            before=state.totals[number],
            points=points[number],
            total=pegging.total(number),
            value=points[number],
            rule="scoring",
        )
        pegging.lines.append(total_line)
    winner = pegging.winner
    if winner is not None:
        text = _("{target} is reached: {who} won")
        pegging.lines.append(line(text, who=side(winner), target=pegging.target, rule="end"))
    after = state.model_copy(update={"totals": add_points(state.totals, points)})
    if complete:
        after = next_state(setup, state, points, pitcher=setup.after(state.dealer, 2))
    return HandResult(
        points=points,
        state=after,
        lines=pegging.lines,
        summary=say("{head}: {mine} to {theirs}", head=head, mine=points[0], theirs=points[1]),
        details=NineCardDonDetails(
            pegged=pegging.pegged,
            game_points=pegging.game_points,
            finished=winner is not None,
            winners=[] if winner is None else [winner],
        ),
        complete=complete,
    )
