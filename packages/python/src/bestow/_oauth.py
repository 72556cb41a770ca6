"""The token endpoint. The client fetches its own tokens; use these methods for tokens of other accounts."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Any

from ._credentials import FixedHeaders
from ._transport import AsyncTransport, Transport

if TYPE_CHECKING:
    from typing_extensions import Unpack

    from ._generated import types as t
    from ._options import RequestOptions


def _headers(api_key: str | None) -> FixedHeaders:
    return FixedHeaders({} if api_key is None else {"x-api-key": api_key})


def _token_options(body: Mapping[str, Any], options: Mapping[str, Any]) -> Mapping[str, Any]:
    """A refresh token works once, so its exchange is never retried."""
    is_single_use = body.get("grant_type") != "client_credentials"
    return {**options, "max_retries": 0} if is_single_use else options


class OAuth:
    """The token endpoint. The client fetches its own tokens; use this for tokens of other accounts."""

    def __init__(self, transport: Transport) -> None:
        self._transport = transport

    def create_token(
        self, body: t.TokenRequest, *, api_key: str | None = None, **options: Unpack[RequestOptions]
    ) -> t.OAuthToken:
        """Exchanges the credentials of an OAuth client, a code or a refresh token for an access token."""
        retry_options = _token_options(body, options)
        grant: t.OAuthToken = self._transport.request(
            "createToken", body=body, options=retry_options, credentials=_headers(api_key)
        )
        return grant

    def revoke_token(
        self, body: t.RevokeRequest, *, api_key: str | None = None, **options: Unpack[RequestOptions]
    ) -> None:
        """Revokes a token. The next request with the token fails."""
        self._transport.request("revokeToken", body=body, options=options, credentials=_headers(api_key))

    def metadata(self, **options: Unpack[RequestOptions]) -> t.OAuthMetadata:
        """Returns the metadata of the OAuth server."""
        metadata: t.OAuthMetadata = self._transport.request(
            "getMetadata", options=options, credentials=_headers(None)
        )
        return metadata


class AsyncOAuth:
    """The token endpoint. The client fetches its own tokens; use this for tokens of other accounts."""

    def __init__(self, transport: AsyncTransport) -> None:
        self._transport = transport

    async def create_token(
        self, body: t.TokenRequest, *, api_key: str | None = None, **options: Unpack[RequestOptions]
    ) -> t.OAuthToken:
        """Exchanges the credentials of an OAuth client, a code or a refresh token for an access token."""
        retry_options = _token_options(body, options)
        grant: t.OAuthToken = await self._transport.request(
            "createToken", body=body, options=retry_options, credentials=_headers(api_key)
        )
        return grant

    async def revoke_token(
        self, body: t.RevokeRequest, *, api_key: str | None = None, **options: Unpack[RequestOptions]
    ) -> None:
        """Revokes a token. The next request with the token fails."""
        await self._transport.request("revokeToken", body=body, options=options, credentials=_headers(api_key))

    async def metadata(self, **options: Unpack[RequestOptions]) -> t.OAuthMetadata:
        """Returns the metadata of the OAuth server."""
        metadata: t.OAuthMetadata = await self._transport.request(
            "getMetadata", options=options, credentials=_headers(None)
        )
        return metadata
