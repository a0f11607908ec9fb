"""What is entered and carried in Reversis: house rules, chips and pots, the two kinds of hand, the trick look-up."""

from __future__ import annotations

from typing import Annotated, ClassVar, Literal

from pydantic import BaseModel, ConfigDict, Field

from scoring.engine.bounds import between, entries
from scoring.engine.cards import Card, Pack, cards_of, pack
from scoring.engine.game import HandDetails, HandLookupModel, HandModel, OptionsModel, StateModel
from scoring.engine.marking import _
from scoring.engine.older_names import AcceptsOlderNames, older_names

RANKS = ("A", "K", "Q", "J", "9", "8", "7", "6", "5", "4", "3", "2")
VALUES = {"A": 4, "K": 3, "Q": 2, "J": 1}
PACK_48 = pack(RANKS)
ACES = cards_of(("A",))
QUINOLA = "JH"
SPECIAL = (*ACES, QUINOLA)
TRICKS = 11
ALL_POINTS = 40
#: An espagnolette may refuse suit up to this trick; a player who has won all of them may make the reversis.
FIRST_TRICKS = 9

ReversisCard = Annotated[Card, PACK_48.card_schema]
Ace = Annotated[Card, Pack(ACES).card_schema]
Seat = Annotated[int, between(0, 3)]
TrickNumber = Annotated[int, between(1, TRICKS)]
Talon = Annotated[list[ReversisCard], entries(0, 4)]


class ReversisOptions(OptionsModel):
    """House rules."""

    start_chips: int = Field(
        100, ge=0, le=1000, title="Chips at the start", description="What each player has before the first hand."
    )
    hands: Annotated[int, Field(ge=1, le=500)] | None = Field(
        None, title="Hands", description="The number of hands in the match; a multiple of four is fair."
    )
    led_quinola_remise: bool = Field(
        False, title="Remise for a led Quinola", description="Whether leading the Quinola costs a remise at once."
    )
    talon_values: Literal["plain", "old"] = Field(
        "plain",
        title="Talon",
        description="How the talon counts for the party payment: cards as usual, or the old count with ♦A 5 and ♥J 4.",
        json_schema_extra={"labels": {"plain": "usual values", "old": "old count"}},
    )
    end_pots: Literal["leave", "split"] = Field(
        "leave",
        title="Pots left at the end",
        description="Whether pots left at the end belong to nobody, or are shared out equally.",
        json_schema_extra={"labels": {"leave": "to nobody", "split": "shared out equally"}},
    )


class ReversisState(StateModel):
    """Chips, dealer, number of hands, and the pots."""

    pots: list[Annotated[int, Field(ge=1)]] = Field(
        default=[], title="Pots", description="Chips in each pot, the oldest first, before the ante of the coming hand."
    )
    first_remise_paid: bool = Field(
        False, title="First remise paid", description="Whether a remise was paid since the pots were started."
    )
    playing: bool = Field(
        False, title="Playing", description="Whether a hand is being played: its ante and payments so far are counted."
    )


class ReversisDetails(HandDetails):
    """Figures of a hand."""

    pots: list[int]
    """Chips in each pot, the oldest first."""
    first_remise_paid: bool
    """Whether there was a remise since the pots were begun."""
    party_winner: int | None
    """The seat that won the party; null for none or if it was not entered."""
    party_loser: int | None
    """The seat that lost the party; null for none or if it was not entered."""


class _Event(BaseModel):
    """Fields of every event."""

    model_config = ConfigDict(extra="forbid", strict=True, frozen=True)

    trick: TrickNumber | None = Field(
        None, title="Trick", description="1 to 11, never going down; null if nobody noted it."
    )
    seat: Seat = Field(title="Player", description="Seat that played the card.")
    claimed: bool = Field(
        False,
        title="Claimed",
        description="For a card that was led: whether the winner of the party asked for payment before the next deal.",
    )


class ReversisAceOff(_Event):
    """An ace thrown on another suit."""

    kind: Literal["ace_off"]
    card: Ace = Field(title="Ace")
    winner: Seat = Field(title="Winner", description="Seat that takes the trick.")


class ReversisAceForced(_Event):
    """An ace played to a lead of its own suit."""

    kind: Literal["ace_forced"]
    card: Ace = Field(title="Ace")
    leader: Seat = Field(title="Leader", description="Seat that led the suit.")


class ReversisAceLed(_Event):
    """An ace that was led."""

    kind: Literal["ace_led"]
    card: Ace = Field(title="Ace")


class ReversisQuinolaOff(_Event):
    """The Quinola thrown on another suit."""

    kind: Literal["quinola_off"]
    winner: Seat = Field(title="Winner", description="Seat that takes the trick.")


class ReversisQuinolaForced(_Event):
    """The Quinola played to a heart lead."""

    kind: Literal["quinola_forced"]
    leader: Seat = Field(title="Leader", description="Seat that led hearts.")


class ReversisQuinolaLed(_Event):
    """The Quinola led."""

    kind: Literal["quinola_led"]


ReversisEvent = Annotated[
    ReversisAceOff
    | ReversisAceForced
    | ReversisAceLed
    | ReversisQuinolaOff
    | ReversisQuinolaForced
    | ReversisQuinolaLed,
    Field(discriminator="kind"),
    older_names("type", "by"),
]

_ESPAGNOLETTE = _("Seat that refused suit under its privilege, null for nobody.")


class ReversisPartyHand(HandModel):
    """A hand in which nobody took the first nine tricks."""

    kind: Literal["party"] = "party"
    talon: Talon = Field(title="Talon", description="The cards thrown out or left: all four, or those with points.")
    events: list[ReversisEvent] = Field(
        default=[], title="Aces and Quinola", description="How they were played, in their order."
    )
    espagnolette: Seat | None = Field(None, title="Espagnolette", description=_ESPAGNOLETTE)
    tricks: Annotated[list[Annotated[int, between(0, TRICKS)] | None], entries(4, 4)] = Field(
        title="Tricks", description="How many each seat won, eleven in all; one of them may be null."
    )
    card_points: Annotated[list[Annotated[int, between(0, ALL_POINTS)] | None], entries(4, 4)] = Field(
        title="Card points", description="What each seat captured, 40 with the talon; one of them may be null."
    )


class ReversisOpenHand(HandModel):
    """A hand that is still being played, with the payments so far. When it is over, correct it to one of the other
    kinds.
    """

    kind: Literal["open"] = "open"
    events: list[ReversisEvent] = Field(
        default=[], title="Aces and Quinola", description="How they were played so far, in their order."
    )


class ReversisReversisHand(AcceptsOlderNames, HandModel):
    """A hand in which one player took the first nine tricks."""

    accepted_names: ClassVar = frozenset({"by"})

    kind: Literal["reversis"] = "reversis"
    seat: Seat = Field(title="Player", description="Seat that took the first nine tricks.")
    made: bool = Field(title="Made", description="Whether that player took the last two tricks as well.")
    quinola_in_nine: bool = Field(
        False, title="Quinola among the nine", description="Whether that player played ♥J in tricks 1 to 9."
    )
    broken_by: Seat | None = Field(
        None, title="Broken by", description="If it was broken: seat that won the first trick that its player lost."
    )
    broken_trick: Annotated[int, between(FIRST_TRICKS + 1, TRICKS)] | None = Field(
        None, title="Broken in", description="The first trick that its player lost, 10 or 11."
    )
    broken_with_quinola: bool = Field(
        False, title="Broken with the Quinola", description="Whether ♥J won the trick that broke it."
    )
    espagnolette: Seat | None = Field(None, title="Espagnolette", description=_ESPAGNOLETTE)
    talon: Talon | None = Field(None, title="Talon", description="May be left out: it changes nothing.")
    events: list[ReversisEvent] | None = Field(
        None, title="Aces and Quinola", description="May be left out: these payments are given back."
    )


class ReversisLookup(HandLookupModel):
    """A trick, or the cards on the table and a hand."""

    pack: ClassVar[Pack] = PACK_48

    espagnolette: bool = Field(False, title="Espagnolette", description="Whether this player has undertaken it.")
    number: TrickNumber | None = Field(None, title="Trick number", description="1 to 11; needed with an espagnolette.")
