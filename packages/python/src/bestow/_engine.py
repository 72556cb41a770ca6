"""The steps of a request, without any waiting or sending.

``run_request`` yields steps, and the clients perform them: ``Bestow`` in the calling thread, ``AsyncBestow`` in the event
loop. So both clients retry, renew tokens and raise in the same way.
"""

from __future__ import annotations

import json
import random
import re
import time
import uuid
import warnings
from collections.abc import Callable, Generator, Mapping, Sequence
from dataclasses import dataclass, replace
from datetime import datetime, timezone
from typing import Any, Generic, TypeVar, Union, cast
from urllib.parse import quote, urlencode

from ._credentials import Credentials
from ._errors import APIConnectionError, BestowError
from ._generated.operations import OPERATIONS
from ._generated.version import API_VERSION, PACKAGE_VERSION
from ._http import HttpRequest, HttpResponse
from ._parse_error import parse_error
from ._retry import compute_delay, is_retryable, parse_retry_after

T = TypeVar("T")


@dataclass(frozen=True)
class RateLimit:
    remaining: int
    reset_seconds: int


@dataclass(frozen=True)
class WithResponse(Generic[T]):
    """A response body with its metadata."""

    data: T
    status: int
    headers: Mapping[str, str]
    """The names are in lower case."""
    request_id: str | None
    """The request id, for support requests."""
    rate_limit: RateLimit | None
    """The remaining rate limit."""
    idempotency_key: str | None
    """The idempotency key of the request: your own or a generated one."""
    is_replayed: bool
    """True if the service replayed the stored response of an earlier request."""
    attempts: int
    """The number of attempts."""


@dataclass(frozen=True)
class AttemptInfo:
    """The argument of ``on_request``. Contains no token."""

    method: str
    url: str
    attempt: int
    """1 for the first attempt."""
    idempotency_key: str | None


@dataclass(frozen=True)
class ResponseInfo(AttemptInfo):
    """The argument of ``on_response``."""

    status: int
    request_id: str | None
    seconds: float


@dataclass(frozen=True)
class Settings:
    """The settings of a client."""

    base_url: str
    auth_url: str
    timeout: float
    attempt_timeout: float
    max_retries: int
    on_request: Callable[[AttemptInfo], None] | None
    on_response: Callable[[ResponseInfo], None] | None
    on_deprecation: Callable[[str], None]


@dataclass(frozen=True)
class Call:
    """One call of an operation."""

    operation: str
    path_ids: Mapping[str, str]
    query: Mapping[str, Any]
    body: object
    options: Mapping[str, Any]
    credentials: Credentials
    """The credentials to send."""
    route: tuple[str, str] | None = None
    """Method and path of a request that belongs to no operation of the library."""

    def method_and_path(self) -> tuple[str, str]:
        if self.route is not None:
            return self.route
        method, path = OPERATIONS[self.operation]
        return method, build_path(path, self.path_ids)


@dataclass(frozen=True)
class Send:
    """Sends the request with the headers of the credentials. Its result is a response, or the error of the attempt."""

    request: HttpRequest
    timeout: float


@dataclass(frozen=True)
class Sleep:
    seconds: float


@dataclass(frozen=True)
class GetToken:
    """Gets the access token of an OAuth client. Its result is None, or the error of the token endpoint."""

    timeout: float


Step = Union[Send, Sleep, GetToken]
Steps = Generator[Step, Union[HttpResponse, BestowError, None], WithResponse[Any]]


def run_request(settings: Settings, call: Call) -> Steps:
    """Sends a request with retries and returns the response.

    All attempts send the same bytes and the same idempotency key, so that the service executes the request once.
    """
    options = call.options
    key = _idempotency_key(call)
    request = build_request(settings, call, key)
    credentials = call.credentials
    max_retries = int(options.get("max_retries", settings.max_retries))
    attempt_timeout = float(options.get("attempt_timeout", settings.attempt_timeout))
    total_timeout = float(options.get("timeout", settings.timeout))
    deadline = time.monotonic() + total_timeout
    renewals = 0  # A rejected token is renewed once. The attempt with the new token does not count as a retry.
    attempt = 0
    while True:
        attempt += 1
        started_at = time.monotonic()
        timeout = max(0.0, min(attempt_timeout, deadline - started_at))
        result: HttpResponse | BestowError | None = None
        if not credentials.is_ready():
            result = yield GetToken(timeout)
            started_at = time.monotonic()
            timeout = max(0.0, min(attempt_timeout, deadline - started_at))
        if result is None:
            info = AttemptInfo(request.method, request.url, attempt, key)
            if settings.on_request is not None:
                settings.on_request(info)
            result = yield Send(replace(request, headers={**request.headers, **credentials.headers()}), timeout)
            if isinstance(result, HttpResponse):
                _report(settings, info, result, started_at)
                result = _check(result, request, key, credentials.hint)
            elif result is not None:
                result.idempotency_key = key
        if isinstance(result, HttpResponse):
            return _to_with_response(result, request, key, attempt)
        assert result is not None
        result.attempts = attempt
        if result.status == 401 and renewals == 0 and credentials.renew(started_at):
            renewals = 1
            continue
        delay = compute_delay(attempt - renewals, result.retry_after, random.random())
        is_final = attempt - renewals > max_retries or time.monotonic() + delay >= deadline
        if is_final or not is_retryable(result):
            raise result
        yield Sleep(delay)


def build_request(settings: Settings, call: Call, key: str | None) -> HttpRequest:
    method, path = call.method_and_path()
    is_auth = _is_auth(path)
    headers = {"accept": "application/json", "user-agent": f"bestow-python/{PACKAGE_VERSION}"}
    if call.operation == "getRoot":
        headers["accept"] = "application/json, text/plain"
    if not is_auth:
        headers["service-api-version"] = API_VERSION
    if key is not None:
        headers["idempotency-key"] = key
    body = None if call.body is None else encode_body(call.body)
    if body is not None:
        headers["content-type"] = "application/json"
    for name, value in call.options.get("headers", {}).items():
        headers[name.lower()] = value
    base = settings.auth_url if is_auth else settings.base_url
    return HttpRequest(method, f"{base}{path}{build_query(call.query)}", headers, body)


def _is_auth(path: str) -> bool:
    return path.startswith(("/auth/", "/.well-known/"))


def _idempotency_key(call: Call) -> str | None:
    method, path = call.method_and_path()
    if method == "GET" or _is_auth(path):
        return None
    return cast("str | None", call.options.get("idempotency_key")) or f"sdk-{uuid.uuid4()}"


def build_path(path: str, ids: Mapping[str, str]) -> str:
    def replace_id(match: re.Match[str]) -> str:
        value: object = ids.get(match[1])
        # An empty id would produce the path of another operation.
        if not isinstance(value, str) or re.fullmatch(r"\.*", value):
            raise ValueError("An id is missing.")
        return quote(value, safe="!'()*-._~")

    return re.sub(r"\{(\w+)\}", replace_id, path)


def validate_path(path: str) -> str:
    """Rejects a path that leaves the API: the token goes to the base URL only."""
    is_plain = re.fullmatch(r"/[^/\\?#\s][^\\?#\s]*", path) is not None
    if is_plain and not any(re.fullmatch(r"(?i)(\.|%2e){1,2}", part) for part in path.split("/")):
        return path
    raise ValueError(
        "path must begin with one / and be relative to base_url, such as /gift_requests. "
        "Encode ids, and pass the query as query."
    )


def build_query(query: Mapping[str, Any]) -> str:
    pairs: list[tuple[str, str]] = []
    for name, value in query.items():
        if value is None:
            continue
        if isinstance(value, Mapping):
            entries = cast("Mapping[object, object]", value)
            pairs += [(f"{name}[{key}]", _to_query_value(each)) for key, each in entries.items()]
        else:
            pairs.append((name, _to_query_value(value)))
    return f"?{urlencode(pairs)}" if pairs else ""


def _to_query_value(value: object) -> str:
    if isinstance(value, bool):
        return "true" if value else "false"
    if isinstance(value, datetime):
        return format_time(value)
    if isinstance(value, Sequence) and not isinstance(value, str):
        return ",".join(str(each) for each in cast("Sequence[object]", value))
    return str(value)


def encode_body(body: object) -> bytes:
    return json.dumps(body, default=_encode_other, ensure_ascii=False, allow_nan=False).encode()


def _encode_other(value: object) -> str:
    if isinstance(value, datetime):
        return format_time(value)
    if isinstance(value, uuid.UUID):
        return str(value)
    raise TypeError(f"A body cannot contain a value of type {type(value).__name__}.")


def format_time(value: datetime) -> str:
    """Returns a time in the format of the API. A time without a zone is ambiguous, and raises."""
    if value.tzinfo is None:
        raise ValueError("The time has no time zone: use datetime.now(timezone.utc).")
    return value.astimezone(timezone.utc).isoformat(timespec="milliseconds").replace("+00:00", "Z")


def _report(settings: Settings, info: AttemptInfo, response: HttpResponse, started_at: float) -> None:
    if settings.on_response is not None:
        request_id = response.headers.get("request-id")
        seconds = time.monotonic() - started_at
        settings.on_response(ResponseInfo(**vars(info), status=response.status, request_id=request_id, seconds=seconds))
    warn_if_deprecated(response.headers, settings.on_deprecation)


_warned: set[str] = set()


def warn_if_deprecated(headers: Mapping[str, str], warn: Callable[[str], None]) -> None:
    """Warns once for each process."""
    if "deprecation" not in headers or API_VERSION in _warned:
        return
    _warned.add(API_VERSION)
    sunset = headers.get("sunset")
    link = re.search(r'<([^>]+)>[^,]*rel="?(?:deprecation|sunset)', headers.get("link", ""))
    warn(
        f"Bestow: version {API_VERSION} of the API is deprecated"
        f"{'' if sunset is None else f' and ends on {sunset}'}.{'' if link is None else f' See {link[1]}'}"
    )


def default_warning(message: str) -> None:
    warnings.warn(message, FutureWarning, stacklevel=2)


def _check(
    response: HttpResponse, request: HttpRequest, key: str | None, hint: str
) -> HttpResponse | BestowError:
    """Returns the error of an unsuccessful response."""
    status, headers = response.status, response.headers
    if 200 <= status < 300:
        return response
    if status < 400:
        if status == 304:
            return APIConnectionError("The resource has not changed.", status=status)
        location = headers.get("location", "another address")
        return APIConnectionError(
            f"{request.url} redirects to {location}. Set base_url to the address of the API.", status=status
        )
    return parse_error(
        status,
        response.body,
        hint=hint,
        request_id=headers.get("request-id"),
        idempotency_key=key,
        retry_after=parse_retry_after(headers.get("retry-after"), time.time()),
    )


def _to_with_response(
    response: HttpResponse, request: HttpRequest, key: str | None, attempts: int
) -> WithResponse[Any]:
    headers = response.headers
    return WithResponse(
        data=parse_data(response, request.url),
        status=response.status,
        headers=headers,
        request_id=headers.get("request-id"),
        rate_limit=parse_rate_limit(headers.get("ratelimit")),
        idempotency_key=key,
        is_replayed=headers.get("idempotent-replayed") == "true",
        attempts=attempts,
    )


def parse_rate_limit(header: str | None) -> RateLimit | None:
    match = re.search(r";\s*r=([0-9]+)(?:.*?;\s*t=([0-9]+))?", header or "")
    return None if match is None else RateLimit(int(match[1]), int(match[2] or 0))


def parse_data(response: HttpResponse, url: str) -> Any:
    """A response in another format comes from a proxy or from another server."""
    content_type = response.headers.get("content-type", "")
    if response.body == b"":
        return None
    if re.match(r"(text/(plain|csv)|application/jsonl)", content_type):
        return response.body.decode()
    try:
        return json.loads(response.body)
    except (ValueError, RecursionError) as error:
        raise APIConnectionError(
            f"{url} is not a Bestow API. The base URL is usually the origin and /api.", status=response.status
        ) from error


def next_query(query: Mapping[str, Any], page: Mapping[str, Any]) -> dict[str, Any] | None:
    """Returns the query of the next page; None after the last page.

    A list of changes goes on behind the time and the id of its last entry; other lists behind the id.
    """
    entries = cast("list[Mapping[str, Any]]", page.get("data") or [])
    if not page.get("has_more") or not entries or entries[-1].get("id") is None:
        return None
    last = entries[-1]
    changed = {"updated_after": last["updated_at"]} if query.get("updated_after") is not None else {}
    return {**query, "after": last["id"], **changed}


