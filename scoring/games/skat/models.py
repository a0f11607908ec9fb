"""What is entered at a Skat table: hands, a question about bidding, tricks to look up."""

from __future__ import annotations

from typing import Annotated, ClassVar, Literal

from pydantic import AfterValidator, BaseModel, ConfigDict, Field

from scoring.engine.bounds import between, entries
from scoring.engine.cards import PACK_32, Card, Pack, Suit
from scoring.engine.game import HandLookupModel, HandModel
from scoring.games.skat.cards import ALL_POINTS, TRICKS, AnyGame, TrumpGame, meant_bid

Announced = Literal["none", "schneider", "schwarz", "open"]
Level = Literal["plain", "schneider", "schwarz"]

SkatCard = Annotated[Card, PACK_32.card_schema]
Seat = Annotated[int, Field(ge=0, json_schema_extra={"maximum": 3})]
Matadors = Annotated[int, between(1, 11)]
CardPoints = Annotated[int, Field(ge=0, le=ALL_POINTS)]
TrickNumber = Annotated[int, Field(ge=0, le=TRICKS)]


class SkatMatadors(BaseModel):
    """With or against this number of matadors: one of the two."""

    model_config = ConfigDict(extra="forbid", strict=True, frozen=True, serialize_by_alias=True)

    with_: Matadors | None = Field(
        None, alias="with", title="With", description="Top trumps held without a gap, from the club jack down."
    )
    against: Matadors | None = Field(
        None, title="Against", description="Top trumps missing without a gap, from the club jack down."
    )


class SkatOutcome(BaseModel):
    """What is clear without a count."""

    model_config = ConfigDict(extra="forbid", strict=True, frozen=True)

    won: bool = Field(title="Won", description="Whether the declarer made the game.")
    level: Level = Field(
        "plain",
        title="Level",
        description="What the winning side reached in play. If it is left out: neither schneider nor "
        "schwarz, or what was announced and made.",
    )

    @property
    def named_level(self) -> Level | None:
        """The level, None if it was left out."""
        return self.level if "level" in self.model_fields_set else None


class SkatNullOutcome(BaseModel):
    """Whether a null was made."""

    model_config = ConfigDict(extra="forbid", strict=True, frozen=True)

    won: bool = Field(title="Won", description="Whether the declarer took no trick.")


class _AnyHand(HandModel):
    """Fields that any hand may have."""

    start_bock: bool = Field(
        False, title="Start Bock", description="The table opens a Bock round after this hand (option Bock)."
    )


class _DeclarerHand(_AnyHand):
    """Fields of every hand with a declarer."""

    declarer: Seat = Field(title="Declarer", description="Seat that won the bidding.")
    bid: Annotated[int, between(18, 264), AfterValidator(meant_bid)] | None = Field(
        None,
        title="Bid",
        description="Last value that the declarer bid or accepted, 18 to 264. A bid by two "
        "that no game is worth counts as the next value: 26 as 27. If it is left out, overbidding is not checked.",
    )
    hand: bool = Field(False, title="Hand", description="Whether the declarer left the skat unseen.")
    kontra: Literal["none", "kontra", "re"] = Field(
        "none",
        title="Kontra",
        description="Doubled by the defenders, and perhaps again by the declarer (option Kontra).",
    )


class SkatTrumpHand(_DeclarerHand):
    """A suit game or a grand: matadors in one of three ways, the result in one of four."""

    needs: ClassVar[tuple[tuple[str, ...], ...]] = (
        ("matadors", "trumps_held", "cards", "skat"),
        ("outcome", "declarer_points", "declarer_tricks", "declarer_cards", "defender_cards", "conceded"),
    )

    announced: Announced = Field(
        "none", title="Announced", description="What the declarer announced before the first lead; only from the hand."
    )
    matadors: SkatMatadors | None = Field(
        None, title="Matadors", description="With or against how many: 1 to 11, in a grand 1 to 4."
    )
    trumps_held: list[SkatCard] | None = Field(
        None, title="Trumps held", max_length=32, description="All trumps among the declarer's ten cards and the skat."
    )
    cards: list[SkatCard] | None = Field(
        None,
        title="Cards",
        max_length=32,
        description="The ten cards dealt to the declarer; with `skat` the app counts.",
    )
    skat: list[SkatCard] | None = Field(
        None, title="Skat", max_length=32, description="The two cards dealt to the skat, before anything was laid away."
    )
    declarer_points: CardPoints | None = Field(
        None, title="Declarer's card points", description="0 to 120, including the skat or the two cards laid away."
    )
    declarer_tricks: TrickNumber | None = Field(
        None,
        title="Declarer's tricks",
        description="Needed only with 120 card points, or with 22 or fewer: schwarz goes by tricks.",
    )
    declarer_cards: list[SkatCard] | None = Field(
        None, title="Declarer's pile", max_length=32, description="All cards that the declarer won, and the skat."
    )
    defender_cards: list[SkatCard] | None = Field(
        None, title="Defenders' pile", max_length=32, description="All cards that the two defenders won."
    )
    outcome: SkatOutcome | None = Field(
        None, title="Outcome", description="The quick entry: won or lost, and what was reached, without a count."
    )
    conceded: bool = Field(False, title="Given up", description="Whether the declarer gave the hand up.")


class SkatSuitHand(SkatTrumpHand):
    """A suit is trump together with the four jacks."""

    kind: Literal["suit"] = "suit"
    trump: Suit = Field(title="Trump", description="The trump suit.")


class SkatGrandHand(SkatTrumpHand):
    """Only the four jacks are trumps."""

    kind: Literal["grand"] = "grand"


class SkatNullHand(_DeclarerHand):
    """No trumps, and the declarer must not take a trick."""

    needs: ClassVar[tuple[tuple[str, ...], ...]] = (("outcome", "declarer_tricks"),)

    kind: Literal["null"] = "null"
    open: bool = Field(False, title="Open", description="Whether the declarer's cards lay face up.")
    declarer_tricks: TrickNumber | None = Field(
        None,
        title="Declarer's tricks",
        description="0, or 1 or more: play stops at the first trick that the declarer wins.",
    )
    outcome: SkatNullOutcome | None = Field(None, title="Outcome", description="Won or lost.")


class SkatRamschHand(_AnyHand):
    """All passed, and each plays alone. Figures or cards for each seat; nothing for a seat that sits out."""

    needs: ClassVar[tuple[tuple[str, ...], ...]] = (("points", "captured", "tricks"),)

    kind: Literal["ramsch"] = "ramsch"
    points: Annotated[list[CardPoints], entries(3, 4)] | None = Field(
        None, title="Card points", max_length=4, description="Card points in tricks of each seat."
    )
    tricks: Annotated[list[TrickNumber], entries(3, 4)] | None = Field(
        None,
        title="Tricks",
        max_length=4,
        description="Tricks of each seat, ten in all; needed if a player has no card points.",
    )
    last_trick: Annotated[list[TrickNumber], entries(3, 4)] | None = Field(
        None,
        title="Last trick won",
        max_length=4,
        description="Number of the last trick that each seat won, 0 for none; needed if two tie for fewest.",
    )
    captured: Annotated[list[Annotated[list[SkatCard], Field(max_length=32)]], entries(3, 4)] | None = Field(
        None, title="Cards won", max_length=4, description="The cards of each seat, the skat with the last trick."
    )
    trick_winners: list[Seat] | None = Field(
        None, title="Trick winners", max_length=TRICKS, description="The seats that won the ten tricks, in order."
    )


class SkatPassedIn(_AnyHand):
    """All passed, and nothing is played (option: passed in)."""

    kind: Literal["passed_in"] = "passed_in"


class SkatBidHelp(HandModel):
    """A question, not a hand: how high may these cards be bid? Nothing is recorded."""

    kind: Literal["bid_help"] = "bid_help"
    cards: list[SkatCard] = Field(
        title="Cards", max_length=32, description="The ten cards dealt, or twelve once the skat was taken."
    )
    game: TrumpGame = Field(title="Game", description="The trump suit, or grand.")
    hand: bool = Field(False, title="Hand", description="Whether it would be played without the skat.")
    announced: Announced = Field("none", title="Announced", description="What would be announced.")


class SkatTrick(HandLookupModel):
    """A trick to look up, in the game that is played."""

    pack: ClassVar[Pack] = PACK_32

    game: AnyGame = Field(
        title="Game",
        description="The trump suit, grand, null or ramsch.",
        json_schema_extra={"labels": {"ramsch": "ramsch"}},
    )
