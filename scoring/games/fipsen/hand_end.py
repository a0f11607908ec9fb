"""How a hand ended: made, failed or played on, from its letters, its tricks or its outcome alone."""

from __future__ import annotations

from dataclasses import dataclass

from scoring.engine.checks import check_entered
from scoring.engine.marking import _
from scoring.engine.messages import words
from scoring.engine.refusal import refuse
from scoring.games.fipsen.models import TRICKS, FipsenPlayed


@dataclass(frozen=True)
class HandEnd:
    """made: the contract, doubled or not. played_on: whether the declarer played on. tricks: won, None if not
    entered.
    """

    made: bool
    played_on: bool = False
    tricks: int | None = None


def find_hand_end(hand: FipsenPlayed, number: int, durch: bool) -> HandEnd:
    """Returns how the hand ended. durch: all five tricks were promised.

    Raises Refusal if nothing was entered, if the entries disagree, and if they are not possible.
    """
    if hand.played_on and durch:
        text = _("All five tricks are promised already: there is nothing to play on for.")
        raise refuse("/played_on", "no_playing_on", text, rule="playing-on")
    if hand.took_rest and not hand.played_on and hand.sequence is None:
        text = _("Who took the rest is asked only after playing on.")
        raise refuse("/took_rest", "not_played_on", text, rule="playing-on")
    endings = []
    if hand.sequence is not None:
        endings.append(_from_letters(hand, hand.sequence, number, durch))
    if hand.tricks is not None:
        endings.append(
            _from_tricks(hand, hand.tricks, number, durch) if not endings else _check_tricks_agree(hand, endings[0])
        )
    ways = {
        "tricks": _("the tricks that the declarer won"),
        "sequence": _("won and lost tricks in order"),
        "outcome": _("made or failed"),
    }
    check_entered(hand, ways, rule="result")
    if not endings:
        if hand.played_on and hand.took_rest is not None and hand.took_rest != (hand.outcome == "made"):
            text = _("After playing on the contract is made if the rest was taken, and failed if not.")
            raise refuse("/took_rest", "disagree", text, rule="playing-on")
        return HandEnd(hand.outcome == "made", hand.played_on)
    if hand.outcome is not None and endings[0].made != (hand.outcome == "made"):
        raise refuse("/outcome", "disagree", "The tricks give another outcome.", rule="result")
    return endings[0]


def _from_letters(hand: FipsenPlayed, letters: list[str], number: int, durch: bool) -> HandEnd:
    for place, letter in enumerate(letters):
        if letter not in ("W", "L"):
            text = _("Each trick is W for won or L for lost, not {letter}.")
            raise refuse(f"/sequence/{place}", "letter_unknown", text, rule="result", letter=words(letter))
    if len(letters) > TRICKS:
        raise refuse(
            "/sequence", "too_many_tricks", "There are only five tricks, not {n}.", rule="play", n=len(letters)
        )
    ending = _all_promised(letters) if durch else _number_promised(letters, number)
    if hand.played_on and not ending.played_on:
        raise refuse("/played_on", "disagree", "The tricks in order give another result.", rule="playing-on")
    rest = ending.made if ending.played_on else False
    if hand.took_rest is not None and hand.took_rest != rest:
        raise refuse("/took_rest", "disagree", "The tricks in order give another result.", rule="playing-on")
    return ending


def _all_promised(letters: list[str]) -> HandEnd:
    won = letters.count("W")
    if "L" in letters[:-1]:
        text = _("Play stops at the first trick lost: no trick follows it.")
        raise refuse("/sequence", "goes_on", text, rule="durch")
    if "L" not in letters and won < TRICKS:
        text = _("All five tricks are needed; the list stops earlier.")
        raise refuse("/sequence", "undecided", text, rule="durch", unfinished=True)
    return HandEnd(won == TRICKS, tricks=won)


def _number_promised(letters: list[str], number: int) -> HandEnd:
    won = letters.count("W")
    reached = next((place for place in range(len(letters) + 1) if letters[:place].count("W") == number), None)
    if reached is None:
        if won + TRICKS - len(letters) >= number:
            text = _("The list stops before {number} tricks are won or out of reach.")
            raise refuse("/sequence", "undecided", text, rule="result", unfinished=True, number=number)
        return HandEnd(False, tricks=won)
    rest = letters[reached:]
    if rest and "L" not in rest and len(letters) < TRICKS:
        text = _("A declarer who plays on needs every remaining trick; the list stops before the fifth.")
        raise refuse("/sequence", "undecided", text, rule="playing-on", unfinished=True)
    return HandEnd("L" not in rest, bool(rest), won)


def _from_tricks(hand: FipsenPlayed, won: int, number: int, durch: bool) -> HandEnd:
    if durch:
        return HandEnd(won == TRICKS, tricks=won)
    if not hand.played_on:
        if won > number:
            text = _("The hand ended with {number} tricks; with {won} the declarer must have played on: did they?")
            raise refuse("/tricks", "played_on_missing", text, rule="playing-on", number=number, won=won)
        return HandEnd(won == number, tricks=won)
    if won < number:
        text = _("Only a declarer who has made the number can play on: {number} tricks, not {won}.")
        raise refuse("/played_on", "number_not_reached", text, rule="playing-on", number=number, won=won)
    if hand.took_rest is None:
        raise refuse(
            "/took_rest", "rest_missing", "After playing on: was every remaining trick won?", rule="playing-on"
        )
    if hand.took_rest and won == number:
        text = _("Playing on and taking the rest brings more tricks than the number, {number}.")
        raise refuse("/took_rest", "rest_impossible", text, rule="playing-on", number=number)
    if not hand.took_rest and won == TRICKS:
        raise refuse("/took_rest", "rest_impossible", "With all five tricks the rest was taken.", rule="playing-on")
    return HandEnd(hand.took_rest, True, won)


def _check_tricks_agree(hand: FipsenPlayed, ending: HandEnd) -> HandEnd:
    if hand.tricks != ending.tricks:
        text = _("By the tricks in order {won} were won, not {entered}.")
        raise refuse("/tricks", "disagree", text, rule="result", won=ending.tricks, entered=hand.tricks)
    return ending
