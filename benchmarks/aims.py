"""The aims for all figures. The report says which are reached."""

from __future__ import annotations

#: Times as long as the floor takes, at one connection; recording also at eight.
CALLS = {
    "record a hand": 2.2,
    "match as JSON, 40 hands": 1.0,
    "match unchanged, 304": 2.0,
    "score, not stored": 2.3,
}
CONNECTIONS_OF_RECORDING = (1, 8)
#: Milliseconds that 99 of 100 hands take, by connections, on SQLite.
RECORDING_P99 = {8: 25.0, 32: 80.0}
#: Times as long, at the end of the growth as at its beginning.
GROWTH = 1.2
#: Milliseconds until the last watcher has the new version, by number of watchers.
LAST_TOLD = {1_000: 60.0, 5_000: 150.0}
KIB_PER_WATCHER = 20.0
#: Seconds from the start of the process to its first answer.
START = 1.5
#: Times as long as the same hand through the API.
SAVE = 3.0
