"""What another app shares with the installed Companion (``share_target`` of the manifest): a file, a link or codes.

The request comes from the phone's system, without a token of a form. So it changes nothing: it shows what was shared,
and a person goes on from there.
"""

from __future__ import annotations

import re
from typing import Any

from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _
from django.views.decorators.csrf import csrf_exempt
from django.views.decorators.http import require_POST
from pydantic_core import from_json

from scoring.pages.device_keys import DeviceKeys, may_write, private_page
from scoring.pages.views.codes import show_codes
from scoring.pages.views.home import joined_address

_CODE = re.compile(r"#m=(\S+)")


@csrf_exempt
@require_POST
@private_page
def receive(request: HttpRequest) -> HttpResponse:
    """Shows what was shared: matches of a file before they are imported, a match in codes; a link is opened."""
    if file := request.FILES.get("file"):
        return _file(request, file.read().decode("utf-8", "replace"))
    text = " ".join(request.POST.get(name, "")[:20_000] for name in ("url", "text", "title"))
    if address := joined_address(text):
        return redirect(address, permanent=False)
    if codes := list(dict.fromkeys(_CODE.findall(text))):
        return show_codes(request, codes)
    return render(request, "pages/shared.html", {"errors": [_("Nothing in it is from the Companion.")]}, status=422)


def _file(request: HttpRequest, document: str) -> HttpResponse:
    page: dict[str, Any] = {
        "document": document,
        "tables": [table for table, role in DeviceKeys(request).tables if may_write(role)],
    }
    try:
        matches = from_json(document)["matches"]
        page["count"] = len(matches)
    except (ValueError, TypeError, KeyError):
        page["errors"] = [_("This is no file that was exported here.")]
    return render(request, "pages/shared.html", page, status=422 if "errors" in page else 200)
