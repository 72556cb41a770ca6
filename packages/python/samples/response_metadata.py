import os

from bestow import Bestow

bestow = Bestow(base_url=os.environ["BASE_URL"], token=os.environ["TOKEN"])
[gift] = bestow.gift_requests.list().to_list(limit=1)
response = bestow.with_response(bestow.gift_requests.get, gift["id"])
print(response.data["status"], response.request_id, response.rate_limit, response.attempts)
