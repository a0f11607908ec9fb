"""A game of Mate: how it ended, by its result or move by move, and whether that can have been."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Any

from scoring.engine.captured import check_in_pack
from scoring.engine.cards import rank_of, suit_of
from scoring.engine.messages import Line, card, line, seat, suit
from scoring.engine.refusal import Refusal, refuse
from scoring.games.mate.cards import HAND_SIZE, PACK, answer_wins, fits

Aside = Sequence[str | bool | None]


@dataclass
class Ended:
    """How a game ended.

    by, card, move: the mate, None in a draw. seen: the cards that each seat is known to have had. lines: its moves.
    """

    by: int | None = None
    card: str | None = None
    move: int | None = None
    seen: list[list[str]] = field(default_factory=lambda: [[], []])
    lines: list[Line] = field(default_factory=list)


def check_aside(aside: Aside, known: Sequence[Sequence[str]], allowed: bool) -> None:
    """Raises Refusal where these cards cannot have been put aside."""
    if len(aside) != 2:
        text = "One entry for each of the two players is needed, not {n}."
        raise refuse("/foreplaced", "wrong_length", text, rule="foreplacing", n=len(aside))
    check_in_pack(PACK, [(f"/foreplaced/{who}", code) for who, code in enumerate(aside) if isinstance(code, str)])
    for who, code in enumerate(aside):
        if code and not allowed:
            text = "This table plays without foreplacing."
            raise refuse(f"/foreplaced/{who}", "foreplacing_off", text, rule="foreplacing")
        if isinstance(code, str):
            _check_owner(f"/foreplaced/{who}", code, who, known)


def most_moves(aside: Aside) -> int:
    """How many moves a game can have."""
    return HAND_SIZE - 1 if all(aside) else HAND_SIZE


def lone_foreplacer(aside: Aside) -> int | None:
    """The seat that foreplaced where the other did not: its card of move nine is used once more."""
    return next((who for who in (0, 1) if aside[who] and not aside[1 - who]), None)


def ended_by_mate(by: int, mating: str, move: int, leader: int, aside: Aside, known: Sequence[Sequence[str]]) -> Ended:
    """A game entered by its mate. Raises Refusal where it cannot have been."""
    check_in_pack(PACK, [("/card", mating)])
    most = most_moves(aside)
    if move < 1 or move > most:
        text = "With both foreplaced there are only {most} moves." if most < HAND_SIZE else "A move is 1 to {most}."
        raise refuse("/move", "move_impossible", text, rule="tenth-move", most=most)
    if move == 1 and by != leader:
        text = "{leader} led the first move, so {who} cannot have given mate on it."
        raise refuse("/by", "not_the_leader", text, rule="mate", leader=seat(leader), who=seat(by))
    if mating in aside:
        text = "{card} was put aside before the game and is out of play."
        raise refuse("/card", "card_foreplaced", text, rule="foreplacing", card=card(mating))
    _check_owner("/card", mating, by, known)
    mated = 1 - by
    fitting = [code for code in known[mated] if fits(mating, code) and code not in aside]
    if len(fitting) > move - 1 + (aside[mated] is True):
        raise _could_answer("/card", mated, fitting[-1])
    seen: list[list[str]] = [[], []]
    seen[by].append(mating)
    return Ended(by, mating, move, seen)


def _check_owner(pointer: str, code: str, who: int, known: Sequence[Sequence[str]]) -> None:
    if code in known[1 - who]:
        text = "{card} is in the hand of {other} in this game: the hands were exchanged."
        raise refuse(pointer, "card_in_other_hand", text, rule="exchange", card=card(code), other=seat(1 - who))


def _could_answer(pointer: str, who: int, code: str) -> Refusal:
    text = "{who} still has {card} and can answer: no mate."
    return refuse(pointer, "could_answer", text, rule="mate", who=seat(who), card=card(code))


@dataclass
class Course:
    """A game while it is played through. hands: cards that each seat has played, with the number of the move."""

    leader: int
    aside: Aside
    known: Sequence[Sequence[str]]
    hands: list[dict[str, int]] = field(default_factory=lambda: [{}, {}])
    by_rank: list[tuple[int, int, str]] = field(default_factory=list)
    ended: Ended = field(default_factory=Ended)

    def play(self, moves: Sequence[Sequence[str | None]]) -> Ended:
        """The game played through. Raises Refusal at the first move that cannot have been."""
        self._check_form(moves)
        for place, (lead, answer) in enumerate(moves):
            if lead is not None:
                self._move(place + 1, lead, answer)
        if self.ended.by is None and len(moves) < most_moves(self.aside):
            text = "The game goes on after move {n}: nobody is mated, and both have cards."
            raise refuse("/moves", "moves_missing", text, rule="draw", n=len(moves))
        self._check_answers_by_rank()
        if self.ended.by is not None:
            self._check_mate(len(moves))
        self.ended.seen = [list(hand) for hand in self.hands]
        return self.ended

    def _check_form(self, moves: Sequence[Sequence[str | None]]) -> None:
        if not moves:
            raise refuse("/moves", "no_moves", "At least one move was made.", rule="play")
        for place, pair in enumerate(moves):
            pointer = f"/moves/{place}"
            if len(pair) != 2:
                raise refuse(pointer, "pair_size", "A move is a card led and its answer.", rule="play")
            if pair[0] is None:
                raise refuse(f"{pointer}/0", "lead_missing", "Every move has a card led.", rule="play")
            if place and moves[place - 1][1] is None:
                text = "Move {n} was mate: nothing is played after it."
                raise refuse(pointer, "after_mate", text, rule="mate", n=place)
        most = most_moves(self.aside)
        if len(moves) > most:
            text = "There are only {most} moves in this game."
            raise refuse(f"/moves/{most}", "too_many_moves", text, rule="tenth-move", most=most)

    def _move(self, number: int, lead: str, answer: str | None) -> None:
        pointer, leader = f"/moves/{number - 1}", self.leader
        self._lay(f"{pointer}/0", number, leader, lead)
        if answer is None:
            self.ended.by, self.ended.card, self.ended.move = leader, lead, number
            return
        self._lay(f"{pointer}/1", number, 1 - leader, answer)
        if not fits(lead, answer):
            text = "{answer} answers {lead} neither by suit nor by rank."
            raise refuse(f"{pointer}/1", "does_not_fit", text, rule="play", answer=card(answer), lead=card(lead))
        if suit_of(lead) != suit_of(answer):
            self.by_rank.append((number, 1 - leader, lead))
        if answer_wins(lead, answer):
            self.leader = 1 - leader
        text = "Move {n}: {lead} by {who}, answered with {answer}; {winner} wins it"
        told: dict[str, Any] = {"lead": card(lead), "who": seat(leader), "answer": card(answer)}
        self.ended.lines.append(line(text, n=number, winner=seat(self.leader), rule="play", **told))

    def _lay(self, pointer: str, number: int, who: int, code: str) -> None:
        """Lays a card. Raises Refusal where this player cannot lay it now."""
        check_in_pack(PACK, [(pointer, code)])
        if number == HAND_SIZE and who == lone_foreplacer(self.aside):
            if self.hands[who].get(code) != HAND_SIZE - 1:
                text = "{who} foreplaced and uses the card of move nine once more."
                raise refuse(pointer, "not_the_repeated_card", text, rule="tenth-move", who=seat(who))
            return
        if code in self.hands[0] or code in self.hands[1]:
            raise refuse(pointer, "card_twice", "{card} was played before.", rule="play", card=card(code))
        if code in self.aside:
            text = "{card} was put aside before the game and is out of play."
            raise refuse(pointer, "card_foreplaced", text, rule="foreplacing", card=card(code))
        _check_owner(pointer, code, who, self.known)
        self.hands[who][code] = number

    def _kept(self, who: int, number: int) -> list[str]:
        """Cards that this player must have had after answering this move: played later, or known from before.

        Where nobody knows which card was put aside it may be any that was not played, so those prove nothing.
        """
        later = [code for code, move in self.hands[who].items() if move > number]
        unplayed = [code for code in self.known[who] if code not in self.hands[who] and code not in self.aside]
        return later + (unplayed if self.aside[who] is not True else [])

    def _check_answers_by_rank(self) -> None:
        for number, who, lead in self.by_rank:
            held = [code for code in self._kept(who, number) if suit_of(code) == suit_of(lead)]
            if held:
                text = "{who} had {card} and had to answer in {suit}."
                told = {"who": seat(who), "card": card(held[0]), "suit": suit(suit_of(lead))}
                raise refuse(f"/moves/{number - 1}/1", "suit_not_answered", text, rule="play", **told)

    def _check_mate(self, number: int) -> None:
        """Raises Refusal where the player who is said to be mated must have had an answer."""
        by, lead = self.ended.by or 0, self.ended.card or ""
        mated, pointer = 1 - by, f"/moves/{number - 1}/1"
        repeated = number == HAND_SIZE and mated == lone_foreplacer(self.aside)
        held = [code for code, move in self.hands[mated].items() if repeated and move == number - 1]
        fitting = [code for code in (*held, *self._kept(mated, number)) if fits(lead, code)]
        if fitting:
            raise _could_answer(pointer, mated, fitting[0])
        left = HAND_SIZE - len(self.hands[mated]) - bool(self.aside[mated])
        gone = {*self.hands[0], *self.hands[1], *self.known[by], *(code for code in self.aside if code)}
        useless = [code for code in PACK.cards if code not in gone and not fits(lead, code)]
        if len(useless) < left:
            text = "{who} must still have a card of {suit} or of rank {rank}: no mate."
            told = {"who": seat(mated), "suit": suit(suit_of(lead)), "rank": rank_of(lead)}
            raise refuse(pointer, "could_answer", text, rule="mate", **told)
