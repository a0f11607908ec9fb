"""Twenty-Five: five tricks a hand, five points a trick, and the match stops the moment somebody has 25.

Read ``models`` for what is entered, ``tricks`` for the tricks of a hand, ``order`` for the cards, ``form`` for the
phone.
"""

from __future__ import annotations

from typing import Any, ClassVar

from scoring.engine.cards import PACK_52
from scoring.engine.form import Form
from scoring.engine.game import (
    Example,
    Game,
    Grid,
    HandResult,
    Order,
    Preset,
    Setup,
    Upcoming,
    Verdict,
    add_points,
    check_one_winner,
    check_totals,
    check_trick,
    ended_by_table,
    next_state,
    target_reached,
    to_go,
)
from scoring.engine.marking import _
from scoring.engine.messages import Line, card, line, say, seat, side, trim_number
from scoring.engine.refusal import refuse
from scoring.engine.tricks import LegalPlays, PlayedTrick, TrickResult, trick_result
from scoring.games.twenty_five.form import make_form
from scoring.games.twenty_five.models import (
    TwentyFiveDetails,
    TwentyFiveLookup,
    TwentyFiveOptions,
    TwentyFiveState,
    TwentyFiveTricksHand,
    TwentyFiveWinnersHand,
)
from scoring.games.twenty_five.order import BLACK_TRUMPS, RED_TRUMPS, legal, plain_ranks, ranking
from scoring.games.twenty_five.tables import make_tables
from scoring.games.twenty_five.tricks import (
    TRICKS,
    WORTH,
    TrickWinner,
    find_trick_winners,
    played_tricks,
    too_many_tricks,
    trump_of,
)


class TwentyFive(Game[TwentyFiveOptions, TwentyFiveState]):
    """Two to ten players, alone or in teams; every trick counts at once."""

    slug = "twenty-five"
    name = "Twenty-Five"
    native_names: ClassVar[dict[str, str]] = {"ga": "Cúig is Fiche"}
    aliases = ("25", "Five and Twenty", "Cúig is Fiche")
    family = "Plain-trick games"
    summary = "Ireland's national game: five points a trick, an unusual order of trumps, and 25 points win at once."
    players = tuple(range(2, 11))
    deck = "52 cards"
    settles_by = "stake"
    Options = TwentyFiveOptions
    presets = (Preset(_("Forty-Five"), {"target": 45}),)
    State = TwentyFiveState
    Details = TwentyFiveDetails
    hands = (TwentyFiveWinnersHand, TwentyFiveTricksHand)
    Lookup = TwentyFiveLookup
    examples: ClassVar[tuple[Example, ...]] = (
        Example(
            title="Three alone: a whole hand, then one that ends the match with its third trick",
            players=3,
            hands=[
                {"kind": "winners", "trick_winners": [1, 1, 2, 0, 1], "trump": "H", "robbed_by": 2},
                {"kind": "winners", "trick_winners": [1, 2, 1]},
            ],
            expect=[0, 10, 5],
        ),
        Example(
            title="A hand that is still being played",
            players=4,
            options={"teams": 2},
            hands=[{"kind": "winners", "trick_winners": [0, 1, 2], "open": True}],
            expect=[10, 5],
        ),
        Example(
            title="Two players, by their cards",
            players=2,
            hands=[
                {
                    "kind": "tricks",
                    "up_card": "7C",
                    "tricks": [["KH", "2C"], ["5C", "10C"], ["QD", "AD"], ["3S", "8S"], ["4D", "AH"]],
                }
            ],
            expect=[20, 5],
        ),
    )

    def check_setup(self, players: int, options: TwentyFiveOptions) -> None:
        if options.target % WORTH:
            text = _("{target} is not possible as a target: a multiple of five is needed.")
            raise refuse("/options/target", "not_a_multiple", text, rule="options", target=options.target)
        teams = options.teams
        if teams is None:
            return
        if teams < 2 or players % teams or players // teams < 2:
            text = _("{players} players cannot form {teams} equal teams of two or more.")
            raise refuse("/options/teams", "teams", text, rule="teams", players=players, teams=teams)

    def sides(self, players: int, options: TwentyFiveOptions) -> tuple[tuple[int, ...], ...]:
        if options.teams is None:
            return super().sides(players, options)
        return tuple(tuple(range(team, players, options.teams)) for team in range(options.teams))

    def check_start(self, setup: Setup[TwentyFiveOptions], state: TwentyFiveState) -> None:
        check_totals(state, step=WORTH, least=0, most=setup.options.target)
        check_one_winner(state, setup.options.target)

    def apply(self, setup: Setup[TwentyFiveOptions], state: TwentyFiveState, hand: Any) -> HandResult[TwentyFiveState]:
        tricks = find_trick_winners(setup, state, hand)
        target = setup.options.target
        field = "/tricks" if isinstance(hand, TwentyFiveTricksHand) else "/trick_winners"
        points = [0] * len(setup.sides)
        lines: list[Line] = []
        winner: int | None = None
        for number, trick in enumerate(tricks, 1):
            if winner is not None:
                text = _("{who} had {target} before this trick: the match was over.")
                raise refuse(trick.pointer, "after_target", text, rule="end", who=side(winner), target=target)
            if number > TRICKS:
                raise too_many_tricks(trick.pointer)
            mine = setup.side_of(trick.seat)
            points[mine] += WORTH
            total = trim_number(state.totals[mine] + points[mine])
            lines.append(_trick_line(setup, number, trick, total))
            winner = mine if total >= target else None
        over = winner is not None or len(tricks) == TRICKS
        if not tricks:
            raise refuse(field, "nothing_entered", "Say who won the first trick.", rule="scoring")
        if not over and not hand.open:
            text = _("{n} of {all} tricks, and nobody has {target}: the hand is not over.")
            raise refuse(field, "too_few_tricks", text, rule="end", n=len(tricks), all=TRICKS, target=target)
        lines.append(_end_line(target, winner, TRICKS - len(tricks)))
        return HandResult(
            points=points,
            state=next_state(setup, state, points)
            if over
            else state.model_copy(update={"totals": add_points(state.totals, points)}),
            lines=lines,
            summary=_summary(setup, tricks),
            details=TwentyFiveDetails(
                tricks=[earned // WORTH for earned in points],
                trick_winners=[trick.seat for trick in tricks],
                trump=trump_of(hand),
                finished=winner is not None,
                winner=winner,
            ),
            complete=over,
        )

    def upcoming(self, setup: Setup[TwentyFiveOptions], state: TwentyFiveState) -> Upcoming:
        target = setup.options.target
        leader = setup.after(state.dealer)
        text = _("{dealer} deals, {leader} leads")
        notices = [line(text, dealer=seat(state.dealer), leader=seat(leader), rule="setup", code="seats")]
        needed = [trim_number(target - total) for total in state.totals]
        return Upcoming(
            dealer=state.dealer,
            leads=leader,
            notices=notices + to_go(state, target),
            details={"leader": leader, "needed": needed},
        )

    def verdict(self, setup: Setup[TwentyFiveOptions], state: TwentyFiveState, ended: bool = False) -> Verdict:
        reached = target_reached(state, setup.options.target)
        return ended_by_table(state) if ended and not reached.finished else reached

    def trick(self, setup: Setup[TwentyFiveOptions], lookup: TwentyFiveLookup) -> TrickResult | LegalPlays:
        check_trick(setup, PACK_52, lookup, "play")
        order = ranking(lookup.trump)
        if lookup.hand is None:
            return trick_result(order, lookup.plays, setup.players, "card-strength")
        if len(lookup.hand) > TRICKS:
            text = _("A player has five cards, not {n}.")
            raise refuse("/hand", "hand_size", text, rule="setup", n=len(lookup.hand))
        if len(lookup.plays) == setup.players:
            raise refuse("/hand", "trick_complete", "Everybody has played: nobody is to play now.", rule="play")
        return legal(order, lookup.hand, lookup.plays, lower_led=setup.options.renege == "lower_led")

    def played_tricks(self, setup: Setup[TwentyFiveOptions], state: TwentyFiveState, hand: Any) -> list[PlayedTrick]:
        return played_tricks(setup, state, hand) if isinstance(hand, TwentyFiveTricksHand) else []

    def tables(self, options: TwentyFiveOptions) -> dict[str, Grid]:
        return make_tables(options)

    def form(self, setup: Setup[TwentyFiveOptions], state: TwentyFiveState) -> Form:
        return make_form(setup)

    def strength(self, options: TwentyFiveOptions) -> tuple[Order, ...]:
        return (
            Order("hearts as trumps", ("5", "J", *RED_TRUMPS)),
            Order("diamonds as trumps", ("5", "J", "AH", *RED_TRUMPS)),
            Order("clubs or spades as trumps", ("5", "J", "AH", *BLACK_TRUMPS)),
            Order("hearts, not trumps", plain_ranks("H")),
            Order("diamonds, not trumps", plain_ranks("D")),
            Order("clubs or spades, not trumps", plain_ranks("C")),
        )


def _trick_line(setup: Setup[TwentyFiveOptions], number: int, trick: TrickWinner, total: Any) -> Line:
    """Returns a trick as players call it; in teams its winner and the total of the team."""
    sums = {"before": trim_number(total - WORTH), "points": WORTH, "total": total}
    params: dict[str, Any] = {"n": number, "who": seat(trick.seat), **sums}
    alone = setup.options.teams is None
    if not alone:
        params["team"] = side(setup.side_of(trick.seat))
    if trick.card is not None:
        params["card"] = card(trick.card)
        text = (
            _("Trick {n}: {who} with {card}, {before} + {points} = {total}")
            if alone
            else _("Trick {n}: {who} with {card}, {team} {before} + {points} = {total}")
        )
    else:
        text = (
            _("Trick {n}: {who}, {before} + {points} = {total}")
            if alone
            else _("Trick {n}: {who}, {team} {before} + {points} = {total}")
        )
    return line(text, **params, value=WORTH, rule="scoring")


def _end_line(target: int, winner: int | None, left: int) -> Line:
    if winner is None:
        if left:
            return line("The hand goes on: tricks left {n}", n=left, rule="scoring")
        return line("Nobody has {target}: another hand is dealt", target=target, rule="end")
    return line("{who} has {target}: the match is over at once", who=side(winner), target=target, rule="end")


def _summary(setup: Setup[TwentyFiveOptions], tricks: list[TrickWinner]) -> Any:
    won = [setup.side_of(trick.seat) for trick in tricks]
    parts = [
        say("{who} {n}", who=side(number), n=won.count(number)) for number in range(len(setup.sides)) if number in won
    ]
    return say("{parts}", parts=parts)


game = TwentyFive()
