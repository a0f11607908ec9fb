"""A game of Mate: how it ended, by its result or move by move, and whether that is possible."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Any

from scoring.engine.captured import check_in_pack
from scoring.engine.cards import rank_of, suit_of
from scoring.engine.marking import _
from scoring.engine.messages import Line, card, line, seat, suit
from scoring.engine.refusal import Refusal, refuse
from scoring.games.mate.cards import HAND_SIZE, PACK, answer_wins, can_answer
from scoring.games.mate.foreplacing import Foreplaced, check_owner, lone_foreplacer, most_moves


@dataclass
class GameEnd:
    """How a game ended.

    by, card, move: the mate, None in a draw. known_cards: the cards that each seat is known to have had. lines: the
    calculation.
    """

    by: int | None = None
    card: str | None = None
    move: int | None = None
    known_cards: list[list[str]] = field(default_factory=lambda: [[], []])
    lines: list[Line] = field(default_factory=list)


def end_by_mate(
    by: int, mating: str, move: int, leader: int, foreplaced: Foreplaced, known: Sequence[Sequence[str]]
) -> GameEnd:
    """Returns a game entered by its mate. Raises Refusal if it is not possible."""
    check_in_pack(PACK, [("/card", mating)])
    most = most_moves(foreplaced)
    if move < 1 or move > most:
        text = (
            _("With both foreplaced there are only {most} moves.") if most < HAND_SIZE else _("A move is 1 to {most}.")
        )
        raise refuse("/move", "move_impossible", text, rule="tenth-move", most=most)
    if move == 1 and by != leader:
        text = _("{leader} led the first move, so {who} cannot have given mate on it.")
        raise refuse("/seat", "not_the_leader", text, rule="mate", leader=seat(leader), who=seat(by))
    if mating in foreplaced:
        text = _("{card} was put aside before the game and is out of play.")
        raise refuse("/card", "card_foreplaced", text, rule="foreplacing", card=card(mating))
    check_owner("/card", mating, by, known)
    mated = 1 - by
    fitting = [code for code in known[mated] if can_answer(mating, code) and code not in foreplaced]
    if len(fitting) > move - 1 + (foreplaced[mated] is True):
        raise _could_answer("/card", mated, fitting[-1])
    known_cards: list[list[str]] = [[], []]
    known_cards[by].append(mating)
    return GameEnd(by, mating, move, known_cards)


def _could_answer(pointer: str, who: int, code: str) -> Refusal:
    text = _("{who} still has {card} and can answer: no mate.")
    return refuse(pointer, "could_answer", text, rule="mate", who=seat(who), card=card(code))


@dataclass
class MoveByMove:
    """A game, replayed move by move. hands: cards that each seat has played, with the number of the move."""

    leader: int
    foreplaced: Foreplaced
    known: Sequence[Sequence[str]]
    hands: list[dict[str, int]] = field(default_factory=lambda: [{}, {}])
    by_rank: list[tuple[int, int, str]] = field(default_factory=list)
    end: GameEnd = field(default_factory=GameEnd)

    def play(self, moves: Sequence[Sequence[str | None]]) -> GameEnd:
        """Replays the moves and returns how the game ended. Raises Refusal at the first move that is not possible."""
        self._check_form(moves)
        for place, (lead, answer) in enumerate(moves):
            if lead is not None:
                self._move(place + 1, lead, answer)
        if self.end.by is None and len(moves) < most_moves(self.foreplaced):
            text = _("The game goes on after move {n}: nobody is mated, and both have cards.")
            raise refuse("/moves", "moves_missing", text, rule="draw", unfinished=True, n=len(moves))
        self._check_answers_by_rank()
        if self.end.by is not None:
            self._check_mate(len(moves))
        self.end.known_cards = [list(hand) for hand in self.hands]
        return self.end

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
                text = _("Move {n} was mate: nothing is played after it.")
                raise refuse(pointer, "after_mate", text, rule="mate", n=place)
        most = most_moves(self.foreplaced)
        if len(moves) > most:
            text = _("There are only {most} moves in this game.")
            raise refuse(f"/moves/{most}", "too_many_moves", text, rule="tenth-move", most=most)

    def _move(self, number: int, lead: str, answer: str | None) -> None:
        pointer, leader = f"/moves/{number - 1}", self.leader
        self._play_card(f"{pointer}/0", number, leader, lead)
        if answer is None:
            self.end.by, self.end.card, self.end.move = leader, lead, number
            return
        self._play_card(f"{pointer}/1", number, 1 - leader, answer)
        if not can_answer(lead, answer):
            text = _("{answer} answers {lead} neither by suit nor by rank.")
            raise refuse(f"{pointer}/1", "does_not_fit", text, rule="play", answer=card(answer), lead=card(lead))
        if suit_of(lead) != suit_of(answer):
            self.by_rank.append((number, 1 - leader, lead))
        if answer_wins(lead, answer):
            self.leader = 1 - leader
        text = _("Move {n}: {lead} by {who}, answered with {answer}; {winner} wins it")
        values: dict[str, Any] = {"lead": card(lead), "who": seat(leader), "answer": card(answer)}
        self.end.lines.append(line(text, n=number, winner=seat(self.leader), rule="play", **values))

    def _play_card(self, pointer: str, number: int, who: int, code: str) -> None:
        """Lays a card. Raises Refusal if this player cannot lay it now."""
        check_in_pack(PACK, [(pointer, code)])
        if number == HAND_SIZE and who == lone_foreplacer(self.foreplaced):
            if self.hands[who].get(code) != HAND_SIZE - 1:
                text = _("{who} foreplaced, so the card of move nine is used again.")
                raise refuse(pointer, "not_the_repeated_card", text, rule="tenth-move", who=seat(who))
            return
        if code in self.hands[0] or code in self.hands[1]:
            raise refuse(pointer, "card_twice", "{card} was played before.", rule="play", card=card(code))
        if code in self.foreplaced:
            text = _("{card} was put aside before the game and is out of play.")
            raise refuse(pointer, "card_foreplaced", text, rule="foreplacing", card=card(code))
        check_owner(pointer, code, who, self.known)
        self.hands[who][code] = number

    def _cards_held_later(self, who: int, number: int) -> list[str]:
        """Cards that this player must have had after answering this move: played later, or known from before.

        If nobody knows which card was put aside, it may be any that was not played, so those prove nothing.
        """
        later = [code for code, move in self.hands[who].items() if move > number]
        unplayed = [code for code in self.known[who] if code not in self.hands[who] and code not in self.foreplaced]
        return later + (unplayed if self.foreplaced[who] is not True else [])

    def _check_answers_by_rank(self) -> None:
        for number, who, lead in self.by_rank:
            held = [code for code in self._cards_held_later(who, number) if suit_of(code) == suit_of(lead)]
            if held:
                text = _("{who} had {card} and had to answer in {suit}.")
                values = {"who": seat(who), "card": card(held[0]), "suit": suit(suit_of(lead))}
                raise refuse(f"/moves/{number - 1}/1", "suit_not_answered", text, rule="play", **values)

    def _check_mate(self, number: int) -> None:
        """Raises Refusal if the player who is said to be mated must have had an answer."""
        by, lead = self.end.by or 0, self.end.card or ""
        mated, pointer = 1 - by, f"/moves/{number - 1}/1"
        repeated = number == HAND_SIZE and mated == lone_foreplacer(self.foreplaced)
        held = [code for code, move in self.hands[mated].items() if repeated and move == number - 1]
        fitting = [code for code in (*held, *self._cards_held_later(mated, number)) if can_answer(lead, code)]
        if fitting:
            raise _could_answer(pointer, mated, fitting[0])
        left = HAND_SIZE - len(self.hands[mated]) - bool(self.foreplaced[mated])
        known_elsewhere = {*self.hands[0], *self.hands[1], *self.known[by], *(code for code in self.foreplaced if code)}
        useless = [code for code in PACK.cards if code not in known_elsewhere and not can_answer(lead, code)]
        if len(useless) < left:
            text = _("{who} must still have a card of {suit} or of rank {rank}: no mate.")
            values = {"who": seat(mated), "suit": suit(suit_of(lead)), "rank": rank_of(lead)}
            raise refuse(pointer, "could_answer", text, rule="mate", **values)
