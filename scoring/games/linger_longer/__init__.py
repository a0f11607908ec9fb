"""Linger Longer: only the winner of a trick draws a card, and the last player with cards wins the hand.

``models`` is what is entered, ``hand_sizes`` keeps everybody's number of cards.
"""

from __future__ import annotations

from dataclasses import replace
from typing import Any, ClassVar

from scoring.engine.captured import check_in_pack
from scoring.engine.cards import PACK_52, cards_of
from scoring.engine.form import Choice, Events, Form, Option, seat_label, seats_in_order, seats_to_choose
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
    ended_by_table,
    next_state,
)
from scoring.engine.marking import _, ngettext_noop
from scoring.engine.match_end import hands_or_target, length_of_match
from scoring.engine.messages import Line, line, plural, say, seat
from scoring.engine.refusal import refuse
from scoring.engine.tricks import LegalPlays, Ranking, TrickResult, follow_suit, trick_result
from scoring.games.linger_longer.hand_sizes import HandSizes, replay_tricks, stock_after_deal
from scoring.games.linger_longer.models import (
    LingerLongerDetails,
    LingerLongerLookup,
    LingerLongerOptions,
    LingerLongerResultHand,
    LingerLongerState,
    LingerLongerTricksHand,
)
from scoring.games.linger_longer.tables import make_tables

RANKS = ("A", "K", "Q", "J", "10", "9", "8", "7", "6", "5", "4", "3", "2")

#: An unfinished hand before its first trick.
_NO_TRICK = ngettext_noop("No trick yet: {n} card each", "No trick yet: {n} cards each")


class LingerLonger(Game[LingerLongerOptions, LingerLongerState]):
    """As many cards each as there are players; the winner of a trick draws a card, and the last player with cards
    wins.
    """

    slug = "linger-longer"
    name = "Linger Longer"
    aliases = ("Sift Smoke", "Lift Smoke")
    family = "Shedding and outlasting"
    summary = "Win tricks to draw cards: the last player who holds any wins the hand."
    players = (3, 4, 5, 6, 7)
    deals_in_turn = False
    ends_after = "hands"
    deck = "52 cards"
    Options = LingerLongerOptions
    State = LingerLongerState
    Details = LingerLongerDetails
    hands = (LingerLongerResultHand, LingerLongerTricksHand)
    Lookup = LingerLongerLookup
    examples: ClassVar[tuple[Example, ...]] = (
        Example(
            title="A hand by its result",
            players=4,
            hands=[{"kind": "result", "winner": 1, "cards_left": 2}],
            expect=[0, 2, 0, 0],
        ),
        Example(
            title="A hand trick by trick",
            players=3,
            hands=[{"kind": "tricks", "trick_winners": [2, 2, 0, 2]}],
            expect=[0, 0, 2],
        ),
        Example(
            title="A hand that is still being played",
            players=3,
            hands=[{"kind": "tricks", "trick_winners": [2, 2]}],
            expect=[0, 0, 0],
        ),
    )

    # -- a hand ---------------------------------------------------------------------------------

    def apply(
        self, setup: Setup[LingerLongerOptions], state: LingerLongerState, hand: Any
    ) -> HandResult[LingerLongerState]:
        if isinstance(hand, LingerLongerResultHand):
            _check_result(setup, hand)
            return self._hand_result(setup, state, hand.winner, hand.cards_left)
        hand_sizes = replay_tricks(setup, hand.trick_winners)
        if hand_sizes.winner is not None:
            return self._hand_result(setup, state, hand_sizes.winner, hand_sizes.sizes[hand_sizes.winner], hand_sizes)
        n = hand_sizes.tricks_played
        return HandResult(
            points=[0] * setup.players,
            state=state,
            lines=hand_sizes.lines or [Line(plural(setup.players, *_NO_TRICK), None, "setup")],
            summary=plural(n, "After {n} trick", "After {n} tricks"),
            details=hand_sizes.details,
            complete=False,
        )

    def _hand_result(
        self,
        setup: Setup[LingerLongerOptions],
        state: LingerLongerState,
        winner: int,
        cards: int,
        hand_sizes: HandSizes | None = None,
    ) -> HandResult[LingerLongerState]:
        points = [cards if who == winner else 0 for who in range(setup.players)]
        dealer = winner if setup.options.next_dealer == "winner" else setup.after(state.dealer)
        after = next_state(setup, state, points, dealer=dealer)
        last = line("{who} alone has cards left", who=seat(winner), value=cards, rule="scoring")
        lines = [*(hand_sizes.lines if hand_sizes else []), last]
        return HandResult(
            points=points,
            state=after,
            lines=lines,
            summary=plural(cards, "{who} with {n} card", "{who} with {n} cards", who=seat(winner)),
            details=hand_sizes.details if hand_sizes else LingerLongerDetails(winner=winner),
        )

    # -- before and after -----------------------------------------------------------------------

    def upcoming(self, setup: Setup[LingerLongerOptions], state: LingerLongerState) -> Upcoming:
        options, leader = setup.options, setup.after(state.dealer)
        text = _("{who} deals {n} cards to each and shows the last one: its suit is trump")
        notices = [
            *length_of_match(state, options.hands, options.target),
            line(text, who=seat(state.dealer), n=setup.players, rule="setup"),
            line("{who} leads, any card", who=seat(leader), rule="play", code="seats"),
        ]
        details = {"leader": leader, "cards": setup.players, "stock": stock_after_deal(setup.players)}
        return Upcoming(dealer=state.dealer, leads=leader, notices=notices, details=details)

    def verdict(self, setup: Setup[LingerLongerOptions], state: LingerLongerState, ended: bool = False) -> Verdict:
        result = ended_by_table(state) if ended else hands_or_target(state, setup.options.hands, setup.options.target)
        return replace(result, details={"next_dealer": None if result.finished else state.dealer})

    # -- tricks ---------------------------------------------------------------------------------

    def trick(self, setup: Setup[LingerLongerOptions], lookup: LingerLongerLookup) -> TrickResult | LegalPlays:
        players = _check_lookup(setup, lookup)
        ranking = Ranking(cards_of(RANKS, lookup.trump), RANKS)
        if lookup.hand and len(lookup.plays) < players:
            return follow_suit(ranking, lookup.hand, lookup.plays, "play")
        return trick_result(ranking, lookup.plays, players, "play")

    def strength(self, options: LingerLongerOptions) -> tuple[Order, ...]:
        return (Order("Trumps, above every other card", RANKS), Order("Every other suit", RANKS))

    # -- the form -------------------------------------------------------------------------------

    def tables(self, options: LingerLongerOptions) -> dict[str, Grid]:
        return make_tables(self.players)

    def form(self, setup: Setup[LingerLongerOptions], state: LingerLongerState) -> Form:
        numbers = range(1, setup.players + 1)
        return Form(
            [
                Choice(
                    name="way",
                    label=say("Entered by"),
                    options=[
                        Option("result", say("The result"), {"kind": "result"}),
                        Option("tricks", say("Trick by trick"), {"kind": "tricks"}),
                    ],
                    default="result",
                    fold=True,
                ),
                Choice(
                    name="winner",
                    label=say("Who was the last with cards?"),
                    options=seats_to_choose(range(setup.players), "winner"),
                    rule="scoring",
                    when={"way": "result"},
                ),
                Choice(
                    name="cards_left",
                    label=say("How many cards?"),
                    help=say("Including the card drawn for the last trick."),
                    options=[Option(str(n), str(n), {"cards_left": n}) for n in numbers],
                    rule="scoring",
                    when={"way": "result"},
                    submits=True,
                ),
                Events(
                    name="trick_winners",
                    label=say("Who won each trick?"),
                    help=say("The hand ends when one player is left."),
                    quick=seats_in_order(range(setup.players)),
                    describe=seat_label,
                    rule="play",
                    when={"way": "tricks"},
                ),
            ]
        )


def _check_result(setup: Setup[LingerLongerOptions], hand: LingerLongerResultHand) -> None:
    check_seat(setup, hand.winner, "/winner", rule="scoring")
    if hand.cards_left < 1:
        text = _("The winner has at least the card drawn for the last trick.")
        raise refuse("/cards_left", "no_cards_left", text, rule="last-trick")
    if hand.cards_left > setup.players:
        text = _("With {n} players nobody ends with more than {n} cards.")
        raise refuse("/cards_left", "too_many_cards", text, rule="most", n=setup.players)


def _check_lookup(setup: Setup[LingerLongerOptions], lookup: LingerLongerLookup) -> int:
    """How many play to this trick. Raises Refusal if it is not possible: out of turn, too long, a card twice.

    Seats may be passed over: players who have dropped out are not entered.
    """
    plays = lookup.plays
    for place, who in enumerate(lookup.dropped_out):
        check_seat(setup, who, f"/dropped_out/{place}", rule="play")
    players = setup.players - len(set(lookup.dropped_out))
    if not plays and not (lookup.hand and players):
        raise refuse("/plays", "no_cards", "There is nothing to look up: no card was played.", rule="play")
    if len(plays) > players:
        text = _("{n} players are still in, so a trick has no more than {n} cards.")
        raise refuse("/plays", "trick_size", text, rule="play", n=players)
    last_steps = -1
    for place, play in enumerate(plays):
        pointer = f"/plays/{place}/seat"
        check_seat(setup, play.seat, pointer, rule="play")
        if play.seat in lookup.dropped_out:
            text = _("{who} has no cards left.")
            raise refuse(pointer, "dropped_out", text, rule="drop-out", who=seat(play.seat))
        steps = (play.seat - plays[0].seat) % setup.players
        if steps <= last_steps:
            raise refuse(pointer, "out_of_turn", "{who} plays out of turn.", rule="play", who=seat(play.seat))
        last_steps = steps
    cards = [(f"/plays/{place}/card", play.card) for place, play in enumerate(plays)]
    check_in_pack(PACK_52, cards + [(f"/hand/{place}", code) for place, code in enumerate(lookup.hand or ())])
    return players


game = LingerLonger()
