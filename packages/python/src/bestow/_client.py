"""The clients of one Bestow instance."""

from __future__ import annotations

import os
import ssl
from collections.abc import Awaitable, Callable, Mapping
from types import TracebackType
from typing import TYPE_CHECKING, Any, Literal, TypeVar
from urllib.parse import urlsplit

from ._credentials import ClientCredentials, Credentials, bearer
from ._engine import AttemptInfo, ResponseInfo, Settings, WithResponse, default_warning
from ._errors import ConfigurationError
from ._generated.async_resources import AsyncResources
from ._generated.resources import Resources
from ._http import ConnectionPool, Sender
from ._oauth import AsyncOAuth, OAuth
from ._stage import Stage, assert_stage_matches, validate_credential
from ._transport import AsyncSender, AsyncTransport, Transport, recorder

if TYPE_CHECKING:
    from typing_extensions import ParamSpec, Self, Unpack

    from ._options import RequestOptions, WriteOptions

    P = ParamSpec("P")

T = TypeVar("T")
HttpMethod = Literal["GET", "POST", "PUT", "PATCH", "DELETE"]


class Bestow(Resources):
    """A client of one Bestow instance. Threads can share it.

    .. code-block:: python

        bestow = Bestow(base_url="https://gifts.example.com/api", token=os.environ["TOKEN"])
        gift = bestow.gift_requests.create({"campaign_id": campaign_id, "recipient": recipient})

    ``base_url`` is the origin of the instance and ``/api``. Pass an API ``token``, or an OAuth client: ``tenant``,
    ``api_key``, ``client_id`` and ``client_secret``. The client then fetches access tokens on demand. An OAuth access
    token is ``token`` with the ``api_key`` of its OAuth client. Default: the environment variables ``BESTOW_API_URL`` and
    ``BESTOW_API_TOKEN``.

    ``stage`` is the stage of the instance: the client rejects a token of another stage before it sends a request.
    Default: the stage in the host name. All times are seconds; ``timeout`` includes all attempts and the delays between
    them.
    """

    def __init__(
        self,
        *,
        base_url: str | None = None,
        token: str | None = None,
        tenant: str | None = None,
        api_key: str | None = None,
        client_id: str | None = None,
        client_secret: str | None = None,
        auth_url: str | None = None,
        stage: Stage | None = None,
        timeout: float = 30.0,
        attempt_timeout: float = 10.0,
        max_retries: int = 2,
        on_request: Callable[[AttemptInfo], None] | None = None,
        on_response: Callable[[ResponseInfo], None] | None = None,
        on_deprecation: Callable[[str], None] = default_warning,
        ssl_context: ssl.SSLContext | None = None,
        sender: Sender | None = None,
    ) -> None:
        settings = Settings(
            *_addresses(base_url, auth_url),
            timeout,
            attempt_timeout,
            max_retries,
            on_request,
            on_response,
            on_deprecation,
        )
        credentials = _credentials(settings.base_url, stage, token, tenant, api_key, client_id, client_secret)
        self._pool = ConnectionPool(ssl_context)
        self._transport = Transport(settings, credentials, sender or self._pool)
        super().__init__(self._transport)
        self.oauth = OAuth(self._transport)

    def about(self, **options: Unpack[RequestOptions]) -> str:
        """Returns name, version and build of the service as text."""
        return str(self._transport.request("getRoot", options=options))

    def request(
        self,
        method: HttpMethod,
        path: str,
        *,
        body: object = None,
        query: Mapping[str, Any] | None = None,
        **options: Unpack[WriteOptions],
    ) -> Any:
        """Sends a request to a path that this version of the library does not know.

        Authentication, retries, idempotency key and errors are those of every other method. ``path`` is relative to the
        base URL.

        .. code-block:: python

            draft = bestow.request("POST", "/drafts", body={"name": "Spring"})
        """
        return self._transport.request_custom(method, path, query=query or {}, body=body, options=options)

    def with_response(self, method: Callable[P, T], *args: P.args, **kwargs: P.kwargs) -> WithResponse[T]:
        """Calls a method, and returns its result with request id, headers, rate limit and idempotency key.

        .. code-block:: python

            response = bestow.with_response(bestow.gift_requests.get, gift_id)
            print(response.data["status"], response.request_id)
        """
        responses: list[WithResponse[Any]] = []
        token = recorder.set(responses)
        try:
            method(*args, **kwargs)
        finally:
            recorder.reset(token)
        return _last(responses)

    def close(self) -> None:
        """Closes idle connections. The client can still be used."""
        self._pool.close()

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.close()


class AsyncBestow(AsyncResources):
    """The client for asyncio, with the options and methods of ``Bestow``.

    .. code-block:: python

        async with AsyncBestow(base_url="https://gifts.example.com/api", token=token) as bestow:
            gift = await bestow.gift_requests.get(gift_id)

    Requests run in up to 32 threads. ``async_sender`` sends them in the event loop in place of the threads, for example
    with httpx.
    """

    def __init__(
        self,
        *,
        base_url: str | None = None,
        token: str | None = None,
        tenant: str | None = None,
        api_key: str | None = None,
        client_id: str | None = None,
        client_secret: str | None = None,
        auth_url: str | None = None,
        stage: Stage | None = None,
        timeout: float = 30.0,
        attempt_timeout: float = 10.0,
        max_retries: int = 2,
        on_request: Callable[[AttemptInfo], None] | None = None,
        on_response: Callable[[ResponseInfo], None] | None = None,
        on_deprecation: Callable[[str], None] = default_warning,
        ssl_context: ssl.SSLContext | None = None,
        sender: Sender | None = None,
        async_sender: AsyncSender | None = None,
    ) -> None:
        settings = Settings(
            *_addresses(base_url, auth_url),
            timeout,
            attempt_timeout,
            max_retries,
            on_request,
            on_response,
            on_deprecation,
        )
        credentials = _credentials(settings.base_url, stage, token, tenant, api_key, client_id, client_secret)
        self._pool = ConnectionPool(ssl_context)
        self._transport = AsyncTransport(settings, credentials, sender or self._pool, async_sender)
        super().__init__(self._transport)
        self.oauth = AsyncOAuth(self._transport)

    async def about(self, **options: Unpack[RequestOptions]) -> str:
        """Returns name, version and build of the service as text."""
        return str(await self._transport.request("getRoot", options=options))

    async def request(
        self,
        method: HttpMethod,
        path: str,
        *,
        body: object = None,
        query: Mapping[str, Any] | None = None,
        **options: Unpack[WriteOptions],
    ) -> Any:
        """Sends a request to a path that this version of the library does not know."""
        return await self._transport.request_custom(method, path, query=query or {}, body=body, options=options)

    async def with_response(
        self, method: Callable[P, Awaitable[T]], *args: P.args, **kwargs: P.kwargs
    ) -> WithResponse[T]:
        """Calls a method, and returns its result with request id, headers, rate limit and idempotency key."""
        responses: list[WithResponse[Any]] = []
        token = recorder.set(responses)
        try:
            await method(*args, **kwargs)
        finally:
            recorder.reset(token)
        return _last(responses)

    async def close(self) -> None:
        """Ends the threads and closes idle connections."""
        self._transport.close()
        self._pool.close()

    async def __aenter__(self) -> Self:
        return self

    async def __aexit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        await self.close()


def _last(responses: list[WithResponse[Any]]) -> WithResponse[Any]:
    if not responses:
        raise TypeError(
            "with_response requires a method that sends a request. For a list, pass its first_page."
        )
    return responses[-1]


def _credentials(
    base_url: str,
    stage: Stage | None,
    token: str | None,
    tenant: str | None,
    api_key: str | None,
    client_id: str | None,
    client_secret: str | None,
) -> Credentials:
    if client_id is None and client_secret is None:
        token = _or_environment(token, "BESTOW_API_TOKEN")
        if token is None:
            raise ConfigurationError("token is missing: it is NoneType. Pass it, or set BESTOW_API_TOKEN.")
        credentials = bearer(validate_credential("token", token), api_key)
        for each in (token, api_key):
            if each is not None:
                assert_stage_matches(each, base_url, stage)
        return credentials
    if token is not None:
        raise ConfigurationError("Pass either a token or an OAuth client, not both.")
    key = validate_credential("api_key", api_key)
    body = {
        "grant_type": "client_credentials",
        "tenant": validate_credential("tenant", tenant),
        "client_id": validate_credential("client_id", client_id),
        "client_secret": validate_credential("client_secret", client_secret),
    }
    assert_stage_matches(key, base_url, stage)
    return ClientCredentials(body, key)


def _or_environment(value: str | None, name: str) -> str | None:
    """Returns the value, or the variable of the environment. An empty variable counts as absent."""
    return value if value is not None else os.environ.get(name) or None


def _addresses(base_url: str | None, auth_url: str | None) -> tuple[str, str]:
    url = _or_environment(base_url, "BESTOW_API_URL")
    if url is None:
        raise ConfigurationError("base_url is missing. Pass it, or set BESTOW_API_URL.")
    base = _normalize_url("base_url", url)
    parts = urlsplit(base)
    return base, _normalize_url("auth_url", auth_url or f"{parts.scheme}://{parts.netloc}")


def _normalize_url(name: str, value: str) -> str:
    try:
        parts = urlsplit(str(value).strip())
        is_address = parts.scheme in ("http", "https") and bool(parts.hostname) and (parts.port or 1) > 0
    except ValueError:
        is_address, parts = False, urlsplit("")
    if not is_address:
        raise ConfigurationError(f"{name} must be an http(s) address such as https://gifts.example.com/api.")
    if parts.username is not None or parts.query or parts.fragment:
        raise ConfigurationError(f"{name} must be an address without credentials, query or fragment.")
    return parts.geturl().rstrip("/")
