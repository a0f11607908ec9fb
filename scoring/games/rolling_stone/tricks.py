"""Tricks of Rolling Stone: who takes one, who has to pick it up, and what may be played."""

from __future__ import annotations

from dataclasses import replace

from scoring.engine.cards import suit_of
from scoring.engine.game import Setup, check_seat, check_trick
from scoring.engine.marking import _
from scoring.engine.messages import card, say, seat, suit
from scoring.engine.refusal import refuse
from scoring.engine.tricks import LegalPlays, Ranking, TrickResult, trick_result
from scoring.games.rolling_stone.cards import RANKS, pack_of
from scoring.games.rolling_stone.models import RollingStoneLookup, RollingStoneOptions

NO_TRUMPS = Ranking((), RANKS)


def look_up(setup: Setup[RollingStoneOptions], lookup: RollingStoneLookup) -> TrickResult | LegalPlays:
    """Returns who takes these plays; with a hand, which of its cards may be played; with ``cannot_follow``, who picks
    up.
    """
    check_trick(setup, pack_of(setup.players), lookup, rule="play")
    plays = lookup.plays
    for place, play in enumerate(plays):
        if suit_of(play.card) != suit_of(plays[0].card):
            text = _("{card} cannot be played: {suit} was led, and a player without that suit picks up instead.")
            names = {"card": card(play.card), "suit": suit(suit_of(plays[0].card))}
            raise refuse(f"/plays/{place}/card", "not_the_suit_led", text, rule="pick-up", **names)
    if lookup.cannot_follow is not None:
        return _pick_up(setup, lookup, lookup.cannot_follow)
    if lookup.hand and len(plays) < setup.players:
        return _legal(lookup, lookup.hand)
    return replace(trick_result(NO_TRUMPS, plays, setup.players, "play"), extra={"picked_up_by": None, "picks_up": []})


def _pick_up(setup: Setup[RollingStoneOptions], lookup: RollingStoneLookup, who: int) -> TrickResult:
    """A trick to which this player could not follow."""
    plays = lookup.plays
    check_seat(setup, who, "/cannot_follow", rule="pick-up")
    if not plays:
        text = _("{who} would lead this trick and can always play.")
        raise refuse("/cannot_follow", "leader_picks_up", text, rule="pick-up", who=seat(who))
    if len(plays) == setup.players or who != setup.after(plays[-1].seat):
        text = _("It is not the turn of {who}.")
        raise refuse("/cannot_follow", "out_of_turn", text, rule="pick-up", who=seat(who))
    held = NO_TRUMPS.following(lookup.hand or [], plays)
    if held:
        text = _("{who} has {card} and must follow.")
        raise refuse("/cannot_follow", "can_follow", text, rule="pick-up", who=seat(who), card=card(held[0]))
    picked = [play.card for play in plays]
    why = say("{who} has no {suit} and picks up", who=seat(who), suit=suit(suit_of(picked[0])))
    return TrickResult(None, None, why, "pick-up", who, {"picked_up_by": who, "picks_up": picked})


def _legal(lookup: RollingStoneLookup, hand: list[str]) -> LegalPlays:
    """What may be played; nothing if the trick has to be picked up."""
    if not lookup.plays:
        return LegalPlays(hand, say("The leader may lead any card"), "play")
    following = NO_TRUMPS.following(hand, lookup.plays)
    led = suit(suit_of(lookup.plays[0].card))
    if following:
        return LegalPlays(following, say("A card of {suit} was led: follow suit", suit=led), "play")
    picked = [play.card for play in lookup.plays]
    return LegalPlays([], say("No {suit}: pick up the trick", suit=led), "pick-up", {"picks_up": picked})
