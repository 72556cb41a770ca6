"""An HTTP server on a real socket, whose responses a test plans."""

from __future__ import annotations

import json
import socket
import threading
import time
from collections.abc import Callable
from dataclasses import dataclass, field
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from typing import Any


@dataclass
class Received:
    method: str
    path: str
    headers: dict[str, str]
    body: bytes
    client: Any


@dataclass
class Reply:
    status: int = 200
    body: bytes = b'{"id":"x"}'
    headers: dict[str, str] = field(default_factory=lambda: {"content-type": "application/json"})
    fault: str = ""
    """`drop`: closes the connection. `cut`: sends half of the body. `drip`: sends a byte at a time."""


class FakeServer:
    """Returns planned replies in order; a reply without a plan is 200."""

    def __init__(self, answer: Callable[[Received], Reply | None] | None = None) -> None:
        self.received: list[Received] = []
        self.replies: list[Reply] = []
        self._lock = threading.Lock()
        self._answer = answer
        fake = self

        class Handler(BaseHTTPRequestHandler):
            protocol_version = "HTTP/1.1"

            def handle_request(self) -> None:
                length = int(self.headers.get("content-length") or 0)
                headers = {name.lower(): value for name, value in self.headers.items()}
                received = Received(
                    self.command, self.path, headers, self.rfile.read(length), self.client_address
                )
                self.reply(fake.take(received))

            do_GET = do_POST = do_PATCH = do_PUT = do_DELETE = handle_request

            def reply(self, reply: Reply) -> None:
                if reply.fault == "drop":
                    self.connection.shutdown(socket.SHUT_RDWR)
                    self.close_connection = True
                    return
                self.send_response(reply.status)
                for name, value in {**reply.headers, "content-length": str(len(reply.body))}.items():
                    self.send_header(name, value)
                self.end_headers()
                if reply.fault == "cut":
                    self.wfile.write(reply.body[: len(reply.body) // 2])
                    self.wfile.flush()
                    self.connection.shutdown(socket.SHUT_RDWR)
                    self.close_connection = True
                elif reply.fault == "drip":
                    self.drip(reply.body)
                else:
                    self.wfile.write(reply.body)

            def drip(self, body: bytes) -> None:
                self.close_connection = True
                try:
                    for byte in body:
                        self.wfile.write(bytes([byte]))
                        self.wfile.flush()
                        time.sleep(0.1)
                except OSError:
                    pass  # the client gave up

            def log_message(self, format: str, *args: object) -> None:
                pass

        self._server = ThreadingHTTPServer(("127.0.0.1", 0), Handler)
        self._server.daemon_threads = True
        self.origin = f"http://127.0.0.1:{self._server.server_port}"
        self.base_url = f"{self.origin}/api"
        threading.Thread(target=self._server.serve_forever, daemon=True).start()

    def take(self, received: Received) -> Reply:
        with self._lock:
            self.received.append(received)
            own = self._answer(received) if self._answer is not None else None
            if own is not None:
                return own
            return self.replies.pop(0) if self.replies else Reply()

    def plan(self, *replies: Reply) -> None:
        self.received.clear()
        self.replies = list(replies)

    def close(self) -> None:
        self._server.shutdown()
        self._server.server_close()


def json_reply(value: object, status: int = 200, **headers: str) -> Reply:
    names = {name.replace("_", "-"): each for name, each in headers.items()}
    return Reply(status, json.dumps(value).encode(), {"content-type": "application/json", **names})
