"""The options of one request."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TypedDict


class RequestOptions(TypedDict, total=False):
    """Options of one request, as keyword arguments of every method."""

    timeout: float
    """The total timeout in seconds, for all attempts and the delays between them."""
    attempt_timeout: float
    """The timeout of each attempt in seconds."""
    max_retries: int
    """The maximum number of retries."""
    headers: Mapping[str, str]
    """Additional headers."""


class WriteOptions(RequestOptions, total=False):
    """Options of one request that writes."""

    idempotency_key: str
    """Default: a generated key. Pass your own key to be safe across restarts of your program."""
