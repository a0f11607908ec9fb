"""A hand of Zetema as it goes: what each event scores, what it makes impossible, and the moment that ends the match."""

from __future__ import annotations

from collections import Counter
from typing import Any

from scoring.engine.cards import SUITS, suit_of
from scoring.engine.game import HandResult, Setup, add_points, check_per_side, check_seat, next_state
from scoring.engine.messages import Line, Message, Number, line, plural, say, seat, side, suit
from scoring.engine.refusal import Refusal, refuse
from scoring.games.zetema.melds import MARRIAGES, NAMES, check_shown, extra, most_at_once, rank_word, worth
from scoring.games.zetema.models import (
    FIVE,
    AnyEvent,
    Scoring,
    ZetemaAssemblyEvent,
    ZetemaEventsHand,
    ZetemaMarriagesEvent,
    ZetemaMeldEvent,
    ZetemaOptions,
    ZetemaState,
    ZetemaSummaryHand,
    ZetemaTurnsEvent,
    ZetemaZetemaEvent,
    doubled_suit,
    target_of,
)

ROYAL = ("K", "Q")


class Course:
    """The hand so far, from what is carried of it; totals run on with every event."""

    def __init__(self, setup: Setup[ZetemaOptions], state: ZetemaState) -> None:
        self.setup = setup
        self.doubled = doubled_suit(setup, state)
        self.target = target_of(setup)
        self.totals: list[Number] = list(state.totals)
        self.zetemas = list(state.zetemas)
        self.marriages = list(state.marriages)
        self.assemblies = list(state.assemblies)
        self.melds = list(state.melds)
        self.values: list[int] = []
        self.running: list[list[Number]] = []
        self.lines: list[Line] = []
        self._last: int | None = None

    @property
    def winner(self) -> int | None:
        """The side that has reached the target."""
        return next((number for number, total in enumerate(self.totals) if total >= self.target), None)

    @property
    def gone(self) -> Counter[str]:
        """The cards on the waste pile."""
        married = Counter(rank + letter for letter in self.marriages for rank in ROYAL)
        return married + Counter(rank + letter for rank in self.zetemas for letter in (*SUITS, self.doubled))

    def take(self, event: AnyEvent) -> None:
        """Scores the next event. Raises Refusal (pointers relative to it) where it cannot have happened."""
        if self.winner is not None:
            text = "{who} had reached {target}: the match was over, and the rest of the hand stays unplayed."
            raise refuse("", "after_end", text, rule="end", who=side(self.winner), target=self.target)
        if isinstance(event, ZetemaTurnsEvent):
            self._last = None
            self._note(0)
            self.lines.append(line("Turns without points", rule="turn"))
            return
        check_seat(self.setup, event.seat, "/seat")
        self._check_possible(event)
        check_shown(self.setup, self.doubled, event, self.gone)
        self._check_new(event)
        self._check_turn(event)
        value = worth(self.setup.options, self.doubled, event)
        scored = self.setup.side_of(event.seat)
        self.totals[scored] += value
        self._note(value)
        self.lines.append(self._told(event, value))
        self._remember(event)

    def _note(self, value: int) -> None:
        self.values.append(value)
        self.running.append(list(self.totals))

    # -- what cannot have happened ------------------------------------------------------------------

    def _check_possible(self, event: Scoring) -> None:
        match event:
            case ZetemaAssemblyEvent():
                self._check_five(event.rank)
                if event.rank in self.assemblies:
                    text = "The five {rank} were shown before: a new meld needs a new card."
                    raise refuse("/rank", "meld_repeated", text, rule="assembly", rank=rank_word(event.rank))
            case ZetemaZetemaEvent():
                self._check_five(event.rank)
            case ZetemaMarriagesEvent():
                self._check_marriages(event.suits)

    def _check_five(self, rank: str) -> None:
        """Five of a rank can be together only while none of them is on the waste pile."""
        if rank in self.zetemas:
            text = "The zetema of {rank} is made: a rank has five cards, and they are on the waste pile."
            raise refuse("/rank", "zetema_made", text, rule="zetemas", rank=rank_word(rank))
        if rank in ROYAL and self.marriages:
            text = "A marriage was declared: the five {rank} can no longer come together."
            raise refuse("/rank", "after_marriage", text, rule="zetemas", rank=rank_word(rank))

    def _check_marriages(self, suits: list[Any]) -> None:
        rule = "marriages"
        if not suits:
            raise refuse("/suits", "no_marriage", "At least one suit is needed.", rule=rule)
        if len(suits) > FIVE:
            text = "There are five marriages in the pack, so {n} cannot be declared at once."
            raise refuse("/suits", "too_many_marriages", text, rule=rule, n=len(suits))
        royal = [rank for rank in ROYAL if rank in self.zetemas]
        if royal:
            text = "The {rank} made a zetema and are gone: nobody can marry any more."
            raise refuse("/suits", "after_zetema", text, rule=rule, rank=rank_word(royal[0]))
        for place, letter in enumerate(suits):
            pairs = 2 if letter == self.doubled else 1
            if [*self.marriages, *suits[: place + 1]].count(letter) > pairs:
                one = "There is one pair of {suit}, and it is married."
                many = "There are {n} pairs of {suit}, and both are married."
                text = one if pairs == 1 else many
                raise refuse(f"/suits/{place}", "marriage_repeated", text, rule=rule, suit=suit(letter), n=pairs)

    def _check_new(self, event: Scoring) -> None:
        """Raises Refusal where a meld shows the very cards of an earlier one.

        A card of the doubled suit has a twin, so the same cards may be other ones.
        """
        if event.cards is None or not isinstance(event, ZetemaMeldEvent) or sorted(event.cards) not in self.melds:
            return
        if all(event.cards.count(code) == (2 if suit_of(code) == self.doubled else 1) for code in event.cards):
            text = "These cards were shown before: a new meld needs at least one new card."
            raise refuse("/cards", "meld_repeated", text, rule="melds")

    def _check_turn(self, event: Scoring) -> None:
        """One declaration a turn; a zetema comes with the discard, which may follow a meld."""
        if event.seat == self._last and not isinstance(event, ZetemaZetemaEvent):
            text = "{who} scored just before, and a turn has one declaration: note the turns without points between."
            raise refuse("/seat", "no_turn_between", text, rule="turn", who=seat(event.seat))

    def _remember(self, event: Scoring) -> None:
        self._last = event.seat
        match event:
            case ZetemaAssemblyEvent():
                self.assemblies.append(event.rank)
            case ZetemaZetemaEvent():
                self.zetemas.append(event.rank)
            case ZetemaMarriagesEvent():
                self.marriages += event.suits
            case ZetemaMeldEvent(cards=list() as cards):
                self.melds.append(sorted(cards))

    # -- in words -------------------------------------------------------------------------------------

    def _told(self, event: Scoring, value: int) -> Line:
        who = seat(event.seat)
        match event:
            case ZetemaMeldEvent():
                return line("{who}: {meld}", who=who, meld=NAMES[event.e], value=value, rule="melds")
            case ZetemaAssemblyEvent():
                text = "{who}: assembly of {rank}"
                return line(text, who=who, rank=rank_word(event.rank), value=value, rule="assembly")
            case ZetemaZetemaEvent():
                text = "{who}: zetema of {rank}"
                return line(text, who=who, rank=rank_word(event.rank), value=value, rule="zetemas")
            case _:
                return self._told_marriages(event, value)

    def _told_marriages(self, event: ZetemaMarriagesEvent, value: int) -> Line:
        n = len(event.suits)
        shown: dict[str, Any] = {"who": seat(event.seat), "n": n, "suits": [suit(letter) for letter in event.suits]}
        more = extra(self.setup.options, self.doubled, event.suits)
        if more:
            shown |= {"base": MARRIAGES[n], "more": more}
            one = "{who}: a marriage of {suits}: {base}, and {more} for imperial"
            many = "{who}: {n} marriages, {suits}: {base}, and {more} for imperial"
        else:
            one, many = "{who}: a marriage of {suits}", "{who}: {n} marriages, {suits}"
        return line(one if n == 1 else many, **shown, value=value, rule="marriages")


def score_events(setup: Setup[ZetemaOptions], state: ZetemaState, hand: ZetemaEventsHand) -> HandResult[ZetemaState]:
    """Scores a hand event by event. Raises Refusal with the pointer of the event that cannot have happened."""
    course = Course(setup, state)
    for place, event in enumerate(hand.events):
        try:
            course.take(event)
        except Refusal as refusal:
            raise refusal.under(f"/events/{place}") from None
    won = course.winner is not None
    if won and hand.end is not None:
        text = "The hand was not played out: {who} reached {target} before."
        raise refuse("/end", "after_end", text, rule="end", who=side(course.winner or 0), target=course.target)
    n = sum(not isinstance(event, ZetemaTurnsEvent) for event in hand.events)
    head = plural(n, "{n} score", "{n} scores")
    return _scored(setup, state, course, won or hand.end is not None, head)


def score_summary(setup: Setup[ZetemaOptions], state: ZetemaState, hand: ZetemaSummaryHand) -> HandResult[ZetemaState]:
    """Scores a hand by its sums. Raises Refusal where they cannot be, or leave open who was first."""
    check_per_side(setup, hand.points, "/points")
    course = Course(setup, state)
    most = course.target + most_at_once(setup.options)
    for number, points in enumerate(hand.points):
        pointer = f"/points/{number}"
        if points < 0:
            raise refuse(pointer, "negative", "Nobody loses points.")
        if points % 5:
            raise refuse(
                pointer, "not_a_multiple", "All scores are multiples of five, so {n} is not possible.", n=points
            )
        course.totals[number] += points
        if course.totals[number] >= most:
            text = "{who} cannot get to {n}: the match ends at {target}, and nothing scores that much at once."
            told = {"who": side(number), "n": course.totals[number], "target": course.target}
            raise refuse(pointer, "too_many_points", text, rule="end", **told)
    if sum(total >= course.target for total in course.totals) > 1:
        text = "More than one side would have {target}, and the first to get there has won: enter the hand in order."
        raise refuse("/points", "order_needed", text, rule="end", target=course.target)
    return _scored(setup, state, course, True, say("Added up at the table"))


def _scored(
    setup: Setup[ZetemaOptions], state: ZetemaState, course: Course, closed: bool, head: Message
) -> HandResult[ZetemaState]:
    points: list[Number] = [after - before for after, before in zip(course.totals, state.totals, strict=True)]
    if not any(points):
        course.lines.append(line("Nothing scored", value=0, rule="scoring"))
    for number, total in enumerate(course.totals):
        if not points[number]:
            continue
        text = "{who}: {before} + {points} = {total}"
        told = {"who": side(number), "before": state.totals[number], "points": points[number], "total": total}
        course.lines.append(line(text, **told, value=points[number], rule="scoring"))
    winner = course.winner
    if winner is not None:
        text = "{who} reached {target} and won at once"
        course.lines.append(line(text, who=side(winner), target=course.target, rule="end"))
    if closed:
        after = next_state(setup, state, points, zetemas=[], marriages=[], assemblies=[], melds=[])
    else:
        after = state.model_copy(
            update={
                "totals": add_points(state.totals, points),
                "zetemas": course.zetemas,
                "marriages": course.marriages,
                "assemblies": course.assemblies,
                "melds": course.melds,
            }
        )
    return HandResult(
        points=points,
        state=after,
        lines=course.lines,
        summary=say("{head}: {points}", head=head, points=list(points)),
        details={
            "values": course.values,
            "running_totals": course.running,
            "finished": winner is not None,
            "winners": [] if winner is None else [winner],
        },
        complete=closed,
    )
