import os

from bestow import Bestow

bestow = Bestow(base_url=os.environ["BASE_URL"], token=os.environ["TOKEN"])
gifts = bestow.gift_requests.list(status="submitted", limit=50)

for gift in gifts:  # everything, page by page
    print(gift["reference"])
for page in gifts.pages():
    print(len(page["data"]))
some = gifts.to_list(limit=500)
first = gifts.first_page()
print(len(some), len(first["data"]), first["has_more"])
