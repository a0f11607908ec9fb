"""What was declared in a hand of Tute, and whether it can have been."""

from __future__ import annotations

from scoring.engine.captured import check_in_pack
from scoring.engine.cards import suit_of
from scoring.engine.checks import check_left_out
from scoring.engine.game import Setup, check_seat
from scoring.engine.marking import _
from scoring.engine.messages import Line, line, seat, side, suit
from scoring.engine.refusal import refuse
from scoring.games.tute.models import (
    FORTY,
    LAST_DECLARATION,
    LAST_TUTE,
    PACK_40,
    TRICKS,
    TWENTY,
    TuteDeclaration,
    TuteOptions,
    TutePlayedHand,
    TuteShownHand,
)


def check_trump(hand: TutePlayedHand | TuteShownHand) -> str | None:
    """Returns the trump of the hand, None if it was not entered. Raises Refusal if the turned card has another suit."""
    if hand.up_card is None:
        return hand.trump
    check_in_pack(PACK_40, [("/up_card", hand.up_card)])
    trump = suit_of(hand.up_card)
    if hand.trump not in (None, trump):
        text = _("The turned card makes {suit} trump.")
        raise refuse("/trump", "trump_disagrees", text, rule="setup", suit=suit(trump))
    return trump


def check_tricks(setup: Setup[TuteOptions], hand: TutePlayedHand) -> None:
    """Raises Refusal unless the winners entered are ten seats of the table, the last of the side with the last
    trick.
    """
    if hand.tricks is None:
        return
    if len(hand.tricks) != TRICKS:
        text = _("A hand has {all} tricks, not {given}.")
        few = len(hand.tricks) < TRICKS
        raise refuse("/tricks", "trick_count", text, rule="play", unfinished=few, all=TRICKS, given=len(hand.tricks))
    for number, winner in enumerate(hand.tricks):
        check_seat(setup, winner, f"/tricks/{number}", rule="play")
    if setup.side_of(hand.tricks[-1]) != hand.last_trick:
        text = _("{who} won the tenth trick.")
        raise refuse("/last_trick", "disagree", text, rule="last-trick", who=seat(hand.tricks[-1]))


def check_points_need_tricks(setup: Setup[TuteOptions], hand: TutePlayedHand, cards: list[int]) -> None:
    """Raises Refusal if a side has card points but by the winners entered won no trick. cards: card points by side."""
    won = None if hand.tricks is None else {setup.side_of(winner) for winner in hand.tricks}
    for number, points in enumerate(cards):
        if won is not None and points and number not in won:
            text = _("{who} won no trick, and so cannot have {n} card points.")
            name = "card_points" if hand.captured is None else "captured"
            raise refuse(f"/{name}/{number}", "points_without_trick", text, who=side(number), n=points)


def score_declarations(
    setup: Setup[TuteOptions], hand: TutePlayedHand, trump: str | None
) -> tuple[list[int], list[Line]]:
    """Returns what each side declared, and a line for each. Raises Refusal at the first that is not possible."""
    points = [0] * len(setup.sides)
    lines = []
    if len(hand.declarations) > 4:
        text = _("There are only four suits to declare, not {n}.")
        raise refuse("/declarations", "too_many", text, rule="declarations", n=len(hand.declarations))
    if sum(declaration.value == TWENTY for declaration in hand.declarations) > 3:
        text = _("Only three suits are not trump: no more than three are worth 20.")
        raise refuse("/declarations", "too_many", text, rule="declarations")
    trump = trump or next((declaration.suit for declaration in hand.declarations if declaration.value == FORTY), None)
    earliest = 1
    for number, declaration in enumerate(hand.declarations):
        pointer = f"/declarations/{number}"
        check_seat(setup, declaration.seat, f"{pointer}/seat", rule="declarations")
        _check_value(declaration, pointer, trump)
        _check_not_repeated(declaration, pointer, hand.declarations[:number])
        earliest = 1 + _check_trick(declaration, pointer, earliest, hand.tricks)
        points[setup.side_of(declaration.seat)] += declaration.value
        text = (
            _("{who} declared las cuarenta in {suit}")
            if declaration.value == FORTY
            else _("{who} declared a veinte in {suit}")
        )
        params = {"who": seat(declaration.seat), "suit": suit(declaration.suit)}
        lines.append(line(text, **params, value=declaration.value, rule="declarations"))
    return points, lines


def _check_value(declaration: TuteDeclaration, pointer: str, trump: str | None) -> None:
    if declaration.value not in (FORTY, TWENTY):
        text = _("A declaration is worth 40 or 20, not {value}.")
        raise refuse(f"{pointer}/value", "value_unknown", text, rule="declarations", value=declaration.value)
    if declaration.value == FORTY and declaration.suit != trump:
        text = _("Only king and queen of trumps are worth 40, and {suit} is not trump.")
        raise refuse(f"{pointer}/value", "forty_not_trump", text, rule="declarations", suit=suit(declaration.suit))
    if declaration.value == TWENTY and declaration.suit == trump:
        text = _("King and queen of trumps are worth 40, not 20.")
        raise refuse(f"{pointer}/value", "twenty_in_trump", text, rule="declarations")


def _check_not_repeated(declaration: TuteDeclaration, pointer: str, before: list[TuteDeclaration]) -> None:
    if any(other.suit == declaration.suit for other in before):
        text = _("King and queen of {suit} were declared already.")
        raise refuse(f"{pointer}/suit", "suit_twice", text, rule="declarations", suit=suit(declaration.suit))
    if declaration.value == FORTY and any(other.seat == declaration.seat for other in before):
        text = _("{who} declared a 20 before: the 40 can no longer be declared.")
        raise refuse(pointer, "forty_too_late", text, rule="forty-first", who=seat(declaration.seat))


def _check_trick(declaration: TuteDeclaration, pointer: str, earliest: int, tricks: list[int] | None) -> int:
    """The first trick after which this declaration can have been made. tricks: who won each, None if not entered."""
    if tricks is not None and declaration.seat not in tricks[:LAST_DECLARATION]:
        text = _("{who} won no trick after which to declare.")
        raise refuse(f"{pointer}/seat", "won_no_trick", text, rule="declarations", who=seat(declaration.seat))
    trick = earliest
    if declaration.after_trick is not None:
        trick = declaration.after_trick
    elif tricks is not None:
        own = (n for n, winner in enumerate(tricks, 1) if n >= earliest and winner == declaration.seat)
        trick = next(own, TRICKS)
    if trick > LAST_DECLARATION or trick < 1:
        text = _("A declaration is made after trick 1 to {last}: later there are not two cards in hand.")
        if declaration.after_trick is None:
            text = _(
                "A side makes one declaration after each trick that it won, the last after trick "
                "{last}: none is left for this one."
            )
        raise refuse(f"{pointer}/after_trick", "trick_impossible", text, rule="declarations", last=LAST_DECLARATION)
    if trick < earliest:
        text = _("There is one declaration after a trick, in order: this one comes after trick {earliest} or later.")
        raise refuse(f"{pointer}/after_trick", "not_in_order", text, rule="declarations", earliest=earliest)
    if tricks is not None and tricks[trick - 1] != declaration.seat:
        text = _("{who} did not win trick {n}: only its winner may declare after it.")
        params = {"who": seat(declaration.seat), "n": trick}
        raise refuse(f"{pointer}/after_trick", "trick_not_won", text, rule="declarations", **params)
    return trick


def check_tute(setup: Setup[TuteOptions], hand: TuteShownHand) -> Line:
    """Returns the line of a tute. Raises Refusal if it is not possible, or if points were entered as well."""
    check_seat(setup, hand.seat, "/seat", rule="tute")
    if hand.after_trick is not None and not 1 <= hand.after_trick <= LAST_TUTE:
        text = _("A tute is shown after trick 1 to {last}: later there are not four cards in hand.")
        raise refuse("/after_trick", "trick_impossible", text, rule="tute", last=LAST_TUTE)
    text = _("A tute ends the hand at once: no card points are counted.")
    check_left_out(hand, ("card_points", "captured"), "tute_with_points", text, rule="tute")
    text = _("{who} showed four kings: {side} won the hand at once")
    if setup.options.queens_tute:
        text = _("{who} showed four kings or queens: {side} won the hand at once")
    return line(text, who=seat(hand.seat), side=side(setup.side_of(hand.seat)), rule="tute")
