"""The database models of events: evenings, tournaments, league days.

Stored is what people decide and enter: entries, draws, seats, typed results, confirmations, adjustments, lots, cash.
Results of matches, rankings, fees and prizes are computed from it (``scoring.events``). Only ``scoring.services``
writes events. Names of people are stored in ``EventEntry`` and at the tables of sittings, nowhere else.
"""

from __future__ import annotations

from django.db import models

from companion.common.json_field import JsonField
from scoring.models import Table, short_id


class Event(models.Model):
    """An evening, a tournament or a league day.

    rules: ``scoring.events.rules.EventRules`` as JSON. game, options: what is played at the tables. version: of its
    settings, entries and rounds, for the ETag. news: counts every change, results too. order: the numbers of entries
    as they were drawn at the beginning. lots: by number of the entry, as text. name_days: so many days after the last
    round is closed, names are deleted. public: whether the ranking has names for everybody who may read.
    frozen: whether readers do not see the running round in the ranking. closed_at: when the last round was closed.
    """

    id = models.CharField(primary_key=True, max_length=16, default=short_id, editable=False)
    name = models.CharField(max_length=80)
    game = models.CharField(max_length=40)
    options = JsonField(default=dict)
    rules = JsonField(default=dict)
    players_each = models.PositiveSmallIntegerField(default=1)
    version = models.PositiveIntegerField(default=1)
    news = models.PositiveIntegerField(default=1)
    order = JsonField(default=list)
    lots = JsonField(default=dict)
    name_days = models.PositiveSmallIntegerField(default=90)
    public = models.BooleanField(default=False)
    frozen = models.BooleanField(default=False)
    created_at = models.DateTimeField()
    closed_at = models.DateTimeField(null=True, blank=True)
    names_deleted_at = models.DateTimeField(null=True, blank=True)

    def __str__(self) -> str:
        return self.name


class EventKey(models.Model):
    """A key of an event. Its id is public; of its secret only the hash is stored.

    The role ``entrant`` reads what a viewer reads, and enters itself; for its entry it gets a key of the role
    ``player``. entry: the number of the entry whose own key it is, of the role ``player`` only. The role ``scorer``
    has no row here: it is the scorer's key of the sitting's table.
    """

    ORGANISER = "organiser"
    REFEREE = "referee"
    VIEWER = "viewer"
    DISPLAY = "display"
    ENTRANT = "entrant"
    PLAYER = "player"
    ROLES = (ORGANISER, REFEREE, VIEWER, DISPLAY, ENTRANT)
    """Roles of which an event has one key each."""

    id = models.CharField(primary_key=True, max_length=16, default=short_id, editable=False)
    event = models.ForeignKey(Event, models.CASCADE, related_name="keys")
    role = models.CharField(max_length=9)
    entry = models.PositiveIntegerField(null=True, blank=True)
    digest = models.CharField(max_length=64)
    created_at = models.DateTimeField(auto_now_add=True)

    class Meta:
        constraints = [
            models.UniqueConstraint(
                fields=["event", "role"], condition=models.Q(entry=None), name="one_event_key_for_each_role"
            ),
            models.UniqueConstraint(fields=["event", "entry"], name="one_key_for_each_entry"),
        ]

    def __str__(self) -> str:
        return f"{self.role} of {self.event_id}"


class EventEntry(models.Model):
    """A player, a pair or a team that takes part.

    members: names of those who sit down, empty for one who plays under the entry's name. left: the first round that it
    does not play, None while it is there. shown: whether it agrees that its name is shown to everybody.
    """

    id = models.BigAutoField(primary_key=True)
    event = models.ForeignKey(Event, models.CASCADE, related_name="entries", db_index=False)
    number = models.PositiveIntegerField()
    name = models.CharField(max_length=80, blank=True)
    members = JsonField(default=list)
    club = models.CharField(max_length=60, blank=True)
    team = models.CharField(max_length=60, blank=True)
    label = models.CharField(max_length=40, blank=True)
    seed = models.PositiveIntegerField(null=True, blank=True)
    first_round = models.PositiveSmallIntegerField(default=1)
    left = models.PositiveSmallIntegerField(null=True, blank=True)
    shown = models.BooleanField(default=True)

    class Meta:
        constraints = [models.UniqueConstraint("event", "number", name="entry_number_once_in_an_event")]

    def __str__(self) -> str:
        return f"entry {self.number} of {self.event_id}"


class EventRound(models.Model):
    """A round: proposed, published, running or closed. seed: the text of its draw. notices: [code, numbers].

    time_limit: in minutes, None for none. ends_at: when the time is over, from the start of the round. paused_at: since
    when its clock stands still, None while it goes.
    """

    PROPOSED = "proposed"
    PUBLISHED = "published"
    RUNNING = "running"
    CLOSED = "closed"

    id = models.BigAutoField(primary_key=True)
    event = models.ForeignKey(Event, models.CASCADE, related_name="rounds", db_index=False)
    number = models.PositiveSmallIntegerField()
    state = models.CharField(max_length=9, default=PROPOSED)
    seed = models.CharField(max_length=80)
    attempt = models.PositiveSmallIntegerField(default=1)
    cost = models.PositiveIntegerField(default=0)
    byes = JsonField(default=list)
    notices = JsonField(default=list)
    started_at = models.DateTimeField(null=True, blank=True)
    closed_at = models.DateTimeField(null=True, blank=True)
    time_limit = models.PositiveSmallIntegerField(null=True, blank=True)
    ends_at = models.DateTimeField(null=True, blank=True)
    paused_at = models.DateTimeField(null=True, blank=True)

    class Meta:
        constraints = [models.UniqueConstraint("event", "number", name="round_number_once_in_an_event")]

    def __str__(self) -> str:
        return f"round {self.number} of {self.event_id}"


class EventSitting(models.Model):
    """One table of one round.

    number: of the table. entries: numbers, in seat order. table: where its matches are kept, from the start of the
    round. players: the entry of each player of that table, by id. lists: the ids of the matches that make up each list
    of the sitting; empty if all matches of the table are one list. joined_after: so many deals were played before a
    fourth player joined. source: match or typed. status: open, entered, confirmed, disputed; the result of matches that
    are over counts as entered. result: the typed one, by number of the entry as text; first_result: the part of it that
    was played before somebody joined. other: another result that was sent for it, until somebody decides.
    confirmed_by: numbers. best_of: matches at most, as the rules were when the round began; None before. deals: after
    so many, the event ends a match of it; 0 where only the rules of the game do.
    """

    MATCH = "match"
    TYPED = "typed"
    OPEN = "open"
    ENTERED = "entered"
    CONFIRMED = "confirmed"
    DISPUTED = "disputed"

    id = models.BigAutoField(primary_key=True)
    event = models.ForeignKey(Event, models.CASCADE, related_name="sittings")
    round = models.ForeignKey(EventRound, models.CASCADE, related_name="sittings", db_index=False)
    number = models.PositiveSmallIntegerField()
    entries = JsonField()
    table = models.OneToOneField(
        Table, models.SET_NULL, null=True, blank=True, related_name="sitting", db_constraint=False
    )
    players = JsonField(default=dict)
    lists = JsonField(default=list, db_default=[])
    joined_after = models.PositiveSmallIntegerField(null=True, blank=True)
    source = models.CharField(max_length=5, default=MATCH)
    status = models.CharField(max_length=9, default=OPEN)
    result = JsonField(null=True, blank=True)
    first_result = JsonField(null=True, blank=True)
    other = JsonField(null=True, blank=True)
    passed_in = models.PositiveSmallIntegerField(default=0)
    by_default = models.PositiveIntegerField(null=True, blank=True)
    best_of = models.PositiveSmallIntegerField(null=True, blank=True)
    deals = models.PositiveSmallIntegerField(default=0, db_default=0)
    confirmed_by = JsonField(default=list)
    objections = JsonField(default=list)
    version = models.PositiveIntegerField(default=1)

    class Meta:
        constraints = [models.UniqueConstraint("round", "number", name="table_number_once_in_a_round")]

    def __str__(self) -> str:
        return f"table {self.number} of round {self.round_id}"


class EventAdjustment(models.Model):
    """Points or match points that an entry gets (or loses, below zero), for a reason."""

    id = models.BigAutoField(primary_key=True)
    event = models.ForeignKey(Event, models.CASCADE, related_name="adjustments")
    entry = models.PositiveIntegerField()
    round = models.PositiveSmallIntegerField(null=True, blank=True)
    points = models.IntegerField(default=0)
    match_points = models.IntegerField(default=0)
    reason = models.CharField(max_length=200)
    at = models.DateTimeField()

    def __str__(self) -> str:
        return f"{self.points} for entry {self.entry} of {self.event_id}"


class EventCash(models.Model):
    """Money that came in (above zero) or went out, in the smallest unit. entry: whose, None for nobody's."""

    id = models.BigAutoField(primary_key=True)
    event = models.ForeignKey(Event, models.CASCADE, related_name="cash")
    entry = models.PositiveIntegerField(null=True, blank=True)
    kind = models.CharField(max_length=9)
    amount = models.IntegerField()
    note = models.CharField(max_length=60, blank=True)
    at = models.DateTimeField()

    def __str__(self) -> str:
        return f"{self.amount} of {self.event_id}"


class EventChange(models.Model):
    """A line of the history of an event. It has no names, so that names can be deleted. role: of the key that did it.

    kind: such as draw, publish, result. before, after: plain JSON, None if there is none.
    """

    id = models.BigAutoField(primary_key=True)
    event = models.ForeignKey(Event, models.CASCADE, related_name="changes")
    number = models.PositiveIntegerField()
    kind = models.CharField(max_length=20)
    role = models.CharField(max_length=9)
    round = models.PositiveSmallIntegerField(null=True, blank=True)
    table_number = models.PositiveSmallIntegerField(null=True, blank=True)
    entry = models.PositiveIntegerField(null=True, blank=True)
    reason = models.CharField(max_length=200, blank=True)
    before = JsonField(null=True, blank=True)
    after = JsonField(null=True, blank=True)
    at = models.DateTimeField()

    class Meta:
        constraints = [models.UniqueConstraint("event", "number", name="event_change_number_once")]

    def __str__(self) -> str:
        return f"{self.kind} in {self.event_id}"


class Season(models.Model):
    """Events that are counted together.

    rules: ``scoring.events.season.SeasonRules`` as JSON. same: groups of names that are one person. public: whether the
    ranking is shown to everybody, with the names of those who agree.
    """

    id = models.CharField(primary_key=True, max_length=16, default=short_id, editable=False)
    name = models.CharField(max_length=80)
    rules = JsonField(default=dict)
    same = JsonField(default=list)
    public = models.BooleanField(default=False, db_default=False)
    version = models.PositiveIntegerField(default=1)
    created_at = models.DateTimeField()

    def __str__(self) -> str:
        return self.name


class SeasonKey(models.Model):
    """A key of a season. Its id is public; of its secret only the hash is stored."""

    ROLES = (EventKey.ORGANISER, EventKey.VIEWER)

    id = models.CharField(primary_key=True, max_length=16, default=short_id, editable=False)
    season = models.ForeignKey(Season, models.CASCADE, related_name="keys")
    role = models.CharField(max_length=9)
    digest = models.CharField(max_length=64)
    created_at = models.DateTimeField(auto_now_add=True)

    class Meta:
        constraints = [models.UniqueConstraint("season", "role", name="one_season_key_for_each_role")]

    def __str__(self) -> str:
        return f"{self.role} of {self.season_id}"


class SeasonEvent(models.Model):
    """An event of a season."""

    id = models.BigAutoField(primary_key=True)
    season = models.ForeignKey(Season, models.CASCADE, related_name="events", db_index=False)
    event = models.ForeignKey(Event, models.CASCADE, related_name="seasons")

    class Meta:
        constraints = [models.UniqueConstraint("season", "event", name="event_once_in_a_season")]

    def __str__(self) -> str:
        return f"{self.event_id} in {self.season_id}"


class SeasonPerson(models.Model):
    """Who an entry was, as a number without a name: written when the names of its event are deleted."""

    id = models.BigAutoField(primary_key=True)
    season = models.ForeignKey(Season, models.CASCADE, related_name="people", db_index=False)
    event = models.ForeignKey(Event, models.CASCADE, related_name="+")
    entry = models.PositiveIntegerField()
    person = models.PositiveIntegerField()

    class Meta:
        constraints = [models.UniqueConstraint("season", "event", "entry", name="entry_is_one_person")]

    def __str__(self) -> str:
        return f"entry {self.entry} of {self.event_id} is {self.person}"
