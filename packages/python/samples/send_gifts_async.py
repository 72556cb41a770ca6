import asyncio
import os

from bestow import AsyncBestow


async def main() -> None:
    async with AsyncBestow(base_url=os.environ["BASE_URL"], token=os.environ["TOKEN"]) as bestow:
        async for gift in bestow.gift_requests.list(status="submitted"):
            details = await bestow.gift_requests.details(gift["id"])
            print(gift["reference"], details["state"])


asyncio.run(main())
