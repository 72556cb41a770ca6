"""Every operation of the API has a method in both clients."""

from __future__ import annotations

import asyncio
import inspect
import re
import unittest
from collections.abc import Iterator
from typing import Any

from bestow import AsyncBestow, AsyncPaginator, Bestow, HttpRequest, HttpResponse, Paginator
from bestow._generated.operations import OPERATIONS

ID = "e71c"
PLACEHOLDER = re.compile(r"{\w+}")


class Recorder:
    def __init__(self) -> None:
        self.lines: list[str] = []

    def __call__(self, request: HttpRequest, timeout: float) -> HttpResponse:
        path = request.url.removeprefix("http://localhost").removeprefix("/api") or "/"
        self.lines.append(f"{request.method} {path}")
        return HttpResponse(200, {"content-type": "application/json"}, b'{"data": []}')


def list_methods(client: object) -> Iterator[tuple[str, Any]]:
    for name, resource in vars(client).items():
        if name.startswith("_"):
            continue
        for method_name, method in inspect.getmembers(resource, callable):
            if not method_name.startswith("_"):
                yield f"{name}.{method_name}", method


def placeholders(method: Any) -> list[Any]:
    """A placeholder for each positional parameter: ids are strings, and a body is an object."""
    names = [
        name
        for name, parameter in inspect.signature(method).parameters.items()
        if parameter.kind is inspect.Parameter.POSITIONAL_OR_KEYWORD
    ]
    return [{} if name == "body" else [] if name == "rows" else ID for name in names]


# The second method sends independent rows.
EXPECTED = sorted(
    ["POST /gift_requests/batch"] + [f"{method} {PLACEHOLDER.sub(ID, path)}" for method, path in OPERATIONS.values()]
)


class Operations(unittest.TestCase):
    def test_client(self) -> None:
        recorder = Recorder()
        client = Bestow(base_url="http://localhost/api", token="x", sender=recorder)
        client.about()
        for name, method in list_methods(client):
            with self.subTest(name):
                result = method(*placeholders(method))
                if isinstance(result, Paginator):
                    result.first_page()
        self.assertEqual(sorted(recorder.lines), EXPECTED)

    def test_client_for_asyncio(self) -> None:
        recorder = Recorder()

        async def main() -> None:
            async with AsyncBestow(base_url="http://localhost/api", token="x", sender=recorder) as client:
                await client.about()
                for _, method in list_methods(client):
                    result = method(*placeholders(method))
                    await (result.first_page() if isinstance(result, AsyncPaginator) else result)

        asyncio.run(main())
        self.assertEqual(sorted(recorder.lines), EXPECTED)

    def test_both_clients_have_the_same_methods(self) -> None:
        client = Bestow(base_url="http://localhost/api", token="x")
        other = AsyncBestow(base_url="http://localhost/api", token="x")
        self.assertEqual(
            [(name, str(inspect.signature(method)).split(" -> ")[0]) for name, method in list_methods(client)],
            [(name, str(inspect.signature(method)).split(" -> ")[0]) for name, method in list_methods(other)],
        )

    def test_methods_have_docs(self) -> None:
        for name, method in list_methods(Bestow(base_url="http://localhost/api", token="x")):
            self.assertTrue(inspect.getdoc(method), name)


if __name__ == "__main__":
    unittest.main()
