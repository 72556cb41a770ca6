"""Receives webhooks with the Python standard library only.

    BESTOW_WEBHOOK_SECRET=svc-whsec-… PORT=4000 python3 receiver.py
"""

import hashlib
import hmac
import os
import sqlite3
import sys
import time
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer

SECRETS = os.environ["BESTOW_WEBHOOK_SECRET"].split(",")  # two during a rotation
DATABASE = os.environ.get("DATABASE", "webhooks.db")
TOLERANCE = 300  # seconds
MAX_BYTES = 5 * 1024 * 1024


def is_signed(headers, body: bytes) -> bool:
    timestamp = headers.get("Service-Webhook-Dispatch-Timestamp", "")
    signed = timestamp.encode() + b"." + body
    received = [
        headers.get(name, "").encode()
        for name in ("Service-Webhook-Signature", "Service-Webhook-Signature-Previous")
    ]
    expected = [hmac.new(s.encode(), signed, hashlib.sha256).hexdigest().encode() for s in SECRETS]
    return any([hmac.compare_digest(one, other) for one in expected for other in received])


def is_recent(headers) -> bool:
    timestamp = headers.get("Service-Webhook-Dispatch-Timestamp", "")
    return timestamp.isdecimal() and abs(time.time() - int(timestamp)) <= TOLERANCE


def handle(event_id: str, event_type: str, body: bytes) -> None:
    """Processes an event: this example only stores it for later processing."""
    with sqlite3.connect(DATABASE, timeout=10) as db:  # commits, or rolls back on an error
        added = db.execute(
            "insert or ignore into event (id, type, body) values (?, ?, ?)", (event_id, event_type, body)
        )
        if added.rowcount == 1:  # otherwise it is a duplicate
            print(event_type, event_id, flush=True)


class Receiver(BaseHTTPRequestHandler):
    protocol_version = "HTTP/1.1"

    def do_POST(self) -> None:
        length = self.headers.get("Content-Length", "")
        if not length.isdecimal() or int(length) > MAX_BYTES:
            self.close_connection = True
            return self.respond(413)
        body = self.rfile.read(int(length))  # the raw bytes
        event_id = self.headers.get("Service-Webhook-Event-Id", "")
        event_type = self.headers.get("Service-Webhook-Event-Type", "")
        if not event_id or not is_signed(self.headers, body) or not is_recent(self.headers):
            return self.respond(403)
        try:
            handle(event_id, event_type, body)
        except Exception as error:  # the service retries the event
            print(error, file=sys.stderr)
            return self.respond(500)
        self.respond(200)

    def respond(self, status: int) -> None:
        self.send_response(status)
        self.send_header("Content-Length", "0")
        self.end_headers()

    def log_message(self, *_) -> None:
        pass


class Server(ThreadingHTTPServer):
    request_queue_size = 128  # the default is 5, so a burst of deliveries would time out


with sqlite3.connect(DATABASE) as db:
    db.execute("create table if not exists event (id text primary key, type text, body blob)")
server = Server(("127.0.0.1", int(os.environ.get("PORT", "4000"))), Receiver)
print("listening", flush=True)
server.serve_forever()
