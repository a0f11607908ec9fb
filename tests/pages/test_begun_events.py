"""A declaration or event that was begun and not added is saved with the hand, or asked about at Save."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from typing import Any, NamedTuple

import pytest
from playwright.sync_api import expect

from benchmarks.taps import recorded_hands
from scoring.engine.form import Choice, Event, Events, Form, FormValues, Pick
from scoring.engine.match import OpenMatch, open_match, replay, step
from scoring.engine.refusal import Refusal
from scoring.games import all_games, get
from scoring.pages.bound_form import BoundForm
from scoring.pages.event_parts import kind_parts
from scoring.pages.form_data import with_events
from scoring.pages.message_renderer import MessageRenderer
from scoring.selectors.match_snapshot import input_text
from tests.browser import Phone
from tests.conftest import Hold
from tests.pages.phone import NAMES, Pages, errors, standing
from tests.pages.tapping import Finger

RENDERER = MessageRenderer(NAMES, NAMES)


class Begun(NamedTuple):
    """A recorded hand with one event, in the questions of its kind and not in the list. answers: to these."""

    opened: OpenMatch
    state: Any
    number: int
    form: Form
    control: Events
    kind: Event
    data: FormValues
    answers: FormValues

    def refusal(self, data: FormValues) -> Refusal | None:
        try:
            step(self.opened, self.state, self.form.read(data), self.number)
        except Refusal as refusal:
            return refusal
        return None

    def is_wrong(self) -> bool:
        """Whether this hand has no such event, such as one of a player who passed."""
        refusal = self.refusal(self.data)
        start = f"/{self.control.path or self.control.name}/0"
        return refusal is not None and any(error.pointer.startswith(start) for error in refusal.errors)

    def bound(self, data: FormValues, is_preview: bool) -> BoundForm:
        return BoundForm(self.form, data, RENDERER, "/rules/x", self.refusal(data), is_preview)

    def after(self, button: str, value: str) -> FormValues:
        """The values after a button of the list."""
        pressed = f"{self.control.name}.{button}"
        return with_events(self.form, {**self.data, pressed: [value]}, {pressed: value})


def _matches(slug: str) -> Iterator[tuple[int, Any, Any, list[Any]]]:
    golden = recorded_hands(slug)
    yield golden.players, golden.options, golden.start, list(golden.hands)
    for one in get(slug).examples:
        yield one.players or get(slug).players[0], one.options, one.start, list(one.hands)


def _begun(slug: str) -> Iterator[Begun]:
    game = get(slug)
    for players, options, start, hands in _matches(slug):
        try:
            played = replay(game, players, hands, options, start)
        except Refusal:  # an example of a refusal
            continue
        opened = open_match(game, players, options, start)
        state = opened.state
        for number, result in enumerate(played.results, start=1):
            form = game.form(opened.setup, state)
            hand = result.hand.model_dump(mode="json", exclude_unset=True)
            data = {**form.initial(), **form.show(hand)}
            for control in form.visible(data):
                if not isinstance(control, Events):
                    continue
                for kind in control.kinds:
                    answers = _answers(control, kind)
                    begun = {**data, control.name: [], **answers}
                    one = Begun(opened, state, number, form, control, kind, begun, answers)
                    if answers and (kind.adds or not one.is_wrong()):
                        yield one
            state = step(opened, state, hand, number).state


def _answers(control: Events, kind: Event) -> FormValues:
    """An answer to each question of an event that has no answer at first."""
    answers: FormValues = {}
    for asked in control.controls_of(kind):
        if isinstance(asked, Choice) and not asked.initial():
            answers[asked.name] = [asked.options[0].value]
        elif isinstance(asked, Pick):
            answers[asked.name] = [option.value for option in asked.options[: asked.most]]
    return answers


CASES = {slug: cases for slug in sorted(all_games()) if (cases := list(_begun(slug)))}
SLUGS = sorted(CASES)


def test_these_games_have_lists_whose_events_have_questions() -> None:
    games = ["belote", "card-stock-market", "couillon", "loo", "reversis", "rolling-stone", "truco", "tute", "zetema"]
    assert games == SLUGS


@pytest.mark.parametrize("slug", SLUGS)
def test_a_complete_event_is_taken_in(slug: str) -> None:
    for one in CASES[slug]:
        if not one.kind.adds:
            added = one.after("add", one.kind.value)
            assert one.form.read(one.data) == one.form.read(added)
            assert len(one.control.events(added)) == len(one.control.events(one.data))
            assert not any(kind for _, kind in one.control.events(added))


@pytest.mark.parametrize("slug", SLUGS)
def test_an_incomplete_one_is_asked_about_where_it_lacks_an_answer(slug: str) -> None:
    for one in CASES[slug]:
        needed = kind_parts(one.control, one.kind, RENDERER, {})["needed"].split()
        assert needed, "an event has a question that is always asked"
        cases = [[name] for name in needed if len(needed) > 1] + [[]] * bool(one.kind.adds)
        for left_out in cases:
            data = {name: texts for name, texts in one.data.items() if name not in left_out}
            assert one.refusal(data), (one.kind.value, left_out)
            assert one.bound(data, is_preview=True).missing == [RENDERER.html(one.control.label)], left_out
            faults = one.bound(data, is_preview=False)
            asked = [name for name in faults.errors if name.startswith(f"{one.control.name}.{one.kind.value}.")]
            assert asked == (left_out or needed[-1:]), (one.kind.value, faults.errors)
            assert not faults.non_field_errors


@pytest.mark.parametrize("slug", SLUGS)
def test_it_can_be_left_out_and_other_buttons_leave_it(slug: str) -> None:
    for one in CASES[slug]:
        after = one.after("drop", one.kind.value)
        assert one.control.events(after) == []
        for option in one.control.quick:
            assert one.answers.items() <= one.after("add", option.value).items(), "another event was added"


# -- without a script ----------------------------------------------------------------------------------------------


@pytest.mark.django_db
def test_without_a_script_it_is_saved_asked_about_and_left_out() -> None:
    pages = Pages()
    match = pages.start("tute")
    form = pages.form(f"/matches/{match}")
    form.fill("card_points.0", ["75"])
    form.fill("last_trick", ["0"])
    form.fill("declarations.forty.seat", ["1"])
    tried = pages.post(f"{form.action}/try", form.sent())
    assert "75 to" not in tried.content.decode(), "no result is promised"
    refused = pages.post(form.action, form.sent())
    assert (refused.status_code, errors(refused)) == (422, ["This is still needed."])
    assert standing(match).hand_count == 0
    dropped = {**form.sent(), "declarations.drop": ["forty"]}
    assert 'value="1" checked' not in pages.post(f"{form.action}/try", dropped).content.decode().split("forty.suit")[0]
    form.fill("declarations.forty.suit", ["H"])
    assert pages.post(form.action, form.sent()).status_code == 302
    assert standing(match).hand_count == 1
    assert "40" in pages.get(f"/matches/{match}/hands/1").content.decode()


@pytest.mark.django_db
@pytest.mark.parametrize(
    ("tap", "status"),
    [
        ("declarations.one.seat=1&declarations.add=one:40H", 302),
        ("declarations.one.seat=x&declarations.add=one:40H", 422),
        ("&".join(["a=1"] * 1000), 400),
        ("declarations.add=one:40H", 422),
        ("declarations.add=nothing", 400),
    ],
    ids=["a whole one", "no seat of ours", "too much", "nobody", "no button of ours"],
)
def test_a_tap_kept_without_a_network_comes_with_the_hand(tap: str, status: int) -> None:
    pages = Pages()
    match = pages.start("tute")
    form = pages.form(f"/matches/{match}")
    form.fill("card_points.0", ["75"])
    form.fill("last_trick", ["0"])
    answer = pages.post(form.action, {**form.sent(), "declarations.taps": [tap]})
    assert answer.status_code == status
    assert standing(match).hand_count == (status == 302)
    if status == 302:
        declared = json.loads(input_text(standing(match), 1))["declarations"]
        assert declared == [{"seat": 1, "value": 40, "suit": "H"}]


# -- on the screen -------------------------------------------------------------------------------------------------


def _option(phone: Phone, name: str, value: str) -> None:
    phone.page.locator(f'#entry input[name="{name}"][value="{value}"]').locator("xpath=..").click()


def _unfold(phone: Phone, *names: str) -> None:
    for name in names:
        phone.page.locator("#entry summary", has_text=name).locator("visible=true").first.click()


def _tute(phone: Phone) -> None:
    phone.start("tute", NAMES[:4])
    Finger(phone).fill(
        get("tute").form(open_match(get("tute"), 4).setup, open_match(get("tute"), 4).state),
        {"kind": "played", "card_points": [85, 35], "last_trick": 0, "declarations": []},
    )


@pytest.mark.browser
@pytest.mark.layout
@pytest.mark.parametrize("is_online", [True, False], ids=["online", "offline"])
def test_a_forty_that_was_not_added_is_seen_and_saved(hold: Hold, is_online: bool) -> None:
    phone = hold()
    _tute(phone)
    _unfold(phone, "With the trick", "40, trumps")
    if not is_online:
        phone.context.set_offline(True)
    _option(phone, "declarations.forty.seat", "1")
    phone.tap(".save")
    kind = phone.page.locator(".kind[open]")
    expect(kind.locator(".fault")).to_have_text("This is still needed.")
    question = kind.locator(".control", has=phone.page.locator(".fault"))
    expect(question.locator("legend")).to_have_text("Suit")
    assert phone.page.locator("#waiting-hands").is_hidden()
    assert "Saved" not in phone.page.locator("#verdict").inner_text()
    _option(phone, "declarations.forty.suit", "H")
    if is_online:
        expect(phone.page.locator("#outcome .result")).to_contain_text("Ben declared las cuarenta in hearts")
        expect(phone.page.locator("#outcome .changes")).to_contain_text("Ben & Dan +75")
    phone.tap(".save")
    if not is_online:
        expect(phone.page.locator("#waiting-hands")).to_contain_text("40")
        phone.context.set_offline(False)
    phone.saved(1)
    assert phone.totals() == ["95", "75"]


@pytest.mark.browser
@pytest.mark.layout
@pytest.mark.parametrize("is_online", [True, False], ids=["online", "offline"])
def test_who_declared_without_what_is_asked_and_can_be_left_out(hold: Hold, is_online: bool) -> None:
    phone = hold()
    _tute(phone)
    if not is_online:
        phone.context.set_offline(True)
    _option(phone, "declarations.one.seat", "0")
    phone.tap(".save")
    block = phone.page.locator(".at-once")
    expect(block.locator(".fault")).to_be_visible()
    phone.context.set_offline(False)
    assert phone.page.locator("#waiting-hands").is_hidden()
    block.get_by_role("button", name="Leave it out").click()
    expect(block.locator("input:checked")).to_have_count(0)
    phone.tap(".save")
    phone.saved(1)
    assert phone.totals() == ["95", "35"]


@pytest.mark.browser
@pytest.mark.layout
@pytest.mark.parametrize("is_online", [True, False], ids=["online", "offline"])
def test_what_was_declared_waits_for_who(hold: Hold, is_online: bool) -> None:
    phone = hold()
    _tute(phone)
    phone.context.set_offline(not is_online)
    block = phone.page.locator(".at-once")
    button = block.locator("button", has_text="40").last
    button.click()
    expect(button).to_have_attribute("aria-pressed", "true")
    expect(block.locator(".fault")).to_have_text("This is still needed.")
    phone.tap(".save")
    expect(block.locator(".fault")).to_be_visible()
    assert phone.page.locator("#waiting-hands").is_hidden()
    _option(phone, "declarations.one.seat", "1")
    expect(phone.page.locator(".event-list li")).to_have_count(1)
    expect(button).to_have_class(re.compile("used-in"))
    expect(block.locator("input:checked")).to_have_count(0)
    phone.tap(".save")
    if not is_online:
        expect(phone.page.locator("#waiting-hands")).to_contain_text("Ben")
        phone.context.set_offline(False)
    phone.saved(1)
    assert phone.totals() == ["95", "75"]


@pytest.mark.browser
@pytest.mark.layout
def test_without_a_network_what_is_left_out_or_taken_out_is_not_saved(hold: Hold) -> None:
    phone = hold()
    _tute(phone)
    phone.context.set_offline(True)
    block = phone.page.locator(".at-once")
    button = block.locator("button", has_text="40").last
    button.click()
    block.get_by_role("button", name="Leave it out").click()
    expect(block.locator("[aria-pressed=true], .fault")).to_have_count(0)
    _option(phone, "declarations.one.seat", "0")
    phone.tap(".save")
    block.get_by_role("button", name="Leave it out").click()
    expect(block.locator("input:checked, .fault")).to_have_count(0)
    _option(phone, "declarations.one.seat", "1")
    button.click()
    expect(button).to_have_class(re.compile("used-in"))
    button.click()
    expect(button).not_to_have_class(re.compile("used-in"))
    phone.tap(".save")
    phone.page.locator("#waiting-hands").wait_for()
    phone.context.set_offline(False)
    phone.saved(1)
    assert phone.totals() == ["95", "35"]


@pytest.mark.browser
@pytest.mark.layout
def test_events_of_a_list_are_added_and_removed_without_a_network(hold: Hold) -> None:
    """Zetema: two that are scored at once, one of them removed before the hand is saved."""
    phone = hold()
    phone.start("zetema", NAMES[:3])
    phone.context.set_offline(True)
    block = phone.page.locator(".at-once").first
    entries = phone.page.locator("#entry .event-list li")
    for number, (seat, meld) in enumerate([("0", "flush"), ("1", "sequence")], start=1):
        block.locator(f'button[value="scored:{meld}"]').click()
        _option(phone, "events.scored.seat", seat)
        expect(entries).to_have_count(number)
    entries.nth(0).locator(".drop").click()
    expect(entries).to_have_count(1)
    phone.tap(".save")
    expect(phone.page.locator("#waiting-hands")).to_contain_text("Ben")
    phone.context.set_offline(False)
    phone.saved(1)
    totals = phone.totals()
    assert totals[0] == "0"
    assert int(totals[1]) > 0
