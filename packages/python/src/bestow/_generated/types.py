# Generated from the OpenAPI document by scripts/generate.ts. Do not edit.
"""The types of requests and responses."""

from __future__ import annotations

import sys
from collections.abc import Mapping, Sequence
from datetime import datetime
from typing import TYPE_CHECKING, Any, Generic, Literal, TypeAlias, TypedDict, TypeVar

if sys.version_info >= (3, 11):
    from typing import NotRequired
elif TYPE_CHECKING:
    from typing_extensions import NotRequired

Item = TypeVar("Item")

if TYPE_CHECKING or sys.version_info >= (3, 11):

    class Page(TypedDict, Generic[Item]):
        """A page of a list."""

        data: list[Item]
        has_more: bool
        """True if there are entries behind the page."""

else:
    Page = dict


class Address(TypedDict):
    name: str
    line_1: str
    line_2: NotRequired[str]
    city: NotRequired[str]
    region: NotRequired[str]
    postal_code: NotRequired[str]
    country: str
    """ISO 3166-1 alpha-2, such as US."""
    phone: NotRequired[str]


class Advance(TypedDict):
    to: Literal["created", "scheduled", "unclaimed", "awaiting_recipient", "redeemed", "ordered", "backordered", "shipping_error", "in_transit", "out_for_delivery", "delivery_attempt_failed", "delivered", "redelivering", "complete", "cancelled", "expired", "shipment_cancelled"]


class Attention(TypedDict):
    stalled_gift_requests: int
    """At least 0."""
    expiring_gift_requests: int
    """In the next seven days. At least 0."""
    bounced_recipients: int
    """At least 0."""
    low_stock_products: int
    """At least 0."""
    low_codes: list[AttentionLowCode]
    queued_emails: int
    """At least 0."""


class AttentionAction(TypedDict):
    title: str
    """What to do, for people."""
    operation: AttentionActionOperation | None
    """Null if only the web app can do it."""
    web_url: str
    """The page of the web app."""


class AttentionItem(TypedDict):
    id: str
    kind: Literal["backordered", "address_refused", "delivery_attempt_failed", "overdue", "email_bounced", "expiring", "stock_low", "endpoint_failing", "delivery_abandoned", "parcel_lost"] | str
    subject: AttentionItemSubject
    gift_request_id: str | None
    """The gift request of the subject, if it has one."""
    cause: str
    """A code such as out_of_stock. Later releases can add causes."""
    message: str
    """The cause in a sentence, for people."""
    since: str
    """When the condition began. A time such as 2026-05-01T10:30:00.000Z."""
    raised_at: str
    """When Bestow noticed it. A time such as 2026-05-01T10:30:00.000Z."""
    cleared_at: str | None
    """When it ended; null while it is true. A time such as 2026-05-01T10:30:00.000Z."""
    next_actions: list[AttentionAction]
    """What resolves it, the usual action first. Empty once it has ended."""


class AuthorizationCodeRequest(TypedDict):
    grant_type: Literal["authorization_code"]
    code: str
    """The code of the authorization page."""
    redirect_uri: str
    """The same address as in the authorization request."""
    code_verifier: str
    """The verifier of PKCE, which every client uses."""
    tenant: NotRequired[str]
    """Checked if it is sent."""
    client_id: NotRequired[str]
    """Required without HTTP Basic."""
    client_secret: NotRequired[str]
    """Checked if it is sent. Not allowed with HTTP Basic."""
    resource: NotRequired[str]
    """For /mcp: the resource that its metadata names (RFC 8707)."""


class Campaign(TypedDict):
    id: str
    name: str
    description: str
    state: Literal["available", "archived"] | str
    archived_at: str | None
    """A time such as 2026-05-01T10:30:00.000Z."""
    invitation_method: Literal["email", "gift_link", "one_link", "sender_provided_address"] | str
    """How people are invited. Only sender_provided_address takes an address and items."""
    selection_mode: Literal["one", "all"] | str
    """Whether the recipient chooses one of the items or gets all of them."""
    visible_at_redemption: bool
    expires_after_days: int
    """At least 1."""
    email_message: EmailMessage
    theme: CampaignTheme
    sender: Sender
    products: list[Product]
    """The whole catalogue of the campaign, with stock."""
    web_url: str
    created_at: str
    """A time such as 2026-05-01T10:30:00.000Z."""
    updated_at: str
    """A time such as 2026-05-01T10:30:00.000Z."""


class CampaignSettings(TypedDict):
    campaign_id: str
    max_choices: int
    """At least 1."""
    fallback_variant_id: str | None
    """The donation or the digital item that replaces each gift that expires unclaimed."""
    locale: str
    time_zone: str
    translations: dict[str, CampaignSettingsTranslations]
    """The texts of the campaign in further languages, by language."""
    tone: Literal["formal", "informal"] | str | None
    """How emails and pages address recipients, in languages with two forms such as German. Null: as the account does."""
    reminders: CampaignSettingsReminders
    wrapping: CampaignSettingsWrapping
    rate_rule: CampaignSettingsRateRule
    cost_centre: str | None
    """New gift requests are charged to it. Recipients never see it."""
    budget: CampaignSettingsBudget | None
    """How much the gifts may cost, without shipping."""
    updated_at: str
    """A time such as 2026-05-01T10:30:00.000Z."""


class CampaignSummary(TypedDict):
    id: str
    name: str
    web_url: str


class CatalogueProduct(TypedDict):
    id: str
    name: str
    description: str
    kind: Literal["physical", "digital", "donation"] | str
    """A donation is a charity, and each variant is an amount."""
    charity: Charity | None
    """Only donations have it."""
    state: Literal["available", "archived"] | str
    """New gifts do not offer archived products and variants."""
    archived_at: str | None
    """A time such as 2026-05-01T10:30:00.000Z."""
    images: list[Image]
    translations: dict[str, CatalogueProductTranslations]
    """The texts in further languages, by language such as de."""
    destination_mode: Literal["all", "allow", "deny"] | str
    destinations: list[str]
    minimum_age: int | None
    """At least 1."""
    size_guide: SizeGuide | None
    allergens: list[Literal["gluten", "crustaceans", "eggs", "fish", "peanuts", "soybeans", "milk", "nuts", "celery", "mustard", "sesame", "sulphites", "lupin", "molluscs"] | str]
    """The allergens of Regulation (EU) No 1169/2011."""
    ingredients: str
    variants: list[CatalogueVariant]
    web_url: str
    created_at: str
    """A time such as 2026-05-01T10:30:00.000Z."""
    updated_at: str
    """A time such as 2026-05-01T10:30:00.000Z."""


class CatalogueStockLevel(TypedDict):
    variant_id: str
    sku: str
    warehouse: WarehouseSummary
    available: int
    """Units that new gifts can have. At least 0."""
    reserved: int
    """Units for gifts that are not shipped yet. At least 0."""


class CatalogueVariant(TypedDict):
    id: str
    product_id: str
    sku: str
    name: str
    state: Literal["available", "archived"] | str
    """New gifts do not offer archived products and variants."""
    archived_at: str | None
    """A time such as 2026-05-01T10:30:00.000Z."""
    images: list[Image]
    translations: dict[str, CatalogueVariantTranslations]
    """The texts in further languages, by language such as de."""
    weight_grams: int | None
    """At least 0."""
    length_mm: int | None
    """At least 0."""
    width_mm: int | None
    """At least 0."""
    height_mm: int | None
    """At least 0."""
    hs_code: str | None
    """The customs code."""
    origin_country: str | None
    declared_value: Money | None
    """The value for the customs."""
    unit_cost: Money | None
    """What one unit costs you. Recipients never see it."""
    digital: DigitalContent | None
    """Only variants of digital products have it."""
    donation: Donation | None
    """Only variants of donations have it."""
    stock_levels: list[WarehouseStock]


class Charity(TypedDict):
    registration_number: str | None
    url: str | None


class Claim(TypedDict):
    id: str
    one_link_id: str
    state: Literal["pending", "listed", "offered"] | str
    """Waits for approval, is on the waiting list, or was offered a place."""
    name: str
    email: str
    since: str
    """A time such as 2026-05-01T10:30:00.000Z."""
    until: str | None
    """When the claim ends by itself. A time such as 2026-05-01T10:30:00.000Z."""


class ClaimDecision(TypedDict):
    decided: int
    """At least 0."""
    skipped: int
    """Claims that were decided before, or lapsed. At least 0."""


class ClaimRules(TypedDict):
    one_link_id: str | None
    """Null for the rules of new one-links."""
    require_confirmation: bool
    """A claim needs a link from an email."""
    require_approval: bool
    """A sender approves each claim."""
    has_waiting_list: bool
    refuse_disposable: bool
    """Rejects addresses of disposable mailboxes."""
    max_claims_per_address: int
    """At least 1."""
    max_claims_per_network: int
    """At least 1."""
    max_claims_per_device: int
    """At least 1."""


class ClientCredentialsRequest(TypedDict):
    grant_type: Literal["client_credentials"]
    tenant: str
    """The tenant reference of the account."""
    client_id: NotRequired[str]
    """Required without HTTP Basic."""
    client_secret: NotRequired[str]
    """Required without HTTP Basic, and not allowed with it."""
    scope: NotRequired[str]
    """Scopes, separated by spaces. Default: all scopes of the client or of the refresh token."""
    resource: NotRequired[str]
    """For /mcp: the resource that its metadata names (RFC 8707)."""


class Clock(TypedDict):
    now: str
    """The time of the clock of the account after the call. A time such as 2026-05-01T10:30:00.000Z."""
    moved: int
    """How many gift requests changed their state. At least 0."""


class ClockAdvance(TypedDict):
    by: str
    """must be a duration such as 14d, 12h, 30m or 45s"""


class CodeImport(TypedDict):
    variant_id: str
    is_dry_run: bool
    imported: int
    """New codes; in a dry run, those that would be. At least 0."""
    duplicates: int
    """Codes that the account has already. At least 0."""
    invalid: int
    """Only in a dry run. At least 0."""
    problems: list[CodeImportProblem]
    """The first hundred duplicates and invalid codes, by position."""


class ContactRecipient(TypedDict):
    id: str
    """``recipient.id`` of gift requests."""
    email: str
    first_name: str
    """From the latest gift request."""
    last_name: str
    name: str
    thank_you_count: int
    """At least 0."""
    gift_request_count: int
    """At least 0."""
    declined_count: int
    """At least 0."""
    is_bounced: bool
    """Emails to the address bounced, and no more are sent."""
    last_gift_at: str | None
    """A time such as 2026-05-01T10:30:00.000Z."""
    created_at: str
    """A time such as 2026-05-01T10:30:00.000Z."""


class CountryCount(TypedDict):
    country: str
    """ISO 3166-1 alpha-2, such as DE."""
    count: int
    """At least 0."""


class Delivery(TypedDict):
    id: str
    event_id: str
    """The same as Service-Webhook-Event-Id."""
    event_type: Literal["gift_request_created", "gift_request_redeemed", "gift_request_dispatched", "gift_request_delivered", "gift_request_cancelled", "attention.backordered", "attention.address_refused", "attention.delivery_attempt_failed", "attention.overdue", "attention.email_bounced", "attention.expiring", "attention.stock_low", "attention.endpoint_failing", "attention.delivery_abandoned", "attention.parcel_lost", "attention.cleared"] | str
    gift_request_id: str | None
    """Null for a test event, for an attention event without a gift request, and after the event was deleted."""
    endpoint_id: str
    payload_version: str
    state: Literal["pending", "delivered", "abandoned", "parked"] | str
    """parked: the endpoint is disabled. abandoned: no further attempt follows."""
    is_test: bool
    replay_of: str | None
    """The delivery that this one sends again."""
    next_attempt_at: str | None
    """A time such as 2026-05-01T10:30:00.000Z."""
    attempts: list[DeliveryAttempt]
    created_at: str
    """A time such as 2026-05-01T10:30:00.000Z."""
    abandoned_at: str | None
    """A time such as 2026-05-01T10:30:00.000Z."""


class DeliveryAttempt(TypedDict):
    number: int
    """At least 1."""
    started_at: str | None
    """Null if the process of the attempt died. A time such as 2026-05-01T10:30:00.000Z."""
    duration_ms: int | None
    outcome: Literal["ok", "failed", "unknown", "late"] | str
    """unknown: the process died. late: the result came after the lease of the attempt."""
    status: int | None
    """The HTTP status of the endpoint; null without a response."""
    error: str | None
    """The error code if there was no response, such as connect_timeout."""
    reason: str | None
    """Why the TLS connection failed, such as certificate_expired; null for other errors."""
    detail: str | None
    """Facts of the certificate of the endpoint: its names, its issuer, or when it expired."""


class DeniedClaimant(TypedDict):
    id: str
    kind: Literal["address", "domain"] | str
    entry: str
    created_at: str
    """A time such as 2026-05-01T10:30:00.000Z."""


class DenyListChange(TypedDict):
    added: int
    """At least 0."""
    removed: int
    """At least 0."""


class DigitalContent(TypedDict):
    delivery: Literal["code", "link", "file"] | str | None
    """Null until an admin chooses one."""
    is_link_per_gift: bool
    link_host: str | None
    """The host of the link for all gifts. The link is never returned."""
    file: DigitalContentFile | None
    instructions: str
    low_stock_threshold: int
    """At least 0."""
    codes: DigitalContentCodes
    """How many there are. Codes themselves are never returned."""


class Donation(TypedDict):
    amount: Money
    cap: int | None
    """How often recipients can choose the variant. Null: no limit. At least 1."""


class Email(TypedDict):
    id: str
    gift_request_id: str
    kind: str
    """The occasion, such as invitation, reminder or dispatched."""
    state: Literal["queued", "sent", "bounced", "failed", "suppressed"] | str
    to: str | None
    """The address of the recipient; null once it was erased."""
    subject: str | None
    error: str | None
    """What the mail server said."""
    attempts: int
    """At least 0."""
    created_at: str
    """A time such as 2026-05-01T10:30:00.000Z."""
    sent_at: str | None
    """A time such as 2026-05-01T10:30:00.000Z."""


class EmailMessage(TypedDict):
    subject: str
    body: str


class Endpoint(TypedDict):
    id: str
    url: str
    description: str
    events: list[Literal["gift_request_created", "gift_request_redeemed", "gift_request_dispatched", "gift_request_delivered", "gift_request_cancelled"] | str]
    receives_attention: bool
    """Whether it also receives the events about what needs attention."""
    payload_version: str
    standard_webhooks: bool
    enabled: bool
    previous_secret_until: str | None
    """Until then, requests also carry a signature with the previous secret. A time such as 2026-05-01T10:30:00.000Z."""
    signing_error: str | None
    """Why requests cannot be signed. Deliveries stay parked until that is resolved."""
    header_names: list[str]
    """The names of the custom headers. No response contains their values."""
    max_per_second: int | None
    """Null without a limit. At least 1."""
    public_key: str | None
    """The Ed25519 key that verifies deliveries, such as ``whpk_6cbTaS0K…``; null while Ed25519 is off."""
    previous_public_key: str | None
    """The key before the last rotation."""
    previous_key_until: str | None
    """Until then, requests also carry a signature of the previous Ed25519 key. A time such as 2026-05-01T10:30:00.000Z."""
    ca_subject: str | None
    """The authority that the receiver's certificate must come from; null for the public ones."""
    ca_expires_at: str | None
    """A time such as 2026-05-01T10:30:00.000Z."""
    client_certificate_subject: str | None
    client_certificate_expires_at: str | None
    """A time such as 2026-05-01T10:30:00.000Z."""
    created_at: str
    """A time such as 2026-05-01T10:30:00.000Z."""
    updated_at: str
    """A time such as 2026-05-01T10:30:00.000Z."""


class EndpointWithSecret(TypedDict):
    id: str
    url: str
    description: str
    events: list[Literal["gift_request_created", "gift_request_redeemed", "gift_request_dispatched", "gift_request_delivered", "gift_request_cancelled"] | str]
    receives_attention: bool
    """Whether it also receives the events about what needs attention."""
    payload_version: str
    standard_webhooks: bool
    enabled: bool
    previous_secret_until: str | None
    """Until then, requests also carry a signature with the previous secret. A time such as 2026-05-01T10:30:00.000Z."""
    signing_error: str | None
    """Why requests cannot be signed. Deliveries stay parked until that is resolved."""
    header_names: list[str]
    """The names of the custom headers. No response contains their values."""
    max_per_second: int | None
    """Null without a limit. At least 1."""
    public_key: str | None
    """The Ed25519 key that verifies deliveries, such as ``whpk_6cbTaS0K…``; null while Ed25519 is off."""
    previous_public_key: str | None
    """The key before the last rotation."""
    previous_key_until: str | None
    """Until then, requests also carry a signature of the previous Ed25519 key. A time such as 2026-05-01T10:30:00.000Z."""
    ca_subject: str | None
    """The authority that the receiver's certificate must come from; null for the public ones."""
    ca_expires_at: str | None
    """A time such as 2026-05-01T10:30:00.000Z."""
    client_certificate_subject: str | None
    client_certificate_expires_at: str | None
    """A time such as 2026-05-01T10:30:00.000Z."""
    created_at: str
    """A time such as 2026-05-01T10:30:00.000Z."""
    updated_at: str
    """A time such as 2026-05-01T10:30:00.000Z."""
    secret: str
    """The signing secret. No other response contains it."""


class Erasure(TypedDict):
    recipient_id: str | None
    """Null if the account has no such recipient."""
    gift_requests: int
    """At least 0."""
    cancelled: int
    """Gift requests that were not dispatched, and are cancelled. At least 0."""
    emails: int
    """At least 0."""
    is_dry_run: bool


class ApiError(TypedDict):
    type: Literal["api_error", "authentication_error", "permission_error", "not_found_error", "conflict_error", "validation_error", "rate_limit_error", "server_error"] | str
    code: Literal["unsupported_api_version", "invalid_json", "unauthorized", "plan_required", "forbidden", "not_found", "invalid_transition", "idempotency_key_reused", "idempotency_key_in_use", "out_of_stock", "payload_too_large", "unsupported_media_type", "required", "unknown_parameter", "invalid", "invalid_format", "too_long", "too_many", "invalid_reference", "not_allowed", "too_many_requests", "internal_error", "unavailable"] | str
    message: str
    """For people. It may change."""
    param: NotRequired[str]
    """The field it is about, such as gift_requests.3.recipient.email."""


class ApiErrors(TypedDict):
    errors: list[ApiError]
    """Everything that is wrong."""


class FeedEvent(TypedDict):
    id: str
    """The same as Service-Webhook-Event-Id."""
    type: Literal["gift_request_created", "gift_request_redeemed", "gift_request_dispatched", "gift_request_delivered", "gift_request_cancelled"] | str
    gift_request_id: str
    created_at: str
    """A time such as 2026-05-01T10:30:00.000Z."""
    body: GiftRequest | None
    """Null once the recipient was erased."""


class Funnel(TypedDict):
    sent: int
    """At least 0."""
    opened: int
    """At least 0."""
    redeemed: int
    """At least 0."""
    delivered: int
    """At least 0."""
    statuses: FunnelStatuses
    """By current status; expired gifts are counted apart from cancelled ones."""


class GiftCount(TypedDict):
    variant_id: str
    name: str
    count: int
    """At least 0."""


class GiftDetails(TypedDict):
    id: str
    state: Literal["created", "scheduled", "unclaimed", "awaiting_recipient", "redeemed", "ordered", "backordered", "shipping_error", "in_transit", "out_for_delivery", "delivery_attempt_failed", "delivered", "redelivering", "complete", "cancelled", "expired", "shipment_cancelled"] | str
    send_at: str | None
    """A time such as 2026-05-01T10:30:00.000Z."""
    expires_at: str
    """A time such as 2026-05-01T10:30:00.000Z."""
    remind_at: str | None
    """When the next reminder is due. A time such as 2026-05-01T10:30:00.000Z."""
    locale: str | None
    """The language that was chosen for or by the recipient."""
    sender: Sender
    opened_at: str | None
    """A time such as 2026-05-01T10:30:00.000Z."""
    declined_at: str | None
    """A time such as 2026-05-01T10:30:00.000Z."""
    decline_reason: str | None
    renewal_requested_at: str | None
    """When the recipient asked to renew an expired gift. A time such as 2026-05-01T10:30:00.000Z."""
    one_link_id: str | None
    reissued_from: GiftReference | None
    """The gift request that this one replaces."""
    reissued_as: GiftReference | None
    """The gift request that replaces this one."""
    actions: GiftDetailsActions


class GiftReference(TypedDict):
    id: str
    reference: str


class GiftRequest(TypedDict):
    id: str
    reference: str
    """A short code for people, for example in a question to support. It never changes."""
    status: Literal["submitted", "redeemed", "dispatched", "delivered", "cancelled"] | str
    campaign: CampaignSummary | None
    """Null when it was sent outside any campaign."""
    redemption_url: str | None
    """The link for the recipient. Null until it is generated, shortly after creation."""
    web_url: str
    """The gift request in the web app."""
    recipient: Recipient
    sender: Sender
    shipping_address: Address | None
    """The address of a direct-send. Null if the recipient enters the address, also afterwards."""
    offering: Offering
    line_items: list[LineItem] | None
    """The items that the recipient gets. Null until they are fixed: at creation for a direct-send, otherwise at redemption."""
    email_message: EmailMessage
    created_at: str
    """A time such as 2026-05-01T10:30:00.000Z."""
    updated_at: str
    """A time such as 2026-05-01T10:30:00.000Z."""
    metadata: dict[str, str]
    """The metadata of the creation."""


class GiftRequestResult(TypedDict):
    index: int
    """The place of the row in the request. At least 0."""
    idempotency_key: str | None
    """The key of the row."""
    status: Literal["created", "duplicate", "refused", "valid"] | str
    """duplicate: a row with this key created the gift request before. valid: the row of a dry run has no error."""
    gift_request: GiftReference | None
    """The created gift request, or the earlier one."""
    errors: list[RowError]
    """Why the row is refused. Otherwise empty."""


class Greeting(TypedDict):
    card: Literal["birthday", "thank-you", "welcome", "congratulations", "great-work", "anniversary", "wedding", "new-baby", "get-well", "sympathy", "holidays", "just-because"] | str | None
    """Null without a card."""
    media: GreetingMedia | None
    """The photo or video of the sender."""
    is_own: bool
    """False if the gift request shows the greeting of its campaign."""


class GreetingMedia(TypedDict):
    id: str
    content_type: str
    """Such as image/jpeg or video/mp4."""
    size: int
    """In bytes. At least 0."""
    alt: str
    """What the photo or the video shows."""


class Image(TypedDict):
    name: str
    url: str
    urls: ImageUrls


class LineItem(TypedDict):
    id: str
    sku: str
    variant_id: str
    name: str
    quantity: int
    """At least 1."""
    images: list[Image]


class OAuthMetadata(TypedDict):
    issuer: str
    authorization_endpoint: str
    token_endpoint: str
    revocation_endpoint: str
    response_types_supported: list[str]
    response_modes_supported: list[str]
    grant_types_supported: list[str]
    scopes_supported: list[str]
    token_endpoint_auth_methods_supported: list[str]
    revocation_endpoint_auth_methods_supported: list[str]
    code_challenge_methods_supported: list[str]
    authorization_response_iss_parameter_supported: bool
    registration_endpoint: NotRequired[str]
    """Where clients of /mcp register themselves (RFC 7591)."""


class Money(TypedDict):
    amount: int
    """In the smallest unit: 1250 is 12.50 EUR."""
    currency: str
    """ISO 4217, such as EUR."""


Move = TypedDict(
    "Move",
    {
        "at": "str",
        "from": "Literal['created', 'scheduled', 'unclaimed', 'awaiting_recipient', 'redeemed', 'ordered', 'backordered', 'shipping_error', 'in_transit', 'out_for_delivery', 'delivery_attempt_failed', 'delivered', 'redelivering', 'complete', 'cancelled', 'expired', 'shipment_cancelled'] | str | None",
        "to": "Literal['created', 'scheduled', 'unclaimed', 'awaiting_recipient', 'redeemed', 'ordered', 'backordered', 'shipping_error', 'in_transit', 'out_for_delivery', 'delivery_attempt_failed', 'delivered', 'redelivering', 'complete', 'cancelled', 'expired', 'shipment_cancelled'] | str",
        "cause": "str",
        "events": "list[Literal['gift_request_created', 'gift_request_redeemed', 'gift_request_dispatched', 'gift_request_delivered', 'gift_request_cancelled'] | str]",
    },
)


class NewAddress(TypedDict):
    name: str
    """At most 255 characters."""
    line_1: str
    """At most 255 characters."""
    line_2: NotRequired[str]
    """At most 255 characters."""
    city: NotRequired[str]
    """At most 255 characters."""
    region: NotRequired[str]
    """At most 255 characters."""
    postal_code: NotRequired[str]
    """At most 32 characters."""
    country: str
    """must be a country code of two letters such as US At most 2 characters."""
    phone: NotRequired[str]
    """At most 32 characters."""


class NewBatchGiftRequest(TypedDict):
    campaign_id: str
    """An available campaign of this account."""
    recipient: NewRecipient
    shipping_address: NotRequired[NewAddress | None]
    line_items: NotRequired[Sequence[NewLineItem] | None]
    """At most 50 entries."""
    email_message: NotRequired[EmailMessageInput | None]
    """Left out: the message of the campaign."""
    send_at: NotRequired[str | datetime | None]
    """In the future, within a year. Left out: now. A time such as 2026-05-01T10:30:00.000Z."""
    expires_at: NotRequired[str | datetime | None]
    """After send_at. Left out: the days that the campaign says, from sending on. A time such as 2026-05-01T10:30:00.000Z."""
    metadata: NotRequired[Mapping[str, str] | None]
    """Yours, returned with the gift request: up to 50 pairs of text."""
    locale: NotRequired[Literal["en", "ar", "de", "es", "fr", "it", "ja", "ko", "nl", "pl", "pt", "zh"] | None]
    """The language of the emails and pages for the recipient, who can choose another one. Left out: the language of the campaign."""
    sender: NotRequired[NewSender | None]
    """Left out: the sender of the campaign."""
    phone: NotRequired[str | None]
    """must be a phone number with its country, such as +4915112345678"""
    greeting: NotRequired[GreetingInput | None]
    """The card, and a photo or video, that the recipient sees. Left out: the greeting of the campaign."""
    idempotency_key: NotRequired[str | None]
    """must be 1 to 255 visible ASCII characters"""


class NewGiftRequest(TypedDict):
    campaign_id: str
    """An available campaign of this account."""
    recipient: NewRecipient
    shipping_address: NotRequired[NewAddress | None]
    line_items: NotRequired[Sequence[NewLineItem] | None]
    """At most 50 entries."""
    email_message: NotRequired[EmailMessageInput | None]
    """Left out: the message of the campaign."""
    send_at: NotRequired[str | datetime | None]
    """In the future, within a year. Left out: now. A time such as 2026-05-01T10:30:00.000Z."""
    expires_at: NotRequired[str | datetime | None]
    """After send_at. Left out: the days that the campaign says, from sending on. A time such as 2026-05-01T10:30:00.000Z."""
    metadata: NotRequired[Mapping[str, str] | None]
    """Yours, returned with the gift request: up to 50 pairs of text."""
    locale: NotRequired[Literal["en", "ar", "de", "es", "fr", "it", "ja", "ko", "nl", "pl", "pt", "zh"] | None]
    """The language of the emails and pages for the recipient, who can choose another one. Left out: the language of the campaign."""
    sender: NotRequired[NewSender | None]
    """Left out: the sender of the campaign."""
    phone: NotRequired[str | None]
    """must be a phone number with its country, such as +4915112345678"""
    greeting: NotRequired[GreetingInput | None]
    """The card, and a photo or video, that the recipient sees. Left out: the greeting of the campaign."""


class NewLineItem(TypedDict):
    variant_id: str
    quantity: int
    """At least 1, at most 1000."""


class NewOneLink(TypedDict):
    campaign_id: str
    """An available campaign of this account that invites by one-link."""
    quantity: int
    """At least 1, at most 10000."""
    allowed_email_domains: NotRequired[Sequence[str] | None]
    """At most 50 entries."""
    expires_at: NotRequired[str | datetime | None]
    """A time such as 2026-05-01T10:30:00.000Z."""


class NewRecipient(TypedDict):
    first_name: str
    """At most 255 characters."""
    last_name: str
    """At most 255 characters."""
    email: str
    """At most 254 characters."""


class NewSender(TypedDict):
    """Left out: the sender of the campaign."""

    id: NotRequired[str]
    """A user of this account."""
    email: NotRequired[str]
    """In place of id: the address of a user. At most 254 characters."""
    name: NotRequired[str]
    """The name that the recipient reads. Left out: the name of the user. At most 255 characters."""


class OAuthError(TypedDict):
    error: Literal["invalid_request", "invalid_client", "invalid_grant", "invalid_scope", "unsupported_grant_type", "temporarily_unavailable", "server_error", "invalid_target"] | str
    error_description: str
    """For people. It may change."""


class Offering(TypedDict):
    selection_mode: Literal["one", "all"] | str
    """Whether the recipient chooses one of the items or gets all of them."""
    visible_at_redemption: bool
    line_items: list[LineItem]


class OneLink(TypedDict):
    id: str
    campaign: CampaignSummary
    url: str
    """The public address that a QR code shows."""
    quantity: int
    """How many gifts the link has. At least 1."""
    claimed: int
    """How many have been claimed. At least 0."""
    available: int
    """How many can be claimed now. At least 0."""
    state: Literal["open", "closed", "expired", "all_claimed"] | str
    """all_claimed: it is open, and no place is left."""
    allowed_email_domains: list[str]
    """If empty, every visitor can claim. Otherwise only email addresses of these domains can, and the link of a claim is sent to that address only."""
    expires_at: str
    """A time such as 2026-05-01T10:30:00.000Z."""
    closed_at: str | None
    """A time such as 2026-05-01T10:30:00.000Z."""
    created_at: str
    """A time such as 2026-05-01T10:30:00.000Z."""
    updated_at: str
    """A time such as 2026-05-01T10:30:00.000Z."""


class Parcel(TypedDict):
    id: str
    number: int
    """1 for the first parcel of the gift request. At least 1."""
    state: Literal["placing", "waiting", "refused", "ordered", "in_transit", "delivery_attempt_failed", "out_for_delivery", "delivered", "returned", "lost", "cancelled"] | str
    carrier: str | None
    """The carrier that delivers; null until a carrier accepts the parcel."""
    tracking_code: str | None
    tracking_url: str | None
    estimated_at: str | None
    """When the carrier expects to deliver. A time such as 2026-05-01T10:30:00.000Z."""
    problem: ParcelProblem | None
    """Why the parcel is not on its way, and what resolves it."""
    line_items: list[ParcelLine]
    scans: list[ParcelScan]
    """Oldest first."""
    replaces: str | None
    """The parcel whose items this one ships again."""
    adult_signature_age: int | None
    """An adult of at least this age signs for the parcel."""


class ParcelLine(TypedDict):
    line_item_id: str
    variant_id: str
    sku: str
    name: str
    quantity: int
    """At least 1."""


class ParcelScan(TypedDict):
    at: str
    """A time such as 2026-05-01T10:30:00.000Z."""
    state: Literal["ordered", "in_transit", "delivery_attempt_failed", "out_for_delivery", "delivered", "refused", "returned", "lost", "cancelled"] | str
    description: str
    """The text of the carrier."""
    location: str | None


class PersonalData(TypedDict):
    account: PersonalDataAccount
    email: str
    contact: dict[str, Any] | None
    gift_requests: list[dict[str, Any]]
    """Each with its parcels, emails, events, changes and history."""
    claims: list[dict[str, Any]]
    other_emails: list[dict[str, Any]]


class Picture(TypedDict):
    url: str
    """The address to use in ``images`` and logos."""


class Product(TypedDict):
    id: str
    name: str
    description: str
    kind: Literal["physical", "digital"] | str
    images: list[Image]
    variants: list[Variant]


class Recipient(TypedDict):
    id: str
    """The id of the contact in the account. A placeholder has an id of its own."""
    thank_you_count: int
    """How many thank-you notes this person has sent."""
    first_name: str
    last_name: str
    name: str
    email: str
    """Empty until a recipient claims the gift."""


class RecipientCorrection(TypedDict):
    recipient_id: str
    gift_request_ids: list[str]
    is_dry_run: bool


class RecipientDetail(TypedDict):
    id: str
    """``recipient.id`` of gift requests."""
    email: str
    first_name: str
    """From the latest gift request."""
    last_name: str
    name: str
    thank_you_count: int
    """At least 0."""
    gift_request_count: int
    """At least 0."""
    declined_count: int
    """At least 0."""
    is_bounced: bool
    """Emails to the address bounced, and no more are sent."""
    last_gift_at: str | None
    """A time such as 2026-05-01T10:30:00.000Z."""
    created_at: str
    """A time such as 2026-05-01T10:30:00.000Z."""
    thank_you_notes: list[RecipientDetailThankYouNote]
    declines: list[RecipientDetailDecline]


class Recovery(TypedDict):
    resent: int
    """How many deliveries are sent again now. At least 0."""
    remaining: int
    """How many are left for the next call; 10,000 means at least that many. At least 0."""


class RefreshTokenRequest(TypedDict):
    grant_type: Literal["refresh_token"]
    refresh_token: str
    """It works once: the response contains the next one."""
    tenant: NotRequired[str]
    """Required without a client id."""
    client_id: NotRequired[str]
    """Required without a tenant and without HTTP Basic, and for a client that registered itself."""
    client_secret: NotRequired[str]
    """Checked if it is sent. Not allowed with HTTP Basic."""
    scope: NotRequired[str]
    """Scopes, separated by spaces. Default: all scopes of the client or of the refresh token."""
    resource: NotRequired[str]
    """For /mcp: the resource that its metadata names (RFC 8707)."""


class Reissue(TypedDict):
    id: str
    """The id of the new gift request."""
    reissued_from: GiftReference
    gift_request: GiftRequest


class RevokeRequest(TypedDict):
    token: str
    """An access token or a refresh token."""
    token_type_hint: NotRequired[str]
    """Not needed."""
    client_id: NotRequired[str]
    """Together with the secret, if the client has one."""
    client_secret: NotRequired[str]
    """Unless it comes by HTTP Basic."""


class RowError(TypedDict):
    type: str
    code: str
    message: str
    """For people. It may change."""
    param: NotRequired[str]
    """The field of the row, such as recipient.email."""


class Sender(TypedDict):
    id: str
    name: str
    email: str


class SizeGuide(TypedDict):
    unit: Literal["cm", "in"] | str | None
    """The unit of the values."""
    columns: list[str]
    rows: list[SizeGuideRow]
    note: str
    """A text below the table, or instead of it."""


class StockLevel(TypedDict):
    warehouse: WarehouseSummary
    available: int
    """At least 0."""


class TextMessage(TypedDict):
    id: str
    gift_request_id: str
    kind: str
    """The occasion, such as invitation or reminder."""
    state: Literal["queued", "sent", "bounced", "failed", "suppressed"] | str
    to: str | None
    """The last digits of the number; null once it was erased."""
    error: str | None
    """The error code of the provider."""
    attempts: int
    """At least 0."""
    created_at: str
    """A time such as 2026-05-01T10:30:00.000Z."""
    sent_at: str | None
    """A time such as 2026-05-01T10:30:00.000Z."""


class ThankYouNote(TypedDict):
    text: str
    written_at: str
    """A time such as 2026-05-01T10:30:00.000Z."""
    changed_at: str | None
    """Recipients can change a note for an hour. A time such as 2026-05-01T10:30:00.000Z."""


class TimeToRedeem(TypedDict):
    count: int
    """Gifts that recipients redeemed. At least 0."""
    median_hours: float | None
    p90_hours: float | None
    """Nine in ten gifts were redeemed in this time."""
    buckets: list[TimeToRedeemBucket]


class OAuthToken(TypedDict):
    token_type: Literal["bearer"]
    expires_in: int
    """Seconds."""
    access_token: str
    refresh_token: NotRequired[str]
    scope: NotRequired[str | None]
    """The scopes of the access token, separated by spaces. Null, or left out when the request was a form, when the request named no scope and the token has full access."""


TokenRequest: TypeAlias = "ClientCredentialsRequest | RefreshTokenRequest | AuthorizationCodeRequest"


class Trend(TypedDict):
    unit: Literal["day", "week", "month"] | str
    """Longer times have longer periods. A week begins on Monday."""
    points: list[TrendPoint]
    """Oldest first, without gaps, at most 120."""


class Variant(TypedDict):
    id: str
    """What a line item names."""
    sku: str
    name: str
    images: list[Image]
    stock_levels: list[StockLevel]


class Warehouse(TypedDict):
    id: str
    name: str
    country: str
    """ISO 3166-1 alpha-2, such as DE."""
    address: WarehouseAddress | None
    """Parcels are sent from there. Null until an admin enters it."""


class WarehouseStock(TypedDict):
    warehouse: WarehouseSummary
    available: int
    """Units that new gifts can have. At least 0."""
    reserved: int
    """Units for gifts that are not shipped yet. At least 0."""


class AttentionLowCode(TypedDict):
    variant_id: str
    name: str
    free: int
    """At least 0."""
    waiting: int
    """At least 0."""


class AttentionActionOperation(TypedDict):
    id: str
    """The operation of this API."""
    method: str
    path: str
    """The path below the base URL, with its ids."""


class AttentionItemSubject(TypedDict):
    type: Literal["gift_request", "parcel", "variant", "endpoint"] | str
    id: str


class CampaignTheme(TypedDict):
    color: str
    logo_url: str
    headline: str
    message: str


class CampaignSettingsTranslations(TypedDict):
    subject: NotRequired[str]
    body: NotRequired[str]
    headline: NotRequired[str]
    message: NotRequired[str]


CampaignSettingsRemindersQuiet = TypedDict(
    "CampaignSettingsRemindersQuiet",
    {
        "from": "str",
        "to": "str",
    },
)


class CampaignSettingsReminders(TypedDict):
    after_days: list[int]
    before_expiry_days: list[int]
    quiet: CampaignSettingsRemindersQuiet | None


class CampaignSettingsWrapping(TypedDict):
    paper: Literal["dots", "plain", "stripes", "stars"] | str
    ribbon: Literal["cream", "gold", "red", "green", "white"] | str


class MaxAmount(TypedDict):
    amount: int
    currency: str


class CampaignSettingsRateRule(TypedDict):
    kind: Literal["cheapest", "fastest", "manual"] | str
    max_amount: MaxAmount | None


class CampaignSettingsBudget(TypedDict):
    amount: MaxAmount
    stops: bool


class CatalogueProductTranslationsImage(TypedDict):
    url: str
    name: str


class CatalogueProductTranslations(TypedDict):
    name: NotRequired[str]
    images: NotRequired[list[CatalogueProductTranslationsImage]]
    description: NotRequired[str]


class WarehouseSummary(TypedDict):
    id: str
    name: str
    country: str


class CatalogueVariantTranslations(TypedDict):
    name: NotRequired[str]
    images: NotRequired[list[CatalogueProductTranslationsImage]]


class CodeImportProblem(TypedDict):
    param: str
    message: str


class DigitalContentFile(TypedDict):
    name: str
    size: int
    """At least 0."""
    content_type: str


class DigitalContentCodes(TypedDict):
    free: int
    """At least 0."""
    given: int
    """At least 0."""
    revoked: int
    """At least 0."""
    expired: int
    """At least 0."""
    waiting: int
    """Gifts that wait for a code. At least 0."""


class FunnelStatuses(TypedDict):
    submitted: int
    """At least 0."""
    redeemed: int
    """At least 0."""
    dispatched: int
    """At least 0."""
    delivered: int
    """At least 0."""
    cancelled: int
    """At least 0."""
    expired: int
    """At least 0."""


class GiftDetailsActions(TypedDict):
    cancel: str | None
    """Null if it is possible; otherwise why it is not."""
    extend: str | None
    """Null if it is possible; otherwise why it is not."""
    remind: str | None
    """Null if it is possible; otherwise why it is not."""
    correct_email: str | None
    """Null if it is possible; otherwise why it is not."""
    change_address: str | None
    """Null if it is possible; otherwise why it is not."""
    reissue_link: str | None
    """Null if it is possible; otherwise why it is not."""
    send_again: str | None
    """Null if it is possible; otherwise why it is not."""


class ImageUrls(TypedDict):
    thumbnail: str
    large: str
    large_wide: str


class EmailMessageInput(TypedDict):
    subject: str
    """At most 255 characters."""
    body: str
    """At most 10000 characters."""


class GreetingInput(TypedDict):
    card: Literal["birthday", "thank-you", "welcome", "congratulations", "great-work", "anniversary", "wedding", "new-baby", "get-well", "sympathy", "holidays", "just-because"] | None
    """The card. The message of the gift is its text. Null: no card."""
    media_id: NotRequired[str]
    """A photo or video that a user uploaded in the web app. Left out: no photo and no video."""


class ParcelProblem(TypedDict):
    reason: str
    remedy: str


class PersonalDataAccount(TypedDict):
    id: str
    name: str


class RecipientDetailThankYouNote(TypedDict):
    gift_request_id: str
    reference: str
    text: str
    written_at: str
    """A time such as 2026-05-01T10:30:00.000Z."""


class RecipientDetailDecline(TypedDict):
    gift_request_id: str
    reference: str
    reason: str | None
    declined_at: str
    """A time such as 2026-05-01T10:30:00.000Z."""


class SizeGuideRow(TypedDict):
    size: str
    values: list[str]
    """One for each column."""


class TimeToRedeemBucket(TypedDict):
    until_days: float | None
    """Null for gifts that took longer."""
    count: int
    """At least 0."""


TrendPoint = TypedDict(
    "TrendPoint",
    {
        "from": "str",
        "sent": "int",
        "redeemed": "int",
    },
)


class WarehouseAddress(TypedDict):
    name: str
    line_1: str
    line_2: NotRequired[str]
    city: NotRequired[str]
    region: NotRequired[str]
    postal_code: NotRequired[str]
    country: str
    phone: NotRequired[str]


class ListGiftRequestsQuery(TypedDict):
    status: NotRequired[Literal["submitted", "redeemed", "dispatched", "delivered", "cancelled"]]
    """Only those with this status."""
    campaign_id: NotRequired[str]
    """Only those of this campaign."""
    reference: NotRequired[str]
    """The one with this reference."""
    recipient_email: NotRequired[str]
    """Only those to this person, however the address is spelt."""
    created_after: NotRequired[str | datetime]
    """Only gift requests that were created after this time. A time such as 2026-05-01T10:30:00.000Z."""
    created_before: NotRequired[str | datetime]
    """Only gift requests that were created before this time. A time such as 2026-05-01T10:30:00.000Z."""
    recipient_id: NotRequired[str]
    """Only those to this recipient."""
    parcel_state: NotRequired[Literal["placing", "waiting", "refused", "ordered", "in_transit", "delivery_attempt_failed", "out_for_delivery", "delivered", "returned", "lost", "cancelled"]]
    """Only those with a parcel in this state."""
    updated_after: NotRequired[str | datetime]
    """Only gift requests that changed after this time, in the order of their changes, oldest first. For the next page, send the ``updated_at`` of the last one here and its ``id`` as ``after``. A change appears half a minute later. A time such as 2026-05-01T10:30:00.000Z."""
    metadata: NotRequired[Mapping[str, str]]
    """Only gift requests with this pair, such as ``metadata[order]=4711``; up to five pairs, all of which must match. At most 5 pairs."""
    limit: NotRequired[int]
    """The maximum number of entries of the page, at most 100; a larger number counts as 100. At least 1."""
    after: NotRequired[str]
    """The id of the last entry of the previous page. The page starts after it."""
    order: NotRequired[Literal["desc", "asc"]]
    """Newest first, or oldest first."""


class CreateGiftRequestsBody(TypedDict):
    gift_requests: Sequence[NewBatchGiftRequest]
    """At most 1000 entries."""
    on_error: NotRequired[Literal["continue"]]
    """With continue, up to 1,000 rows are independent: the response has a result for each row. Left out: all rows or none, up to 100."""


class CreateGiftRequestsQuery(TypedDict):
    dry_run: NotRequired[bool]
    """Whether to validate every row and create nothing."""


class UpdateGiftRequestBody(TypedDict):
    send_at: NotRequired[str | datetime]
    """In the future, within a year. Only while the gift request is not sent. A time such as 2026-05-01T10:30:00.000Z."""
    expires_at: NotRequired[str | datetime]
    """In the future and after send_at. Only until the recipient redeems. A time such as 2026-05-01T10:30:00.000Z."""
    email_message: NotRequired[EmailMessageInput]
    """Only until the recipient redeems. An email that was sent does not change."""
    metadata: NotRequired[Mapping[str, str]]
    """Replaces all pairs. At most 50 pairs."""


class DryRunQuery(TypedDict):
    dry_run: NotRequired[bool]
    """Whether to check everything and change nothing. The response is as it would be; ids of new objects in it name nothing."""


class ExtendGiftRequestBody(TypedDict):
    expires_at: NotRequired[str | datetime | None]
    """The new expiry, in the future. A time such as 2026-05-01T10:30:00.000Z."""
    days: NotRequired[int | None]
    """The number of days to add to the current expiry. At least 1, at most 365."""


class EmailCorrection(TypedDict):
    email: str
    """At most 254 characters."""


class ChangeGiftRequestAddressBody(TypedDict):
    shipping_address: NewAddress


class SendGiftRequestAgainBody(TypedDict):
    email: NotRequired[str | None]
    """Another email address of the recipient. At most 254 characters."""
    email_message: NotRequired[EmailMessageInput | None]
    """Left out: the message of the old gift request."""
    expires_at: NotRequired[str | datetime | None]
    """Left out: the days that the campaign says, from now on. A time such as 2026-05-01T10:30:00.000Z."""


class ShipGiftRequestAgainBody(TypedDict):
    parcel_id: str
    """A parcel that is lost, returned or cancelled."""


class Photo(TypedDict):
    id: str
    content_type: str
    size: int
    """In bytes."""
    width: int
    height: int


class Answer(TypedDict):
    id: str
    author: str
    text: str
    created_at: str
    """A time such as 2026-05-01T10:30:00.000Z."""


class ResolveGiftRequestProblemReport(TypedDict):
    id: str
    gift_request_id: str
    problem: Literal["late", "damaged", "wrong_item", "missing_item", "other"] | str
    state: Literal["open", "answered", "resolved"] | str
    text: str
    photos: list[Photo]
    answers: list[Answer]
    """Oldest first."""
    resolution: Literal["replaced", "closed"] | str | None
    """How it was resolved; null before."""
    created_at: str
    """A time such as 2026-05-01T10:30:00.000Z."""
    updated_at: str
    """A time such as 2026-05-01T10:30:00.000Z."""
    resolved_at: str | None
    """A time such as 2026-05-01T10:30:00.000Z."""


class ResendGiftRequestEmailsBody(TypedDict):
    email_ids: NotRequired[Sequence[str] | None]
    """Left out: of each kind, the latest email if it failed or bounced. At most 20 entries."""


class SetGiftRequestGreetingBody(TypedDict):
    card: Literal["birthday", "thank-you", "welcome", "congratulations", "great-work", "anniversary", "wedding", "new-baby", "get-well", "sympathy", "holidays", "just-because"] | None
    """The card. The message of the gift is its text. Null: no card."""
    media_id: NotRequired[str | None]
    """A photo or video that a user uploaded in the web app. Left out: no photo and no video."""


class SetGiftRequestGreetingQuery(TypedDict):
    dry_run: NotRequired[bool]
    """Whether to check everything and change nothing."""


class ListCampaignsQuery(TypedDict):
    state: NotRequired[Literal["available", "archived"]]
    """Only those in this state."""
    limit: NotRequired[int]
    """The maximum number of entries of the page, at most 25; a larger number counts as 25. At least 1."""
    after: NotRequired[str]
    """The id of the last entry of the previous page. The page starts after it."""
    order: NotRequired[Literal["desc", "asc"]]
    """Newest first, or oldest first."""


class ThemeInput(TypedDict):
    color: NotRequired[str]
    """must be a colour such as #7a2e6d"""
    logo_url: NotRequired[str]
    """must be a copied picture, or an address that begins with https:// At most 2000 characters."""
    headline: NotRequired[str]
    """At most 120 characters."""
    message: NotRequired[str]
    """At most 2000 characters."""


class TranslationsInput(TypedDict):
    subject: NotRequired[str]
    """At most 255 characters."""
    body: NotRequired[str]
    """At most 10000 characters."""
    headline: NotRequired[str]
    """At most 120 characters."""
    message: NotRequired[str]
    """At most 2000 characters."""


QuietHoursInput = TypedDict(
    "QuietHoursInput",
    {
        "from": "str",
        "to": "str",
    },
)


class RemindersInput(TypedDict):
    after_days: Sequence[int]
    """Up to 5 numbers of days. At most 5 entries."""
    before_expiry_days: Sequence[int]
    """Up to 5 numbers of days. At most 5 entries."""
    quiet: None | QuietHoursInput


class WrappingInput(TypedDict):
    paper: Literal["dots", "plain", "stripes", "stars"]
    ribbon: Literal["cream", "gold", "red", "green", "white"]


class MaxAmountInput(TypedDict):
    amount: int
    """At least 1, at most 100000000."""
    currency: str
    """At most 3 characters."""


class RateRuleInput(TypedDict):
    kind: Literal["cheapest", "fastest", "manual"]
    max_amount: NotRequired[MaxAmountInput]
    """Only for fastest: the highest price of a label."""


class AmountInput(TypedDict):
    amount: int
    """At least 1, at most 1000000000000."""
    currency: str
    """At most 3 characters."""


class BudgetInput(TypedDict):
    amount: AmountInput
    stops: NotRequired[bool]
    """New gift requests that could exceed the budget are rejected. False by default."""


class SettingsInput(TypedDict):
    max_choices: NotRequired[int]
    """How many items of the offering a recipient can choose. 1 if each recipient gets all items. At least 1, at most 10."""
    fallback_variant_id: NotRequired[str | None]
    """A variant of a donation or of a digital product, which replaces each gift that expires unclaimed. Null: nothing does."""
    locale: NotRequired[str]
    """The language of emails, such as de. At most 35 characters."""
    translations: NotRequired[Mapping[str, TranslationsInput]]
    """The texts of the campaign in further languages, by language such as de. Replaces all translations. At most 12 pairs."""
    tone: NotRequired[Literal["formal", "informal"] | None]
    """How emails and pages address recipients, in languages with two forms such as German: formal (Sie) or informal (du). Null: as the account does."""
    time_zone: NotRequired[str]
    """The time zone of quiet hours, such as Europe/Berlin. At most 64 characters."""
    reminders: NotRequired[RemindersInput]
    """When recipients who have not redeemed get an email."""
    wrapping: NotRequired[WrappingInput]
    """The paper and the ribbon of the gift on the pages of recipients."""
    rate_rule: NotRequired[RateRuleInput]
    """Which rate of a carrier is bought for a label."""
    cost_centre: NotRequired[str | None]
    """New gift requests are charged to it. Recipients never see it. At most 64 characters."""
    budget: NotRequired[BudgetInput | None]
    """How much the gifts may cost, without shipping. Null: no limit."""


class CreateCampaignBody(TypedDict):
    name: str
    """At most 255 characters."""
    description: NotRequired[str | None]
    """At most 2000 characters."""
    selection_mode: NotRequired[Literal["one", "all"] | None]
    visible_at_redemption: NotRequired[bool | None]
    expires_after_days: NotRequired[int | None]
    """At least 1, at most 365."""
    theme: NotRequired[ThemeInput | None]
    sender_id: NotRequired[str | None]
    """A user of the account."""
    invitation_method: Literal["email", "gift_link", "one_link", "sender_provided_address"]
    email_message: EmailMessageInput
    variant_ids: Sequence[str]
    """The variants that the campaign offers, in this order. At most 50 entries."""
    settings: NotRequired[SettingsInput | None]


class UpdateCampaignEmailMessageInput(TypedDict):
    subject: NotRequired[str]
    """At most 255 characters."""
    body: NotRequired[str]
    """At most 10000 characters."""


class UpdateCampaignBody(TypedDict):
    name: NotRequired[str]
    """At most 255 characters."""
    description: NotRequired[str]
    """At most 2000 characters."""
    selection_mode: NotRequired[Literal["one", "all"]]
    visible_at_redemption: NotRequired[bool]
    expires_after_days: NotRequired[int]
    """At least 1, at most 365."""
    theme: NotRequired[ThemeInput]
    sender_id: NotRequired[str]
    """A user of the account."""
    email_message: NotRequired[UpdateCampaignEmailMessageInput]
    variant_ids: NotRequired[Sequence[str]]
    """The variants that the campaign offers, in this order. At most 50 entries."""


class CopyCampaignBody(TypedDict):
    name: str
    """At most 255 characters."""


class ListProductsQuery(TypedDict):
    state: NotRequired[Literal["available", "archived"]]
    """Only products in this state."""
    q: NotRequired[str]
    """Only products with this text in their name, or in the name or the SKU of a variant."""
    stock: NotRequired[Literal["low"]]
    """low: only products with a variant whose stock is low."""
    limit: NotRequired[int]
    """The maximum number of entries of the page, at most 50; a larger number counts as 50. At least 1."""
    after: NotRequired[str]
    """The id of the last entry of the previous page. The page starts after it."""
    order: NotRequired[Literal["desc", "asc"]]
    """Newest first, or oldest first."""


class ImageUrlsInput(TypedDict):
    thumbnail: str
    """must be an address such as https://example.com/mug.jpg, or one of this service At most 500 characters."""
    large: str
    """must be an address such as https://example.com/mug.jpg, or one of this service At most 500 characters."""
    large_wide: str
    """must be an address such as https://example.com/mug.jpg, or one of this service At most 500 characters."""


class ImageInput(TypedDict):
    name: str
    """The text for screen readers. At most 255 characters."""
    url: str
    """must be an address such as https://example.com/mug.jpg, or one of this service At most 500 characters."""
    urls: NotRequired[ImageUrlsInput]


class CreateProductTranslationsImageInput(TypedDict):
    url: str
    """must be an address such as https://example.com/mug.jpg, or one of this service At most 500 characters."""
    name: str
    """At most 255 characters."""


class CreateProductTranslationsInput(TypedDict):
    name: NotRequired[str]
    """At most 255 characters."""
    images: NotRequired[Sequence[CreateProductTranslationsImageInput]]
    """The texts for screen readers of pictures, by their ``url``. At most 5 entries."""
    description: NotRequired[str]
    """At most 5000 characters."""


class CharityInput(TypedDict):
    registration_number: NotRequired[str | None]
    """At most 100 characters."""
    url: NotRequired[str | None]
    """An https link. At most 500 characters."""


class RowInput(TypedDict):
    size: str
    """Such as S. At most 40 characters."""
    values: Sequence[str]
    """One for each column. At most 8 entries."""


class SizeGuideInput(TypedDict):
    unit: Literal["cm", "in"] | None
    """The unit of the values. Null for values without a unit."""
    columns: Sequence[str]
    """At most 8 entries."""
    rows: Sequence[RowInput]
    """At most 30 entries."""
    note: str
    """A text below the table, or instead of it. At most 1000 characters."""


class CreateProductVariantTranslationsInput(TypedDict):
    name: NotRequired[str]
    """At most 255 characters."""
    images: NotRequired[Sequence[CreateProductTranslationsImageInput]]
    """The texts for screen readers of pictures, by their ``url``. At most 5 entries."""


class DeclaredValueInput(TypedDict):
    amount: int
    """In the smallest unit. At least 0, at most 2000000000."""
    currency: str
    """At most 3 characters."""


class DigitalInput(TypedDict):
    delivery: NotRequired[Literal["code", "link", "file"]]
    """Fixed once codes were imported or gifts were given. Left out: code."""
    link_url: NotRequired[str]
    """One link for all gifts. It is never returned. At most 2000 characters."""
    is_link_per_gift: NotRequired[bool]
    """Import the links like codes."""
    instructions: NotRequired[str]
    """How a recipient uses the gift. At most 2000 characters."""
    low_stock_threshold: NotRequired[int]
    """At this number of free codes, admins get an email. At least 0, at most 100000."""


class CreateProductVariantDonationAmountInput(TypedDict):
    amount: int
    """In the smallest unit. At least 1, at most 1000000000."""
    currency: str
    """At most 3 characters."""


class DonationInput(TypedDict):
    amount: NotRequired[CreateProductVariantDonationAmountInput]
    """Required for a new variant. Applies to later confirmations."""
    cap: NotRequired[int | None]
    """How often recipients can choose the variant. Null: no limit. At least 1, at most 1000000."""


class CreateProductVariantInput(TypedDict):
    sku: str
    """Unique in the account. At most 100 characters."""
    name: str
    """At most 255 characters."""
    images: NotRequired[Sequence[ImageInput]]
    """At most 5 entries."""
    translations: NotRequired[Mapping[str, CreateProductVariantTranslationsInput]]
    """The texts in further languages, by language such as de. Replaces all translations. A text that is left out stays as it is in the other languages. At most 12 pairs."""
    weight_grams: NotRequired[int | None]
    """At least 1, at most 1000000."""
    length_mm: NotRequired[int | None]
    """At least 1, at most 10000."""
    width_mm: NotRequired[int | None]
    """At least 1, at most 10000."""
    height_mm: NotRequired[int | None]
    """At least 1, at most 10000."""
    hs_code: NotRequired[str | None]
    """The customs code: 6 to 10 digits. At most 20 characters."""
    origin_country: NotRequired[str | None]
    """ISO 3166-1 alpha-2, such as DE. At most 2 characters."""
    declared_value: NotRequired[DeclaredValueInput | None]
    """The value for the customs."""
    unit_cost: NotRequired[DeclaredValueInput | None]
    """What one unit costs you; not for donations. Recipients never see it."""
    digital: NotRequired[DigitalInput]
    """Only for variants of digital products."""
    donation: NotRequired[DonationInput]
    """Only for variants of donations."""


class CreateProductBody(TypedDict):
    name: str
    """At most 255 characters."""
    description: NotRequired[str | None]
    """At most 5000 characters."""
    kind: Literal["physical", "digital", "donation"]
    """Fixed after creation. A donation is a charity, and each variant is an amount."""
    images: NotRequired[Sequence[ImageInput] | None]
    """At most 5 entries."""
    translations: NotRequired[Mapping[str, CreateProductTranslationsInput] | None]
    """The texts in further languages, by language such as de. Replaces all translations. A text that is left out stays as it is in the other languages."""
    charity: NotRequired[CharityInput | None]
    """Only for donations."""
    size_guide: NotRequired[SizeGuideInput | None]
    """A table of sizes, a text, or both."""
    allergens: NotRequired[Sequence[Literal["gluten", "crustaceans", "eggs", "fish", "peanuts", "soybeans", "milk", "nuts", "celery", "mustard", "sesame", "sulphites", "lupin", "molluscs"]] | None]
    """The allergens of Regulation (EU) No 1169/2011. At most 14 entries."""
    ingredients: NotRequired[str | None]
    """For food and cosmetics. Recipients read it before they choose. At most 2000 characters."""
    destination_mode: NotRequired[Literal["all", "allow", "deny"] | None]
    """all: everywhere. allow, deny: only, or not, to the destinations."""
    destinations: NotRequired[Sequence[str] | None]
    """Countries such as DE, or US states such as US-CA. At most 350 entries."""
    minimum_age: NotRequired[int | None]
    variants: Sequence[CreateProductVariantInput]
    """At most 100 entries."""


class UpdateProductBody(TypedDict):
    name: NotRequired[str]
    """At most 255 characters."""
    description: NotRequired[str]
    """At most 5000 characters."""
    images: NotRequired[Sequence[ImageInput]]
    """At most 5 entries."""
    translations: NotRequired[Mapping[str, CreateProductTranslationsInput]]
    """The texts in further languages, by language such as de. Replaces all translations. A text that is left out stays as it is in the other languages. At most 12 pairs."""
    charity: NotRequired[CharityInput]
    """Only for donations."""
    size_guide: NotRequired[SizeGuideInput | None]
    """A table of sizes, a text, or both."""
    allergens: NotRequired[Sequence[Literal["gluten", "crustaceans", "eggs", "fish", "peanuts", "soybeans", "milk", "nuts", "celery", "mustard", "sesame", "sulphites", "lupin", "molluscs"]]]
    """The allergens of Regulation (EU) No 1169/2011. At most 14 entries."""
    ingredients: NotRequired[str]
    """For food and cosmetics. Recipients read it before they choose. At most 2000 characters."""
    destination_mode: NotRequired[Literal["all", "allow", "deny"]]
    """all: everywhere. allow, deny: only, or not, to the destinations."""
    destinations: NotRequired[Sequence[str]]
    """Countries such as DE, or US states such as US-CA. At most 350 entries."""
    minimum_age: NotRequired[int | None]
    """At least 1, at most 99."""


class BulkUpdateProductsChangeInput(TypedDict):
    archived: NotRequired[bool]
    """true archives, false restores."""
    description: NotRequired[str]
    """At most 5000 characters."""
    destination_mode: NotRequired[Literal["all", "allow", "deny"]]
    """all: everywhere. allow, deny: only, or not, to the destinations."""
    destinations: NotRequired[Sequence[str]]
    """Countries such as DE, or US states such as US-CA. At most 350 entries."""
    minimum_age: NotRequired[int | None]
    """At least 1, at most 99."""
    weight_grams: NotRequired[int | None]
    """At least 1, at most 1000000."""
    length_mm: NotRequired[int | None]
    """At least 1, at most 10000."""
    width_mm: NotRequired[int | None]
    """At least 1, at most 10000."""
    height_mm: NotRequired[int | None]
    """At least 1, at most 10000."""
    hs_code: NotRequired[str | None]
    """The customs code: 6 to 10 digits. At most 20 characters."""
    origin_country: NotRequired[str | None]
    """ISO 3166-1 alpha-2, such as DE. At most 2 characters."""
    declared_value: NotRequired[DeclaredValueInput | None]
    """The value for the customs."""


class BulkUpdateProductsBody(TypedDict):
    ids: Sequence[str]
    """At most 100 entries."""
    change: BulkUpdateProductsChangeInput
    """Shipping details apply to every variant."""


class CreateVariantBody(TypedDict):
    sku: str
    """Unique in the account. At most 100 characters."""
    name: str
    """At most 255 characters."""
    images: NotRequired[Sequence[ImageInput] | None]
    """At most 5 entries."""
    translations: NotRequired[Mapping[str, CreateProductVariantTranslationsInput] | None]
    """The texts in further languages, by language such as de. Replaces all translations. A text that is left out stays as it is in the other languages."""
    weight_grams: NotRequired[int | None]
    length_mm: NotRequired[int | None]
    width_mm: NotRequired[int | None]
    height_mm: NotRequired[int | None]
    hs_code: NotRequired[str | None]
    """The customs code: 6 to 10 digits."""
    origin_country: NotRequired[str | None]
    """ISO 3166-1 alpha-2, such as DE."""
    declared_value: NotRequired[DeclaredValueInput | None]
    """The value for the customs."""
    unit_cost: NotRequired[DeclaredValueInput | None]
    """What one unit costs you; not for donations. Recipients never see it."""
    digital: NotRequired[DigitalInput | None]
    """Only for variants of digital products."""
    donation: NotRequired[DonationInput | None]
    """Only for variants of donations."""


class UpdateVariantBody(TypedDict):
    sku: NotRequired[str]
    """Unique in the account. At most 100 characters."""
    name: NotRequired[str]
    """At most 255 characters."""
    images: NotRequired[Sequence[ImageInput]]
    """At most 5 entries."""
    translations: NotRequired[Mapping[str, CreateProductVariantTranslationsInput]]
    """The texts in further languages, by language such as de. Replaces all translations. A text that is left out stays as it is in the other languages. At most 12 pairs."""
    weight_grams: NotRequired[int | None]
    """At least 1, at most 1000000."""
    length_mm: NotRequired[int | None]
    """At least 1, at most 10000."""
    width_mm: NotRequired[int | None]
    """At least 1, at most 10000."""
    height_mm: NotRequired[int | None]
    """At least 1, at most 10000."""
    hs_code: NotRequired[str | None]
    """The customs code: 6 to 10 digits. At most 20 characters."""
    origin_country: NotRequired[str | None]
    """ISO 3166-1 alpha-2, such as DE. At most 2 characters."""
    declared_value: NotRequired[DeclaredValueInput | None]
    """The value for the customs."""
    unit_cost: NotRequired[DeclaredValueInput | None]
    """What one unit costs you; not for donations. Recipients never see it."""
    digital: NotRequired[DigitalInput]
    """Only for variants of digital products."""
    donation: NotRequired[DonationInput]
    """Only for variants of donations."""


class ListVariantsQuery(TypedDict):
    sku: NotRequired[str]
    """The variant with this SKU."""
    product_id: NotRequired[str]
    """Only variants of this product."""
    state: NotRequired[Literal["available", "archived"]]
    """available: the variant and its product are available."""
    limit: NotRequired[int]
    """The maximum number of entries of the page, at most 100; a larger number counts as 100. At least 1."""
    after: NotRequired[str]
    """The id of the last entry of the previous page. The page starts after it."""
    order: NotRequired[Literal["desc", "asc"]]
    """Newest first, or oldest first."""


class ImportCodesCodeInput(TypedDict):
    code: str
    """At most 2000 characters."""
    pin: NotRequired[str | None]
    """At most 100 characters."""
    expires_on: NotRequired[str | None]
    """2027-12-31 At least 10 characters, at most 10 characters."""


class ImportCodesBody(TypedDict):
    codes: Sequence[ImportCodesCodeInput]
    """At most 500 entries."""
    skip_duplicates: NotRequired[bool | None]
    """Import the other codes. Left out: a duplicate rejects all."""
    include_similar: NotRequired[bool | None]
    """Import codes that repeat others but for case and hyphens."""


class SetStockLevelsLevelInput(TypedDict):
    variant_id: str
    warehouse_id: str
    available: int
    """At least 0, at most 10000000."""
    expected: NotRequired[int]
    """The count that you know. If it differs, nothing is set. At least 0, at most 10000000."""


class SetStockLevelsBody(TypedDict):
    levels: Sequence[SetStockLevelsLevelInput]
    """At most 500 entries."""


class AdjustStockLevelsLevelInput(TypedDict):
    variant_id: str
    warehouse_id: str
    delta: int
    """Units to add; below 0: to take away. At least -10000000, at most 10000000."""


class AdjustStockLevelsBody(TypedDict):
    levels: Sequence[AdjustStockLevelsLevelInput]
    """At most 500 entries."""
    reason: str
    """For the audit log, such as the number of a delivery note. At most 500 characters."""


class CreatePictureBody(TypedDict):
    url: str
    """An https address. At most 500 characters."""


class AddressInput(TypedDict):
    name: str
    """At most 255 characters."""
    line_1: str
    """At most 255 characters."""
    line_2: NotRequired[str]
    """At most 255 characters."""
    city: NotRequired[str]
    """At most 255 characters."""
    region: NotRequired[str]
    """At most 255 characters."""
    postal_code: NotRequired[str]
    """At most 32 characters."""
    country: str
    """must be a country code of two letters such as US At most 2 characters."""
    phone: NotRequired[str]
    """At most 32 characters."""


class CreateWarehouseBody(TypedDict):
    name: str
    """At most 255 characters."""
    country: str
    """ISO 3166-1 alpha-2, such as DE. It is fixed once the warehouse has stock. At most 2 characters."""
    address: NotRequired[AddressInput | None]
    """Parcels are sent from there. In the country of the warehouse."""


class UpdateWarehouseBody(TypedDict):
    name: NotRequired[str]
    """At most 255 characters."""
    country: NotRequired[str]
    """ISO 3166-1 alpha-2, such as DE. It is fixed once the warehouse has stock. At most 2 characters."""
    address: NotRequired[AddressInput | None]
    """Parcels are sent from there. In the country of the warehouse."""


class PageQuery(TypedDict):
    limit: NotRequired[int]
    """The maximum number of entries of the page, at most 100; a larger number counts as 100. At least 1."""
    after: NotRequired[str]
    """The id of the last entry of the previous page. The page starts after it."""
    order: NotRequired[Literal["desc", "asc"]]
    """Newest first, or oldest first."""


class UpdateOneLinkBody(TypedDict):
    allowed_email_domains: NotRequired[Sequence[str]]
    """Replaces the list, for further claims. Empty: every visitor can claim. At most 50 entries."""
    expires_at: NotRequired[str | datetime]
    """A time such as 2026-05-01T10:30:00.000Z."""


class UpdateClaimRulesBody(TypedDict):
    require_confirmation: NotRequired[bool]
    require_approval: NotRequired[bool]
    has_waiting_list: NotRequired[bool]
    refuse_disposable: NotRequired[bool]
    max_claims_per_address: NotRequired[int]
    """At least 1, at most 100."""
    max_claims_per_network: NotRequired[int]
    """At least 1, at most 100000."""
    max_claims_per_device: NotRequired[int]
    """At least 1, at most 10000."""


class UpdateClaimDefaultsBody(TypedDict):
    require_confirmation: bool


class ListClaimsQuery(TypedDict):
    state: NotRequired[Literal["pending", "listed", "offered"]]
    """Only claims in this state."""
    limit: NotRequired[int]
    """The maximum number of entries of the page, at most 100; a larger number counts as 100. At least 1."""
    after: NotRequired[str]
    """The id of the last entry of the previous page. The page starts after it."""
    order: NotRequired[Literal["desc", "asc"]]
    """Newest first, or oldest first."""


class ClaimIds(TypedDict):
    ids: Sequence[str]
    """At most 100 entries."""


class DenyClaimantsBody(TypedDict):
    entries: Sequence[str]
    """Email addresses, or domains such as example.com. At most 500 entries."""


class ListRecipientsQuery(TypedDict):
    q: NotRequired[str]
    """The beginning of an email address, or words of a name."""
    status: NotRequired[Literal["thanked", "declined", "bounced"]]
    """Only people who sent a thank-you note, who declined a gift, or whose address bounced."""
    limit: NotRequired[int]
    """The maximum number of entries of the page, at most 100; a larger number counts as 100. At least 1."""
    after: NotRequired[str]
    """The id of the last entry of the previous page. The page starts after it."""
    order: NotRequired[Literal["desc", "asc"]]
    """Newest first, or oldest first."""


class ReportQuery(TypedDict):
    campaign_id: NotRequired[str]
    """Only gifts of this campaign."""
    one_link_id: NotRequired[str]
    """Only gifts of this one-link."""
    sender_id: NotRequired[str]
    """Only gifts of this sender."""
    variant_id: NotRequired[str]
    """Only redeemed gifts with this variant."""
    country: NotRequired[str]
    """Only gifts to this country, such as DE."""
    created_after: NotRequired[str | datetime]
    """Only gifts created after this time. A time such as 2026-05-01T10:30:00.000Z."""
    created_before: NotRequired[str | datetime]
    """Only gifts created before this time. A time such as 2026-05-01T10:30:00.000Z."""


class ExportGiftRequestsQuery(TypedDict):
    format: NotRequired[Literal["csv", "jsonl"]]
    """csv, or jsonl: one JSON object on each line. Default: csv."""
    status: NotRequired[Literal["submitted", "redeemed", "dispatched", "delivered", "cancelled"]]
    """Only those with this status."""
    campaign_id: NotRequired[str]
    """Only those of this campaign."""
    created_after: NotRequired[str | datetime]
    """Only those created after this time. A time such as 2026-05-01T10:30:00.000Z."""
    created_before: NotRequired[str | datetime]
    """Only those created before this time. A time such as 2026-05-01T10:30:00.000Z."""
    after: NotRequired[str]
    """The id of the last gift request that you received. The export continues after it, without a header line."""


class ExportStockLevelsQuery(TypedDict):
    format: NotRequired[Literal["csv", "jsonl"]]
    """csv, or jsonl: one JSON object on each line. Default: csv."""
    after: NotRequired[str]
    """The id of the last variant that you received. The export continues after it, without a header line."""


class ExportParcelsQuery(TypedDict):
    format: NotRequired[Literal["csv", "jsonl"]]
    """csv, or jsonl: one JSON object on each line. Default: csv."""
    state: NotRequired[Literal["placing", "waiting", "refused", "ordered", "in_transit", "delivery_attempt_failed", "out_for_delivery", "delivered", "returned", "lost", "cancelled"]]
    """Only those in this state."""
    created_after: NotRequired[str | datetime]
    """Only those created after this time. A time such as 2026-05-01T10:30:00.000Z."""
    created_before: NotRequired[str | datetime]
    """Only those created before this time. A time such as 2026-05-01T10:30:00.000Z."""
    after: NotRequired[str]
    """The id of the last parcel that you received. The export continues after it, without a header line."""


class ExportDonationsQuery(TypedDict):
    format: NotRequired[Literal["csv", "jsonl"]]
    """csv, or jsonl: one JSON object on each line. Default: csv."""
    product_id: NotRequired[str]
    """Only those to this charity."""
    donated_after: NotRequired[str | datetime]
    """Only those after this time. A time such as 2026-05-01T10:30:00.000Z."""
    donated_before: NotRequired[str | datetime]
    """Only those before this time. A time such as 2026-05-01T10:30:00.000Z."""
    after: NotRequired[str]
    """The id of the last donation that you received. The export continues after it, without a header line."""


class ListEventsQuery(TypedDict):
    type: NotRequired[Literal["gift_request_created", "gift_request_redeemed", "gift_request_dispatched", "gift_request_delivered", "gift_request_cancelled"]]
    """Only events of this type."""
    gift_request_id: NotRequired[str]
    """Only what happened to this gift request."""
    limit: NotRequired[int]
    """The maximum number of entries of the page, at most 100; a larger number counts as 100. At least 1."""
    after: NotRequired[str]
    """The id of the last entry of the previous page. The page starts after it."""
    order: NotRequired[Literal["desc", "asc"]]
    """Newest first, or oldest first."""


class ListAttentionQuery(TypedDict):
    kind: NotRequired[Literal["backordered", "address_refused", "delivery_attempt_failed", "overdue", "email_bounced", "expiring", "stock_low", "endpoint_failing", "delivery_abandoned", "parcel_lost"]]
    """Only this kind."""
    state: NotRequired[Literal["open", "cleared"]]
    """Only those that are true now, or only those that have ended."""
    gift_request_id: NotRequired[str]
    """Only those about this gift request."""
    subject_id: NotRequired[str]
    """Only those about this gift request, parcel, variant or endpoint."""
    limit: NotRequired[int]
    """The maximum number of entries of the page, at most 100; a larger number counts as 100. At least 1."""
    after: NotRequired[str]
    """The id of the last entry of the previous page. The page starts after it."""
    order: NotRequired[Literal["desc", "asc"]]
    """Newest first, or oldest first."""


class HeaderInput(TypedDict):
    name: str
    """Such as X-Api-Key. Not a name that the contract or HTTP uses. At most 255 characters."""
    value: NotRequired[str]
    """ASCII. Encrypted. Omit it in a change to keep the stored value. At most 4096 characters."""


class CreateEndpointBody(TypedDict):
    url: str
    """Receives POST requests. In production it begins with https://. It must not point to a private address. At most 2048 characters."""
    description: NotRequired[str | None]
    """For people. Default: none. At most 255 characters."""
    events: NotRequired[Sequence[Literal["gift_request_created", "gift_request_redeemed", "gift_request_dispatched", "gift_request_delivered", "gift_request_cancelled"]] | None]
    """The events that it receives. Default: every event. At most 50 entries."""
    receives_attention: NotRequired[bool | None]
    """Whether it also receives the events ``attention.*``: what needs attention, and when that has ended. Default: false."""
    payload_version: NotRequired[str | None]
    """The version of the bodies. Default: the newest."""
    standard_webhooks: NotRequired[bool | None]
    """Whether requests also have the headers of Standard Webhooks. Default: false."""
    headers: NotRequired[Sequence[HeaderInput] | None]
    """Custom headers of each request, together at most 4 KB. A change replaces the list; ``[]`` removes all. At most 10 entries."""
    ed25519: NotRequired[bool | None]
    """Whether requests also carry an Ed25519 signature, which ``public_key`` verifies. Default: false. Turned off and on again, it has a new key."""
    max_per_second: NotRequired[int | None]
    """The highest rate of requests, without bursts. Default: no limit. At least 1, at most 1000."""
    ca: NotRequired[str | None]
    """Certificates of authorities in PEM. The receiver's certificate must come from one of them, in place of the public authorities. At most 32768 characters."""
    client_certificate: NotRequired[str | None]
    """The client certificate for mutual TLS in PEM, followed by its intermediates. Needs ``client_key``. At most 32768 characters."""
    client_key: NotRequired[str | None]
    """The private key of ``client_certificate`` in PEM, without a passphrase. Encrypted. Removed together with the certificate. At most 32768 characters."""


class UpdateEndpointBody(TypedDict):
    url: NotRequired[str]
    """Receives POST requests. In production it begins with https://. It must not point to a private address. At most 2048 characters."""
    description: NotRequired[str]
    """For people. Default: none. At most 255 characters."""
    events: NotRequired[Sequence[Literal["gift_request_created", "gift_request_redeemed", "gift_request_dispatched", "gift_request_delivered", "gift_request_cancelled"]]]
    """The events that it receives. Default: every event. At most 50 entries."""
    receives_attention: NotRequired[bool]
    """Whether it also receives the events ``attention.*``: what needs attention, and when that has ended. Default: false."""
    payload_version: NotRequired[str]
    """The version of the bodies. Default: the newest."""
    standard_webhooks: NotRequired[bool]
    """Whether requests also have the headers of Standard Webhooks. Default: false."""
    headers: NotRequired[Sequence[HeaderInput]]
    """Custom headers of each request, together at most 4 KB. A change replaces the list; ``[]`` removes all. At most 10 entries."""
    ed25519: NotRequired[bool]
    """Whether requests also carry an Ed25519 signature, which ``public_key`` verifies. Default: false. Turned off and on again, it has a new key."""
    max_per_second: NotRequired[int | None]
    """The highest rate of requests, without bursts. Default: no limit. At least 1, at most 1000."""
    ca: NotRequired[str | None]
    """Certificates of authorities in PEM. The receiver's certificate must come from one of them, in place of the public authorities. At most 32768 characters."""
    client_certificate: NotRequired[str | None]
    """The client certificate for mutual TLS in PEM, followed by its intermediates. Needs ``client_key``. At most 32768 characters."""
    client_key: NotRequired[str]
    """The private key of ``client_certificate`` in PEM, without a passphrase. Encrypted. Removed together with the certificate. At most 32768 characters."""
    enabled: NotRequired[bool]
    """While it is false, no event is recorded for the endpoint, and open deliveries wait."""


class RotateEndpointSecretBody(TypedDict):
    overlap_seconds: NotRequired[int | None]
    """How long requests also carry a signature with the previous secret. Default: a day. 0 ends all older secrets at once. At least 0, at most 604800."""


class RotateEndpointKeyBody(TypedDict):
    overlap_seconds: NotRequired[int | None]
    """How long requests also carry a signature of the previous key. Default: a day. 0 ends all older keys at once. At least 0, at most 604800."""


class ListDeliveriesQuery(TypedDict):
    endpoint_id: NotRequired[str]
    """Only deliveries to this endpoint."""
    event_id: NotRequired[str]
    """Only deliveries of this event."""
    event_type: NotRequired[Literal["gift_request_created", "gift_request_redeemed", "gift_request_dispatched", "gift_request_delivered", "gift_request_cancelled", "attention.backordered", "attention.address_refused", "attention.delivery_attempt_failed", "attention.overdue", "attention.email_bounced", "attention.expiring", "attention.stock_low", "attention.endpoint_failing", "attention.delivery_abandoned", "attention.parcel_lost", "attention.cleared"]]
    """Only deliveries of events of this type."""
    gift_request_id: NotRequired[str]
    """Only deliveries about this gift request."""
    state: NotRequired[Literal["pending", "delivered", "abandoned", "parked"]]
    """Only deliveries in this state."""
    response_status: NotRequired[Literal["2xx", "3xx", "4xx", "5xx", "none"]]
    """Only deliveries with such a response; none: without a response."""
    is_test: NotRequired[bool]
    """Only test events, or only real ones."""
    created_after: NotRequired[str | datetime]
    """Only deliveries that were created after this time. A time such as 2026-05-01T10:30:00.000Z."""
    created_before: NotRequired[str | datetime]
    """Only deliveries that were created before this time. A time such as 2026-05-01T10:30:00.000Z."""
    limit: NotRequired[int]
    """The maximum number of entries of the page, at most 100; a larger number counts as 100. At least 1."""
    after: NotRequired[str]
    """The id of the last entry of the previous page. The page starts after it."""
    order: NotRequired[Literal["desc", "asc"]]
    """Newest first, or oldest first."""


class SendTestEventBody(TypedDict):
    type: NotRequired[Literal["gift_request_created", "gift_request_redeemed", "gift_request_dispatched", "gift_request_delivered", "gift_request_cancelled"] | None]
    """Default: gift_request_created. The endpoint does not have to subscribe to it."""


class RecoverDeliveriesBody(TypedDict):
    since: str | datetime
    """Deliveries that were created since then, and abandoned. A time such as 2026-05-01T10:30:00.000Z."""


class RecoverDeliveriesQuery(TypedDict):
    dry_run: NotRequired[bool]
    """Whether only to count: ``remaining`` is the number of deliveries that would be resent."""
