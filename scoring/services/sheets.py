"""What is in the files for spreadsheets: a match, standings, settlements. Times are in UTC."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from datetime import datetime

from pydantic_core import from_json

from scoring.db.json_text import escape_json, format_time
from scoring.engine.marking import _, heading
from scoring.engine.messages import ENGLISH, Language, fill_names, render, say
from scoring.languages import language as language_of
from scoring.models import Hand
from scoring.selectors.match_snapshot import MatchSnapshot, check_unchanged, hand_rows
from scoring.selectors.settlements import EveningSettlement, MatchSettlement
from scoring.selectors.statistics import TableStatistics
from scoring.services.spreadsheets import Cell, Sheet


def match_sheet(match: MatchSnapshot, language: Language = ENGLISH) -> Sheet:
    """Returns the score sheet: a row for each hand with points and totals of every column, and the input.

    language: of the headings and the summaries. Raises ConcurrentUpdate.
    """
    head = heads(language, heading("number"), heading("recorded_at"), heading("kind"), heading("hand"))
    sides = match.side_names_in(language)
    head += [render(say("{name}: points", name=name), language) for name in sides]
    head += [render(say("{name}: total", name=name), language) for name in sides]
    head += heads(language, heading("entered"))
    names = [escape_json(name) for name in match.names], [escape_json(name) for name in sides]
    rows: list[list[Cell]] = []
    for number, stored, entered, at in _hands(match, language):
        result = from_json(fill_names(stored, *names))
        hand = [number, format_time(at), result["kind"], result["summary"]]
        rows.append([*hand, *result["points"], *result["totals"], entered])
    check_unchanged(match)
    return Sheet(language.gettext(_("Sheet")), head, rows)


def heads(language: Language, *texts: str) -> list[str]:
    """Returns the headings of columns in a language."""
    return [language.heading(text) for text in texts]


def _hands(match: MatchSnapshot, language: Language) -> Iterable[tuple[int, str, str, datetime]]:
    """Number, result, input and time of the hands, with the summaries in this language."""
    hands = Hand.objects.filter(match.its_rows).order_by("number")
    translated = {} if language is ENGLISH else {row[0]: row[1] for row in hand_rows(match)}
    for number, result, entered, at in hands.values_list("number", "result", "input", "recorded_at").iterator():
        yield number, translated.get(number, result), entered, at


def standings_sheets(statistics: TableStatistics, language: Language = ENGLISH, points: bool = True) -> list[Sheet]:
    """Returns the standings, and each against each. points: with points and hands, which games do not share."""
    head = heads(language, heading("name"), heading("matches"), heading("finished"), heading("wins"))
    head += heads(language, heading("wins in a row"), heading("most in a row"))
    if points:
        head += heads(language, heading("points"), heading("best hand"), heading("worst hand"))
    rows: list[list[Cell]] = []
    for line in statistics.lines:
        row: list[Cell] = [line.player.name, line.matches, line.finished, line.wins, line.streak, line.longest]
        if points:
            row += [line.points, *(hand.points if hand else None for hand in (line.best, line.worst))]
        rows.append(row)
    pairs_head = heads(language, heading("name"), heading("opponent"), heading("matches"), heading("wins"))
    pairs_head += heads(language, heading("losses"))
    pairs: list[list[Cell]] = [
        [pair.player.name, pair.opponent.name, pair.matches, pair.wins, pair.losses] for pair in statistics.pairs
    ]
    return [
        Sheet(language.gettext(_("Standings")), head, rows),
        Sheet(language.gettext(_("Each against each")), pairs_head, pairs),
    ]


def match_settlement_sheets(
    settled: MatchSettlement | None, language: Language = ENGLISH, coin: bool = False
) -> list[Sheet]:
    """Returns what each gets (above zero) or pays (below) for a match, and who pays whom. settled: None: nobody.

    coin: with a column for the smallest coin, to which amounts are rounded.
    """
    kitty = language.gettext(_("The kitty"))
    head = heads(language, heading("name"), heading("amount"), heading("fees"), heading("balance"), heading("unit"))
    if settled is None:
        return [Sheet(language.gettext(_("Settlement")), head, []), _payments([], language)]
    settlement, word, names = settled.settlement, settled.rules.word, settled.match.names
    columns = zip(names, settlement.amounts, settlement.fees, settlement.balances, strict=True)
    last: list[Cell] = [word, settled.rules.unit] if coin else [word]
    head += heads(language, heading("rounded to")) if coin else []
    rows: list[list[Cell]] = [[*cells, *last] for cells in columns]
    if settlement.kitty:
        rows.append([kitty, None, None, settlement.kitty, *last])
    paid: list[list[Cell]] = [
        [*(kitty if seat is None else names[seat] for seat in (one.payer, one.payee)), one.amount, word]
        for one in settlement.payments
    ]
    return [Sheet(language.gettext(_("Settlement")), head, rows), _payments(paid, language)]


def evening_sheets(
    settled: Sequence[EveningSettlement], language: Language = ENGLISH, coin: bool = False
) -> list[Sheet]:
    """Returns what each gets or pays for every match of an evening and altogether, by unit, and who pays whom.

    settled: of the evening, or of the parts of a match. coin: as above.
    """
    kitty = language.gettext(_("The kitty"))
    matches = [one for part in settled for one in part.matches]
    titles = [
        f"{number}. {language_of(language.code, one.match.slug).gettext(one.match.game.name)}"
        for number, one in enumerate(matches, 1)
    ]
    rows: list[list[Cell]] = []
    paid: list[list[Cell]] = []
    for part in settled:
        last: list[Cell] = [part.coin] if coin else []
        for player, name in part.names.items():
            amounts = [one.balance_of(player) if one.rules.word == part.word else None for one in matches]
            rows.append([name, part.word, *amounts, part.balances[player], *last])
        if part.kitty:
            fees = [one.settlement.kitty if one.rules.word == part.word else None for one in matches]
            rows.append([kitty, part.word, *fees, part.kitty, *last])
        names: dict[str | None, str] = {None: kitty}
        names.update(part.names)
        paid += [[names[one.payer], names[one.payee], one.amount, part.word] for one in part.payments]
    head = [*heads(language, heading("name"), heading("unit")), *titles, *heads(language, heading("balance"))]
    head += heads(language, heading("rounded to")) if coin else []
    return [Sheet(language.gettext(_("Settlement")), head, rows), _payments(paid, language)]


def _payments(rows: list[list[Cell]], language: Language) -> Sheet:
    head = heads(language, heading("payer"), heading("payee"), heading("amount"), heading("unit"))
    return Sheet(language.gettext(_("Payments")), head, rows)
