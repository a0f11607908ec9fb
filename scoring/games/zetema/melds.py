"""What melds, marriages and zetemas are worth, and whether these cards make them."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from itertools import pairwise

from scoring.engine.cards import rank_of, suit_of
from scoring.engine.game import Setup
from scoring.engine.marking import _
from scoring.engine.messages import Message, card, say, suit
from scoring.engine.refusal import Refusal, refuse
from scoring.games.zetema.models import (
    FIVE,
    RANKS,
    ScoringEvent,
    ZetemaAssemblyEvent,
    ZetemaMarriagesEvent,
    ZetemaMeldEvent,
    ZetemaOptions,
    hand_size,
    pack_with,
)

MELDS = {"sequence": 20, "flush": 30, "flush_sequence": 50}
ASSEMBLIES = {"K": 130, "Q": 130, "J": 120, "A": 110, "5": 110}
OTHER_ASSEMBLY = 100
ZETEMAS = {"K": 50, "Q": 50, "J": 20, "A": 15, "5": 15}
OTHER_ZETEMA = 5
MARRIAGES = (0, 10, 30, 60, 100, 150)
IMPERIAL = 10
ROYAL = ("K", "Q")

RANK_NAMES = {
    "A": _("aces"),
    "2": _("twos"),
    "3": _("threes"),
    "4": _("fours"),
    "5": _("fives"),
    "6": _("sixes"),
    "7": _("sevens"),
    "8": _("eights"),
    "9": _("nines"),
    "10": _("tens"),
    "J": _("jacks"),
    "Q": _("queens"),
    "K": _("kings"),
}
NAMES = {
    "sequence": say("sequence"),
    "flush": say("flush"),
    "flush_sequence": say("flush sequence"),
}


def worth(options: ZetemaOptions, doubled: str, event: ScoringEvent) -> int:
    """Returns the points of an event."""
    match event:
        case ZetemaMeldEvent():
            return MELDS[event.kind]
        case ZetemaAssemblyEvent():
            return ASSEMBLIES.get(event.rank, OTHER_ASSEMBLY)
        case ZetemaMarriagesEvent():
            return MARRIAGES[len(event.suits)] + extra(options, doubled, event.suits)
        case _:
            return zetema_worth(event.rank)


def zetema_worth(rank: str) -> int:
    """Returns the points of a zetema of this rank."""
    return ZETEMAS.get(rank, OTHER_ZETEMA)


def extra(options: ZetemaOptions, doubled: str, suits: Sequence[str]) -> int:
    """Returns what the imperial marriages among these add; five at once have it within their 150 unless the table adds
    it.
    """
    if len(suits) == FIVE and options.six_marriage == "150":
        return 0
    return IMPERIAL * suits.count(doubled)


def most_at_once(options: ZetemaOptions) -> int:
    """Returns the most that one event can score."""
    return MARRIAGES[FIVE] + (0 if options.six_marriage == "150" else 2 * IMPERIAL)


def least_of_hand(zetemas: Sequence[str], married: bool) -> int:
    """Returns the least that is scored after these zetemas until the hand is played out.

    Every other plain rank makes its zetema. Kings and queens make theirs unless somebody marries, which scores at least
    one marriage. married: a marriage was declared.
    """
    left = [rank for rank in RANKS if rank not in zetemas]
    plain = sum(zetema_worth(rank) for rank in left if rank not in ROYAL)
    royal = sum(zetema_worth(rank) for rank in left if rank in ROYAL)
    if married:
        return plain
    return plain + (royal if {*ROYAL} & {*zetemas} else MARRIAGES[1])


def rank_word(rank: str) -> Message:
    """Returns the plural of a rank: ``kings``, ``fives``."""
    return say(RANK_NAMES[rank])


# -- the cards, if they were entered --------------------------------------------------------------------


def check_cards(setup: Setup[ZetemaOptions], doubled: str, event: ScoringEvent, wasted: Counter[str]) -> None:
    """Raises Refusal (pointers relative to the event) if the cards entered with an event cannot make it.

    wasted: cards on the waste pile.
    """
    cards = event.cards
    if cards is None:
        return
    needed = _size(setup, event)
    if len(cards) != needed:
        text = _("This needs {needed} cards, not {n}.")
        raise refuse("/cards", "wrong_number", text, rule="melds", needed=needed, n=len(cards))
    _check_available(doubled, cards, wasted)
    match event:
        case ZetemaMeldEvent():
            _check_meld(setup.options, event.kind, cards)
        case ZetemaMarriagesEvent():
            if Counter(cards) != Counter(rank + letter for letter in event.suits for rank in "KQ"):
                text = _(
                    "A marriage is the king and the queen of one suit: these cards are not those of the suits named."
                )
                raise refuse("/cards", "not_the_meld", text, rule="marriages")
        case _:
            for place, code in enumerate(cards):
                if rank_of(code) != event.rank:
                    text = _("{card} is none of the {rank}.")
                    words = {"card": card(code), "rank": rank_word(event.rank)}
                    raise refuse(f"/cards/{place}", "not_the_meld", text, rule="melds", **words)


def _size(setup: Setup[ZetemaOptions], event: ScoringEvent) -> int:
    match event:
        case ZetemaMeldEvent():
            return hand_size(setup.players)
        case ZetemaMarriagesEvent():
            return 2 * len(event.suits)
        case _:
            return FIVE


def _check_available(doubled: str, cards: Sequence[str], wasted: Counter[str]) -> None:
    """Raises Refusal at a card that is not in the pack, entered too often, or on the waste pile."""
    pack = pack_with(doubled)
    all_of = Counter(pack.cards)
    used: Counter[str] = Counter()
    for place, code in enumerate(cards):
        pointer = f"/cards/{place}"
        used[code] += 1
        if code not in pack:
            raise refuse(pointer, "card_unknown", "{card} is not in this pack.", rule="setup", card=card(code))
        if used[code] > all_of[code]:
            text = _("{card} is entered more often than the pack has it; only {suit} are in it twice.")
            raise refuse(pointer, "card_twice", text, rule="setup", card=card(code), suit=suit(doubled))
        if used[code] > all_of[code] - wasted[code]:
            text = _("{card} lies on the waste pile and never comes back in this hand.")
            raise refuse(pointer, "card_gone", text, rule="waste", card=card(code))


def _check_meld(options: ZetemaOptions, kind: str, cards: Sequence[str]) -> None:
    """Raises Refusal if these cards make another meld, or none."""
    one_suit = len({suit_of(code) for code in cards}) == 1
    in_row = _in_row(options, cards)
    result = {(True, True): "flush_sequence", (True, False): "flush", (False, True): "sequence"}.get((one_suit, in_row))
    if result == kind:
        return
    raise _not_the_meld(result)


def _not_the_meld(meld: str | None) -> Refusal:
    if meld is None:
        text = _("These cards are neither all of one suit nor of ranks that follow one another.")
        return refuse("/cards", "not_the_meld", text, rule="melds")
    text = _("These cards make another meld: {name}, {n}.")
    return refuse("/cards", "not_the_meld", text, rule="melds", name=NAMES[meld], n=MELDS[meld])


def _in_row(options: ZetemaOptions, cards: Sequence[str]) -> bool:
    """Returns whether the ranks follow one another without a gap; there is no run around the corner."""
    rows = [RANKS] if options.ace == "low" else [RANKS, (*RANKS[1:], "A")]
    for row in rows:
        places = sorted(row.index(rank_of(code)) for code in cards)
        if all(after - before == 1 for before, after in pairwise(places)):
            return True
    return False
