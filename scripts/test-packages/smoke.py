"""What an integrator does first: send a gift, and verify a webhook. It runs on each supported version of Python."""

import bestow
from bestow import Bestow, ValidationError, webhooks
from bestow.testing import signed_delivery

client = Bestow()  # reads BESTOW_API_URL and BESTOW_API_TOKEN
campaign = client.campaigns.list(state="available").first_page()["data"][0]
gift = client.gift_requests.create(
    {
        "campaign_id": campaign["id"],
        "recipient": {"first_name": "Ada", "last_name": "Larkin", "email": "ada@example.com"},
    }
)
assert client.gift_requests.get(gift["id"])["status"] == gift["status"]
try:
    client.gift_requests.create({"campaign_id": "", "recipient": {"first_name": "", "last_name": "", "email": "ada"}})
    raise AssertionError("the service accepted a gift without a campaign")
except ValidationError as error:
    assert len(error.errors) > 1

secret = "svc-whsec-" + "a" * 43
delivery = signed_delivery(secret=secret, type="gift_request_redeemed")
event = webhooks.construct_event(delivery.body, delivery.headers, secrets=secret)
assert event.type == "gift_request_redeemed"
print(bestow.__version__)
