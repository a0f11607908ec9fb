"""What is entered at a Solo table, the six games and the order of the cards."""

from __future__ import annotations

from typing import Annotated, ClassVar, Literal

from pydantic import Field

from scoring.engine.bounds import between, entries
from scoring.engine.cards import PACK_32, Pack, Suit
from scoring.engine.game import HandDetails, HandLookupModel, HandModel, OptionsModel, StateModel
from scoring.engine.messages import Message, say
from scoring.engine.tricks import Ranking

TRICKS = 8
RANKS = ("A", "K", "Q", "J", "10", "9", "8", "7")

GameName = Literal["simple", "solo", "tout"]
Bid = Literal["simple_suit", "simple_color", "solo_suit", "solo_color", "tout_suit", "tout_color"]

#: The six games from the lowest up: worth, and what players call them.
GAMES: dict[str, tuple[int, Message]] = {
    "simple_suit": (2, say("simple in suit")),
    "simple_color": (4, say("simple in color")),
    "solo_suit": (4, say("solo in suit")),
    "solo_color": (8, say("solo in color")),
    "tout_suit": (16, say("tout in suit")),
    "tout_color": (32, say("tout in color")),
}
STEPS = tuple(GAMES)
NEEDED = {"simple": 5, "solo": 5, "tout": TRICKS}


Seat = Annotated[int, between(0, 3)]
TricksWon = Annotated[int, Field(ge=0, le=TRICKS)]


def ranking(trump: str) -> Ranking:
    """Returns the order of one deal: the two black queens and the seven of trumps above all other trumps."""
    others = tuple(rank + trump for rank in RANKS[:-1] if rank + trump not in ("QC", "QS"))
    return Ranking(trumps=("QC", "7" + trump, "QS", *others), ranks=RANKS)


class SoloOptions(OptionsModel):
    """The color suit, and how the match ends."""

    color: Suit = Field("C", title="Color suit", description="The suit in which every game is worth more.")
    end: Literal["hands", "target"] = Field(
        "hands",
        title="End",
        description="Whether the match ends after an agreed number of hands, or once a total is above the target.",
        json_schema_extra={"labels": {"hands": "after a number of hands", "target": "at a target total"}},
    )
    deals: int = Field(
        16,
        ge=1,
        le=600,
        title="Hands",
        description="Hands in the match, if it ends after a number of hands.",
        json_schema_extra={"only_with": {"end": ["hands"]}},
    )
    target: int = Field(
        50,
        ge=1,
        le=100_000,
        title="Target",
        description="A total above this ends the match, if it ends at a target.",
        json_schema_extra={"only_with": {"end": ["target"]}},
    )


class SoloState(StateModel):
    """Totals, dealer, hands played, and the suit that is color in this match."""

    color: Suit = Field("C", title="Color suit", description="The suit in which every game is worth more.")


class SoloDetails(HandDetails):
    """Figures of a hand."""

    game: str
    """Which game was played."""
    worth: int
    """What it counts."""
    needed: int
    """Tricks that the declaring side needs."""
    taken: int
    """Tricks that it has won."""
    made: bool
    """Whether it won the game."""
    partner: int | None
    """The seat that helped; null for who played alone."""


class SoloHand(HandModel):
    """One hand: who declared what, and the tricks. Enter the tricks in one way; if you use several, they must agree."""

    needs: ClassVar[tuple[tuple[str, ...], ...]] = (("tricks", "tricks_by_seat", "trick_winners"),)

    kind: Literal["hand"] = "hand"
    declarer: Seat = Field(title="Declarer", description="Seat of the declarer.")
    game: GameName = Field(title="Game", description="The game that was named: simple (with a partner), solo or tout.")
    trump: Suit = Field(title="Trump", description="The trump suit; whether that is color follows from it.")
    bid: Bid | None = Field(None, title="Bid", description="The bid that won; the game that was named may rank higher.")
    forced: bool = Field(
        False, title="All passed", description="True if all passed and the holder of the queen of clubs had to play."
    )
    both_queens: bool = Field(
        False, title="Both black queens", description="True if the declarer held both black queens."
    )
    called_ace: Suit | None = Field(
        None, title="Called ace", description="Simple only: the suit of the ace that was called."
    )
    partner: Seat | None = Field(
        None,
        title="Partner",
        description="Simple only, and needed there: who held the called ace; null if the declarer held it.",
    )
    tricks: TricksWon | None = Field(
        None, title="Tricks", description="Tricks won by the declarer, in a simple game with the partner's."
    )
    tricks_by_seat: Annotated[list[TricksWon], entries(4, 4)] | None = Field(
        None, title="Tricks by seat", max_length=4, description="Tricks won by each seat, eight in all."
    )
    trick_winners: list[Seat] | None = Field(
        None,
        title="Trick winners",
        max_length=TRICKS,
        description="The seats that won the tricks, in order; a tout may stop with a trick lost.",
    )


class SoloTrick(HandLookupModel):
    """A trick to look up."""

    pack: ClassVar[Pack] = PACK_32

    trump: Suit = Field(title="Trump", description="The trump suit of the hand.")
