"""What a hand of Buried Treasure scores: each player's four buried cards, each worth the pile of its suit."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from typing import Any

from scoring.engine.cards import SUITS, SYMBOLS, suit_of
from scoring.engine.game import HandResult, Setup, next_state
from scoring.engine.marking import ngettext_noop
from scoring.engine.messages import Line, line, plural, say, seat, suit
from scoring.games.buried_treasure.buried_cards import check_buried
from scoring.games.buried_treasure.match_end import tied_at_end
from scoring.games.buried_treasure.models import (
    BuriedTreasureDetails,
    BuriedTreasureOptions,
    BuriedTreasurePilesHand,
    BuriedTreasureState,
    BuriedTreasureValuesHand,
)
from scoring.games.buried_treasure.piles import count_piles


def score_hand(
    setup: Setup[BuriedTreasureOptions],
    state: BuriedTreasureState,
    hand: BuriedTreasureValuesHand | BuriedTreasurePilesHand,
) -> HandResult[BuriedTreasureState]:
    """Returns the result of a hand entered by the values of the piles or their cards. Raises Refusal if not
    possible.
    """
    values, lines = count_piles(setup, hand, check_buried(setup, hand.buried))
    points = []
    for who, entries in enumerate(hand.buried):
        score, treasure_lines = _score_buried(who, entries, values)
        points.append(score)
        lines += treasure_lines
    after = next_state(setup, state, points)
    return HandResult(
        points=points,
        state=after.model_copy(update={"tie_break": tied_at_end(setup, after)}),
        lines=lines,
        summary=say("{values}", values=[f"{SYMBOLS[letter]} {value}" for letter, value in values.items()]),
        details=BuriedTreasureDetails(suit_values=values),
    )


def _score_buried(who: int, entries: Sequence[str], values: Mapping[str, int]) -> tuple[int, list[Line]]:
    """What the buried cards of a player score, a line for each suit and one for the sum."""
    letters = sorted((entry if entry in SUITS else suit_of(entry) for entry in entries), key=SUITS.index)
    each = [values[letter] for letter in letters]
    lines = []
    for letter, n in Counter(letters).items():
        params: dict[str, Any] = {"who": seat(who), "suit": suit(letter)}
        parts = " + ".join([str(values[letter])] * n)
        forms = ngettext_noop("{who}: {n} card of {suit}, {parts}", "{who}: {n} cards of {suit}, {parts}")
        lines.append(Line(plural(n, *forms, parts=parts, **params), n * values[letter], "treasure"))
    if len(lines) > 1:
        parts = " + ".join(map(str, each))
        lines.append(line("{who}: {parts}", who=seat(who), parts=parts, value=sum(each), rule="treasure"))
    return sum(each), lines
