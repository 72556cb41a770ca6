"""Both clients over real sockets."""

from __future__ import annotations

import asyncio
import os
import threading
import time
import unittest
from collections.abc import Callable
from datetime import datetime, timezone
from typing import Any
from unittest import mock

from bestow import (
    APIConnectionError,
    APITimeoutError,
    AsyncBestow,
    AttemptInfo,
    AuthenticationError,
    Bestow,
    ConfigurationError,
    ConflictError,
    HttpRequest,
    HttpResponse,
    NotFoundError,
    ResponseInfo,
    ServerError,
    ValidationError,
)
from bestow import _engine as engine

from .fake_server import FakeServer, Received, Reply, json_reply

TOKEN = "svc-v1-staging-abcdef"


class ClientTest(unittest.TestCase):
    def setUp(self) -> None:
        self.server = FakeServer()
        self.addCleanup(self.server.close)

    def client(self, **options: Any) -> Bestow:
        all_options: dict[str, Any] = {"base_url": self.server.base_url, "token": TOKEN, **options}
        client = Bestow(**all_options)
        self.addCleanup(client.close)
        return client

    def test_sends_headers(self) -> None:
        self.client().one_links.create({"campaign_id": "c", "quantity": 1}, headers={"X-Trace": "1"})
        [sent] = self.server.received
        self.assertEqual(sent.headers["authorization"], f"Bearer {TOKEN}")
        self.assertEqual(sent.headers["service-api-version"], "2026-05")
        self.assertEqual(sent.headers["content-type"], "application/json")
        self.assertRegex(sent.headers["idempotency-key"], r"^sdk-[0-9a-f-]{36}$")
        self.assertRegex(sent.headers["user-agent"], r"^bestow-python/\d")
        self.assertEqual(sent.headers["x-trace"], "1")

    def test_sends_no_key_and_no_type_with_a_read(self) -> None:
        self.client().gift_requests.get("e71c")
        [sent] = self.server.received
        self.assertNotIn("idempotency-key", sent.headers)
        self.assertNotIn("content-type", sent.headers)

    def test_reuses_a_connection(self) -> None:
        client = self.client()
        for _ in range(3):
            client.gift_requests.get("e71c")
        self.assertEqual(len({each.client for each in self.server.received}), 1)

    def test_opens_a_connection_in_place_of_a_closed_one(self) -> None:
        client = self.client(max_retries=0)
        closing = Reply(headers={"content-type": "application/json", "connection": "close"})
        self.server.plan(closing)
        client.gift_requests.get("e71c")
        self.assertEqual(client.gift_requests.get("e71c"), {"id": "x"})

    def test_survives_lost_connections_with_one_key(self) -> None:
        self.server.plan(Reply(fault="drop"), Reply(fault="cut"))
        client = self.client()
        response = client.with_response(client.gift_requests.cancel, "e71c")
        self.assertEqual(response.attempts, 3)
        self.assertEqual({each.headers["idempotency-key"] for each in self.server.received}, {response.idempotency_key})

    def test_raises_when_no_connection_succeeds(self) -> None:
        client = self.client(base_url="http://127.0.0.1:1/api", max_retries=1)
        with self.assertRaises(APIConnectionError) as caught:
            client.gift_requests.cancel("e71c", idempotency_key="order-4711")
        self.assertEqual(caught.exception.attempts, 2)
        self.assertEqual(caught.exception.idempotency_key, "order-4711")
        self.assertIsInstance(caught.exception.__cause__, OSError)

    def test_cuts_off_a_response_that_drips(self) -> None:
        self.server.plan(Reply(body=b'{"id":"' + b"x" * 200 + b'"}', fault="drip"))
        client = self.client(max_retries=0, attempt_timeout=0.5)
        start = time.monotonic()
        with self.assertRaises(APITimeoutError):
            client.gift_requests.get("e71c")
        self.assertLess(time.monotonic() - start, 10)  # the whole body takes 20 seconds

    def test_limits_all_attempts_by_the_timeout(self) -> None:
        slow = [Reply(body=b'{"id":"' + b"x" * 200 + b'"}', fault="drip") for _ in range(3)]
        self.server.plan(*slow)
        with self.assertRaises(APITimeoutError) as caught:
            self.client(timeout=0.6, attempt_timeout=0.5, max_retries=20).gift_requests.get("e71c")
        self.assertLess(caught.exception.attempts, 4)

    def test_returns_metadata(self) -> None:
        headers = {"Request-Id": "r1", "RateLimit": '"default";r=5;t=2', "Idempotent-Replayed": "true"}
        self.server.plan(Reply(status=201, headers={"content-type": "application/json", **headers}))
        client = self.client()
        response = client.with_response(client.gift_requests.cancel, "e71c", idempotency_key="k")
        self.assertEqual(response.data, {"id": "x"})
        self.assertEqual(
            (response.status, response.request_id, response.idempotency_key, response.is_replayed),
            (201, "r1", "k", True),
        )
        self.assertEqual(response.rate_limit, engine.RateLimit(5, 2))

    def test_returns_metadata_of_the_first_page(self) -> None:
        self.server.plan(json_reply({"data": [], "has_more": False}, request_id="r1"))
        client = self.client()
        response = client.with_response(client.gift_requests.list().first_page)
        self.assertEqual((response.data["data"], response.request_id), ([], "r1"))
        with self.assertRaisesRegex(TypeError, "first_page"):
            client.with_response(client.gift_requests.list)

    def test_calls_hooks_without_the_token(self) -> None:
        seen: list[AttemptInfo] = []

        def record(info: AttemptInfo) -> None:
            seen.append(info)

        self.server.plan(Reply(status=503, headers={"retry-after": "0"}), json_reply({}, request_id="r1"))
        self.client(on_request=record, on_response=record).gift_requests.cancel("e71c")
        self.assertEqual([each.attempt for each in seen], [1, 1, 2, 2])
        last = seen[-1]
        assert isinstance(last, ResponseInfo)
        self.assertEqual((last.status, last.request_id), (200, "r1"))
        self.assertNotIn(TOKEN, repr(seen))

    def test_does_not_follow_redirects(self) -> None:
        target = FakeServer()
        self.addCleanup(target.close)
        self.server.plan(Reply(status=307, headers={"location": f"{target.origin}/api/campaigns"}))
        with self.assertRaisesRegex(APIConnectionError, "redirects to"):
            self.client().campaigns.list().first_page()
        self.assertEqual(target.received, [])

    def test_rejects_empty_ids_before_sending(self) -> None:
        for bad in ("", ".", ".."):
            with self.assertRaisesRegex(ValueError, "An id is missing"):
                self.client().gift_requests.get(bad)
        self.assertEqual(self.server.received, [])

    def test_renders_times(self) -> None:
        self.server.plan(json_reply({"data": [], "has_more": False}))
        time_of_day = datetime(2026, 5, 1, 10, 30, tzinfo=timezone.utc)
        self.client().gift_requests.list(created_after=time_of_day).first_page()
        self.assertIn("created_after=2026-05-01T10%3A30%3A00.000Z", self.server.received[0].path)
        with self.assertRaisesRegex(ValueError, "no time zone"):
            self.client().gift_requests.list(created_after=datetime(2026, 5, 1)).first_page()

    def test_errors_have_the_fields(self) -> None:
        error = {"type": "validation_error", "code": "required", "message": "is required", "param": "recipient.email"}
        self.server.plan(json_reply({"errors": [error]}, 422))
        with self.assertRaises(ValidationError) as caught:
            self.client().gift_requests.get("e71c")
        self.assertEqual([each.code for each in caught.exception.at("/recipient/email")], ["required"])
        self.assertEqual(caught.exception.at("recipient"), [])
        self.assertEqual(caught.exception.to_dict()["errors"], [error])

    def test_warns_once_about_a_deprecated_version(self) -> None:
        warnings: list[str] = []
        headers = {"deprecation": "@1780000000", "sunset": "Fri, 01 May 2027 00:00:00 GMT", "content-type": "application/json"}
        self.server.plan(Reply(headers=headers), Reply(headers=headers))
        client = self.client(on_deprecation=warnings.append)
        with mock.patch.object(engine, "_warned", set[str]()):
            client.gift_requests.get("e71c")
            client.gift_requests.get("e71c")
        self.assertEqual(len(warnings), 1)
        self.assertRegex(warnings[0], "2026-05 of the API is deprecated and ends on Fri")

    def test_threads_share_a_client(self) -> None:
        client = self.client()
        failures: list[BaseException] = []

        def work() -> None:
            try:
                for _ in range(10):
                    client.gift_requests.get("e71c")
            except BaseException as error:
                failures.append(error)

        run_in_threads(work, 8)
        self.assertEqual(failures, [])
        self.assertEqual(len(self.server.received), 80)

    def test_uses_the_proxy_of_the_environment(self) -> None:
        variables = {"http_proxy": self.server.origin.replace("//", "//user:pass@"), "no_proxy": ""}
        with mock.patch.dict(os.environ, variables):
            self.client(base_url="http://gifts.example.com/api").gift_requests.get("e71c")
        [sent] = self.server.received
        self.assertEqual(sent.path, "http://gifts.example.com/api/gift_requests/e71c")
        self.assertEqual(sent.headers["host"], "gifts.example.com")
        self.assertEqual(sent.headers["proxy-authorization"], "Basic dXNlcjpwYXNz")


class Configuration(unittest.TestCase):
    CASES: tuple[tuple[dict[str, Any], str], ...] = (
        ({"base_url": "gifts.example.com"}, "base_url must be an http"),
        ({"base_url": "https://a:b@gifts.example.com"}, "without credentials"),
        ({"base_url": "https://gifts.example.com/api?x=1"}, "without credentials, query"),
        ({"base_url": "https://gifts.example.com:99999/api"}, "base_url must be an http"),
        ({"token": None}, "token is missing: it is NoneType"),
        ({"token": ""}, "token is missing: it is empty"),
        ({"token": "a b"}, "contains a space"),
        ({"token": "svc-whsec-secret"}, "signing secret"),
        ({"token": "svc-v1-prod-secret"}, "neither staging nor production"),
        ({"stage": "production"}, "The token is for staging"),
        ({"base_url": "https://gifts-production.example.com/api"}, "The token is for staging"),
        ({"client_id": "i", "client_secret": "s", "tenant": "t", "api_key": "k"}, "not both"),
        ({"token": None, "client_id": "i", "client_secret": "s", "tenant": "t"}, "api_key is missing"),
        ({"token": None, "client_id": "i", "api_key": "k", "tenant": "t"}, "client_secret is missing"),
    )

    def test_rejects_invalid_options(self) -> None:
        for options, message in self.CASES:
            all_options: dict[str, Any] = {
                "base_url": "https://gifts.example.com/api",
                "token": TOKEN,
                **options,
            }
            with self.subTest(options), self.assertRaisesRegex(ConfigurationError, message) as caught:
                Bestow(**all_options)
            self.assertNotIn(TOKEN, str(caught.exception))


class OAuthClient(unittest.TestCase):
    OPTIONS: dict[str, Any] = {
        "tenant": "tenant",
        "api_key": "svc-key-staging-x",
        "client_id": "id",
        "client_secret": "secret",
    }

    def setUp(self) -> None:
        self.issued = 0
        self.valid: set[str] = set()
        self.server = FakeServer(self.answer)
        self.addCleanup(self.server.close)

    def answer(self, received: Received) -> Reply | None:
        if received.path == "/auth/token":
            self.issued += 1
            self.valid.add(f"Bearer token{self.issued}")
            return json_reply({"access_token": f"token{self.issued}", "expires_in": 3600, "token_type": "bearer"})
        if received.headers.get("authorization") in self.valid:
            return None
        error = {"type": "authentication_error", "code": "unauthorized", "message": "no"}
        return json_reply({"errors": [error]}, 401)

    def test_fetches_one_token_for_all_threads(self) -> None:
        with Bestow(base_url=self.server.base_url, **self.OPTIONS) as client:
            run_in_threads(lambda: client.gift_requests.get("e71c"), 8)
        self.assertEqual(self.issued, 1)
        self.assertEqual(len(self.server.received), 9)
        grant = next(each for each in self.server.received if each.path == "/auth/token")
        self.assertEqual(grant.headers["x-api-key"], "svc-key-staging-x")
        self.assertNotIn("authorization", grant.headers)

    def test_fetches_one_token_for_all_tasks(self) -> None:
        async def main() -> None:
            async with AsyncBestow(base_url=self.server.base_url, **self.OPTIONS) as client:
                await asyncio.gather(*(client.gift_requests.get("e71c") for _ in range(8)))

        asyncio.run(main())
        self.assertEqual(self.issued, 1)

    def test_renews_a_rejected_token_once(self) -> None:
        client = Bestow(base_url=self.server.base_url, max_retries=0, **self.OPTIONS)
        client.gift_requests.get("e71c")
        self.valid.clear()
        self.assertEqual(client.gift_requests.get("e71c"), {"id": "x"})
        self.assertEqual(self.issued, 2)

    def test_raises_when_the_new_token_is_rejected_too(self) -> None:
        server = FakeServer(
            lambda received: json_reply({"access_token": "t", "expires_in": 60})
            if received.path == "/auth/token"
            else json_reply({"errors": []}, 401)
        )
        self.addCleanup(server.close)
        client = Bestow(base_url=server.base_url, **self.OPTIONS)
        with self.assertRaises(AuthenticationError):
            client.gift_requests.get("e71c")
        self.assertEqual([each.path for each in server.received].count("/auth/token"), 2)

    def test_raises_the_error_of_the_token_endpoint(self) -> None:
        server = FakeServer(lambda _: json_reply({"error": "invalid_client", "error_description": "no"}, 401))
        self.addCleanup(server.close)
        client = Bestow(base_url=server.base_url, **self.OPTIONS)
        with self.assertRaises(AuthenticationError) as caught:
            client.gift_requests.get("e71c")
        self.assertEqual(caught.exception.code, "invalid_client")

    def test_exchanges_a_refresh_token_without_retry(self) -> None:
        server = FakeServer(lambda _: Reply(status=503, headers={"retry-after": "0"}))
        self.addCleanup(server.close)
        client = Bestow(base_url=server.base_url, token=TOKEN)
        with self.assertRaises(ServerError):
            client.oauth.create_token({"grant_type": "refresh_token", "tenant": "t", "refresh_token": "r"})
        self.assertEqual(len(server.received), 1)
        self.assertNotIn("authorization", server.received[0].headers)


class AsyncClient(unittest.IsolatedAsyncioTestCase):
    async def asyncSetUp(self) -> None:
        self.server = FakeServer()
        self.addCleanup(self.server.close)
        self.client = AsyncBestow(base_url=self.server.base_url, token=TOKEN)
        self.addAsyncCleanup(self.client.close)

    async def test_sends_concurrently(self) -> None:
        await asyncio.gather(*(self.client.gift_requests.get(str(each)) for each in range(20)))
        self.assertEqual(
            sorted(each.path for each in self.server.received),
            sorted(f"/api/gift_requests/{each}" for each in range(20)),
        )

    async def test_iterates_over_pages(self) -> None:
        self.server.plan(
            json_reply({"data": [{"id": "a"}], "has_more": True}),
            json_reply({"data": [{"id": "b"}], "has_more": False}),
        )
        self.assertEqual([gift["id"] async for gift in self.client.gift_requests.list()], ["a", "b"])

    async def test_returns_metadata_of_its_own_call(self) -> None:
        async def get(gift_id: str) -> tuple[str, str | None]:
            response = await self.client.with_response(self.client.gift_requests.get, gift_id)
            return response.data["id"], response.request_id

        def answer(received: Received) -> Reply:
            own = received.path.rsplit("/", 1)[1]
            return json_reply({"id": own}, request_id=own)

        server = FakeServer(answer)
        self.addCleanup(server.close)
        self.client = AsyncBestow(base_url=server.base_url, token=TOKEN)
        results = await asyncio.gather(*(get(str(each)) for each in range(10)))
        self.assertEqual(results, [(str(each), str(each)) for each in range(10)])

    async def test_can_be_cancelled(self) -> None:
        self.server.plan(Reply(body=b"x" * 200, fault="drip"))
        with self.assertRaises(asyncio.TimeoutError):
            await asyncio.wait_for(self.client.gift_requests.get("e71c"), 0.2)

    async def test_raises_errors(self) -> None:
        self.server.plan(Reply(status=404), Reply(status=409))
        with self.assertRaises(NotFoundError):
            await self.client.gift_requests.get("e71c")
        with self.assertRaises(ConflictError):
            await self.client.gift_requests.cancel("e71c")

    async def test_cuts_off_a_slow_sender(self) -> None:
        async def hang(request: HttpRequest, timeout: float) -> HttpResponse:
            await asyncio.sleep(60)
            raise AssertionError(request)

        client = AsyncBestow(
            base_url=self.server.base_url, token=TOKEN, async_sender=hang, attempt_timeout=0.1, max_retries=1
        )
        with self.assertRaises(APITimeoutError) as caught:
            await client.gift_requests.get("e71c")
        self.assertEqual(caught.exception.attempts, 2)


def run_in_threads(work: Callable[[], object], count: int) -> None:
    threads = [threading.Thread(target=work) for _ in range(count)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()


if __name__ == "__main__":
    unittest.main()
