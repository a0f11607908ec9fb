"""A hand of Zetema event by event: what each scores, what it makes impossible, and the moment that ends the match."""

from __future__ import annotations

from collections import Counter
from typing import Any

from scoring.engine.cards import SUITS, rank_of, suit_of
from scoring.engine.game import Setup, check_per_seat, check_seat, side_at_target
from scoring.engine.marking import _, ngettext_noop
from scoring.engine.messages import Line, Number, line, plural, seat, side, suit
from scoring.engine.refusal import refuse
from scoring.games.zetema.cards_by_seat import CardsBySeat
from scoring.games.zetema.melds import MARRIAGES, NAMES, ROYAL, check_cards, extra, rank_word, worth
from scoring.games.zetema.models import (
    FIVE,
    RANKS,
    AnyEvent,
    ScoringEvent,
    ZetemaAssemblyEvent,
    ZetemaMarriagesEvent,
    ZetemaMeldEvent,
    ZetemaOptions,
    ZetemaState,
    ZetemaTurnsEvent,
    ZetemaZetemaEvent,
    doubled_suit,
    target_of,
)


class PlayByPlay:
    """A hand event by event, from the state that is carried; totals include every event so far."""

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
        self.cards = CardsBySeat(self.doubled, setup.players, state.cards_by_seat)
        self.last: ScoringEvent | None = state.last_event

    @property
    def winner(self) -> int | None:
        """The side that has reached the target."""
        return side_at_target(self.totals, self.target)

    @property
    def missing(self) -> list[str]:
        """The ranks whose zetema is still to come: not kings and queens after a marriage."""
        return [rank for rank in RANKS if rank not in self.zetemas and not (rank in ROYAL and self.marriages)]

    @property
    def wasted(self) -> Counter[str]:
        """The cards on the waste pile."""
        married = Counter(rank + letter for letter in self.marriages for rank in ROYAL)
        return married + Counter(rank + letter for rank in self.zetemas for letter in (*SUITS, self.doubled))

    def add(self, event: AnyEvent) -> None:
        """Adds the next event. Raises Refusal (pointers relative to it) if it cannot have happened."""
        if self.winner is not None:
            text = _("{who} had reached {target}: the match was over, and the rest of the hand stays unplayed.")
            raise refuse("", "after_end", text, rule="end", who=side(self.winner), target=self.target)
        if isinstance(event, ZetemaTurnsEvent):
            self.last = None
            self._record(0)
            self.lines.append(line("A new turn", rule="turn"))
            return
        check_seat(self.setup, event.seat, "/seat")
        self._check_possible(event)
        check_cards(self.setup, self.doubled, event, self.wasted)
        self._check_new(event)
        self._check_turn(event)
        self.cards.add(event)
        value = worth(self.setup.options, self.doubled, event)
        scorer = self.setup.side_of(event.seat)
        self.totals[scorer] += value
        self._record(value)
        self.lines.append(self._line(event, value))
        self._note_event(event)

    def _record(self, value: int) -> None:
        self.values.append(value)
        self.running.append(list(self.totals))

    # -- what cannot have happened ------------------------------------------------------------------

    def _check_possible(self, event: ScoringEvent) -> None:
        match event:
            case ZetemaAssemblyEvent():
                self._check_five(event.rank, "/rank")
                if event.rank in self.assemblies:
                    text = _("The five {rank} were shown before: a new meld needs a new card.")
                    raise refuse("/rank", "meld_repeated", text, rule="assembly", rank=rank_word(event.rank))
            case ZetemaZetemaEvent():
                self._check_five(event.rank, "/rank")
            case ZetemaMarriagesEvent():
                self._check_marriages(event.suits, "/suits")

    def _check_five(self, rank: str, pointer: str) -> None:
        """Five of a rank can be together only while none of them is on the waste pile."""
        if rank in self.zetemas:
            text = _("The zetema of {rank} is made: a rank has five cards, and they are on the waste pile.")
            raise refuse(pointer, "zetema_made", text, rule="zetemas", rank=rank_word(rank))
        if rank in ROYAL and self.marriages:
            text = _("A marriage was declared: the five {rank} can no longer come together.")
            raise refuse(pointer, "after_marriage", text, rule="zetemas", rank=rank_word(rank))

    def _check_marriages(self, suits: list[Any], pointer: str) -> None:
        rule = "marriages"
        if not suits:
            raise refuse(pointer, "no_marriage", "At least one suit is needed.", rule=rule)
        if len(suits) > FIVE:
            text = _("There are five marriages in the pack, so {n} cannot be declared at once.")
            raise refuse(pointer, "too_many_marriages", text, rule=rule, n=len(suits))
        royal = [rank for rank in ROYAL if rank in self.zetemas]
        if royal:
            text = _("The {rank} made a zetema and are gone: nobody can marry any more.")
            raise refuse(pointer, "after_zetema", text, rule=rule, rank=rank_word(royal[0]))
        for place, letter in enumerate(suits):
            pairs = 2 if letter == self.doubled else 1
            if [*self.marriages, *suits[: place + 1]].count(letter) > pairs:
                one = _("There is one pair of {suit}, and it is married.")
                many = _("There are {n} pairs of {suit}, and both are married.")
                text = one if pairs == 1 else many
                raise refuse(f"{pointer}/{place}", "marriage_repeated", text, rule=rule, suit=suit(letter), n=pairs)

    def _check_new(self, event: ScoringEvent) -> None:
        """Raises Refusal if a meld shows the very cards of an earlier one.

        A card of the doubled suit has a twin, so the same cards may be other ones.
        """
        if event.cards is None or not isinstance(event, ZetemaMeldEvent) or sorted(event.cards) not in self.melds:
            return
        if all(event.cards.count(code) == (2 if suit_of(code) == self.doubled else 1) for code in event.cards):
            text = _("These cards were shown before: a new meld needs at least one new card.")
            raise refuse("/cards", "meld_repeated", text, rule="melds")

    def _check_turn(self, event: ScoringEvent) -> None:
        """Raises Refusal if a player scored just before and cannot have had another turn for this.

        A turn has one declaration and one discard. So only a zetema can follow, and only if the discard of that turn
        completes it: after a meld with one of its cards. An assembly is five cards, which make their zetema with the
        last of five discards, so the turns between need not be noted.
        """
        last = self.last
        if last is None or last.seat != event.seat:
            return
        ranks: set[str]
        params: dict[str, Any] = {"who": seat(event.seat)}
        if not isinstance(event, ZetemaZetemaEvent):
            text = _("{who} scored just before, and a turn has one declaration: note that it is a new turn.")
            raise refuse("/seat", "no_turn_between", text, rule="turn", **params)
        match last:
            case ZetemaMarriagesEvent():
                text = _("{who} discards nothing after marriages: note the new turn before the zetema.")
                raise refuse("/seat", "no_turn_between", text, rule="turn", **params)
            case ZetemaZetemaEvent():
                text = _("{who} made a zetema just before, and a turn has one discard: note that it is a new turn.")
                raise refuse("/seat", "no_turn_between", text, rule="turn", **params)
            case ZetemaAssemblyEvent(rank=rank):
                ranks = {rank}
            case ZetemaMeldEvent(cards=list() as cards):
                ranks = {rank_of(code) for code in cards}
            case _:
                return
        if event.rank not in ranks:
            text = _("{who} discards a card of the meld just shown, and none of its cards is one of the {rank}.")
            raise refuse("/rank", "not_of_the_meld", text, rule="turn", rank=rank_word(event.rank), **params)

    def _note_event(self, event: ScoringEvent) -> None:
        self.last = event
        match event:
            case ZetemaAssemblyEvent():
                self.assemblies.append(event.rank)
            case ZetemaZetemaEvent():
                self.zetemas.append(event.rank)
            case ZetemaMarriagesEvent():
                self.marriages += event.suits
            case ZetemaMeldEvent(cards=list() as cards):
                self.melds.append(sorted(cards))

    # -- an open hand to go on with -------------------------------------------------------------------

    def check_start(self, state: ZetemaState) -> None:
        """Raises Refusal if no hand comes to what this state carries of an open one.

        To be called before any event, on the play of the same state without an open hand.
        """
        for place, rank in enumerate(state.zetemas):
            self._check_five(rank, f"/zetemas/{place}")
            self.zetemas.append(rank)
        if state.marriages:
            self._check_marriages(list(state.marriages), "/marriages")
        if state.cards_by_seat:
            check_per_seat(self.setup, state.cards_by_seat, "/cards_by_seat")
            self.cards.check_start(state.cards_by_seat, "/cards_by_seat")
        if state.last_event is not None:
            check_seat(self.setup, state.last_event.seat, "/last_event/seat")

    # -- texts ----------------------------------------------------------------------------------------

    def _line(self, event: ScoringEvent, value: int) -> Line:
        who = seat(event.seat)
        match event:
            case ZetemaMeldEvent():
                return line("{who}: {meld}", who=who, meld=NAMES[event.kind], value=value, rule="melds")
            case ZetemaAssemblyEvent():
                text = _("{who}: assembly of {rank}")
                return line(text, who=who, rank=rank_word(event.rank), value=value, rule="assembly")
            case ZetemaZetemaEvent():
                text = _("{who}: zetema of {rank}")
                return line(text, who=who, rank=rank_word(event.rank), value=value, rule="zetemas")
            case _:
                return self._marriages_line(event, value)

    def _marriages_line(self, event: ZetemaMarriagesEvent, value: int) -> Line:
        n = len(event.suits)
        params: dict[str, Any] = {"who": seat(event.seat), "suits": [suit(letter) for letter in event.suits]}
        more = extra(self.setup.options, self.doubled, event.suits)
        if more:
            params |= {"base": MARRIAGES[n], "more": more}
            forms = ngettext_noop(
                "{who}: a marriage of {suits}: {base}, and {more} for imperial",
                "{who}: {n} marriages, {suits}: {base}, and {more} for imperial",
            )
        else:
            forms = ngettext_noop("{who}: a marriage of {suits}", "{who}: {n} marriages, {suits}")
        return Line(plural(n, *forms, **params), value, "marriages")
