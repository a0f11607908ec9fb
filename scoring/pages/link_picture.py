"""The picture that a chat shows beside a link to a match or a table: what it shows, and its address.

The address has a token for this picture alone: the id of the key of the link, never its secret. So the address opens
nothing else, and the picture is gone once the link is replaced.
"""

from __future__ import annotations

from django.core import signing
from django.http import HttpRequest
from django.urls import reverse
from django.utils.translation import get_language, ngettext, override, pgettext
from django.utils.translation import gettext as _

from scoring.link_pictures.drawing import Line, LinkPicture
from scoring.link_pictures.fonts import can_draw
from scoring.models import Table
from scoring.pages.match_view import MatchView
from scoring.pages.result_text import after_hands
from scoring.selectors import access_keys, statistics, tables
from scoring.selectors.match_snapshot import MatchNotFound, load_match

_SALT = "scoring.pages.link_picture"
MOST_LINES = 12


def picture_address(request: HttpRequest, key_id: str, match_id: str = "") -> str:
    """Returns the whole address of the picture of a link, in the language of the request.

    key_id: of the link's key; "" for a match that may be embedded. match_id: "" for the link of a table.
    """
    token = signing.Signer(salt=_SALT).sign_object([key_id, match_id, get_language()])
    return request.build_absolute_uri(reverse("link-picture", args=[token]))


def picture_of(token: str) -> LinkPicture | None:
    """Returns the picture of an address, in its language; None if the token is forged or its link opens nothing now."""
    try:
        key_id, match_id, language = signing.Signer(salt=_SALT).unsign_object(token)
    except (signing.BadSignature, ValueError, TypeError):
        return None
    table = tables.table_of_key(key_id) if key_id else tables.embeddable_table(match_id)
    if table is None:
        return None
    with override(language):
        picture = _picture(*table, match_id)
    if picture and not can_draw(picture.title + picture.progress):
        with override("en"):
            return _picture(*table, match_id)
    return picture


def _picture(table: Table, role: str, match_id: str) -> LinkPicture | None:
    if not match_id:
        return of_table(table) if access_keys.opens_table(table, role) else None
    try:
        match = load_match(match_id)
    except MatchNotFound:
        return None
    return of_match(MatchView(match)) if match.table_id == table.id else None


def of_match(view: MatchView) -> LinkPicture:
    """Returns the picture of a match: the game, who leads, how far it is, everybody's total."""
    begun = bool(view.match.hand_count)
    leading = view.winning_sides if view.finished else _leading(view)
    lines = [Line(one.name, one.text if begun else "", one.side, one.side in leading) for one in view.places]
    goes_on = not view.finished and view.next_hand is not None
    return LinkPicture(
        view.game_name,
        view.headline if view.finished else _headline(view, leading),
        view.heading_in_words if goes_on else after_hands(view.match) if begun else "",
        tuple(lines[:MOST_LINES]),
    )


def _leading(view: MatchView) -> list[int]:
    """The sides in the first place; none before the first hand, or if all are level."""
    first = [one.side for one in view.places if one.number == 1]
    return first if view.match.hand_count and len(first) < len(view.places) else []


def _headline(view: MatchView, leading: list[int]) -> str:
    if not leading:
        return _("All even") if view.match.hand_count and len(view.places) > 1 else ""
    many = len(leading) > 1 or len(view.setup.sides[leading[0]]) > 1
    names = view.renderer.language.join_names([view.renderer.sides[side] for side in leading])
    text = pgettext("several, by their totals", "{names} lead") if many else pgettext("by the total", "{names} leads")
    return text.format(names=names)


def of_table(table: Table) -> LinkPicture:
    """Returns the picture of a table: its name, who plays there, and who has won how often."""
    standings = statistics.table_statistics(table)
    places = {line.player.id: place for place, line in standings.placed if line.wins}
    lines = [
        Line(
            line.player.name,
            ngettext("{n} win", "{n} wins", line.wins).format(n=line.wins) if line.finished else "",
            side,
            places.get(line.player.id) == 1,
        )
        for side, line in enumerate(one for one in standings.lines if one.player.active)
    ]
    return LinkPicture(table.name, lines=tuple(lines[:MOST_LINES]))
