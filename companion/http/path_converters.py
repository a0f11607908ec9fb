"""Parts of addresses that Django has no converter for."""

from __future__ import annotations

from django.urls import register_converter
from django.urls.converters import IntConverter


class Number(IntConverter):
    """A whole number without leading zeros, so that each thing has one address."""

    regex = "0|[1-9][0-9]*"


register_converter(Number, "number")
