"""A new match: game, seats and house rules; and the rematch."""

from __future__ import annotations

import hashlib
import hmac
import random
from base64 import urlsafe_b64encode
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from django.conf import settings
from django.db import IntegrityError
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods, require_POST, require_safe
from pydantic_core import from_json

from companion.http.error_pages import too_many_requests
from companion.http.rate_limits import use
from scoring.db.write_lock import write_transaction
from scoring.engine.field_specs import field_specs
from scoring.engine.game import Game
from scoring.engine.match import player_range_message, stored_options
from scoring.engine.messages import render as render_message
from scoring.engine.refusal import FieldError, Refusal
from scoring.games import all_games
from scoring.languages import current_language, is_at_home, sort_key
from scoring.models import Table
from scoring.pages import form_tokens
from scoring.pages.device_keys import DeviceKeys, may_write, private_page, require_scorer
from scoring.pages.form_data import clean_text, posted_data, whole_number
from scoring.pages.house_rules import error_texts, option_fields, read_options
from scoring.pages.joined_texts import labelled
from scoring.pages.recent_matches import FEW_NAMES, recent_games
from scoring.selectors import match_lists
from scoring.selectors.access_keys import READ, WRITE, Key
from scoring.selectors.match_snapshot import ChangeResult
from scoring.selectors.settlements import rules_as_stored
from scoring.selectors.tables import key_ids, table_of
from scoring.services import matches, tables
from scoring.services.seats import seat_players

MOST_SEATS = 12


@dataclass
class Seating:
    """The seats of a form. names: in order of play. dealer: place in it, None to draw it."""

    names: list[str]
    dealer: int | None = 0

    @classmethod
    def from_request(cls, request: HttpRequest) -> Seating:
        """Returns the seats that were sent, without empty places."""
        places = [clean_text(name).strip() for name in request.POST.getlist("name")][:MOST_SEATS]
        dealer = whole_number(request.POST.get("dealer", "0"))
        taken = [number for number, name in enumerate(places) if name]
        if dealer is not None:
            dealer = taken.index(dealer) if dealer in taken else 0
        return cls([places[number] for number in taken], dealer)

    def shuffle(self) -> None:
        """Shuffles the seats."""
        random.SystemRandom().shuffle(self.names)

    def first_dealer(self) -> int:
        """Returns the first dealer, drawn at random if none was chosen."""
        if self.dealer is None:
            return random.SystemRandom().randrange(max(1, len(self.names)))
        return self.dealer


@dataclass
class NewMatchForm:
    """The form of a new match. table: None for a new one. keep: whether its house rules become those of the table.
    wants_name: whether the next name is to be typed. by_name: whether a set of house rules was just chosen by its name.
    """

    game: Game[Any, Any]
    table: Table | None
    seating: Seating
    options: dict[str, Any] = field(default_factory=dict)
    keep: bool = False
    wants_name: bool = False
    by_name: bool = False
    refusal: Refusal | None = None
    token: str = field(default_factory=form_tokens.new_token)


@require_safe
@private_page
def choose_game(request: HttpRequest) -> HttpResponse:
    """The list of games: the recently played ones, those of the reader's language, the others; points for any other."""
    device = DeviceKeys(request)
    query = clean_text(request.GET.get("q", "")).strip().casefold()
    lately = [] if query else recent_games([table.id for table, role in device.tables if may_write(role)])[:4]
    tiles = sorted(map(_tile, all_games().values()), key=lambda tile: sort_key(tile["name"]))
    home = [] if query else [tile for tile in tiles if is_at_home(tile["game"])]
    page = {
        "points": None if query else all_games().get("points"),
        "recent": list(map(_tile, lately)),
        "home": home,
        "games": [tile for tile in tiles if tile not in home and query in tile["search_text"]],
        "q": query,
        "table": request.GET.get("table", ""),
    }
    return render(request, "pages/choose.html", page)


def _tile(game: Game[Any, Any]) -> dict[str, Any]:
    """A game in the list, with the text for the search."""
    language = current_language(game.slug)
    name, family = language.gettext(game.name), language.gettext(game.family)
    words = dict.fromkeys([game.name, game.family, game.slug, *game.aliases, *game.native_names.values(), name, family])
    return {
        "game": game,
        "name": name,
        "family": family,
        "players": render_message(player_range_message(game.players), language),
        "search_text": " ".join(words).casefold(),
    }


def _game(slug: str) -> Game[Any, Any]:
    game = all_games().get(slug)
    if game is None:
        raise Http404
    return game


def _table(device: DeviceKeys, table_id: str | None) -> Table | None:
    """The table with this id, else the latest one at which this phone may write; None for a new one."""
    if table_id == "new":
        return None
    mine = [table for table, role in device.tables if may_write(role)]
    if table_id:
        return next((table for table in mine if table.id == table_id), None)
    return mine[0] if mine else None


@require_safe
@private_page
def new_match(request: HttpRequest, slug: str) -> HttpResponse:
    """The form of a new match, with the seats of the last match and the next dealer, if the table has played before."""
    device, game = DeviceKeys(request), _game(slug)
    table = _table(device, request.GET.get("table"))
    return _page(request, device, NewMatchForm(game, table, _last_seating(table, game), _house_rules(table, game)))


def _last_seating(table: Table | None, game: Game[Any, Any]) -> Seating:
    if table is None:
        return Seating([])
    if same := match_lists.last_begun(table, game.slug):
        return Seating([seat["name"] for seat in same.seats], from_json(same.state)["dealer"])
    last = match_lists.last_begun(table)
    people = [seat["name"] for seat in last.seats] if last else [player.name for player in tables.players(table)]
    return Seating(people[: max(game.players)])


def _house_rules(table: Table | None, game: Game[Any, Any]) -> dict[str, Any]:
    return dict(table.options.get(game.slug, {})) if table else {}


def _page(request: HttpRequest, device: DeviceKeys, form: NewMatchForm, status: int = 200) -> HttpResponse:
    game, seating = form.game, form.seating
    most = min(max(game.players), MOST_SEATS)
    places = most if most <= 4 else max(min(game.players), 4)
    blank = max(0, places - len(seating.names))
    all_errors = form.refusal.errors if form.refusal else ()
    errors = [error for error in all_errors if not error.pointer.startswith("/options")]
    names = [*seating.names, *[""] * blank]
    language = current_language(game.slug)
    fields = option_fields(game, form.options, form.refusal)
    kept = _house_rules(form.table, game)
    page = {
        "form": form,
        "game": game,
        "name": language.gettext(game.name),
        "players": render_message(player_range_message(game.players), language),
        "least": min(game.players),
        "most": most,
        "places": names,
        "sides": _partners(game, most),
        "focus": _place_to_type(names, errors) if errors or form.wants_name else None,
        "known": [p.name for p in tables.players(form.table) if p.name not in seating.names] if form.table else [],
        "tables": [table for table, role in device.tables if may_write(role)],
        "errors": error_texts(Refusal(errors), game.slug),
        "fields": fields,
        "options_open": any(field.error for field in fields),
        "presets": _presets(game, form.options, kept),
        "are_kept": bool(kept) and form.options == kept,
    }
    return render(request, "pages/start.html", page, status=status)


def _partners(game: Game[Any, Any], most: int) -> dict[str, dict[int, Sequence[Sequence[int]]]]:
    """Who plays with whom, by the number of players: by field and value of the house rule that decides it, as the form
    sends them, and under "" without one. Only where somebody has a partner.
    """
    numbers = [number for number in game.players if number <= most]

    def sides(**rules: Any) -> dict[int, Sequence[Sequence[int]]]:
        options = game.Options.model_construct(**rules)
        found = {number: game.sides(number, options) for number in numbers}
        # Teams that are not of one size are refused when the match starts.
        return {number: sides for number, sides in found.items() if len(set(map(len, sides))) == 1}

    usual = sides()
    deciding: dict[str, dict[int, Sequence[Sequence[int]]]] = {}
    for spec in field_specs(game.Options):
        values = [choice.value for choice in spec.choices] if spec.kind == "choice" else []
        if spec.minimum is not None and spec.maximum is not None and spec.maximum <= MOST_SEATS:
            values = list(range(int(spec.minimum), int(spec.maximum) + 1))
        found = {f"o.{spec.name}={value}": sides(**{spec.name: value}) for value in values}
        if any(one != usual for one in found.values()):
            deciding |= {f"o.{spec.name}=": sides(**{spec.name: None}), **found} if spec.nullable else found
    every = {"": usual, **deciding}
    has_partners = any(len(side) > 1 for one in every.values() for sides in one.values() for side in sides)
    return every if has_partners else {}


def _place_to_type(names: Sequence[str], errors: Sequence[FieldError]) -> int:
    """The place whose name is to be typed next: the one that is wrong, else the first empty one."""
    wrong = [int(number) for error in errors if (number := error.pointer.removeprefix("/players/")).isdigit()]
    return next(iter(wrong), names.index("") if "" in names else 0)


def _presets(
    game: Game[Any, Any], chosen: Mapping[str, Any], kept: Mapping[str, Any]
) -> list[tuple[str, str, bool, str]]:
    """Key, name, whether it is chosen, and its house rules in words, of each set of house rules that has a name.

    None if there is only one. The usual set says what the others change.
    """
    language = current_language(game.slug)
    named = [(str(number), language.gettext(preset.name), preset.options) for number, preset in enumerate(game.presets)]
    if kept and kept not in [preset.options for preset in game.presets]:
        named.insert(0, ("kept", _("As at this table"), kept))
    if not named:
        return []
    changed = {name for preset in game.presets for name in preset.options}
    usual = {spec.name: spec.default for spec in field_specs(game.Options) if spec.name in changed}
    return [
        ("", _("As described"), not chosen, _in_words(game, usual)),
        *((key, name, chosen == options, _in_words(game, options)) for key, name, options in named),
    ]


def _in_words(game: Game[Any, Any], options: Mapping[str, Any]) -> str:
    """House rules in a line: "Stakes: 1, 3, 6, 9, 12 · Top cards: four fixed cards"."""
    language = current_language(game.slug)
    return " · ".join(
        labelled(language.gettext(spec.title), spec.label(options[spec.name], language))
        for spec in field_specs(game.Options)
        if spec.name in options
    )


def _preset(key: str, game: Game[Any, Any], table: Table | None) -> dict[str, Any]:
    """The house rules with this key."""
    if key == "kept":
        return _house_rules(table, game)
    number = whole_number(key)
    return dict(game.presets[number].options) if number is not None and number < len(game.presets) else {}


@require_http_methods(["GET", "HEAD", "POST"])
@private_page
def start_match(request: HttpRequest, slug: str) -> HttpResponse:
    """Starts the match. A form that is sent twice starts one.

    GET: the empty form. A phone that lost the page, or a link that was copied from it, asks for this address.
    """
    if request.method != "POST":
        return redirect(f"/new/{slug}", permanent=False)
    device, game = DeviceKeys(request), _game(slug)
    form = NewMatchForm(game, _table(device, request.POST.get("table") or "new"), Seating.from_request(request))
    form.options = read_options(game, posted_data(request))
    form.keep = request.POST.get("keep") == "1"
    form.token = form_tokens.posted_token(request)
    if request.POST.get("act") == "shuffle":
        form.seating.shuffle()
        return _page(request, device, form)
    if "preset" in request.POST:
        form.options = _preset(request.POST["preset"], game, form.table)
        form.by_name = True
        return _page(request, device, form)
    if request.POST.get("act") == "next" and len(form.seating.names) < min(game.players):
        form.wants_name = True  # the return key, without scripts
        return _page(request, device, form)
    if (match_id := form_tokens.earlier_result(form_tokens.STARTS, form.token)) is not None:
        return _started(device, match_id, form.token)
    if form.table is None:
        usage, allowed = use("tables", request.META.get("REMOTE_ADDR", ""))
        if usage and not allowed:
            return too_many_requests(request, usage)
    try:
        match_id = _begin(form)
    except Refusal as refusal:
        form.refusal = refusal
        return _page(request, device, form, 422)
    except IntegrityError:
        match_id = form_tokens.earlier_result(form_tokens.STARTS, form.token) or ""
    return _started(device, match_id, form.token)


def _begin(form: NewMatchForm) -> str:
    seating = form.seating
    with write_transaction():
        table = form.table
        if table is None:
            table = tables.create(_name_of(seating.names), secret=_secret(form.token)).table
        if form.keep:
            table = tables.update(table.id, options={form.game.slug: form.options})
        if again := matches.just_begun(table, form.game, seating.names, form.options, seating.dealer):
            return again
        seats = seat_players(table, seating.names)
        start = {"dealer": seating.first_dealer()}
        change = matches.start(
            table, form.game, seats, form.options, start, hook=_remember(form_tokens.STARTS, form.token)
        )
    return change.match.id


def _name_of(names: list[str]) -> str:
    """The name of a new table: the names of its players."""
    if len(names) > FEW_NAMES:
        return _("{name} and {others} others").format(name=names[0], others=len(names) - 1)
    if len(names) < 2:
        return ("".join(names) or _("Table"))[:80]
    return current_language().join_names(names)[:80]


def _remember(scope: str, token: str) -> Callable[[ChangeResult], None]:
    return lambda change: form_tokens.remember_result(scope, token, change.match.id)


def _secret(token: str) -> Callable[[str], str]:
    """Makes the keys of a new table from the token of the form, so that a repeated form gets the same keys."""

    def secret(key_id: str) -> str:
        digest = hmac.digest(settings.SECRET_KEY.encode(), f"table {token} {key_id}".encode(), hashlib.sha256)
        return urlsafe_b64encode(digest[:24]).decode()

    return secret


def _started(device: DeviceKeys, match_id: str, token: str) -> HttpResponse:
    response = redirect(f"/matches/{match_id}", permanent=False)
    table_id = match_lists.table_id_of(match_id)
    if table_id and device.role(table_id) is None:
        secret = _secret(token)
        keys = {role: Key(key_id, secret(key_id)) for role, key_id in key_ids(table_id).items()}
        device.add(table_id, keys[WRITE], keys[READ])
        device.set_cookies(response)
    return response


@require_POST
@private_page
def rematch(request: HttpRequest, match_id: str) -> HttpResponse:
    """Starts a match with the same players, game and house rules, and the next dealer."""
    device = DeviceKeys(request)
    match = require_scorer(device.match(match_id))
    token = form_tokens.posted_token(request)
    scope = f"rematch {match.id}"
    if (new_id := form_tokens.earlier_result(scope, token)) is None:
        table = table_of(match)
        try:
            with write_transaction():
                seats = seat_players(table, match.names)
                start_state = {"dealer": match.current_state.dealer}
                options = stored_options(match.game, from_json(match.options))
                if again := matches.just_begun(table, match.game, match.names, options, start_state["dealer"]):
                    return redirect(f"/matches/{again}", permanent=False)
                rules = rules_as_stored(match.id)
                hook = _remember(scope, token)
                change = matches.start(table, match.game, seats, options, start_state, hook=hook, settlement=rules)
            new_id = change.match.id
        except IntegrityError:
            new_id = form_tokens.earlier_result(scope, token)
    return redirect(f"/matches/{new_id}", permanent=False)
