"""What is kept of people in seasons when names are deleted: numbers, or nothing at one person's wish."""

from __future__ import annotations

from collections.abc import Collection

from scoring.event_models import Event, EventEntry, Season, SeasonPerson
from scoring.selectors.seasons import people_of


def keep_people(event: Event) -> None:
    """Stores who the entries of an event are, as numbers, in each of its seasons. Call it before names are deleted."""
    for season in Season.objects.filter(events__event=event):
        entries = list(EventEntry.objects.filter(event__seasons__season=season).order_by("event__created_at", "number"))
        found = people_of(season, entries)
        SeasonPerson.objects.filter(season=season).delete()
        SeasonPerson.objects.bulk_create(
            [SeasonPerson(season=season, event_id=key[0], entry=key[1], person=person) for key, person in found.items()]
        )


def forget_people(event: Event, numbers: Collection[int]) -> None:
    """Deletes who these entries are: their results count for nobody else any more."""
    SeasonPerson.objects.filter(event=event, entry__in=numbers).delete()


def clear_same_names(event: Event, names: Collection[str]) -> None:
    """Takes deleted names out of the lists of names that are one person, unless another entry still has them."""
    for season in Season.objects.select_for_update(no_key=True).filter(events__event=event).exclude(same=[]):
        entries = EventEntry.objects.filter(event__seasons__season=season)
        gone = set(names) - set(entries.values_list("name", flat=True))
        left = [[name for name in group if name not in gone] for group in season.same]
        season.same = [group for group in left if len(group) > 1]
        season.save(update_fields=["same"])
