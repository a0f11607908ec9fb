"""Canadian Salad: six hands, each with other cards or tricks to keep clear of, and all of them at once in the last.

``models`` is what is entered, ``facts`` what is bad in each hand and whether the entries can have been.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, ClassVar

from scoring.engine.cards import rank_of, suit_of
from scoring.engine.form import Choice, Control, Events, Form, Option, Row, Share, seats_in_order, seats_to_choose
from scoring.engine.game import (
    Example,
    Game,
    Grid,
    HandResult,
    Order,
    Setup,
    Upcoming,
    Verdict,
    check_trick,
    ended_by_table,
    leading_sides,
    next_state,
)
from scoring.engine.messages import Line, Number, cards, line, say, seat
from scoring.engine.tricks import LegalPlays, Ranking, TrickResult, follow_suit, trick_result
from scoring.games.canadian_salad.facts import (
    BAD_CARDS,
    FACTS_OF,
    HEART,
    HEARTS,
    KING,
    KING_OF_SPADES,
    LAST_TRICK,
    QUEEN,
    QUEENS,
    RANKS,
    REMOVED,
    RULE_OF,
    TRICK,
    Facts,
    facts_of,
    pack_of,
    rule_of_hand,
    told,
    tricks_of,
    what_is_bad,
)
from scoring.games.canadian_salad.models import (
    CanadianSaladCardsHand,
    CanadianSaladCountsHand,
    CanadianSaladLookup,
    CanadianSaladOptions,
    CanadianSaladState,
    CanadianSaladTricksHand,
)
from scoring.games.canadian_salad.tables import hand_tables

NO_TRUMPS = Ranking((), RANKS)

NAMES = {
    1: "Hand 1: tricks",
    2: "Hand 2: hearts",
    3: "Hand 3: queens",
    4: "Hand 4: king of spades",
    5: "Hand 5: last trick",
    6: "Hand 6: everything",
}


class CanadianSalad(Game[CanadianSaladOptions, CanadianSaladState]):
    """Tricks, hearts, queens, the king of spades, the last trick, then everything: the lowest total wins."""

    slug = "canadian-salad"
    name = "Canadian Salad"
    aliases = ("Wisconsin Scramble",)
    family = "Trick avoidance"
    summary = "Six hands, each with something else to avoid; in the last one all of it is bad."
    players = (3, 4, 5, 6)
    deck = "48 to 52 cards"
    lower_wins = True
    Options = CanadianSaladOptions
    State = CanadianSaladState
    hands = (CanadianSaladCountsHand, CanadianSaladCardsHand, CanadianSaladTricksHand)
    Lookup = CanadianSaladLookup
    examples: ClassVar[tuple[Example, ...]] = (
        Example(
            title="The first five hands by counting",
            players=4,
            hands=[
                {"kind": "counts", "tricks": [4, 0, 6, 3]},
                {"kind": "counts", "hearts": [1, 12, 0, 0]},
                {"kind": "counts", "queens": [2, 1, 1, 0]},
                {"kind": "counts", "king_spades": 2},
                {"kind": "counts", "last_trick": 3},
            ],
            expect=[0, 0, 0, 100],
        ),
        Example(
            title="The sixth hand by its bad cards",
            players=4,
            start={"hand_no": 6, "dealer": 1},
            hands=[
                {
                    "kind": "cards",
                    "captured": [["KH", "QH", "9H"], [], ["QS", "KS"], []],
                    "rest_to": 3,
                    "tricks": [5, 0, 4, 4],
                    "last_trick": 2,
                }
            ],
            expect=[105, 0, 265, 190],
        ),
        Example(
            title="The fifth hand trick by trick",
            players=6,
            start={"hand_no": 5},
            hands=[{"kind": "tricks", "winners": [1, 1, 4, 0, 5, 5, 2, 3]}],
            expect=[0, 0, 0, 100, 0, 0],
        ),
    )

    # -- a hand ---------------------------------------------------------------------------------

    def apply(
        self, setup: Setup[CanadianSaladOptions], state: CanadianSaladState, hand: Any
    ) -> HandResult[CanadianSaladState]:
        number = state.coming
        facts = facts_of(setup, number, hand)
        points = []
        lines = [line("Hand {n}: {bad}", n=number, bad=what_is_bad(number), rule=rule_of_hand(number))]
        for who in range(setup.players):
            items = _items(facts, who)
            points.append(sum(int(item.value or 0) for item in items))
            lines += items
            if len(items) > 1:
                text = "{who}: {parts}"
                parts = " + ".join(str(item.value) for item in items)
                lines.append(line(text, who=seat(who), parts=parts, value=points[-1], rule="scoring"))
        return HandResult(
            points=points,
            state=next_state(setup, state, points, hand_no=number + 1),
            lines=lines,
            summary=say(NAMES[number]),
            details={"hand_no": number, **facts.known()},
        )

    # -- before and after -----------------------------------------------------------------------

    def upcoming(self, setup: Setup[CanadianSaladOptions], state: CanadianSaladState) -> Upcoming:
        number, leader = state.coming, setup.after(state.dealer)
        removed = REMOVED[setup.players]
        notices = [
            line("Hand {n} of 6: {bad}", n=number, bad=what_is_bad(number), rule=rule_of_hand(number)),
            line(
                "{who} deals, {cards} cards each", who=seat(state.dealer), cards=tricks_of(setup.players), rule="setup"
            ),
            line("{who} leads, any card", who=seat(leader), rule="play"),
        ]
        if removed:
            notices.append(line("Out of the pack: {cards}", cards=cards(removed), rule="setup"))
        if state.after_six:
            notices.insert(0, line("A tie: the sixth hand again", rule="tie"))
        details = {"hand_no": number, "leader": leader, "removed": list(removed)}
        return Upcoming(dealer=state.dealer, leads=leader, notices=notices, details=details)

    def verdict(self, setup: Setup[CanadianSaladOptions], state: CanadianSaladState, ended: bool = False) -> Verdict:
        if ended:
            return ended_by_table(state, lowest=True)
        winners = leading_sides(state.totals, lowest=True)
        again = setup.options.tie == "sixth_again" and len(winners) > 1
        if not state.after_six or again:
            return Verdict(False)
        return Verdict(True, winners, say("All six hands were played"))

    # -- tricks ---------------------------------------------------------------------------------

    def trick(self, setup: Setup[CanadianSaladOptions], lookup: CanadianSaladLookup) -> TrickResult | LegalPlays:
        check_trick(setup, pack_of(setup.players), lookup, rule="play")
        if lookup.hand and len(lookup.plays) < setup.players:
            return follow_suit(NO_TRUMPS, lookup.hand, lookup.plays, "play")
        return trick_result(NO_TRUMPS, lookup.plays, setup.players, "play")

    def strength(self, options: CanadianSaladOptions) -> tuple[Order, ...]:
        return (Order("Every suit", RANKS),)

    def card_values(self, options: CanadianSaladOptions) -> dict[str, Number]:
        """What each card costs in the sixth hand; the queen of hearts is a heart and a queen."""
        costs = {code: _card_cost(code) for code in BAD_CARDS[6]}
        return dict(sorted(costs.items(), key=lambda item: -item[1]))

    # -- the form -------------------------------------------------------------------------------

    def tables(self, options: CanadianSaladOptions) -> dict[str, Grid]:
        return hand_tables(self.players)

    def form(self, setup: Setup[CanadianSaladOptions], state: CanadianSaladState) -> Form:
        number = state.coming
        ways = [Option("counts", say("Counting"), {"kind": "counts"})]
        if number in BAD_CARDS:
            ways.append(Option("cards", say("The bad cards"), {"kind": "cards"}))
        if number in (1, 5, 6):
            ways.append(Option("tricks", say("Trick by trick"), {"kind": "tricks"}))
        way = Choice(name="way", label=say("Entered by"), options=ways, default="counts", fold=True)
        asked = [_control(setup, number, name) for name in FACTS_OF[number]]
        return Form([way, *asked, *_by_cards(setup, number), *_by_tricks(setup, number)])


def _items(facts: Facts, who: int) -> list[Line]:
    """What a player has to pay, a line for each rule."""
    each = {"tricks": TRICK, "hearts": HEART, "queens": QUEEN}
    whole = {"king_spades": KING_OF_SPADES, "last_trick": LAST_TRICK}
    lines = []
    for name, value in facts.known().items():
        n = value[who] if name in each else int(value == who)
        if n:
            cost = n * each[name] if name in each else whole[name]
            lines.append(line("{who}: {what}", who=seat(who), what=told(name, n), value=cost, rule=RULE_OF[name]))
    return lines


def _card_cost(code: str) -> int:
    cost = HEART if suit_of(code) == "H" else 0
    cost += QUEEN if rank_of(code) == "Q" else 0
    return cost + (KING_OF_SPADES if code == KING else 0)


def _control(setup: Setup[CanadianSaladOptions], number: int, name: str) -> Control:
    """What is asked for one of the counted facts."""
    labels = {
        "tricks": "Tricks won",
        "hearts": "Hearts taken",
        "queens": "Queens taken",
        "king_spades": "Who took the king of spades?",
        "last_trick": "Who won the last trick?",
    }
    by_cards = number == 6 and name in ("tricks", "last_trick")
    when: dict[str, Sequence[str]] = {"way": ["counts", "cards"] if by_cards else ["counts"]}
    label, rule = say(labels[name]), RULE_OF[name]
    if name in ("king_spades", "last_trick"):
        options = seats_to_choose(range(setup.players), name)
        return Choice(name=name, label=label, options=options, rule=rule, when=when, submits=number != 6)
    total = {"tricks": tricks_of(setup.players), "hearts": len(HEARTS), "queens": len(QUEENS)}[name]
    return Row(
        name=name,
        label=label,
        labels=[seat(who) for who in range(setup.players)],
        least=0,
        most=total,
        blank=0,
        sum_to=total,
        rule=rule,
        when=when,
    )


def _by_cards(setup: Setup[CanadianSaladOptions], number: int) -> list[Control]:
    if number not in BAD_CARDS:
        return []
    return [
        Share(
            name="captured",
            label=say("Who took what?"),
            help=say("Tap a player, then the cards. Whoever has all the others needs one tap only."),
            labels=[seat(who) for who in range(setup.players)],
            cards=BAD_CARDS[number],
            rest_path="rest_to",
            rule=rule_of_hand(number),
            when={"way": ["cards", "tricks"]},
        )
    ]


def _by_tricks(setup: Setup[CanadianSaladOptions], number: int) -> list[Control]:
    if number not in (1, 5, 6):
        return []
    return [
        Events(
            name="winners",
            label=say("Who won each trick, in their order?"),
            quick=seats_in_order(range(setup.players)),
            describe=lambda who: say("{who}", who=seat(who)),
            rule="play",
            when={"way": "tricks"},
        )
    ]


game = CanadianSalad()
