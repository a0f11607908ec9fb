"""What is stored.

Inputs, results and states of hands are canonical JSON text, in the shape in which the API serves them, so that
reading a match splices text instead of parsing it. Names of players stand in results as placeholders (see
``scoring.engine.messages.fill``). Rows carry their table's id, so that the store can be split by table.
Nothing but ``scoring.services.matches`` writes matches, hands and changes.
"""

from __future__ import annotations

import secrets

from django.db import models

_ALPHABET = "23456789abcdefghjkmnpqrstuvwxyz"


def short_id() -> str:
    """A random id that can be read aloud: 16 characters, about 79 bits."""
    return "".join(secrets.choice(_ALPHABET) for _ in range(16))


class Table(models.Model):
    """The people who play together. options: their house rules, by game slug."""

    id = models.CharField(primary_key=True, max_length=16, default=short_id, editable=False)
    name = models.CharField(max_length=80)
    options = models.JSONField(default=dict)
    version = models.PositiveIntegerField(default=1)
    created_at = models.DateTimeField(auto_now_add=True)

    def __str__(self) -> str:
        return self.name


class Player(models.Model):
    """Somebody who plays at a table. active: False for a player who left and is kept for the matches played."""

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
    """A key of a table: its id is public, its secret is stored as a hash only."""

    SCORER = "scorer"
    VIEWER = "viewer"
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
    """A match and where it stands.

    seats: [{"player": id, "name": name}] in order of play. version: number of changes so far, the ETag.
    summary: JSON text of what an API answer holds beside the hands (totals, finished, winners, next, state).
    ended: the table stopped by its own choice. hand_open: the last hand is still being played.
    """

    id = models.CharField(primary_key=True, max_length=16, default=short_id, editable=False)
    table = models.ForeignKey(Table, models.CASCADE, related_name="matches")
    game = models.CharField(max_length=40)
    title = models.CharField(max_length=80, blank=True)
    seats = models.JSONField()
    options = models.JSONField(default=dict)
    start = models.JSONField(default=dict)
    version = models.PositiveIntegerField(default=0)
    hand_count = models.PositiveIntegerField(default=0)
    state = models.TextField()
    summary = models.TextField()
    totals = models.JSONField()
    winners = models.JSONField(default=list)
    finished = models.BooleanField(default=False)
    ended = models.BooleanField(default=False)
    hand_open = models.BooleanField(default=False)
    created_at = models.DateTimeField()
    updated_at = models.DateTimeField()

    class Meta:
        indexes = [models.Index(fields=["table", "-created_at", "id"], name="matches_of_a_table")]

    def __str__(self) -> str:
        return f"{self.game} {self.id}"


class Hand(models.Model):
    """One hand: what was entered, what it came to, the state after it. points: by side, as JSON text."""

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


class Change(models.Model):
    """Something that happened to a match. One row for each version, never altered but for ``undo_status``.

    kind: record, correct, take_back, finish, reopen, retitle, rename, undo or redo. number: the hand concerned.
    before, after: its input as JSON text ("" where there was none). target: version of the change that an
    undo or redo is about. undo_status: done (can be undone), undone (can be redone), dropped (neither).
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


class IdempotencyRecord(models.Model):
    """A response kept for its Idempotency-Key, so that a retry gets it again. scope: whose key it is."""

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
