"""Matadors: the unbroken run of top trumps that the declarer holds, or lacks."""

from __future__ import annotations

from collections.abc import Collection
from dataclasses import dataclass

from scoring.engine.captured import check_cards, check_in_pack
from scoring.engine.cards import PACK_32
from scoring.engine.checks import check_entered
from scoring.engine.marking import _
from scoring.engine.messages import Line, Message, card, cards, line, say
from scoring.engine.refusal import refuse
from scoring.games.skat.cards import HAND, SKAT, TRUMPS
from scoring.games.skat.models import SkatMatadors, SkatTrumpHand

RULE = "matadors"


@dataclass(frozen=True, slots=True)
class Matadors:
    """With (held) or against (not held) this number of matadors."""

    held: bool
    count: int

    @property
    def as_json(self) -> dict[str, int]:
        """The form in which it is entered: ``{"with": 2}`` or ``{"against": 3}``."""
        return {"with" if self.held else "against": self.count}

    def text(self) -> Message:
        """Returns the matadors as players say them: ``with 2``."""
        return say(_("with {n}") if self.held else _("against {n}"), n=self.count)

    def game_line(self) -> Line:
        """Returns the first line of every calculation: ``With 2, game 3``."""
        text = _("With {n}, game {level}") if self.held else _("Against {n}, game {level}")
        level = self.count + 1
        return line(text, n=self.count, level=level, value=level, rule=RULE)


def run_of(game: str, held: Collection[str]) -> Matadors:
    """Returns the matadors of these cards in this game. held: hand and skat together; plain cards are ignored."""
    trumps = TRUMPS[game]
    top = trumps[0] in held
    count = 0
    for trump in trumps:
        if (trump in held) != top:
            break
        count += 1
    return Matadors(top, count)


def entered_matadors(game: str, hand: SkatTrumpHand) -> tuple[Matadors, list[Line]]:
    """Returns the matadors, by number or by cards as they were entered, and how they were counted.

    Raises Refusal if none was entered, if two disagree, and if one is not possible (rule: matadors).
    """
    ways = {
        "matadors": _("with or against how many matadors"),
        "trumps_held": _("the trumps in hand and skat"),
        "cards": _("the ten cards dealt and the skat"),
    }
    if hand.skat is None:
        check_entered(hand, ways, rule=RULE)
    entered: list[Matadors] = []
    lines: list[Line] = []
    if hand.matadors is not None:
        entered.append(_by_number(game, hand.matadors))
    if hand.trumps_held is not None:
        _check_trumps(game, hand.trumps_held)
        entered.append(run_of(game, hand.trumps_held))
        lines = [_trumps_line(game, hand.trumps_held)]
    if hand.cards is not None or hand.skat is not None:
        cards_dealt = _cards_dealt(hand)
        trumps = [trump for trump in TRUMPS[game] if trump in cards_dealt]
        if hand.trumps_held is not None and set(hand.trumps_held) != set(trumps):
            text = _("Hand and skat hold other trumps: {cards}.")
            raise refuse("/trumps_held", "disagree", text, rule=RULE, cards=_cards_text(trumps))
        entered.append(run_of(game, cards_dealt))
        lines = [_trumps_line(game, trumps)]
    if entered[0] != entered[-1]:
        text = _("By the cards it is {counted}, not {entered}.")
        params = {"counted": entered[-1].text(), "entered": entered[0].text()}
        raise refuse("/matadors", "disagree", text, rule=RULE, **params)
    return entered[-1], lines


def _by_number(game: str, entered: SkatMatadors) -> Matadors:
    """The matadors as a number. Raises Refusal unless it is with or against, one of the two, and the number exists."""
    if (entered.with_ is None) == (entered.against is None):
        text = _("The declarer is with or against matadors: exactly one of the two.")
        raise refuse("/matadors", "with_or_against", text, rule=RULE)
    held = entered.with_ is not None
    count = entered.with_ if entered.with_ is not None else entered.against
    most = len(TRUMPS[game])
    if count is None or not 1 <= count <= most:
        text = _("With or against {n} is not possible: a grand has 1 to {most} matadors.")
        if game != "grand":
            text = _("With or against {n} is not possible: a suit game has 1 to {most} matadors.")
        pointer = "/matadors/with" if held else "/matadors/against"
        raise refuse(pointer, "matadors_impossible", text, rule=RULE, n=count or 0, most=most)
    return Matadors(held, count)


def _check_trumps(game: str, entered: list[str]) -> None:
    check_cards(PACK_32, entered, "/trumps_held")
    for place, code in enumerate(entered):
        if code not in TRUMPS[game]:
            text = _("{card} is not a trump in this game.")
            raise refuse(f"/trumps_held/{place}", "not_a_trump", text, rule="card-strength", card=card(code))


def _cards_dealt(hand: SkatTrumpHand) -> set[str]:
    """The ten cards dealt and the two of the skat. Raises Refusal if these are not twelve cards of the pack."""
    parts = [("/cards", hand.cards, HAND), ("/skat", hand.skat, SKAT)]
    for pointer, entered, size in parts:
        if entered is None:
            text = _(
                "Matadors are counted in hand and skat together: enter the ten cards dealt and the two of the skat."
            )
            raise refuse(pointer, "cards_missing", text, rule=RULE)
        if len(entered) != size:
            text = _("{size} cards were dealt here, not {given}.")
            raise refuse(pointer, "wrong_length", text, rule="setup", size=size, given=len(entered))
    dealt = [(f"{pointer}/{place}", code) for pointer, entered, _ in parts for place, code in enumerate(entered or ())]
    check_in_pack(PACK_32, dealt)
    return {code for _, code in dealt}


def _trumps_line(game: str, held: Collection[str]) -> Line:
    trumps = [trump for trump in TRUMPS[game] if trump in held]
    return line("Trumps in hand and skat: {cards}", cards=_cards_text(trumps), value=len(trumps), rule=RULE)


def _cards_text(trumps: list[str]) -> Message:
    return say("{cards}", cards=cards(trumps)) if trumps else say("none")
