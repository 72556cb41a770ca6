"""The authentication of requests."""

from __future__ import annotations

import time
from collections.abc import Mapping
from typing import Any, Protocol

from ._stage import parse_credential_stage, validate_credential

_MAX_MARGIN = 60.0  # seconds


class Credentials(Protocol):
    @property
    def hint(self) -> str:
        """A hint for error messages about rejected credentials. Does not contain the credentials."""
        ...

    def is_ready(self) -> bool:
        """False if an access token must be fetched before the next request."""
        ...

    def headers(self) -> Mapping[str, str]: ...

    def renew(self, started_at: float) -> bool:
        """Discards the token after a 401, unless a newer token has arrived since. False if there is no other token."""
        ...


class FixedHeaders:
    """An API token, an access token with the key of its OAuth client, or no credentials."""

    def __init__(self, headers: Mapping[str, str], hint: str = "") -> None:
        self._headers = headers
        self.hint = hint

    def is_ready(self) -> bool:
        return True

    def headers(self) -> Mapping[str, str]:
        return self._headers

    def renew(self, started_at: float) -> bool:
        return False


NO_CREDENTIALS = FixedHeaders({})


def bearer(token: str, api_key: str | None) -> FixedHeaders:
    headers = {"authorization": f"Bearer {validate_credential('token', token)}"}
    if api_key is not None:
        headers["x-api-key"] = validate_credential("api_key", api_key)
    stage = parse_credential_stage(token)
    return FixedHeaders(
        headers,
        "" if stage is None else f" The token is for {stage}; check that the service is {stage} too.",
    )


class ClientCredentials:
    """An OAuth client. The clients fetch an access token when necessary, once for all concurrent requests."""

    hint = ""

    def __init__(self, body: Mapping[str, str], api_key: str) -> None:
        self.body = body
        self.api_key = api_key
        self._token = ""
        self._issued_at = 0.0
        self._valid_until = 0.0

    def is_ready(self) -> bool:
        return self._token != "" and time.monotonic() < self._valid_until

    def headers(self) -> Mapping[str, str]:
        return {"authorization": f"Bearer {self._token}", "x-api-key": self.api_key}

    def renew(self, started_at: float) -> bool:
        if self._issued_at <= started_at:
            self._token = ""
        return True

    def save(self, grant: Mapping[str, Any]) -> None:
        """Saves the response of the token endpoint."""
        seconds = float(grant["expires_in"])
        self._issued_at = time.monotonic()
        self._valid_until = self._issued_at + seconds - min(_MAX_MARGIN, seconds / 10)
        self._token = str(grant["access_token"])
