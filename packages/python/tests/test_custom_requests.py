"""Requests to paths that the library does not know, and options from the environment."""

from __future__ import annotations

import asyncio
import json
import os
import unittest
from typing import Any
from unittest import mock

from bestow import AsyncBestow, Bestow, ConfigurationError, ValidationError

from .fake_server import FakeServer, Reply, json_reply

TOKEN = "svc-v1-staging-abcdef"


class CustomRequestTest(unittest.TestCase):
    def setUp(self) -> None:
        self.server = FakeServer()
        self.addCleanup(self.server.close)

    def client(self, **options: Any) -> Bestow:
        client = Bestow(base_url=self.server.base_url, token=TOKEN, **options)
        self.addCleanup(client.close)
        return client

    def test_sends_method_path_query_and_body(self) -> None:
        result = self.client().request("POST", "/drafts", body={"name": "Spring"}, query={"dry_run": True})
        self.assertEqual(result, {"id": "x"})
        [sent] = self.server.received
        self.assertEqual((sent.method, sent.path), ("POST", "/api/drafts?dry_run=true"))
        self.assertEqual(json.loads(sent.body), {"name": "Spring"})
        self.assertEqual(sent.headers["authorization"], f"Bearer {TOKEN}")
        self.assertEqual(sent.headers["service-api-version"], "2026-05")

    def test_sends_the_same_key_in_every_attempt(self) -> None:
        self.server.plan(Reply(fault="drop"), json_reply({"errors": []}, status=503))
        client = self.client()
        response = client.with_response(client.request, "PATCH", "/drafts/d1", body={}, idempotency_key="k")
        self.assertEqual((response.attempts, response.idempotency_key), (3, "k"))
        self.assertEqual([each.headers["idempotency-key"] for each in self.server.received], ["k"] * 3)

    def test_sends_no_key_with_a_read(self) -> None:
        self.client().request("GET", "/drafts")
        self.assertNotIn("idempotency-key", self.server.received[0].headers)

    def test_raises_the_errors_of_the_library(self) -> None:
        error = {"type": "validation_error", "code": "required", "message": "is required", "param": "name"}
        self.server.plan(json_reply({"errors": [error]}, status=422))
        with self.assertRaises(ValidationError) as caught:
            self.client().request("POST", "/drafts", body={})
        self.assertEqual(caught.exception.errors[0].param, "name")

    def test_rejects_a_path_outside_the_api(self) -> None:
        for path in ("drafts", "//example.com/x", "/../x", "/a/%2e%2E/b", "/a?b=1", "/a#b", "/\\example.com", "", "/", "/a\n"):
            with self.subTest(path=path), self.assertRaisesRegex(ValueError, "path must begin with one /"):
                self.client().request("GET", path)
        self.assertEqual(self.server.received, [])

    def test_sends_in_an_event_loop(self) -> None:
        async def run() -> Any:
            async with AsyncBestow(base_url=self.server.base_url, token=TOKEN) as bestow:
                return await bestow.request("DELETE", "/drafts/d1")

        self.assertEqual(asyncio.run(run()), {"id": "x"})
        self.assertEqual(self.server.received[0].method, "DELETE")


class EnvironmentTest(unittest.TestCase):
    def setUp(self) -> None:
        self.server = FakeServer()
        self.addCleanup(self.server.close)

    def set(self, url: str, token: str) -> None:
        patch = mock.patch.dict(os.environ, {"BESTOW_API_URL": url, "BESTOW_API_TOKEN": token})
        patch.start()
        self.addCleanup(patch.stop)

    def test_supplies_base_url_and_token(self) -> None:
        self.set(self.server.base_url, TOKEN)
        with Bestow() as bestow:
            bestow.gift_requests.get("e71c")
        self.assertEqual(self.server.received[0].headers["authorization"], f"Bearer {TOKEN}")

    def test_yields_to_options(self) -> None:
        self.set("https://wrong.example", "wrong")
        with Bestow(base_url=self.server.base_url, token=TOKEN) as bestow:
            bestow.gift_requests.get("e71c")
        self.assertEqual(self.server.received[0].headers["authorization"], f"Bearer {TOKEN}")

    def test_does_not_replace_an_oauth_client(self) -> None:
        self.set(self.server.base_url, TOKEN)
        with self.assertRaisesRegex(ConfigurationError, "client_secret is missing"):
            Bestow(tenant="t", api_key="svc-key-staging-x", client_id="c")

    def test_is_named_in_errors(self) -> None:
        self.set("", "")
        with self.assertRaisesRegex(ConfigurationError, "set BESTOW_API_URL"):
            Bestow(token=TOKEN)
        with self.assertRaisesRegex(ConfigurationError, "set BESTOW_API_TOKEN"):
            Bestow(base_url=self.server.base_url)
