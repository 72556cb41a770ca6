"""The conformance corpus. test/sdk/corpus.test.ts reads the same files."""

from __future__ import annotations

import asyncio
import base64
import json
import unittest
from collections.abc import Mapping
from pathlib import Path
from typing import Any
from urllib.parse import parse_qsl, urlsplit

from bestow import (
    APIConnectionError,
    APITimeoutError,
    AsyncBestow,
    AsyncPaginator,
    Bestow,
    BestowError,
    HttpRequest,
    HttpResponse,
    Paginator,
    PermissionDeniedError,
    WebhookError,
    webhooks,
)
from bestow._engine import parse_rate_limit
from bestow._retry import compute_delay, parse_retry_after

CORPUS = Path(__file__).resolve().parents[3] / "test" / "corpus"

# The corpus has the names of the TypeScript library. These three are names of Python itself.
OTHER_NAMES: Mapping[type[BestowError], str] = {
    APIConnectionError: "ConnectionError",
    APITimeoutError: "TimeoutError",
    PermissionDeniedError: "PermissionError",
}


def read(name: str) -> Any:
    return json.loads((CORPUS / name).read_text("utf-8"))


class Deliveries(unittest.TestCase):
    def test_deliveries(self) -> None:
        cases = read("deliveries.json")
        self.assertGreater(len(cases), 50)
        for case in cases:
            with self.subTest(case["name"]):
                self.assertEqual(verify(case), case["expected"])


def verify(case: Any) -> Mapping[str, Any]:
    encoded = case.get("body_base64")
    body = case.get("parsed_body") if encoded is None else base64.b64decode(encoded)
    try:
        event = webhooks.construct_event(
            body,
            case["headers"],
            secrets=case["secrets"],
            tolerance=case.get("tolerance", 300),
            versions=case.get("versions", ["2026-05"]),
            now=lambda: case["now"],
        )
    except WebhookError as error:
        return {"reason": error.reason, "status": error.status}
    data: Any = event.data
    return {
        "id": event.id,
        "type": event.type,
        "version": event.version,
        "sent_at": event.sent_at.timestamp(),
        "status": data.get("status") or data["data"]["attributes"]["state"],
    }


class RecordedSender:
    """Returns the responses of a case in order, and records the requests."""

    def __init__(self, responses: list[Any]) -> None:
        self.pending = list(responses)
        self.requests: list[dict[str, Any]] = []
        self.keys: set[str | None] = set()

    def __call__(self, request: HttpRequest, timeout: float) -> HttpResponse:
        parts = urlsplit(request.url)
        sent: dict[str, Any] = {
            "method": request.method,
            "path": parts.path.removeprefix("/api"),
            "query": sorted(list(pair) for pair in parse_qsl(parts.query, keep_blank_values=True)),
        }
        if request.body is not None:
            sent["body"] = json.loads(request.body)
        self.requests.append(sent)
        self.keys.add(request.headers.get("idempotency-key"))
        response = self.pending.pop(0)
        headers = {name.lower(): value for name, value in response.get("headers", {}).items()}
        return HttpResponse(response["status"], headers, response.get("body", "").encode())

    async def send(self, request: HttpRequest, timeout: float) -> HttpResponse:
        return self(request, timeout)


class Calls(unittest.TestCase):
    def test_calls_of_the_client(self) -> None:
        for case in read("calls.json"):
            with self.subTest(case["name"]):
                sender = RecordedSender(case["responses"])
                client = Bestow(base_url="http://localhost/api", token="svc-v1-staging-x", sender=sender)
                self.check(case, sender, run(client, case))

    def test_calls_of_the_client_for_asyncio(self) -> None:
        for case in read("calls.json"):
            with self.subTest(case["name"]):
                sender = RecordedSender(case["responses"])
                self.check(case, sender, asyncio.run(run_async(sender, case)))

    def check(self, case: Any, sender: RecordedSender, result: Mapping[str, Any]) -> None:
        expected = case["expected"]
        for name in ("data", "ids"):
            if name in expected:
                self.assertEqual(result.get(name), expected[name])
        self.assertEqual("error" in result, "error" in expected, result)
        if "error" in expected:
            actual = result["error"]
            self.assertEqual({name: actual[name] for name in expected["error"]}, expected["error"])
        if "requests" in expected:
            # Keyword arguments have the order of the method, not of the call.
            requests = [{**each, "query": sorted(each.get("query", []))} for each in expected["requests"]]
            self.assertEqual(sender.requests, requests)
        if "attempts" in expected:
            self.assertEqual(len(sender.requests), expected["attempts"])
        self.assertEqual(sender.pending, [])
        self.assertEqual(len(sender.keys), 1, "all attempts have one key")


def find_method(client: Bestow | AsyncBestow, case: Any) -> Any:
    resource, method = case["call"].split(".")
    return getattr(getattr(client, resource), method)


def arguments(case: Any) -> tuple[list[Any], dict[str, Any]]:
    args = [*case.get("ids", []), *([case["body"]] if "body" in case else [])]
    options = {"max_retries": case["max_retries"]} if "max_retries" in case else {}
    return args, {**case.get("query", {}), **options}


def run(client: Bestow, case: Any) -> Mapping[str, Any]:
    args, kwargs = arguments(case)
    try:
        result: Any = find_method(client, case)(*args, **kwargs)
        if isinstance(result, Paginator):
            return {"ids": ids_of(result.to_list(limit=100))}  # pyright: ignore[reportUnknownMemberType]
        return {"data": result}
    except BestowError as error:
        return {"error": describe(error)}


async def run_async(sender: RecordedSender, case: Any) -> Mapping[str, Any]:
    args, kwargs = arguments(case)
    async with AsyncBestow(
        base_url="http://localhost/api", token="svc-v1-staging-x", async_sender=sender.send
    ) as client:
        try:
            result: Any = find_method(client, case)(*args, **kwargs)
            if isinstance(result, AsyncPaginator):
                return {"ids": ids_of(await result.to_list(limit=100))}  # pyright: ignore[reportUnknownMemberType]
            return {"data": await result}
        except BestowError as error:
            return {"error": describe(error)}


def ids_of(entries: Any) -> list[str]:
    return [each["id"] for each in entries]


def describe(error: BestowError) -> Mapping[str, Any]:
    return {
        "class": OTHER_NAMES.get(type(error), type(error).__name__),
        "status": error.status,
        "code": error.code,
        "message": str(error),
        "request_id": error.request_id,
        "retry_after_ms": None if error.retry_after is None else round(error.retry_after * 1000),
        "params": [each.param for each in error.errors],
    }


class ResponseHeaders(unittest.TestCase):
    def test_retry_after(self) -> None:
        for case in read("headers.json")["retry_after"]:
            with self.subTest(case["header"]):
                seconds = parse_retry_after(case["header"], case["now_ms"] / 1000)
                self.assertEqual(None if seconds is None else seconds * 1000, case["delay_ms"])

    def test_delays(self) -> None:
        for case in read("headers.json")["delays"]:
            retry_after = case["retry_after_ms"]
            delay = compute_delay(
                case["attempt"], None if retry_after is None else retry_after / 1000, case["random"]
            )
            self.assertAlmostEqual(delay * 1000, case["delay_ms"])

    def test_rate_limit(self) -> None:
        for case in read("headers.json")["rate_limit"]:
            with self.subTest(case["header"]):
                limit = parse_rate_limit(case["header"])
                self.assertEqual(None if limit is None else vars(limit), case["expected"])


if __name__ == "__main__":
    unittest.main()
