"""What is entered at a Schafkopf table, and the cards it is about."""

from __future__ import annotations

from typing import Annotated, ClassVar, Literal, NotRequired

from pydantic import Field

from scoring.engine.bounds import entries
from scoring.engine.cards import PACK_32, Card, Pack, cards_of, most_points
from scoring.engine.game import HandDetails, HandLookupModel, HandModel, OptionsModel, StateModel
from scoring.engine.messages import Message, say
from scoring.engine.tricks import Ranking

VALUES = {"A": 11, "10": 10, "K": 4, "Q": 3, "J": 2, "9": 0, "8": 0, "7": 0}
ALL_POINTS = 120
TRICKS = 10
PLAIN = ("A", "10", "K", "9", "8", "7")
RANKING = Ranking(trumps=cards_of("Q") + cards_of("J") + cards_of(PLAIN, "D"), ranks=PLAIN)
LAID_AWAY = 2
#: The most card points that can have been laid away: two aces.
MOST_LAID_AWAY = most_points(PACK_32.cards, VALUES, LAID_AWAY)

Result = Literal["schwarz", "schneider", "won", "lost", "schneidered", "schwarz_against"]

#: What each line scores for the declarer, and its name.
LINES: dict[str, tuple[int, Message]] = {
    "won": (2, say("61 to 90 card points: won")),
    "schneider": (4, say("91 card points or more: schneider")),
    "schwarz": (6, say("Everything taken: schwarz")),
    "lost": (-2, say("31 to 60 card points: lost")),
    "schneidered": (-4, say("30 card points or fewer: lost schneider")),
    "schwarz_against": (-6, say("Nothing taken: lost schwarz")),
}

SchafkopfCard = Annotated[Card, PACK_32.card_schema]
Seat = Annotated[int, Field(ge=0, json_schema_extra={"maximum": 2})]
CardPoints = Annotated[int, Field(ge=0, le=ALL_POINTS)]


class SchafkopfOptions(OptionsModel):
    """How long the match is and what schwarz means."""

    deals: int = Field(
        12,
        ge=3,
        le=600,
        title="Deals",
        description="Deals in the match, a multiple of three so that all deal equally often.",
    )
    schwarz_by: Literal["points", "tricks"] = Field(
        "points",
        title="Schwarz by",
        description="Whether schwarz means all (or no) card points, or all (or no) tricks.",
        json_schema_extra={"labels": {"points": "card points", "tricks": "tricks"}},
    )


class SchafkopfState(StateModel):
    """Totals, dealer and deals played."""


class SchafkopfDetails(HandDetails):
    """Figures of a hand."""

    declarer_points: NotRequired[int | None]
    """Card points; null if only the line was entered."""
    declarer_tricks: NotRequired[int | None]
    """Null if not entered."""
    card_points: NotRequired[list[int]]
    """By seat. Only where the fewest count."""
    line: str
    """The case by which it scores."""


class SchafkopfDeclarerHand(HandModel):
    """Somebody took the widow. Enter the result, the card points or a pile of cards; if you enter more than one,
    they must agree.
    """

    needs: ClassVar[tuple[tuple[str, ...], ...]] = (
        ("line", "declarer_points", "declarer_cards", "defender_cards", "declarer_tricks"),
    )

    kind: Literal["declarer"] = "declarer"
    declarer: Seat = Field(title="Declarer", description="Seat that took the widow.")
    line: Result | None = Field(
        None, title="Line reached", description="The quick entry: the declarer's result without a count."
    )
    declarer_points: CardPoints | None = Field(
        None, title="Declarer's card points", description="0 to 120, including the two laid-away cards."
    )
    declarer_cards: list[SchafkopfCard] | None = Field(
        None, title="Declarer's cards", max_length=32, description="All cards the declarer won, and the two laid away."
    )
    defender_cards: list[SchafkopfCard] | None = Field(
        None, title="Defenders' cards", max_length=32, description="All cards the two defenders won."
    )
    declarer_tricks: int | None = Field(
        None,
        ge=0,
        le=TRICKS,
        title="Declarer's tricks",
        description="If schwarz goes by tricks: needed with 120 card points, or with 22 or fewer.",
    )


class SchafkopfLeastHand(HandModel):
    """Nobody took the widow: everybody plays alone, and the fewest card points win. The widow goes with the last
    trick.
    """

    needs: ClassVar[tuple[tuple[str, ...], ...]] = (("points", "captured"),)

    kind: Literal["least"] = "least"
    points: Annotated[list[CardPoints], entries(3, 3)] | None = Field(
        None, title="Card points", max_length=3, description="Card points of each seat, 120 in all."
    )
    captured: Annotated[list[list[SchafkopfCard]], entries(3, 3)] | None = Field(
        None, title="Cards won", max_length=3, description="The cards of each seat, the widow with the last trick."
    )
    trick_winners: list[Seat] | None = Field(
        None, title="Trick winners", max_length=TRICKS, description="The seats that won the ten tricks, in order."
    )
    last_trick: Annotated[list[Annotated[int, Field(ge=0, le=TRICKS)]], entries(3, 3)] | None = Field(
        None,
        title="Last trick won",
        max_length=3,
        description="Number of the last trick each seat won, 0 for none: needed when exactly two tie for fewest.",
    )


class SchafkopfTrick(HandLookupModel):
    """A trick to look up."""

    pack: ClassVar[Pack] = PACK_32
