"""Mate: lead a card that the other cannot answer, as late in the game as you dare.

``models`` is what is entered, ``cards`` what answers what, ``moves`` how a game ended, ``aside`` the form's questions
about foreplaced cards.
"""

from __future__ import annotations

from typing import Any, ClassVar

from scoring.engine.captured import check_in_pack
from scoring.engine.cards import cards_of, rank_of, suit_of
from scoring.engine.form import Choice, Form, Option, seats_to_choose
from scoring.engine.form_groups import Groups, card_label, cards_in_order
from scoring.engine.game import (
    Example,
    Game,
    Grid,
    HandResult,
    Order,
    Setup,
    Upcoming,
    Verdict,
    check_seat,
    check_trick,
    ended_by_table,
    leading_sides,
    next_state,
)
from scoring.engine.messages import Line, Number, card, line, plural, say, seat, suit
from scoring.engine.refusal import refuse
from scoring.engine.tricks import LegalPlays, TrickResult
from scoring.games.mate.aside import foreplacing_controls
from scoring.games.mate.cards import HAND_SIZE, OVERMATE, PACK, RANKS, VALUES, answer_wins, answers, fits
from scoring.games.mate.models import MateDrawHand, MateLookup, MateMateHand, MateMovesHand, MateOptions, MateState
from scoring.games.mate.moves import Aside, Course, Ended, check_aside, ended_by_mate, lone_foreplacer
from scoring.games.mate.tables import mate_tables


class Mate(Game[MateOptions, MateState]):
    """Two players, twenty cards, every deal played twice with the hands exchanged."""

    slug = "mate"
    name = "Mate"
    family = "Strategy and trading"
    summary = "Lead a card that the other cannot answer; the later the mate, the more it scores."
    players = (2,)
    deck = "20 cards: ace, ten, king, queen and seven"
    direction = "in turn"
    Options = MateOptions
    State = MateState
    hands = (MateMateHand, MateDrawHand, MateMovesHand)
    Lookup = MateLookup
    examples: ClassVar[tuple[Example, ...]] = (
        Example(
            title="Mate on move five by a player who had foreplaced",
            hands=[{"kind": "mate", "by": 0, "card": "QH", "move": 5, "foreplaced": [True, None]}],
            expect=[18, 0],
        ),
        Example(title="A draw", hands=[{"kind": "draw"}], expect=[0, 0]),
        Example(
            title="A game move by move",
            hands=[
                {
                    "kind": "moves",
                    "moves": [["7C", "AC"], ["10H", "10S"], ["QC", "KC"], ["AD", None]],
                    "foreplaced": [None, None],
                }
            ],
            expect=[0, 44],
        ),
    )

    def complete_start(self, setup: Setup[MateOptions], state: MateState, given: frozenset[str]) -> MateState:
        """Who deals the round says who leads, where that was not said itself."""
        if "dealer" not in given or state.first_leader is not None:
            return state
        leader = 1 - state.dealer if _exchanged(_number(state)) else state.dealer
        return state.model_copy(update={"first_leader": leader})

    def check_start(self, setup: Setup[MateOptions], state: MateState) -> None:
        check_in_pack(
            PACK,
            [
                (f"/known/{who}/{place}", code)
                for who, held in enumerate(state.known)
                for place, code in enumerate(held)
            ],
        )
        if len(state.known) != setup.players or max(map(len, state.known)) > HAND_SIZE:
            text = "Two lists of ten cards at most are needed."
            raise refuse("/known", "wrong_length", text, rule="exchange")

    # -- a game ---------------------------------------------------------------------------------

    def apply(self, setup: Setup[MateOptions], state: MateState, hand: Any) -> HandResult[MateState]:
        known = state.known if _exchanged(_number(state)) else [[], []]
        check_aside(hand.foreplaced, known, setup.options.foreplacing)
        leader = _leader(state)
        match hand:
            case MateMateHand():
                check_seat(setup, hand.by, "/by", rule="mate")
                ended = ended_by_mate(hand.by, hand.card, hand.move, leader, hand.foreplaced, known)
            case MateMovesHand():
                ended = Course(leader, hand.foreplaced, known).play(hand.moves)
            case _:
                ended = Ended()
        points, lines, details = _score(ended, hand.foreplaced)
        return HandResult(
            points=points,
            state=_after(setup, state, points, ended, hand.foreplaced),
            lines=[*ended.lines, *lines],
            summary=say("Draw")
            if ended.by is None
            else say(
                "Mate by {who} with {card} on move {n}",
                who=seat(ended.by),
                card=card(ended.card or ""),
                n=ended.move or 0,
            ),
            details=details,
        )

    # -- before and after -----------------------------------------------------------------------

    def upcoming(self, setup: Setup[MateOptions], state: MateState) -> Upcoming:
        number, leader, dealer = _number(state), _leader(state), _dealer(state)
        fresh = not _exchanged(number)
        games, in_round = 2 * setup.options.rounds, (number + 1) // 2
        notices = [
            line("Game {n} of {games}, round {round}", n=number, games=games, round=in_round, rule="end"),
            line("{who} shuffles and deals, five cards at a time", who=seat(dealer), rule="setup")
            if fresh
            else line("The hands of the last game, exchanged", rule="exchange"),
            line("{who} leads the first move", who=seat(leader), rule="exchange"),
        ]
        if setup.options.foreplacing:
            text = "{who} decides first whether to foreplace, then {other}"
            notices.append(line(text, who=seat(leader), other=seat(1 - leader), rule="foreplacing"))
        details = {"game": number, "round": in_round, "new_cards": fresh, "first_leader": leader}
        return Upcoming(dealer=dealer if fresh else None, leads=leader, notices=notices, details=details)

    def verdict(self, setup: Setup[MateOptions], state: MateState, ended: bool = False) -> Verdict:
        if ended:
            return ended_by_table(state)
        games = 2 * setup.options.rounds
        if _number(state) <= games:
            return Verdict(False)
        margin = abs(state.totals[0] - state.totals[1])
        reason = (
            plural(
                games,
                "{n} game was played; ahead by {margin}",
                "{n} games were played; ahead by {margin}",
                margin=margin,
            )
            if margin
            else say("{n} games were played, and the match is drawn", n=games)
        )
        return Verdict(True, leading_sides(state.totals), reason, {"margin": margin})

    # -- a move ---------------------------------------------------------------------------------

    def trick(self, setup: Setup[MateOptions], lookup: MateLookup) -> TrickResult | LegalPlays:
        lead, answer = _asked(setup, lookup)
        if answer is None and lookup.hand:
            return _legal(lead, lookup.hand)
        if answer is None:
            text = "Give the answer, or a hand to ask what may answer."
            raise refuse("/answer", "answer_missing", text, rule="play")
        if not fits(lead, answer):
            text = "{answer} answers {lead} neither by suit nor by rank."
            raise refuse("/answer", "does_not_fit", text, rule="play", answer=card(answer), lead=card(lead))
        won = answer_wins(lead, answer)
        if suit_of(lead) == suit_of(answer):
            why = say(
                "{card} is the higher card of {suit}", card=card(answer if won else lead), suit=suit(suit_of(lead))
            )
        else:
            text = "Equal ranks: {suit} is the higher suit"
            why = say(text, suit=suit(suit_of(answer if won else lead)))
        best_card = answer if won else lead
        if lookup.plays:
            winner = lookup.plays[int(won)].seat
            return TrickResult(winner, best_card, why, "card-strength", winner)
        return TrickResult(None, best_card, why, "card-strength", None, {"winner": "answer" if won else "lead"})

    def strength(self, options: MateOptions) -> tuple[Order, ...]:
        return (Order("In every suit", RANKS), Order("Equal ranks, here the sevens", cards_of(("7",))))

    def card_values(self, options: MateOptions) -> dict[str, Number]:
        return dict(VALUES)

    # -- the form -------------------------------------------------------------------------------

    def tables(self, options: MateOptions) -> dict[str, Grid]:
        return mate_tables()

    def form(self, setup: Setup[MateOptions], state: MateState) -> Form:
        mate, moves = {"how": "mate"}, {"how": "moves"}
        leader = _leader(state)
        how = Choice(
            name="how",
            label=say("How did the game end?"),
            options=[
                Option("mate", say("Mate"), {"kind": "mate"}),
                Option("draw", say("Draw"), {"kind": "draw"}),
                Option("moves", say("Enter every move"), {"kind": "moves"}),
            ],
            default="mate",
        )
        return Form(
            [
                how,
                *(foreplacing_controls() if setup.options.foreplacing else []),
                Choice(
                    name="by",
                    label=say("Who gave mate?"),
                    options=seats_to_choose(range(2), "by"),
                    rule="mate",
                    when=mate,
                ),
                Choice(
                    name="card",
                    label=say("With which card?"),
                    options=[Option(code, card(code), {"card": code}) for code in PACK.cards],
                    rule="mate",
                    when=mate,
                ),
                Choice(
                    name="move",
                    label=say("On which move?"),
                    help=say("The mating lead counts as a move."),
                    options=[Option(str(n), str(n), {"move": n}) for n in range(1, HAND_SIZE + 1)],
                    rule="scoring",
                    when=mate,
                ),
                Groups(
                    name="moves",
                    label=say("The cards in the order of play"),
                    help=say("{who} leads the first move, the winner of each move the next.", who=seat(leader)),
                    size=2,
                    last_short=True,
                    quick=cards_in_order(PACK.cards),
                    describe=card_label,
                    rule="play",
                    when=moves,
                ),
            ]
        )


# -- the order of games --------------------------------------------------------------------------


def _number(state: MateState) -> int:
    """The number of the coming game."""
    return state.hands_played + 1 if state.game is None else state.game


def _exchanged(number: int) -> bool:
    """Whether a game is played with the hands of the one before."""
    return number % 2 == 0


def _leader(state: MateState) -> int:
    """Who leads the first move of the coming game: the dealer, in the second game of a round the other."""
    if state.first_leader is not None:
        return state.first_leader
    return 1 - _dealer(state) if _exchanged(_number(state)) else _dealer(state)


def _dealer(state: MateState) -> int:
    """Who shuffled for the round of the coming game. Unless a match says otherwise the deal starts with seat 0."""
    number = _number(state)
    if state.first_leader is not None:
        return 1 - state.first_leader if _exchanged(number) else state.first_leader
    return (number - 1) // 2 % 2


def _after(setup: Setup[MateOptions], state: MateState, points: list[int], ended: Ended, aside: Aside) -> MateState:
    number, leader, dealer = _number(state), _leader(state), _dealer(state)
    known: list[list[str]] = [[], []]
    if not _exchanged(number):
        for who in (0, 1):
            put = aside[who]
            known[1 - who] = [*ended.seen[who], *([put] if isinstance(put, str) else [])]
    else:
        dealer = leader = 1 - dealer
    leads = leader if _exchanged(number) else 1 - leader
    return next_state(setup, state, points, dealer=dealer, game=number + 1, first_leader=leads, known=known)


# -- what a game scores --------------------------------------------------------------------------


def _score(ended: Ended, aside: Aside) -> tuple[list[int], list[Line], dict[str, Any]]:
    """Points by seat, the calculation and the derived figures."""
    if ended.by is None or ended.card is None or ended.move is None:
        details = {"factor": None, "overmate": False, "by": None, "card": None, "move": None}
        return [0, 0], [line("Both hands were played out: a draw", rule="draw")], details
    by, value = ended.by, VALUES[rank_of(ended.card)]
    moves = ended.move + bool(aside[by])
    overmate = ended.move == HAND_SIZE and lone_foreplacer(aside) == by
    factor = moves * OVERMATE if overmate else moves
    told: dict[str, Any] = {"who": seat(by), "card": card(ended.card)}
    lines = [
        line("{who} gives mate with {card} on move {n}", n=ended.move, rule="mate", **told),
        line("{card} is worth {n}", n=value, value=value, rule="card-strength", card=card(ended.card)),
    ]
    if aside[by]:
        text = "{who} had foreplaced, which counts as a move: {n} moves"
        lines.append(line(text, n=moves, value=moves, rule="foreplacing", **told))
    score = value * factor
    text = "Overmate: {value_of} × {moves} × {twice}" if overmate else "{value_of} × {moves}"
    rule = "overmate" if overmate else "scoring"
    lines.append(line(text, value_of=value, moves=moves, twice=OVERMATE, value=score, rule=rule))
    points = [score if who == by else 0 for who in (0, 1)]
    return points, lines, {"factor": factor, "overmate": overmate, "by": by, "card": ended.card, "move": ended.move}


# -- look-ups ------------------------------------------------------------------------------------


def _asked(setup: Setup[MateOptions], lookup: MateLookup) -> tuple[str, str | None]:
    """The card led and its answer. Raises Refusal where nothing was led or a card cannot be there."""
    if lookup.plays:
        if lookup.lead or lookup.answer:
            raise refuse("/plays", "asked_twice", "Give either plays or lead and answer.", rule="play")
        check_trick(setup, PACK, lookup, rule="play")
        return lookup.plays[0].card, lookup.plays[1].card if len(lookup.plays) > 1 else None
    if lookup.lead is None:
        raise refuse("/lead", "no_cards", "There is nothing to look up: no card was led.", rule="play")
    shown = [("/lead", lookup.lead)] + ([("/answer", lookup.answer)] if lookup.answer else [])
    check_in_pack(PACK, shown + [(f"/hand/{place}", code) for place, code in enumerate(lookup.hand or ())])
    return lookup.lead, lookup.answer


def _legal(lead: str, hand: list[str]) -> LegalPlays:
    found = answers(lead, hand)
    told: dict[str, Any] = {"suit": suit(suit_of(lead)), "rank": rank_of(lead)}
    if not found:
        return LegalPlays([], say("No card of {suit} and no {rank}: mate", **told), "mate")
    if suit_of(found[0]) == suit_of(lead):
        return LegalPlays(found, say("A card of {suit} must answer", **told), "play")
    return LegalPlays(found, say("No card of {suit}: the same rank must answer, {rank}", **told), "play")


game = Mate()
