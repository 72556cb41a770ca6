"""Decides about retries and their delays."""

from __future__ import annotations

import re
from email.utils import parsedate_to_datetime
from datetime import timezone

from ._errors import APIConnectionError, APITimeoutError, BestowError

_BASE_DELAY = 0.5  # seconds
_MAX_DELAY = 8.0


def is_retryable(error: BestowError) -> bool:
    """True for failures that a retry can solve: no response arrived, or the failure is temporary."""
    status = error.status
    return (
        isinstance(error, APITimeoutError)
        or (isinstance(error, APIConnectionError) and status is None)
        or status in (408, 429)
        or (status == 409 and error.code == "idempotency_key_in_use")
        or (status is not None and status >= 500)
    )


def compute_delay(attempt: int, retry_after: float | None, random: float) -> float:
    """Returns the delay before the next attempt in seconds.

    The delay is random up to a limit that doubles, so that clients that fail together do not retry together. It is
    never shorter than ``Retry-After``.
    """
    ceiling = min(_MAX_DELAY, _BASE_DELAY * 2 ** min(attempt - 1, 10))
    return random * ceiling if retry_after is None else retry_after + random * _BASE_DELAY / 2


def parse_retry_after(header: str | None, now: float) -> float | None:
    """Parses ``Retry-After`` (seconds or a date). ``now`` is a Unix time. Returns seconds."""
    text = (header or "").strip()
    if text == "":
        return None
    if re.fullmatch(r"[0-9]{1,9}", text):
        return float(text)
    try:
        date = parsedate_to_datetime(text)
    except (TypeError, ValueError):
        return None
    if date.tzinfo is None:
        date = date.replace(tzinfo=timezone.utc)
    return max(0.0, date.timestamp() - now)
