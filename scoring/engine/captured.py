"""Checks of piles that were won, cards in a hand, and figures with a known sum."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Collection, Iterable, Mapping, Sequence

from scoring.engine.cards import Pack, card_points, rank_of
from scoring.engine.marking import _
from scoring.engine.messages import Line, Message, Number, Term, line, plural, rank, say, side
from scoring.engine.messages import card as card_name
from scoring.engine.messages import cards as card_names
from scoring.engine.refusal import refuse


def check_in_pack(pack: Pack, cards: Iterable[tuple[str, str]], rule: str = "setup") -> None:
    """Raises Refusal at the first of these (pointer, card) that is not in the pack, or is entered too often."""
    left = Counter(pack.cards)
    for pointer, code in cards:
        if code not in pack:
            raise refuse(pointer, "card_unknown", "{card} is not in this pack.", rule=rule, card=card_name(code))
        left[code] -= 1
        if left[code] < 0:
            text = _("{card} is entered more often than the pack has it.")
            raise refuse(pointer, "card_twice", text, rule=rule, card=card_name(code))


def cards_at(pointer: str, groups: Iterable[Iterable[str] | None]) -> list[tuple[str, str]]:
    """Returns every card of these groups (piles, tricks) with its pointer ``POINTER/GROUP/PLACE``; None is skipped."""
    return [
        (f"{pointer}/{number}/{place}", code)
        for number, group in enumerate(groups)
        for place, code in enumerate(group or ())
    ]


def check_cards(pack: Pack, cards: Sequence[str], pointer: str, rule: str = "setup") -> None:
    """Raises Refusal at the first card of this list that is not in the pack, or is entered too often."""
    check_in_pack(pack, [(f"{pointer}/{place}", code) for place, code in enumerate(cards)], rule)


def check_piles(
    pack: Pack,
    piles: Sequence[Sequence[str]],
    pointer: str,
    *,
    trick: int = 1,
    all_won: bool = True,
    rule: str = "play",
) -> None:
    """Raises Refusal unless these won piles are possible together: cards of the pack, none too often, whole tricks.

    trick: the number of cards in a trick. all_won: whether every card of the pack was won by somebody.
    """
    check_in_pack(pack, cards_at(pointer, piles))
    left = pack.rest(code for pile in piles for code in pile)
    if all_won and left:
        text = _("Every card was won by somebody; still missing: {cards}.")
        raise refuse(pointer, "card_missing", text, rule=rule, cards=card_names(left))
    for owner, pile in enumerate(piles):
        check_whole_tricks(pile, f"{pointer}/{owner}", trick, rule=rule)


def check_whole_tricks(pile: Sequence[str], pointer: str, trick: int, *, more: int = 0, rule: str = "play") -> None:
    """Raises Refusal unless a pile is whole tricks of ``trick`` cards each, and ``more`` extra cards."""
    if len(pile) < more or (len(pile) - more) % trick:
        raise refuse(
            pointer,
            "not_whole_tricks",
            _("Cards entered: {given}. These are not whole tricks of {trick} cards each and {more} more cards.")
            if more
            else _("Cards entered: {given}. These are not whole tricks of {trick} cards each."),
            rule=rule,
            given=len(pile),
            trick=trick,
            more=more,
        )


def complete_piles(
    pack: Pack, piles: Sequence[Sequence[str] | None], pointer: str, *, trick: int, rule: str = "play"
) -> list[list[str]]:
    """Returns the won piles of all sides. One pile may be None: it gets every card that is in no other pile.

    Raises Refusal as ``check_piles`` does, and if more than one pile is None.
    """
    if sum(pile is None for pile in piles) > 1:
        raise refuse(pointer, "nothing_entered", "The cards of at least one side are needed.", rule=rule)
    rest = pack.rest(code for pile in piles for code in pile or ())
    completed = [rest if pile is None else list(pile) for pile in piles]
    check_piles(pack, completed, pointer, trick=trick, rule=rule)
    return completed


def scoring_piles(
    pack: Pack, piles: Sequence[Sequence[str] | None], values: Mapping[str, int], pointer: str, rule: str = "scoring"
) -> list[list[str]]:
    """Returns the won piles of all sides if cards without card points may be left out.

    values: card points by rank. One pile may be None: it gets every card that is in no other pile. Raises Refusal at a
    card that is not in the pack or entered too often, if a card with points is in no pile, and if more than one pile is
    None.
    """
    if sum(pile is None for pile in piles) > 1:
        raise refuse(pointer, "nothing_entered", "The cards of at least one side are needed.", rule=rule)
    entered = cards_at(pointer, piles)
    check_in_pack(pack, entered)
    rest = pack.rest(code for _, code in entered)
    missing = [code for code in rest if values.get(rank_of(code), 0)]
    if missing and None not in piles:
        text = _("Every card was won by somebody; still missing: {cards}.")
        raise refuse(pointer, "card_missing", text, rule=rule, cards=card_names(missing))
    return [rest if pile is None else list(pile) for pile in piles]


def pile_with_extra_cards(
    pack: Pack,
    mine: tuple[str, Sequence[str] | None],
    theirs: tuple[str, Sequence[str] | None],
    *,
    trick: int,
    more: int,
    rule: str = "play",
) -> list[str] | None:
    """Returns the pile of the side that also gets extra cards (a skat, a widow); None if no pile was entered.

    mine, theirs: pointer and cards of its pile and of the other side's, the cards None if not entered: that pile is the
    rest of the pack. more: the number of extra cards. Raises Refusal unless the piles are whole tricks (and the extra
    cards) and make the pack together.
    """
    check_in_pack(
        pack,
        [(f"{pointer}/{place}", code) for pointer, pile in (mine, theirs) for place, code in enumerate(pile or ())],
    )
    for (pointer, pile), extra in ((mine, more), (theirs, 0)):
        if pile is not None:
            check_whole_tricks(pile, pointer, trick, more=extra, rule=rule)
    if mine[1] is None:
        return None if theirs[1] is None else pack.rest(theirs[1])
    if theirs[1] is not None and len(mine[1]) + len(theirs[1]) != len(pack):
        text = _("The two piles hold {n} cards together, not all {all}.")
        n = len(mine[1]) + len(theirs[1])
        raise refuse(theirs[0], "card_missing", text, rule=rule, n=n, all=len(pack))
    return list(mine[1])


def last_trick_winner(entered: int | None, piles: Sequence[Sequence[str]], rule: str = "last-trick") -> int | None:
    """Returns the side that won the last trick: the one entered, else the side that won every card, else None.

    entered: None if it was not entered. piles: complete, one for each of two sides. Raises Refusal (pointer
    ``/last_trick``) if the side entered won no card.
    """
    if entered is None:
        return next((number for number in range(2) if not piles[1 - number]), None)
    if not piles[entered]:
        text = _("{who} have no card, so they did not take the last trick.")
        raise refuse("/last_trick", "last_trick_without_card", text, rule=rule, who=side(entered))
    return entered


def complete_figures(
    values: Sequence[int | None], total: int, pointer: str, rule: str = "scoring", impossible: Collection[int] = ()
) -> list[int]:
    """Returns the figures of all sides, which make this total. One may be None: it gets what the others leave.

    impossible: figures that no cards make. Raises Refusal at one of these, if the figures make another sum,
    if one is below zero, and if more than one is None.
    """
    if sum(value is None for value in values) > 1:
        raise refuse(pointer, "nothing_entered", "The figure of at least one side is needed.", rule=rule)
    known = sum(value or 0 for value in values)
    completed = [total - known if value is None else value for value in values]
    for place, value in enumerate(completed):
        if value < 0:
            text = _("{value} is not possible: the figures of all sides make {total} together, and none is below 0.")
            raise refuse(f"{pointer}/{place}", "negative", text, rule=rule, value=value, total=total)
    if sum(completed) != total:
        text = _("The figures of all sides make {total} together, not {given}.")
        raise refuse(pointer, "wrong_sum", text, rule=rule, total=total, given=sum(completed))
    for place, value in enumerate(completed):
        check_figure(value, impossible, f"{pointer}/{place}", rule=rule)
    return completed


def impossible_figures(total: int) -> tuple[int, int]:
    """Returns the card points that no cards make if no card is worth 1: 1, and all but 1. total: of the whole pack."""
    return 1, total - 1


def check_figure(value: int | None, impossible: Collection[int], pointer: str, rule: str = "scoring") -> None:
    """Raises Refusal if no cards make this figure (None: it was not entered). impossible: those figures."""
    if value in impossible:
        raise refuse(pointer, "figure_impossible", "No cards make {value}.", rule=rule, value=value)


def check_same_figure(entered: Number | None, counted: Number, pointer: str, rule: str = "scoring") -> None:
    """Raises Refusal if the figure that was entered (None: it was not) differs from what the cards make."""
    if entered is not None and entered != counted:
        text = _("The cards make {counted}, not {entered}.")
        raise refuse(pointer, "disagree", text, rule=rule, counted=counted, entered=entered)


def count_card_points(
    figures: Sequence[int | None] | None,
    piles: Sequence[Sequence[str]] | None,
    values: Mapping[str, int],
    who: Callable[[int], Term],
    pointer: str,
    *,
    owners: Iterable[int] | None = None,
    rule: str = "card-strength",
) -> tuple[list[int], list[Line]]:
    """Returns the card points of every seat or side, from figures, from the cards won or from both, and a line for
    each.

    figures, piles: complete, None if not entered; at least one of them was. If piles were entered, a single figure may
    be None, too. values: card points by rank or by card. who: ``seat`` or ``side``. pointer: of the figures. owners:
    the seats or sides that get a line, None for all. Raises Refusal if the cards make another figure than the one
    entered.
    """
    counts = [value for value in figures or () if value is not None]
    if piles is not None:
        counts = [card_points(pile, values) for pile in piles]
        for number, entered in enumerate(figures or ()):
            check_same_figure(entered, counts[number], f"{pointer}/{number}", rule=rule)
    lines = []
    for number in range(len(counts)) if owners is None else owners:
        n = counts[number]
        if piles is None:
            text = plural(n, "{who}: {n} card point", "{who}: {n} card points", who=who(number))
            lines.append(Line(text, n, rule))
        else:
            cards = card_points_text(piles[number], values)
            lines.append(line("{who}: {cards}", who=who(number), cards=cards, value=n, rule=rule))
    return counts, lines


def card_points_text(cards: Iterable[str], values: Mapping[str, int]) -> Message:
    """Returns how the card points of a pile add up, rank by rank: ``A (2 × 11), K (1 × 4)``.

    values: card points by rank; or by card, if a rank is not worth the same in every suit: then the cards that count
    are listed, the highest value first.
    """
    cards = list(cards)
    by_card = sorted((code for code in cards if values.get(code)), key=lambda code: -values[code])
    if by_card:
        return say("{cards}", cards=card_names(by_card))
    number_of = Counter(rank_of(code) for code in cards)
    parts = [
        say("{rank} ({n} × {value})", n=number_of[name], rank=rank(name), value=value)
        for name, value in values.items()
        if value and number_of[name]
    ]
    return say("{parts}", parts=parts) if parts else say("no card that counts")
