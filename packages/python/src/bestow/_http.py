"""Sends requests with the standard library: HTTP/1.1 with keep-alive, TLS, and the proxies of the environment."""

from __future__ import annotations

import base64
import http.client
import select
import socket
import ssl
import threading
import time
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from urllib.parse import unquote, urlsplit
from urllib.request import getproxies, proxy_bypass

from ._errors import APIConnectionError, APITimeoutError


@dataclass(frozen=True)
class HttpRequest:
    method: str
    url: str
    headers: Mapping[str, str]
    body: bytes | None


@dataclass(frozen=True)
class HttpResponse:
    status: int
    headers: Mapping[str, str]
    """The names are in lower case."""
    body: bytes


Sender = Callable[[HttpRequest, float], HttpResponse]
"""Sends a request within a number of seconds. Does not follow redirects.

Raises ``APITimeoutError`` or ``APIConnectionError``. Threads call a sender concurrently.
"""

_MAX_IDLE_SECONDS = 30.0
_MAX_IDLE_CONNECTIONS = 16


class ConnectionPool:
    """The default sender. Reuses connections."""

    def __init__(self, ssl_context: ssl.SSLContext | None = None) -> None:
        self._ssl_context = ssl_context
        self._lock = threading.Lock()
        self._idle: dict[tuple[str, str], list[tuple[http.client.HTTPConnection, float]]] = {}

    def __call__(self, request: HttpRequest, timeout: float) -> HttpResponse:
        deadline = time.monotonic() + timeout
        parts = urlsplit(request.url)
        key = (parts.scheme, parts.netloc)
        proxy = _find_proxy(parts.scheme, parts.hostname or "")
        try:
            connection = self._take(key) or self._connect(key, proxy, timeout)
            response = _exchange(connection, request, proxy, deadline)
        except TimeoutError as error:
            raise APITimeoutError(f"No response within {timeout:.3g} s: {_describe(request)}") from error
        except (OSError, http.client.HTTPException) as error:
            raise APIConnectionError(f"The connection failed: {_describe(request)}: {error}") from error
        self._give_back(key, connection)
        return response

    def close(self) -> None:
        """Closes the idle connections."""
        with self._lock:
            idle, self._idle = self._idle, {}
        for entries in idle.values():
            for connection, _ in entries:
                connection.close()

    def __del__(self) -> None:
        self.close()

    def _take(self, key: tuple[str, str]) -> http.client.HTTPConnection | None:
        while True:
            with self._lock:
                entries = self._idle.get(key)
                if not entries:
                    return None
                connection, since = entries.pop()
            if time.monotonic() - since < _MAX_IDLE_SECONDS and _is_open(connection):
                return connection
            connection.close()

    def _give_back(self, key: tuple[str, str], connection: http.client.HTTPConnection) -> None:
        if connection.sock is None:
            return  # the response closed the connection
        with self._lock:
            entries = self._idle.setdefault(key, [])
            if len(entries) < _MAX_IDLE_CONNECTIONS:
                entries.append((connection, time.monotonic()))
                return
        connection.close()

    def _connect(
        self, key: tuple[str, str], proxy: str | None, timeout: float
    ) -> http.client.HTTPConnection:
        scheme, netloc = key
        target = urlsplit(f"{scheme}://{netloc}")
        host, port = target.hostname or "", target.port
        via = urlsplit(proxy) if proxy is not None else None
        address = (host, port) if via is None else (via.hostname or "", via.port or 80)
        if scheme == "http":
            return http.client.HTTPConnection(*address, timeout=timeout)
        if self._ssl_context is None:
            self._ssl_context = ssl.create_default_context()
        connection = http.client.HTTPSConnection(*address, timeout=timeout, context=self._ssl_context)
        if proxy is not None:
            connection.set_tunnel(host, port, _proxy_headers(proxy))
        return connection


def _exchange(
    connection: http.client.HTTPConnection, request: HttpRequest, proxy: str | None, deadline: float
) -> HttpResponse:
    """Sends the request and reads the response. Closes the connection if anything fails."""
    parts = urlsplit(request.url)
    target = f"{parts.path or '/'}{'?' + parts.query if parts.query else ''}"
    headers = dict(request.headers)
    if proxy is not None and parts.scheme == "http":
        target = request.url
        headers.update(_proxy_headers(proxy))
    try:
        if connection.sock is None:
            connection.timeout = _remaining(deadline)
            connection.connect()
        with _cut_off(connection, deadline):
            connection.request(request.method, target, request.body, headers)
            response = connection.getresponse()
            body = response.read()
    except (OSError, http.client.HTTPException):
        connection.close()
        if time.monotonic() >= deadline:
            raise TimeoutError from None
        raise
    names = {name.lower() for name, _ in response.getheaders()}
    return HttpResponse(
        response.status, {name: response.getheader(name) or "" for name in names}, body
    )


class _cut_off:
    """Shuts the socket down at the deadline. A socket timeout alone restarts with every byte."""

    def __init__(self, connection: http.client.HTTPConnection, deadline: float) -> None:
        self._socket: socket.socket | None = connection.sock
        remaining = _remaining(deadline)
        if self._socket is not None:
            self._socket.settimeout(remaining)
        self._timer = threading.Timer(remaining, self._shut_down)
        self._timer.daemon = True

    def __enter__(self) -> None:
        self._timer.start()

    def __exit__(self, *_: object) -> None:
        self._timer.cancel()

    def _shut_down(self) -> None:
        try:
            if self._socket is not None:
                self._socket.shutdown(socket.SHUT_RDWR)
        except OSError:
            pass  # closed already


def _remaining(deadline: float) -> float:
    remaining = deadline - time.monotonic()
    if remaining <= 0:
        raise TimeoutError
    return remaining


def _is_open(connection: http.client.HTTPConnection) -> bool:
    """An idle connection is readable when the server has closed it."""
    sock: socket.socket | None = connection.sock
    if sock is None:
        return False
    try:
        readable, _, _ = select.select([sock], [], [], 0)
    except (OSError, ValueError):
        return False
    return not readable


def _find_proxy(scheme: str, host: str) -> str | None:
    return None if proxy_bypass(host) else getproxies().get(scheme)


def _proxy_headers(proxy: str) -> dict[str, str]:
    parts = urlsplit(proxy)
    if parts.username is None:
        return {}
    credentials = f"{unquote(parts.username)}:{unquote(parts.password or '')}"
    return {"proxy-authorization": f"Basic {base64.b64encode(credentials.encode()).decode()}"}


def _describe(request: HttpRequest) -> str:
    return f"{request.method} {request.url}"
