"""Who held which cards: every card comes from the deal or the stock into one hand, and is never in another hand
later.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence

from scoring.engine.cards import SUITS
from scoring.engine.marking import _
from scoring.engine.messages import card, seat, suit
from scoring.engine.refusal import refuse
from scoring.games.zetema.melds import rank_word
from scoring.games.zetema.models import (
    ScoringEvent,
    ZetemaAssemblyEvent,
    ZetemaMarriagesEvent,
    ZetemaMeldEvent,
    ZetemaZetemaEvent,
    pack_with,
)


class CardsBySeat:
    """The cards that each player is known to have had in this hand: by seat, how many of each.

    A player who shows the same card twice need not have had two, so the numbers are minimums.
    """

    def __init__(self, doubled: str, players: int, known: Sequence[Mapping[str, int]]) -> None:
        self._doubled = doubled
        self._pack = Counter(pack_with(doubled).cards)
        self._seats = [Counter(known[number] if number < len(known) else {}) for number in range(players)]
        self._marriages: Counter[tuple[int, str]] = Counter()

    def as_json(self) -> list[dict[str, int]]:
        """Returns what is carried in the state; empty if nothing is known."""
        return [dict(cards) for cards in self._seats] if any(self._seats) else []

    def check_start(self, known: Sequence[Mapping[str, int]], pointer: str) -> None:
        """Raises Refusal if these players cannot have had these cards; nothing else may be known yet."""
        for number, cards in enumerate(known):
            for code, count in cards.items():
                at = f"{pointer}/{number}/{code}"
                if count > self._pack[code]:
                    text = _("{card} is entered more often than the pack has it; only {suit} are in it twice.")
                    raise refuse(at, "card_twice", text, rule="setup", card=card(code), suit=suit(self._doubled))
                self._add_cards(number, [code] * count, at, "melds")

    def add(self, event: ScoringEvent) -> None:
        """Records the cards that an event shows.

        Raises Refusal (pointers relative to it) if the cards are in other hands.
        """
        match event:
            case ZetemaMeldEvent(cards=list() as cards):
                self._add_cards(event.seat, cards, "/cards", "melds")
            case ZetemaAssemblyEvent():
                self._add_cards(event.seat, self._five(event.rank), "/rank", "assembly")
            case ZetemaZetemaEvent():
                self._check_discard(event)
            case ZetemaMarriagesEvent():
                self._check_marriages(event)

    def _five(self, rank: str) -> list[str]:
        return [rank + letter for letter in (*SUITS, self._doubled)]

    def _left_for(self, who: int, code: str) -> int:
        """How many copies of a card can have been in this player's hand."""
        return self._pack[code] - sum(cards[code] for other, cards in enumerate(self._seats) if other != who)

    def _add_cards(self, who: int, cards: Sequence[str], pointer: str, rule: str) -> None:
        for place, code in enumerate(cards):
            if cards.count(code) > self._left_for(who, code):
                at = f"{pointer}/{place}" if pointer == "/cards" else pointer
                text = _("{card} was shown from the hand of {other} before: {who} cannot have it.")
                other = next(n for n, known in enumerate(self._seats) if n != who and known[code])
                raise refuse(at, "card_elsewhere", text, rule=rule, card=card(code), other=seat(other), who=seat(who))
        self._seats[who] |= Counter(cards)

    def _check_discard(self, event: ZetemaZetemaEvent) -> None:
        """The fifth card of a zetema is discarded from the hand of the player who scores it."""
        if not any(self._left_for(event.seat, code) for code in self._five(event.rank)):
            text = _("{who} has had none of the {rank}, which others have shown, and cannot discard the fifth.")
            raise refuse(
                "/seat", "not_their_card", text, rule="zetemas", who=seat(event.seat), rank=rank_word(event.rank)
            )

    def _check_marriages(self, event: ZetemaMarriagesEvent) -> None:
        """One card of a pair may come from a pile; the other comes from the player's own hand."""
        for place, letter in enumerate(event.suits):
            self._marriages[event.seat, letter] += 1
            own = sum(self._left_for(event.seat, rank + letter) for rank in "KQ")
            if own < self._marriages[event.seat, letter]:
                text = _("King and queen of {suit} were shown by others: {who} has neither of the two in the hand.")
                params = {"suit": suit(letter), "who": seat(event.seat)}
                raise refuse(f"/suits/{place}", "card_elsewhere", text, rule="marriages", **params)
