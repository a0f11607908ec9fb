"""httpx without TLS: tests speak to the loopback only, and reading all certificates takes 24 ms for each client."""

from __future__ import annotations

from functools import partial

import httpx

Client = partial(httpx.Client, verify=False)

get = partial(httpx.get, verify=False)
post = partial(httpx.post, verify=False)
head = partial(httpx.head, verify=False)
request = partial(httpx.request, verify=False)
stream = partial(httpx.stream, verify=False)
