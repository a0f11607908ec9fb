"""The order of the games of a match of Mate: which one is next, who shuffled, who leads, what is known of the hands."""

from __future__ import annotations

from scoring.engine.game import Setup, next_state
from scoring.games.mate.foreplacing import Foreplaced
from scoring.games.mate.models import MateOptions, MateState
from scoring.games.mate.moves import GameEnd


def game_number(state: MateState) -> int:
    """Returns the number of the next game, 1 for the first."""
    return state.hands_played + 1 if state.game is None else state.game


def hands_exchanged(number: int) -> bool:
    """Returns whether this game is played with the hands of the one before, exchanged (rule: exchange)."""
    return number % 2 == 0


def leader_of(state: MateState) -> int:
    """Returns who leads the first move of the next game: the dealer, in the second game of a round the other."""
    if state.first_leader is not None:
        return state.first_leader
    return 1 - dealer_of(state) if hands_exchanged(game_number(state)) else dealer_of(state)


def dealer_of(state: MateState) -> int:
    """Returns who shuffled for the round of the next game. By default seat 0 deals first."""
    number = game_number(state)
    if state.first_leader is not None:
        return 1 - state.first_leader if hands_exchanged(number) else state.first_leader
    return (number - 1) // 2 % 2


def known_hands(state: MateState) -> list[list[str]]:
    """Returns the cards that each seat must hold in the next game; none after a new deal."""
    return state.known if hands_exchanged(game_number(state)) else [[], []]


def with_leader_from_dealer(state: MateState) -> MateState:
    """Returns the state to start from if only the dealer was entered: who deals the round decides who leads."""
    leader = 1 - state.dealer if hands_exchanged(game_number(state)) else state.dealer
    return state.model_copy(update={"first_leader": leader})


def next_game(
    setup: Setup[MateOptions], state: MateState, points: list[int], end: GameEnd, foreplaced: Foreplaced
) -> MateState:
    """Returns the state after this game. The cards that were played are known in the second game of a round."""
    number, leader, dealer = game_number(state), leader_of(state), dealer_of(state)
    known: list[list[str]] = [[], []]
    if not hands_exchanged(number):
        for who in (0, 1):
            put_aside = foreplaced[who]
            known[1 - who] = [*end.known_cards[who], *([put_aside] if isinstance(put_aside, str) else [])]
        leads = 1 - leader
    else:
        dealer = leads = 1 - dealer
    return next_state(setup, state, points, dealer=dealer, game=number + 1, first_leader=leads, known=known)
