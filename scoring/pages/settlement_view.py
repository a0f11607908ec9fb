"""Settlements for pages: the rules in sentences, accounts, payments; and the form of the rules."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from django.utils.html import format_html
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from scoring.engine.game import Game
from scoring.engine.messages import ENGLISH, Number
from scoring.engine.refusal import Refusal
from scoring.engine.settlement import LONGEST_WORD, Payment, SettlementRules, SettleOn
from scoring.languages import current_language
from scoring.pages.counted_words import amount_of, figure_of, worth_of
from scoring.pages.house_rules import OptionField, model_fields, read_model
from scoring.pages.joined_texts import labelled
from scoring.pages.message_renderer import MessageRenderer
from scoring.pages.score_sheet import sign_of
from scoring.selectors.match_snapshot import MatchSnapshot
from scoring.selectors.settlements import EveningSettlement, MatchSettlement, parts_of, settle_match
from scoring.settlement_rules import OWN_FEES, AllSettlementRules

KITTY = gettext_lazy("the kitty")
USUAL = ("word", "method", "value", "stake", "unit", "settle_on")
"""Fields that every table fills in; the others are folded."""

PLAIN = ("method", "settle_on")
"""Fields that need no help."""

HUNDREDTHS = frozenset(
    {"€", "eur", "euro", "euros", "евро", "欧元", "£", "gbp", "pound", "pounds", "$", "us$", "usd", "dollar", "dollars"}
    | {
        "dólar",
        "dólares",
        "dollari",
        "доллар",
        "долларов",
        "美元",
        "r$",
        "brl",
        "real",
        "reais",
        "chf",
        "fr.",
        "franken",
    }
    | {"fr.", "francs", "franchi", "元", "cny"}
)
"""Words for currencies that are divided into a hundred parts."""

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
    """The amount that somebody gets or pays, as printed. parts: how it is made up, or ""."""

    name: str
    amount: str
    sign: str
    parts: str = ""


@dataclass(frozen=True)
class SettlementView:
    """A settled match or evening for its page. payments: payer, payee and amount, as printed.

    rounding: the sentence that says to what amounts had to be rounded, "" if nothing was.
    """

    word: str
    accounts: list[Account]
    payments: list[tuple[str, str, str]]
    kitty: str = ""
    rounding: str = ""

    def as_text(self, title: str) -> str:
        """Returns all of it as text to send."""
        lines = [title, ""]
        lines += [labelled(account.name, account.amount) for account in self.accounts]
        lines += [_("Kitty: {amount}").format(amount=self.kitty)] if self.kitty else []
        lines += (
            ["", *(labelled(f"{payer} → {payee}", amount) for payer, payee, amount in self.payments)]
            if self.payments
            else []
        )
        lines += ["", self.rounding] if self.rounding else []
        return "\n".join(lines)


def match_settlement_view(settled: MatchSettlement) -> SettlementView:
    """Returns a settled match for its page."""
    settlement, names, word, coin = settled.settlement, settled.match.names, settled.rules.word, settled.rules.unit
    accounts = []
    for name, amount, fee, balance in zip(names, settlement.amounts, settlement.fees, settlement.balances, strict=True):
        parts = _("{points} by points, {fee} to the kitty").format(
            points=figure_of(amount, True, coin), fee=figure_of(fee, coin=coin)
        )
        accounts.append(_account(name, balance, word, coin, parts if fee else ""))
    return SettlementView(
        word,
        accounts,
        _payments(settlement.payments, dict(enumerate(names)), word, coin),
        amount_of(settlement.kitty, word, True, coin) if settlement.kitty else "",
        _rounding([coin] if settlement.rounded else [], word),
    )


def parts_settlement_view(settled: EveningSettlement) -> SettlementView:
    """Returns a settled match for its page; with several parts, their amounts are added."""
    if len(settled.matches) == 1:
        return match_settlement_view(settled.matches[0])
    return evening_settlement_view(settled)


def evening_settlement_view(settled: EveningSettlement) -> SettlementView:
    """Returns the settled matches of an evening, or the parts of a match, for its page."""
    word, coin = settled.word, settled.coin
    return SettlementView(
        word,
        [_account(name, settled.balances[player], word, coin) for player, name in settled.names.items()],
        _payments(settled.payments, settled.names, word, coin),
        amount_of(settled.kitty, word, True, coin) if settled.kitty else "",
        _rounding(settled.rounded_to, word),
    )


@dataclass(frozen=True)
class PartView:
    """One part of a settled match. points: what was made in it, by side; "" where that does not count."""

    number: int
    hands: int
    points: str
    accounts: list[Account]


def part_views(settled: EveningSettlement) -> list[PartView]:
    """Returns the parts in order, those without a hand left out; none if there is only one."""
    views = []
    for number, one in enumerate(settled.matches, 1):
        renderer = MessageRenderer.of(one.match)
        made = [
            f"{name}\N{NO-BREAK SPACE}{renderer.number(total)}"
            for name, total in zip(renderer.sides, one.totals, strict=True)
        ]
        points = "" if one.rules.method == "stake" else current_language().join_texts(made)
        views.append(PartView(number, one.match.hand_count, points, match_settlement_view(one).accounts))
    return [view for view in views if view.hands] if len(views) > 1 else []


def _account(name: str, balance: Number, word: str, coin: Number, parts: str = "") -> Account:
    return Account(name, amount_of(balance, word, True, coin), sign_of(balance), parts)


def _payments(
    payments: Sequence[Payment[Any]], names: Mapping[Any, str], word: str, coin: Number
) -> list[tuple[str, str, str]]:
    accounts = {**names, None: str(KITTY)}
    return [(accounts[one.payer], accounts[one.payee], amount_of(one.amount, word, coin=coin)) for one in payments]


def _rounding(coins: Sequence[Number], word: str) -> str:
    """The sentence that says to what amounts had to be rounded, "" if nothing was."""
    text = _("Amounts are rounded to {amount}.")
    return " ".join(text.format(amount=amount_of(coin, word, coin=coin)) for coin in coins)


def rules_in_sentences(rules: SettlementRules) -> list[str]:
    """Returns the rules of a settlement in sentences."""
    word, coin = rules.word, rules.unit

    def amount(value: Number) -> str:
        return amount_of(value, word, coin=coin)

    sentences = [str(_METHODS[rules.method]).format(stake=amount(rules.stake)), str(_POINTS[rules.settle_on])]
    if rules.method != "stake":
        text = _("A chip is worth {amount}.") if rules.method == "chips" else _("A point is worth {amount}.")
        sentences.append(text.format(amount=worth_of(rules.value, word, coin)))
    if rules.cap is not None:
        sentences.append(_("Nobody pays more than {amount}.").format(amount=amount(rules.cap)))
    if rules.lost_fee:
        sentences.append(_("A lost game costs {amount} to the kitty.").format(amount=amount(rules.lost_fee)))
    if rules.later_fee:
        text = _("From the {number} on it costs {amount}.")
        sentences.append(text.format(number=_ordinal(rules.later_from), amount=amount(rules.later_fee)))
    if rules.passed_in_fee:
        text = _("A deal passed in costs everybody {amount} to the kitty.")
        sentences.append(text.format(amount=amount(rules.passed_in_fee)))
    for fee in OWN_FEES:
        if amount_due := rules.fees.get(fee.event):
            sentence = current_language().gettext(fee.sentence)
            sentences.append(sentence.format(amount=amount(amount_due)))
    return [sentence for sentence in sentences if sentence]


def _ordinal(number: int) -> str:
    """``"4th"``; in another language only the figure: its text makes it an ordinal."""
    if current_language() is not ENGLISH:
        return current_language().number(number)
    ending = "th" if number % 100 in (11, 12, 13) else {1: "st", 2: "nd", 3: "rd"}.get(number % 10, "th")
    return f"{number}{ending}"


# -- the form ---------------------------------------------------------------------------------------------


@dataclass(frozen=True)
class RulesForm:
    """The form of the rules. usual: fields that every table fills in. more: the others."""

    usual: list[OptionField]
    more: list[OptionField]

    @property
    def is_open(self) -> bool:
        """Whether a folded field has an error."""
        return any(field.error for field in self.more)


def rules_form(
    match: MatchSnapshot, chosen: Mapping[str, Any], refusal: Refusal | None = None, word: str = ""
) -> RulesForm:
    """Returns the form with the chosen values and the errors of a refusal. word: what the table played for last."""
    game = match.game
    usual_method = game.usual_method(match.open_match.setup)
    usual_values = {"word": word or _("beans"), "method": usual_method, "unit": ""}
    fields = [
        field
        for field in model_fields(AllSettlementRules, {**usual_values, **chosen}, refusal)
        if _has_field(game, field.name)
    ]
    points = chosen.get("settle_on")
    settle_on: SettleOn = points if points in game.settles_on else "totals"
    for field in fields:
        field.longest = LONGEST_WORD
        field.minimum = field.maximum = ""
        field.help = "" if field.name in PLAIN else field.help
        if refusal is None and re.fullmatch(r"\d+\.\d+", field.value):  # as it is stored, not as somebody typed it
            field.value = field.value.replace(".", current_language().decimal)
        if field.name == "unit":
            field.help = _("The smallest coin. If it is left empty: 0.01 of €, £ or $, else 1.")
        if field.name == "value" and game.settles_by == "chips":
            field.title = _("A chip is worth")
        if field.name == "method" and game.settles_by != "chips":
            field.choices = [choice for choice in field.choices if choice[0] != "chips"]
        if field.name == "method":
            field.choices = [
                (value, _with_figures(match, value, label, settle_on), on) for value, label, on in field.choices
            ]
    usual = [field for field in fields if field.name in USUAL]
    return RulesForm(usual, [field for field in fields if field not in usual])


def _with_figures(match: MatchSnapshot, method: Any, label: str, settle_on: SettleOn) -> str:
    """A way of settling up with what it comes to in this match, if something was played."""
    if method == "stake" and not match.finished:
        figures = _("Nothing is paid until somebody has won.")
    else:
        settled, rules = EveningSettlement(""), SettlementRules(method=method, stake=1, unit=0.01, settle_on=settle_on)
        for part in parts_of(match):
            settled.add(settle_match(part, rules))
        if not any(settled.balances.values()):
            return label
        number = current_language().number
        amounts = [f"{settled.names[who]} {number(amount, sign=True)}" for who, amount in settled.balances.items()]
        text = _("A stake of 1: {amounts}") if method == "stake" else _("1 for each point: {amounts}")
        figures = text.format(amounts=" · ".join(amounts))
    return format_html("{} <small>{}</small>", label, figures)


def _has_field(game: Game[Any, Any], name: str) -> bool:
    match name:
        case "settle_on":
            return len(game.settles_on) > 1
        case "later_fee" | "later_from":
            return game.has_fee("lost")
        case _:
            return not name.endswith("_fee") or game.has_fee(name.removesuffix("_fee"))


def read_rules(data: Mapping[str, Sequence[str]]) -> dict[str, Any]:
    """Returns the rules of a form, not checked, without fields that were left empty."""
    values = read_model(AllSettlementRules, data)
    values = {name: value for name, value in values.items() if value is not None}
    if not any(text.strip() for text in data.get("o.unit", ())):
        values["unit"] = _usual_coin(values.get("word", ""))
    return values


def _usual_coin(word: str) -> Number:
    """The smallest coin of a currency that is divided into a hundred parts; 1 of anything else."""
    return 0.01 if word.strip().casefold() in HUNDREDTHS else 1
