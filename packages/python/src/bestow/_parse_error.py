"""Creates the error for an unsuccessful response."""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from typing import Any, cast

from ._errors import (
    AuthenticationError,
    BestowError,
    ConflictError,
    FieldError,
    IdempotencyConflictError,
    NotFoundError,
    PermissionDeniedError,
    RateLimitError,
    ServerError,
    UnsupportedVersionError,
    ValidationError,
)

_ERROR_CLASSES: Mapping[int, type[BestowError]] = {
    401: AuthenticationError,
    403: PermissionDeniedError,
    404: NotFoundError,
    409: ConflictError,
    422: ValidationError,
    429: RateLimitError,
}

_MAX_SHOWN_ERRORS = 3


def parse_error(
    status: int,
    body: bytes,
    *,
    hint: str = "",
    request_id: str | None = None,
    idempotency_key: str | None = None,
    retry_after: float | None = None,
) -> BestowError:
    errors = _parse_errors(body)
    message = f"{_build_message(status, errors)}{hint if status == 401 else ''}"
    return _error_class(status, errors)(
        message,
        status=status,
        errors=errors,
        request_id=request_id,
        idempotency_key=idempotency_key,
        retry_after=retry_after,
    )


def _error_class(status: int, errors: Sequence[FieldError]) -> type[BestowError]:
    first = errors[0] if errors else None
    if first is not None and first.code == "unsupported_api_version":
        return UnsupportedVersionError
    if first is not None and status == 409 and first.code.startswith("idempotency_key"):
        return IdempotencyConflictError
    if first is not None and status == 400 and first.param is not None:
        return ValidationError
    return _ERROR_CLASSES.get(status, ServerError if status >= 500 else BestowError)


def _build_message(status: int, errors: Sequence[FieldError]) -> str:
    if not errors:
        return f"The service returned {status} without an error message."
    parts = [
        each.message if each.param is None else f"{each.param} {each.message}"
        for each in errors[:_MAX_SHOWN_ERRORS]
    ]
    more = len(errors) - _MAX_SHOWN_ERRORS
    return f"{status} {errors[0].code}: {'; '.join(parts)}{f'; and {more} more' if more > 0 else ''}"


def _parse_errors(body: bytes) -> list[FieldError]:
    """Reads the errors of a response in each format of the service: flat, JSON:API, OAuth."""
    try:
        parsed = _as_dict(json.loads(body))
    except (ValueError, RecursionError):
        return []
    if isinstance(parsed.get("error"), str):
        description = parsed.get("error_description")
        return [FieldError("", parsed["error"], "" if description is None else str(description))]
    entries: object = parsed.get("errors")
    if not isinstance(entries, list):
        return []
    return [_to_field_error(each) for each in cast("list[object]", entries)]


def _to_field_error(value: object) -> FieldError:
    entry = _as_dict(value)
    source = _as_dict(entry.get("source"))
    paths = (entry.get("param"), source.get("pointer"), source.get("parameter"), source.get("header"))
    messages = (entry.get("message"), entry.get("detail"), entry.get("title"), "")
    return FieldError(
        type=_to_text(entry.get("type")),
        code=_to_text(entry.get("code")),
        message=_to_text(next(each for each in messages if each is not None)),
        param=next((each for each in paths if isinstance(each, str)), None),
    )


def _to_text(value: object) -> str:
    return "" if value is None else str(value)


def _as_dict(value: object) -> dict[str, Any]:
    return cast("dict[str, Any]", value) if isinstance(value, dict) else {}
