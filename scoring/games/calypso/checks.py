"""What is impossible in Calypso: suits, ranks, calypsos, cards in progress, won piles, and a suit that was not
followed.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from scoring.engine.cards import SUITS, suit_of
from scoring.engine.game import Setup
from scoring.engine.marking import _
from scoring.engine.messages import card, rank, seat, side, suit
from scoring.engine.refusal import refuse
from scoring.engine.tricks import Play, revokes
from scoring.games.calypso.models import COPIES, MOST_CALYPSOS, SIZE, CalypsoOptions, CalypsoState, size_of

#: Cards of two suits in four packs: the most of the opponents' suits that a side's pile can hold.
TWO_SUITS = 2 * COPIES * SIZE


def check_suits(suits: Sequence[str], pointer: str) -> None:
    """Raises Refusal unless these are the four suits, each once."""
    if len(suits) != len(SUITS) or set(suits) != set(SUITS):
        raise refuse(pointer, "suits_differ", "Each of the four players has a different suit.", rule="suits")


def check_ranks(ranks: Sequence[str], pointer: str) -> None:
    """Raises Refusal if a calypso in progress cannot hold these ranks."""
    for place, name in enumerate(ranks):
        if name in ranks[:place]:
            text = _("A calypso holds one card of each rank; {rank} is here twice.")
            raise refuse(f"{pointer}/{place}", "rank_twice", text, rule="calypsos", rank=rank(name))
    if len(ranks) >= SIZE:
        raise refuse(pointer, "calypso_complete", "With all thirteen ranks it is a calypso.", rule="calypsos")


def check_progress(calypsos: Sequence[int], progress: Sequence[int]) -> None:
    """Raises Refusal if a player cannot have these calypsos and cards in progress."""
    for number, (made, cards) in enumerate(zip(calypsos, progress, strict=True)):
        if not 0 <= made <= MOST_CALYPSOS:
            text = _("{made} calypsos are not possible: with four packs a player makes 0 to {most}.")
            params: dict[str, Any] = {"made": made, "most": MOST_CALYPSOS}
            raise refuse(f"/calypsos/{number}", "calypsos_impossible", text, rule="calypsos", **params)
        if not 0 <= cards < SIZE:
            text = _("{cards} cards cannot be in progress: an unfinished calypso has 0 to {most}.")
            params = {"cards": cards, "most": SIZE - 1}
            raise refuse(f"/in_progress/{number}", "progress_impossible", text, rule="calypsos", **params)
        if made == MOST_CALYPSOS and cards:
            text = _("{who} has four calypsos, so no card of that suit is left to be in progress.")
            raise refuse(f"/in_progress/{number}", "fifth_calypso", text, rule="calypsos", who=seat(number))


def check_side_piles(
    setup: Setup[CalypsoOptions], calypsos: Sequence[int], progress: Sequence[int], piles: Sequence[int], pointer: str
) -> None:
    """Raises Refusal if the cards of a side cannot come from its tricks.

    calypsos, progress: by seat. piles: by side, together with them all cards that were played. A side wins whole
    tricks, so its cards are a multiple of four. A card of its own suits goes to the pile only if its rank is laid out
    already. Without a calypso, that is at most three more cards of each rank in progress.
    """
    for number, seats in enumerate(setup.sides):
        held = sum(SIZE * calypsos[owner] + progress[owner] for owner in seats) + piles[number]
        if held % setup.players:
            text = _("{who} would have {n} cards, but a side wins whole tricks: perhaps a card is on the wrong side.")
            raise refuse(pointer, "not_whole_tricks", text, rule="cards", who=side(number), n=held)
        most = TWO_SUITS + sum(_most_spare(calypsos[owner], progress[owner]) for owner in seats)
        if piles[number] > most:
            text = _(
                "{who} cannot have {n} cards in the pile: the first card of each rank in their own suits is laid out."
            )
            raise refuse(pointer, "pile_impossible", text, rule="cards", who=side(number), n=piles[number])


def _most_spare(made: int, cards: int) -> int:
    """Returns how many cards of a player's own suit the pile can hold.

    The rank that completed the first calypso begins the next one, so without a card in progress only one of it was won.
    """
    if made == 1 and not cards:
        return (COPIES - 1) * (SIZE - 1)
    return COPIES * SIZE - SIZE * made - cards if made else (COPIES - 1) * cards


def check_not_fewer(
    setup: Setup[CalypsoOptions],
    state: CalypsoState,
    calypsos: Sequence[int],
    progress: Sequence[int | Sequence[str]],
    piles: Sequence[int],
) -> None:
    """Raises Refusal if a count is lower than at the last entry: no card leaves a calypso or a pile."""
    for number, made in enumerate(calypsos):
        before = SIZE * state.calypsos[number] + size_of(state.in_progress[number])
        cards = SIZE * made + size_of(progress[number])
        if made < state.calypsos[number] or cards < before:
            text = _("{who} had {before} cards in calypsos when this was last noted, but {n} here.")
            params = {"who": seat(number), "before": before, "n": cards}
            raise refuse(f"/calypsos/{number}", "fewer_than_before", text, rule="cards", **params)
        earlier, now = state.in_progress[number], progress[number]
        if made == state.calypsos[number] and not isinstance(earlier, int) and not isinstance(now, int):
            for name in earlier:
                if name not in now:
                    text = _("{who} had {rank} in the calypso in progress when this was last noted.")
                    raise refuse(
                        f"/in_progress/{number}",
                        "fewer_than_before",
                        text,
                        rule="cards",
                        who=seat(number),
                        rank=rank(name),
                    )
    for number, pile in enumerate(piles):
        if pile < state.pile[number]:
            text = _("{who} had {before} cards in the pile when this was last noted, but {n} here.")
            params = {"who": side(number), "before": state.pile[number], "n": pile}
            raise refuse(f"/pile/{number}", "fewer_than_before", text, rule="cards", **params)


def check_suit_followed(tricks: Sequence[Sequence[Play]]) -> None:
    """Raises Refusal at the first card that did not follow suit although its player plays that suit later."""
    revoke = min(revokes(tricks), default=None)
    if revoke is None:
        return
    play = tricks[revoke.trick][revoke.place]
    text = _("{who} did not follow suit with {card}, but plays {proof} in trick {then}: {suit} were in the hand.")
    raise refuse(
        f"/tricks/{revoke.trick}/cards/{revoke.place}",
        "revoke",
        text,
        rule="play",
        who=seat(play.seat),
        card=card(play.card),
        proof=card(revoke.later_card),
        then=revoke.later_trick + 1,
        suit=suit(suit_of(tricks[revoke.trick][0].card)),
    )
