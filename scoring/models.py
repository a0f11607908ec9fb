"""The database models.

Inputs, results and states of hands are canonical JSON text, as the API serves it, so that a match is read by joining
texts instead of parsing them. Results have placeholders for players' names (see
``scoring.engine.messages.fill_names``). Rows have their table's id, so that the database can be split by table.
Only ``scoring.services`` writes matches, hands and changes.
"""

from __future__ import annotations

import secrets

from django.conf import settings
from django.db import models
from django.db.models import F, Q

from companion.common.json_field import JsonField
from scoring.engine.models import LONGEST_NOTE

ID_LETTERS = "23456789abcdefghjkmnpqrstuvwxyz"
ID_LENGTH = 16
MATCH_ID_LENGTH = 28


def _random_letters(length: int) -> str:
    return "".join(secrets.choice(ID_LETTERS) for _ in range(length))


def short_id() -> str:
    """Returns a random id that can be read aloud: 16 characters, about 79 bits.

    It begins with the mark of the cell (``settings.CELL``), if this installation has one: then about 69 bits.
    """
    mark: str = settings.CELL
    return mark + _random_letters(ID_LENGTH - len(mark))


def cell_in(an_id: str) -> str:
    """Returns the mark of the cell in which this id was made, "" for the first cell: other ids have no 0."""
    return an_id[:2] if an_id.startswith("0") else ""


def new_match_id(table_id: str) -> str:
    """Returns a random id for a match: its table's id and 12 characters of its own, about 59 bits."""
    return table_id + _random_letters(MATCH_ID_LENGTH - ID_LENGTH)


def table_in(match_id: str) -> str:
    """Returns the id of the table at the start of a match's id, "" for ids of earlier releases, which have none.

    With it, every query about a match names one table, see docs/operations/scale.md.
    """
    return match_id[:ID_LENGTH] if len(match_id) > ID_LENGTH else ""


def by_id(match_id: str) -> Q:
    """Returns the condition for the match with this id. It names the table too, if the id has it."""
    return Q(id=match_id, table_id=table_in(match_id)) if table_in(match_id) else Q(id=match_id)


class Table(models.Model):
    """The people who play together.

    options: their house rules, by game slug. settlement: how new matches are settled, by game slug, or None.
    signs: of the suits on pages, for phones that have not chosen any; "" for those of each game's players.
    viewer_scope: what the viewer's key opens: the whole table, or only matches whose address is known. embedding:
    whether pages of other sites may show its matches, without a key.
    """

    SIGNS = ("french", "german", "spanish", "italian")
    WHOLE_TABLE = "table"
    ONE_MATCH = "match"
    VIEWER_SCOPES = (WHOLE_TABLE, ONE_MATCH)

    id = models.CharField(primary_key=True, max_length=16, default=short_id, editable=False)
    name = models.CharField(max_length=80)
    options = JsonField(default=dict)
    settlement = JsonField(null=True, blank=True)
    signs = models.CharField(max_length=8, blank=True, default="")
    viewer_scope = models.CharField(max_length=5, default=WHOLE_TABLE, db_default=WHOLE_TABLE)
    embedding = models.BooleanField(default=False, db_default=False)
    version = models.PositiveIntegerField(default=1)
    created_at = models.DateTimeField(auto_now_add=True)

    def __str__(self) -> str:
        return self.name


class Player(models.Model):
    """Somebody who plays at a table. active: False for a player who has left, and is kept for old matches."""

    id = models.CharField(primary_key=True, max_length=16, default=short_id, editable=False)
    table = models.ForeignKey(Table, models.CASCADE, related_name="players")
    name = models.CharField(max_length=40)
    color = models.CharField(max_length=7, blank=True)
    active = models.BooleanField(default=True)
    created_at = models.DateTimeField(auto_now_add=True)

    class Meta:
        constraints = [models.UniqueConstraint("table", "name", name="player_name_once_at_a_table")]

    def __str__(self) -> str:
        return self.name


class AccessKey(models.Model):
    """A key of a table. Its id is public; of its secret only the hash is stored."""

    SCORER = "scorer"
    VIEWER = "viewer"
    HANDED = "handed"
    """Of the scorer's key at a table of an event while its result is confirmed: it only reads."""
    ROLES = (SCORER, VIEWER)

    id = models.CharField(primary_key=True, max_length=16, default=short_id, editable=False)
    table = models.ForeignKey(Table, models.CASCADE, related_name="keys")
    role = models.CharField(max_length=6)
    digest = models.CharField(max_length=64)
    created_at = models.DateTimeField(auto_now_add=True)

    class Meta:
        constraints = [models.UniqueConstraint("table", "role", name="one_key_for_each_role")]

    def __str__(self) -> str:
        return f"{self.role} of {self.table_id}"


class Match(models.Model):
    """A match and its status.

    seats: [{"player": id, "name": name}] in order of play. version: number of changes so far, the ETag.
    summary: JSON text of what an API answer holds beside the hands (totals, finished, winners, next, state).
    ended: the players ended the match themselves. hand_open: the last hand is still being played.
    note: a text about it. can_redo: an undone change can be redone. archived_at: when it was removed from the lists, or
    None. A later hand brings it back, see ``ARCHIVED``.
    settlement: the rules by which it is settled (``SettlementRules``), None if it is not played for anything.
    continues: the id of the part before it, whose people changed; "" for a match that began by itself. continued_by:
    the id of the part after it. carried: how it took over that part (``services.parts``), None if it took none over.
    """

    id = models.CharField(primary_key=True, max_length=MATCH_ID_LENGTH, default=short_id, editable=False)
    table = models.ForeignKey(Table, models.CASCADE, related_name="matches")
    game = models.CharField(max_length=40)
    title = models.CharField(max_length=80, blank=True)
    note = models.CharField(max_length=LONGEST_NOTE, blank=True, default="", db_default="")
    seats = JsonField()
    options = JsonField(default=dict)
    start = JsonField(default=dict)
    version = models.PositiveIntegerField(default=0)
    hand_count = models.PositiveIntegerField(default=0)
    state = models.TextField()
    summary = models.TextField()
    totals = JsonField()
    winners = JsonField(default=list)
    finished = models.BooleanField(default=False)
    ended = models.BooleanField(default=False)
    hand_open = models.BooleanField(default=False)
    can_redo = models.BooleanField(default=False, db_default=False)
    created_at = models.DateTimeField()
    updated_at = models.DateTimeField()
    archived_at = models.DateTimeField(null=True, blank=True)
    settlement = JsonField(null=True, blank=True)
    continues = models.CharField(max_length=MATCH_ID_LENGTH, blank=True, default="", db_default="")
    continued_by = models.CharField(max_length=MATCH_ID_LENGTH, blank=True, default="", db_default="")
    carried = JsonField(null=True, blank=True)

    class Meta:
        indexes = [models.Index(fields=["table", "-created_at", "id"], name="matches_of_a_table")]

    def __str__(self) -> str:
        return f"{self.game} {self.id}"


ARCHIVED = Q(archived_at__gte=F("updated_at"))
"""The condition for archived matches: nothing was played or corrected in them since they were archived."""


class Hand(models.Model):
    """One hand: its input, its result, the state after it. points: by side, as JSON text."""

    id = models.BigAutoField(primary_key=True)
    table_id = models.CharField(max_length=16)
    match = models.ForeignKey(Match, models.CASCADE, related_name="hands", db_index=False)
    number = models.PositiveIntegerField()
    input = models.TextField()
    result = models.TextField()
    points = models.TextField()
    state = models.TextField()
    complete = models.BooleanField(default=True)
    recorded_at = models.DateTimeField()

    class Meta:
        constraints = [models.UniqueConstraint("match", "number", name="hand_number_once_in_a_match")]

    def __str__(self) -> str:
        return f"hand {self.number} of {self.match_id}"


class TranslatedResult(models.Model):
    """The result of a hand with its texts in another language than English. It saves scoring the hand again.

    language: a language tag. catalogue: the version of the catalogue with the texts. result: JSON text, as in
    ``Hand.result``. It is deleted with the hand; a corrected hand is a new row.
    """

    id = models.BigAutoField(primary_key=True)
    table_id = models.CharField(max_length=16)
    hand = models.ForeignKey(Hand, models.CASCADE, related_name="translated_results", db_index=False)
    language = models.CharField(max_length=8)
    catalogue = models.CharField(max_length=8)
    result = models.TextField()

    class Meta:
        constraints = [
            models.UniqueConstraint(fields=["hand", "language", "table_id"], name="result_once_in_a_language")
        ]

    def __str__(self) -> str:
        return f"hand {self.hand_id} in {self.language}"


class Change(models.Model):
    """A change to a match. One row for each version; only ``undo_status`` is ever altered.

    kind: record, correct, take_back, finish, reopen, retitle, note, rename, reseat, continue, carry, undo or redo.
    number: the hand concerned.
    before, after: its input as JSON text ("" if there is none). target: the version of the change that is undone or
    redone. undo_status: done (can be undone), undone (can be redone), dropped (neither).
    """

    DONE = "done"
    UNDONE = "undone"
    DROPPED = "dropped"

    id = models.BigAutoField(primary_key=True)
    table_id = models.CharField(max_length=16)
    match = models.ForeignKey(Match, models.CASCADE, related_name="changes", db_index=False)
    version = models.PositiveIntegerField()
    kind = models.CharField(max_length=10)
    number = models.PositiveIntegerField(default=0)
    before = models.TextField(default="", blank=True)
    after = models.TextField(default="", blank=True)
    target = models.PositiveIntegerField(default=0)
    undo_status = models.CharField(max_length=7, default=DONE)
    at = models.DateTimeField()

    class Meta:
        constraints = [models.UniqueConstraint("match", "version", name="change_version_once_in_a_match")]
        indexes = [models.Index(fields=["match", "undo_status", "version"], name="changes_to_undo")]

    def __str__(self) -> str:
        return f"{self.kind} {self.match_id} v{self.version}"


class ServerCopy(models.Model):
    """On a phone without a server: a match of which the server has a copy.

    version: of the server's copy when it was last seen. different: that copy as JSON text, if both differ and nobody
    has settled it yet; else "".
    """

    match = models.OneToOneField(Match, models.CASCADE, primary_key=True, related_name="server_copy")
    version = models.PositiveIntegerField()
    different = models.TextField(default="", blank=True)

    def __str__(self) -> str:
        return f"copy of {self.match_id}"


class KittyEntry(models.Model):
    """An amount put into a table's kitty (above zero) or taken out (below). Amounts from matches are not stored.

    word: the unit of the amount, as in ``SettlementRules``.
    """

    id = models.BigAutoField(primary_key=True)
    table = models.ForeignKey(Table, models.CASCADE, related_name="kitty_entries")
    amount = models.DecimalField(max_digits=12, decimal_places=2)
    word = models.CharField(max_length=12)
    note = models.CharField(max_length=60, blank=True)
    at = models.DateTimeField()

    def __str__(self) -> str:
        return f"{self.amount} {self.word} of {self.table_id}"


class Webhook(models.Model):
    """An address that is notified of what happens at a table, or in an event.

    table: whose it is. of_event: it belongs to the event whose id is in ``table_id``, the column by which it is split.
    events: their names, a space before and after each, so that SQL can look for one. secret: signs messages;
    old_secret signs them too until old_secret_until. off_reason: why it is not active: scorer, gone, failing or waiting
    (too many deliveries waited); "" if it is active. failing_since: when the current series of failures began.
    claimed_until: until then, only the process that wrote it sends anything.
    """

    id = models.CharField(primary_key=True, max_length=16, default=short_id, editable=False)
    table = models.ForeignKey(Table, models.CASCADE, related_name="webhooks", db_constraint=False)
    of_event = models.BooleanField(default=False, db_default=False)
    url = models.CharField(max_length=500)
    events = models.CharField(max_length=200)
    secret = models.CharField(max_length=64)
    old_secret = models.CharField(max_length=64, blank=True)
    old_secret_until = models.DateTimeField(null=True, blank=True)
    active = models.BooleanField(default=True)
    off_reason = models.CharField(max_length=7, blank=True)
    off_at = models.DateTimeField(null=True, blank=True)
    failing_since = models.DateTimeField(null=True, blank=True)
    claimed_until = models.DateTimeField()
    version = models.PositiveIntegerField(default=1)
    created_at = models.DateTimeField()

    def __str__(self) -> str:
        return f"{self.url} for {self.table_id}"


class WebhookDelivery(models.Model):
    """A message to a webhook: written in the transaction of the change, sent afterwards.

    message: the webhook-id, by which the receiver recognises duplicates; an event has the same id at every webhook.
    match_id: "" for a test and for an event. payload: the body, JSON text. due_at: when it is sent next, if it waits.
    tries: since it was made or requested again. attempts: the result of each, as the API shows it, the latest last.
    """

    WAITING = "waiting"
    DELIVERED = "delivered"
    GIVEN_UP = "given_up"

    id = models.BigAutoField(primary_key=True)
    table_id = models.CharField(max_length=16)
    webhook = models.ForeignKey(Webhook, models.CASCADE, related_name="deliveries")
    message = models.CharField(max_length=16)
    event = models.CharField(max_length=20)
    match_id = models.CharField(max_length=MATCH_ID_LENGTH, blank=True)
    payload = models.TextField()
    status = models.CharField(max_length=9, default=WAITING)
    due_at = models.DateTimeField()
    created_at = models.DateTimeField(db_index=True)
    tries = models.PositiveSmallIntegerField(default=0)
    attempts = JsonField(default=list)

    class Meta:
        verbose_name_plural = "webhook deliveries"
        constraints = [models.UniqueConstraint("webhook", "message", name="message_once_at_a_webhook")]
        indexes = [models.Index(fields=["due_at"], condition=Q(status="waiting"), name="deliveries_waiting")]

    def __str__(self) -> str:
        return f"{self.event} for {self.webhook_id}"


class IdempotencyRecord(models.Model):
    """A response stored for its Idempotency-Key, so that a retry gets it again. scope: the owner of the key."""

    id = models.BigAutoField(primary_key=True)
    scope = models.CharField(max_length=64)
    key = models.CharField(max_length=255)
    digest = models.CharField(max_length=64)
    status = models.PositiveSmallIntegerField()
    headers = models.TextField()
    body = models.TextField()
    at = models.DateTimeField(db_index=True)

    class Meta:
        constraints = [models.UniqueConstraint("scope", "key", name="idempotency_key_once_in_a_scope")]

    def __str__(self) -> str:
        return f"{self.scope} {self.key}"


from scoring import event_models  # noqa: E402, F401 - Django looks for models here only
