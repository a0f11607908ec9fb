"""House rules, states and hands of Briscola."""

from __future__ import annotations

from typing import Annotated, ClassVar, Literal, NotRequired, Self

from pydantic import Field

from scoring.engine.bounds import between, entries
from scoring.engine.cards import Card, Pack, Suit, cards_of, pack
from scoring.engine.game import HandDetails, HandLookupModel, HandModel, OptionsModel, Setup, StateModel

RANKS = ("A", "3", "K", "Q", "J", "7", "6", "5", "4", "2")
VALUES = {"A": 11, "3": 10, "K": 4, "Q": 3, "J": 2}
ALL_POINTS = 120
PACK_40 = pack(RANKS)
DEALT = 3
SCORING = cards_of(VALUES)

BriscolaCard = Annotated[Card, PACK_40.card_schema]


def usual_deals(players: int) -> int:
    """Returns the hands of a match in which points are added up, if the table chose no other number."""
    return 3 if players == 3 else 2


class BriscolaOptions(OptionsModel):
    """House rules."""

    match: Literal["total", "hands_won"] = Field(
        "total",
        title="Match",
        description="Whether the most points over all hands win, or the first to win a number of hands.",
        json_schema_extra={
            "labels": {"total": "most points in all hands", "hands_won": "first to win a number of hands"}
        },
    )
    hands_to_win: int = Field(
        2,
        ge=1,
        le=5,
        title="Hands to win",
        description="The number of hands that wins the match, if hands won are counted.",
        json_schema_extra={"only_with": {"match": ["hands_won"]}},
    )
    deals: Annotated[int, Field(ge=1, le=12)] | None = Field(
        None,
        title="Hands in a match",
        description="The number of hands, if points are added up. If it is left out: two, or three with three players.",
        json_schema_extra={"only_with": {"match": ["total"]}},
    )
    removed_two: Literal["2C", "2D", "2H", "2S"] = Field(
        "2C", title="The two left out", description="Which two is left out of the pack if three play."
    )

    def as_played(self, players: int) -> Self:
        """Returns the options with the number of hands if points are added up, and without one if hands won count."""
        deals = self.deals or usual_deals(players) if self.match == "total" else None
        return self.model_copy(update={"deals": deals})


class BriscolaState(StateModel):
    """Totals, dealer, number of hands, hands won, and who can still win in a tie-break."""

    wins: list[Annotated[int, Field(ge=0)]] = Field(
        default=[], title="Hands won", description="How many hands each side has won."
    )
    tie_break: list[Annotated[int, between(0, 2)]] = Field(
        default=[],
        title="Tie-break",
        description="The sides that can still win a tie-break; empty during the regular hands.",
    )


class BriscolaDetails(HandDetails):
    """Figures of a hand."""

    hand_points: list[int]
    """Card points by side."""
    tie_break: list[int]
    """The sides that played off a tie; empty for none."""
    dealer: int
    """The seat that dealt it."""
    next_dealer: int
    """The seat that deals the next hand."""
    winner: int | None
    """The side that has won the match; null while it goes on."""
    wins: NotRequired[list[int]]
    """Hands won so far, by side. Only in a match that counts hands."""


class BriscolaPointsHand(HandModel):
    """One hand by its card points."""

    kind: Literal["points"] = "points"
    points: Annotated[list[Annotated[int, between(0, ALL_POINTS)] | None], entries(2, 3)] = Field(
        title="Card points",
        description="For each side what it captured, 120 in all. One of them may be null: what the others leave.",
    )


class BriscolaCardsHand(HandModel):
    """One hand by the cards that were captured."""

    kind: Literal["cards"] = "cards"
    captured: Annotated[list[list[BriscolaCard] | None], entries(2, 3)] = Field(
        title="Captured cards",
        description="For each side its cards; worthless ones may be left out. One list may be null: all the rest.",
    )


class BriscolaLookup(HandLookupModel):
    """A trick and the trump of the hand."""

    pack: ClassVar[Pack] = PACK_40

    trump: Suit = Field(title="Trump", description="The suit of the card that was turned up.")


def pack_of(setup: Setup[BriscolaOptions]) -> Pack:
    """Returns the pack of this table: with three players without one two."""
    if setup.players != 3:
        return PACK_40
    return Pack(tuple(code for code in PACK_40.cards if code != setup.options.removed_two))
