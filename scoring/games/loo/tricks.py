"""The order of the cards with Pam on top, who takes a trick, and what must be played to it."""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache

from scoring.engine.captured import check_in_pack
from scoring.engine.cards import PACK_52, Suit, cards_of
from scoring.engine.game import Setup, check_seat
from scoring.engine.marking import _
from scoring.engine.messages import card, cards, say, seat, suit
from scoring.engine.refusal import refuse
from scoring.engine.tricks import TRUMP, LegalPlays, Play, Ranking, TrickResult, trick_result
from scoring.games.loo.models import HAND, LooLookup, LooOptions

PAM = "JC"
RANKS = ("A", "K", "Q", "J", "10", "9", "8", "7", "6", "5", "4", "3", "2")


@cache
def ranking(trump: Suit, with_pam: bool = True) -> Ranking:
    """Returns the order of strength with these trumps: Pam is the highest of them and no club otherwise, if there is a
    Pam.
    """
    if not with_pam:
        return Ranking(cards_of(RANKS, trump), RANKS)
    return Ranking(trumps=(PAM, *(rank + trump for rank in RANKS if rank + trump != PAM)), ranks=RANKS)


def look_up(setup: Setup[LooOptions], lookup: LooLookup) -> TrickResult | LegalPlays:
    """Returns who takes a trick, or which cards of a hand may be played. Raises Refusal if the trick is not
    possible.
    """
    plays, hand = lookup.plays, lookup.hand
    if not plays and hand is None:
        raise refuse("/plays", "no_cards", "There is nothing to look up: no card was played.", rule="play")
    _check_turns(setup, plays)
    cards = [(f"/plays/{number}/card", play.card) for number, play in enumerate(plays)]
    check_in_pack(PACK_52, cards + [(f"/hand/{number}", code) for number, code in enumerate(hand or ())])
    if lookup.pam_be_civil and setup.options.cards != HAND:
        text = _("With three cards each there are neither flushes nor Pam.")
        raise refuse("/pam_be_civil", "no_flushes", text, rule="options")
    if lookup.pam_be_civil and (not plays or plays[0].card != "A" + lookup.trump):
        text = _("Only a player who leads the ace of trumps may ask Pam to be civil.")
        raise refuse("/pam_be_civil", "not_the_ace", text, rule="civil")
    order = ranking(lookup.trump, with_pam=setup.options.cards == HAND)
    if hand is None:
        # Who passed is not known: so two cards may be a whole trick, one never is.
        return trick_result(order, plays, max(len(plays), 2), "card-strength")
    most = setup.options.cards
    if len(hand) > most:
        text = _("A player has five cards, not {n}.") if most == HAND else _("A player has three cards, not {n}.")
        raise refuse("/hand", "hand_size", text, rule="setup", n=len(hand))
    if len(plays) == setup.players:
        raise refuse("/hand", "trick_complete", "Everybody has played: nobody is to play now.", rule="play")
    return legal(order, hand, plays, civil=lookup.pam_be_civil)


def _check_turns(setup: Setup[LooOptions], plays: Sequence[Play]) -> None:
    """Raises Refusal unless these plays go once around the table; players who passed are skipped."""
    last = -1
    for number, play in enumerate(plays):
        pointer = f"/plays/{number}/seat"
        check_seat(setup, play.seat, pointer, "play")
        place = (play.seat - plays[0].seat) % setup.players
        if place <= last:
            text = _("{who} plays out of turn: a trick goes once around the table.")
            raise refuse(pointer, "out_of_turn", text, rule="play", who=seat(play.seat))
        last = place


def legal(order: Ranking, hand: Sequence[str], plays: Sequence[Play], *, civil: bool) -> LegalPlays:
    """Returns which cards of a hand may be played: follow and head the trick, else trump and overtrump, else
    anything.
    """
    if not plays:
        return LegalPlays(list(hand), say("The leader may lead any card"), "play")
    led = order.effective_suit(plays[0].card)
    following = order.following(hand, plays)
    if civil and len(following) > 1 and PAM in following:
        rest = [code for code in following if code != PAM]
        return LegalPlays(rest, say("Pam must be civil: another trump is played to the ace"), "civil")
    beating = order.beating(hand, plays)
    if following:
        heading = [code for code in following if code in beating]
        if heading:
            best = order.winner(plays).card
            return LegalPlays(heading, say("Follow suit and beat {best}", best=card(best)), "heading")
        if led != TRUMP and any(order.effective_suit(play.card) == TRUMP for play in plays):
            text = _("Follow suit; the trick is trumped, so no card need be beaten")
            return LegalPlays(following, say(text), "heading")
        return LegalPlays(following, say("Follow suit; no card of the suit beats the trick"), "heading")
    trumps = [code for code in hand if order.effective_suit(code) == TRUMP]
    if not trumps:
        text = (
            _("No trump to follow with: any card goes")
            if led == TRUMP
            else _("Neither {suit} nor a trump: any card goes")
        )
        return LegalPlays(list(hand), say(text, **({} if led == TRUMP else {"suit": suit(led)})), "play")
    over = [code for code in trumps if code in beating]
    if over:
        return LegalPlays(
            over, say("No {suit}: a trump that takes the trick must be played", suit=suit(led)), "heading"
        )
    text = _("No {suit}, and no trump that takes the trick: a lower trump must be played ({trumps})")
    return LegalPlays(trumps, say(text, suit=suit(led), trumps=cards(trumps)), "heading")
