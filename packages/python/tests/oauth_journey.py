"""An OAuth client against a running service. test/python/service.test.ts starts both."""

from __future__ import annotations

import os

from bestow import Bestow

with Bestow(
    base_url=os.environ["BASE_URL"],
    tenant=os.environ["TENANT"],
    api_key=os.environ["API_KEY"],
    client_id=os.environ["CLIENT_ID"],
    client_secret=os.environ["CLIENT_SECRET"],
) as bestow:
    for _ in range(3):
        assert bestow.campaigns.list().first_page()["data"]
    assert bestow.oauth.metadata()["token_endpoint"].endswith("/auth/token")
print("done")
