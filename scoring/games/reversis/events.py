"""Aces and the Quinola, event by event: whether they can have been played so."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Any

from scoring.engine.captured import check_cards
from scoring.engine.cards import suit_of
from scoring.engine.game import Setup, check_seat
from scoring.engine.marking import _
from scoring.engine.messages import card as card_name
from scoring.engine.messages import cards as card_names
from scoring.engine.messages import seat
from scoring.engine.refusal import refuse
from scoring.games.reversis.models import (
    ACES,
    PACK_48,
    QUINOLA,
    SPECIAL,
    TRICKS,
    VALUES,
    ReversisAceForced,
    ReversisAceLed,
    ReversisAceOff,
    ReversisOptions,
    ReversisQuinolaForced,
    ReversisQuinolaLed,
    ReversisQuinolaOff,
)

Event = (
    ReversisAceOff
    | ReversisAceForced
    | ReversisAceLed
    | ReversisQuinolaOff
    | ReversisQuinolaForced
    | ReversisQuinolaLed
)
TALON = 4


def card_of(event: Event) -> str:
    """Returns the card that an event is about."""
    return event.card if isinstance(event, ReversisAceOff | ReversisAceForced | ReversisAceLed) else QUINOLA


def leader_of(event: Event) -> int | None:
    """Returns who led the trick, None if it is not entered."""
    if isinstance(event, ReversisAceLed | ReversisQuinolaLed):
        return event.seat
    return event.leader if isinstance(event, ReversisAceForced | ReversisQuinolaForced) else None


def winner_of(event: Event) -> int | None:
    """Returns who took the trick, None if it is not entered. An ace that was led or followed suit always wins."""
    if isinstance(event, ReversisAceForced | ReversisAceLed):
        return event.seat
    return event.winner if isinstance(event, ReversisAceOff | ReversisQuinolaOff) else None


def check_talon(talon: Sequence[str]) -> None:
    """Raises Refusal unless these are up to four different cards of the pack: cards without points may be left out."""
    check_cards(PACK_48, talon, "/talon", rule="setup")
    if len(talon) > TALON:
        text = _("Four cards lie in the talon, not {n}.")
        raise refuse("/talon", "talon_size", text, rule="setup", n=len(talon))


def check_events(
    setup: Setup[ReversisOptions], dealer: int, events: Sequence[Event], talon: Sequence[str], complete: bool
) -> None:
    """Raises Refusal at the first event that cannot have happened.

    complete: every ace and the Quinola must be in an event or in the talon.
    """
    seen = set(talon)
    tricks: dict[int, _Trick] = {}
    latest = 1
    for number, event in enumerate(events):
        pointer = f"/events/{number}"
        _check_event(setup, event, pointer)
        code = card_of(event)
        if code in seen:
            text = _("{card} lies in the talon.") if code in talon else _("{card} was played already.")
            raise refuse(pointer, "card_twice", text, rule="aces", card=card_name(code))
        seen.add(code)
        if event.trick is None:
            continue
        if not latest <= event.trick <= TRICKS:
            text = _("Tricks run from 1 to {last} and never go down: {given} cannot follow {before}.")
            params = {"last": TRICKS, "given": event.trick, "before": latest}
            raise refuse(f"{pointer}/trick", "trick_order", text, rule="play", **params)
        latest = event.trick
        tricks.setdefault(event.trick, _Trick(setup.after(dealer) if event.trick == 1 else None)).take(event, pointer)
    missing = [code for code in SPECIAL if code not in seen]
    if complete and missing:
        text = _("Say how {cards} came into play, or put them into the talon.")
        raise refuse("/events", "card_missing", text, rule="aces", unfinished=True, cards=card_names(missing))


def _check_event(setup: Setup[ReversisOptions], event: Event, pointer: str) -> None:
    for name in ("seat", "winner", "leader"):
        check_seat(setup, getattr(event, name, None), f"{pointer}/{name}", rule="aces")
    if card_of(event) not in SPECIAL or (card_of(event) == QUINOLA and hasattr(event, "card")):
        text = _("{card} is not an ace: the aces are {aces}.")
        params = {"card": card_name(card_of(event)), "aces": card_names(ACES)}
        raise refuse(f"{pointer}/card", "not_an_ace", text, rule="aces", **params)
    for name in ("winner", "leader"):
        if getattr(event, name, None) == event.seat:
            text = _("{who} played the card to another player's trick.")
            raise refuse(f"{pointer}/{name}", "own_trick", text, rule="aces", who=seat(event.seat))
    if event.claimed and not isinstance(event, ReversisAceLed | ReversisQuinolaLed):
        text = _("Only a card that was led is claimed; this one was paid at once.")
        raise refuse(f"{pointer}/claimed", "claim_not_led", text, rule="claims")


@dataclass
class _Trick:
    """The facts of one trick from the events. leader, winner: seats, None if not known. led: the suit led."""

    leader: int | None
    winner: int | None = None
    players: list[int] = field(default_factory=list)
    followers: list[int] = field(default_factory=list)
    led: str | None = None
    thrown: list[str] = field(default_factory=list)

    def take(self, event: Event, pointer: str) -> None:
        """Adds an event. Raises Refusal if it contradicts those before it."""
        leader, winner = leader_of(event), winner_of(event)
        if self.leader is not None and leader not in (None, self.leader):
            name = "leader" if hasattr(event, "leader") else "seat"
            text = _("{who} led this trick.")
            raise refuse(f"{pointer}/{name}", "two_leaders", text, rule="play", who=seat(self.leader))
        if self.winner is not None and winner not in (None, self.winner):
            name = "winner" if hasattr(event, "winner") else "seat"
            text = _("{who} won this trick.")
            raise refuse(f"{pointer}/{name}", "two_winners", text, rule="play", who=seat(self.winner))
        self.leader = self.leader if leader is None else leader
        self.winner = self.winner if winner is None else winner
        if leader != event.seat:
            self.followers.append(event.seat)
        if event.seat in self.players or self.leader in self.followers:
            twice = event.seat if event.seat in self.players else self.leader or 0
            text = _("{who} played only one card to this trick.")
            raise refuse(f"{pointer}/seat", "played_twice", text, rule="play", who=seat(twice))
        self.players.append(event.seat)
        self._suits(event, pointer)

    def _suits(self, event: Event, pointer: str) -> None:
        suit = suit_of(card_of(event))
        if isinstance(event, ReversisAceOff | ReversisQuinolaOff):
            self.thrown.append(suit)
        elif self.led in (None, suit):
            self.led = suit
        else:
            text = _("Two suits cannot both have been led to one trick.")
            raise refuse(pointer, "two_suits", text, rule="play")
        if self.led in self.thrown:
            text = _("A card of the suit led is not thrown off: it followed suit.")
            raise refuse(pointer, "two_suits", text, rule="play")


def check_espagnolette(
    setup: Setup[ReversisOptions], who: int | None, events: Sequence[Event], talon: Sequence[str]
) -> None:
    """Raises Refusal unless this seat can have held four aces, or three and the Quinola.

    Of the five cards no more than one is in the talon or was played by somebody else.
    """
    check_seat(setup, who, "/espagnolette", rule="espagnolette")
    elsewhere = [code for code in talon if code in SPECIAL]
    elsewhere += [card_of(event) for event in events if event.seat != who]
    if who is not None and len(elsewhere) > 1:
        text = _("{who} may refuse suit only with four aces, or three and the Quinola; {cards} were elsewhere.")
        params: dict[str, Any] = {"who": seat(who), "cards": card_names(elsewhere)}
        raise refuse("/espagnolette", "no_right", text, rule="espagnolette", **params)


def known_points(events: Sequence[Event], players: int) -> list[int]:
    """Returns the card points that each seat is known to have captured: aces, and the Quinola if it was thrown."""
    points = [0] * players
    for event in events:
        winner = winner_of(event)
        if winner is not None:
            points[winner] += VALUES[card_of(event)[:-1]]
    return points


def known_tricks(events: Sequence[Event], players: int) -> list[int]:
    """Returns the least number of tricks that each seat must have won by these events."""
    least = [0] * players
    for owner in range(players):
        won = [event for event in events if winner_of(event) == owner]
        numbered = {event.trick for event in won if event.trick is not None}
        least[owner] = max(len(numbered), bool(won))
    return least
