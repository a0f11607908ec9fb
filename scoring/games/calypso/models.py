"""What is entered and carried in Calypso: house rules, the state of all calypsos, hands and look-ups."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Annotated, Any, ClassVar, Literal, NotRequired

from pydantic import AfterValidator, AliasChoices, BaseModel, BeforeValidator, ConfigDict, Field, WithJsonSchema

from scoring.engine.bounds import between, entries
from scoring.engine.cards import SUITS, Card, Pack, Suit, pack
from scoring.engine.game import HandDetails, HandLookupModel, HandModel, OptionsModel, StateModel
from scoring.engine.marking import _

RANKS = ("A", "K", "Q", "J", "10", "9", "8", "7", "6", "5", "4", "3", "2")
COPIES = 4
PACK = pack(RANKS, copies=COPIES)
SIZE = len(RANKS)
#: Cards of one deal, and tricks in it.
DEAL = 52
TRICKS = 13
MOST_CALYPSOS = 4

CalypsoCard = Annotated[Card, PACK.card_schema]
PileSize = Annotated[int, between(0, COPIES * DEAL)]
IN_PROGRESS = 20
IN_PILE = 10


def _one_suit(letter: str) -> str:
    if letter not in SUITS:
        raise ValueError(_("A suit is one of C, S, H and D."))
    return letter


def _split_letters(suits: Any) -> Any:
    """Returns suits typed as a text, ``S D H C`` or ``sdhc``, as a list; anything else unchanged."""
    return [letter for letter in suits.upper() if letter.isalpha()] if isinstance(suits, str) else suits


SuitLetter = Annotated[str, AfterValidator(_one_suit), WithJsonSchema({"type": "string", "pattern": "^[CSHD]$"})]
Rank = Literal["A", "K", "Q", "J", "10", "9", "8", "7", "6", "5", "4", "3", "2"]
Calypsos = Annotated[int, Field(ge=0, le=MOST_CALYPSOS)]
Progress = Annotated[int, Field(ge=0, le=SIZE - 1)]
#: The same in a hand, where ``checks.check_progress`` refuses an impossible number with the rule that it breaks.
EnteredCalypsos = Annotated[int, WithJsonSchema({"type": "integer", "minimum": 0, "maximum": MOST_CALYPSOS})]
EnteredProgress = Annotated[int, WithJsonSchema({"type": "integer", "minimum": 0, "maximum": SIZE - 1})]

#: ``piles`` is the older name of the field; both are read.
_PILE_NAMES = AliasChoices("pile", "piles")


class CalypsoOptions(OptionsModel):
    """House rules, and whose suit is whose."""

    suits: Annotated[list[SuitLetter], BeforeValidator(_split_letters), entries(4, 4)] = Field(
        default=["S", "D", "H", "C"],
        title="Suits",
        description="The trump suits of the players in seat order: C, S, H and D in any order. Partners "
        "usually have spades and hearts, or diamonds and clubs.",
    )
    deals: int = Field(
        4,
        ge=1,
        le=4,
        title="Deals",
        description="Deals before the count; with fewer than four the other cards are not dealt.",
    )
    calypso_values: Literal["500-750-1000", "500-750-1000-1250"] = Field(
        "500-750-1000",
        title="Calypsos",
        description="The worth of a player's first, second and third calypso; a fourth counts like the "
        "third, or 1,250.",
        json_schema_extra={
            "labels": {"500-750-1000": "500, 750, 1,000", "500-750-1000-1250": "500, 750, 1,000, 1,250"}
        },
    )
    matches: int = Field(1, ge=1, le=10, title="Matches", description="How many matches are added up.")


class CalypsoState(StateModel):
    """Totals, dealer, and what lies on the table: calypsos, cards in progress, won piles."""

    deal: int = Field(1, ge=1, le=4, title="Deal", description="Number of the coming deal.")
    match: int = Field(1, ge=1, le=11, title="Match", description="Number of the match that is being played.")
    calypsos: Annotated[list[Calypsos], entries(4, 4)] = Field(
        default=[0, 0, 0, 0], title="Calypsos", description="Finished so far, by seat, if they were entered."
    )
    in_progress: Annotated[list[Progress | list[Rank]], entries(4, 4)] = Field(
        default=[0, 0, 0, 0], title="In progress", description="By seat, the calypso in progress: a number or ranks."
    )
    pile: Annotated[list[PileSize], entries(2, 2)] = Field(
        default=[0, 0], validation_alias=_PILE_NAMES, title="Piles", description="By side, cards in the won pile."
    )
    by_tricks: int = Field(
        0, ge=0, le=4, title="By tricks", description="Deals of this match that were entered trick by trick."
    )
    seen: dict[str, Annotated[int, Field(ge=0, le=COPIES)]] = Field(
        default={}, title="Seen", description="How often each card was played in the deals entered trick by trick."
    )


class CalypsoSideDetails(HandDetails):
    """What a side scores in the count."""

    calypsos: int
    """Points for completed calypsos."""
    in_progress: int
    """Points for cards of calypsos in progress."""
    pile: int
    """Points for cards in the pile."""
    total: int
    """The three added."""


class CalypsoDetails(HandDetails):
    """Figures of a deal or of the count."""

    deal: NotRequired[int]
    """Which deal of the match it was, from 1. Left out of the count."""
    calypsos: list[int]
    """By seat, completed so far."""
    in_progress: list[int]
    """By seat, how many cards of the next calypso are there."""
    ranks: NotRequired[list[list[str]]]
    """By seat, which ranks these are. Only if the tricks were entered."""
    pile: NotRequired[list[int]]
    """Cards won that fit nowhere, by side."""
    lines: NotRequired[list[CalypsoSideDetails]]
    """What each side scores. Only of the count."""


class CalypsoDealHand(HandModel):
    """A deal before the last: nothing is counted, but the cards on the table may be entered."""

    kind: Literal["deal"] = "deal"
    calypsos: Annotated[list[EnteredCalypsos], entries(4, 4)] | None = Field(
        None, title="Calypsos", max_length=4, description="Finished so far, by seat."
    )
    in_progress: Annotated[list[EnteredProgress | list[Rank] | None], entries(4, 4)] | None = Field(
        None,
        title="In progress",
        max_length=4,
        description="By seat, the number of cards in progress, or their ranks; null for a player without any.",
    )


class CalypsoFinalHand(HandModel):
    """The count after the last deal."""

    kind: Literal["final"] = "final"
    calypsos: Annotated[list[EnteredCalypsos], entries(4, 4)] = Field(
        title="Calypsos", max_length=4, description="By seat, 0 to 4."
    )
    in_progress: Annotated[list[EnteredProgress | list[Rank] | None], entries(4, 4)] = Field(
        title="In progress",
        max_length=4,
        description="By seat, the number of cards in the unfinished calypso, 0 to 12, or their ranks; null for none.",
    )
    pile: Annotated[list[PileSize | None], entries(2, 2)] = Field(
        validation_alias=_PILE_NAMES,
        title="Piles",
        max_length=2,
        description="By side, the unused cards in the won pile; one may be null.",
    )


class CalypsoTrickTaken(BaseModel):
    """A trick of a deal."""

    model_config = ConfigDict(extra="forbid", strict=True, frozen=True)

    cards: Annotated[list[CalypsoCard], entries(4, 4)] = Field(
        title="Cards", max_length=8, description="In the order in which they were played."
    )
    winner: Annotated[int, between(0, 3)] | None = Field(
        None, ge=0, title="Winner", description="Seat that won it; may be left out, because it follows from the cards."
    )


class CalypsoTricksHand(HandModel):
    """A deal trick by trick; it stays open until its thirteen tricks are there."""

    kind: Literal["tricks"] = "tricks"
    tricks: list[CalypsoTrickTaken] = Field(title="Tricks", max_length=TRICKS, description="In their order.")


class CalypsoLookup(HandLookupModel):
    """A trick to look up."""

    pack: ClassVar[Pack] = PACK

    suits: list[Suit] | None = Field(
        None, title="Suits", max_length=8, description="The trump suit of each seat; left out, those of the match."
    )
    have: list[list[Rank]] | None = Field(
        None, title="Have", max_length=4, description="By seat, the ranks of the calypso in progress: what goes where?"
    )


def size_of(progress: int | Sequence[str]) -> int:
    """Returns how many cards a calypso in progress has."""
    return progress if isinstance(progress, int) else len(progress)
