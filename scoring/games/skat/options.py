"""House rules of Skat, and what is carried between hands."""

from __future__ import annotations

from typing import Annotated, Literal

from pydantic import Field

from scoring.engine.game import OptionsModel, StateModel, check_per_seat, check_totals
from scoring.engine.game import Setup as AnySetup
from scoring.engine.refusal import refuse

#: Deals of a match where nothing else was agreed, by players: twelve rounds.
USUAL_DEALS = {3: 36, 4: 48}

#: Who scores in the Ramsch that is played when all pass.
RAMSCH: dict[str, Literal["least", "most"]] = {"ramsch_least": "least", "ramsch_most": "most"}

Trigger = Literal["sixty", "kontra_success", "grand_hand"]
Tally = Annotated[int, Field(ge=0)]


class SkatOptions(OptionsModel):
    """What the table agrees on before the first deal. ``international`` settles all but the number of deals."""

    rules: Literal["house", "international"] = Field(
        "house",
        title="Rules",
        description="International: a deal that all pass scores nothing, list scoring, neither Kontra nor Bock.",
        json_schema_extra={"labels": {"house": "house rules", "international": "international"}},
    )
    all_pass: Literal["ramsch_least", "ramsch_most", "passed_in"] = Field(
        "ramsch_least",
        title="When all pass",
        description="Ramsch won by the fewest card points, Ramsch lost by the most, or no play at all.",
        json_schema_extra={
            "labels": {
                "ramsch_least": "Ramsch, fewest win",
                "ramsch_most": "Ramsch, most lose",
                "passed_in": "passed in",
            }
        },
    )
    ramsch_skat: Literal["last_trick", "unused"] = Field(
        "last_trick",
        title="Skat in Ramsch",
        description="Who gets the skat's card points in Ramsch: the winner of the last trick, or nobody.",
        json_schema_extra={"labels": {"last_trick": "to the last trick", "unused": "to nobody"}},
    )
    scoring: Literal["plain", "list"] = Field(
        "plain",
        title="Scoring",
        description="The points of the hands alone, or with the bonuses of the tournament list (Seeger-Fabian).",
        json_schema_extra={"labels": {"plain": "plain points", "list": "list"}},
    )
    kontra: Literal["off", "kontra", "kontra_re"] = Field(
        "off",
        title="Kontra",
        description="Whether the defenders may double, and whether the declarer may double again (Re).",
        json_schema_extra={"labels": {"off": "no Kontra", "kontra": "Kontra", "kontra_re": "Kontra and Re"}},
    )
    bock: Literal["off", "on"] = Field(
        "off",
        title="Bock",
        description="Whether certain hands open a round in which every hand counts double.",
        json_schema_extra={"labels": {"off": "no Bock rounds", "on": "with Bock rounds"}},
    )
    bock_after: list[Trigger] = Field(
        ["sixty", "kontra_success"],
        title="Bock after",
        description="What opens a Bock round: the declarer stops at exactly 60, a hand with Kontra is lost, "
        "a grand from the hand.",
        max_length=12,
        json_schema_extra={
            "labels": {
                "sixty": "stopping at 60",
                "kontra_success": "Kontra won by the defenders",
                "grand_hand": "a grand from the hand",
            }
        },
    )
    deals: int | None = Field(
        None,
        ge=3,
        le=60_000,
        title="Deals",
        description="Deals in the match, a multiple of the players; left out: 36 for three players, 48 for four.",
    )

    @property
    def international(self) -> bool:
        """Whether the table plays the international rules."""
        return self.rules == "international"

    @property
    def ramsch(self) -> Literal["least", "most"] | None:
        """The Ramsch that is played when all pass, None where the deal is passed in."""
        return None if self.international else RAMSCH.get(self.all_pass)

    @property
    def by_list(self) -> bool:
        """Whether the bonuses of the list are added."""
        return self.international or self.scoring == "list"

    @property
    def doublings(self) -> tuple[str, ...]:
        """The entries of ``kontra`` that are allowed besides none."""
        return {"off": (), "kontra": ("kontra",), "kontra_re": ("kontra", "re")}[self.kontra]

    def deals_of(self, players: int) -> int:
        """How many deals the match has."""
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


Setup = AnySetup[SkatOptions]


def check_options(players: int, options: SkatOptions) -> None:
    """Raises Refusal where the deals do not go round or the international rules are contradicted (rules: end, options).

    What stands at its usual value does not contradict: a form sends all options, touched or not.
    """
    if options.deals_of(players) % players:
        text = "{deals} deals do not go round {players} players: take a multiple of {players}."
        raise refuse("/options/deals", "not_a_multiple", text, rule="end", deals=options.deals or 0, players=players)
    if not options.international:
        return
    text = "The international rules have no {what}: choose house rules for it."
    for name, clash, what in (
        ("all_pass", RAMSCH.get(options.all_pass) == "most", "Ramsch"),
        ("kontra", options.kontra != "off", "Kontra"),
        ("bock", options.bock == "on", "Bock"),
    ):
        if clash:
            raise refuse(f"/options/{name}", "not_international", text, rule="international", what=what)


def check_carried(setup: Setup, state: SkatState) -> None:
    """Raises Refusal where a match cannot start from this state."""
    check_totals(state)
    check_per_seat(setup, state.hands_won, "/hands_won", rule="list-scoring")
    check_per_seat(setup, state.hands_lost, "/hands_lost", rule="list-scoring")
    if state.bock_hands_left and setup.options.bock == "off":
        text = "There are no Bock hands at a table that plays without Bock."
        raise refuse("/bock_hands_left", "bock_off", text, rule="bock")
