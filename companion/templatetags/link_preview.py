"""What a chat shows of a link to a page: title, text and picture, by the Open Graph protocol (ogp.me)."""

from __future__ import annotations

import re
from typing import Any

from django import template
from django.conf import settings

_SPACES = re.compile("[ \n]+")
"""Breaks of lines in templates; no-break spaces stay."""

register = template.Library()


@register.inclusion_tag("link_preview.html", takes_context=True)
def link_preview(context: Any, title: str, description: str, picture: str, picture_text: str = "") -> dict[str, str]:
    """The tags for the head of a page; none on a phone without a server.

    picture: its address, with or without the host. picture_text: what it shows; "" for the title.
    """
    request = context.get("request")
    if request is None or not settings.SERVER:
        return {}
    return {
        "title": _SPACES.sub(" ", title).strip(" "),
        "description": _SPACES.sub(" ", description).strip(" "),
        "picture": request.build_absolute_uri(picture),
        "picture_text": picture_text or title,
    }
