"""Settling up in words: the rules in sentences, who gets and who pays, who pays whom; and the form for the rules."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from scoring.engine.game import Game
from scoring.engine.messages import ENGLISH
from scoring.engine.refusal import Refusal
from scoring.engine.settlement import LONGEST_WORD, Payment, SettlementRules
from scoring.languages import current_language
from scoring.pages.counted_words import amount_of, worth_of
from scoring.pages.house_rules import OptionField, model_fields, read_model
from scoring.selectors.settlements import EveningSettlement, MatchSettlement

KITTY = gettext_lazy("the kitty")
USUAL = ("word", "method", "value", "stake", "settle_on")
"""The fields that every table fills in; the others are folded away."""

PLAIN = ("method", "settle_on", "unit")
"""Fields that need no help."""

_METHODS = {
    "differences": gettext_lazy("Each pays each the difference."),
    "mean": gettext_lazy("Everybody is compared with the average."),
    "to_winner": gettext_lazy("Everybody pays the winner the distance."),
    "from_loser": gettext_lazy("The last pays everybody the distance."),
    "chips": gettext_lazy("Chips are changed back; what lies in pots goes to the kitty."),
    "stake": gettext_lazy("Every loser pays a stake of {stake} to the winners."),
}
_POINTS = {
    "totals": "",
    "game_points": gettext_lazy("The points of the hands count, without those of the list."),
    "list_points": gettext_lazy("The points of the list count."),
}


@dataclass(frozen=True)
class Account:
    """What somebody gets or pays, as printed. parts: what it is made of, "" if there is nothing to say."""

    name: str
    amount: str
    sign: str
    parts: str = ""


@dataclass(frozen=True)
class SettledView:
    """A settled match or evening as its page shows it. paid: payer, payee and amount in words."""

    word: str
    accounts: list[Account]
    paid: list[tuple[str, str, str]]
    kitty: str = ""

    def as_text(self, title: str) -> str:
        """All of it as text to send."""
        lines = [title, ""]
        lines += [f"{one.name}: {one.amount}" for one in self.accounts]
        lines += [_("Kitty: {amount}").format(amount=self.kitty)] if self.kitty else []
        lines += ["", *(f"{payer} → {payee}: {amount}" for payer, payee, amount in self.paid)] if self.paid else []
        return "\n".join(lines)


def match_settled(settled: MatchSettlement) -> SettledView:
    """A settled match for its page."""
    found, names, word = settled.settlement, settled.match.names, settled.rules.word
    number = current_language().number
    accounts = []
    for name, amount, fee, balance in zip(names, found.amounts, found.fees, found.balances, strict=True):
        parts = _("{points} by points, {fee} to the kitty").format(points=number(amount, True), fee=number(fee))
        accounts.append(_account(name, balance, word, parts if fee else ""))
    return SettledView(
        word,
        accounts,
        _paid(found.payments, dict(enumerate(names)), word),
        amount_of(found.kitty, word, sign=True) if found.kitty else "",
    )


def evening_settled(settled: EveningSettlement) -> SettledView:
    """The settled matches of an evening for its page."""
    word = settled.word
    return SettledView(
        word,
        [_account(name, settled.balances[player], word) for player, name in settled.names.items()],
        _paid(settled.payments, settled.names, word),
        amount_of(settled.kitty, word, sign=True) if settled.kitty else "",
    )


def _account(name: str, balance: int, word: str, parts: str = "") -> Account:
    sign = "up" if balance > 0 else "down" if balance < 0 else "level"
    return Account(name, amount_of(balance, word, sign=True), sign, parts)


def _paid(paid: Sequence[Payment[Any]], names: Mapping[Any, str], word: str) -> list[tuple[str, str, str]]:
    named = {**names, None: str(KITTY)}
    return [(named[one.payer], named[one.payee], amount_of(one.amount, word)) for one in paid]


def rules_in_sentences(rules: SettlementRules) -> list[str]:
    """How a match is settled, as people say it."""
    word = rules.word
    said = [str(_METHODS[rules.method]).format(stake=amount_of(rules.stake, word)), str(_POINTS[rules.settle_on])]
    if rules.method != "stake":
        text = _("A chip is worth {amount}.") if rules.method == "chips" else _("A point is worth {amount}.")
        said.append(text.format(amount=worth_of(rules.value, word)))
    if rules.unit > 1:
        said.append(_("Amounts are rounded to {amount}.").format(amount=amount_of(rules.unit, word)))
    if rules.cap is not None:
        said.append(_("Nobody pays more than {amount}.").format(amount=amount_of(rules.cap, word)))
    if rules.lost_fee:
        said.append(_("A lost game costs {amount} to the kitty.").format(amount=amount_of(rules.lost_fee, word)))
    if rules.later_fee:
        text = _("From the {number} on it costs {amount}.")
        said.append(text.format(number=_ordinal(rules.later_from), amount=amount_of(rules.later_fee, word)))
    if rules.passed_in_fee:
        text = _("A deal passed in costs everybody {amount} to the kitty.")
        said.append(text.format(amount=amount_of(rules.passed_in_fee, word)))
    if rules.ramsch_fee:
        text = _("A Ramsch costs whoever took most card points {amount} to the kitty.")
        said.append(text.format(amount=amount_of(rules.ramsch_fee, word)))
    return [sentence for sentence in said if sentence]


def _ordinal(number: int) -> str:
    """``"4th"``; in another language the bare figure, which its text turns into an ordinal."""
    if current_language() is not ENGLISH:
        return current_language().number(number)
    ending = "th" if number % 100 in (11, 12, 13) else {1: "st", 2: "nd", 3: "rd"}.get(number % 10, "th")
    return f"{number}{ending}"


# -- the form ---------------------------------------------------------------------------------------------


@dataclass(frozen=True)
class RulesForm:
    """The form for the rules. usual: the fields that every table fills in. more: the others. is_open: with an error."""

    usual: list[OptionField]
    more: list[OptionField]

    @property
    def is_open(self) -> bool:
        """Whether the folded fields have something to show: an error."""
        return any(field.error for field in self.more)


def rules_form(game: Game[Any, Any], chosen: Mapping[str, Any], refusal: Refusal | None = None) -> RulesForm:
    """The form with what was chosen, and the errors of a refusal at their fields."""
    usual_values = {"word": _("beans"), "method": game.settles_by}
    fields = [
        field
        for field in model_fields(SettlementRules, {**usual_values, **chosen}, refusal)
        if _concerns(game, field.name)
    ]
    for field in fields:
        field.longest = LONGEST_WORD
        field.minimum = field.maximum = ""
        field.help = "" if field.name in PLAIN else field.help
        if field.name == "value" and game.settles_by == "chips":
            field.title = _("A chip is worth")
        if field.name == "method" and game.settles_by != "chips":
            field.choices = [choice for choice in field.choices if choice[0] != "chips"]
    usual = [field for field in fields if field.name in USUAL]
    return RulesForm(usual, [field for field in fields if field not in usual])


def _concerns(game: Game[Any, Any], name: str) -> bool:
    match name:
        case "settle_on":
            return len(game.settles_on) > 1
        case "lost_fee" | "later_fee" | "later_from":
            return "lost" in game.fees
        case "passed_in_fee":
            return "passed_in" in game.fees
        case "ramsch_fee":
            return "ramsch" in game.fees
        case _:
            return True


def read_rules(data: Mapping[str, Sequence[str]]) -> dict[str, Any]:
    """The rules that were sent, not checked. A field that was left empty has its usual value."""
    given = read_model(SettlementRules, data)
    return {name: value for name, value in given.items() if value is not None}
