"""The errors of this package. Every error is a ``BestowError``."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Any


@dataclass(frozen=True)
class FieldError:
    """One error of a response."""

    type: str
    """The closed set of error types, such as ``validation_error``. Empty if the response has no types."""
    code: str
    """The error code to branch on, such as ``required``."""
    message: str
    """The message for developers. Its wording may change."""
    param: str | None = None
    """The path of the invalid field, such as ``gift_requests.3.recipient.email``."""


class BestowError(Exception):
    """The base class of all errors of this package."""

    status: int | None
    """The status of the response, if there was one."""
    code: str | None
    """The code of the first error, to branch on."""
    errors: tuple[FieldError, ...]
    """All errors of the request."""
    request_id: str | None
    """The request id, for support requests."""
    idempotency_key: str | None
    """Repeat the request with the same key: the service executes it at most once."""
    retry_after: float | None
    """The delay in seconds that the service requires before the next attempt."""
    attempts: int
    """The number of attempts."""

    def __init__(
        self,
        message: str,
        *,
        status: int | None = None,
        errors: Sequence[FieldError] = (),
        request_id: str | None = None,
        idempotency_key: str | None = None,
        retry_after: float | None = None,
        attempts: int = 1,
    ) -> None:
        super().__init__(message if request_id is None else f"{message} (request {request_id})")
        self.status = status
        self.errors = tuple(errors)
        self.code = self.errors[0].code if self.errors else None
        self.request_id = request_id
        self.idempotency_key = idempotency_key
        self.retry_after = retry_after
        self.attempts = attempts

    def to_dict(self) -> dict[str, Any]:
        """For logs. Contains no headers, tokens or request bodies."""
        return {
            "name": type(self).__name__,
            "message": str(self),
            "status": self.status,
            "code": self.code,
            "errors": [vars(each) for each in self.errors],
            "request_id": self.request_id,
            "idempotency_key": self.idempotency_key,
            "retry_after": self.retry_after,
            "attempts": self.attempts,
        }


class ConfigurationError(BestowError):
    """Invalid or contradictory client options. No request was sent."""


class AuthenticationError(BestowError):
    """401: the token is missing, malformed, expired, or of another stage or region."""


class PermissionDeniedError(BestowError):
    """403: the plan of the account, the role of the user or the scope of the token does not allow the operation."""


class NotFoundError(BestowError):
    """404: the account has no resource with this id."""


class UnsupportedVersionError(BestowError):
    """400 ``unsupported_api_version``: the service does not support this version, or supports it no longer."""


class ValidationError(BestowError):
    """422, or 400 for a query: ``errors`` contains all invalid fields."""

    def at(self, param: str) -> list[FieldError]:
        """Returns the errors of one field: ``recipient.email``, or as a JSON pointer ``/recipient/email``."""
        path = _to_dot_path(param)
        return [
            each for each in self.errors if each.param is not None and _to_dot_path(each.param) == path
        ]


def _to_dot_path(path: str) -> str:
    return path[1:].replace("/", ".") if path.startswith("/") else path


class ConflictError(BestowError):
    """409: the current state does not allow the operation."""


class IdempotencyConflictError(ConflictError):
    """409: another request has used the Idempotency-Key, or a request with this key is still running."""


class RateLimitError(BestowError):
    """429, after all retries: ``retry_after`` is the delay before the next attempt."""


class ServerError(BestowError):
    """5xx, after all retries."""


class APIConnectionError(BestowError):
    """There was no response, or it was not from the service. ``__cause__`` is the error of the connection."""


class APITimeoutError(APIConnectionError):
    """There was no response in time. The service may have executed the request; see ``idempotency_key``."""


class WebhookError(BestowError):
    """A delivery that cannot be trusted, or that your code cannot verify. ``status`` is the status for your response."""

    reason: str = ""
    """One word, such as ``bad_signature``."""
    response_status: int = 403

    def __init__(self, message: str) -> None:
        super().__init__(message, status=self.response_status)


class MissingHeaderError(WebhookError):
    """A header is missing: the request is not a delivery, or a proxy removed the header."""

    reason = "missing_header"


class BadSignatureError(WebhookError):
    """No secret matches: a forgery, the secret of another endpoint, or a modified body."""

    reason = "bad_signature"


class StaleError(WebhookError):
    """Genuine, but too old or too far in the future: see ``sent_at`` and ``now``."""

    reason = "stale"
    sent_at: datetime | None
    """The time of the delivery; None if the signed header is not a time."""
    now: datetime
    """The time of your clock."""

    def __init__(self, message: str, sent_at: datetime | None, now: datetime) -> None:
        super().__init__(message)
        self.sent_at = sent_at
        self.now = now


class ContradictionError(WebhookError):
    """Genuine, but the headers do not match the body."""

    reason = "contradiction"


class OtherVersionError(WebhookError):
    """Genuine, but with a payload version that you do not accept: see ``versions``."""

    reason = "other_version"
    response_status = 500


class BodyWasParsedError(WebhookError):
    """Error in your code: the body was parsed before verification. Pass the exact bytes."""

    reason = "body_was_parsed"
    response_status = 500


class NoSecretError(WebhookError):
    """Error in your code: there is no secret."""

    reason = "no_secret"
    response_status = 500


class SecretHasWhitespaceError(WebhookError):
    """Error in your code: a secret contains a space or a line break."""

    reason = "secret_has_whitespace"
    response_status = 500
