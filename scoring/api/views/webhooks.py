"""Webhooks of a table and the log of their deliveries. All of it needs the scorer's key."""

from __future__ import annotations

from typing import ClassVar

from drf_spectacular.utils import extend_schema
from rest_framework.request import Request

from companion.http.conditional import etag, expected_version, not_modified, private_response
from companion.http.openapi.parameters import IDEMPOTENCY_KEY, described
from companion.http.renderers import JSONResponse
from scoring.api import bodies, idempotency
from scoring.api.idempotency import StoreResponse
from scoring.api.pagination import PageQuery, next_link, with_next
from scoring.api.permissions import valid_id
from scoring.api.responses import webhooks as responses
from scoring.api.responses.webhooks import delivery_json, webhook_json
from scoring.api.views.base import TableView
from scoring.db.write_lock import write_transaction
from scoring.models import Webhook, WebhookDelivery
from scoring.selectors.access_keys import WRITE
from scoring.selectors.webhooks import deliveries, webhooks_of
from scoring.services import webhooks
from scoring.services.webhooks import PREFIX


class WebhookView(TableView):
    """An address below /tables/{id}/webhooks."""

    tag = "webhooks"
    role_to_read = WRITE
    conflict_model = responses.StaleWebhook
    path_parameters: ClassVar = {
        **TableView.path_parameters,
        "webhook": described("The webhook.", "w9f4t6k2m8xb3qzn"),
        "delivery": described("The delivery: its webhook-id.", "m4s7v2d9y5ch8gjr"),
    }

    def get_webhook(self) -> Webhook:
        """Returns the webhook of the address. Raises WebhookNotFound, and as ``get_table`` does."""
        table, _ = self.get_table()
        return webhooks.get(table.id, valid_id(self.kwargs["webhook"]))

    def get_delivery(self) -> WebhookDelivery:
        """Returns the delivery of the address. Raises as ``get_webhook`` does."""
        return webhooks.get_delivery(self.get_webhook(), valid_id(self.kwargs["delivery"]))


class WebhookList(WebhookView):
    """The webhooks of a table."""

    @extend_schema(operation_id="webhooks_list", responses=responses.WebhookList)
    def get(self, request: Request, table_id: str) -> JSONResponse:
        """The webhooks of a table"""
        table, _ = self.get_table()
        return private_response({"results": [webhook_json(row) for row in webhooks_of(table)]})

    @extend_schema(
        operation_id="webhooks_register",
        parameters=[IDEMPOTENCY_KEY],
        request=bodies.WebhookBody,
        responses={201: responses.WebhookWithSecret},
    )
    def post(self, request: Request, table_id: str) -> JSONResponse:
        """Register an address

        It is notified of what happens at the table from now on. The response has the secret that signs the messages. It
        is shown only here.
        """
        table, _ = self.get_table()
        body = self.body_as(bodies.WebhookBody)

        def work(store: StoreResponse) -> JSONResponse:
            with write_transaction():
                new = webhooks.register(table, body.url, body.events, idempotency.webhook_secret_maker(request))
                data = {**webhook_json(new.webhook), "secret": new.secret}
                response = private_response(data, new.webhook.version, 201, data["links"]["self"])
                store(response, secret_of=[f"{PREFIX}{new.webhook.id}"])
            return response

        return idempotency.run_once(request, f"table {table.id}", work)


class WebhookDetail(WebhookView):
    """One webhook."""

    versioned = True

    @extend_schema(operation_id="webhooks_read", responses=responses.Webhook)
    def get(self, request: Request, table_id: str, webhook: str) -> JSONResponse:
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
    def patch(self, request: Request, table_id: str, webhook: str) -> JSONResponse:
        """Change a webhook, switch it off or on

        Switching it off gives up what waits. These deliveries can be sent again once it is on.
        """
        row = self.get_webhook()

        def work(store: StoreResponse) -> JSONResponse:
            version = self._expected(row)
            body = self.body_as(bodies.WebhookPatch)
            with write_transaction():
                response = _response(webhooks.update(row.table_id, row.id, body.url, body.events, body.active, version))
                store(response)
            return response

        return idempotency.run_once(request, f"table {row.table_id}", work)

    @extend_schema(operation_id="webhooks_delete", responses={204: None})
    def delete(self, request: Request, table_id: str, webhook: str) -> JSONResponse:
        """Remove a webhook

        With its deliveries; what waits is not sent.
        """
        row = self.get_webhook()
        webhooks.delete(row.table_id, row.id, self._expected(row))
        return JSONResponse(status=204)

    def _expected(self, row: Webhook) -> int | None:
        conflict = webhooks.WebhookVersionConflict(row)
        return expected_version(self.request, row.version, lambda: conflict, needed=True)


class WebhookSecret(WebhookView):
    """The secret of a webhook."""

    @extend_schema(
        operation_id="webhooks_replace_secret",
        parameters=[IDEMPOTENCY_KEY],
        request=None,
        responses={201: responses.NewSecret},
    )
    def post(self, request: Request, table_id: str, webhook: str) -> JSONResponse:
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

        return idempotency.run_once(request, f"table {row.table_id}", work)


class WebhookTest(WebhookView):
    """Tests of a webhook."""

    @extend_schema(
        operation_id="webhooks_test",
        parameters=[IDEMPOTENCY_KEY],
        request=None,
        responses={201: responses.Delivery, 409: None},
    )
    def post(self, request: Request, table_id: str, webhook: str) -> JSONResponse:
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

        return idempotency.run_once(request, f"table {row.table_id}", work)


class DeliveryList(WebhookView):
    """The log of a webhook."""

    queries: ClassVar = {"GET": PageQuery}

    @extend_schema(operation_id="deliveries_list", responses=responses.DeliveryPage)
    def get(self, request: Request, table_id: str, webhook: str) -> JSONResponse:
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


class DeliveryDetail(WebhookView):
    """One delivery."""

    @extend_schema(operation_id="deliveries_read", responses=responses.DeliveryWithMessage)
    def get(self, request: Request, table_id: str, webhook: str, delivery: str) -> JSONResponse:
        """A delivery

        With what is sent.
        """
        return private_response(delivery_json(self.get_delivery(), message=True))


class DeliverySendAgain(WebhookView):
    """Sending a delivery again."""

    @extend_schema(
        operation_id="deliveries_send_again",
        parameters=[IDEMPOTENCY_KEY],
        request=None,
        responses={200: responses.Delivery, 409: None},
    )
    def post(self, request: Request, table_id: str, webhook: str, delivery: str) -> JSONResponse:
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

        return idempotency.run_once(request, f"table {row.table_id}", work)


def _response(row: Webhook) -> JSONResponse:
    return private_response(webhook_json(row), row.version)
