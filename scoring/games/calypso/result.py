"""The deals of a Calypso match and its count: calypsos, cards in progress, and the won piles."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from typing import Any

from scoring.engine.captured import complete_figures
from scoring.engine.game import HandResult, Setup, check_per_seat, check_per_side, check_seat, next_state
from scoring.engine.marking import _
from scoring.engine.messages import Line, Message, Number, card, line, plural, say, seat, side, sum_of
from scoring.engine.refusal import refuse
from scoring.engine.tricks_won import WonTrick, play_tricks
from scoring.games.calypso.checks import (
    check_not_fewer,
    check_progress,
    check_ranks,
    check_side_piles,
    check_suit_followed,
)
from scoring.games.calypso.models import (
    COPIES,
    DEAL,
    IN_PILE,
    IN_PROGRESS,
    PACK,
    RANKS,
    SIZE,
    TRICKS,
    CalypsoDealHand,
    CalypsoDetails,
    CalypsoFinalHand,
    CalypsoOptions,
    CalypsoSideDetails,
    CalypsoState,
    CalypsoTricksHand,
    CalypsoTrickTaken,
    Rank,
    size_of,
)
from scoring.games.calypso.tricks import Table, winner_of

# -- deals before the last ------------------------------------------------------------------------


def score_deal(setup: Setup[CalypsoOptions], state: CalypsoState, hand: CalypsoDealHand) -> HandResult[CalypsoState]:
    """Returns the state after a deal before the last. Raises Refusal if the cards on the table are not possible."""
    if state.deal >= setup.options.deals:
        text = _("This was the last deal: now everything is counted.")
        raise refuse("/kind", "last_deal", text, rule="end")
    calypsos, in_progress = state.calypsos, state.in_progress
    if hand.calypsos is not None:
        check_per_seat(setup, hand.calypsos, "/calypsos", rule="calypsos")
        # What was in progress is in the new calypso, and how many cards came after it was not entered.
        in_progress = [
            cards if made == before else 0
            for cards, made, before in zip(in_progress, hand.calypsos, state.calypsos, strict=True)
        ]
        calypsos = hand.calypsos
    if hand.in_progress is not None:
        check_per_seat(setup, hand.in_progress, "/in_progress", rule="calypsos")
        in_progress = _in_progress(hand.in_progress)
        if hand.calypsos is None:
            # Cards leave a calypso in progress only when it is completed.
            calypsos = [
                made + _is_completed(before, now)
                for made, before, now in zip(calypsos, state.in_progress, in_progress, strict=True)
            ]
    progress = [size_of(cards) for cards in in_progress]
    check_progress(calypsos, progress)
    check_not_fewer(setup, state, calypsos, in_progress, state.pile)
    used = SIZE * sum(calypsos) + sum(progress)
    if used > DEAL * state.deal:
        text = _("{used} cards in calypsos are more than the {dealt} that were dealt.")
        raise refuse("/calypsos", "too_many_cards", text, rule="cards", used=used, dealt=DEAL * state.deal)
    lines = [line("Deal {n} is over; points are counted after the last", n=state.deal, rule="end")]
    lines += [_calypsos_line(number, calypsos[number], progress[number]) for number in range(4)]
    return HandResult(
        points=[0, 0],
        state=next_state(setup, state, [0, 0], deal=state.deal + 1, calypsos=calypsos, in_progress=in_progress),
        lines=lines,
        summary=say("Deal {n}", n=state.deal),
        details=CalypsoDetails(deal=state.deal, calypsos=calypsos, in_progress=progress),
    )


def _is_completed(before: int | list[Rank], now: int | list[Rank]) -> bool:
    """Returns whether the calypso in progress of before was completed, since a card of it is in progress no longer."""
    if not isinstance(before, int) and not isinstance(now, int):
        return not {*before} <= {*now}
    return size_of(now) < size_of(before)


def _calypsos_line(number: int, calypsos: int, progress: int) -> Line:
    made = plural(calypsos, "{n} calypso", "{n} calypsos")
    return line("{who}: {made}, {n} in progress", who=seat(number), made=made, n=progress, rule="calypsos")


# -- the count --------------------------------------------------------------------------------------


def score_final(setup: Setup[CalypsoOptions], state: CalypsoState, hand: CalypsoFinalHand) -> HandResult[CalypsoState]:
    """Returns the result of the final count. Raises Refusal if the cards on the table are not possible."""
    deals = setup.options.deals
    check_per_seat(setup, hand.calypsos, "/calypsos", rule="calypsos")
    check_per_seat(setup, hand.in_progress, "/in_progress", rule="calypsos")
    check_per_side(setup, hand.pile, "/pile", rule="cards")
    in_progress = _in_progress(hand.in_progress)
    progress = [size_of(cards) for cards in in_progress]
    check_progress(hand.calypsos, progress)
    used = SIZE * sum(hand.calypsos) + sum(progress)
    left = DEAL * deals - used
    if left < 0:
        text = _("The calypsos hold {used} cards, more than the {dealt} that were dealt.")
        raise refuse("/calypsos", "wrong_sum", text, rule="cards", used=used, dealt=DEAL * deals)
    piles = _piles(hand, left, DEAL * deals)
    check_side_piles(setup, hand.calypsos, progress, piles, "/pile")
    check_not_fewer(setup, state, hand.calypsos, in_progress, piles)
    return _match_result(setup, state, hand.calypsos, progress, piles)


def _in_progress(entered: Sequence[int | list[Rank] | None]) -> list[int | list[Rank]]:
    """Returns the calypsos in progress, 0 for a player without a card. Raises Refusal if one has a rank twice."""
    for number, cards in enumerate(entered):
        if isinstance(cards, list):
            check_ranks(cards, f"/in_progress/{number}")
    return [cards or 0 for cards in entered]


def _piles(hand: CalypsoFinalHand, left: int, dealt: int) -> list[int]:
    """The won piles of both sides, one of which may be what is left."""
    given = sum(value or 0 for value in hand.pile)
    if None not in hand.pile and min(value or 0 for value in hand.pile) >= 0 and given != left:
        text = _("Calypsos and piles hold {sum} cards, and {dealt} were dealt: the piles should have {left} together.")
        params = {"sum": dealt - left + given, "dealt": dealt, "left": left}
        raise refuse("/pile", "wrong_sum", text, rule="cards", **params)
    return complete_figures(hand.pile, left, "/pile", rule="cards")


def calypso_values(options: CalypsoOptions) -> tuple[int, ...]:
    """Returns what a player's calypsos are worth, the first first."""
    return (500, 750, 1000, 1250 if options.calypso_values == "500-750-1000-1250" else 1000)


def _match_result(
    setup: Setup[CalypsoOptions],
    state: CalypsoState,
    calypsos: Sequence[int],
    progress: Sequence[int],
    piles: Sequence[int],
    lines: Sequence[Line] = (),
) -> HandResult[CalypsoState]:
    """The match counted, and the table cleared for the next one."""
    explanation = [*lines]
    points: list[Number] = []
    parts: list[CalypsoSideDetails] = []
    for number, seats in enumerate(setup.sides):
        for owner in seats:
            explanation += _player_lines(setup.options, owner, calypsos[owner], progress[owner])
        made = sum(sum(calypso_values(setup.options)[: calypsos[owner]]) for owner in seats)
        unfinished = IN_PROGRESS * sum(progress[owner] for owner in seats)
        pile = IN_PILE * piles[number]
        text = _("{who}: {n} in the pile × 10")
        explanation.append(line(text, who=side(number), n=piles[number], value=pile, rule="scoring"))
        total = made + unfinished + pile
        text = _("{who}: {made} + {unfinished} + {pile}")
        params = {"who": side(number), "made": made, "unfinished": unfinished, "pile": pile}
        explanation.append(line(text, value=total, rule="scoring", **params))
        points.append(total)
        parts.append(CalypsoSideDetails(calypsos=made, in_progress=unfinished, pile=pile, total=total))
    text = _("Cards: 13 × {made} + {open} + {piles}")
    cards = {"made": sum(calypsos), "open": sum(progress), "piles": sum(piles)}
    explanation.append(line(text, value=DEAL * setup.options.deals, rule="cards", **cards))
    fresh = CalypsoState(totals=state.totals)
    changes = {name: getattr(fresh, name) for name in ("calypsos", "in_progress", "pile", "by_tricks", "seen", "deal")}
    # Every deal has its dealer, also those before the count that were not entered.
    dealer = setup.after(state.dealer, setup.options.deals - state.deal + 1)
    return HandResult(
        points=points,
        state=next_state(setup, state, points, dealer=dealer, match=state.match + 1, **changes),
        lines=explanation,
        summary=_summary(points),
        details=CalypsoDetails(
            lines=parts,
            calypsos=list(calypsos),
            in_progress=list(progress),
            pile=list(piles),
        ),
    )


def _summary(points: Sequence[Number]) -> Message:
    if points[0] == points[1]:
        return say("Counted: {n} each", n=points[0])
    better = 0 if points[0] > points[1] else 1
    return say("Counted: {who} {high} to {low}", who=side(better), high=max(points), low=min(points))


def _player_lines(options: CalypsoOptions, owner: int, calypsos: int, progress: int) -> list[Line]:
    worth = calypso_values(options)[:calypsos]
    made = plural(calypsos, "{n} calypso", "{n} calypsos")
    lines = []
    if calypsos:
        text = _("{who}: {made}, {parts}")
        lines.append(line(text, who=seat(owner), made=made, parts=sum_of(worth), value=sum(worth), rule="calypsos"))
    text = _("{who}: {n} in progress × 20")
    lines.append(line(text, who=seat(owner), n=progress, value=IN_PROGRESS * progress, rule="scoring"))
    return lines


# -- trick by trick -----------------------------------------------------------------------------------


def score_tricks(
    setup: Setup[CalypsoOptions], state: CalypsoState, hand: CalypsoTricksHand
) -> HandResult[CalypsoState]:
    """Returns the result of a deal entered by its tricks. Raises Refusal if a trick is not possible."""
    ranks: list[list[str]] = [[] if isinstance(cards, int) else [*cards] for cards in state.in_progress]
    table = Table(setup.options.suits, ranks, [*state.calypsos], [*state.pile])
    if state.by_tricks != state.deal - 1 or table.cards != DEAL * state.by_tricks:
        text = _("Tricks can be entered only if the ranks in progress and the piles of the earlier deals are known.")
        raise refuse("/kind", "tricks_missing", text, rule="calypsos")
    if not hand.tricks:
        raise refuse("/tricks", "nothing_entered", "Enter the tricks as they are played.", rule="play")
    seen = Counter(state.seen) | _cards_in_calypsos(setup, state)
    for place, trick in enumerate(hand.tricks):
        _check_cards(trick, seen, f"/tricks/{place}")
    lines = []
    suits, cards = setup.options.suits, [trick.cards for trick in hand.tricks]
    won = play_tricks(setup, PACK, cards, setup.after(state.dealer), lambda plays: winner_of(suits, plays)[0])
    for place, (trick, taken) in enumerate(zip(hand.tricks, won, strict=True)):
        _check_winner(setup, trick.winner, taken, f"/tricks/{place}/winner")
        before = [*table.calypsos]
        table.take(taken.best.seat, trick.cards)
        lines += _completed_lines(before, table.calypsos, place + 1)
    check_suit_followed([taken.plays for taken in won])
    closed = len(hand.tricks) == TRICKS
    progress = [len(ranks) for ranks in table.ranks]
    if closed and state.deal == setup.options.deals:
        return _match_result(setup, state, table.calypsos, progress, table.piles, lines)
    lines += [_calypsos_line(number, table.calypsos[number], progress[number]) for number in range(4)]
    changes: dict[str, Any] = {
        "calypsos": table.calypsos,
        "in_progress": table.ranks,
        "pile": table.piles,
        "seen": dict(seen),
    }
    if closed:
        changes |= {"deal": state.deal + 1, "by_tricks": state.by_tricks + 1}
    return HandResult(
        points=[0, 0],
        state=next_state(setup, state, [0, 0], **changes) if closed else state.model_copy(update=changes),
        lines=lines,
        summary=say("Deal {n}, {tricks}", n=state.deal, tricks=plural(len(hand.tricks), "{n} trick", "{n} tricks")),
        details=CalypsoDetails(
            deal=state.deal,
            calypsos=table.calypsos,
            in_progress=progress,
            ranks=table.ranks,
            pile=table.piles,
        ),
        complete=closed,
    )


def _cards_in_calypsos(setup: Setup[CalypsoOptions], state: CalypsoState) -> Counter[str]:
    """The cards in calypsos, which were certainly played; nothing else is known of a match from paper."""
    cards: Counter[str] = Counter()
    for letter, made, progress in zip(setup.options.suits, state.calypsos, state.in_progress, strict=True):
        ranks = [] if isinstance(progress, int) else progress
        cards += Counter({rank + letter: made + (rank in ranks) for rank in RANKS})
    return cards


def _check_cards(trick: CalypsoTrickTaken, seen: Counter[str], pointer: str) -> None:
    """Raises Refusal unless a trick has four cards that were not played before; records them as played."""
    if len(trick.cards) != 4:
        text = _("A trick has four cards, not {n}.")
        n = len(trick.cards)
        raise refuse(f"{pointer}/cards", "trick_size", text, rule="play", unfinished=n < 4, n=n)
    for place, code in enumerate(trick.cards):
        if code not in PACK:
            text = _("{card} is not in this pack.")
            raise refuse(f"{pointer}/cards/{place}", "card_unknown", text, rule="setup", card=card(code))
        seen[code] += 1
        if seen[code] > COPIES:
            text = _("{card} was played more than four times.")
            raise refuse(f"{pointer}/cards/{place}", "card_too_often", text, rule="setup", card=card(code))


def _check_winner(setup: Setup[CalypsoOptions], entered: int | None, trick: WonTrick, pointer: str) -> None:
    """Raises Refusal if the seat entered as the winner (None: nobody was) is not the one that took the trick."""
    check_seat(setup, entered, pointer, rule="trumps")
    best, why = winner_of(setup.options.suits, trick.plays)
    if entered not in (None, best.seat):
        text = _("{who} wins this trick: {why}.")
        raise refuse(pointer, "wrong_winner", text, rule="trumps", who=seat(best.seat), why=why)


def _completed_lines(before: Sequence[int], after: Sequence[int], trick: int) -> list[Line]:
    return [
        line("Trick {n}: {who} completes a calypso", n=trick, who=seat(number), rule="calypsos")
        for number in range(4)
        if after[number] > before[number]
    ]
