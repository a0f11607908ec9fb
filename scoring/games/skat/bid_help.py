"""How high may I bid? The answer to a question about ten or twelve cards."""

from __future__ import annotations

from scoring.engine.captured import check_cards
from scoring.engine.cards import PACK_32
from scoring.engine.game import HandResult
from scoring.engine.marking import _
from scoring.engine.messages import Line, Number, line, say
from scoring.engine.refusal import refuse
from scoring.games.skat.cards import BASE, HAND, SKAT, game_name
from scoring.games.skat.matadors import run_of
from scoring.games.skat.models import SkatBidHelp
from scoring.games.skat.options import Setup, SkatDetails, SkatState
from scoring.games.skat.value import check_announced, value_of

RULE = "bid-help"


def score_bid_help(setup: Setup, state: SkatState, asked: SkatBidHelp) -> HandResult[SkatState]:
    """Returns the highest value that these cards reach, and the value that they reach with any skat.

    Raises Refusal if these are not ten or twelve cards of the pack, and if the announcements are not allowed together.
    """
    check_cards(PACK_32, asked.cards, "/cards")
    if len(asked.cards) not in (HAND, HAND + SKAT):
        text = _("Ten cards are needed, or twelve once the skat was taken, not {given}.")
        raise refuse("/cards", "wrong_length", text, rule=RULE, given=len(asked.cards))
    seen = len(asked.cards) == HAND + SKAT
    if seen and asked.hand:
        text = _("Twelve cards mean that the skat was taken, so it is not a hand game.")
        raise refuse("/hand", "skat_taken", text, rule="hand-games")
    check_announced(asked.hand, asked.announced)
    matadors = run_of(asked.game, asked.cards)
    value = value_of(asked.game, matadors, asked.hand, asked.announced)
    highest = safe = value.game_value
    if not seen and not matadors.held:
        safe = highest - BASE[asked.game] * (matadors.count - 1)
    points: list[Number] = [0] * setup.players
    name = game_name(asked.game, asked.hand)
    return HandResult(
        points=points,
        state=state,
        lines=[*value.lines, _advice(seen, matadors.held, highest, safe)],
        summary=say("Bid up to {n} with {game}", n=highest, game=name),
        details=SkatDetails(
            matadors=matadors.as_json,
            level=value.level,
            highest_bid=highest,
            safe_bid=safe,
        ),
        is_query=True,
    )


def _advice(seen: bool, held: bool, highest: int, safe: int) -> Line:
    if seen:
        return line("The skat is known: {n} is certain", n=safe, value=safe, rule=RULE)
    if held:
        return line("No skat can lower the value: {n} is safe", n=safe, value=safe, rule=RULE)
    if safe == highest:
        return line("Against 1 is the least possible: {n} is safe", n=safe, value=safe, rule=RULE)
    text = _("A matador in the skat may leave only against 1: only {n} is safe")
    return line(text, n=safe, value=safe, rule=RULE)
