"""What is entered and carried in Truco: house rules, state, the three kinds of hand, the trick look-up."""

from __future__ import annotations

from typing import Annotated, ClassVar, Literal

from pydantic import BaseModel, ConfigDict, Field

from scoring.engine.cards import Card, pack
from scoring.engine.game import HandDetails, HandModel, LookupModel, OptionsModel, StateModel
from scoring.engine.older_names import older_names
from scoring.engine.tricks import Play

Side = Annotated[int, Field(ge=0, le=1)]
PACK = pack("A K Q J 7 6 5 4 3 2")
TrucoCard = Annotated[Card, PACK.card_schema]
Offence = Literal["deal", "reject", "disclose", "over_raise", "other"]
ElevenChoice = Literal["play", "run"]


class TrucoOptions(OptionsModel):
    """House rules. The first value of each is the Brazilian game with four fixed top cards."""

    stakes: Literal["1-3-6-9-12", "2-4-6-10-12", "2-4-8-10-12"] = Field(
        "1-3-6-9-12",
        title="Stakes",
        description="The worth of a hand after each call. The two ladders that start with 2 are Mineiro: "
        "a plain hand, an iron hand and an irregularity count 2, and the special hand is "
        "played at ten points, for 4.",
        json_schema_extra={
            "labels": {
                "1-3-6-9-12": "1, 3, 6, 9, 12",
                "2-4-6-10-12": "2, 4, 6, 10, 12 (Mineiro)",
                "2-4-8-10-12": "2, 4, 8, 10, 12 (Mineiro)",
            }
        },
    )
    manilhas: Literal["fixed", "vira"] = Field(
        "fixed",
        title="Top cards",
        description="Whether the top cards are four fixed cards, or (Paulista) the four cards of the "
        "rank above a card turned after the deal.",
        json_schema_extra={"labels": {"fixed": "four fixed cards", "vira": "by the turned card (vira)"}},
    )
    all_tied: Literal["nobody", "mao"] = Field(
        "nobody",
        title="All three tricks tied",
        description="Whether nobody scores, or the mão's side wins the stake (never in an iron hand).",
        json_schema_extra={"labels": {"nobody": "nobody scores", "mao": "the mão's side wins"}},
    )
    eleven_run: Literal["opponents_gain", "leaders_lose"] = Field(
        "opponents_gain",
        title="Running from a hand of eleven",
        description="Whether the opponents gain a tento, or the side that runs loses one and nobody wins the hand.",
        json_schema_extra={
            "labels": {"opponents_gain": "the opponents gain one", "leaders_lose": "the side that runs loses one"}
        },
    )
    later_raise: bool = Field(
        True,
        title="Raising later",
        description="Whether the side that accepted may also raise later in the hand, not only as its answer.",
    )
    truco_decides: Literal["hand", "trick"] = Field(
        "hand",
        title="An accepted truco decides",
        description="Whether an accepted raise is decided by the whole hand, or by the trick in which "
        "the last raise was accepted.",
        json_schema_extra={"labels": {"hand": "by the hand", "trick": "by the trick of the last raise"}},
    )
    face_down: Literal["after_first", "never"] = Field(
        "after_first",
        title="Face-down cards",
        description="Whether cards may be played face down in the second and third trick.",
        json_schema_extra={"labels": {"after_first": "from the second trick on", "never": "never"}},
    )


HandType = Literal["normal", "eleven", "iron"]


class TrucoState(StateModel):
    """Totals, dealer and the number of hands. The kind of the next hand follows from the totals."""


class TrucoDetails(HandDetails):
    """Figures of a hand."""

    hand_type: HandType
    """What the totals before it made of the hand."""
    dealer: int
    """The seat that dealt it."""
    hand_winner: int | None
    """The side that won it; null for nobody."""
    stake: int | None
    """What it scored; null for nothing."""
    finished: bool
    """Whether the match is over with this hand."""
    winner: int | None
    """The side that has won the match; null while it goes on."""
    next_dealer: int
    """The seat that deals the next hand."""
    next_hand_type: HandType | None
    """What the totals make of the next hand; null after the match."""


class TrucoIrregularity(BaseModel):
    """A rule broken during the hand."""

    model_config = ConfigDict(extra="forbid", strict=True, frozen=True)

    side: Side = Field(title="Side", description="The offenders: 0 for seats 0 and 2, 1 for seats 1 and 3.")
    offence: Offence = Field(
        title="Offence",
        description="A wrong shuffle, cut or deal; a wrong rejection or gift; telling or showing cards; a raise too "
        "far or in a hand without raises; anything else.",
    )


class TrucoPlay(Play):
    """A card on the table, face up or face down: ``card`` or ``face_down``, one of the two."""

    model_config = ConfigDict(extra="forbid", strict=True, frozen=True)

    card: TrucoCard | None = Field(None, title="Card")  # type: ignore[assignment]  # a card may lie face down
    face_down: bool = Field(False, title="Face down", description="The card lies face down and cannot win.")


class TrucoElevenEvent(BaseModel):
    """First event of a hand of eleven: what the side with eleven chooses."""

    model_config = ConfigDict(extra="forbid", strict=True, frozen=True)

    kind: Literal["eleven"]
    choice: ElevenChoice = Field(
        title="Choice", description="What the side with eleven chose: in a hand of eleven, and only there."
    )


class TrucoRaiseEvent(BaseModel):
    """A call: truco or one of the raises above it."""

    model_config = ConfigDict(extra="forbid", strict=True, frozen=True)

    kind: Literal["raise"]
    side: Side = Field(title="Side", description="Who calls.")
    to: int = Field(
        ge=0,
        le=99,
        json_schema_extra={"minimum": 2, "maximum": 12},
        title="To",
        description="The stake that is offered: one step up the ladder.",
    )


class TrucoAcceptEvent(BaseModel):
    """The open raise is accepted."""

    model_config = ConfigDict(extra="forbid", strict=True, frozen=True)

    kind: Literal["accept"]
    side: Side = Field(title="Side", description="Who accepts: the side that was called to.")


class TrucoRunEvent(BaseModel):
    """The open raise is refused, which ends the hand."""

    model_config = ConfigDict(extra="forbid", strict=True, frozen=True)

    kind: Literal["run"]
    side: Side = Field(title="Side", description="Who runs: the side that was called to.")


class TrucoTrickEvent(BaseModel):
    """A trick: who won it (null if it was tied), or its four cards, from which the winner is found."""

    model_config = ConfigDict(extra="forbid", strict=True, frozen=True)

    kind: Literal["trick"]
    winner: Side | None = Field(None, title="Winner", description="The side that won it, null for a tied trick.")
    plays: Annotated[list[TrucoPlay], Field(max_length=12)] | None = Field(
        None, title="Plays", description="The four cards in the order in which they were played."
    )


class TrucoIrregularityEvent(TrucoIrregularity):
    """A rule broken at this point of the hand."""

    kind: Literal["irregularity"]


TrucoEvent = Annotated[
    TrucoElevenEvent | TrucoRaiseEvent | TrucoAcceptEvent | TrucoRunEvent | TrucoTrickEvent | TrucoIrregularityEvent,
    Field(discriminator="kind"),
    older_names("e"),
]

Irregularities = Annotated[
    list[TrucoIrregularity],
    Field(max_length=30, title="Irregularities", description="Rules broken during the hand, in their order."),
]


class TrucoSummaryHand(HandModel):
    """A hand by its result: who won it and at which stake."""

    kind: Literal["summary"] = "summary"
    winner: Side | None = Field(
        None,
        title="Winner",
        description="The side that won the hand, null if all three tricks were tied. Left out if a side "
        "with eleven runs.",
    )
    stake: Annotated[int, Field(ge=0, le=99, json_schema_extra={"minimum": 0, "maximum": 12})] | None = Field(
        None,
        title="Stake",
        description="The stake in force at the end. May be left out in a hand of eleven, in an iron "
        "hand, and if nobody won (unless the mão's side wins such hands).",
    )
    ran: bool = Field(
        False,
        title="Ran",
        description="The losers refused a raise; the stake is then the one before that raise.",
    )
    eleven_choice: ElevenChoice | None = Field(
        None,
        title="Choice with eleven",
        description="What the side with eleven chose: in a hand of eleven, and only there.",
    )
    irregularities: Irregularities = []


class TrucoEventsHand(HandModel):
    """A hand event by event: calls, answers and tricks in order, up to the event that decided it."""

    kind: Literal["events"] = "events"
    events: list[TrucoEvent] = Field(
        max_length=60, title="Events", description="Everything in order; the list stops when the hand is decided."
    )
    vira: TrucoCard | None = Field(
        None,
        title="Vira",
        description="The turned card: needed at tables that play with one when tricks are given by their cards.",
    )


class TrucoVoidDeal(HandModel):
    """A deal that was abandoned: nobody wins it and the same player deals again."""

    kind: Literal["void"] = "void"
    irregularities: Irregularities = []


class TrucoLookup(LookupModel):
    """A trick to look up."""

    turned_up: ClassVar[str] = "vira"

    trick_no: int = Field(1, ge=1, le=3, title="Trick", description="First, second or third trick of the hand.")
    plays: list[TrucoPlay] = Field(  # type: ignore[assignment]  # cards may lie face down
        default=[],
        max_length=12,
        title="Plays",
        description="The cards of the trick in the order in which they were played, face up or face down.",
    )
    vira: TrucoCard | None = Field(
        None,
        title="Vira",
        description="The turned card. If it is given, it decides the top cards; with the option `vira` it is needed.",
    )
    hand: Annotated[list[TrucoCard], Field(max_length=3)] | None = Field(
        None, title="Hand", description="A player's cards, to ask what may be played to an unfinished trick."
    )
