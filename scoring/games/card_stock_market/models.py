"""What is entered and carried in Card Stock Market: house rules, the ledger, the opening, turns and the end."""

from __future__ import annotations

from typing import Annotated, Any, Literal, NotRequired

from pydantic import BaseModel, BeforeValidator, ConfigDict, Field
from pydantic import Field as ApiField

from scoring.engine.bounds import between
from scoring.engine.cards import PACK_52, BySuit, Card, Suit
from scoring.engine.game import HandDetails, HandModel, OptionsModel, StateModel
from scoring.engine.marking import _
from scoring.engine.older_names import older_names

#: The suits in the order in which the market shows them.
MARKET: tuple[Suit, ...] = ("C", "D", "H", "S")
COPIES = 2
HAND = 8

CardStockMarketCard = Annotated[Card, PACK_52.card_schema]
Seat = Annotated[int, between(0, 5)]


def _none(value: Any) -> Any:
    return "none" if value is None else value


_NO_LIMIT: dict[str, Any] = {"labels": {"none": _("no limit")}}
Step = Annotated[Annotated[int, Field(ge=1, le=9)] | Literal["none"], BeforeValidator(_none)]


class CardStockMarketPart(BaseModel):
    """A part of what is entered or carried."""

    model_config = ConfigDict(extra="forbid", strict=True, frozen=True)


class CardStockMarketLimit(CardStockMarketPart):
    """How far a price may move in one change, from number card to number card; `none` for no limit."""

    up: Step = Field(
        3,
        title="Up",
        description="Dollars that a price may rise at once, 1 to 9, or `none`.",
        json_schema_extra=_NO_LIMIT,
    )
    down: Step = Field(
        3,
        title="Down",
        description="Dollars that a price may fall at once, 1 to 9, or `none`.",
        json_schema_extra=_NO_LIMIT,
    )


class CardStockMarketLimits(CardStockMarketPart):
    """The information strip: limits of each suit."""

    C: CardStockMarketLimit = Field(CardStockMarketLimit(), title="Clubs")
    D: CardStockMarketLimit = Field(CardStockMarketLimit(), title="Diamonds")
    H: CardStockMarketLimit = Field(CardStockMarketLimit(), title="Hearts")
    S: CardStockMarketLimit = Field(CardStockMarketLimit(), title="Spades")


class CardStockMarketOptions(OptionsModel):
    """House rules."""

    start_cash: int = Field(200, ge=0, le=10_000, title="Cash at the start", description="Dollars for each player.")
    bank_start: int = Field(1240, ge=0, le=100_000, title="Bank at the start", description="Dollars in the bank.")
    share_limit: int = Field(12, ge=1, le=104, title="Share limit", description="Most shares of one suit for a player.")
    levy: int = Field(
        100,
        ge=0,
        le=10_000,
        title="Levy",
        description="Dollars that everybody pays when the bank cannot pay for a sale.",
        json_schema_extra={"only_with": {"bank_unlimited": [False]}},
    )
    bank_unlimited: bool = Field(
        False,
        title="Bank without limit",
        description="There is no levy: the bank may go below zero, with chips from elsewhere.",
    )
    face_on_face: bool = Field(
        False, title="Picture on picture", description="Whether a picture card may cover another on the market."
    )
    buy_at_zero: bool = Field(
        False, title="Trading at zero", description="Whether a bankrupt suit may be bought and sold, for nothing."
    )
    limits: CardStockMarketLimits = Field(
        CardStockMarketLimits(),
        title="Information strip",
        description="For each suit, how far a price may go up and down at once, from number card to "
        "number card; `none` for no limit.",
    )


class CardStockMarketTop(CardStockMarketPart):
    """The top of a market pile."""

    card: CardStockMarketCard = Field(title="Card")
    price: Annotated[int, between(0, 13)] | None = Field(
        None, title="Price", description="Price of a share; may be left out if a number card shows it."
    )


class CardStockMarketPrices(CardStockMarketPart):
    """The four market piles."""

    C: CardStockMarketTop = Field(title="Clubs")
    D: CardStockMarketTop = Field(title="Diamonds")
    H: CardStockMarketTop = Field(title="Hearts")
    S: CardStockMarketTop = Field(title="Spades")


class CardStockMarketFirst(CardStockMarketPart):
    """The first number card of each suit."""

    C: CardStockMarketCard = Field(title="Clubs")
    D: CardStockMarketCard = Field(title="Diamonds")
    H: CardStockMarketCard = Field(title="Hearts")
    S: CardStockMarketCard = Field(title="Spades")


class CardStockMarketState(StateModel):
    """The ledger. The totals are cash less debt, and what each has in the end after the final sale."""

    cash: list[int] = Field(default=[], title="Cash", description="Dollars of each seat.")
    debt: list[int] = Field(default=[], title="Debt", description="What each seat owes the bank.")
    bank: int = Field(1240, title="Bank", description="Dollars in the bank.")
    certificates: list[list[CardStockMarketCard]] = Field(
        default=[], title="Certificates", description="The cards that each seat has bought and not sold."
    )
    market: CardStockMarketPrices | None = Field(
        None, title="Market", description="Top card and price of each suit; none before the opening."
    )
    opening: CardStockMarketFirst | None = Field(
        None, title="Opening", description="To start from: the first card of each suit, in place of the market."
    )
    to_move: Seat | None = Field(
        None, title="To move", description="Seat whose turn it is; left of the banker at first."
    )
    seen: dict[str, Annotated[int, between(0, COPIES)]] = Field(
        default={}, title="Seen", description="How often each card was shown since the last shuffle."
    )
    reshuffled: bool = Field(False, title="Reshuffled", description="Whether the jokers are in the draw pile.")
    over: bool = Field(False, title="Over", description="Whether a joker was drawn.")
    cash_after_turn: list[list[int]] = Field(
        default=[], title="Cash after each turn", description="Cash of all seats after each turn so far."
    )


class CardStockMarketLedger(HandDetails):
    """What everybody has, in money and shares. Texts below fields are not inherited."""

    cash: Annotated[list[int], ApiField(description="By seat.")]
    debt: Annotated[list[int], ApiField(description="What each seat owes the bank.")]
    bank: Annotated[int, ApiField(description="The money in the bank.")]
    shares: Annotated[list[BySuit], ApiField(description="By seat, how many of each suit.")]
    prices: Annotated[BySuit, ApiField(description="Of a share of each suit; empty before the market opens.")]
    worth: Annotated[
        list[int], ApiField(description="By seat, what somebody would have if all shares were sold and debts paid now.")
    ]


class CardStockMarketDetails(CardStockMarketLedger):
    """The ledger after a turn."""

    levies: int
    """How many levies there were in the turn."""
    next: int | None
    """The seat to move; null at the end."""
    finished: bool
    """Whether the match is over with this turn."""
    winners: list[int]
    """The seats that have won; empty while it goes on."""
    final_sale: NotRequired[list[int]]
    """What the shares of each seat bring at the end."""
    net: NotRequired[list[int]]
    """By seat, the money after that sale and after debts."""
    cash_after_turn: NotRequired[list[list[int]]]
    """By part of the turn, the cash of each seat after it."""


class CardStockMarketOpening(HandModel):
    """Before the first turn: the number card that each suit shows."""

    kind: Literal["opening"] = "opening"
    opening: CardStockMarketFirst = Field(title="Opening", description="The first number card of each suit.")


class CardStockMarketBuy(CardStockMarketPart):
    """A card from the hand becomes a certificate."""

    kind: Literal["buy"]
    card: CardStockMarketCard = Field(title="Card")


class CardStockMarketSell(CardStockMarketPart):
    """One of the player's certificates goes back."""

    kind: Literal["sell"]
    card: CardStockMarketCard = Field(title="Card")


class CardStockMarketPrice(CardStockMarketPart):
    """A card on the market pile of its suit."""

    kind: Literal["price"]
    card: CardStockMarketCard = Field(title="Card")
    face: Literal["raise", "bankrupt"] | None = Field(
        None, title="Use", description="With a jack, queen or king: what it is played for."
    )


class CardStockMarketDiscard(CardStockMarketPart):
    """Cards thrown away in place of everything else."""

    kind: Literal["discard"]
    count: Annotated[int, between(1, 4)] = Field(title="Count", description="How many cards: one to four.")


Action = Annotated[
    CardStockMarketBuy | CardStockMarketSell | CardStockMarketPrice | CardStockMarketDiscard,
    Field(discriminator="kind"),
    older_names("do"),
]


class CardStockMarketTurn(HandModel):
    """A player's turn."""

    kind: Literal["turn"] = "turn"
    seat: Seat = Field(title="Seat", description="Whose turn it was.")
    actions: list[Action] = Field(
        default=[], max_length=20, title="Actions", description="What was done, in order; may be empty."
    )


class CardStockMarketReshuffle(HandModel):
    """The draw pile ran out: the cards below and beside the market are shuffled with the jokers."""

    kind: Literal["reshuffle"] = "reshuffle"


class CardStockMarketJoker(HandModel):
    """A joker was drawn: the game ends with the final sale."""

    kind: Literal["joker"] = "joker"
