"""Webhooks of Bestow.

``construct_event`` verifies a delivery and returns its event. ``Receiver`` also drops duplicates, and returns the status
for your response.
"""

from __future__ import annotations

import base64
import binascii
import hashlib
import hmac
import json
import logging
import re
import threading
import time
from collections.abc import Callable, Iterable, Mapping, Sequence
from concurrent.futures import Future
from dataclasses import dataclass
from datetime import datetime, timezone
from typing import Any, Generic, Protocol, TypeVar, Union, cast, overload

from . import _ed25519 as ed25519
from ._errors import (
    BadSignatureError,
    BodyWasParsedError,
    ContradictionError,
    MissingHeaderError,
    NoSecretError,
    OtherVersionError,
    SecretHasWhitespaceError,
    StaleError,
    WebhookError,
)
from ._generated.operations import EVENT_TYPES
from ._generated.types import GiftRequest
from ._generated.version import API_VERSION

__all__ = [
    "DedupStore",
    "GiftRequest",
    "InMemoryDeduplicator",
    "Receiver",
    "Verdict",
    "WebhookError",
    "WebhookEvent",
    "construct_event",
]

RawBody = Union[bytes, bytearray, memoryview, str]
"""The exact bytes of a request body, or their text."""


class _HasItems(Protocol):
    """The headers of some frameworks, such as the message of http.server, are no ``Mapping``."""

    def items(self) -> Iterable[tuple[Any, Any]]: ...


Headers = Union[_HasItems, Iterable[tuple[Any, Any]]]
"""Headers of any framework: a mapping, or pairs. Names are case-insensitive, and may be bytes as in ASGI."""

Body = TypeVar("Body")

_MAX_SIGNATURES = 5
_PUBLIC_PREFIX = "whpk_"
_logger = logging.getLogger("bestow")


class DedupStore(Protocol):
    """Stores the ids of processed events. Store ids for at least two days.

    A table with a unique column also works after a restart.
    """

    def __contains__(self, event_id: Any, /) -> bool: ...

    def add(self, event_id: str, /) -> object: ...


@dataclass(frozen=True)
class WebhookEvent(Generic[Body]):
    """A verified delivery. Branch on ``type``, and ignore unknown types: later versions can add types."""

    id: str
    """The event id, equal in all attempts. Use it to detect duplicates."""
    type: str
    version: str
    """The payload version."""
    data: Body
    """The body: the gift request at the time of the event."""
    sent_at: datetime
    """The time of this attempt."""
    is_duplicate: bool
    """True if the store ``seen`` contains the id."""


@overload
def construct_event(
    raw_body: RawBody,
    headers: Headers,
    *,
    secrets: str | Sequence[str],
    tolerance: float = ...,
    seen: DedupStore | None = ...,
    versions: None = ...,
    now: Callable[[], float] = ...,
) -> WebhookEvent[GiftRequest]: ...


@overload
def construct_event(
    raw_body: RawBody,
    headers: Headers,
    *,
    secrets: str | Sequence[str],
    tolerance: float = ...,
    seen: DedupStore | None = ...,
    versions: Sequence[str],
    now: Callable[[], float] = ...,
) -> WebhookEvent[Any]: ...


def construct_event(
    raw_body: RawBody,
    headers: Headers,
    *,
    secrets: str | Sequence[str],
    tolerance: float = 300,
    seen: DedupStore | None = None,
    versions: Sequence[str] | None = None,
    now: Callable[[], float] = time.time,
) -> WebhookEvent[Any]:
    """Verifies a delivery and returns its event. Raises a ``WebhookError``; its ``status`` is for your response.

    The function verifies the signature before the timestamp, so only a genuine delivery can be reported as stale.

    ``secrets`` is the signing secret, or several: during a rotation, the new one and the old one. A public key
    (``whpk_…``) verifies the Ed25519 signature instead, so that the receiver needs no secret. ``tolerance`` is the maximum difference in seconds between the delivery and your clock. ``versions`` are the payload versions that you
    accept; default: the newest version. ``now`` returns a Unix time.
    """
    keys = _split_keys(_validate_secrets(secrets))
    body = _to_bytes(raw_body)
    lookup = _index_headers(headers)
    envelope = _verify_envelope(keys, lookup, body)
    sent_at = _parse_sent_at(envelope.timestamp, tolerance, now())
    data = _parse_body(body)
    version = _resolve_version(lookup.get("service-webhook-api-version"), data, versions)
    event_type = _resolve_type(lookup.get("service-webhook-event-type"), data)
    is_duplicate = seen is not None and envelope.id in seen
    return WebhookEvent(envelope.id, event_type, version, data, sent_at, is_duplicate)


@dataclass(frozen=True)
class _Envelope:
    id: str
    timestamp: str
    prefix: str
    """The signed prefix of the body."""
    signatures: Sequence[bytes]


@dataclass(frozen=True)
class _Keys:
    secrets: Sequence[str]
    public_keys: Sequence[bytes]


def _split_keys(entries: Sequence[str]) -> _Keys:
    """A public key is never used as an HMAC secret, because everyone may know it."""
    public_keys = [_decode_public_key(each) for each in entries if each.startswith(_PUBLIC_PREFIX)]
    return _Keys([each for each in entries if not each.startswith(_PUBLIC_PREFIX)], public_keys)


def _decode_public_key(text: str) -> bytes:
    key = _decode_base64(text[len(_PUBLIC_PREFIX) :])
    if len(key) != 32:
        raise NoSecretError("A public key must be whpk_ and 32 bytes in base64.")
    return key


def _verify_envelope(keys: _Keys, headers: Mapping[str, str], body: bytes) -> _Envelope:
    """Returns the envelope that a public key or a secret verifies."""
    if keys.public_keys and (not keys.secrets or "webhook-signature" in headers):
        envelope = _parse_standard_envelope(headers, "v1a,")
        message = _signed_message(envelope, body)
        # Each signature costs milliseconds, so the first valid one ends the loop. All values are public.
        if any(ed25519.verify(key, each, message) for key in keys.public_keys for each in envelope.signatures):
            return envelope
    if keys.secrets:
        envelope = _parse_envelope(headers)
        if _has_valid_signature(keys.secrets, envelope, body):
            return envelope
    raise BadSignatureError(
        "No signing secret matches. Check that the secret belongs to this endpoint and that the body is unchanged."
    )


def _require(headers: Mapping[str, str], name: str) -> str:
    value = headers.get(name, "")
    if value == "":
        raise MissingHeaderError(f"The header {name} is missing.")
    return value


def _parse_standard_envelope(headers: Mapping[str, str], scheme: str) -> _Envelope:
    """Reads the Standard Webhooks headers, with the signatures of one scheme: ``v1,`` (HMAC) or ``v1a,`` (Ed25519)."""
    event_id, timestamp = _require(headers, "webhook-id"), _require(headers, "webhook-timestamp")
    # A rotation sends two signatures of each scheme. Verifying one reads the whole body, so the number is limited.
    candidates = [each for each in _require(headers, "webhook-signature").split(" ") if each.startswith(scheme)]
    decoded = [_decode_base64(each[len(scheme) :]) for each in candidates[:_MAX_SIGNATURES]]
    return _Envelope(event_id, timestamp, f"{event_id}.{timestamp}.", decoded)


def _parse_envelope(headers: Mapping[str, str]) -> _Envelope:
    """Reads the Bestow headers, or the Standard Webhooks headers if a gateway passes only those."""
    if "service-webhook-signature" not in headers and "webhook-signature" in headers:
        return _parse_standard_envelope(headers, "v1,")
    signature = _require(headers, "service-webhook-signature")
    previous = headers.get("service-webhook-signature-previous", "")
    timestamp = _require(headers, "service-webhook-dispatch-timestamp")
    event_id = _require(headers, "service-webhook-event-id")
    candidates = [each for each in (signature, previous) if re.fullmatch(r"[0-9a-fA-F]{64}", each)]
    return _Envelope(event_id, timestamp, f"{timestamp}.", [bytes.fromhex(each) for each in candidates])


def _decode_base64(text: str) -> bytes:
    try:
        return base64.b64decode(text, validate=True)
    except (binascii.Error, ValueError):
        return b""


def _signed_message(envelope: _Envelope, body: bytes) -> bytes:
    return envelope.prefix.encode("utf-8", "surrogateescape") + body


def _has_valid_signature(secrets: Sequence[str], envelope: _Envelope, body: bytes) -> bool:
    """Compares in constant time, and compares every pair."""
    message = _signed_message(envelope, body)
    matches = [
        hmac.compare_digest(hmac.new(secret.encode(), message, hashlib.sha256).digest(), signature)
        for secret in secrets
        for signature in envelope.signatures
    ]
    return any(matches)


def _parse_sent_at(timestamp: str, tolerance: float, now: float) -> datetime:
    received_at = datetime.fromtimestamp(now, timezone.utc)
    is_time = re.fullmatch(r"[0-9]{1,11}", timestamp) is not None
    sent_at = datetime.fromtimestamp(int(timestamp), timezone.utc) if is_time else None
    if sent_at is not None and abs(now - int(timestamp)) <= tolerance:
        return sent_at
    raise StaleError(
        f"The delivery was sent at {timestamp if sent_at is None else sent_at.isoformat()}, and the local time is "
        f"{received_at.isoformat()}: a difference of more than {tolerance:g} s.",
        sent_at,
        received_at,
    )


def _parse_body(body: bytes) -> Mapping[str, Any]:
    try:
        data = json.loads(body)
    except (ValueError, RecursionError):
        data = None
    if not isinstance(data, dict):
        raise ContradictionError("The body has a valid signature, but is not a JSON object.")
    return cast("Mapping[str, Any]", data)


def _resolve_version(header: str | None, data: Mapping[str, Any], versions: Sequence[str] | None) -> str:
    accepted = (API_VERSION,) if versions is None else tuple(versions)
    version = header or ("2025-10" if "jsonapi" in data else API_VERSION)
    if version in accepted:
        return version
    raise OtherVersionError(
        f"The endpoint sends payload version {version}, but the accepted versions are {', '.join(accepted)}."
    )


def _resolve_type(header: str | None, data: Mapping[str, Any]) -> str:
    """The signature covers the body but not the header with the type, so the header must match the body."""
    resource: Any = data.get("data")
    inner: Any = cast("dict[str, Any]", resource).get("attributes") if isinstance(resource, dict) else None
    attributes = cast("Mapping[str, Any]", inner) if isinstance(inner, dict) else None
    status = data.get("status")
    if status is None and attributes is not None:
        status = attributes.get("state")
    attributes = data if attributes is None else attributes
    kind = attributes.get("kind")
    if kind is None:
        body_type = f"gift_request_{'created' if status == 'submitted' else status}"
    else:
        body_type = f"attention.{kind if attributes.get('cleared_at') is None else 'cleared'}"
    event_type = header or body_type
    is_known = event_type in EVENT_TYPES or event_type.startswith("attention.")
    if event_type == body_type or not is_known:
        return event_type
    raise ContradictionError(f"The header names the event {event_type}, but the body has the status {status}.")


def _to_bytes(body: object) -> bytes:
    if isinstance(body, str):
        return body.encode()
    if isinstance(body, (bytes, bytearray, memoryview)):
        return bytes(cast("bytes", body))
    raise BodyWasParsedError(
        f"The body is of type {type(body).__name__}, so it was parsed. Pass the raw bytes, before any JSON middleware."
    )


def _index_headers(headers: Headers) -> dict[str, str]:
    items: object = getattr(headers, "items", None)
    pairs = cast("Iterable[tuple[object, object]]", items() if callable(items) else headers)
    return {_to_text(name).lower(): _to_text(value) for name, value in pairs}


def _to_text(value: object) -> str:
    if isinstance(value, bytes):
        return value.decode("latin-1")
    if isinstance(value, (list, tuple)):
        return ",".join(_to_text(each) for each in cast("Sequence[object]", value))
    return str(value)


def _validate_secrets(secrets: object) -> Sequence[str]:
    """Validates secrets as displayed. A line break, for example from a file, is an error and is not trimmed."""
    entries = [secrets] if isinstance(secrets, str) else list(cast("Iterable[object]", secrets or ()))
    keys = [each for each in entries if isinstance(each, str) and each != ""]
    if not keys or len(keys) < len(entries):
        raise NoSecretError("The signing secret is missing or empty.")
    if any(re.search(r"\s", each) for each in keys):
        raise SecretHasWhitespaceError(
            "A signing secret contains a space or a line break. Remove it where the secret is set."
        )
    return keys


@dataclass(frozen=True)
class Verdict:
    """The response to a delivery."""

    status: int
    reason: str
    """A single word for developers. The service does not read it."""


class InMemoryDeduplicator:
    """Stores the last ``max_ids`` ids in memory. Sufficient for one process without restarts."""

    def __init__(self, max_ids: int = 10_000) -> None:
        self._ids: dict[str, None] = {}
        self._max_ids = max_ids
        self._lock = threading.Lock()

    def __contains__(self, event_id: object) -> bool:
        return event_id in self._ids

    def add(self, event_id: str) -> None:
        with self._lock:
            self._ids[event_id] = None
            if len(self._ids) > self._max_ids:
                del self._ids[next(iter(self._ids))]


class Receiver:
    """Verifies deliveries, ignores duplicates, calls ``on_event``, and then adds the event to ``seen``.

    If ``on_event`` raises, the status is 500 and the service retries. Concurrent attempts of one event run ``on_event``
    once. It can run twice for one event if your process dies before ``seen.add`` has finished.
    """

    def __init__(
        self,
        on_event: Callable[[WebhookEvent[GiftRequest]], object],
        *,
        secrets: str | Sequence[str],
        seen: DedupStore | None = None,
        tolerance: float = 300,
        versions: Sequence[str] | None = None,
        on_error: Callable[[Exception], object] | None = None,
        now: Callable[[], float] = time.time,
    ) -> None:
        self._on_event = on_event
        self._secrets = secrets
        self._seen = seen
        self._tolerance = tolerance
        self._versions = (API_VERSION,) if versions is None else versions
        self._on_error = on_error or _log_error
        self._now = now
        self._lock = threading.Lock()
        self._in_progress: dict[str, Future[Verdict]] = {}

    def handle(self, raw_body: RawBody, headers: Headers) -> Verdict:
        """Processes a delivery and returns the status for your response. Does not raise."""
        try:
            event = construct_event(
                raw_body,
                headers,
                secrets=self._secrets,
                tolerance=self._tolerance,
                versions=self._versions,
                now=self._now,
            )
            return self._process(event)
        except Exception as error:
            self._on_error(error)
            if isinstance(error, WebhookError):
                return Verdict(error.response_status, error.reason)
            return Verdict(500, "failed")

    def _process(self, event: WebhookEvent[GiftRequest]) -> Verdict:
        """Concurrent attempts of one event wait for the first, and return its verdict."""
        own: Future[Verdict] = Future()
        with self._lock:
            first = self._in_progress.setdefault(event.id, own)
        if first is not own:
            return first.result()
        verdict = Verdict(500, "failed")
        try:
            verdict = self._run(event)
            return verdict
        finally:
            with self._lock:
                del self._in_progress[event.id]
            own.set_result(verdict)

    def _run(self, event: WebhookEvent[GiftRequest]) -> Verdict:
        if self._seen is not None and event.id in self._seen:
            return Verdict(200, "duplicate")
        self._on_event(event)
        if self._seen is not None:
            self._seen.add(event.id)
        return Verdict(200, "accepted")


def _log_error(error: Exception) -> None:
    """Forged deliveries are expected, so the log gets one line without a trace."""
    if isinstance(error, WebhookError):
        _logger.warning("Webhook rejected (%s): %s", error.reason, error)
    else:
        _logger.error("The webhook handler failed.", exc_info=error)
