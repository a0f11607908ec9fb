"""The rules of settling up as they are stored and asked: with the fees that single games add."""

from __future__ import annotations

from typing import TYPE_CHECKING

from scoring.engine.settlement import OwnFee, SettlementRules, with_own_fees
from scoring.games import all_games

OWN_FEES: tuple[OwnFee, ...] = tuple(fee for game in all_games().values() for fee in game.own_fees)

if TYPE_CHECKING:
    AllSettlementRules = SettlementRules
else:
    AllSettlementRules = with_own_fees(OWN_FEES)
