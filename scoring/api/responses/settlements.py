"""Settling up: who gets and who pays how much."""

from __future__ import annotations

from typing import Any

from pydantic import Field

from companion.http.models import Number, ResponseModel, Time
from companion.http.problem_details import ProblemDetails
from scoring.db.json_text import format_time
from scoring.engine.settlement import money
from scoring.models import KittyEntry
from scoring.selectors.match_snapshot import MatchSnapshot
from scoring.selectors.settlements import EveningSettlement, MatchSettlement
from scoring.settlement_rules import AllSettlementRules


class SettledSeat(ResponseModel):
    """What a player gets (above zero) or pays (below)."""

    seat: int = Field(description="From 0.")
    player: str | None = Field(description="The player's id; null for somebody who is no player of the table.")
    name: str = Field(description="As the sheet shows it.")
    amount: Number = Field(description="By the totals.")
    fees: Number = Field(description="Fees that the player pays to the kitty.")
    balance: Number = Field(description="The amount less the fees.")


class SeatPayment(ResponseModel):
    """Somebody pays somebody so much."""

    payer: int | None = Field(description="The seat; null is the kitty.")
    payee: int | None = Field(description="The seat; null is the kitty.")
    amount: Number = Field(description="Above zero, in the unit `word` of the rules.")


class SettlementOfMatch(ResponseModel):
    """The settlement of a match by its current totals. The balances of players and kitty add up to zero."""

    match: str = Field(description="Its id.")
    game: str = Field(description="The slug of its game.")
    finished: bool = Field(description="Whether the match is over; before that, amounts may still change.")
    rules: AllSettlementRules | None = Field(description="How it is settled; null if it is not played for anything.")
    totals: list[Number] = Field(description="The totals that count, by side; in games of chips, chips won or lost.")
    players: list[SettledSeat] = Field(description="By seat; empty without rules.")
    pots: Number = Field(description="The content of pots, which goes to the kitty.")
    kitty: Number = Field(description="The amount that the kitty gets: fees and pots.")
    payments: list[SeatPayment] = Field(description="Who pays whom; fewer payments than there are accounts.")


class StaleSettlement(ProblemDetails):
    """Somebody else was faster."""

    current: SettlementOfMatch = Field(description="The settlement as it is now.")


class SettledPlayer(ResponseModel):
    """What a player gets (above zero) or pays (below) over the evening."""

    player: str = Field(description="The player's id.")
    name: str = Field(description="The name at the table.")
    balance: Number = Field(description="What the player gets in all, in the unit `word`, fees taken off.")


class PlayerPayment(ResponseModel):
    """Somebody pays somebody so much."""

    payer: str | None = Field(description="The player's id; null is the kitty.")
    payee: str | None = Field(description="The player's id; null is the kitty.")
    amount: Number = Field(description="Above zero, in the unit `word`.")


class SettledMatches(ResponseModel):
    """The matches that were played for the same thing, each settled, their amounts added."""

    word: str = Field(description="What they were played for.")
    matches: list[SettlementOfMatch] = Field(description="The earliest first.")
    players: list[SettledPlayer] = Field(description="Everybody who played in one of them.")
    kitty: Number = Field(description="The amount that the kitty gets.")
    payments: list[PlayerPayment] = Field(description="Who pays whom, so that everybody is square.")


class SettlementOfEvening(ResponseModel):
    """An evening: several matches of one table."""

    table: str = Field(description="Its id.")
    date: str | None = Field(
        description="The day on which the evening began, in the time zone of the request; null if nothing was played.",
        json_schema_extra={"format": "date"},
    )
    began_at: Time | None = Field(description="When its first match was begun; null if nothing was played.")
    settlements: list[SettledMatches] = Field(description="One for each thing that was played for.")
    unsettled: list[str] = Field(description="Matches that are not played for anything.")


class KittyBalance(ResponseModel):
    """The balance of the kitty, in one unit."""

    word: str = Field(description="The unit: what the table plays for.")
    amount: Number = Field(description="What is in the kitty.")


class KittyLine(ResponseModel):
    """An amount put in (above zero) or taken out (below)."""

    amount: Number = Field(description="Above zero for what was put in, below zero for what was taken out.")
    word: str = Field(description="The unit.")
    note: str = Field(description="What it was for; empty for nothing said.")
    at: Time = Field(description="When it was entered.")


class Kitty(ResponseModel):
    """The kitty of a table over all evenings."""

    balances: list[KittyBalance] = Field(description="With the amounts from matches.")
    entries: list[KittyLine] = Field(description="The latest first.")


class SettlementConflict(Exception):  # noqa: N818
    """The settlement has another version than the client expected. current: its current state, as plain JSON."""

    def __init__(self, tag: str, current: dict[str, Any]) -> None:
        super().__init__(f"the settlement is at {tag}")
        self.tag, self.current = tag, current


def settlement_json(match: MatchSnapshot, settled: MatchSettlement | None) -> dict[str, Any]:
    """Returns the settlement of a match as plain JSON; without rules (settled is None) there are no amounts."""
    common = {"match": match.id, "game": match.slug, "finished": match.finished}
    if settled is None:
        return {**common, "rules": None, "totals": [], "players": [], "pots": 0, "kitty": 0, "payments": []}
    settlement = settled.settlement
    return {
        **common,
        "rules": settled.rules.model_dump(mode="json"),
        "totals": settled.totals,
        "players": [
            {
                "seat": seat,
                "player": player["player"],
                "name": player["name"],
                "amount": settlement.amounts[seat],
                "fees": settlement.fees[seat],
                "balance": settlement.balances[seat],
            }
            for seat, player in enumerate(match.seats)
        ],
        "pots": settlement.pots,
        "kitty": settlement.kitty,
        "payments": [{"payer": one.payer, "payee": one.payee, "amount": one.amount} for one in settlement.payments],
    }


def evening_json(settled: EveningSettlement) -> dict[str, Any]:
    """Returns the matches of an evening that were played for the same thing, as plain JSON."""
    return {
        "word": settled.word,
        "matches": [settlement_json(one.match, one) for one in settled.matches],
        "players": [
            {"player": player, "name": name, "balance": settled.balances[player]}
            for player, name in settled.names.items()
        ],
        "kitty": settled.kitty,
        "payments": [{"payer": one.payer, "payee": one.payee, "amount": one.amount} for one in settled.payments],
    }


def kitty_line(entry: KittyEntry) -> dict[str, Any]:
    """Returns an entry of the kitty as plain JSON."""
    return {"amount": money(entry.amount), "word": entry.word, "note": entry.note, "at": format_time(entry.at)}
