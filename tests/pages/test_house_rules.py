"""The house rules on the start page and the rules page: the same words for the same values, never a raw key."""

from __future__ import annotations

import re
from html import unescape

import pytest
from django.test import Client

from scoring.engine.field_specs import FieldSpec, field_specs
from scoring.engine.refusal import Refusal, refuse
from scoring.games import all_games, get
from scoring.pages.house_rules import option_fields, read_options
from tests.conftest import Hold
from tests.pages.phone import Pages

SLUGS = sorted(all_games())


def _choices(page: str, spec: FieldSpec) -> dict[str, str]:
    """Value and label of each choice that the start page shows for an option."""
    name = re.escape(f"o.{spec.name}")
    if select := re.search(rf'<select[^>]*name="{name}">.*?</select>', page, re.DOTALL):
        pairs = re.findall(r'<option value="([^"]*)"[^>]*>([^<]*)</option>', select[0])
    else:
        pairs = re.findall(rf'<input type="\w+" name="{name}" value="([^"]*)"[^>]*><span>([^<]*)</span>', page)
    return {unescape(value): unescape(label) for value, label in pairs if value}


@pytest.mark.django_db
@pytest.mark.parametrize("slug", SLUGS)
def test_the_start_page_and_the_rules_page_name_values_alike(slug: str) -> None:
    page = Pages().get(f"/new/{slug}").content.decode()
    rules = Client().get(f"/rules/{slug}").content.decode()
    rules = unescape(re.sub(r"<[^>]+>", "", rules[rules.index('id="options"') :])).replace("\ufe0e", "")
    for spec in field_specs(get(slug).Options):
        if spec.kind not in ("choice", "choices"):
            continue
        shown = _choices(page, spec)
        assert list(shown.values()) == [choice.label for choice in spec.choices], spec.name
        for value, label in spec.labels.items():
            assert shown[value] == label
            assert label in rules or spec.kind == "choices", label


@pytest.mark.django_db
def test_skat_says_who_wins_the_ramsch() -> None:
    page = Pages().get("/new/skat").content.decode()
    assert "Ramsch: the fewest card points win" in page
    assert "Kontra and Re" in page
    assert "ramsch least" not in page
    assert "kontra re" not in page


def test_a_worked_example_names_its_house_rules_in_words() -> None:
    page = Client().get("/rules/skat").content.decode()
    assert "when all pass: Ramsch: the most card points lose (usual in Germany)" in page
    assert "ramsch most" not in page


def test_a_value_is_read_back_as_it_was_chosen() -> None:
    game = get("card-stock-market")
    sent = {"o": ["1"], "o.limits": ['{"C": {"up": 3, "down": 3}}'], "o.limits.C.up": ["none"], "o.levy": ["50"]}
    chosen = read_options(game, sent)
    assert chosen["limits"]["C"] == {"up": "none", "down": 3}
    assert chosen["levy"] == 50
    fields = {field.name: field for field in option_fields(game, chosen)}
    (up,) = [part for part in fields["limits"].parts if part.name == "limits.C.up"]
    assert [label for _, label, selected in up.choices if selected] == ["no limit"]


@pytest.mark.parametrize("slug", SLUGS)
def test_rules_that_mean_something_only_with_others_name_them(slug: str) -> None:
    specs = {spec.name: spec for spec in field_specs(get(slug).Options)}
    for spec in specs.values():
        for name, values in spec.only_with.items():
            other = specs[name]
            known = [choice.value for choice in other.choices] or [True, False] * (other.kind == "boolean")
            assert name != spec.name
            assert values
            assert {*values} <= {*known, None, "*"}


@pytest.mark.parametrize(
    ("slug", "sent", "chosen"),
    [
        ("skat", {"bock": "off", "bock_after": "grand_hand"}, {}),
        ("skat", {"bock": "on", "bock_after": "grand_hand"}, {"bock": "on", "bock_after": ["grand_hand"]}),
        ("skat", {"rules": "international", "kontra": "kontra", "bock": "on"}, {"rules": "international"}),
        ("loo", {"deals": "", "leftover": "split"}, {}),
        ("loo", {"deals": "20", "leftover": "split"}, {"deals": 20, "leftover": "split"}),
        ("card-stock-market", {"bank_unlimited": "1", "levy": "50"}, {"bank_unlimited": True}),
        ("buried-treasure", {"hands": "6", "target": "500"}, {"hands": 6}),
    ],
)
def test_a_rule_that_means_nothing_with_the_others_is_not_read(
    slug: str, sent: dict[str, str], chosen: dict[str, object]
) -> None:
    data = {"o": ["1"], **{f"o.{name}": [value] for name, value in sent.items()}}
    assert read_options(get(slug), data) == chosen


@pytest.mark.browser
@pytest.mark.layout
def test_a_rule_that_is_off_asks_nothing_more(hold: Hold) -> None:
    phone = hold(used=True)
    phone.open("/new/skat")
    phone.tap("details.more > summary")
    after = phone.page.get_by_role("group", name="Bock after")
    assert after.count() == 0
    phone.page.get_by_label("Bock", exact=True).select_option("on")
    after.wait_for()
    phone.page.get_by_label("Rules", exact=True).select_option("international")
    assert after.count() == 0
    assert phone.page.get_by_label("Kontra", exact=True).is_hidden()
    phone.open("/new/card-stock-market")
    phone.tap("details.more > summary")
    levy = phone.page.get_by_label("Levy", exact=True)
    assert levy.is_visible()
    phone.page.get_by_label("Bank without limit").check()
    assert levy.is_hidden()


def test_an_error_is_shown_at_its_field() -> None:
    refusal = refuse("/options/deals", "not_a_multiple", "Take a multiple of three.")
    assert isinstance(refusal, Refusal)
    errors = {field.name: field.error for field in option_fields(get("skat"), {}, refusal) if field.error}
    assert errors == {"deals": "Take a multiple of three."}


@pytest.mark.parametrize(
    ("tag", "limits"), [("de", "Von 1 bis 1.000.000."), ("fr", "1\u202f000\u202f000"), ("ru", "1\u00a0000\u00a0000")]
)
def test_limits_are_written_as_the_language_writes_numbers(tag: str, limits: str) -> None:
    html = Client(headers={"Accept-Language": tag}).get("/new/tyzicha").content.decode()
    assert limits in html
    assert "1000000" not in html


@pytest.mark.django_db
def test_the_parts_of_a_rule_are_written_as_a_heading_of_the_language() -> None:
    pages = Pages()
    assert "Clubs up" in pages.get("/new/card-stock-market").content.decode()
    assert "Kreuz Hinauf" in pages.get("/new/card-stock-market", Accept_Language="de").content.decode()
