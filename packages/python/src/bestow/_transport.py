"""Performs the steps of requests: in the calling thread, or in an event loop."""

from __future__ import annotations

import asyncio
import threading
import time
from collections.abc import Awaitable, Callable, Mapping
from concurrent.futures import ThreadPoolExecutor
from contextvars import ContextVar
from dataclasses import replace
from typing import Any

from ._credentials import NO_CREDENTIALS, ClientCredentials, Credentials, FixedHeaders
from ._engine import (
    Call,
    GetToken,
    Send,
    Settings,
    Sleep,
    Step,
    Steps,
    WithResponse,
    run_request,
    validate_path,
)
from ._errors import APIConnectionError, APITimeoutError, BestowError
from ._http import HttpRequest, HttpResponse, Sender
from ._paginator import AsyncPaginator, Paginator

AsyncSender = Callable[[HttpRequest, float], Awaitable[HttpResponse]]
"""Sends a request within a number of seconds, like ``Sender``, in the event loop."""

recorder: ContextVar[list[WithResponse[Any]] | None] = ContextVar("bestow_recorder", default=None)
"""Collects the responses of the call in progress, for ``with_response``."""

_EMPTY: Mapping[str, Any] = {}


def _record(response: WithResponse[Any]) -> Any:
    responses = recorder.get()
    if responses is not None:
        responses.append(response)
    return response.data


def _token_call(credentials: ClientCredentials, timeout: float) -> Call:
    options: dict[str, Any] = {"timeout": timeout, "headers": {"x-api-key": credentials.api_key}}
    return Call("createToken", _EMPTY, _EMPTY, credentials.body, options, NO_CREDENTIALS)


class Transport:
    """Sends in the calling thread. Threads can share a transport."""

    def __init__(self, settings: Settings, credentials: Credentials, sender: Sender) -> None:
        self._settings = settings
        self._credentials = credentials
        self._sender = sender
        self._token_lock = threading.Lock()

    def request(
        self,
        operation: str,
        path_ids: Mapping[str, str] = _EMPTY,
        *,
        query: Mapping[str, Any] = _EMPTY,
        body: object = None,
        options: Mapping[str, Any] = _EMPTY,
        credentials: FixedHeaders | None = None,
    ) -> Any:
        call = Call(operation, path_ids, query, body, options, credentials or self._credentials)
        return _record(self._run(run_request(self._settings, call)))

    def request_custom(
        self, method: str, path: str, *, query: Mapping[str, Any], body: object, options: Mapping[str, Any]
    ) -> Any:
        route = (method, validate_path(path))
        call = Call("", _EMPTY, query, body, options, self._credentials, route)
        return _record(self._run(run_request(self._settings, call)))

    def list(
        self,
        operation: str,
        path_ids: Mapping[str, str] = _EMPTY,
        *,
        query: Mapping[str, Any],
        options: Mapping[str, Any],
    ) -> Paginator[Any]:
        return Paginator(
            lambda page: self.request(operation, path_ids, query=page, options=options), query
        )

    def _run(self, steps: Steps) -> WithResponse[Any]:
        result: HttpResponse | BestowError | None = None
        while True:
            try:
                step = steps.send(result)
            except StopIteration as stop:
                value: WithResponse[Any] = stop.value
                return value
            result = self._perform(step)

    def _perform(self, step: Step) -> HttpResponse | BestowError | None:
        if isinstance(step, Sleep):
            time.sleep(step.seconds)
            return None
        try:
            if isinstance(step, GetToken):
                return self._fetch_token(step)
            return self._sender(step.request, step.timeout)
        except APIConnectionError as error:
            return error

    def _fetch_token(self, step: GetToken) -> BestowError | None:
        credentials = self._credentials
        assert isinstance(credentials, ClientCredentials)
        with self._token_lock:
            if not credentials.is_ready():
                settings = replace(self._settings, on_request=None, on_response=None)
                steps = run_request(settings, _token_call(credentials, step.timeout))
                credentials.save(self._run(steps).data)
        return None


_MAX_THREADS = 32


class AsyncTransport:
    """Sends in threads, and waits in the event loop."""

    def __init__(
        self, settings: Settings, credentials: Credentials, sender: Sender | None, async_sender: AsyncSender | None
    ) -> None:
        self._settings = settings
        self._credentials = credentials
        self._sender = sender
        self._async_sender = async_sender
        self._threads = ThreadPoolExecutor(_MAX_THREADS, "bestow")
        self._token_lock = asyncio.Lock()

    async def request(
        self,
        operation: str,
        path_ids: Mapping[str, str] = _EMPTY,
        *,
        query: Mapping[str, Any] = _EMPTY,
        body: object = None,
        options: Mapping[str, Any] = _EMPTY,
        credentials: FixedHeaders | None = None,
    ) -> Any:
        call = Call(operation, path_ids, query, body, options, credentials or self._credentials)
        return _record(await self._run(run_request(self._settings, call)))

    async def request_custom(
        self, method: str, path: str, *, query: Mapping[str, Any], body: object, options: Mapping[str, Any]
    ) -> Any:
        route = (method, validate_path(path))
        call = Call("", _EMPTY, query, body, options, self._credentials, route)
        return _record(await self._run(run_request(self._settings, call)))

    def list(
        self,
        operation: str,
        path_ids: Mapping[str, str] = _EMPTY,
        *,
        query: Mapping[str, Any],
        options: Mapping[str, Any],
    ) -> AsyncPaginator[Any]:
        async def fetch(page: Mapping[str, Any]) -> Any:
            return await self.request(operation, path_ids, query=page, options=options)

        return AsyncPaginator(fetch, query)

    def close(self) -> None:
        self._threads.shutdown(wait=False, cancel_futures=True)

    async def _run(self, steps: Steps) -> WithResponse[Any]:
        result: HttpResponse | BestowError | None = None
        while True:
            try:
                step = steps.send(result)
            except StopIteration as stop:
                value: WithResponse[Any] = stop.value
                return value
            result = await self._perform(step)

    async def _perform(self, step: Step) -> HttpResponse | BestowError | None:
        if isinstance(step, Sleep):
            await asyncio.sleep(step.seconds)
            return None
        try:
            if isinstance(step, GetToken):
                return await self._fetch_token(step)
            return await self._send(step)
        except APIConnectionError as error:
            return error

    async def _send(self, step: Send) -> HttpResponse:
        if self._async_sender is not None:
            try:
                return await asyncio.wait_for(self._async_sender(step.request, step.timeout), step.timeout)
            except (TimeoutError, asyncio.TimeoutError) as error:
                raise APITimeoutError(
                    f"No response within {step.timeout:.3g} s: {step.request.method} {step.request.url}"
                ) from error
        assert self._sender is not None
        loop = asyncio.get_running_loop()
        return await loop.run_in_executor(self._threads, self._sender, step.request, step.timeout)

    async def _fetch_token(self, step: GetToken) -> BestowError | None:
        credentials = self._credentials
        assert isinstance(credentials, ClientCredentials)
        async with self._token_lock:
            if not credentials.is_ready():
                settings = replace(self._settings, on_request=None, on_response=None)
                steps = run_request(settings, _token_call(credentials, step.timeout))
                credentials.save((await self._run(steps)).data)
        return None
