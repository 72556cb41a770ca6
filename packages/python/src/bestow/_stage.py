"""The stage of credentials and addresses: staging or production."""

from __future__ import annotations

import re
from typing import Literal
from urllib.parse import urlsplit

from ._errors import ConfigurationError

Stage = Literal["staging", "production"]


def parse_credential_stage(credential: str) -> str | None:
    """Returns the stage in a token or key; None if there is none."""
    match = re.match(r"svc-(?:v1|key)-(staging|production)-", credential)
    return match[1] if match else None


def _guess_url_stage(base_url: str) -> str | None:
    """Returns the stage in a host name, as in ``gifts-staging.example.com``. Most host names contain no stage."""
    labels = re.split(r"[.-]", urlsplit(base_url).hostname or "")
    matches = [stage for stage in ("staging", "production") if stage in labels]
    return matches[0] if len(matches) == 1 else None


def assert_stage_matches(credential: str, base_url: str, configured: Stage | None) -> None:
    """Raises for a token of another stage, before the token is sent to this address."""
    expected = configured or _guess_url_stage(base_url)
    actual = parse_credential_stage(credential)
    if expected is None or actual is None or expected == actual:
        return
    raise ConfigurationError(
        f"The token is for {actual}, but {base_url} is {expected}. No request was sent. "
        f"Use a token for {expected}, or the base URL of {actual}."
    )


def validate_credential(name: str, value: object) -> str:
    """Validates a credential for use in a header. Messages do not contain the credential, because they end in logs."""
    if not isinstance(value, str) or value == "":
        raise ConfigurationError(
            f"{name} is missing: it is {'empty' if value == '' else type(value).__name__}."
        )
    if value.startswith("svc-whsec-"):
        raise ConfigurationError(f"{name} is the signing secret of a webhook endpoint.")
    if not re.fullmatch(r"[\x21-\x7e]+", value):
        raise ConfigurationError(f"{name} contains a space, a line break or an invalid character.")
    if value.startswith("svc-v1-") and parse_credential_stage(value) is None:
        raise ConfigurationError(f"{name} names neither staging nor production.")
    return value
