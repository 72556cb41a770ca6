import os

from bestow import Bestow, ValidationError

bestow = Bestow(base_url=os.environ["BASE_URL"], token=os.environ["TOKEN"])

campaign = bestow.campaigns.list(state="available").first_page()["data"][0]
try:
    gift = bestow.gift_requests.create(
        {
            "campaign_id": campaign["id"],
            "recipient": {"first_name": "Ada", "last_name": "Larkin", "email": "ada@example.com"},
        }
    )
except ValidationError as error:
    for each in error.errors:
        print(each.param, each.message)
    raise
print(gift["reference"], gift["status"])
