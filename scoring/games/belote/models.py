"""What is entered and carried in Belote: house rules, state, hands and look-ups, and the cards they are about."""

from __future__ import annotations

from typing import Annotated, ClassVar, Literal, NotRequired

from pydantic import BaseModel, ConfigDict, Field

from scoring.engine.bounds import entries
from scoring.engine.cards import PACK_32, RANK_OR_NUMBER, SUITS, Card, Pack, Suit, cards_of
from scoring.engine.game import HandDetails, HandLookupModel, HandModel, OptionsModel, StateModel
from scoring.engine.tricks import Ranking

TRUMP_RANKS = ("J", "9", "A", "10", "K", "Q", "8", "7")
PLAIN_RANKS = ("A", "10", "K", "Q", "J", "9", "8", "7")
RUN_ORDER = ("A", "K", "Q", "J", "10", "9", "8", "7")
RUN_LENGTHS = {"tierce": 3, "fifty": 4}
SHORTEST_HUNDRED = 5
TRUMP_VALUES = {"J": 20, "9": 14, "A": 11, "10": 10, "K": 4, "Q": 3}
PLAIN_VALUES = {"A": 11, "10": 10, "K": 4, "Q": 3, "J": 2}
LAST_TRICK = 10
ALL_POINTS = 162
CAPOT_BONUS = 90
BELOTE = 20
TRICKS = 8

Seat = Annotated[int, Field(ge=0, json_schema_extra={"maximum": 3})]
Side = Annotated[int, Field(ge=0, le=1)]
Rank = Annotated[Literal["A", "K", "Q", "J", "10", "9", "8", "7"], RANK_OR_NUMBER]
BeloteCard = Annotated[Card, PACK_32.card_schema]
#: The game itself refuses a figure outside its limits, with a reason; these limits are for readers of the schema.
TrickPoints = Annotated[int, Field(json_schema_extra={"minimum": 0, "maximum": ALL_POINTS})]
DeclarationType = Literal["tierce", "fifty", "hundred", "four"]


def ranking(trump: Suit) -> Ranking:
    """Returns the order of the cards with this trump suit."""
    return Ranking(cards_of(TRUMP_RANKS, trump), PLAIN_RANKS)


def values(trump: Suit) -> dict[str, int]:
    """Returns the card points with this trump suit, card by card."""
    return {
        rank + suit: (TRUMP_VALUES if suit == trump else PLAIN_VALUES).get(rank, 0)
        for suit in SUITS
        for rank in (TRUMP_RANKS if suit == trump else PLAIN_RANKS)
    }


class BeloteOptions(OptionsModel):
    """House rules."""

    target: Literal[1000, 501, 701, 1001, 1501, 2000] = Field(
        1000, title="Target", description="The total that ends the match once a hand is complete."
    )
    declarations: Literal["all", "belote_only", "none"] = Field(
        "all",
        title="Declarations",
        description="Whether runs, fours and belote count, belote alone, or only tricks.",
        json_schema_extra={"labels": {"all": "runs, fours and belote", "belote_only": "belote only", "none": "none"}},
    )
    equal: Literal["failed", "litige", "made", "defenders"] = Field(
        "failed",
        title="81 points each",
        description="At 81 to 81 the taker has failed, or has made it, or the defenders score their 81 "
        "and the taker's 81 go to the winner of the next hand (litige) or to nobody.",
        json_schema_extra={
            "labels": {
                "failed": "the taker has failed",
                "litige": "litige: points wait for the next hand",
                "made": "the taker has made it",
                "defenders": "81 for the defenders, nothing for the taker",
            }
        },
    )
    contract: Literal["tricks", "all"] = Field(
        "tricks",
        title="What makes the contract",
        description="The taker's side must have more than the other in trick points alone, or in trick points, "
        "declarations and belote together.",
        json_schema_extra={
            "only_with": {"declarations": ["all", "belote_only"]},
            "labels": {"tricks": "trick points alone", "all": "declarations and belote too"},
        },
    )
    rounding: Literal["ten", "complement", "none"] = Field(
        "ten",
        title="Rounding",
        description="Whether each side's points of a hand are rounded to the nearest ten (5 goes up), or the "
        "defenders' alone if the contract is made, and the taker's tricks count what is missing to 160.",
        json_schema_extra={
            "labels": {"ten": "to the nearest ten", "complement": "complement to 160", "none": "no rounding"}
        },
    )
    both_over: Literal["tie", "higher", "taker"] = Field(
        "tie",
        title="Both over the target",
        description="If both sides pass the target in the same hand: the higher total wins, the last "
        "taker's side wins, or the match is tied.",
        json_schema_extra={
            "labels": {"tie": "the match is tied", "higher": "the higher total wins", "taker": "the taker's side wins"}
        },
    )
    undertrump: bool = Field(
        True,
        title="Trumping below",
        description="Whether a player who must trump and cannot go higher has to play a lower trump.",
    )
    overtrump_partner: bool = Field(
        False,
        title="Beating the partner's trump",
        description="When trumps were led and the partner's is the highest so far: whether a player who can beat it "
        "has to.",
    )
    four_and_run: bool = Field(
        False,
        title="A card in a four and a run",
        description="Whether a player may use one card both in a four of a kind and in a run. King and "
        "queen of belote may always be used in a run or a four as well.",
        json_schema_extra={"only_with": {"declarations": ["all"]}},
    )

    capot_declarations: Literal["lost", "counted"] = Field(
        "lost",
        title="Declarations after a capot",
        description="Whether the declarations of a side without a trick are lost, or count for it all the same if the "
        "taker made the capot.",
        json_schema_extra={
            "only_with": {"declarations": ["all", "belote_only"]},
            "labels": {"lost": "lost", "counted": "counted"},
        },
    )
    turn: Literal["left", "right"] = Field(
        "left",
        title="Turn",
        description="Whether deal and turn go to the left, or to the right as they once did: from a player to the one "
        "before in the list of players.",
        json_schema_extra={"labels": {"left": "to the left", "right": "to the right"}},
    )

    @property
    def turn_step(self) -> int:
        return -1 if self.turn == "right" else 1


class BeloteState(StateModel):
    """Totals, dealer, hands played, and what an equal hand left behind."""

    carried: int = Field(
        0,
        ge=0,
        title="Carried",
        description="Points of equal hands that wait for the winner of the next hand: only with `equal: litige`.",
    )
    taker: Seat | None = Field(None, title="Last taker", description="Seat of the taker in the last hand.")


class BeloteDetails(HandDetails):
    """Figures of a hand."""

    made: bool | None
    """Whether the taker's side made its contract; null if nobody took, or if the points wait."""
    trick_points: NotRequired[list[int]]
    """Card points by side, with the ten for the last trick."""
    declaration_points: NotRequired[list[int]]
    """By side; none for the side whose declarations do not count."""
    belote_points: NotRequired[list[int]]
    """By side: 20 for king and queen of trumps."""
    exact: NotRequired[list[int]]
    """By side, what it comes to before it is rounded."""
    capot: NotRequired[int | None]
    """The side that took every trick; null for none."""
    declarations_of: NotRequired[int | None]
    """The side whose declarations count; null for none."""
    carried: int
    """Points that wait for the winner of the next hand."""


class BeloteDeclaration(BaseModel):
    """A run or four of a kind that a side declared."""

    model_config = ConfigDict(extra="forbid", strict=True, frozen=True)

    side: Side = Field(title="Side", description="Side that declared it.")
    type: DeclarationType = Field(
        title="Type", description="Run of three, of four, of five or more, or four of a kind."
    )
    high: Rank = Field(title="Highest card", description="Rank of the top card of a run; the rank of a four.")
    suit: Suit | None = Field(None, title="Suit", description="Suit of a run: needed if both sides have the same.")
    length: int | None = Field(
        None,
        title="Length",
        description="Number of cards: 5 to 8 for a `hundred`, 5 if left out; otherwise 3 or 4, as the type says.",
        json_schema_extra={"minimum": 3, "maximum": TRICKS},
    )
    seat: Seat | None = Field(
        None,
        title="Seat",
        description="Who declared it: needed if both sides have the same run in plain suits, because "
        "then the player who spoke first wins.",
    )


def length_of(declaration: BeloteDeclaration) -> int:
    """Returns the number of cards of a declaration."""
    if declaration.type == "four":
        return 4
    return RUN_LENGTHS.get(declaration.type) or declaration.length or SHORTEST_HUNDRED


class BelotePlayedHand(HandModel):
    """A hand with a taker. Enter trick points, the cards won, or the capot; if you enter more than one, they must
    agree.
    """

    needs: ClassVar[tuple[tuple[str, ...], ...]] = (("trick_points", "captured", "capot"),)

    kind: Literal["played"] = "played"
    taker: Seat = Field(title="Taker", description="Seat that took.")
    trump: Suit | None = Field(
        None, title="Trump", description="Trump suit: needed for cards, and for two equal runs of which one is trumps."
    )
    trick_points: Annotated[list[TrickPoints | None], entries(2, 2)] | None = Field(
        None,
        title="Trick points",
        max_length=2,
        description="By side, ten for the last trick included, 162 together; one may be null.",
    )
    tricks: int | None = Field(
        None,
        title="Tricks of the poorer side",
        description="Only at 162 to 0: the tricks of the side without points, if it won any.",
        json_schema_extra={"minimum": 0, "maximum": TRICKS // 2},
    )
    captured: Annotated[list[list[BeloteCard] | None], entries(2, 2)] | None = Field(
        None, title="Cards won", max_length=2, description="By side; one may be null: that side has all the rest."
    )
    last_trick: Side | None = Field(
        None, title="Last trick", description="With the cards won: the side that took the last trick."
    )
    capot: Side | None = Field(None, title="Capot", description="Side that took all eight tricks.")
    declarations: list[BeloteDeclaration] | None = Field(
        None,
        title="Declarations",
        max_length=12,
        description="Those of the side that won the comparison, or those of both, which are then compared.",
    )
    belote: Side | None = Field(
        None, title="Belote", description="Side with king and queen of trumps in one hand, shown; null for nobody."
    )


class BelotePassedInHand(HandModel):
    """All four passed twice: nothing is scored and the deal moves on."""

    kind: Literal["passed_in"] = "passed_in"


class BeloteLookup(HandLookupModel):
    """A trick; or, in place of plays, four hands or a list of declarations to be compared."""

    pack: ClassVar[Pack] = PACK_32

    trump: Suit = Field(title="Trump", description="Trump suit of the hand.")
    hands: list[list[Card]] | None = Field(
        None, title="Hands", max_length=4, description="The cards of all four players: whose declarations count?"
    )
    declarations: list[BeloteDeclaration] | None = Field(
        None, title="Declarations", max_length=12, description="Declarations of both sides: whose count?"
    )
    dealer: Annotated[int, Field(ge=0, le=3)] | None = Field(
        None,
        title="Dealer",
        description="Who deals: needed if both sides have the same run in plain suits, because then the "
        "player who spoke first wins.",
    )
