"""Webhooks of a table, their messages, and the log of deliveries."""

from __future__ import annotations

from typing import Any, Literal

from pydantic import Field
from pydantic_core import from_json

from companion.http.models import Number, ResponseModel, Time
from companion.http.problem_details import ProblemDetails
from scoring.api.responses.matches import Page
from scoring.api.responses.scoring import Side
from scoring.db.json_text import format_time
from scoring.models import Webhook as WebhookRow
from scoring.models import WebhookDelivery
from scoring.services.webhook_events import ClubEventName, EventName


class WebhookOff(ResponseModel):
    """Why a webhook is switched off, and since when."""

    reason: Literal["scorer", "gone", "failing", "waiting"] = Field(
        description="`scorer`: switched off by PATCH; `gone`: the receiver answered 410; `failing`: nothing was "
        "delivered for five days; `waiting`: too many deliveries waited."
    )
    at: Time = Field(description="Since when.")


class WebhookLinks(ResponseModel):
    """Where to go from a webhook."""

    self: str = Field(description="The webhook.")
    deliveries: str = Field(description="The log of what was sent to it.")


class Webhook(ResponseModel):
    """An address that is notified of what happens at a table, or in an event."""

    id: str = Field(description="For its address, below its table's.")
    url: str = Field(description="Where messages are sent.")
    events: list[EventName | ClubEventName] = Field(description="Which events it gets.")
    active: bool = Field(description="Whether messages are sent.")
    off: WebhookOff | None = Field(description="null while it is active.")
    failing_since: Time | None = Field(description="Nothing was delivered since then; null if the last one was.")
    version: int = Field(description="Counts its changes; the ETag is made of it.")
    created_at: Time = Field(description="When it was registered.")
    links: WebhookLinks = Field(description="Addresses of what it has.")


class WebhookWithSecret(Webhook):
    """A new webhook with its secret, which is shown only here."""

    secret: str = Field(description="Signs what is sent, as Standard Webhooks says.")


class WebhookList(ResponseModel):
    """Webhooks, in the order in which they were registered."""

    results: list[Webhook] = Field(description="At most five.")


class NewSecret(ResponseModel):
    """A new secret, which is shown only here."""

    secret: str = Field(description="Signs what is sent from now on, as Standard Webhooks says.")


class StaleWebhook(ProblemDetails):
    """Somebody else was faster."""

    current: Webhook = Field(description="The webhook as it is now.")


class EventLinks(ResponseModel):
    """Where to go from an event."""

    match: str = Field(description="The match.")
    history: str = Field(description="Its changes, with this one.")


class MatchEvent(ResponseModel):
    """A match after the change that an event is about."""

    table: str = Field(description="The id of its table.")
    match: str = Field(description="Its id.")
    game: str = Field(description="The slug of its game.")
    title: str = Field(description="A name that somebody gave it; empty for none.")
    version: int = Field(description="The match's version. Of two events, the one with the higher version is later.")
    what: Literal["record", "correct", "take_back", "finish", "reopen", "continue", "carry", "undo", "redo"] = Field(
        description="Which change it was, as in the history: a hand is also taken back by undo."
    )
    hand: int | None = Field(description="The hand concerned.")
    hand_count: int = Field(description="How many hands are on its sheet now.")
    sides: list[Side] = Field(description="The columns of the sheet: `totals` are in this order.")
    totals: list[Number] = Field(description="By side, after the change.")
    finished: bool = Field(description="Whether the match is over now.")
    winners: list[int] = Field(description="The sides that have won; empty while it goes on.")
    continued_by: str = Field(
        "", description="The id of the match in which it goes on with other people; left out if it does not."
    )
    links: EventLinks = Field(description="Where to read the rest.")


class WebhookMessage(ResponseModel):
    """What is sent to a webhook."""

    type: EventName = Field(description="The event.")
    timestamp: Time = Field(description="When it happened.")
    data: MatchEvent = Field(description="The match, shortly after the event.")


class ClubNewsLinks(ResponseModel):
    """Where to read what has changed."""

    event: str = Field(description="The event.")
    subject: str = Field(description="The round or the table.")


class ClubNews(ResponseModel):
    """What an event of a club was about. It has no names and no results: read them with the key."""

    event: str = Field(description="The id of the event.")
    news: int = Field(description="Counts every change. Of two messages, the one with the higher number is later.")
    round: int | None = Field(description="The number of the round.")
    table_number: int | None = Field(description="The number of the table; null for a whole round.")
    links: ClubNewsLinks = Field(description="Where to read the rest.")


class ClubMessage(ResponseModel):
    """What is sent to a webhook of an event."""

    type: ClubEventName = Field(description="What has happened.")
    timestamp: Time = Field(description="When it happened.")
    data: ClubNews = Field(description="Where it happened.")


class TestedWebhook(ResponseModel):
    """Which webhook is tested."""

    table: str = Field(description="The id of its table; of the event, for one of an event.")
    webhook: str = Field(description="Its id.")


class TestMessage(ResponseModel):
    """What a test sends."""

    type: Literal["webhook.test"] = Field(description="Always `webhook.test`: nothing has happened.")
    timestamp: Time = Field(description="When the test was asked for.")
    data: TestedWebhook = Field(description="Which webhook it was asked of.")


class Attempt(ResponseModel):
    """One request, and its result."""

    at: Time = Field(description="When the request was sent.")
    status: int | None = Field(description="Of the answer; null if there was none.")
    failure: (
        Literal["address_not_allowed", "no_address", "no_connection", "no_trust", "no_answer", "too_slow"] | None
    ) = Field(description="Why there was none.")
    milliseconds: int = Field(description="Until the answer, or until it was given up.")
    answer: str = Field(description="The first 200 characters of the answer.")


class Delivery(ResponseModel):
    """A message to a webhook, and how far it is."""

    id: str = Field(description="The `webhook-id` that it is sent under.")
    event: str = Field(description="The `type` of its message.")
    match: str | None = Field(description="The id of the match that it is about; null for a test, and for an event.")
    status: Literal["waiting", "delivered", "given_up"] = Field(description="How far it is.")
    created_at: Time = Field(description="When the event happened.")
    next_try_at: Time | None = Field(description="While it waits.")
    attempts: list[Attempt] = Field(description="The last twenty, in their order.")


class DeliveryWithMessage(Delivery):
    """A delivery with what is sent."""

    message: WebhookMessage | ClubMessage | TestMessage = Field(
        discriminator="type", description="The body, as it is sent."
    )


class DeliveryPage(Page[Delivery]):
    """Deliveries, the latest first."""


def webhook_json(row: WebhookRow) -> dict[str, Any]:
    """Returns a webhook as plain JSON."""
    own = f"/api/v1/{'events' if row.of_event else 'tables'}/{row.table_id}/webhooks/{row.id}"
    return {
        "id": row.id,
        "url": row.url,
        "events": row.events.split(),
        "active": row.active,
        "off": {"reason": row.off_reason, "at": format_time(row.off_at)} if row.off_at else None,
        "failing_since": format_time(row.failing_since) if row.failing_since else None,
        "version": row.version,
        "created_at": format_time(row.created_at),
        "links": {"self": own, "deliveries": f"{own}/deliveries"},
    }


def delivery_json(row: WebhookDelivery, message: bool = False) -> dict[str, Any]:
    """Returns a delivery as plain JSON. message: whether it includes what is sent."""
    return {
        "id": row.message,
        "event": row.event,
        "match": row.match_id or None,
        "status": row.status,
        "created_at": format_time(row.created_at),
        "next_try_at": format_time(row.due_at) if row.status == WebhookDelivery.WAITING else None,
        "attempts": row.attempts,
        **({"message": from_json(row.payload)} if message else {}),
    }
