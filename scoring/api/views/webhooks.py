"""Webhooks of a table or an event, and the log of their deliveries: they need the scorer's or organiser's key."""

from __future__ import annotations

from typing import ClassVar

from drf_spectacular.utils import extend_schema, extend_schema_view
from rest_framework.request import Request

from companion.http.api_view import ApiView
from companion.http.conditional import etag, expected_version, not_modified, private_response
from companion.http.openapi.parameters import IDEMPOTENCY_KEY, described
from companion.http.renderers import JSONResponse
from scoring.api import bodies, event_bodies, idempotency
from scoring.api.idempotency import StoreResponse
from scoring.api.pagination import PageQuery, next_link, with_next
from scoring.api.permissions import valid_id
from scoring.api.responses import webhooks as responses
from scoring.api.responses.webhooks import delivery_json, webhook_json
from scoring.api.views.base import TableView
from scoring.api.views.event_base import EventView
from scoring.db.write_lock import write_transaction
from scoring.event_models import Event
from scoring.models import Table, Webhook, WebhookDelivery
from scoring.selectors.access_keys import WRITE
from scoring.selectors.event_access import ORGANISER
from scoring.selectors.webhooks import deliveries, webhooks_of
from scoring.services import webhooks
from scoring.services.webhooks import PREFIX

_PATH = {
    "webhook": described("The webhook.", "w9f4t6k2m8xb3qzn"),
    "delivery": described("The delivery: its webhook-id.", "m4s7v2d9y5ch8gjr"),
}


class _Webhooks(ApiView):
    """What the addresses of webhooks share. kind: of their owner, a table or an event."""

    kind: ClassVar[str] = "table"
    new_body: type[bodies.WebhookBody | event_bodies.EventWebhookBody] = bodies.WebhookBody
    patch_body: type[bodies.WebhookPatch | event_bodies.EventWebhookPatch] = bodies.WebhookPatch

    def get_owner(self) -> Table | Event:
        """Returns the table or event of the address. Raises as ``get_table`` and ``get_event`` do."""
        raise NotImplementedError

    def get_webhook(self) -> Webhook:
        """Returns the webhook of the address. Raises WebhookNotFound, and as ``get_owner`` does."""
        return webhooks.get(self.get_owner().id, valid_id(self.kwargs["webhook"]))

    def get_delivery(self) -> WebhookDelivery:
        """Returns the delivery of the address. Raises as ``get_webhook`` does."""
        return webhooks.get_delivery(self.get_webhook(), valid_id(self.kwargs["delivery"]))


class WebhookView(_Webhooks, TableView):
    """An address below /tables/{id}/webhooks."""

    tag = "webhooks"
    role_to_read = WRITE
    conflict_model = responses.StaleWebhook
    path_parameters: ClassVar = {**TableView.path_parameters, **_PATH}

    def get_owner(self) -> Table:
        """Returns the table of the address. Raises as ``get_table`` does."""
        return self.get_table()[0]


class EventWebhookView(_Webhooks, EventView):
    """An address below /events/{id}/webhooks."""

    tag = "webhooks"
    readers: ClassVar[tuple[str, ...]] = (ORGANISER,)
    role_to_read = "organiser"
    conflict_model = responses.StaleWebhook
    kind = "event"
    new_body = event_bodies.EventWebhookBody
    patch_body = event_bodies.EventWebhookPatch
    path_parameters: ClassVar = {"id": EventView.path_parameters["id"], **_PATH}

    def get_owner(self) -> Event:
        """Returns the event of the address. Raises as ``get_event`` does."""
        return self.get_event()


class _WebhookList(_Webhooks):
    """The webhooks of a table."""

    @extend_schema(operation_id="webhooks_list", responses=responses.WebhookList)
    def get(self, request: Request, **path: str) -> JSONResponse:
        """The webhooks"""
        owner = self.get_owner()
        return private_response({"results": [webhook_json(row) for row in webhooks_of(owner.id)]})

    @extend_schema(
        operation_id="webhooks_register",
        parameters=[IDEMPOTENCY_KEY],
        request=bodies.WebhookBody,
        responses={201: responses.WebhookWithSecret},
    )
    def post(self, request: Request, **path: str) -> JSONResponse:
        """Register an address

        It is notified of what happens from now on. The response has the secret that signs the messages. It
        is shown only here.
        """
        owner = self.get_owner()
        body = self.body_as(self.new_body)

        def work(store: StoreResponse) -> JSONResponse:
            with write_transaction():
                new = webhooks.register(owner, body.url, body.events, idempotency.webhook_secret_maker(request))
                data = {**webhook_json(new.webhook), "secret": new.secret}
                response = private_response(data, new.webhook.version, 201, data["links"]["self"])
                store(response, secret_of=[f"{PREFIX}{new.webhook.id}"])
            return response

        return idempotency.run_once(request, f"{self.kind} {owner.id}", work)


class _WebhookDetail(_Webhooks):
    """One webhook."""

    versioned = True

    @extend_schema(operation_id="webhooks_read", responses=responses.Webhook)
    def get(self, request: Request, **path: str) -> JSONResponse:
        """A webhook

        Whether it is active, and since when deliveries fail.
        """
        row = self.get_webhook()
        return not_modified(request, etag(row.version)) or _response(row)

    @extend_schema(
        operation_id="webhooks_update",
        parameters=[IDEMPOTENCY_KEY],
        request=bodies.WebhookPatch,
        responses=responses.Webhook,
    )
    def patch(self, request: Request, **path: str) -> JSONResponse:
        """Change a webhook, switch it off or on

        Switching it off gives up what waits. These deliveries can be sent again once it is on.
        """
        row = self.get_webhook()

        def work(store: StoreResponse) -> JSONResponse:
            version = self._expected(row)
            body = self.body_as(self.patch_body)
            with write_transaction():
                response = _response(webhooks.update(row.table_id, row.id, body.url, body.events, body.active, version))
                store(response)
            return response

        return idempotency.run_once(request, f"{self.kind} {row.table_id}", work)

    @extend_schema(operation_id="webhooks_delete", responses={204: None})
    def delete(self, request: Request, **path: str) -> JSONResponse:
        """Remove a webhook

        With its deliveries; what waits is not sent.
        """
        row = self.get_webhook()
        webhooks.delete(row.table_id, row.id, self._expected(row))
        return JSONResponse(status=204)

    def _expected(self, row: Webhook) -> int | None:
        conflict = webhooks.WebhookVersionConflict(row)
        return expected_version(self.request, row.version, lambda: conflict, needed=True)


class _WebhookSecret(_Webhooks):
    """The secret of a webhook."""

    @extend_schema(
        operation_id="webhooks_replace_secret",
        parameters=[IDEMPOTENCY_KEY],
        request=None,
        responses={201: responses.NewSecret},
    )
    def post(self, request: Request, **path: str) -> JSONResponse:
        """Replace the secret

        For a day, deliveries are signed with the old one too. Use the new one from then on.
        """
        row = self.get_webhook()
        self.check_no_body()

        def work(store: StoreResponse) -> JSONResponse:
            with write_transaction():
                secret = idempotency.webhook_secret_maker(request)
                new = webhooks.replace_secret(row.table_id, row.id, secret)
                response = private_response(
                    {"secret": new.secret}, status=201, location=webhook_json(row)["links"]["self"]
                )
                store(response, secret_of=[f"{PREFIX}{row.id}"])
            return response

        return idempotency.run_once(request, f"{self.kind} {row.table_id}", work)


class _WebhookTest(_Webhooks):
    """Tests of a webhook."""

    @extend_schema(
        operation_id="webhooks_test",
        parameters=[IDEMPOTENCY_KEY],
        request=None,
        responses={201: responses.Delivery, 409: None},
    )
    def post(self, request: Request, **path: str) -> JSONResponse:
        """Send a test

        The event is `webhook.test`. Read the delivery to see its result; 409 if the webhook is switched off.
        """
        row = self.get_webhook()
        self.check_no_body()

        def work(store: StoreResponse) -> JSONResponse:
            with write_transaction():
                delivery = webhooks.test(row.table_id, row.id)
                location = f"{webhook_json(row)['links']['deliveries']}/{delivery.message}"
                response = private_response(delivery_json(delivery), status=201, location=location)
                store(response)
            return response

        return idempotency.run_once(request, f"{self.kind} {row.table_id}", work)


class _DeliveryList(_Webhooks):
    """The log of a webhook."""

    queries: ClassVar = {"GET": PageQuery}

    @extend_schema(operation_id="deliveries_list", responses=responses.DeliveryPage)
    def get(self, request: Request, **path: str) -> JSONResponse:
        """The deliveries of a webhook

        The latest first. Deliveries are kept for 30 days.
        """
        row = self.get_webhook()
        query: PageQuery = self.query
        page = deliveries(row, query.number(), query.limit + 1)
        cursor = str(page[query.limit - 1].id) if len(page) > query.limit else None
        results = [delivery_json(row) for row in page[: query.limit]]
        link = next_link(request, cursor)
        return with_next(private_response({"results": results, "next": link}), link)


class _DeliveryDetail(_Webhooks):
    """One delivery."""

    @extend_schema(operation_id="deliveries_read", responses=responses.DeliveryWithMessage)
    def get(self, request: Request, **path: str) -> JSONResponse:
        """A delivery

        With what is sent.
        """
        return private_response(delivery_json(self.get_delivery(), message=True))


class _DeliverySendAgain(_Webhooks):
    """Sending a delivery again."""

    @extend_schema(
        operation_id="deliveries_send_again",
        parameters=[IDEMPOTENCY_KEY],
        request=None,
        responses={200: responses.Delivery, 409: None},
    )
    def post(self, request: Request, **path: str) -> JSONResponse:
        """Send a delivery again

        Under the same webhook-id, whatever its result was; 409 if the webhook is switched off.
        """
        row = self.get_delivery()
        self.check_no_body()

        def work(store: StoreResponse) -> JSONResponse:
            with write_transaction():
                sent = webhooks.send_again(row.table_id, row.webhook_id, row.message)
                response = private_response(delivery_json(sent))
                store(response)
            return response

        return idempotency.run_once(request, f"{self.kind} {row.table_id}", work)


def _response(row: Webhook) -> JSONResponse:
    return private_response(webhook_json(row), row.version)


# -- the addresses ---------------------------------------------------------------------------------------


class WebhookList(_WebhookList, WebhookView):
    """The webhooks of a table."""


class WebhookDetail(_WebhookDetail, WebhookView):
    """One webhook of a table."""


class WebhookSecret(_WebhookSecret, WebhookView):
    """The secret of a webhook of a table."""


class WebhookTest(_WebhookTest, WebhookView):
    """Tests of a webhook of a table."""


class DeliveryList(_DeliveryList, WebhookView):
    """The log of a webhook of a table."""


class DeliveryDetail(_DeliveryDetail, WebhookView):
    """One delivery to a webhook of a table."""


class DeliverySendAgain(_DeliverySendAgain, WebhookView):
    """Sending a delivery to a webhook of a table again."""


@extend_schema_view(
    get=extend_schema(operation_id="event_webhooks_list"),
    post=extend_schema(operation_id="event_webhooks_register", request=event_bodies.EventWebhookBody),
)
class EventWebhookList(_WebhookList, EventWebhookView):
    """The webhooks of an event."""


@extend_schema_view(
    get=extend_schema(operation_id="event_webhooks_read"),
    patch=extend_schema(operation_id="event_webhooks_update", request=event_bodies.EventWebhookPatch),
    delete=extend_schema(operation_id="event_webhooks_delete"),
)
class EventWebhookDetail(_WebhookDetail, EventWebhookView):
    """One webhook of an event."""


@extend_schema_view(post=extend_schema(operation_id="event_webhooks_replace_secret"))
class EventWebhookSecret(_WebhookSecret, EventWebhookView):
    """The secret of a webhook of an event."""


@extend_schema_view(post=extend_schema(operation_id="event_webhooks_test"))
class EventWebhookTest(_WebhookTest, EventWebhookView):
    """Tests of a webhook of an event."""


@extend_schema_view(get=extend_schema(operation_id="event_deliveries_list"))
class EventDeliveryList(_DeliveryList, EventWebhookView):
    """The log of a webhook of an event."""


@extend_schema_view(get=extend_schema(operation_id="event_deliveries_read"))
class EventDeliveryDetail(_DeliveryDetail, EventWebhookView):
    """One delivery to a webhook of an event."""


@extend_schema_view(post=extend_schema(operation_id="event_deliveries_send_again"))
class EventDeliverySendAgain(_DeliverySendAgain, EventWebhookView):
    """Sending a delivery to a webhook of an event again."""
