"""Client library for Bestow.

``Bestow`` and ``AsyncBestow`` call the API, ``bestow.webhooks`` receives events, and both raise the exported errors.
``bestow.testing`` creates test deliveries. ``bestow.types`` has the types of requests and responses.
"""

from . import webhooks
from ._client import AsyncBestow, Bestow
from ._engine import AttemptInfo, RateLimit, ResponseInfo, WithResponse
from ._errors import (
    APIConnectionError,
    APITimeoutError,
    AuthenticationError,
    BadSignatureError,
    BestowError,
    BodyWasParsedError,
    ConfigurationError,
    ConflictError,
    ContradictionError,
    FieldError,
    IdempotencyConflictError,
    MissingHeaderError,
    NoSecretError,
    NotFoundError,
    OtherVersionError,
    PermissionDeniedError,
    RateLimitError,
    SecretHasWhitespaceError,
    ServerError,
    StaleError,
    UnsupportedVersionError,
    ValidationError,
    WebhookError,
)
from ._generated import types
from ._generated.operations import EVENT_TYPES
from ._generated.version import API_VERSION
from ._generated.version import PACKAGE_VERSION as __version__
from ._http import HttpRequest, HttpResponse, Sender
from ._paginator import AsyncPaginator, Paginator
from ._transport import AsyncSender

__all__ = [
    "API_VERSION",
    "EVENT_TYPES",
    "APIConnectionError",
    "APITimeoutError",
    "AsyncBestow",
    "AsyncPaginator",
    "AsyncSender",
    "AttemptInfo",
    "AuthenticationError",
    "BadSignatureError",
    "Bestow",
    "BestowError",
    "BodyWasParsedError",
    "ConfigurationError",
    "ConflictError",
    "ContradictionError",
    "FieldError",
    "HttpRequest",
    "HttpResponse",
    "IdempotencyConflictError",
    "MissingHeaderError",
    "NoSecretError",
    "NotFoundError",
    "OtherVersionError",
    "Paginator",
    "PermissionDeniedError",
    "RateLimit",
    "RateLimitError",
    "ResponseInfo",
    "SecretHasWhitespaceError",
    "Sender",
    "ServerError",
    "StaleError",
    "UnsupportedVersionError",
    "ValidationError",
    "WebhookError",
    "WithResponse",
    "__version__",
    "types",
    "webhooks",
]
