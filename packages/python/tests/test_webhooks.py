"""Receivers, and headers as frameworks have them. test_corpus.py has the deliveries."""

from __future__ import annotations

import threading
import time
import unittest
from email.message import Message
from typing import Any

from bestow import EVENT_TYPES, StaleError, webhooks
from bestow.testing import fixture, signed_delivery

SECRET = "svc-whsec-aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa"
OTHER = "svc-whsec-bbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbb"


class ConstructEvent(unittest.TestCase):
    def test_reads_headers_of_every_framework(self) -> None:
        delivery = signed_delivery(secret=SECRET)
        message = Message()
        for name, value in delivery.headers.items():
            message[name.title()] = value
        pairs = list(delivery.headers.items())
        for headers in (
            delivery.headers,
            {name.upper(): value for name, value in pairs},
            {name: [value] for name, value in pairs},
            pairs,
            [(name.encode(), value.encode()) for name, value in pairs],
            message,
        ):
            for body in (delivery.body, bytearray(delivery.body), memoryview(delivery.body), delivery.body.decode()):
                event = webhooks.construct_event(body, headers, secrets=SECRET)
                self.assertEqual(event.data["status"], "submitted")

    def test_accepts_every_test_delivery(self) -> None:
        for version in ("2026-05", "2025-10"):
            for event_type in EVENT_TYPES:
                delivery = signed_delivery(
                    secret=OTHER, previous_secret=SECRET, type=event_type, version=version, event_id="e71c"
                )
                event = webhooks.construct_event(
                    delivery.body, delivery.headers, secrets=[SECRET], versions=["2026-05", "2025-10"]
                )
                self.assertEqual((event.id, event.type, event.version), ("e71c", event_type, version))
                self.assertEqual(event.data, fixture(event_type, version))

    def test_accepts_only_the_headers_of_standard_webhooks(self) -> None:
        delivery = signed_delivery(secret=SECRET, standard=True, event_id="e71c")
        headers = {name: value for name, value in delivery.headers.items() if name.startswith("webhook-")}
        self.assertEqual(webhooks.construct_event(delivery.body, headers, secrets=SECRET).id, "e71c")

    def test_tells_both_times_of_a_stale_delivery(self) -> None:
        delivery = signed_delivery(secret=SECRET, sent_at=time.time() - 3600)
        with self.assertRaises(StaleError) as caught:
            webhooks.construct_event(delivery.body, delivery.headers, secrets=SECRET)
        assert caught.exception.sent_at is not None
        self.assertAlmostEqual((caught.exception.now - caught.exception.sent_at).total_seconds(), 3600, delta=10)

    def test_recognizes_duplicates_and_adds_nothing(self) -> None:
        delivery = signed_delivery(secret=SECRET, event_id="e71c")
        seen = set[str]()
        first = webhooks.construct_event(delivery.body, delivery.headers, secrets=SECRET, seen=seen)
        self.assertEqual((first.is_duplicate, seen), (False, set()))
        seen.add("e71c")
        second = webhooks.construct_event(delivery.body, delivery.headers, secrets=SECRET, seen=seen)
        self.assertTrue(second.is_duplicate)


class ReceiverTest(unittest.TestCase):
    def setUp(self) -> None:
        self.events: list[str] = []
        self.errors: list[Exception] = []
        self.seen = webhooks.InMemoryDeduplicator(max_ids=100)

    def receiver(self, on_event: Any = None, **options: Any) -> webhooks.Receiver:
        defaults: dict[str, Any] = {"secrets": SECRET, "seen": self.seen, "on_error": self.errors.append}
        return webhooks.Receiver(on_event or self.add_event, **{**defaults, **options})

    def add_event(self, event: webhooks.WebhookEvent[Any]) -> None:
        self.events.append(event.id)

    def test_drops_duplicates(self) -> None:
        receiver = self.receiver()
        delivery = signed_delivery(secret=SECRET, event_id="e71c")
        verdicts = [receiver.handle(delivery.body, delivery.headers) for _ in range(3)]
        self.assertEqual([each.reason for each in verdicts], ["accepted", "duplicate", "duplicate"])
        self.assertEqual({each.status for each in verdicts}, {200})
        self.assertEqual(self.events, ["e71c"])

    def test_runs_the_handler_again_after_a_failure(self) -> None:
        def fail_once(event: webhooks.WebhookEvent[Any]) -> None:
            self.events.append(event.id)
            if len(self.events) == 1:
                raise RuntimeError("down")

        receiver = self.receiver(fail_once)
        delivery = signed_delivery(secret=SECRET, event_id="e71c")
        verdicts = [receiver.handle(delivery.body, delivery.headers) for _ in range(3)]
        self.assertEqual(
            [(each.status, each.reason) for each in verdicts],
            [(500, "failed"), (200, "accepted"), (200, "duplicate")],
        )
        self.assertEqual([str(each) for each in self.errors], ["down"])

    def test_runs_the_handler_once_for_concurrent_attempts(self) -> None:
        both_sent = threading.Barrier(8)

        def work() -> None:
            both_sent.wait()
            verdicts.append(receiver.handle(delivery.body, delivery.headers))

        def handle(event: webhooks.WebhookEvent[Any]) -> None:
            time.sleep(0.05)  # the other attempts arrive while this one runs
            self.events.append(event.id)

        verdicts: list[webhooks.Verdict] = []
        receiver = self.receiver(handle)
        delivery = signed_delivery(secret=SECRET, event_id="e71c")
        threads = [threading.Thread(target=work) for _ in range(8)]
        for thread in threads:
            thread.start()
        for thread in threads:
            thread.join()
        self.assertEqual(self.events, ["e71c"])
        self.assertEqual({each.status for each in verdicts}, {200})

    def test_rejects_forgeries_and_tells_why(self) -> None:
        delivery = signed_delivery(secret=OTHER)
        verdict = self.receiver().handle(delivery.body, delivery.headers)
        self.assertEqual((verdict.status, verdict.reason), (403, "bad_signature"))
        self.assertEqual(len(self.errors), 1)
        self.assertEqual(self.events, [])

    def test_does_not_raise_when_the_caller_passes_nonsense(self) -> None:
        nonsense: Any
        for nonsense in (None, 5, object(), {"a": 1}):
            self.assertEqual(self.receiver().handle(nonsense, {}).status, 500)
        nothing: Any = None
        self.assertEqual(self.receiver().handle(b"{}", nothing).status, 500)

    def test_forgets_the_oldest_ids(self) -> None:
        for each in range(150):
            self.seen.add(str(each))
        self.assertNotIn("49", self.seen)
        self.assertIn("50", self.seen)
        self.assertIn("149", self.seen)


if __name__ == "__main__":
    unittest.main()
