"""Lists that request page after page."""

from __future__ import annotations

from collections.abc import AsyncIterator, Awaitable, Callable, Iterator, Mapping
from typing import TYPE_CHECKING, Any, Generic, TypeVar

from ._engine import next_query

if TYPE_CHECKING:
    from ._generated.types import Page

Item = TypeVar("Item")


class Paginator(Generic[Item]):
    """A list of resources. Sends no request until you use it.

    .. code-block:: python

        for gift in gifts: ...                # everything, page by page
        for page in gifts.pages(): ...
        some = gifts.to_list(limit=500)
        first = gifts.first_page()            # {"data": [...], "has_more": True}
    """

    def __init__(self, fetch: Callable[[Mapping[str, Any]], Any], query: Mapping[str, Any]) -> None:
        self._fetch = fetch
        self._query = query

    def first_page(self) -> Page[Item]:
        page: Page[Item] = self._fetch(self._query)
        return page

    def pages(self) -> Iterator[Page[Item]]:
        """Iterates over the pages. Requests the next page on demand."""
        query: Mapping[str, Any] | None = self._query
        while query is not None:
            page: Page[Item] = self._fetch(query)
            yield page
            query = next_query(query, page)

    def __iter__(self) -> Iterator[Item]:
        for page in self.pages():
            yield from page["data"]

    def to_list(self, *, limit: int) -> list[Item]:
        """Returns at most ``limit`` entries. The limit is required, so that no caller loads a million by mistake."""
        items: list[Item] = []
        if limit <= 0:
            return items
        for item in self:
            items.append(item)
            if len(items) >= limit:
                break
        return items


class AsyncPaginator(Generic[Item]):
    """A list of resources. Sends no request until you use it.

    .. code-block:: python

        async for gift in gifts: ...          # everything, page by page
        async for page in gifts.pages(): ...
        some = await gifts.to_list(limit=500)
        first = await gifts.first_page()      # {"data": [...], "has_more": True}
    """

    def __init__(
        self, fetch: Callable[[Mapping[str, Any]], Awaitable[Any]], query: Mapping[str, Any]
    ) -> None:
        self._fetch = fetch
        self._query = query

    async def first_page(self) -> Page[Item]:
        page: Page[Item] = await self._fetch(self._query)
        return page

    async def pages(self) -> AsyncIterator[Page[Item]]:
        """Iterates over the pages. Requests the next page on demand."""
        query: Mapping[str, Any] | None = self._query
        while query is not None:
            page: Page[Item] = await self._fetch(query)
            yield page
            query = next_query(query, page)

    async def __aiter__(self) -> AsyncIterator[Item]:
        async for page in self.pages():
            for item in page["data"]:
                yield item

    async def to_list(self, *, limit: int) -> list[Item]:
        """Returns at most ``limit`` entries. The limit is required, so that no caller loads a million by mistake."""
        items: list[Item] = []
        if limit <= 0:
            return items
        async for item in self:
            items.append(item)
            if len(items) >= limit:
                break
        return items
