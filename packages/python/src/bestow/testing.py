"""Signed deliveries for the tests of your receiver, in the format of the service."""

from __future__ import annotations

import base64
import hashlib
import hmac
import json
import time
import uuid
from dataclasses import dataclass
from functools import lru_cache
from importlib.resources import files
from typing import Any

from ._generated.version import API_VERSION

__all__ = ["Delivery", "fixture", "signed_delivery"]


@dataclass(frozen=True)
class Delivery:
    """A request in the format of the service."""

    headers: dict[str, str]
    body: bytes


def fixture(event_type: str, version: str = API_VERSION) -> Any:
    """Returns an example body of an event."""
    return json.loads(json.dumps(_fixtures()[version][event_type]))


@lru_cache(maxsize=1)
def _fixtures() -> Any:
    return json.loads(files("bestow").joinpath("_generated/fixtures.json").read_text("utf-8"))


def signed_delivery(
    *,
    secret: str,
    type: str = "gift_request_created",
    version: str = API_VERSION,
    body: object | None = None,
    event_id: str | None = None,
    sent_at: float | None = None,
    previous_secret: str | None = None,
    standard: bool = False,
) -> Delivery:
    """Creates a delivery: ``client.post("/webhooks", data=delivery.body, headers=delivery.headers)``.

    ``body`` is an object, the exact bytes or their text; default: an example of the event. A ``sent_at`` more than five
    minutes ago makes the delivery stale. ``previous_secret`` also signs, as after a rotation. ``standard`` also adds the
    Standard Webhooks headers.
    """
    payload = fixture(type, version) if body is None else body
    text = payload if isinstance(payload, (bytes, str)) else json.dumps(payload, ensure_ascii=False)
    raw = text.encode() if isinstance(text, str) else text
    timestamp = str(int(time.time() if sent_at is None else sent_at))
    own_id = event_id or str(uuid.uuid4())

    def sign(key: str, prefix: str) -> bytes:
        return hmac.new(key.encode(), prefix.encode() + raw, hashlib.sha256).digest()

    headers = {
        "content-type": "application/json" if version == API_VERSION else "application/vnd.api+json",
        "service-webhook-signature": sign(secret, f"{timestamp}.").hex(),
        "service-webhook-dispatch-timestamp": timestamp,
        "service-webhook-event-id": own_id,
        "service-webhook-event-type": type,
        "service-webhook-api-version": version,
    }
    if previous_secret is not None:
        headers["service-webhook-signature-previous"] = sign(previous_secret, f"{timestamp}.").hex()
    if standard:
        headers["webhook-id"] = own_id
        headers["webhook-timestamp"] = timestamp
        mac = base64.b64encode(sign(secret, f"{own_id}.{timestamp}.")).decode()
        headers["webhook-signature"] = f"v1,{mac}"
    return Delivery(headers, raw)
