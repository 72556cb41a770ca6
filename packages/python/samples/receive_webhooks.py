import os
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer

from bestow import webhooks


def on_event(event: webhooks.WebhookEvent[webhooks.GiftRequest]) -> None:
    if event.type == "gift_request_delivered":
        print(event.data["recipient"]["name"], "has it", flush=True)


receiver = webhooks.Receiver(
    on_event,
    secrets=os.environ["BESTOW_WEBHOOK_SECRET"].split(","),  # two during a rotation
    seen=webhooks.InMemoryDeduplicator(),
)


class Handler(BaseHTTPRequestHandler):
    protocol_version = "HTTP/1.1"

    def do_POST(self) -> None:
        length = self.headers.get("Content-Length", "")
        if not length.isdecimal() or int(length) > 5 * 1024 * 1024:
            self.close_connection = True
            return self.respond(413)
        verdict = receiver.handle(self.rfile.read(int(length)), self.headers)
        self.respond(verdict.status)

    def respond(self, status: int) -> None:
        self.send_response(status)
        self.send_header("Content-Length", "0")
        self.end_headers()


class Server(ThreadingHTTPServer):
    request_queue_size = 128  # the default is 5, so a burst of deliveries would time out


server = Server(("127.0.0.1", int(os.environ.get("PORT", "4000"))), Handler)
print("listening", flush=True)
server.serve_forever()
