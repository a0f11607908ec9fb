"""A new match: which game, who sits where, which house rules; and the rematch."""

from __future__ import annotations

import hashlib
import hmac
import random
from base64 import urlsafe_b64encode
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from operator import itemgetter
from typing import Any

from django.conf import settings
from django.db import IntegrityError
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _
from django.views.decorators.http import require_POST, require_safe
from pydantic_core import from_json

from companion.http.error_pages import too_many_requests
from companion.http.rate_limits import use
from scoring.db.write_lock import write_transaction
from scoring.engine.game import Game
from scoring.engine.match import player_range_message
from scoring.engine.messages import render as render_message
from scoring.engine.refusal import Refusal
from scoring.games import all_games
from scoring.languages import current_language
from scoring.models import AccessKey, Match, Table, by_id
from scoring.pages import form_tokens
from scoring.pages.device_keys import DeviceKeys, clean_name, may_write, private_page, require_scorer
from scoring.pages.form_data import posted_data
from scoring.pages.house_rules import fault_texts, option_fields, read_options
from scoring.pages.recent_matches import FEW, games_first
from scoring.selectors.match_snapshot import ChangeResult
from scoring.services import matches, tables
from scoring.services.access_keys import READ, WRITE, Key
from scoring.services.seats import seat_players

MOST_SEATS = 12


@dataclass
class Seating:
    """Who sits where, as it was tapped. names: in order of play. dealer: place in it, None for "draw for it"."""

    names: list[str]
    dealer: int | None = 0

    @classmethod
    def sent(cls, request: HttpRequest) -> Seating:
        """From the form: empty places are passed over."""
        places = [clean_name(name).strip() for name in request.POST.getlist("name")][:MOST_SEATS]
        chosen = request.POST.get("dealer", "0")
        dealer = int(chosen) if chosen.isdigit() and len(chosen) < 3 else None
        kept = [number for number, name in enumerate(places) if name]
        if dealer is not None:
            dealer = kept.index(dealer) if dealer in kept else 0
        return cls([places[number] for number in kept], dealer)

    def shuffled(self) -> None:
        """Draws the seats."""
        random.SystemRandom().shuffle(self.names)

    def drawn_dealer(self) -> int:
        """The first dealer, drawn where nobody was chosen."""
        if self.dealer is None:
            return random.SystemRandom().randrange(max(1, len(self.names)))
        return self.dealer


@dataclass
class NewMatchForm:
    """A match about to start. table: None for a new one. again: seats and rules are those of the last time."""

    game: Game[Any, Any]
    table: Table | None
    seating: Seating
    options: dict[str, Any] = field(default_factory=dict)
    refusal: Refusal | None = None
    token: str = field(default_factory=form_tokens.new_token)


@require_safe
@private_page
def choose_game(request: HttpRequest) -> HttpResponse:
    """Which game? Those played lately first."""
    device = DeviceKeys(request)
    recent = games_first([table.id for table, role in device.tables if may_write(role)])
    wanted = clean_name(request.GET.get("q", "")).strip().casefold()
    games = sorted(map(_tile, all_games().values()), key=itemgetter("name"))
    page = {
        "recent": [] if wanted else recent[:4],
        "games": [tile for tile in games if wanted in tile["said"]],
        "q": wanted,
        "table": request.GET.get("table", ""),
    }
    return render(request, "pages/choose.html", page)


def _tile(game: Game[Any, Any]) -> dict[str, Any]:
    """A game in the list, with all that it is found by."""
    language = current_language(game.slug)
    name, family = language.gettext(game.name), language.gettext(game.family)
    words = dict.fromkeys([game.name, game.family, game.slug, *game.aliases, *game.native_names.values(), name, family])
    return {
        "game": game,
        "name": name,
        "family": family,
        "players": render_message(player_range_message(game.players), language),
        "said": " ".join(words).casefold(),
    }


def _game(slug: str) -> Game[Any, Any]:
    game = all_games().get(slug)
    if game is None:
        raise Http404
    return game


def _table(device: DeviceKeys, wanted: str | None) -> Table | None:
    """The table to play at: the one asked for, else the latest one where this phone may write."""
    if wanted == "new":
        return None
    mine = [table for table, role in device.tables if may_write(role)]
    if wanted:
        return next((table for table in mine if table.id == wanted), None)
    return mine[0] if mine else None


@require_safe
@private_page
def new_match(request: HttpRequest, slug: str) -> HttpResponse:
    """Who sits where? As the last time, with the deal moved on, where this table has played before."""
    device, game = DeviceKeys(request), _game(slug)
    table = _table(device, request.GET.get("table"))
    return _page(request, device, NewMatchForm(game, table, _last_seating(table, game), _house_rules(table, game)))


def _last_seating(table: Table | None, game: Game[Any, Any]) -> Seating:
    if table is None:
        return Seating([])
    rows = Match.objects.filter(table=table).order_by("-created_at")
    same = rows.filter(game=game.slug).first()
    if same:
        return Seating([seat["name"] for seat in same.seats], from_json(same.state)["dealer"])
    last = rows.first()
    people = [seat["name"] for seat in last.seats] if last else [player.name for player in tables.players(table)]
    return Seating(people[: max(game.players)])


def _house_rules(table: Table | None, game: Game[Any, Any]) -> dict[str, Any]:
    return dict(table.options.get(game.slug, {})) if table else {}


def _page(request: HttpRequest, device: DeviceKeys, plan: NewMatchForm, status: int = 200) -> HttpResponse:
    game, seating = plan.game, plan.seating
    most = min(max(game.players), MOST_SEATS)
    places = most if most <= 4 else max(min(game.players), 4)
    blank = max(0, places - len(seating.names))
    refused = plan.refusal.errors if plan.refusal else ()
    faults = [fault for fault in refused if not fault.pointer.startswith("/options")]
    language = current_language(game.slug)
    fields = option_fields(game, plan.options, plan.refusal)
    page = {
        "plan": plan,
        "game": game,
        "name": language.gettext(game.name),
        "players": render_message(player_range_message(game.players), language),
        "least": min(game.players),
        "most": most,
        "places": [*seating.names, *[""] * blank],
        "known": [p.name for p in tables.players(plan.table) if p.name not in seating.names] if plan.table else [],
        "tables": [table for table, role in device.tables if may_write(role)],
        "errors": fault_texts(Refusal(faults), game.slug),
        "fields": fields,
        "options_open": any(field.error for field in fields),
    }
    return render(request, "pages/start.html", page, status=status)


@require_POST
@private_page
def start_match(request: HttpRequest, slug: str) -> HttpResponse:
    """Starts the match; the same form sent twice starts one."""
    device, game = DeviceKeys(request), _game(slug)
    plan = NewMatchForm(game, _table(device, request.POST.get("table") or "new"), Seating.sent(request))
    plan.options = read_options(game, posted_data(request))
    plan.token = form_tokens.posted_token(request)
    if request.POST.get("act") == "shuffle":
        plan.seating.shuffled()
        return _page(request, device, plan)
    if (known := form_tokens.earlier_result("start", plan.token)) is not None:
        return _started(device, known, plan.token)
    if plan.table is None:
        usage, allowed = use("tables", request.META.get("REMOTE_ADDR", ""))
        if usage and not allowed:
            return too_many_requests(request, usage)
    try:
        match_id = _begin(plan, keep_rules=request.POST.get("keep") == "1")
    except Refusal as refusal:
        plan.refusal = refusal
        return _page(request, device, plan, 422)
    except IntegrityError:
        match_id = form_tokens.earlier_result("start", plan.token) or ""
    return _started(device, match_id, plan.token)


def _begin(plan: NewMatchForm, keep_rules: bool) -> str:
    seating = plan.seating
    with write_transaction():
        table = plan.table
        if table is None:
            table = tables.create(_name_of(seating.names), secret=_secret(plan.token)).table
        if keep_rules:
            table = tables.update(table.id, options={plan.game.slug: plan.options})
        seats = seat_players(table, seating.names)
        start = {"dealer": seating.drawn_dealer()}
        change = matches.start(table, plan.game, seats, plan.options, start, within=_kept("start", plan.token))
    return change.match.id


def _name_of(names: list[str]) -> str:
    """The name of a new table: its people."""
    if len(names) > FEW:
        return _("{name} and {others} others").format(name=names[0], others=len(names) - 1)
    if len(names) < 2:
        return ("".join(names) or _("Table"))[:80]
    listed = current_language().join_texts(names[:-1])
    return _("{names} and {last}").format(names=listed, last=names[-1])[:80]


def _kept(scope: str, sent: str) -> Callable[[ChangeResult], None]:
    return lambda change: form_tokens.remember_result(scope, sent, change.match.id)


def _secret(sent: str) -> Callable[[str], str]:
    """Makes the keys of a new table from the form's token, so that the form sent again gets the same keys."""

    def secret(key_id: str) -> str:
        made = hmac.digest(settings.SECRET_KEY.encode(), f"table {sent} {key_id}".encode(), hashlib.sha256)
        return urlsafe_b64encode(made[:24]).decode()

    return secret


def _started(device: DeviceKeys, match_id: str, sent: str) -> HttpResponse:
    response = redirect(f"/matches/{match_id}", permanent=False)
    table_id = Match.objects.filter(by_id(match_id)).values_list("table_id", flat=True).first()
    if table_id and device.role(table_id) is None:
        secret = _secret(sent)
        rows: Mapping[str, str] = dict(AccessKey.objects.filter(table_id=table_id).values_list("role", "id"))
        keys = {role: Key(key_id, secret(key_id)) for role, key_id in rows.items()}
        device.take(table_id, keys[WRITE], keys[READ])
        device.remember(response)
    return response


@require_POST
@private_page
def rematch(request: HttpRequest, match_id: str) -> HttpResponse:
    """The same people, game and house rules once more, with the deal moved on."""
    device = DeviceKeys(request)
    match = require_scorer(device.match(match_id))
    sent = form_tokens.posted_token(request)
    scope = f"rematch {match.id}"
    if (known := form_tokens.earlier_result(scope, sent)) is None:
        table = Table.objects.get(id=match.table_id)
        try:
            with write_transaction():
                seats = seat_players(table, match.names)
                begin = {"dealer": match.current_state.dealer}
                options = from_json(match.options)
                rules = Match.objects.filter(by_id(match.id)).values_list("settlement", flat=True).first()
                kept = _kept(scope, sent)
                change = matches.start(table, match.game, seats, options, begin, within=kept, settlement=rules)
            known = change.match.id
        except IntegrityError:
            known = form_tokens.earlier_result(scope, sent)
    return redirect(f"/matches/{known}", permanent=False)
