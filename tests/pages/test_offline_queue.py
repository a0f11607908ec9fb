"""The rules of the queue by themselves (static/offline-queue.js), in the browser that the tests have anyway."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any

import pytest
from playwright.sync_api import Browser

from tests.browser import ROOT

pytestmark = [pytest.mark.browser, pytest.mark.layout]

HELPERS = """
class FakeStorage {
  constructor(room = 1e6) { this.map = new Map(); this.room = room; }
  get length() { return this.map.size; }
  key(index) { return [...this.map.keys()][index] ?? null; }
  getItem(key) { return this.map.get(key) ?? null; }
  removeItem(key) { this.map.delete(key); }
  setItem(key, value) {
    const others = [...this.map].filter(([other]) => other !== key);
    const used = others.reduce((sum, entry) => sum + entry.join("").length, 0);
    if (used + key.length + value.length > this.room) throw new DOMException("full", "QuotaExceededError");
    this.map.set(key, value);
  }
}
const form = (name, seen) => ({ token: `token-${name}`, fields: [["scores.0", name]], seen, description: name });
const numbers = (queue) => queue.hands().map((hand) => [hand.description, queue.numberOf(hand.id)]);
const waiting = (...seen) => {
  const queue = new OfflineQueue("match", new FakeStorage());
  seen.forEach((each, index) => queue.add(form("abcdef"[index], each)));
  return queue;
};
// A server that answers in this order, and notes what it was sent.
const sender = (queue, answers, more = {}) => {
  const sent = [];
  const post = async (hand, number) => {
    sent.push([hand.description, number]);
    return answers.shift() || { kind: "network" };
  };
  return Object.assign(new QueueSender({ queue, post, lock: (work) => work(), ...more }), { sent });
};
"""

Run = Callable[[str], Any]


@pytest.fixture(scope="module")
def run(browser: Browser) -> Iterator[Run]:
    """Evaluates the body of an asynchronous function beside the script."""
    context = browser.new_context()
    page = context.new_page()
    page.add_script_tag(path=ROOT / "static" / "offline-queue.js")
    page.add_script_tag(content=HELPERS)
    yield lambda body: page.evaluate(f"async () => {{ {body} }}")
    context.close()


@pytest.mark.parametrize(
    ("answer", "kind"),
    [
        ('{status: 200, onSheet: "7"}', "recorded"),
        ("{status: 200}", "foreign"),
        ('{status: 200, onSheet: "yes"}', "foreign"),
        ('{status: 502, onSheet: "7"}', "server"),
        ("{status: 0}", "foreign"),
        ("{status: 302}", "foreign"),
        ("{status: 400}", "rejected"),
        ("{status: 401}", "sign-in"),
        ("{status: 403}", "forbidden"),
        ("{status: 404}", "gone"),
        ("{status: 410}", "gone"),
        ("{status: 408}", "timeout"),
        ("{status: 409}", "conflict"),
        ("{status: 413}", "rejected"),
        ("{status: 422}", "refused"),
        ("{status: 429}", "busy"),
        ("{status: 500}", "server"),
    ],
)
def test_only_the_servers_own_confirmation_counts(run: Run, answer: str, kind: str) -> None:
    assert run(f"return readAnswer({answer}).kind") == kind


def test_no_status_but_the_servers_own_confirmation_takes_a_hand_out_of_the_queue(run: Run) -> None:
    """Every status that HTTP can have, with and without the header, and what is no answer at all."""
    body = """
    const taken = [], sentAgain = [];
    const answers = [{ kind: "network" }, { kind: "timeout" }];
    for (let status = 0; status < 600; status += 1) {
      for (const onSheet of [null, "3", "", "three", "-3"]) answers.push(readAnswer({ status, onSheet }));
    }
    for (const answer of answers) {
      const queue = waiting(2, 2);
      const one = sender(queue, [{ ...answer }, { kind: "network" }]);
      await one.run("person");
      if (queue.hands().length < 2) taken.push([answer.status, answer.kind]);
      else if (numbers(queue)[0][1] !== 3 || one.sent.length !== 1) taken.push(["moved", answer]);
      await one.run("timer");
      if (one.sent.length > 1 && queue.hands().length === 2) sentAgain.push(answer.status ?? answer.kind);
    }
    return [taken, [...new Set(sentAgain)].filter((status) => !(status < 400 || status >= 500))];
    """
    taken, sent_again = run(body)
    assert taken == [[200, "recorded"]]
    assert sent_again == ["network", "timeout", 408, 425, 429], "besides redirects, other pages and server errors"


def test_a_busy_server_says_when(run: Run) -> None:
    assert run('return readAnswer({status: 429, retryAfter: "12"}).wait') == 12
    assert run('return readAnswer({status: 429, retryAfter: "tomorrow"}).wait') == 0


def test_hands_are_numbered_in_the_order_in_which_they_were_saved(run: Run) -> None:
    assert run("return numbers(waiting(2, 2, 2))") == [["a", 3], ["b", 4], ["c", 5]]


def test_hands_survive_in_the_storage_alone(run: Run) -> None:
    body = "const one = waiting(2, 2); return numbers(new OfflineQueue('match', one.storage))"
    assert run(body) == [["a", 3], ["b", 4]]
    assert run("const one = waiting(2, 2); return numbers(new OfflineQueue('other', one.storage))") == []


def test_what_is_confirmed_leaves_and_the_others_keep_their_numbers(run: Run) -> None:
    assert run("const q = waiting(2, 2, 2); q.confirm(q.first(), 3); return numbers(q)") == [["b", 4], ["c", 5]]


def test_confirming_twice_is_confirming_once(run: Run) -> None:
    """Two tabs may get the answer to the same hand."""
    body = "const q = waiting(2, 2); const hand = q.first(); q.confirm(hand, 3); q.confirm(hand, 3); return numbers(q)"
    assert run(body) == [["b", 4]]


def test_a_hand_saved_after_the_sheet_was_seen_again_counts_from_there(run: Run) -> None:
    """The answer to a was lost. The sheet showed a and two hands of another phone (5 in all), then b was entered."""
    body = "const q = waiting(2, 5); q.confirm(q.first(), 3); return numbers(q)"
    assert run(body) == [["b", 6]]


def test_throwing_a_hand_away_moves_the_later_ones_up(run: Run) -> None:
    body = """const q = waiting(2, 2, 2); q.setProblem(q.first(), {kind: "refused"});
    return [q.throwAwayFirst(), numbers(q)]"""
    assert run(body) == [3, [["b", 3], ["c", 4]]]


def test_throwing_away_what_another_phone_has_recorded_moves_nothing(run: Run) -> None:
    body = """const q = waiting(2, 2, 2); q.setProblem(q.first(), {kind: "conflict", next: 4});
    q.throwAwayFirst(); return numbers(q)"""
    assert run(body) == [["b", 4], ["c", 5]]


def test_throwing_away_after_a_hand_was_taken_back_elsewhere_moves_up(run: Run) -> None:
    body = """const q = waiting(3, 3); q.setProblem(q.first(), {kind: "conflict", next: 3});
    q.throwAwayFirst(); return numbers(q)"""
    assert run(body) == [["b", 4]]


@pytest.mark.parametrize("following", [3, 4, 6])
def test_a_further_hand_takes_the_servers_number_and_the_others_follow(run: Run, following: int) -> None:
    body = f"""const q = waiting(3, 3, 3);
    q.setProblem(q.first(), {{kind: "conflict", next: {following}, token: "new"}});
    q.acceptNumber(); return [numbers(q), q.first().token, q.first().problem]"""
    numbers = [["a", following], ["b", following + 1], ["c", following + 2]]
    assert run(body) == [numbers, "new", None]


def test_a_correction_stands_in_the_same_place(run: Run) -> None:
    body = """const q = waiting(2, 2); q.setProblem(q.first(), {kind: "refused"});
    q.replaceFirst({...form("z"), number: 3}); return [numbers(q), q.first().problem]"""
    assert run(body) == [[["z", 3], ["b", 4]], None]


def test_a_correction_saved_as_another_number_takes_the_others_along(run: Run) -> None:
    body = """const q = waiting(2, 2); q.replaceFirst({...form("z"), number: 5}); return numbers(q)"""
    assert run(body) == [["z", 5], ["b", 6]]


def test_a_hand_changed_while_it_was_on_its_way_stays(run: Run) -> None:
    """Its first content is on the sheet; the server has to ask what the change was meant to be."""
    body = """const q = waiting(2, 2); const sent = q.first(); q.replaceFirst({...form("z"), number: 3});
    q.confirm(sent, 3); return numbers(q).map(([name]) => name)"""
    assert run(body) == ["z", "b"]


def test_an_old_problem_is_not_written_over_a_correction(run: Run) -> None:
    body = """const q = waiting(2); const sent = q.first(); q.replaceFirst({...form("z"), number: 3});
    q.setProblem(sent, {kind: "refused"}); return q.first().problem"""
    assert run(body) is None


def test_a_full_storage_refuses_a_hand_and_keeps_the_others(run: Run) -> None:
    body = """const q = new OfflineQueue("match", new FakeStorage(400));
    const stored = ["a", "b", "c", "d"].map((name) => Boolean(q.add(form(name, 0))));
    return [stored[0], stored[3], numbers(q).length === stored.filter(Boolean).length]"""
    assert run(body) == [True, False, True]


def test_why_a_hand_was_not_taken_is_known_even_if_the_storage_is_full(run: Run) -> None:
    body = """const q = new OfflineQueue("match", new FakeStorage(200)); q.add(form("a", 0));
    q.setProblem(q.first(), {kind: "refused", reason: "x".repeat(300)}); return q.first().problem.kind"""
    assert run(body) == "refused"


def test_without_a_storage_nothing_is_kept(run: Run) -> None:
    body = "const q = new OfflineQueue('match', null); return [q.add(form('a', 0)), q.first(), q.hands()]"
    assert run(body) == [None, None, []]


def test_two_tabs_that_add_at_the_same_time_keep_both_hands(run: Run) -> None:
    """Neither has seen the other's hand yet: both take the same position."""
    body = """const storage = new FakeStorage(); const one = new OfflineQueue("match", storage);
    one.add(form("a", 0)); const copy = {...one.first(), id: "0000", description: "b"}; one.write(copy);
    return numbers(one).map(([name, number]) => number)"""
    assert run(body) == [1, 2]


OLD = """const old = (number) => ({fields: [
  ["csrfmiddlewaretoken", "c"], ["_once", `token-${number}`], ["_number", String(number)], ["scores.0", "5"],
]});
const storage = new FakeStorage(ROOM);
storage.setItem("companion:waiting:match", JSON.stringify([old(3), old(4)]));
const q = new OfflineQueue("match", storage);"""


def test_hands_of_the_first_version_are_taken_over(run: Run) -> None:
    body = OLD.replace("ROOM", "1e6") + (
        "return [q.hands().map((hand) => [hand.token, q.numberOf(hand.id), hand.fields]), storage.length]"
    )
    assert run(body) == [[["token-3", 3, [["scores.0", "5"]]], ["token-4", 4, [["scores.0", "5"]]]], 2]


def test_hands_of_the_first_version_stay_where_they_are_if_there_is_no_room(run: Run) -> None:
    body = (
        OLD.replace("ROOM", "480")
        + 'return [q.hands().length, JSON.parse(storage.getItem("companion:waiting:match")).length]'
    )
    assert run(body) == [0, 2]


# -- sending ---------------------------------------------------------------------------------------------


def test_everything_that_waits_is_sent_in_order(run: Run) -> None:
    body = """const q = waiting(2, 2, 2);
    const s = sender(q, [3, 4, 5].map((number) => ({kind: "recorded", number})));
    await s.run("connected"); return [s.sent, q.hands().length]"""
    assert run(body) == [[["a", 3], ["b", 4], ["c", 5]], 0]


@pytest.mark.parametrize(
    "kind",
    [
        "refused",
        "conflict",
        "gone",
        "forbidden",
        "sign-in",
        "rejected",
        "busy",
        "server",
        "foreign",
        "network",
        "timeout",
    ],
)
def test_the_queue_stops_at_the_first_hand_that_is_not_taken(run: Run, kind: str) -> None:
    body = f"""const q = waiting(2, 2, 2); const s = sender(q, [{{kind: "recorded", number: 3}}, {{kind: "{kind}"}}]);
    await s.run("connected"); return [s.sent.length, numbers(q), q.first().problem.kind]"""
    assert run(body) == [2, [["b", 4], ["c", 5]], kind]


@pytest.mark.parametrize(
    ("kind", "reasons"),
    [
        ("network", ["timer", "connected", "opened", "person"]),
        ("timeout", ["timer", "connected", "opened", "person"]),
        ("server", ["timer", "connected", "opened", "person"]),
        ("busy", ["timer", "connected", "opened", "person"]),
        ("foreign", ["timer", "connected", "opened", "person"]),
        ("gone", ["opened", "person"]),
        ("forbidden", ["opened", "person"]),
        ("sign-in", ["opened", "person"]),
        ("rejected", ["opened", "person"]),
        ("refused", ["person"]),
        ("conflict", ["person"]),
    ],
)
def test_what_is_tried_again_and_when(run: Run, kind: str, reasons: list[str]) -> None:
    body = f"""const hand = {{problem: {{kind: "{kind}"}}}};
    return ["timer", "connected", "opened", "person"].filter((reason) => QueueSender.maySend(hand, reason))"""
    assert run(body) == reasons


def test_try_again_is_for_the_first_hand_only(run: Run) -> None:
    """The second one was refused before: somebody has to look at it by itself."""
    body = """const q = waiting(2, 2); for (const hand of q.hands()) q.setProblem(hand, {kind: "refused"});
    const s = sender(q, [{kind: "recorded", number: 3}, {kind: "recorded", number: 4}]);
    await s.run("person"); return [s.sent, numbers(q)]"""
    assert run(body) == [[["a", 3]], [["b", 4]]]


def test_nothing_is_sent_while_the_first_hand_is_being_corrected(run: Run) -> None:
    body = """const s = sender(waiting(2), [], {isPaused: () => true}); await s.run("connected"); return s.sent"""
    assert run(body) == []


def test_runs_of_one_tab_queue_up(run: Run) -> None:
    body = """const q = waiting(2); const s = sender(q, [{kind: "recorded", number: 3}]);
    await Promise.all([s.run("connected"), s.run("timer"), s.run("person")]); return s.sent"""
    assert run(body) == [["a", 3]]


def test_sending_goes_on_after_a_failure_of_the_script(run: Run) -> None:
    body = """const q = waiting(2); const s = sender(q, [{kind: "recorded", number: 3}]);
    s.onAnswer = () => { throw new Error("oops"); };
    await s.run("connected").catch(() => {}); q.add(form("b", 3)); s.onAnswer = () => {};
    await s.run("connected"); return s.sent"""
    assert run(body) == [["a", 3], ["b", 4]]


# -- one tab at a time -------------------------------------------------------------------------------------


def test_without_web_locks_one_tab_works_at_a_time(run: Run) -> None:
    body = """const storage = new FakeStorage(); let inside = 0; let most = 0; let done = 0;
    const work = async () => {
      inside += 1;
      most = Math.max(most, inside);
      await new Promise((go) => { setTimeout(go, 100); });
      inside -= 1;
      done += 1;
    };
    await Promise.all([1, 2, 3].map(() => sendingLock("match", storage, null)(work)));
    return [most, done, storage.length]"""
    assert run(body) == [1, 3, 0]


def test_a_tab_that_died_while_sending_blocks_nobody_for_long(run: Run) -> None:
    body = """const storage = new FakeStorage(); let done = false;
    storage.setItem("companion:sending:match", JSON.stringify({tab: "dead", until: Date.now() - 1}));
    await sendingLock("match", storage, null)(async () => { done = true; }); return done"""
    assert run(body) is True


def test_a_full_storage_does_not_stop_sending(run: Run) -> None:
    body = """let done = false;
    await sendingLock("match", new FakeStorage(0), null)(async () => { done = true; }); return done"""
    assert run(body) is True
