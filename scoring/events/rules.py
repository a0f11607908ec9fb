"""The rules of an event, as its organiser sets them."""

from __future__ import annotations

from typing import Annotated, Literal

from pydantic import BaseModel, ConfigDict, Field

from scoring.engine.refusal import refuse

MOST_ROUNDS = 40
MOST_ENTRIES = 800

FormatName = Literal["series", "swiss", "round_robin", "knock_out", "double_elimination", "progressive", "league_day"]
TieBreak = Literal["won", "fewer_lost", "difference", "points", "opponents", "direct", "best_round", "lot"]

TIE_BREAKS: dict[str, list[TieBreak]] = {
    "series": ["won", "fewer_lost", "lot"],
    "swiss": ["difference", "points", "direct", "lot"],
    "round_robin": ["direct", "difference", "won", "lot"],
    "knock_out": [],
    "double_elimination": [],
    "progressive": ["won", "lot"],
    "league_day": ["won", "fewer_lost", "lot"],
}
"""The tie-breaks of each format, where the organiser names none."""

Cents = Annotated[int, Field(ge=0, le=10_000_000)]


class FeeStep(BaseModel):
    """A step of the fee for lost games. up_to: the number of the last game that costs this; None for all others."""

    model_config = ConfigDict(extra="forbid", strict=True, frozen=True)

    up_to: int | None = Field(None, ge=1, le=100, description="The last lost game that costs this. Left out: all more.")
    each: Cents = Field(description="What each of these costs, in the smallest unit of money.")


class MoneyRules(BaseModel):
    """What is paid, in the smallest unit of money: entry fee, fees for lost games, prizes."""

    model_config = ConfigDict(extra="forbid", strict=True, frozen=True)

    entry_fee: Cents = Field(0, description="What each entry pays.")
    fees: list[FeeStep] = Field([], max_length=5, description="What lost games of one list cost, in steps.")
    passed_in_fee: Cents = Field(0, description="What everybody at the table pays for a deal that is passed in.")
    fees_to: Literal["organiser", "prizes", "kitty"] = Field("organiser", description="Who gets the fees.")
    prize_percent: int = Field(100, ge=0, le=100, description="The part of the entry fees that is paid out as prizes.")
    prizes: list[Annotated[int, Field(ge=1, le=1_000_000)]] = Field(
        [], max_length=200, description="The shares of the places, such as 50, 30, 20."
    )
    unit: int = Field(1, ge=1, le=10_000, description="Prizes are whole multiples of this.")

    def check(self) -> None:
        """Raises Refusal if the steps of the fee do not go up."""
        bounds = [step.up_to for step in self.fees]
        for place, bound in enumerate(bounds[:-1]):
            following = bounds[place + 1]
            if bound is None or (following is not None and following <= bound):
                raise refuse(
                    f"/money/fees/{place}/up_to",
                    "fee_steps",
                    "Each step of the fee ends at a higher number than the one before; only the last is open.",
                    rule="",
                )


class EventRules(BaseModel):
    """How an event is played and ranked."""

    model_config = ConfigDict(extra="forbid", strict=True, frozen=True)

    format: FormatName = Field("series", description="How rounds are made.")
    rounds: int | None = Field(None, ge=1, le=MOST_ROUNDS, description="How many. Left out: as the format needs.")
    better: Literal["high", "low"] = Field("high", description="Which points are better.")
    tie_breaks: list[TieBreak] | None = Field(
        None, max_length=8, description="What decides between entries that are level. Left out: as usual in the format."
    )
    ranked_by: Literal["usual", "points", "wins"] = Field(
        "usual", description="Sum of points, or matches won; usual: as the format has it."
    )
    seating: Literal["redraw", "by_standing", "fixed"] = Field(
        "redraw", description="Series: how the seats of later rounds are found."
    )
    table_size: Literal["four_or_three", "four", "two"] = Field(
        "four_or_three", description="Series: how many sit at a table. Four: the rest is free for a round."
    )
    missed: Literal["nothing", "average"] = Field(
        "nothing", description="What a round counts in which an entry is free: nothing, or its own average."
    )
    match_points: Literal["2-1-0", "3-1-0", "1-½-0"] = Field(
        "1-½-0", description="Swiss and round robin: what a match that is won, drawn, lost counts."
    )
    most_points: int | None = Field(None, ge=1, le=100_000, description="A match counts at most so many points.")
    late_half: bool = Field(False, description="Swiss: half a point for one missed round of a late entry.")
    clubs_apart: bool = Field(False, description="Entries of one club do not meet in round 1, where possible.")
    partners: Literal["fixed", "changing"] = Field("fixed", description="Round robin: each alone, partners change.")
    double_round: bool = Field(False, description="Round robin: everybody meets twice.")
    groups: int = Field(1, ge=1, le=100, description="Round robin: how many groups.")
    go_on: int = Field(0, ge=0, le=8, description="Round robin: how many of each group go on to a knock-out.")
    third_place: bool = Field(True, description="Knock-out: a match for third place.")
    second_final: bool = Field(True, description="Double elimination: one more match if the unbeaten side loses.")
    moves: Literal["winners_up", "whist_drive", "whist_drive_strict", "fixed"] = Field(
        "winners_up", description="Progressive: who moves after a round."
    )
    at_table: Literal[2, 3] = Field(2, description="Progressive, winners up: entries at a table.")
    best_of: int = Field(1, ge=1, le=9, description="Matches of a sitting at most; it ends when it is decided.")
    deals: int | None = Field(
        None,
        ge=1,
        le=500,
        description="Deals of a match: it ends after so many. On the official list, three play three quarters of a "
        "number that four can share. Left out: the rules of the game end it.",
    )
    minutes: int | None = Field(None, ge=1, le=1440, description="Time limit of a round.")
    phones: bool = Field(True, description="Each table keeps its list on a phone. If not, results are only typed.")
    double_list: bool = Field(
        False, description="Two phones keep a list each at every table; a result counts when both agree."
    )
    confirmations: int = Field(
        1, ge=1, le=4, description="So many entries of a table confirm its result. The organiser's word is enough."
    )
    self_entry: Literal["closed", "before_draw", "any_time"] = Field(
        "closed",
        description="Whether players enter themselves, by the key `entrant`: until the first round is drawn, or later "
        "too; they then play from the next round on.",
    )
    most_entries: int | None = Field(
        None, ge=1, le=MOST_ENTRIES, description="Players enter themselves while there are fewer entries than this."
    )
    money: MoneyRules = Field(MoneyRules(), description="Fees and prizes.")

    @property
    def ties(self) -> list[TieBreak]:
        """The tie-breaks that hold."""
        return TIE_BREAKS[self.format] if self.tie_breaks is None else self.tie_breaks

    @property
    def by_wins(self) -> bool:
        """Whether matches won come first."""
        if self.ranked_by != "usual":
            return self.ranked_by == "wins"
        return self.format in ("swiss", "round_robin")

    @property
    def has_tree(self) -> bool:
        """Whether it is a knock-out from the first round on."""
        return self.format in ("knock_out", "double_elimination")

    def check(self) -> None:
        """Raises Refusal if settings do not go together; pointers are relative to the rules."""
        if self.best_of % 2 == 0:
            raise refuse("/best_of", "best_of_even", "Best of an odd number: 1, 3, 5, 7 or 9.", rule="")
        if self.double_list and (self.best_of > 1 or not self.phones):
            raise refuse("/double_list", "double_list", "Two lists are kept on phones, each of one match.", rule="")
        self.money.check()
