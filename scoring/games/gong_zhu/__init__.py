"""Gong Zhu (拱猪): nobody wants the pig, and whoever sinks to −1,000 loses."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from typing import ClassVar

from scoring.engine.cards import PACK_52, Pack, rank_of, suit_of
from scoring.engine.form import Choice, Control, Form, Pick, Share, cards_to_pick, seats_to_choose
from scoring.engine.game import (
    Example,
    Game,
    Grid,
    HandResult,
    Order,
    Setup,
    Upcoming,
    Verdict,
    check_per_seat,
    check_seat,
    check_totals,
    check_trick,
    ended_by_table,
    leading_sides,
    next_state,
)
from scoring.engine.messages import Line, Message, Number, card, cards, line, plural, say, seat, side
from scoring.engine.refusal import refuse
from scoring.engine.tricks import LegalPlays, Ranking, TrickResult, follow_suit, trick_result
from scoring.games.gong_zhu.models import GongZhuHand, GongZhuLookup, GongZhuOptions, GongZhuState
from scoring.games.gong_zhu.piles import (
    EXPOSABLE,
    FLAT,
    HEARTS,
    PIG,
    PIPS,
    RANKS,
    SCORING,
    SHEEP,
    hearts_in,
    score_pile,
)
from scoring.games.gong_zhu.tables import pile_tables

OPENING_CARD = "2S"
NO_TRUMPS = Ranking((), RANKS)


class GongZhu(Game[GongZhuOptions, GongZhuState]):
    """Hearts cost points, the pig costs a hundred, the sheep brings a hundred, the doubler doubles it all."""

    slug = "gong-zhu"
    name = "Gong Zhu"
    native_names: ClassVar[dict[str, str]] = {"zh": "拱猪"}
    aliases = ("Gongzhu", "Chase the Pig", "Catch the Pig")
    family = "Trick avoidance"
    summary = "Keep clear of hearts and the pig; whoever sinks to −1,000 loses."
    players = (4, 5, 8)
    deck = "52 cards"
    Options = GongZhuOptions
    State = GongZhuState
    hands = (GongZhuHand,)
    Lookup = GongZhuLookup
    examples: ClassVar[tuple[Example, ...]] = (
        Example(
            title="The pig exposed, the doubler with two hearts",
            players=4,
            hands=[
                {
                    "kind": "cards",
                    "captured": [["QS", "JD", "5H", "2H"], ["10C", "AH", "KH"], [], ["7H", "6H", "4H", "3H"]],
                    "rest_to": 2,
                    "exposed": ["QS"],
                }
            ],
            expect=[-110, -180, -80, -20],
        ),
    )

    def sides(self, players: int, options: GongZhuOptions) -> tuple[tuple[int, ...], ...]:
        return ((0, 2), (1, 3)) if options.teams == "pairs" else super().sides(players, options)

    def check_setup(self, players: int, options: GongZhuOptions) -> None:
        if options.decks == 2 and players not in (4, 8):
            text = "Two decks are for four or eight players, not for {players}."
            raise refuse("/players", "players", text, rule="two-decks", players=players)
        if options.decks == 1 and players > 5:
            raise refuse("/players", "players", "{players} players need two decks.", rule="two-decks", players=players)
        if players == 5 and not options.five_players:
            text = "Five play only where the table allows it (house rule: five players)."
            raise refuse("/players", "players", text, rule="five-players")
        if options.teams == "pairs" and players != 4:
            text = "Pairs need four players, not {players}."
            raise refuse("/options/teams", "pairs_need_four", text, rule="pairs", players=players)

    def check_start(self, setup: Setup[GongZhuOptions], state: GongZhuState) -> None:
        check_totals(state)
        check_seat(setup, state.leader, "/leader", rule="first-lead")

    # -- a hand ---------------------------------------------------------------------------------

    def apply(self, setup: Setup[GongZhuOptions], state: GongZhuState, hand: GongZhuHand) -> HandResult[GongZhuState]:
        piles = self._piles(setup, hand)
        self._check_exposed(setup.options, hand.exposed)
        leader = self._pig_holder(setup, hand, piles)
        lines = [line("Exposed: {cards}", cards=cards(hand.exposed), rule="exposing")] if hand.exposed else []
        points: list[Number] = []
        moon = None
        for number, seats in enumerate(setup.sides):
            pile = [code for owner in seats for code in piles[owner]]
            value, told = score_pile(setup.options, pile, hand.exposed)
            points.append(value)
            lines.append(
                line("{who}: {cards}", who=side(number), cards=cards(pile), rule="scoring")
                if pile
                else line("{who}: no scoring card", who=side(number), value=0, rule="scoring")
            )
            lines += told
            if hearts_in(pile) == len(HEARTS) * setup.options.decks:
                moon = number
        after = next_state(setup, state, points, leader=leader)
        verdict = self.verdict(setup, after)
        if not verdict.finished:
            lines.append(line("{who} has the pig and leads the next hand", who=seat(leader), rule="first-lead"))
        return HandResult(
            points=points,
            state=after,
            lines=lines,
            summary=_summary(moon, leader, hand.exposed),
            details={"moon": moon, "next_leader": leader, "losers": verdict.details["losers"]},
        )

    def _piles(self, setup: Setup[GongZhuOptions], hand: GongZhuHand) -> list[list[str]]:
        """The scoring cards of each seat, the rest given to ``rest_to``."""
        check_per_seat(setup, hand.captured, "/captured")
        check_seat(setup, hand.rest_to, "/rest_to")
        pack = Pack(SCORING * setup.options.decks)
        named: list[str] = []
        for owner, pile in enumerate(hand.captured):
            for place, code in enumerate(pile):
                pointer = f"/captured/{owner}/{place}"
                if code not in pack:
                    text = "{card} does not score, so it is not asked for: name hearts, ♠Q, ♦J and ♣10 only."
                    raise refuse(pointer, "not_a_scoring_card", text, card=card(code))
                named.append(code)
                if pack.repeated(named):
                    raise refuse(
                        pointer,
                        "card_twice",
                        "{card} is named more often than it is in the game: there is one of each."
                        if setup.options.decks == 1
                        else "{card} is named more often than it is in the game: there are two of each.",
                        card=card(code),
                    )
        piles = [list(pile) for pile in hand.captured]
        missing = pack.rest(named)
        if hand.rest_to is not None:
            piles[hand.rest_to] += missing
        elif missing:
            text = "Every card is played, so somebody captured {cards}: name who, or who got all the rest."
            raise refuse("/captured", "cards_missing", text, cards=cards(missing))
        return [sorted(pile, key=SCORING.index) for pile in piles]

    def _check_exposed(self, options: GongZhuOptions, exposed: Sequence[str]) -> None:
        if exposed and not options.exposing:
            raise refuse("/exposed", "exposing_off", "This table plays without exposing.", rule="exposing")
        for place, code in enumerate(exposed):
            if code not in EXPOSABLE:
                text = "{card} cannot be exposed: only {cards} can."
                raise refuse(
                    f"/exposed/{place}", "not_exposable", text, rule="exposing", card=card(code), cards=cards(EXPOSABLE)
                )
            if code in exposed[:place]:
                text = "{card} is named twice among the exposed cards."
                raise refuse(f"/exposed/{place}", "exposed_twice", text, rule="exposing", card=card(code))

    def _pig_holder(self, setup: Setup[GongZhuOptions], hand: GongZhuHand, piles: list[list[str]]) -> int:
        """The seat that captured the pig, of two pigs the one that fell last."""
        holders = [owner for owner, pile in enumerate(piles) if PIG in pile]
        if hand.pig_last is None:
            if len(holders) > 1:
                text = "Two players hold a pig: say who took the one that fell last."
                raise refuse("/pig_last", "pig_last_needed", text, rule="two-decks")
            return holders[0]
        check_seat(setup, hand.pig_last, "/pig_last", rule="two-decks")
        if setup.options.decks == 1:
            text = "With one deck there is one pig: nothing to say about the last one."
            raise refuse("/pig_last", "pig_last_one_deck", text, rule="two-decks")
        if hand.pig_last not in holders:
            text = "{who} captured no pig."
            raise refuse("/pig_last", "pig_last_without_pig", text, rule="two-decks", who=seat(hand.pig_last))
        return hand.pig_last

    # -- before and after ------------------------------------------------------------------------

    def upcoming(self, setup: Setup[GongZhuOptions], state: GongZhuState) -> Upcoming:
        options = setup.options
        number = state.hands_played + 1
        distances = [total + options.lose_at for total in state.totals]
        notices = [
            line("Hand {n} of {hands}", n=number, hands=options.hands, rule="end")
            if options.hands
            else line("Hand {n}", n=number, rule="end"),
            self._first_lead(setup, state),
            line(
                "Points left before {line}: {distances}",
                line=-options.lose_at,
                distances=[say("{who} {n}", who=side(i), n=n) for i, n in enumerate(distances)],
                rule="end",
            ),
        ]
        return Upcoming(
            dealer=state.dealer,
            leads=state.leader,
            notices=notices,
            details={"leader": state.leader, "hand": number, "to_line": distances},
        )

    def _first_lead(self, setup: Setup[GongZhuOptions], state: GongZhuState) -> Line:
        if state.leader is not None:
            return line("{who} took the pig and leads any card", who=seat(state.leader), rule="first-lead")
        if state.hands_played:
            return line("Whoever took the pig in the last hand leads", rule="first-lead")
        if setup.options.decks == 2:
            return line("First lead: ♠2, by its first holder to the left of the dealer", rule="first-lead")
        return line("First lead: ♠2, by whoever holds it", rule="first-lead")

    def verdict(self, setup: Setup[GongZhuOptions], state: GongZhuState, ended: bool = False) -> Verdict:
        losers = self._losers(setup.options, state)
        if ended:
            return replace(ended_by_table(state), details={"losers": losers if state.hands_played else []})
        reason = self._reason(setup.options, state, losers)
        if reason is None:
            return Verdict(False, details={"losers": []})
        return Verdict(True, leading_sides(state.totals), reason, {"losers": losers})

    def _losers(self, options: GongZhuOptions, state: GongZhuState) -> list[int]:
        """The sides that lose if the match is over now."""
        at_line = [number for number, total in enumerate(state.totals) if total <= -options.lose_at]
        if options.losers == "lowest" or not at_line:
            return leading_sides(state.totals, lowest=True)
        return at_line

    def _reason(self, options: GongZhuOptions, state: GongZhuState, losers: list[int]) -> Message | None:
        """Why the match is over, None while it goes on."""
        lost = [side(number) for number in losers]
        if min(state.totals) <= -options.lose_at:
            return say("The line of {line} was reached. Lost: {losers}", line=-options.lose_at, losers=lost)
        if options.win_at is not None and max(state.totals) >= options.win_at:
            return say("The total of {target} was reached. Lost: {losers}", target=options.win_at, losers=lost)
        if options.hands is not None and state.hands_played >= options.hands:
            one, many = "{n} hand was played. Lost: {losers}", "{n} hands were played. Lost: {losers}"
            return plural(options.hands, one, many, losers=lost)
        return None

    # -- tricks -----------------------------------------------------------------------------------

    def trick(self, setup: Setup[GongZhuOptions], lookup: GongZhuLookup) -> TrickResult | LegalPlays:
        without = ("2C", "2D") if setup.players == 5 else ()
        pack = Pack(tuple(code for code in PACK_52.cards if code not in without) * setup.options.decks)
        check_trick(setup, pack, lookup, rule="play", whole=True)
        self._check_exposed(setup.options, lookup.exposed)
        hand = lookup.hand or []
        dealt = len(pack) // setup.players
        if len(hand) > dealt:
            text = "A player holds at most the {dealt} cards dealt, not {n}."
            raise refuse("/hand", "hand_size", text, rule="setup", dealt=dealt, n=len(hand))
        if lookup.opening:
            self._check_opening(lookup, hand)
        if len(lookup.plays) == setup.players:
            return trick_result(NO_TRUMPS, lookup.plays, setup.players, "play")
        if lookup.opening and not lookup.plays:
            why = say("{card} opens the match", card=card(OPENING_CARD))
            return LegalPlays([code for code in hand if code == OPENING_CARD], why, "first-lead")
        return self._legal(lookup, hand)

    def _check_opening(self, lookup: GongZhuLookup, hand: Sequence[str]) -> None:
        text = "The first card of the match is {card}."
        if lookup.plays and lookup.plays[0].card != OPENING_CARD:
            raise refuse("/plays/0/card", "first_lead", text, rule="first-lead", card=card(OPENING_CARD))
        if not lookup.plays and OPENING_CARD not in hand:
            raise refuse("/hand", "first_lead", text, rule="first-lead", card=card(OPENING_CARD))

    def _legal(self, lookup: GongZhuLookup, hand: Sequence[str]) -> LegalPlays:
        usual = follow_suit(NO_TRUMPS, hand, lookup.plays, "play")
        following = NO_TRUMPS.following(hand, lookup.plays) or ([] if lookup.plays else hand)
        fresh = [code for code in following if code in lookup.exposed and suit_of(code) not in lookup.suits_led]
        free = {suit_of(code) for code in hand if code not in lookup.exposed}
        held = [code for code in fresh if suit_of(code) in free]
        if held:
            text = "{cards} must wait: exposed, and its suit has not been led before"
            allowed = [code for code in usual.cards if code not in held]
            return LegalPlays(allowed, say(text, cards=cards(held)), "exposed-play")
        if fresh:
            text = "{cards} may be played although exposed: the only card of its suit in this hand"
            return LegalPlays(usual.cards, say(text, cards=cards(fresh)), "exposed-play")
        return usual

    def strength(self, options: GongZhuOptions) -> tuple[Order, ...]:
        return (Order("Every suit", RANKS),)

    def card_values(self, options: GongZhuOptions) -> dict[str, Number]:
        values = FLAT if options.heart_values == "flat" else PIPS
        hearts: dict[str, Number] = {code: -values[rank_of(code)] for code in HEARTS}
        return {PIG: -100, SHEEP: 100} | hearts

    # -- the form ---------------------------------------------------------------------------------

    def tables(self, options: GongZhuOptions) -> dict[str, Grid]:
        return pile_tables(options)

    def form(self, setup: Setup[GongZhuOptions], state: GongZhuState) -> Form:
        controls: list[Control] = []
        if setup.options.exposing:
            controls.append(
                Pick(
                    name="exposed",
                    label=say("Exposed before the first lead"),
                    options=cards_to_pick(EXPOSABLE),
                    rule="exposing",
                )
            )
        controls.append(
            Share(
                name="captured",
                label=say("Who captured what?"),
                help=say("Tap a player, then the cards. Whoever has all the others needs one tap only."),
                labels=[seat(number) for number in range(setup.players)],
                cards=SCORING * setup.options.decks,
                rest_path="rest_to",
                rule="scoring",
            )
        )
        if setup.options.decks == 2:
            controls.append(
                Choice(
                    name="pig_last",
                    label=say("Who took the pig that fell last?"),
                    help=say("Only where two players hold a pig."),
                    options=seats_to_choose(range(setup.players), "pig_last"),
                    rule="two-decks",
                )
            )
        return Form(controls, always={"kind": "cards"})


def _summary(moon: int | None, leader: int, exposed: Sequence[str]) -> Message:
    if moon is not None:
        text = "{moon} shot the moon, exposed: {cards}" if exposed else "{moon} shot the moon"
        return say(text, moon=side(moon), cards=cards(exposed))
    text = "Pig to {pig}, exposed: {cards}" if exposed else "Pig to {pig}"
    return say(text, pig=seat(leader), cards=cards(exposed))


game = GongZhu()
