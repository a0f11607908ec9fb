"""httpx for the loopback: without TLS, since reading all certificates takes 24 ms for each client, and patient.

A server on a machine that is busy with other tests is slow, not wrong.
"""

from __future__ import annotations

from functools import partial

import httpx

_SECONDS = 60

Client = partial(httpx.Client, verify=False, timeout=_SECONDS)

get = partial(httpx.get, verify=False, timeout=_SECONDS)
post = partial(httpx.post, verify=False, timeout=_SECONDS)
head = partial(httpx.head, verify=False, timeout=_SECONDS)
request = partial(httpx.request, verify=False, timeout=_SECONDS)
stream = partial(httpx.stream, verify=False, timeout=_SECONDS)
