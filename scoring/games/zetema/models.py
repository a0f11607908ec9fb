"""What is entered and carried in Zetema: house rules, state, events, the two kinds of hand; and the pack."""

from __future__ import annotations

from typing import Annotated, Literal, Self

from pydantic import BaseModel, ConfigDict, Field
from pydantic import Field as ApiField

from scoring.engine.bounds import between, entries
from scoring.engine.cards import PACK_52, SUITS, Card, Pack, Suit, cards_of
from scoring.engine.game import HandDetails, HandModel, OptionsModel, Setup, StateModel
from scoring.engine.messages import Number
from scoring.engine.older_names import older_names

RANKS = ("A", "2", "3", "4", "5", "6", "7", "8", "9", "10", "J", "Q", "K")
FIVE = 5

#: A card may be there twice if its suit is the doubled one.
ZetemaCard = Annotated[Card, PACK_52.card_schema]

Rank = Literal["A", "2", "3", "4", "5", "6", "7", "8", "9", "10", "J", "Q", "K"]
Seat = Annotated[int, between(0, 5), Field(title="Seat", description="Who scored.")]
EventCards = Annotated[
    list[ZetemaCard] | None,
    Field(max_length=20, title="Cards", description="The cards themselves, if they are to be checked."),
]


def usual_target(players: int) -> int:
    """Returns the total that wins if the table chose no other: 300 for two and three players, 200 for more."""
    return 300 if players <= 3 else 200


class ZetemaOptions(OptionsModel):
    """House rules."""

    doubled_suit: Suit = Field(
        "S", title="Doubled suit", description="The suit that is in the pack twice; its marriages are imperial."
    )
    target: Annotated[int, Field(ge=100, le=1000)] | None = Field(
        None,
        title="Target",
        description="The total that wins at once. If it is left out: 300 for two and three players, 200 "
        "for four to six.",
    )
    ace: Literal["low", "both"] = Field(
        "low",
        title="Ace in sequences",
        description="Whether an ace counts only below the two, or also above the king.",
        json_schema_extra={"labels": {"low": "low only", "both": "low and high"}},
    )
    six_marriage: Literal["150", "150_plus_imperial"] = Field(
        "150",
        title="All five marriages at once",
        description="Whether they count 150 in all, or 150 and 10 more for each of the two imperial ones.",
        json_schema_extra={"labels": {"150": "150", "150_plus_imperial": "170 (10 more for each imperial)"}},
    )

    def as_played(self, players: int) -> Self:
        """Returns the options with the target of this many players if none was chosen."""
        return self.model_copy(update={"target": self.target or usual_target(players)})


class ZetemaEvent(BaseModel):
    """Something that happened at the table."""

    model_config = ConfigDict(extra="forbid", strict=True, frozen=True)


class ZetemaMeldEvent(ZetemaEvent):
    """A sequence, a flush or both in one, shown from the hand."""

    kind: Literal["sequence", "flush", "flush_sequence"] = ApiField(
        description="What was shown; a flush sequence is both."
    )
    seat: Seat
    cards: EventCards = None


class ZetemaAssemblyEvent(ZetemaEvent):
    """Five of a rank, shown from the hand."""

    kind: Literal["assembly"]
    seat: Seat
    rank: Rank = Field(title="Rank", description="The rank whose five cards were in the hand.")
    cards: EventCards = None


class ZetemaMarriagesEvent(ZetemaEvent):
    """Marriages declared together."""

    kind: Literal["marriages"]
    seat: Seat
    suits: list[Suit] = Field(
        max_length=20, title="Suits", description="One letter for each marriage; the doubled suit may be named twice."
    )
    cards: EventCards = None


class ZetemaZetemaEvent(ZetemaEvent):
    """The discard that brings five of a rank together on their pile."""

    kind: Literal["zetema"]
    seat: Seat
    rank: Rank = Field(title="Rank", description="The rank whose fifth card was laid.")
    cards: EventCards = None


class ZetemaTurnsEvent(ZetemaEvent):
    """A new turn: enter this between two scores of one player, if they were made in different turns.

    The others had turns without points between, or none, if they have no cards left.
    """

    kind: Literal["turns"]


ScoringEvent = Annotated[
    ZetemaMeldEvent | ZetemaAssemblyEvent | ZetemaMarriagesEvent | ZetemaZetemaEvent,
    Field(discriminator="kind"),
    older_names("e"),
]
AnyEvent = Annotated[
    ZetemaMeldEvent | ZetemaAssemblyEvent | ZetemaMarriagesEvent | ZetemaZetemaEvent | ZetemaTurnsEvent,
    Field(discriminator="kind"),
    older_names("e"),
]


class ZetemaState(StateModel):
    """Totals, dealer, hands played; and of a hand that is still open what can no longer happen in it."""

    doubled_suit: Suit | None = Field(
        None, title="Doubled suit", description="The suit of the second thirteen; left out: that of the house rules."
    )
    zetemas: list[Rank] = Field([], title="Zetemas", description="Ranks whose five cards are gone in the open hand.")
    marriages: list[Suit] = Field([], title="Marriages", description="Marriages declared so far in the open hand.")
    assemblies: list[Rank] = Field([], title="Assemblies", description="Ranks shown as assemblies in the open hand.")
    melds: list[list[ZetemaCard]] = Field(
        [], title="Melds", description="Melds of the open hand whose cards were entered, each in sorted order."
    )
    cards_by_seat: list[dict[ZetemaCard, Annotated[int, Field(ge=0, le=2)]]] = Field(
        [], title="Cards by seat", description="By seat, the cards shown from the hand in the open hand, and how many."
    )
    last_event: ScoringEvent | None = Field(
        None,
        title="Last event",
        description="The last event of the open hand, by the seat that had the turn; null after a new turn.",
    )


class ZetemaDetails(HandDetails):
    """Figures of a hand so far."""

    values: list[int]
    """Of each event, in order."""
    running_totals: list[list[Number]]
    """By event, the totals after it, by side."""
    finished: bool
    """Whether the match is over with this hand."""
    winners: list[int]
    """The sides that have won the match; empty while it goes on."""
    missing: list[str]
    """Ranks that nobody assembled."""


class ZetemaEventsHand(HandModel):
    """A hand event by event. It stays open, and may grow, until the target is reached or it is played out."""

    kind: Literal["events"] = "events"
    events: list[AnyEvent] = Field(
        default=[], max_length=200, title="Events", description="What was scored, in the order in which it happened."
    )
    end: Literal["stock"] | None = Field(
        None,
        title="End",
        description="`stock` once the hand is played out; left out while it goes on, or when the target ended it.",
    )


class ZetemaSummaryHand(HandModel):
    """A hand that the table added up itself."""

    kind: Literal["summary"] = "summary"
    points: Annotated[list[int], entries(2, 6)] = Field(
        title="Points", max_length=6, description="What each side scored in the hand."
    )


def doubled_suit(setup: Setup[ZetemaOptions], state: ZetemaState) -> Suit:
    """Returns the suit of the second thirteen cards."""
    return state.doubled_suit or setup.options.doubled_suit


def target_of(setup: Setup[ZetemaOptions]) -> int:
    """Returns the total that wins: the table's own, or the usual one."""
    return setup.options.target or usual_target(setup.players)


def hand_size(players: int) -> int:
    """Returns cards in a hand: six, with six players five."""
    return 5 if players == 6 else 6


def pack_with(doubled: str) -> Pack:
    """Returns the 65 cards: a full pack and one suit more."""
    return Pack(cards_of(RANKS, SUITS) + cards_of(RANKS, doubled))
