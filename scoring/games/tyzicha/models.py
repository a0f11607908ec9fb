"""What is entered at a Tyzicha table, the marriages and the order of the cards."""

from __future__ import annotations

from typing import Annotated, ClassVar, Literal, NotRequired, Self

from pydantic import BaseModel, ConfigDict, Field

from scoring.engine.bounds import between, entries
from scoring.engine.cards import Card, Pack, Suit, cards_of, pack
from scoring.engine.game import HandDetails, HandLookupModel, HandModel, OptionsModel, StateModel
from scoring.engine.messages import Number
from scoring.engine.tricks import Ranking

VALUES = {"A": 11, "10": 10, "K": 4, "Q": 3, "J": 2, "9": 0}
RANKS = tuple(VALUES)
PACK = pack(RANKS)
ALL_POINTS = 120
MARRIAGES = {"H": 100, "D": 80, "C": 60, "S": 40}
LOWEST, FORCED, HIGHEST, STEP = 110, 100, ALL_POINTS + sum(MARRIAGES.values()), 10
CONCESSION = 40
BARREL, BARREL_DEALS = 120, 3
BOLTS = 3
TARGET_WITH_BARREL = 1000

TyzichaCard = Annotated[Card, PACK.card_schema]
Seat = Annotated[int, between(0, 2)]
CardPoints = Annotated[list[Annotated[int, between(0, ALL_POINTS)] | None], entries(3, 3)]
Piles = Annotated[list[list[TyzichaCard] | None], entries(3, 3)]


def ranking(trump: str | None) -> Ranking:
    """Returns the order of a trick; trump None before the first marriage."""
    return Ranking(trumps=cards_of(RANKS, trump) if trump else (), ranks=RANKS)


class TyzichaOptions(OptionsModel):
    """When a contract is made, when the others score, bolts and barrel, and the target of the match."""

    make_contract: Literal["reach", "exceed"] = Field(
        "reach",
        title="Contract made",
        description="Whether the hand value must reach the contract, or exceed it.",
        json_schema_extra={"labels": {"reach": "reach it", "exceed": "exceed it"}},
    )
    opponents_score: Literal["when_broken", "always"] = Field(
        "when_broken",
        title="Opponents score",
        description="Whether the others score their hand values only if the contract is broken, or always.",
        json_schema_extra={"labels": {"when_broken": "when the contract is broken", "always": "always"}},
    )
    barrel: bool = Field(
        False,
        title="Barrel",
        description="Whether a player who is within 120 points of the target stops there, on the barrel, and has three "
        "deals to make the 120 with one contract.",
    )
    bolt_penalty: Annotated[int, Field(ge=1, le=1000)] | None = Field(
        None,
        title="Three bolts cost",
        description="What a player loses who takes no trick for the third time, usually 120; left out to count no "
        "bolts.",
    )
    target: int = Field(
        1001,
        ge=1,
        le=1_000_000,
        title="Target",
        description="The total that wins. Only a declarer who makes a contract can reach it; the others "
        "stop one point below. If it is left out: 1,001, with the barrel 1,000.",
    )

    def as_played(self, players: int) -> Self:
        """Returns the options with the usual target of the barrel if it is played and no target was chosen."""
        if not self.barrel or "target" in self.model_fields_set:
            return self
        return self.model_copy(update={"target": TARGET_WITH_BARREL})


class TyzichaState(StateModel):
    """Totals, dealer and the number of hands; bolts and deals on the barrel where they are played."""

    bolts: list[Annotated[int, Field(ge=0, le=BOLTS - 1)]] = Field(
        [], title="Bolts", description="By seat, the hands without a trick since the last penalty.", max_length=3
    )
    barrel: list[Annotated[int, Field(ge=0, le=BARREL_DEALS)]] = Field(
        [],
        title="On the barrel",
        description="By seat, which deal on the barrel comes next: 1, 2 or 3; 0 for who is not on it.",
        max_length=3,
    )


class TyzichaDetails(HandDetails):
    """Figures of a hand."""

    hand_values: list[int] | None
    """Cards and marriages, by seat; null if it was conceded."""
    card_points: NotRequired[list[int]]
    """By seat. Left out if it was conceded."""
    contract: int
    """The points that the declarer had to reach."""
    made: bool
    """Whether the declarer reached them."""
    lost_to_cap: list[Number]
    """By seat, points that the limit before the end took away."""
    no_trick: NotRequired[list[int]]
    """The seats without a trick. Only where bolts are counted."""


class TyzichaMarriage(BaseModel):
    """A king and queen of one suit, shown on the lead."""

    model_config = ConfigDict(extra="forbid", strict=True, frozen=True)

    seat: Seat = Field(title="Seat", description="Who showed it.")
    suit: Suit = Field(title="Suit", description="The suit of the king and queen.")


class TyzichaContract(HandModel):
    """What every hand has: who declared, and for how much."""

    declarer: Seat = Field(title="Declarer", description="Seat of the declarer.")
    contract: Annotated[int, between(FORCED, HIGHEST)] = Field(
        title="Contract", description="The final number, after any raise."
    )
    bid: Annotated[int, between(FORCED, HIGHEST)] | None = Field(
        None, title="Bid", description="The number that won the bidding, if it is known."
    )
    forced_hundred: bool = Field(
        False, title="Forced 100", description="True if the player left of the dealer was forced to play for 100."
    )


class TyzichaPlayedHand(TyzichaContract):
    """A hand that was played. Enter the card points or the cards; both must agree."""

    needs: ClassVar[tuple[tuple[str, ...], ...]] = (("card_points", "captured"),)

    kind: Literal["played"] = "played"
    card_points: CardPoints | None = Field(
        None,
        title="Card points",
        max_length=3,
        description="Card points of each seat without marriages, 120 in all; one may be null, for the rest.",
    )
    captured: Piles | None = Field(
        None,
        title="Cards won",
        max_length=3,
        description="The cards each seat won; one may be null, for all the others.",
    )
    marriages: list[TyzichaMarriage] = Field(
        [], title="Marriages", max_length=4, description="The marriages shown, in order."
    )
    trick_of_nines: Seat | None = Field(
        None,
        title="Trick of nines",
        description="Who won a trick of three nines, if bolts are counted: a trick without card points. Needed only "
        "if the cards are not entered.",
    )


class TyzichaConcededHand(TyzichaContract):
    """A hand that the declarer gave up after the exchange: neither card points nor marriages."""

    kind: Literal["conceded"] = "conceded"
    card_points: Annotated[list[Annotated[int, between(0, ALL_POINTS)] | None], entries(0, 3)] | None = Field(
        None, title="Card points", description="Must be left out: nothing was played."
    )
    captured: Annotated[list[list[TyzichaCard] | None], entries(0, 3)] | None = Field(
        None, title="Cards won", description="Must be left out: nothing was played."
    )
    marriages: list[TyzichaMarriage] = Field([], title="Marriages", description="Must be left out: nothing was played.")


class TyzichaTrick(HandLookupModel):
    """A trick to look up."""

    pack: ClassVar[Pack] = PACK

    trump: Suit | None = Field(None, title="Trump", description="The trump suit before this lead; null for none yet.")
    marriage: bool = Field(
        False, title="Marriage", description="True when the leader shows king and queen and leads one of them."
    )
