"""House rules of Skat, and what is carried between hands."""

from __future__ import annotations

from typing import Annotated, Any, Literal, NotRequired, Self

from pydantic import Field

from scoring.engine.game import HandDetails, OptionsModel, StateModel, check_per_seat, check_totals
from scoring.engine.game import Setup as AnySetup
from scoring.engine.marking import _
from scoring.engine.messages import Number
from scoring.engine.refusal import refuse

#: Deals of a match unless the table agrees on another number, by players: twelve rounds.
USUAL_DEALS = {3: 36, 4: 48}

#: Who scores in the Ramsch that is played when all pass.
RAMSCH: dict[str, Literal["least", "most"]] = {"ramsch_least": "least", "ramsch_most": "most"}

#: What the international rules decide.
INTERNATIONAL = {"all_pass": "passed_in", "scoring": "list", "kontra": "off", "bock": "off"}

Trigger = Literal["sixty", "kontra_success", "grand_hand"]
Tally = Annotated[int, Field(ge=0)]


class SkatOptions(OptionsModel):
    """What the table agrees on before the first deal. ``international`` settles all but the number of deals."""

    rules: Literal["house", "international"] = Field(
        "house",
        title="Rules",
        description="The international rules: a deal that all pass scores nothing, tournament list "
        "scoring, neither Kontra nor Bock.",
        json_schema_extra={"labels": {"house": "house rules", "international": "international"}},
    )
    all_pass: Literal["ramsch_least", "ramsch_most", "passed_in"] = Field(
        "ramsch_least",
        title="When all pass",
        description="If all three pass: a Ramsch that the fewest card points win, a Ramsch that the most "
        "card points lose, or no play.",
        json_schema_extra={
            "only_with": {"rules": ["house"]},
            "labels": {
                "ramsch_least": "Ramsch: the fewest card points win",
                "ramsch_most": "Ramsch: the most card points lose (usual in Germany)",
                "passed_in": "passed in",
            },
        },
    )
    ramsch_skat: Literal["last_trick", "unused"] = Field(
        "last_trick",
        title="Skat in Ramsch",
        description="Who gets the skat's card points in Ramsch: the winner of the last trick, or nobody.",
        json_schema_extra={
            "only_with": {"rules": ["house"], "all_pass": ["ramsch_least", "ramsch_most"]},
            "labels": {"last_trick": "to the last trick", "unused": "to nobody"},
        },
    )
    scoring: Literal["plain", "list"] = Field(
        "plain",
        title="Scoring",
        description="Whether only the points of the hands count, or also the bonuses of the tournament "
        "list (Seeger-Fabian).",
        json_schema_extra={"only_with": {"rules": ["house"]}, "labels": {"plain": "plain points", "list": "list"}},
    )
    kontra: Literal["off", "kontra", "kontra_re"] = Field(
        "off",
        title="Kontra",
        description="Whether the defenders may double, and whether the declarer may double again (Re).",
        json_schema_extra={
            "only_with": {"rules": ["house"]},
            "labels": {"off": "no Kontra", "kontra": "Kontra", "kontra_re": "Kontra and Re"},
        },
    )
    bock: Literal["off", "on"] = Field(
        "off",
        title="Bock",
        description="Whether certain hands open a round in which every hand counts double.",
        json_schema_extra={
            "only_with": {"rules": ["house"]},
            "labels": {"off": "no Bock rounds", "on": "with Bock rounds"},
        },
    )
    bock_after: list[Trigger] = Field(
        ["sixty", "kontra_success"],
        title="Bock after",
        description="What starts a Bock round: the declarer ends with exactly 60 card points, a hand "
        "with Kontra is lost, or a grand is played from the hand.",
        max_length=12,
        json_schema_extra={
            "only_with": {"rules": ["house"], "bock": ["on"]},
            "labels": {
                "sixty": "the declarer ends with exactly 60",
                "kontra_success": "a hand with Kontra is lost",
                "grand_hand": "a grand from the hand",
            },
        },
    )
    deals: int | None = Field(
        None,
        ge=3,
        le=60_000,
        title="Deals",
        description="Deals in the match, a multiple of the number of players. If it is left out: 36 for "
        "three players, 48 for four.",
    )

    def as_played(self, players: int) -> Self:
        """Returns the options with the number of deals, and with what the international rules decide."""
        decided: dict[str, Any] = INTERNATIONAL if self.international else {}
        return self.model_copy(update={**decided, "deals": self.deals_of(players)})

    @property
    def international(self) -> bool:
        """Whether the table plays the international rules."""
        return self.rules == "international"

    @property
    def ramsch(self) -> Literal["least", "most"] | None:
        """The Ramsch that is played when all pass, None if the deal is passed in."""
        return RAMSCH.get(self.all_pass)

    @property
    def by_list(self) -> bool:
        """Whether the bonuses of the list are added."""
        return self.scoring == "list"

    @property
    def doublings(self) -> tuple[str, ...]:
        """The values of ``kontra`` that are allowed in addition to none."""
        return {"off": (), "kontra": ("kontra",), "kontra_re": ("kontra", "re")}[self.kontra]

    def deals_of(self, players: int) -> int:
        """Returns how many deals the match has."""
        return self.deals if self.deals is not None else USUAL_DEALS[players]


class SkatState(StateModel):
    """What is carried. With list scoring the totals are list totals."""

    hands_won: list[Tally] = Field([], title="Hands won", description="Hands won as declarer, by seat.", max_length=4)
    hands_lost: list[Tally] = Field(
        [], title="Hands lost", description="Hands lost as declarer, by seat.", max_length=4
    )
    bock_hands_left: int = Field(
        0, ge=0, le=60_000, title="Bock hands left", description="Coming hands that count double."
    )


#: ``{"with": 2}`` or ``{"against": 3}``.
MatadorsEntered = Annotated[
    dict[str, int], Field(json_schema_extra={"propertyNames": {"type": "string", "enum": ["with", "against"]}})
]


class SkatDetails(HandDetails):
    """Figures of a hand; which of them depends on its kind."""

    points: NotRequired[list[Number]]
    """By side, before list scoring."""
    list_points: NotRequired[list[Number]]
    """By side. Only in a match by the list."""
    bock: NotRequired[bool]
    """Whether it counted double in a Bock round."""
    matadors: NotRequired[MatadorsEntered]
    """With or without how many."""
    level: NotRequired[int]
    """How often the base value counts."""
    game_value: NotRequired[int]
    """What the game was worth, lost or won."""
    overbid: NotRequired[bool]
    """Whether the bid was above the value."""
    won: NotRequired[bool]
    """Whether the declarer won."""
    schneider: NotRequired[bool]
    """Whether a side stayed below 31 card points."""
    schwarz: NotRequired[bool]
    """Whether a side took no trick."""
    declarer_points: NotRequired[int | None]
    """Card points, with the skat; null if not entered."""
    declarer_tricks: NotRequired[int | None]
    """Null if not entered."""
    card_points: NotRequired[list[int]]
    """By seat. Of a Ramsch."""
    tricks: NotRequired[list[int] | None]
    """By seat; null if not entered. Of a Ramsch."""
    result: NotRequired[str]
    """How a Ramsch ended."""
    highest_bid: NotRequired[int]
    """The highest value that these cards reach. Of a question about a bid."""
    safe_bid: NotRequired[int]
    """The value that they reach with any skat. Of a question about a bid."""


Setup = AnySetup[SkatOptions]


def check_options(players: int, options: SkatOptions) -> None:
    """Raises Refusal if the deals do not go round or the international rules are contradicted (rules: end, options).

    What the international rules decide may be left out or said as they have it, and nothing else.
    """
    if options.deals_of(players) % players:
        text = _("{deals} deals cannot be shared equally by {players} players: choose a multiple of {players}.")
        raise refuse("/options/deals", "not_a_multiple", text, rule="end", deals=options.deals or 0, players=players)
    if not options.international:
        return
    text = _("The international rules have no Ramsch: choose house rules for it.")
    if _contradicts(options, "all_pass"):
        raise refuse("/options/all_pass", "not_international", text, rule="international")
    text = _("The international rules score by the list: choose house rules for plain points.")
    if _contradicts(options, "scoring"):
        raise refuse("/options/scoring", "not_international", text, rule="international")
    text = _("The international rules have no Kontra: choose house rules for it.")
    if _contradicts(options, "kontra"):
        raise refuse("/options/kontra", "not_international", text, rule="international")
    text = _("The international rules have no Bock: choose house rules for it.")
    if _contradicts(options, "bock"):
        raise refuse("/options/bock", "not_international", text, rule="international")


def _contradicts(options: SkatOptions, name: str) -> bool:
    """Whether this option was chosen, and otherwise than the international rules have it."""
    return name in options.model_fields_set and getattr(options, name) != INTERNATIONAL[name]


def check_state(setup: Setup, state: SkatState) -> None:
    """Raises Refusal if a match cannot start from this state."""
    check_totals(state)
    check_per_seat(setup, state.hands_won, "/hands_won", rule="list-scoring")
    check_per_seat(setup, state.hands_lost, "/hands_lost", rule="list-scoring")
    if state.bock_hands_left and setup.options.bock == "off":
        text = _("There are no Bock hands at a table that plays without Bock.")
        raise refuse("/bock_hands_left", "bock_off", text, rule="bock")
