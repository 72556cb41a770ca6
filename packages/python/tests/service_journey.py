"""The clients against a running service. test/python/service.test.ts starts both."""

from __future__ import annotations

import asyncio
import os
from typing import Any

from bestow import (
    EVENT_TYPES,
    AsyncBestow,
    AuthenticationError,
    Bestow,
    ConflictError,
    IdempotencyConflictError,
    NotFoundError,
    ValidationError,
)

BASE_URL = os.environ["BASE_URL"]
TOKEN = os.environ["TOKEN"]
CHANGED_TOKEN = TOKEN[:-1] + ("y" if TOKEN.endswith("x") else "x")
bestow = Bestow(base_url=BASE_URL, token=TOKEN)


def expect(kind: type[Exception], run: Any, *args: Any, **kwargs: Any) -> Any:
    try:
        run(*args, **kwargs)
    except kind as error:
        return error
    raise AssertionError(f"{kind.__name__} was not raised")


def direct_gift() -> None:
    assert bestow.about().startswith("Bestow API v")
    campaigns = bestow.campaigns.list(state="available").to_list(limit=100)
    campaign = next(each for each in campaigns if each["invitation_method"] == "sender_provided_address")
    variant = campaign["products"][0]["variants"][0]
    gift = bestow.gift_requests.create(
        {
            "campaign_id": campaign["id"],
            "recipient": {"first_name": "Zoë", "last_name": "李", "email": "zoe@example.com"},
            "shipping_address": {
                "name": "Zoë 李",
                "line_1": "Unter den Linden 1",
                "city": "Berlin",
                "postal_code": "10117",
                "country": "DE",
            },
            "line_items": [{"variant_id": variant["id"], "quantity": 1}],
            "metadata": {"order": "47 11"},
        }
    )
    assert gift["status"] == "submitted" and gift["recipient"]["name"] == "Zoë 李"
    [found] = bestow.gift_requests.list(metadata={"order": "47 11"}).to_list(limit=10)
    assert found["id"] == gift["id"]
    bestow.test_helpers.advance_clock({"by": "1m"})
    bestow.test_helpers.advance_gift_request(gift["id"], {"to": "in_transit"})
    bestow.test_helpers.advance_gift_request(gift["id"], {"to": "delivered"})
    assert bestow.gift_requests.get(gift["id"])["status"] == "delivered"
    history = bestow.gift_requests.history(gift["id"])
    assert history["data"][-1]["to"] == "delivered"
    events = bestow.events.list(gift_request_id=gift["id"], order="asc").to_list(limit=10)
    assert [each["type"] for each in events] == list(EVENT_TYPES[:4])
    error = expect(ConflictError, bestow.gift_requests.cancel, gift["id"])
    assert error.code == "invalid_transition" and error.request_id


def changes_and_errors() -> None:
    campaigns = bestow.campaigns.list(state="available").to_list(limit=100)
    campaign = next(each for each in campaigns if each["invitation_method"] == "email")
    recipient = {"first_name": "Ada", "last_name": "Larkin", "email": "ada@example.com"}
    body: Any = {"campaign_id": campaign["id"], "recipient": recipient}
    first = bestow.with_response(bestow.gift_requests.create, body, idempotency_key="order-4711")
    again = bestow.with_response(bestow.gift_requests.create, body, idempotency_key="order-4711")
    assert (first.is_replayed, again.is_replayed) == (False, True)
    assert first.data == again.data and first.rate_limit is not None
    other = {**body, "metadata": {"a": "b"}}
    expect(IdempotencyConflictError, bestow.gift_requests.create, other, idempotency_key="order-4711")
    rows: Any = [{**body, "idempotency_key": "row-1"}, {**body, "campaign_id": "none"}]
    results = bestow.gift_requests.create_each(rows)["data"]
    assert [each["status"] for each in results] == ["created", "refused"]
    assert results[1]["errors"][0].get("param") == "campaign_id"
    gift_id = first.data["id"]
    bestow.test_helpers.advance_clock({"by": "1m"})
    bestow.gift_requests.extend(gift_id, {"days": 7}, dry_run=True)
    bestow.gift_requests.update(gift_id, {"metadata": {"order": "1"}})
    assert bestow.gift_requests.details(gift_id)["state"] == "awaiting_recipient"
    invalid = expect(ValidationError, bestow.gift_requests.create, {"recipient": {"email": 5}})
    assert invalid.at("campaign_id")[0].code == "required"
    expect(NotFoundError, bestow.gift_requests.get, "00000000-0000-4000-8000-000000000000")
    expect(AuthenticationError, Bestow(base_url=BASE_URL, token=CHANGED_TOKEN).gift_requests.list().first_page)
    bestow.gift_requests.cancel(gift_id)
    export = bestow.reports.export_gift_requests(format="csv")
    assert "order-4711" not in export and "\n" in export


async def asyncio_pages() -> None:
    async with AsyncBestow(base_url=BASE_URL, token=TOKEN) as client:
        rows = [gift["id"] async for gift in client.gift_requests.list(limit=1)]
        assert rows == [gift["id"] for gift in bestow.gift_requests.list(limit=100)]
        assert len(rows) >= 2
        gifts = await asyncio.gather(*(client.gift_requests.get(each) for each in rows))
        assert [each["id"] for each in gifts] == rows


direct_gift()
changes_and_errors()
asyncio.run(asyncio_pages())
print("done")
