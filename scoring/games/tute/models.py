"""What is entered and carried in Tute, and what the cards are worth."""

from __future__ import annotations

from typing import Annotated, ClassVar, Literal

from pydantic import BaseModel, ConfigDict, Field

from scoring.engine.bounds import Side, between, entries
from scoring.engine.cards import Card, Pack, Suit, cards_of, pack
from scoring.engine.game import HandDetails, HandLookupModel, HandModel, OptionsModel, StateModel
from scoring.engine.messages import Number
from scoring.engine.older_names import AcceptsOlderNames

RANKS = ("A", "3", "K", "Q", "J", "7", "6", "5", "4", "2")
VALUES = {"A": 11, "3": 10, "K": 4, "Q": 3, "J": 2}
PACK_40 = pack(RANKS)
SCORING = cards_of(VALUES)

TuteCard = Annotated[Card, PACK_40.card_schema]
Seat = Annotated[int, between(0, 3)]
ALL_POINTS = 120
LAST_TRICK = 10
#: King and queen of trumps, and of another suit.
FORTY, TWENTY = 40, 20
TRICKS = 10
#: After later tricks a player holds too few cards to show two, or four.
LAST_DECLARATION, LAST_TUTE = 8, 6

CardPoints = Annotated[list[Annotated[int, between(0, ALL_POINTS)] | None], entries(2, 2)]


class TuteOptions(OptionsModel):
    """House rules."""

    hands: int = Field(
        1,
        ge=1,
        le=21,
        title="Hands",
        description="The number of hands in a match; more than half of them win it.",
        json_schema_extra={"only_with": {"race_to": [None]}},
    )
    tie: Literal["drawn", "last_trick"] = Field(
        "drawn",
        title="Equal points",
        description="Whether the hand is drawn, or the side with the last trick wins it.",
        json_schema_extra={"labels": {"drawn": "the hand is drawn", "last_trick": "the last trick wins"}},
    )
    undertrump: Literal["must", "free"] = Field(
        "must",
        title="A trump too low",
        description="Whether a player who can neither follow nor overtrump must play a lower trump, or "
        "may play anything.",
        json_schema_extra={"labels": {"must": "it must be played", "free": "it may be held back"}},
    )
    queens_tute: bool = Field(False, title="Four queens", description="Whether four queens count like four kings.")
    tute_wins: Literal["hand", "match"] = Field(
        "hand",
        title="A tute wins",
        description="Whether a tute wins the hand, or the whole match.",
        json_schema_extra={"labels": {"hand": "the hand", "match": "the match"}},
    )
    race_to: Literal[101] | None = Field(
        None,
        title="Race",
        description="Points of the hands are added up and 101 win the match, instead of a number of hands.",
    )


class TuteState(StateModel):
    """Points added up, dealer, number of deals, and the hands that each side has won."""

    hands_won: Annotated[list[Annotated[int, Field(ge=0)]], entries(2, 2)] = Field(
        default=[0, 0], title="Hands won", description="How many hands each side has won; drawn ones are in neither."
    )
    match_winner: int | None = Field(
        None,
        ge=0,
        le=1,
        title="Match winner",
        description="The side to which a tute, or the last trick of a level race, gave the match.",
    )


class TuteSideDetails(HandDetails):
    """What a side's points of a hand are made of."""

    cards: int
    """Card points."""
    declarations: int
    """Points for declarations."""
    last_trick: int
    """Ten for the last trick, or 0."""


class TuteDetails(HandDetails):
    """Figures of a hand."""

    hand_totals: list[Number] | None
    """By side; null after a tute."""
    breakdown: list[TuteSideDetails] | None
    """What these are made of, by side; null after a tute."""
    hand_winner: int | None
    """The side that won it; null for a tie."""
    hands_won: list[int]
    """In the match so far, by side."""
    winner: int | None
    """The side that has won the match; null while it goes on."""
    dealer: int
    """The seat that dealt it."""
    next_dealer: int
    """The seat that deals the next hand."""


class TuteDeclaration(BaseModel):
    """King and queen of a suit, shown by the player who has just won a trick."""

    model_config = ConfigDict(extra="forbid", strict=True, frozen=True)

    seat: Seat = Field(title="Seat", description="Who showed the two cards.")
    value: Annotated[int, between(TWENTY, FORTY)] = Field(
        title="Value", description="40 for trumps, 20 for another suit."
    )
    suit: Suit = Field(title="Suit", description="The suit of the king and queen.")
    after_trick: Annotated[int, between(1, LAST_DECLARATION)] | None = Field(
        None, title="After trick", description="1 to 8, where it was noted."
    )


class TutePlayedHand(AcceptsOlderNames, HandModel):
    """A hand that was played out and counted."""

    accepted_names: ClassVar = frozenset({"turned"})

    needs: ClassVar[tuple[tuple[str, ...], ...]] = (("card_points", "captured"),)

    kind: Literal["played"] = "played"
    trump: Suit | None = Field(None, title="Trump", description="Needed only to check declarations.")
    up_card: TuteCard | None = Field(
        None, title="Turned card", description="The dealer's last card, in place of the trump."
    )
    card_points: CardPoints | None = Field(
        None, title="Card points", description="For each side, 120 in all; one of them may be null."
    )
    captured: Annotated[list[list[TuteCard] | None], entries(2, 2)] | None = Field(
        None,
        title="Captured cards",
        description="In place of the card points: for each side its cards, worthless ones only if you like. "
        "One list may be null: all the rest.",
    )
    last_trick: Side = Field(title="Last trick", description="The side that won the tenth trick.")
    declarations: Annotated[list[TuteDeclaration], entries(0, 4)] = Field(
        default=[], title="Declarations", description="In the order in which they were made."
    )
    tricks: Annotated[list[Seat], entries(TRICKS, TRICKS)] | None = Field(
        None,
        title="Tricks",
        description="The seat that won each of the ten tricks, where that was noted; declarations are checked by it.",
    )


class TuteShownHand(AcceptsOlderNames, HandModel):
    """A hand that was won at once by four kings (or four queens, if they count)."""

    accepted_names: ClassVar = frozenset({"turned"})

    kind: Literal["tute"] = "tute"
    seat: Seat = Field(title="Seat", description="Who showed the four cards.")
    after_trick: Annotated[int, between(1, LAST_TUTE)] | None = Field(
        None, title="After trick", description="1 to 6, where it was noted."
    )
    trump: Suit | None = Field(None, title="Trump", description="For the record only.")
    up_card: TuteCard | None = Field(None, title="Turned card", description="For the record only.")
    card_points: Annotated[list[Annotated[int, between(0, ALL_POINTS)] | None], entries(0, 2)] | None = Field(
        None, title="Card points", description="Must be left out: nothing is counted after a tute."
    )
    captured: Annotated[list[list[TuteCard] | None], entries(0, 2)] | None = Field(
        None, title="Captured cards", description="Must be left out: nothing is counted after a tute."
    )


class TuteLookup(HandLookupModel):
    """A trick, or the cards on the table and a hand."""

    pack: ClassVar[Pack] = PACK_40

    trump: Suit = Field(title="Trump", description="The trump suit of the hand.")
