"""Rolling Stone (Enflé, Schwellen): get rid of your cards; whoever cannot follow takes the trick so far into hand.

``models`` is what is entered, ``course`` keeps everybody's number of cards, ``left`` scores what is left at the end.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from typing import Any, ClassVar

from scoring.engine.cards import suit_of
from scoring.engine.cards_left import CardsLeftRow, cards_count
from scoring.engine.form import Choice, Control, Event, Events, Form, Option, Share, seats_to_choose
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
    next_state,
)
from scoring.engine.match_end import hands_or_target, length_of_match
from scoring.engine.messages import Message, Number, card, line, plural, say, seat, suit
from scoring.engine.refusal import refuse
from scoring.engine.tricks import LegalPlays, Ranking, TrickResult, trick_result
from scoring.games.rolling_stone.left import LOWEST, PIPS, RANKS, check_left, pack_of, ranks_of, value_of
from scoring.games.rolling_stone.models import (
    RollingStoneLookup,
    RollingStoneOptions,
    RollingStoneResultHand,
    RollingStoneState,
    RollingStoneTricksHand,
)
from scoring.games.rolling_stone.play_by_play import HAND_SIZE, follow
from scoring.games.rolling_stone.tables import pack_tables

NO_TRUMPS = Ranking((), RANKS)


class RollingStone(Game[RollingStoneOptions, RollingStoneState]):
    """Whoever cannot follow suit picks up; the first player without cards wins the hand."""

    slug = "rolling-stone"
    name = "Rolling Stone"
    native_names: ClassVar[dict[str, str]] = {"fr": "Enflé", "de": "Schwellen"}
    aliases = ("Enflé", "Schwellen", "Schweller", "Farbenjagd")
    family = "Shedding and outlasting"
    summary = "Follow suit or pick up the trick; the first to run out of cards wins."
    players = (4, 5, 6)
    deck = "32, 40 or 48 cards: eight for each player"
    Options = RollingStoneOptions
    State = RollingStoneState
    hands = (RollingStoneResultHand, RollingStoneTricksHand)
    Lookup = RollingStoneLookup
    examples: ClassVar[tuple[Example, ...]] = (
        Example(
            title="A hand by its result",
            players=6,
            hands=[{"kind": "result", "winner": 4}],
            expect=[0, 0, 0, 0, 1, 0],
        ),
        Example(
            title="The cards of the others are scored",
            players=4,
            options={"scoring": "cards"},
            hands=[{"kind": "result", "winner": 1, "cards_left": [4, 0, 6, 2]}],
            expect=[0, 12, 0, 0],
        ),
        Example(
            title="Their pips are scored",
            players=4,
            options={"scoring": "pips"},
            hands=[{"kind": "result", "winner": 3, "cards_left": [["AS", "9H"], ["KC"], ["10D", "8D"], []]}],
            expect=[0, 0, 0, 38],
        ),
        Example(
            title="A hand that is still being played",
            players=4,
            hands=[
                {
                    "kind": "tricks",
                    "tricks": [
                        {"result": "followed", "winner": 2},
                        {"result": "picked_up", "by": 1},
                        {"result": "picked_up", "by": 2},
                    ],
                }
            ],
            expect=[0, 0, 0, 0],
        ),
    )

    # -- a hand ---------------------------------------------------------------------------------

    def apply(
        self, setup: Setup[RollingStoneOptions], state: RollingStoneState, hand: Any
    ) -> HandResult[RollingStoneState]:
        if isinstance(hand, RollingStoneTricksHand):
            return self._by_tricks(setup, state, hand)
        check_seat(setup, hand.winner, "/winner", rule="out")
        check_left(setup, hand.winner, hand.cards_left, None)
        value, lines = value_of(setup.options, hand.winner, hand.cards_left, None)
        left = None if hand.cards_left is None else [cards_count(entry) for entry in hand.cards_left]
        details = {"winner": hand.winner, **({} if left is None else {"cards_left": left})}
        return self._won(setup, state, hand.winner, value, lines, details)

    def _by_tricks(
        self, setup: Setup[RollingStoneOptions], state: RollingStoneState, hand: RollingStoneTricksHand
    ) -> HandResult[RollingStoneState]:
        course = follow(setup, state.dealer, hand.tricks)
        if course.winner is not None:
            check_left(setup, course.winner, hand.cards_left, course.sizes)
            value, lines = value_of(setup.options, course.winner, hand.cards_left, course.sizes)
            return self._won(setup, state, course.winner, value, [*course.lines, *lines], course.details)
        if hand.cards_left is not None:
            text = "Nobody is out yet: there is nothing to count."
            raise refuse("/cards_left", "hand_open", text, rule="out")
        n = len(hand.tricks)
        leads = line("{who} leads", who=seat(course.leader), rule="play")
        return HandResult(
            points=[0] * setup.players,
            state=state,
            lines=[*course.lines, leads],
            summary=plural(n, "After {n} trick", "After {n} tricks"),
            details=course.details,
            complete=False,
        )

    def _won(
        self,
        setup: Setup[RollingStoneOptions],
        state: RollingStoneState,
        winner: int,
        value: int,
        lines: list[Any],
        details: dict[str, Any],
    ) -> HandResult[RollingStoneState]:
        points = [value if who == winner else 0 for who in range(setup.players)]
        return HandResult(
            points=points,
            state=next_state(setup, state, points),
            lines=lines,
            summary=say("{who} out first", who=seat(winner)),
            details=details,
        )

    # -- before and after -----------------------------------------------------------------------

    def upcoming(self, setup: Setup[RollingStoneOptions], state: RollingStoneState) -> Upcoming:
        options, leader = setup.options, setup.after(state.dealer)
        lowest = LOWEST[setup.players]
        text = "{who} deals {n} cards to each; every card below the {lowest} is out of the pack"
        notices = [
            *length_of_match(state, options.hands, options.target),
            line(text, who=seat(state.dealer), n=HAND_SIZE, lowest=lowest, rule="setup"),
            line("{who} leads, any card", who=seat(leader), rule="play"),
        ]
        return Upcoming(
            dealer=state.dealer,
            leads=leader,
            notices=notices,
            details={"leader": leader, "ranks": list(ranks_of(setup.players)), "hand": state.hands_played + 1},
        )

    def verdict(self, setup: Setup[RollingStoneOptions], state: RollingStoneState, ended: bool = False) -> Verdict:
        found = ended_by_table(state) if ended else hands_or_target(state, setup.options.hands, setup.options.target)
        return replace(found, details={"next_dealer": None if found.finished else state.dealer})

    # -- tricks ---------------------------------------------------------------------------------

    def trick(self, setup: Setup[RollingStoneOptions], lookup: RollingStoneLookup) -> TrickResult | LegalPlays:
        check_trick(setup, pack_of(setup.players), lookup, rule="play")
        plays = lookup.plays
        for place, play in enumerate(plays):
            if suit_of(play.card) != suit_of(plays[0].card):
                text = "{card} cannot be played: a card of {suit} was led, and whoever has none picks up instead."
                told = {"card": card(play.card), "suit": suit(suit_of(plays[0].card))}
                raise refuse(f"/plays/{place}/card", "not_the_suit_led", text, rule="pick-up", **told)
        if lookup.cannot_follow is not None:
            return _broken(setup, lookup, lookup.cannot_follow)
        if lookup.hand and len(plays) < setup.players:
            return _legal(lookup, lookup.hand)
        return replace(
            trick_result(NO_TRUMPS, plays, setup.players, "play"), extra={"picked_up_by": None, "picks_up": []}
        )

    def strength(self, options: RollingStoneOptions) -> tuple[Order, ...]:
        return tuple(Order(f"Every suit with {players} players", ranks_of(players)) for players in self.players)

    def card_values(self, options: RollingStoneOptions) -> dict[str, Number]:
        """Pips, which count only where the table scores them."""
        return dict(PIPS)

    # -- the form -------------------------------------------------------------------------------

    def tables(self, options: RollingStoneOptions) -> dict[str, Grid]:
        return pack_tables()

    def form(self, setup: Setup[RollingStoneOptions], state: RollingStoneState) -> Form:
        scoring = setup.options.scoring
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
                    label=say("Who ran out of cards first?"),
                    options=seats_to_choose(range(setup.players), "winner"),
                    rule="out",
                    when={"way": "result"},
                    submits=scoring == "wins",
                ),
                _tricks_control(setup),
                _left_control(setup),
            ]
        )


def _left_control(setup: Setup[RollingStoneOptions]) -> Control:
    """What is asked about the cards left: their number, or the cards where pips are scored."""
    labels = [seat(who) for who in range(setup.players)]
    if setup.options.scoring == "pips":
        return Share(
            name="cards_left",
            label=say("Cards left"),
            help=say("Tap a player, then the cards; the winner has none."),
            labels=labels,
            cards=pack_of(setup.players).cards,
            rule="pips",
        )
    return CardsLeftRow(
        name="cards_left",
        label=say("Cards left"),
        help=say("None for the winner."),
        labels=labels,
        least=0,
        most=HAND_SIZE * setup.players - 1,
        blank=0,
        rule="cards",
        when={"way": "result"},
        fold=setup.options.scoring == "wins",
    )


def _tricks_control(setup: Setup[RollingStoneOptions]) -> Control:
    def event(result: str, label: str, question: str, path: str) -> Event:
        who = Choice(name=path, label=say(question), options=seats_to_choose(range(setup.players), path))
        return Event(result, say(label), [who], {"result": result})

    return Events(
        name="tricks",
        label=say("How did each trick end?"),
        help=say("The hand closes when somebody is out."),
        kinds=[
            event("followed", "All followed", "Who won?", "winner"),
            event("picked_up", "Picked up", "Who picked up?", "by"),
            event("out", "Out", "Who played the last card?", "seat"),
        ],
        describe=_describe,
        rule="play",
        when={"way": "tricks"},
    )


def _describe(entry: Mapping[str, Any]) -> Message:
    """What an entry is called in the list."""
    match entry.get("result"):
        case "followed":
            return say("All followed, {who} wins", who=seat(entry.get("winner", 0)))
        case "picked_up":
            return say("{who} picks up", who=seat(entry.get("by", 0)))
        case _:
            return say("{who} is out", who=seat(entry.get("seat", 0)))


def _broken(setup: Setup[RollingStoneOptions], lookup: RollingStoneLookup, who: int) -> TrickResult:
    """A trick to which this player could not follow."""
    plays = lookup.plays
    check_seat(setup, who, "/cannot_follow", rule="pick-up")
    if not plays:
        text = "{who} would lead this trick and can always play."
        raise refuse("/cannot_follow", "leader_picks_up", text, rule="pick-up", who=seat(who))
    if len(plays) == setup.players or who != setup.after(plays[-1].seat):
        text = "It is not the turn of {who}."
        raise refuse("/cannot_follow", "out_of_turn", text, rule="pick-up", who=seat(who))
    held = NO_TRUMPS.following(lookup.hand or [], plays)
    if held:
        text = "{who} has {card} and must follow."
        raise refuse("/cannot_follow", "can_follow", text, rule="pick-up", who=seat(who), card=card(held[0]))
    picked = [play.card for play in plays]
    why = say("{who} has no {suit} and picks up", who=seat(who), suit=suit(suit_of(picked[0])))
    return TrickResult(None, None, why, "pick-up", who, {"picked_up_by": who, "picks_up": picked})


def _legal(lookup: RollingStoneLookup, hand: list[str]) -> LegalPlays:
    """What may be played; nothing where the trick has to be picked up."""
    if not lookup.plays:
        return LegalPlays(hand, say("The leader may lead any card"), "play")
    following = NO_TRUMPS.following(hand, lookup.plays)
    led = suit(suit_of(lookup.plays[0].card))
    if following:
        return LegalPlays(following, say("A card of {suit} was led: follow suit", suit=led), "play")
    picked = [play.card for play in lookup.plays]
    return LegalPlays([], say("No {suit}: pick up the trick", suit=led), "pick-up", {"picks_up": picked})


game = RollingStone()
