"""Belote's declarations: which are possible, which side's are better, and what they score."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from scoring.engine.cards import SUITS, Suit, rank_of
from scoring.engine.game import Setup, check_seat
from scoring.engine.marking import _
from scoring.engine.messages import Line, Message, Term, line, rank, say, seat, side, suit
from scoring.engine.refusal import FieldError, Refusal, refuse
from scoring.games.belote.hand_search import ANY_SIZE, HandSearch, ranks_in
from scoring.games.belote.models import RUN_LENGTHS, RUN_ORDER, BeloteDeclaration, BeloteOptions, length_of

FOUR_ORDER = ("J", "9", "A", "10", "K", "Q")
FOUR_VALUES = {"J": 200, "9": 150, "A": 100, "10": 100, "K": 100, "Q": 100}
FOURS = {
    "J": say("four jacks"),
    "9": say("four nines"),
    "A": say("four aces"),
    "10": say("four tens"),
    "K": say("four kings"),
    "Q": say("four queens"),
}
PICTURES = {"A": say("ace"), "K": say("king"), "Q": say("queen"), "J": say("jack")}
RUN_VALUES = {"tierce": 20, "fifty": 50, "hundred": 100}


@dataclass(frozen=True)
class Comparison:
    """The side whose declarations count (None: nobody has any), what they are worth, and why."""

    side: int | None
    points: int
    lines: list[Line]
    best: BeloteDeclaration | None = None


def declaration_value(declaration: BeloteDeclaration) -> int:
    """Returns what a declaration is worth."""
    return FOUR_VALUES[declaration.high] if declaration.type == "four" else RUN_VALUES[declaration.type]


def rank_in_words(name: str) -> Message | Term:
    """Returns a rank in a sentence, where the letter of a card may be taken for a player."""
    return PICTURES.get(name) or rank(name)


def declaration_name(declaration: BeloteDeclaration) -> Message:
    """Returns the name of a declaration."""
    if declaration.type == "four":
        return FOURS[declaration.high]
    if declaration.suit:
        return say(
            "run of {n} from the {high} of {suit}",
            n=length_of(declaration),
            high=rank_in_words(declaration.high),
            suit=suit(declaration.suit),
        )
    return say("run of {n} from the {high}", n=length_of(declaration), high=rank_in_words(declaration.high))


def compare(
    setup: Setup[BeloteOptions],
    declarations: Sequence[BeloteDeclaration],
    trump: Suit | None,
    dealer: int | None,
    belote: int | None = None,
    pointer: str = "/declarations",
) -> Comparison:
    """Returns whose declarations count.

    belote: the side with king and queen of trumps. Raises Refusal (rules: ``declarations``, ``comparison``,
    ``belote``) if no deal holds all of these, and if two equal runs lack the suit or the seat that decides.
    """
    for place, declaration in enumerate(declarations):
        _check_declaration(setup, declaration, f"{pointer}/{place}")
    _check_together(HandSearch(trump, setup.options.four_and_run), declarations, belote, pointer)
    own = [[declaration for declaration in declarations if declaration.side == number] for number in range(2)]
    if not declarations:
        return Comparison(None, 0, [])
    if own[0] and own[1]:
        better, why = _better(setup, declarations, trump, dealer, pointer)
    else:
        better, why = declarations[0].side, []
    points = sum(declaration_value(declaration) for declaration in own[better])
    counting = [
        line(
            "{who}: {what}",
            who=side(better),
            what=declaration_name(declaration),
            value=declaration_value(declaration),
            rule="declarations",
        )
        for declaration in own[better]
    ]
    return Comparison(better, points, [*why, *counting], max(own[better], key=strength))


def strength(declaration: BeloteDeclaration) -> tuple[int, int, int]:
    """Returns how good a declaration is: fours before runs, longer before shorter, higher before lower."""
    if declaration.type == "four":
        return (2, 0, -FOUR_ORDER.index(declaration.high))
    return (1, length_of(declaration), -RUN_ORDER.index(declaration.high))


def _better(
    setup: Setup[BeloteOptions],
    declarations: Sequence[BeloteDeclaration],
    trump: Suit | None,
    dealer: int | None,
    pointer: str,
) -> tuple[int, list[Line]]:
    """The side with the better declaration, and why."""
    top = max(strength(declaration) for declaration in declarations)
    rivals = [(place, declaration) for place, declaration in enumerate(declarations) if strength(declaration) == top]
    rival_sides = {declaration.side for _, declaration in rivals}
    if len(rival_sides) == 1:
        best = rivals[0][1]
        reason = say("Best: {what}, so those of {who} count", what=declaration_name(best), who=side(best.side))
        return best.side, [Line(reason, rule="comparison")]
    in_trumps = [declaration for _, declaration in rivals if trump is not None and declaration.suit == trump]
    if in_trumps:
        reason = say("Equal runs, and that of {who} is trumps", who=side(in_trumps[0].side))
        return in_trumps[0].side, [Line(reason, rule="comparison")]
    if trump is None:
        text = _("Both sides have the same run: the trump suit is needed to compare them.")
        raise refuse("/trump", "trump_missing", text, rule="comparison")
    for place, declaration in rivals:
        if declaration.suit is None:
            text = _("Both sides have the same run: its suit is needed, because a run of trumps is better.")
            raise refuse(f"{pointer}/{place}/suit", "suit_missing", text, rule="comparison")
    return _spoke_first(setup, rivals, dealer, pointer)


def _spoke_first(
    setup: Setup[BeloteOptions], rivals: Sequence[tuple[int, BeloteDeclaration]], dealer: int | None, pointer: str
) -> tuple[int, list[Line]]:
    """The side that spoke first. rivals: the equal runs, each with its place in the list."""
    for place, declaration in rivals:
        if declaration.seat is None:
            text = _("Both sides have the same run: who spoke first decides, so the player who declared it is needed.")
            raise refuse(f"{pointer}/{place}/seat", "seat_missing", text, rule="comparison")
    if dealer is None:
        text = _("Both sides have the same run: who spoke first decides, so the dealer is needed.")
        raise refuse("/dealer", "dealer_missing", text, rule="comparison")
    seats = [declaration.seat for _, declaration in rivals if declaration.seat is not None]
    first = next(number for steps in range(1, 5) if (number := setup.after(dealer, steps)) in seats)
    reason = line("Equal runs in plain suits: {who} spoke first", who=seat(first), rule="comparison")
    return setup.side_of(first), [reason]


def _check_declaration(setup: Setup[BeloteOptions], declaration: BeloteDeclaration, pointer: str) -> None:
    check_seat(setup, declaration.seat, f"{pointer}/seat", rule="declarations")
    if declaration.seat is not None and setup.side_of(declaration.seat) != declaration.side:
        text = _("This seat belongs to the other side.")
        raise refuse(f"{pointer}/seat", "seat_of_other_side", text, rule="declarations")
    if declaration.type == "four":
        if declaration.high not in FOUR_VALUES:
            text = _("Four {rank}s count nothing and are not declared.")
            raise refuse(f"{pointer}/high", "four_worthless", text, rule="declarations", rank=rank(declaration.high))
        if declaration.suit is not None:
            raise refuse(f"{pointer}/suit", "four_has_no_suit", "A four is in all suits.", rule="declarations")
    fits = {4} if declaration.type == "four" else {RUN_LENGTHS.get(declaration.type)}
    if declaration.type == "hundred":
        fits = {5, 6, 7, 8}
    if declaration.length is not None and declaration.length not in fits:
        text = _("{n} cards do not make this declaration.")
        raise refuse(f"{pointer}/length", "length_wrong", text, rule="declarations", n=declaration.length)
    if declaration.type != "four" and len(ranks_in(declaration)) < length_of(declaration):
        text = _("A run of {n} cannot start from the {high}: it would go below the 7.")
        raise refuse(
            f"{pointer}/high",
            "run_too_low",
            text,
            rule="declarations",
            n=length_of(declaration),
            high=rank_in_words(declaration.high),
        )


def _check_together(
    search: HandSearch, declarations: Sequence[BeloteDeclaration], belote: int | None, pointer: str
) -> None:
    """Raises Refusal if four hands from one pack cannot hold all of these (rules: declarations, belote)."""
    text = _("These declarations need the same card twice.")
    for place, declaration in enumerate(declarations):
        if not all(search.is_possible([earlier, declaration], hand_size=ANY_SIZE) for earlier in declarations[:place]):
            raise refuse(f"{pointer}/{place}", "card_twice", text, rule="declarations")
    for number in range(2):
        own = [declaration for declaration in declarations if declaration.side == number]
        if search.is_possible(own, hand_size=ANY_SIZE) and not search.is_possible(own):
            text = _("{who} cannot hold all of these: each partner has only eight cards.")
            raise refuse(pointer, "too_many_cards", text, rule="declarations", who=side(number))
    if not search.is_possible(declarations):
        raise refuse(pointer, "card_twice", text, rule="declarations")
    if belote is not None and not search.is_possible(declarations, belote):
        raise _belote_refusal(search, declarations, belote, pointer)


def _belote_refusal(
    search: HandSearch, declarations: Sequence[BeloteDeclaration], belote: int, pointer: str
) -> Refusal:
    """Returns the refusal of belote together with these declarations: at the belote and at each declaration that
    excludes it.
    """
    against = [place for place, declaration in enumerate(declarations) if not search.is_possible([declaration], belote)]
    text = _("{who} cannot hold king and queen of trumps in one hand beside these declarations.")
    errors = [FieldError("/belote", "belote_impossible", say(text, who=side(belote)), "belote")]
    for place in against:
        text = _("This needs king or queen of trumps, and {who} have both: belote.")
        errors.append(FieldError(f"{pointer}/{place}", "belote_impossible", say(text, who=side(belote)), "belote"))
    if not against:
        text = _("These leave no hand of {who} with king and queen of trumps: belote.")
        errors.append(FieldError(pointer, "belote_impossible", say(text, who=side(belote)), "belote"))
    return Refusal(errors)


def declarations_in(setup: Setup[BeloteOptions], hands: Sequence[Sequence[str]]) -> list[BeloteDeclaration]:
    """Returns every four of a kind and every run, as long as it goes, that these four hands can declare.

    If a card may not be in both, fours come first: a four beats any run and is worth at least as much.
    """
    declarations = []
    for owner, held in enumerate(hands):
        number = setup.side_of(owner)
        fours = [name for name in FOUR_ORDER if all(name + letter in held for letter in SUITS)]
        for high in fours:
            data = {"side": number, "type": "four", "high": high, "seat": owner}
            declarations.append(BeloteDeclaration.model_validate(data))
        free = [code for code in held if setup.options.four_and_run or rank_of(code) not in fours]
        for letter in SUITS:
            declarations += _runs(number, owner, letter, free)
    return declarations


def _runs(number: int, owner: int, letter: str, held: Sequence[str]) -> list[BeloteDeclaration]:
    runs: list[list[str]] = [[]]
    for name in RUN_ORDER:
        if name + letter in held:
            runs[-1].append(name)
        else:
            runs.append([])
    declarations = []
    for run in runs:
        if len(run) >= 3:
            name = {3: "tierce", 4: "fifty"}.get(len(run), "hundred")
            data: dict[str, Any] = {"side": number, "type": name, "high": run[0], "suit": letter, "seat": owner}
            if name == "hundred":
                data["length"] = len(run)
            declarations.append(BeloteDeclaration.model_validate(data))
    return declarations
