"""A hand between two pairs whose stake goes up by calls while its tricks are played, event by event: Truco, Truc.

Hands of such games may begin with a choice (of the side that needs only one more hand), and go on with calls,
answers and tricks until they are decided. ``CalledHand`` holds what they share; a game says what its events do.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, ClassVar, Generic, TypeVar

from scoring.engine.marking import _
from scoring.engine.messages import Line, card, line, seat, side
from scoring.engine.models import Setup
from scoring.engine.refusal import pointers_under, refuse
from scoring.engine.stakes import CalledStakes
from scoring.engine.tricks import Play, TieableTrick, tieable_trick

E = TypeVar("E")
P = TypeVar("P", bound=Play)


class CalledHand(Generic[E, P]):
    """A hand while it is played.

    calls: the stake and who may raise it. tricks: the side that won each, None for a tied one. cards: those played so
    far. leaders: the seats that may lead the next trick. lines: the explanation so far. Subclasses write ``over``,
    ``add`` and ``card_order``, and set the texts that name the game's own words.
    """

    trick_missing: ClassVar[str] = _("Say who won the trick, or that it was tied, or give its four cards.")
    wrong_leader: ClassVar[str] = _("{who} did not lead this trick.")
    tied_trick: ClassVar[tuple[str, str]] = (_("Trick {n} is tied"), "ties")
    """Text and rule of the line for a trick that nobody won."""

    def __init__(self, setup: Setup[Any], dealer: int, calls: CalledStakes) -> None:
        self.setup = setup
        self.calls = calls
        self.tricks: list[int | None] = []
        self.cards: list[str] = []
        self.leaders: tuple[int, ...] = (setup.after(dealer),)
        self.lines: list[Line] = []

    @property
    def over(self) -> bool:
        """Whether the hand is over."""
        raise NotImplementedError

    def add(self, event: E) -> None:
        """Adds the next event. Raises Refusal (pointers relative to the event) if it cannot happen now."""
        raise NotImplementedError

    def card_order(self) -> Sequence[Sequence[str]]:
        """Returns the cards from the highest down, equal ones in one row."""
        raise NotImplementedError

    def check_plays(self, plays: Sequence[P]) -> None:
        """Raises Refusal (pointers below ``/plays``) if these cards are not possible as the next trick."""
        raise NotImplementedError

    def leaders_after_tie(self, trick: TieableTrick[P] | None, leader: int | None) -> tuple[int, ...]:
        """Returns the seats that may lead after a tied trick. trick, leader: None if it was entered without its
        cards.
        """
        raise NotImplementedError

    def play(self, events: Sequence[E], pointer: str = "/events") -> None:
        """Adds all these events in order. Raises Refusal, with the pointer of the event, at one that cannot happen."""
        for number, event in enumerate(events):
            with pointers_under(f"{pointer}/{number}"):
                if self.over:
                    text = _("The hand is decided: nothing more happens in it.")
                    raise refuse("", "hand_decided", text, rule="hand")
                self.add(event)

    def accept(self, answerer: int) -> None:
        """Records that this side accepts the open call."""
        self.calls.accept(answerer)
        text, stake = _("{who} accept: played for {n}"), self.calls.stake
        self.lines.append(line(text, who=side(answerer), n=stake, value=stake, rule="raising"))

    def check_answered(self, pointer: str = "") -> None:
        """Raises Refusal while a call is open."""
        if self.calls.open is not None:
            raise self.calls.unanswered_refusal(pointer)

    def add_trick(self, plays: Sequence[P] | None, entered: tuple[int | None, ...]) -> int | None:
        """Adds the next trick, by its cards or by its winner, and returns the side that won it, None if it is tied.

        entered: the winner in a tuple of one, empty if none was entered. Raises Refusal if a call has no answer yet, if
        neither cards nor winner were entered, and if they are not possible or disagree.
        """
        self.check_answered()
        if plays is None:
            if not entered:
                raise refuse("", "trick_empty", self.trick_missing, rule="tricks")
            winner = entered[0]
            self.leaders = self.leaders_after_tie(None, None) if winner is None else self.setup.sides[winner]
            self._add_line(winner, None)
        else:
            winner = self._by_cards(plays, entered)
        self.tricks.append(winner)
        return winner

    def _by_cards(self, plays: Sequence[P], entered: tuple[int | None, ...]) -> int | None:
        self.check_plays(plays)
        leader = plays[0].seat
        if leader not in self.leaders:
            raise refuse("/plays/0/seat", "wrong_leader", self.wrong_leader, rule="tricks", who=seat(leader))
        trick = tieable_trick(plays, self.card_order())
        winner = trick.winner_side
        if entered and entered[0] != winner:
            text = _("The cards of this trick give another winner: give the cards alone, or correct them.")
            raise refuse("/winner", "winner_differs", text, rule="tricks")
        self.cards += [play.card for play in plays if play.card is not None]
        taker = trick.winner_seat
        self.leaders = self.leaders_after_tie(trick, leader) if taker is None else (taker,)
        self._add_line(winner, trick.best[0].card if trick.best else None)
        return winner

    def _add_line(self, winner: int | None, best: str | None) -> None:
        number = len(self.tricks) + 1
        if winner is None:
            text, rule = self.tied_trick
            self.lines.append(line(text, n=number, rule=rule))
        elif best is None:
            self.lines.append(line("Trick {n}: {who}", n=number, who=side(winner), rule="hand"))
        else:
            text = _("Trick {n}: {who}, with {card}")
            self.lines.append(line(text, n=number, who=side(winner), card=card(best), rule="tricks"))
