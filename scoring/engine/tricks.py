"""Who takes a trick, and what may be played to it.

A ``Ranking`` has the trumps (a suit of their own, of any printed suit) and the order of the ranks. That is enough for
most games; a game with other rules passes its own functions.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field, replace
from typing import Any, Generic, TypeVar

from pydantic import BaseModel, ConfigDict, Field

from scoring.engine.cards import Card, rank_of, suit_of
from scoring.engine.marking import _
from scoring.engine.messages import Message, card, say, suit

TRUMP = "trump"


class Play(BaseModel):
    """A card on the table: who played it, and which."""

    model_config = ConfigDict(extra="forbid", strict=True)

    seat: int = Field(ge=0, le=11, title="Seat", description="Who played the card.")
    card: Card = Field(title="Card")


@dataclass(frozen=True)
class Ranking:
    """The order of strength of one deal.

    trumps: the trump cards, highest first; they form one suit. ranks: the ranks of every plain suit,
    highest first.
    """

    trumps: tuple[str, ...]
    ranks: tuple[str, ...]
    _place: dict[str, int] = field(init=False, repr=False, compare=False, default_factory=dict)

    def __post_init__(self) -> None:
        size = len(self.ranks) + len(self.trumps)
        self._place.update({rank: size - i for i, rank in enumerate(self.ranks)})
        self._place.update({card: 100 + size - i for i, card in enumerate(self.trumps)})

    def effective_suit(self, card: str) -> str:
        """Returns the suit that this card belongs to in play: ``"trump"`` or its printed suit letter."""
        return TRUMP if card in self.trumps else suit_of(card)

    def strength(self, card: str, led: str) -> int:
        """Returns how strong a card is in a trick led with ``led`` (a suit as ``effective_suit`` returns it); 0 cannot
        win.
        """
        own = self.effective_suit(card)
        if own == TRUMP:
            return self._place[card]
        return self._place[rank_of(card)] if own == led else 0

    def winner(self, plays: Sequence[Play]) -> Play:
        """Returns the play that takes the trick; of two identical cards the first."""
        led = self.effective_suit(plays[0].card)
        return max(plays, key=lambda play: self.strength(play.card, led))

    def following(self, hand: Sequence[str], plays: Sequence[Play]) -> list[str]:
        """Returns the cards of this hand that follow the suit led; empty if there are none, or if no card was led."""
        if not plays:
            return []
        led = self.effective_suit(plays[0].card)
        return [card for card in hand if self.effective_suit(card) == led]

    def legal(self, hand: Sequence[str], plays: Sequence[Play]) -> list[str]:
        """Returns which cards may be played if suit must be followed and any card goes without one."""
        return self.following(hand, plays) or list(hand)

    def beating(self, hand: Sequence[str], plays: Sequence[Play]) -> list[str]:
        """Returns the cards of this hand that would beat the best card on the table."""
        if not plays:
            return list(hand)
        led = self.effective_suit(plays[0].card)
        best = max(self.strength(play.card, led) for play in plays)
        return [card for card in hand if self.strength(card, led) > best]


P = TypeVar("P", bound=Play)


@dataclass(frozen=True)
class TieableTrick(Generic[P]):
    """A trick between two pairs, seats 0 and 2 against 1 and 3, in a game in which suits are equal.

    best: the plays of the highest card, in their order; empty if no card can win.
    """

    best: tuple[P, ...]

    @property
    def tied(self) -> bool:
        """Whether opponents share the highest card, or no card can win."""
        return len({play.seat % 2 for play in self.best}) != 1

    @property
    def winner_seat(self) -> int | None:
        """Who took it; of partners with equal cards the one who played first. None if it is tied."""
        return None if self.tied else self.best[0].seat

    @property
    def winner_side(self) -> int | None:
        """The side that took it, None if it is tied."""
        return None if self.tied else self.best[0].seat % 2


def tieable_trick(plays: Sequence[P], order: Sequence[Sequence[str]]) -> TieableTrick[P]:
    """Returns who takes these plays. order: the cards from the highest down, equal ones in one row; others
    cannot win.
    """
    for row in order:
        best = tuple(play for play in plays if play.card in row)
        if best:
            return TieableTrick(best)
    return TieableTrick(())


@dataclass(frozen=True)
class TrickResult:
    """Who takes a trick.

    winner: seat, or None if the trick is tied. card: the winning card, or None. why, rule: the reason and its section
    of the rules. next_leader: seat, or None if the trick does not decide it. extra: further facts of the game.
    """

    winner: int | None
    card: str | None
    why: Message
    rule: str
    next_leader: int | None = None
    extra: dict[str, Any] = field(default_factory=dict)


@dataclass(frozen=True)
class LegalPlays:
    """Which cards of a hand may be played now, and why."""

    cards: list[str]
    why: Message
    rule: str
    extra: dict[str, Any] = field(default_factory=dict)


@dataclass(frozen=True)
class PlayedTrick:
    """A trick of a hand that was entered by its cards.

    cards: seat and card in playing order, the card None if it was played face down. winner: seat, None if the trick is
    tied. up_card: the card that was turned up for this trick, in games that do so.
    """

    cards: Sequence[tuple[int, str | None]]
    winner: int | None
    up_card: str | None = None


@dataclass(frozen=True, order=True)
class Revoke:
    """A card that did not follow suit although its player had a card of the suit led.

    trick, place: of the card, from 0. later_trick: the trick in which the player played ``later_card`` of that suit.
    """

    trick: int
    place: int
    later_trick: int
    later_card: str


def revokes(tricks: Sequence[Sequence[Play]]) -> Iterator[Revoke]:
    """Yields every revoke in these whole tricks of a game without trumps to follow: the latest trick first."""
    later: dict[tuple[int, str], tuple[int, str]] = {}
    for number in range(len(tricks) - 1, -1, -1):
        plays = tricks[number]
        led = suit_of(plays[0].card)
        later |= {(play.seat, suit_of(play.card)): (number, play.card) for play in plays}
        for place, play in enumerate(plays):
            if suit_of(play.card) != led and (play.seat, led) in later:
                yield Revoke(number, place, *later[play.seat, led])


def so_far(result: TrickResult) -> TrickResult:
    """Returns the same for a trick to which not everybody has played: who is winning so far; nobody leads next yet."""
    return replace(result, why=say("{why}, so far", why=result.why), next_leader=None)


def trick_result(
    ranking: Ranking, plays: Sequence[Play], players: int, rule: str, next_leader: bool = True
) -> TrickResult:
    """Returns who takes these plays by this ranking, and why; in an unfinished trick, who is winning so far.

    players: how many play to a trick. next_leader: the winner leads next.
    """
    best = ranking.winner(plays)
    led = ranking.effective_suit(plays[0].card)
    trumps = [play for play in plays if ranking.effective_suit(play.card) == TRUMP]
    done = len(plays) == players
    if trumps:
        why = _("{card} is the only trump") if len(trumps) == 1 else _("{card} is the highest trump")
        message = say(why, card=card(best.card))
    elif ranking.trumps:
        message = say("{card} is the highest card of {suit}, and nobody trumped", card=card(best.card), suit=suit(led))
    else:
        message = say("{card} is the highest card of {suit}, the suit led", card=card(best.card), suit=suit(led))
    result = TrickResult(best.seat, best.card, message, rule, best.seat if next_leader else None)
    return result if done else so_far(result)


def follow_suit(ranking: Ranking, hand: Sequence[str], plays: Sequence[Play], rule: str) -> LegalPlays:
    """Returns which cards may be played, and why, if suit must be followed and any card goes without one."""
    legal = ranking.legal(hand, plays)
    if not plays:
        return LegalPlays(legal, say("The leader may lead any card"), rule)
    led = ranking.effective_suit(plays[0].card)
    if not ranking.following(hand, plays):
        text = (
            _("No trump to follow with: any card goes")
            if led == TRUMP
            else _("No {suit} to follow with: any card goes")
        )
    else:
        text = _("A trump was led: a trump must follow") if led == TRUMP else _("A card of {suit} was led: follow suit")
    return LegalPlays(legal, say(text, **({} if led == TRUMP else {"suit": suit(led)})), rule)


def head_the_trick(ranking: Ranking, hand: Sequence[str], plays: Sequence[Play], rule: str) -> LegalPlays:
    """Returns which cards may be played, and why, if suit must be followed, else a trump played, and the trick headed.

    Of the suit, or else of the trumps, a card that beats the best card so far must be played if there is one; without a
    card of the suit and without a trump any card goes.
    """
    if not plays:
        return LegalPlays(list(hand), say("The leader may lead any card"), rule)
    led = ranking.effective_suit(plays[0].card)
    lacking = say("trump") if led == TRUMP else say("{suit}", suit=suit(led))
    following = ranking.following(hand, plays)
    due = following or [code for code in hand if ranking.effective_suit(code) == TRUMP]
    if not due:
        return LegalPlays(list(hand), say("Neither {suit} nor a trump to play: any card goes", suit=lacking), rule)
    best = card(ranking.winner(plays).card)
    higher = [code for code in ranking.beating(hand, plays) if code in due]
    if following:
        text = _("Follow suit and beat {best}") if higher else _("Follow suit; no card of it here beats {best}")
        return LegalPlays(higher or due, say(text, best=best), rule)
    text = (
        _("No {suit} to follow with: a trump that beats {best}") if higher else _("No {suit} to follow with: any trump")
    )
    return LegalPlays(higher or due, say(text, suit=lacking, best=best), rule)
