// Generated from the OpenAPI documents by scripts/generate.ts. Do not edit.
import type { OpenEnum } from '../open-enum.ts'

/** A page of a list. `has_more` is true if there are entries behind it. */
export interface ListPage<Item> {
  data: Item[]
  has_more: boolean
}

export interface Address {
  name: string
  line_1: string
  line_2?: string
  city?: string
  region?: string
  postal_code?: string
  /** ISO 3166-1 alpha-2, such as US. */
  country: string
  phone?: string
}

export interface Advance {
  to: 'created' | 'scheduled' | 'unclaimed' | 'awaiting_recipient' | 'redeemed' | 'ordered' | 'backordered' | 'shipping_error' | 'in_transit' | 'out_for_delivery' | 'delivery_attempt_failed' | 'delivered' | 'redelivering' | 'complete' | 'cancelled' | 'expired' | 'shipment_cancelled'
}

export interface Attention {
  /** At least 0. */
  stalled_gift_requests: number
  /** In the next seven days. At least 0. */
  expiring_gift_requests: number
  /** At least 0. */
  bounced_recipients: number
  /** At least 0. */
  low_stock_products: number
  low_codes: Array<{
    variant_id: string
    name: string
    /** At least 0. */
    free: number
    /** At least 0. */
    waiting: number
  }>
  /** At least 0. */
  queued_emails: number
}

export interface AttentionAction {
  /** What to do, for people. */
  title: string
  /** Null if only the web app can do it. */
  operation: {
    /** The operation of this API. */
    id: string
    method: string
    /** The path below the base URL, with its ids. */
    path: string
  } | null
  /** The page of the web app. */
  web_url: string
}

export interface AttentionItem {
  id: string
  kind: OpenEnum<'backordered' | 'address_refused' | 'delivery_attempt_failed' | 'overdue' | 'email_bounced' | 'expiring' | 'stock_low' | 'endpoint_failing' | 'delivery_abandoned' | 'parcel_lost'>
  subject: {
    type: OpenEnum<'gift_request' | 'parcel' | 'variant' | 'endpoint'>
    id: string
  }
  /** The gift request of the subject, if it has one. */
  gift_request_id: string | null
  /** A code such as out_of_stock. Later releases can add causes. */
  cause: string
  /** The cause in a sentence, for people. */
  message: string
  /** When the condition began. A time such as 2026-05-01T10:30:00.000Z. */
  since: string
  /** When Bestow noticed it. A time such as 2026-05-01T10:30:00.000Z. */
  raised_at: string
  /** When it ended; null while it is true. A time such as 2026-05-01T10:30:00.000Z. */
  cleared_at: string | null
  /** What resolves it, the usual action first. Empty once it has ended. */
  next_actions: AttentionAction[]
}

export interface AuthorizationCodeRequest {
  grant_type: 'authorization_code'
  /** The code of the authorization page. */
  code: string
  /** The same address as in the authorization request. */
  redirect_uri: string
  /** The verifier of PKCE, which every client uses. */
  code_verifier: string
  /** Checked if it is sent. */
  tenant?: string | undefined
  /** Required without HTTP Basic. */
  client_id?: string | undefined
  /** Checked if it is sent. Not allowed with HTTP Basic. */
  client_secret?: string | undefined
  /** For /mcp: the resource that its metadata names (RFC 8707). */
  resource?: string | undefined
}

export interface Campaign {
  id: string
  name: string
  description: string
  state: OpenEnum<'available' | 'archived'>
  /** A time such as 2026-05-01T10:30:00.000Z. */
  archived_at: string | null
  /** How people are invited. Only sender_provided_address takes an address and items. */
  invitation_method: OpenEnum<'email' | 'gift_link' | 'one_link' | 'sender_provided_address'>
  /** Whether the recipient chooses one of the items or gets all of them. */
  selection_mode: OpenEnum<'one' | 'all'>
  visible_at_redemption: boolean
  /** At least 1. */
  expires_after_days: number
  email_message: EmailMessage
  theme: {
    color: string
    logo_url: string
    headline: string
    message: string
  }
  sender: Sender
  /** The whole catalogue of the campaign, with stock. */
  products: Product[]
  web_url: string
  /** A time such as 2026-05-01T10:30:00.000Z. */
  created_at: string
  /** A time such as 2026-05-01T10:30:00.000Z. */
  updated_at: string
}

export interface CampaignSettings {
  campaign_id: string
  /** At least 1. */
  max_choices: number
  /** The donation or the digital item that replaces each gift that expires unclaimed. */
  fallback_variant_id: string | null
  locale: string
  time_zone: string
  /** The texts of the campaign in further languages, by language. */
  translations: Record<string, {
    subject?: string
    body?: string
    headline?: string
    message?: string
  }>
  /** How emails and pages address recipients, in languages with two forms such as German. Null: as the account does. */
  tone: OpenEnum<'formal' | 'informal'> | null
  reminders: {
    after_days: number[]
    before_expiry_days: number[]
    quiet: {
      from: string
      to: string
    } | null
  }
  wrapping: {
    paper: OpenEnum<'dots' | 'plain' | 'stripes' | 'stars'>
    ribbon: OpenEnum<'cream' | 'gold' | 'red' | 'green' | 'white'>
  }
  rate_rule: {
    kind: OpenEnum<'cheapest' | 'fastest' | 'manual'>
    max_amount: MaxAmount | null
  }
  /** New gift requests are charged to it. Recipients never see it. */
  cost_centre: string | null
  /** How much the gifts may cost, without shipping. */
  budget: {
    amount: MaxAmount
    stops: boolean
  } | null
  /** A time such as 2026-05-01T10:30:00.000Z. */
  updated_at: string
}

export interface CampaignSummary {
  id: string
  name: string
  web_url: string
}

export interface CatalogueProduct {
  id: string
  name: string
  description: string
  /** A donation is a charity, and each variant is an amount. */
  kind: OpenEnum<'physical' | 'digital' | 'donation'>
  /** Only donations have it. */
  charity: Charity | null
  /** New gifts do not offer archived products and variants. */
  state: OpenEnum<'available' | 'archived'>
  /** A time such as 2026-05-01T10:30:00.000Z. */
  archived_at: string | null
  images: Image[]
  /** The texts in further languages, by language such as de. */
  translations: Record<string, {
    name?: string
    images?: CatalogueProductTranslationsImage[]
    description?: string
  }>
  destination_mode: OpenEnum<'all' | 'allow' | 'deny'>
  destinations: string[]
  /** At least 1. */
  minimum_age: number | null
  size_guide: SizeGuide | null
  /** The allergens of Regulation (EU) No 1169/2011. */
  allergens: Array<OpenEnum<'gluten' | 'crustaceans' | 'eggs' | 'fish' | 'peanuts' | 'soybeans' | 'milk' | 'nuts' | 'celery' | 'mustard' | 'sesame' | 'sulphites' | 'lupin' | 'molluscs'>>
  ingredients: string
  variants: CatalogueVariant[]
  web_url: string
  /** A time such as 2026-05-01T10:30:00.000Z. */
  created_at: string
  /** A time such as 2026-05-01T10:30:00.000Z. */
  updated_at: string
}

export interface CatalogueStockLevel {
  variant_id: string
  sku: string
  warehouse: WarehouseSummary
  /** Units that new gifts can have. At least 0. */
  available: number
  /** Units for gifts that are not shipped yet. At least 0. */
  reserved: number
}

export interface CatalogueVariant {
  id: string
  product_id: string
  sku: string
  name: string
  /** New gifts do not offer archived products and variants. */
  state: OpenEnum<'available' | 'archived'>
  /** A time such as 2026-05-01T10:30:00.000Z. */
  archived_at: string | null
  images: Image[]
  /** The texts in further languages, by language such as de. */
  translations: Record<string, {
    name?: string
    images?: CatalogueProductTranslationsImage[]
  }>
  /** At least 0. */
  weight_grams: number | null
  /** At least 0. */
  length_mm: number | null
  /** At least 0. */
  width_mm: number | null
  /** At least 0. */
  height_mm: number | null
  /** The customs code. */
  hs_code: string | null
  origin_country: string | null
  /** The value for the customs. */
  declared_value: Money | null
  /** What one unit costs you. Recipients never see it. */
  unit_cost: Money | null
  /** Only variants of digital products have it. */
  digital: DigitalContent | null
  /** Only variants of donations have it. */
  donation: Donation | null
  stock_levels: WarehouseStock[]
}

export interface Charity {
  registration_number: string | null
  url: string | null
}

export interface Claim {
  id: string
  one_link_id: string
  /** Waits for approval, is on the waiting list, or was offered a place. */
  state: OpenEnum<'pending' | 'listed' | 'offered'>
  name: string
  email: string
  /** A time such as 2026-05-01T10:30:00.000Z. */
  since: string
  /** When the claim ends by itself. A time such as 2026-05-01T10:30:00.000Z. */
  until: string | null
}

export interface ClaimDecision {
  /** At least 0. */
  decided: number
  /** Claims that were decided before, or lapsed. At least 0. */
  skipped: number
}

export interface ClaimRules {
  /** Null for the rules of new one-links. */
  one_link_id: string | null
  /** A claim needs a link from an email. */
  require_confirmation: boolean
  /** A sender approves each claim. */
  require_approval: boolean
  has_waiting_list: boolean
  /** Rejects addresses of disposable mailboxes. */
  refuse_disposable: boolean
  /** At least 1. */
  max_claims_per_address: number
  /** At least 1. */
  max_claims_per_network: number
  /** At least 1. */
  max_claims_per_device: number
}

export interface ClientCredentialsRequest {
  grant_type: 'client_credentials'
  /** The tenant reference of the account. */
  tenant: string
  /** Required without HTTP Basic. */
  client_id?: string | undefined
  /** Required without HTTP Basic, and not allowed with it. */
  client_secret?: string | undefined
  /** Scopes, separated by spaces. Default: all scopes of the client or of the refresh token. */
  scope?: string | undefined
  /** For /mcp: the resource that its metadata names (RFC 8707). */
  resource?: string | undefined
}

export interface Clock {
  /** The time of the clock of the account after the call. A time such as 2026-05-01T10:30:00.000Z. */
  now: string
  /** How many gift requests changed their state. At least 0. */
  moved: number
}

export interface ClockAdvance {
  /** must be a duration such as 14d, 12h, 30m or 45s */
  by: string
}

export interface CodeImport {
  variant_id: string
  is_dry_run: boolean
  /** New codes; in a dry run, those that would be. At least 0. */
  imported: number
  /** Codes that the account has already. At least 0. */
  duplicates: number
  /** Only in a dry run. At least 0. */
  invalid: number
  /** The first hundred duplicates and invalid codes, by position. */
  problems: Array<{
    param: string
    message: string
  }>
}

export interface ContactRecipient {
  /** `recipient.id` of gift requests. */
  id: string
  email: string
  /** From the latest gift request. */
  first_name: string
  last_name: string
  name: string
  /** At least 0. */
  thank_you_count: number
  /** At least 0. */
  gift_request_count: number
  /** At least 0. */
  declined_count: number
  /** Emails to the address bounced, and no more are sent. */
  is_bounced: boolean
  /** A time such as 2026-05-01T10:30:00.000Z. */
  last_gift_at: string | null
  /** A time such as 2026-05-01T10:30:00.000Z. */
  created_at: string
}

export interface CountryCount {
  /** ISO 3166-1 alpha-2, such as DE. */
  country: string
  /** At least 0. */
  count: number
}

export interface Delivery {
  id: string
  /** The same as Service-Webhook-Event-Id. */
  event_id: string
  event_type: OpenEnum<'gift_request_created' | 'gift_request_redeemed' | 'gift_request_dispatched' | 'gift_request_delivered' | 'gift_request_cancelled' | 'attention.backordered' | 'attention.address_refused' | 'attention.delivery_attempt_failed' | 'attention.overdue' | 'attention.email_bounced' | 'attention.expiring' | 'attention.stock_low' | 'attention.endpoint_failing' | 'attention.delivery_abandoned' | 'attention.parcel_lost' | 'attention.cleared'>
  /** Null for a test event, for an attention event without a gift request, and after the event was deleted. */
  gift_request_id: string | null
  endpoint_id: string
  payload_version: string
  /** parked: the endpoint is disabled. abandoned: no further attempt follows. */
  state: OpenEnum<'pending' | 'delivered' | 'abandoned' | 'parked'>
  is_test: boolean
  /** The delivery that this one sends again. */
  replay_of: string | null
  /** A time such as 2026-05-01T10:30:00.000Z. */
  next_attempt_at: string | null
  attempts: DeliveryAttempt[]
  /** A time such as 2026-05-01T10:30:00.000Z. */
  created_at: string
  /** A time such as 2026-05-01T10:30:00.000Z. */
  abandoned_at: string | null
}

export interface DeliveryAttempt {
  /** At least 1. */
  number: number
  /** Null if the process of the attempt died. A time such as 2026-05-01T10:30:00.000Z. */
  started_at: string | null
  duration_ms: number | null
  /** unknown: the process died. late: the result came after the lease of the attempt. */
  outcome: OpenEnum<'ok' | 'failed' | 'unknown' | 'late'>
  /** The HTTP status of the endpoint; null without a response. */
  status: number | null
  /** The error code if there was no response, such as connect_timeout. */
  error: string | null
  /** Why the TLS connection failed, such as certificate_expired; null for other errors. */
  reason: string | null
  /** Facts of the certificate of the endpoint: its names, its issuer, or when it expired. */
  detail: string | null
}

export interface DeniedClaimant {
  id: string
  kind: OpenEnum<'address' | 'domain'>
  entry: string
  /** A time such as 2026-05-01T10:30:00.000Z. */
  created_at: string
}

export interface DenyListChange {
  /** At least 0. */
  added: number
  /** At least 0. */
  removed: number
}

export interface DigitalContent {
  /** Null until an admin chooses one. */
  delivery: OpenEnum<'code' | 'link' | 'file'> | null
  is_link_per_gift: boolean
  /** The host of the link for all gifts. The link is never returned. */
  link_host: string | null
  file: {
    name: string
    /** At least 0. */
    size: number
    content_type: string
  } | null
  instructions: string
  /** At least 0. */
  low_stock_threshold: number
  /** How many there are. Codes themselves are never returned. */
  codes: {
    /** At least 0. */
    free: number
    /** At least 0. */
    given: number
    /** At least 0. */
    revoked: number
    /** At least 0. */
    expired: number
    /** Gifts that wait for a code. At least 0. */
    waiting: number
  }
}

export interface Donation {
  amount: Money
  /** How often recipients can choose the variant. Null: no limit. At least 1. */
  cap: number | null
}

export interface Email {
  id: string
  gift_request_id: string
  /** The occasion, such as invitation, reminder or dispatched. */
  kind: string
  state: OpenEnum<'queued' | 'sent' | 'bounced' | 'failed' | 'suppressed'>
  /** The address of the recipient; null once it was erased. */
  to: string | null
  subject: string | null
  /** What the mail server said. */
  error: string | null
  /** At least 0. */
  attempts: number
  /** A time such as 2026-05-01T10:30:00.000Z. */
  created_at: string
  /** A time such as 2026-05-01T10:30:00.000Z. */
  sent_at: string | null
}

export interface EmailMessage {
  subject: string
  body: string
}

export interface Endpoint {
  id: string
  url: string
  description: string
  events: Array<OpenEnum<'gift_request_created' | 'gift_request_redeemed' | 'gift_request_dispatched' | 'gift_request_delivered' | 'gift_request_cancelled'>>
  /** Whether it also receives the events about what needs attention. */
  receives_attention: boolean
  payload_version: string
  standard_webhooks: boolean
  enabled: boolean
  /** Until then, requests also carry a signature with the previous secret. A time such as 2026-05-01T10:30:00.000Z. */
  previous_secret_until: string | null
  /** Why requests cannot be signed. Deliveries stay parked until that is resolved. */
  signing_error: string | null
  /** The names of the custom headers. No response contains their values. */
  header_names: string[]
  /** Null without a limit. At least 1. */
  max_per_second: number | null
  /** The Ed25519 key that verifies deliveries, such as `whpk_6cbTaS0K…`; null while Ed25519 is off. */
  public_key: string | null
  /** The key before the last rotation. */
  previous_public_key: string | null
  /** Until then, requests also carry a signature of the previous Ed25519 key. A time such as 2026-05-01T10:30:00.000Z. */
  previous_key_until: string | null
  /** The authority that the receiver's certificate must come from; null for the public ones. */
  ca_subject: string | null
  /** A time such as 2026-05-01T10:30:00.000Z. */
  ca_expires_at: string | null
  client_certificate_subject: string | null
  /** A time such as 2026-05-01T10:30:00.000Z. */
  client_certificate_expires_at: string | null
  /** A time such as 2026-05-01T10:30:00.000Z. */
  created_at: string
  /** A time such as 2026-05-01T10:30:00.000Z. */
  updated_at: string
}

export interface EndpointWithSecret {
  id: string
  url: string
  description: string
  events: Array<OpenEnum<'gift_request_created' | 'gift_request_redeemed' | 'gift_request_dispatched' | 'gift_request_delivered' | 'gift_request_cancelled'>>
  /** Whether it also receives the events about what needs attention. */
  receives_attention: boolean
  payload_version: string
  standard_webhooks: boolean
  enabled: boolean
  /** Until then, requests also carry a signature with the previous secret. A time such as 2026-05-01T10:30:00.000Z. */
  previous_secret_until: string | null
  /** Why requests cannot be signed. Deliveries stay parked until that is resolved. */
  signing_error: string | null
  /** The names of the custom headers. No response contains their values. */
  header_names: string[]
  /** Null without a limit. At least 1. */
  max_per_second: number | null
  /** The Ed25519 key that verifies deliveries, such as `whpk_6cbTaS0K…`; null while Ed25519 is off. */
  public_key: string | null
  /** The key before the last rotation. */
  previous_public_key: string | null
  /** Until then, requests also carry a signature of the previous Ed25519 key. A time such as 2026-05-01T10:30:00.000Z. */
  previous_key_until: string | null
  /** The authority that the receiver's certificate must come from; null for the public ones. */
  ca_subject: string | null
  /** A time such as 2026-05-01T10:30:00.000Z. */
  ca_expires_at: string | null
  client_certificate_subject: string | null
  /** A time such as 2026-05-01T10:30:00.000Z. */
  client_certificate_expires_at: string | null
  /** A time such as 2026-05-01T10:30:00.000Z. */
  created_at: string
  /** A time such as 2026-05-01T10:30:00.000Z. */
  updated_at: string
  /** The signing secret. No other response contains it. */
  secret: string
}

export interface Erasure {
  /** Null if the account has no such recipient. */
  recipient_id: string | null
  /** At least 0. */
  gift_requests: number
  /** Gift requests that were not dispatched, and are cancelled. At least 0. */
  cancelled: number
  /** At least 0. */
  emails: number
  is_dry_run: boolean
}

export interface ApiError {
  type: OpenEnum<'api_error' | 'authentication_error' | 'permission_error' | 'not_found_error' | 'conflict_error' | 'validation_error' | 'rate_limit_error' | 'server_error'>
  code: OpenEnum<'unsupported_api_version' | 'invalid_json' | 'unauthorized' | 'plan_required' | 'forbidden' | 'not_found' | 'invalid_transition' | 'idempotency_key_reused' | 'idempotency_key_in_use' | 'out_of_stock' | 'payload_too_large' | 'unsupported_media_type' | 'required' | 'unknown_parameter' | 'invalid' | 'invalid_format' | 'too_long' | 'too_many' | 'invalid_reference' | 'not_allowed' | 'too_many_requests' | 'internal_error' | 'unavailable'>
  /** For people. It may change. */
  message: string
  /** The field it is about, such as gift_requests.3.recipient.email. */
  param?: string
}

export interface ApiErrors {
  /** Everything that is wrong. */
  errors: ApiError[]
}

export interface FeedEvent {
  /** The same as Service-Webhook-Event-Id. */
  id: string
  type: OpenEnum<'gift_request_created' | 'gift_request_redeemed' | 'gift_request_dispatched' | 'gift_request_delivered' | 'gift_request_cancelled'>
  gift_request_id: string
  /** A time such as 2026-05-01T10:30:00.000Z. */
  created_at: string
  /** Null once the recipient was erased. */
  body: GiftRequest | null
}

export interface Funnel {
  /** At least 0. */
  sent: number
  /** At least 0. */
  opened: number
  /** At least 0. */
  redeemed: number
  /** At least 0. */
  delivered: number
  /** By current status; expired gifts are counted apart from cancelled ones. */
  statuses: {
    /** At least 0. */
    submitted: number
    /** At least 0. */
    redeemed: number
    /** At least 0. */
    dispatched: number
    /** At least 0. */
    delivered: number
    /** At least 0. */
    cancelled: number
    /** At least 0. */
    expired: number
  }
}

export interface GiftCount {
  variant_id: string
  name: string
  /** At least 0. */
  count: number
}

export interface GiftDetails {
  id: string
  state: OpenEnum<'created' | 'scheduled' | 'unclaimed' | 'awaiting_recipient' | 'redeemed' | 'ordered' | 'backordered' | 'shipping_error' | 'in_transit' | 'out_for_delivery' | 'delivery_attempt_failed' | 'delivered' | 'redelivering' | 'complete' | 'cancelled' | 'expired' | 'shipment_cancelled'>
  /** A time such as 2026-05-01T10:30:00.000Z. */
  send_at: string | null
  /** A time such as 2026-05-01T10:30:00.000Z. */
  expires_at: string
  /** When the next reminder is due. A time such as 2026-05-01T10:30:00.000Z. */
  remind_at: string | null
  /** The language that was chosen for or by the recipient. */
  locale: string | null
  sender: Sender
  /** A time such as 2026-05-01T10:30:00.000Z. */
  opened_at: string | null
  /** A time such as 2026-05-01T10:30:00.000Z. */
  declined_at: string | null
  decline_reason: string | null
  /** When the recipient asked to renew an expired gift. A time such as 2026-05-01T10:30:00.000Z. */
  renewal_requested_at: string | null
  one_link_id: string | null
  /** The gift request that this one replaces. */
  reissued_from: GiftReference | null
  /** The gift request that replaces this one. */
  reissued_as: GiftReference | null
  actions: {
    /** Null if it is possible; otherwise why it is not. */
    cancel: string | null
    /** Null if it is possible; otherwise why it is not. */
    extend: string | null
    /** Null if it is possible; otherwise why it is not. */
    remind: string | null
    /** Null if it is possible; otherwise why it is not. */
    correct_email: string | null
    /** Null if it is possible; otherwise why it is not. */
    change_address: string | null
    /** Null if it is possible; otherwise why it is not. */
    reissue_link: string | null
    /** Null if it is possible; otherwise why it is not. */
    send_again: string | null
  }
}

export interface GiftReference {
  id: string
  reference: string
}

export interface GiftRequest {
  id: string
  /** A short code for people, for example in a question to support. It never changes. */
  reference: string
  status: OpenEnum<'submitted' | 'redeemed' | 'dispatched' | 'delivered' | 'cancelled'>
  /** Null when it was sent outside any campaign. */
  campaign: CampaignSummary | null
  /** The link for the recipient. Null until it is generated, shortly after creation. */
  redemption_url: string | null
  /** The gift request in the web app. */
  web_url: string
  recipient: Recipient
  sender: Sender
  /** The address of a direct-send. Null if the recipient enters the address, also afterwards. */
  shipping_address: Address | null
  offering: Offering
  /** The items that the recipient gets. Null until they are fixed: at creation for a direct-send, otherwise at redemption. */
  line_items: LineItem[] | null
  email_message: EmailMessage
  /** A time such as 2026-05-01T10:30:00.000Z. */
  created_at: string
  /** A time such as 2026-05-01T10:30:00.000Z. */
  updated_at: string
  /** The metadata of the creation. */
  metadata: Record<string, string>
}

export interface GiftRequestResult {
  /** The place of the row in the request. At least 0. */
  index: number
  /** The key of the row. */
  idempotency_key: string | null
  /** duplicate: a row with this key created the gift request before. valid: the row of a dry run has no error. */
  status: OpenEnum<'created' | 'duplicate' | 'refused' | 'valid'>
  /** The created gift request, or the earlier one. */
  gift_request: GiftReference | null
  /** Why the row is refused. Otherwise empty. */
  errors: RowError[]
}

export interface Greeting {
  /** Null without a card. */
  card: OpenEnum<'birthday' | 'thank-you' | 'welcome' | 'congratulations' | 'great-work' | 'anniversary' | 'wedding' | 'new-baby' | 'get-well' | 'sympathy' | 'holidays' | 'just-because'> | null
  /** The photo or video of the sender. */
  media: GreetingMedia | null
  /** False if the gift request shows the greeting of its campaign. */
  is_own: boolean
}

export interface GreetingMedia {
  id: string
  /** Such as image/jpeg or video/mp4. */
  content_type: string
  /** In bytes. At least 0. */
  size: number
  /** What the photo or the video shows. */
  alt: string
}

export interface Image {
  name: string
  url: string
  urls: {
    thumbnail: string
    large: string
    large_wide: string
  }
}

export interface LineItem {
  id: string
  sku: string
  variant_id: string
  name: string
  /** At least 1. */
  quantity: number
  images: Image[]
}

export interface OAuthMetadata {
  issuer: string
  authorization_endpoint: string
  token_endpoint: string
  revocation_endpoint: string
  response_types_supported: string[]
  response_modes_supported: string[]
  grant_types_supported: string[]
  scopes_supported: string[]
  token_endpoint_auth_methods_supported: string[]
  revocation_endpoint_auth_methods_supported: string[]
  code_challenge_methods_supported: string[]
  authorization_response_iss_parameter_supported: boolean
  /** Where clients of /mcp register themselves (RFC 7591). */
  registration_endpoint?: string
}

export interface Money {
  /** In the smallest unit: 1250 is 12.50 EUR. */
  amount: number
  /** ISO 4217, such as EUR. */
  currency: string
}

export interface Move {
  /** A time such as 2026-05-01T10:30:00.000Z. */
  at: string
  /** Null for the creation. */
  from: OpenEnum<'created' | 'scheduled' | 'unclaimed' | 'awaiting_recipient' | 'redeemed' | 'ordered' | 'backordered' | 'shipping_error' | 'in_transit' | 'out_for_delivery' | 'delivery_attempt_failed' | 'delivered' | 'redelivering' | 'complete' | 'cancelled' | 'expired' | 'shipment_cancelled'> | null
  to: OpenEnum<'created' | 'scheduled' | 'unclaimed' | 'awaiting_recipient' | 'redeemed' | 'ordered' | 'backordered' | 'shipping_error' | 'in_transit' | 'out_for_delivery' | 'delivery_attempt_failed' | 'delivered' | 'redelivering' | 'complete' | 'cancelled' | 'expired' | 'shipment_cancelled'>
  /** Who or what changed the state, as a text for people. */
  cause: string
  /** The events that this change emitted. */
  events: Array<OpenEnum<'gift_request_created' | 'gift_request_redeemed' | 'gift_request_dispatched' | 'gift_request_delivered' | 'gift_request_cancelled'>>
}

export interface NewAddress {
  /** At most 255 characters. */
  name: string
  /** At most 255 characters. */
  line_1: string
  /** At most 255 characters. */
  line_2?: string | undefined
  /** At most 255 characters. */
  city?: string | undefined
  /** At most 255 characters. */
  region?: string | undefined
  /** At most 32 characters. */
  postal_code?: string | undefined
  /** must be a country code of two letters such as US At most 2 characters. */
  country: string
  /** At most 32 characters. */
  phone?: string | undefined
}

export interface NewBatchGiftRequest {
  /** An available campaign of this account. */
  campaign_id: string
  recipient: NewRecipient
  shipping_address?: NewAddress | null | undefined
  /** At most 50 entries. */
  line_items?: NewLineItem[] | null | undefined
  /** Left out: the message of the campaign. */
  email_message?: EmailMessageInput | null | undefined
  /** In the future, within a year. Left out: now. A time such as 2026-05-01T10:30:00.000Z. */
  send_at?: string | null | undefined
  /** After send_at. Left out: the days that the campaign says, from sending on. A time such as 2026-05-01T10:30:00.000Z. */
  expires_at?: string | null | undefined
  /** Yours, returned with the gift request: up to 50 pairs of text. */
  metadata?: Record<string, string> | null | undefined
  /** The language of the emails and pages for the recipient, who can choose another one. Left out: the language of the campaign. */
  locale?: 'en' | 'ar' | 'de' | 'es' | 'fr' | 'it' | 'ja' | 'ko' | 'nl' | 'pl' | 'pt' | 'zh' | null | undefined
  /** Left out: the sender of the campaign. */
  sender?: NewSender | null | undefined
  /** must be a phone number with its country, such as +4915112345678 */
  phone?: string | null | undefined
  /** The card, and a photo or video, that the recipient sees. Left out: the greeting of the campaign. */
  greeting?: GreetingInput | null | undefined
  /** must be 1 to 255 visible ASCII characters */
  idempotency_key?: string | null | undefined
}

export interface NewGiftRequest {
  /** An available campaign of this account. */
  campaign_id: string
  recipient: NewRecipient
  shipping_address?: NewAddress | null | undefined
  /** At most 50 entries. */
  line_items?: NewLineItem[] | null | undefined
  /** Left out: the message of the campaign. */
  email_message?: EmailMessageInput | null | undefined
  /** In the future, within a year. Left out: now. A time such as 2026-05-01T10:30:00.000Z. */
  send_at?: string | null | undefined
  /** After send_at. Left out: the days that the campaign says, from sending on. A time such as 2026-05-01T10:30:00.000Z. */
  expires_at?: string | null | undefined
  /** Yours, returned with the gift request: up to 50 pairs of text. */
  metadata?: Record<string, string> | null | undefined
  /** The language of the emails and pages for the recipient, who can choose another one. Left out: the language of the campaign. */
  locale?: 'en' | 'ar' | 'de' | 'es' | 'fr' | 'it' | 'ja' | 'ko' | 'nl' | 'pl' | 'pt' | 'zh' | null | undefined
  /** Left out: the sender of the campaign. */
  sender?: NewSender | null | undefined
  /** must be a phone number with its country, such as +4915112345678 */
  phone?: string | null | undefined
  /** The card, and a photo or video, that the recipient sees. Left out: the greeting of the campaign. */
  greeting?: GreetingInput | null | undefined
}

export interface NewLineItem {
  variant_id: string
  /** At least 1, at most 1000. */
  quantity: number
}

export interface NewOneLink {
  /** An available campaign of this account that invites by one-link. */
  campaign_id: string
  /** At least 1, at most 10000. */
  quantity: number
  /** At most 50 entries. */
  allowed_email_domains?: string[] | null | undefined
  /** A time such as 2026-05-01T10:30:00.000Z. */
  expires_at?: string | null | undefined
}

export interface NewRecipient {
  /** At most 255 characters. */
  first_name: string
  /** At most 255 characters. */
  last_name: string
  /** At most 254 characters. */
  email: string
}

/** Left out: the sender of the campaign. */
export interface NewSender {
  /** A user of this account. */
  id?: string | undefined
  /** In place of id: the address of a user. At most 254 characters. */
  email?: string | undefined
  /** The name that the recipient reads. Left out: the name of the user. At most 255 characters. */
  name?: string | undefined
}

export interface OAuthError {
  error: OpenEnum<'invalid_request' | 'invalid_client' | 'invalid_grant' | 'invalid_scope' | 'unsupported_grant_type' | 'temporarily_unavailable' | 'server_error' | 'invalid_target'>
  /** For people. It may change. */
  error_description: string
}

export interface Offering {
  /** Whether the recipient chooses one of the items or gets all of them. */
  selection_mode: OpenEnum<'one' | 'all'>
  visible_at_redemption: boolean
  line_items: LineItem[]
}

export interface OneLink {
  id: string
  campaign: CampaignSummary
  /** The public address that a QR code shows. */
  url: string
  /** How many gifts the link has. At least 1. */
  quantity: number
  /** How many have been claimed. At least 0. */
  claimed: number
  /** How many can be claimed now. At least 0. */
  available: number
  /** all_claimed: it is open, and no place is left. */
  state: OpenEnum<'open' | 'closed' | 'expired' | 'all_claimed'>
  /** If empty, every visitor can claim. Otherwise only email addresses of these domains can, and the link of a claim is sent to that address only. */
  allowed_email_domains: string[]
  /** A time such as 2026-05-01T10:30:00.000Z. */
  expires_at: string
  /** A time such as 2026-05-01T10:30:00.000Z. */
  closed_at: string | null
  /** A time such as 2026-05-01T10:30:00.000Z. */
  created_at: string
  /** A time such as 2026-05-01T10:30:00.000Z. */
  updated_at: string
}

export interface Parcel {
  id: string
  /** 1 for the first parcel of the gift request. At least 1. */
  number: number
  state: OpenEnum<'placing' | 'waiting' | 'refused' | 'ordered' | 'in_transit' | 'delivery_attempt_failed' | 'out_for_delivery' | 'delivered' | 'returned' | 'lost' | 'cancelled'>
  /** The carrier that delivers; null until a carrier accepts the parcel. */
  carrier: string | null
  tracking_code: string | null
  tracking_url: string | null
  /** When the carrier expects to deliver. A time such as 2026-05-01T10:30:00.000Z. */
  estimated_at: string | null
  /** Why the parcel is not on its way, and what resolves it. */
  problem: {
    reason: string
    remedy: string
  } | null
  line_items: ParcelLine[]
  /** Oldest first. */
  scans: ParcelScan[]
  /** The parcel whose items this one ships again. */
  replaces: string | null
  /** An adult of at least this age signs for the parcel. */
  adult_signature_age: number | null
}

export interface ParcelLine {
  line_item_id: string
  variant_id: string
  sku: string
  name: string
  /** At least 1. */
  quantity: number
}

export interface ParcelScan {
  /** A time such as 2026-05-01T10:30:00.000Z. */
  at: string
  state: OpenEnum<'ordered' | 'in_transit' | 'delivery_attempt_failed' | 'out_for_delivery' | 'delivered' | 'refused' | 'returned' | 'lost' | 'cancelled'>
  /** The text of the carrier. */
  description: string
  location: string | null
}

export interface PersonalData {
  account: {
    id: string
    name: string
  }
  email: string
  contact: Record<string, unknown> | null
  /** Each with its parcels, emails, events, changes and history. */
  gift_requests: Array<Record<string, unknown>>
  claims: Array<Record<string, unknown>>
  other_emails: Array<Record<string, unknown>>
}

export interface Picture {
  /** The address to use in `images` and logos. */
  url: string
}

export interface Product {
  id: string
  name: string
  description: string
  kind: OpenEnum<'physical' | 'digital'>
  images: Image[]
  variants: Variant[]
}

export interface Recipient {
  /** The id of the contact in the account. A placeholder has an id of its own. */
  id: string
  /** How many thank-you notes this person has sent. */
  thank_you_count: number
  first_name: string
  last_name: string
  name: string
  /** Empty until a recipient claims the gift. */
  email: string
}

export interface RecipientCorrection {
  recipient_id: string
  gift_request_ids: string[]
  is_dry_run: boolean
}

export interface RecipientDetail {
  /** `recipient.id` of gift requests. */
  id: string
  email: string
  /** From the latest gift request. */
  first_name: string
  last_name: string
  name: string
  /** At least 0. */
  thank_you_count: number
  /** At least 0. */
  gift_request_count: number
  /** At least 0. */
  declined_count: number
  /** Emails to the address bounced, and no more are sent. */
  is_bounced: boolean
  /** A time such as 2026-05-01T10:30:00.000Z. */
  last_gift_at: string | null
  /** A time such as 2026-05-01T10:30:00.000Z. */
  created_at: string
  thank_you_notes: Array<{
    gift_request_id: string
    reference: string
    text: string
    /** A time such as 2026-05-01T10:30:00.000Z. */
    written_at: string
  }>
  declines: Array<{
    gift_request_id: string
    reference: string
    reason: string | null
    /** A time such as 2026-05-01T10:30:00.000Z. */
    declined_at: string
  }>
}

export interface Recovery {
  /** How many deliveries are sent again now. At least 0. */
  resent: number
  /** How many are left for the next call; 10,000 means at least that many. At least 0. */
  remaining: number
}

export interface RefreshTokenRequest {
  grant_type: 'refresh_token'
  /** It works once: the response contains the next one. */
  refresh_token: string
  /** Required without a client id. */
  tenant?: string | undefined
  /** Required without a tenant and without HTTP Basic, and for a client that registered itself. */
  client_id?: string | undefined
  /** Checked if it is sent. Not allowed with HTTP Basic. */
  client_secret?: string | undefined
  /** Scopes, separated by spaces. Default: all scopes of the client or of the refresh token. */
  scope?: string | undefined
  /** For /mcp: the resource that its metadata names (RFC 8707). */
  resource?: string | undefined
}

export interface Reissue {
  /** The id of the new gift request. */
  id: string
  reissued_from: GiftReference
  gift_request: GiftRequest
}

export interface RevokeRequest {
  /** An access token or a refresh token. */
  token: string
  /** Not needed. */
  token_type_hint?: string | undefined
  /** Together with the secret, if the client has one. */
  client_id?: string | undefined
  /** Unless it comes by HTTP Basic. */
  client_secret?: string | undefined
}

export interface RowError {
  type: string
  code: string
  /** For people. It may change. */
  message: string
  /** The field of the row, such as recipient.email. */
  param?: string
}

export interface Sender {
  id: string
  name: string
  email: string
}

export interface SizeGuide {
  /** The unit of the values. */
  unit: OpenEnum<'cm' | 'in'> | null
  columns: string[]
  rows: Array<{
    size: string
    /** One for each column. */
    values: string[]
  }>
  /** A text below the table, or instead of it. */
  note: string
}

export interface StockLevel {
  warehouse: WarehouseSummary
  /** At least 0. */
  available: number
}

export interface TextMessage {
  id: string
  gift_request_id: string
  /** The occasion, such as invitation or reminder. */
  kind: string
  state: OpenEnum<'queued' | 'sent' | 'bounced' | 'failed' | 'suppressed'>
  /** The last digits of the number; null once it was erased. */
  to: string | null
  /** The error code of the provider. */
  error: string | null
  /** At least 0. */
  attempts: number
  /** A time such as 2026-05-01T10:30:00.000Z. */
  created_at: string
  /** A time such as 2026-05-01T10:30:00.000Z. */
  sent_at: string | null
}

export interface ThankYouNote {
  text: string
  /** A time such as 2026-05-01T10:30:00.000Z. */
  written_at: string
  /** Recipients can change a note for an hour. A time such as 2026-05-01T10:30:00.000Z. */
  changed_at: string | null
}

export interface TimeToRedeem {
  /** Gifts that recipients redeemed. At least 0. */
  count: number
  median_hours: number | null
  /** Nine in ten gifts were redeemed in this time. */
  p90_hours: number | null
  buckets: Array<{
    /** Null for gifts that took longer. */
    until_days: number | null
    /** At least 0. */
    count: number
  }>
}

export interface OAuthToken {
  token_type: 'bearer'
  /** Seconds. */
  expires_in: number
  access_token: string
  refresh_token?: string
  /** The scopes of the access token, separated by spaces. Null, or left out when the request was a form, when the request named no scope and the token has full access. */
  scope?: string | null
}

export type TokenRequest = ClientCredentialsRequest | RefreshTokenRequest | AuthorizationCodeRequest

export interface Trend {
  /** Longer times have longer periods. A week begins on Monday. */
  unit: OpenEnum<'day' | 'week' | 'month'>
  /** Oldest first, without gaps, at most 120. */
  points: Array<{
    /** The first day of the period, in UTC. */
    from: string
    /** At least 0. */
    sent: number
    /** How many of the gifts that were sent in the period are redeemed now. At least 0. */
    redeemed: number
  }>
}

export interface Variant {
  /** What a line item names. */
  id: string
  sku: string
  name: string
  images: Image[]
  stock_levels: StockLevel[]
}

export interface Warehouse {
  id: string
  name: string
  /** ISO 3166-1 alpha-2, such as DE. */
  country: string
  /** Parcels are sent from there. Null until an admin enters it. */
  address: {
    name: string
    line_1: string
    line_2?: string
    city?: string
    region?: string
    postal_code?: string
    country: string
    phone?: string
  } | null
}

export interface WarehouseStock {
  warehouse: WarehouseSummary
  /** Units that new gifts can have. At least 0. */
  available: number
  /** Units for gifts that are not shipped yet. At least 0. */
  reserved: number
}

export interface MaxAmount {
  amount: number
  currency: string
}

export interface CatalogueProductTranslationsImage {
  url: string
  name: string
}

export interface WarehouseSummary {
  id: string
  name: string
  country: string
}

export interface EmailMessageInput {
  /** At most 255 characters. */
  subject: string
  /** At most 10000 characters. */
  body: string
}

export interface GreetingInput {
  /** The card. The message of the gift is its text. Null: no card. */
  card: 'birthday' | 'thank-you' | 'welcome' | 'congratulations' | 'great-work' | 'anniversary' | 'wedding' | 'new-baby' | 'get-well' | 'sympathy' | 'holidays' | 'just-because' | null
  /** A photo or video that a user uploaded in the web app. Left out: no photo and no video. */
  media_id?: string | undefined
}

export interface Photo {
  id: string
  content_type: string
  /** In bytes. */
  size: number
  width: number
  height: number
}

export interface Answer {
  id: string
  author: string
  text: string
  /** A time such as 2026-05-01T10:30:00.000Z. */
  created_at: string
}

export interface ResolveGiftRequestProblemReport {
  id: string
  gift_request_id: string
  problem: OpenEnum<'late' | 'damaged' | 'wrong_item' | 'missing_item' | 'other'>
  state: OpenEnum<'open' | 'answered' | 'resolved'>
  text: string
  photos: Photo[]
  /** Oldest first. */
  answers: Answer[]
  /** How it was resolved; null before. */
  resolution: OpenEnum<'replaced' | 'closed'> | null
  /** A time such as 2026-05-01T10:30:00.000Z. */
  created_at: string
  /** A time such as 2026-05-01T10:30:00.000Z. */
  updated_at: string
  /** A time such as 2026-05-01T10:30:00.000Z. */
  resolved_at: string | null
}

export interface SetGiftRequestGreetingBody {
  /** The card. The message of the gift is its text. Null: no card. */
  card: 'birthday' | 'thank-you' | 'welcome' | 'congratulations' | 'great-work' | 'anniversary' | 'wedding' | 'new-baby' | 'get-well' | 'sympathy' | 'holidays' | 'just-because' | null
  /** A photo or video that a user uploaded in the web app. Left out: no photo and no video. */
  media_id?: string | null | undefined
}

export interface ThemeInput {
  /** must be a colour such as #7a2e6d */
  color?: string | undefined
  /** must be a copied picture, or an address that begins with https:// At most 2000 characters. */
  logo_url?: string | undefined
  /** At most 120 characters. */
  headline?: string | undefined
  /** At most 2000 characters. */
  message?: string | undefined
}

export interface TranslationsInput {
  /** At most 255 characters. */
  subject?: string | undefined
  /** At most 10000 characters. */
  body?: string | undefined
  /** At most 120 characters. */
  headline?: string | undefined
  /** At most 2000 characters. */
  message?: string | undefined
}

export interface QuietHoursInput {
  /** A time of day such as 20:00. At most 5 characters. */
  from: string
  /** A time of day such as 20:00. At most 5 characters. */
  to: string
}

export interface RemindersInput {
  /** Up to 5 numbers of days. At most 5 entries. */
  after_days: number[]
  /** Up to 5 numbers of days. At most 5 entries. */
  before_expiry_days: number[]
  quiet: null | QuietHoursInput
}

export interface WrappingInput {
  paper: 'dots' | 'plain' | 'stripes' | 'stars'
  ribbon: 'cream' | 'gold' | 'red' | 'green' | 'white'
}

export interface MaxAmountInput {
  /** At least 1, at most 100000000. */
  amount: number
  /** At most 3 characters. */
  currency: string
}

export interface RateRuleInput {
  kind: 'cheapest' | 'fastest' | 'manual'
  /** Only for fastest: the highest price of a label. */
  max_amount?: MaxAmountInput | undefined
}

export interface AmountInput {
  /** At least 1, at most 1000000000000. */
  amount: number
  /** At most 3 characters. */
  currency: string
}

export interface BudgetInput {
  amount: AmountInput
  /** New gift requests that could exceed the budget are rejected. False by default. */
  stops?: boolean | undefined
}

export interface SettingsInput {
  /** How many items of the offering a recipient can choose. 1 if each recipient gets all items. At least 1, at most 10. */
  max_choices?: number | undefined
  /** A variant of a donation or of a digital product, which replaces each gift that expires unclaimed. Null: nothing does. */
  fallback_variant_id?: string | null | undefined
  /** The language of emails, such as de. At most 35 characters. */
  locale?: string | undefined
  /** The texts of the campaign in further languages, by language such as de. Replaces all translations. At most 12 pairs. */
  translations?: Record<string, TranslationsInput> | undefined
  /** How emails and pages address recipients, in languages with two forms such as German: formal (Sie) or informal (du). Null: as the account does. */
  tone?: 'formal' | 'informal' | null | undefined
  /** The time zone of quiet hours, such as Europe/Berlin. At most 64 characters. */
  time_zone?: string | undefined
  /** When recipients who have not redeemed get an email. */
  reminders?: RemindersInput | undefined
  /** The paper and the ribbon of the gift on the pages of recipients. */
  wrapping?: WrappingInput | undefined
  /** Which rate of a carrier is bought for a label. */
  rate_rule?: RateRuleInput | undefined
  /** New gift requests are charged to it. Recipients never see it. At most 64 characters. */
  cost_centre?: string | null | undefined
  /** How much the gifts may cost, without shipping. Null: no limit. */
  budget?: BudgetInput | null | undefined
}

export interface ImageUrlsInput {
  /** must be an address such as https://example.com/mug.jpg, or one of this service At most 500 characters. */
  thumbnail: string
  /** must be an address such as https://example.com/mug.jpg, or one of this service At most 500 characters. */
  large: string
  /** must be an address such as https://example.com/mug.jpg, or one of this service At most 500 characters. */
  large_wide: string
}

export interface ImageInput {
  /** The text for screen readers. At most 255 characters. */
  name: string
  /** must be an address such as https://example.com/mug.jpg, or one of this service At most 500 characters. */
  url: string
  urls?: ImageUrlsInput | undefined
}

export interface CreateProductTranslationsImageInput {
  /** must be an address such as https://example.com/mug.jpg, or one of this service At most 500 characters. */
  url: string
  /** At most 255 characters. */
  name: string
}

export interface CreateProductTranslationsInput {
  /** At most 255 characters. */
  name?: string | undefined
  /** The texts for screen readers of pictures, by their `url`. At most 5 entries. */
  images?: CreateProductTranslationsImageInput[] | undefined
  /** At most 5000 characters. */
  description?: string | undefined
}

export interface CharityInput {
  /** At most 100 characters. */
  registration_number?: string | null | undefined
  /** An https link. At most 500 characters. */
  url?: string | null | undefined
}

export interface RowInput {
  /** Such as S. At most 40 characters. */
  size: string
  /** One for each column. At most 8 entries. */
  values: string[]
}

export interface SizeGuideInput {
  /** The unit of the values. Null for values without a unit. */
  unit: 'cm' | 'in' | null
  /** At most 8 entries. */
  columns: string[]
  /** At most 30 entries. */
  rows: RowInput[]
  /** A text below the table, or instead of it. At most 1000 characters. */
  note: string
}

export interface CreateProductVariantTranslationsInput {
  /** At most 255 characters. */
  name?: string | undefined
  /** The texts for screen readers of pictures, by their `url`. At most 5 entries. */
  images?: CreateProductTranslationsImageInput[] | undefined
}

export interface DeclaredValueInput {
  /** In the smallest unit. At least 0, at most 2000000000. */
  amount: number
  /** At most 3 characters. */
  currency: string
}

export interface DigitalInput {
  /** Fixed once codes were imported or gifts were given. Left out: code. */
  delivery?: 'code' | 'link' | 'file' | undefined
  /** One link for all gifts. It is never returned. At most 2000 characters. */
  link_url?: string | undefined
  /** Import the links like codes. */
  is_link_per_gift?: boolean | undefined
  /** How a recipient uses the gift. At most 2000 characters. */
  instructions?: string | undefined
  /** At this number of free codes, admins get an email. At least 0, at most 100000. */
  low_stock_threshold?: number | undefined
}

export interface CreateProductVariantDonationAmountInput {
  /** In the smallest unit. At least 1, at most 1000000000. */
  amount: number
  /** At most 3 characters. */
  currency: string
}

export interface DonationInput {
  /** Required for a new variant. Applies to later confirmations. */
  amount?: CreateProductVariantDonationAmountInput | undefined
  /** How often recipients can choose the variant. Null: no limit. At least 1, at most 1000000. */
  cap?: number | null | undefined
}

export interface AddressInput {
  /** At most 255 characters. */
  name: string
  /** At most 255 characters. */
  line_1: string
  /** At most 255 characters. */
  line_2?: string | undefined
  /** At most 255 characters. */
  city?: string | undefined
  /** At most 255 characters. */
  region?: string | undefined
  /** At most 32 characters. */
  postal_code?: string | undefined
  /** must be a country code of two letters such as US At most 2 characters. */
  country: string
  /** At most 32 characters. */
  phone?: string | undefined
}

export interface PageQuery {
  /** The maximum number of entries of the page, at most 100; a larger number counts as 100. At least 1. */
  limit?: number | undefined
  /** The id of the last entry of the previous page. The page starts after it. */
  after?: string | undefined
  /** Newest first, or oldest first. */
  order?: 'desc' | 'asc' | undefined
}

export interface ReportQuery {
  /** Only gifts of this campaign. */
  campaign_id?: string | undefined
  /** Only gifts of this one-link. */
  one_link_id?: string | undefined
  /** Only gifts of this sender. */
  sender_id?: string | undefined
  /** Only redeemed gifts with this variant. */
  variant_id?: string | undefined
  /** Only gifts to this country, such as DE. */
  country?: string | undefined
  /** Only gifts created after this time. A time such as 2026-05-01T10:30:00.000Z. */
  created_after?: string | undefined
  /** Only gifts created before this time. A time such as 2026-05-01T10:30:00.000Z. */
  created_before?: string | undefined
}

export interface HeaderInput {
  /** Such as X-Api-Key. Not a name that the contract or HTTP uses. At most 255 characters. */
  name: string
  /** ASCII. Encrypted. Omit it in a change to keep the stored value. At most 4096 characters. */
  value?: string | undefined
}

export interface Schemas {
  Address: Address
  Advance: Advance
  Attention: Attention
  AttentionAction: AttentionAction
  AttentionItem: AttentionItem
  AuthorizationCodeRequest: AuthorizationCodeRequest
  Campaign: Campaign
  CampaignSettings: CampaignSettings
  CampaignSummary: CampaignSummary
  CatalogueProduct: CatalogueProduct
  CatalogueStockLevel: CatalogueStockLevel
  CatalogueVariant: CatalogueVariant
  Charity: Charity
  Claim: Claim
  ClaimDecision: ClaimDecision
  ClaimRules: ClaimRules
  ClientCredentialsRequest: ClientCredentialsRequest
  Clock: Clock
  ClockAdvance: ClockAdvance
  CodeImport: CodeImport
  ContactRecipient: ContactRecipient
  CountryCount: CountryCount
  Delivery: Delivery
  DeliveryAttempt: DeliveryAttempt
  DeniedClaimant: DeniedClaimant
  DenyListChange: DenyListChange
  DigitalContent: DigitalContent
  Donation: Donation
  Email: Email
  EmailMessage: EmailMessage
  Endpoint: Endpoint
  EndpointWithSecret: EndpointWithSecret
  Erasure: Erasure
  ApiError: ApiError
  ApiErrors: ApiErrors
  FeedEvent: FeedEvent
  Funnel: Funnel
  GiftCount: GiftCount
  GiftDetails: GiftDetails
  GiftReference: GiftReference
  GiftRequest: GiftRequest
  GiftRequestResult: GiftRequestResult
  Greeting: Greeting
  GreetingMedia: GreetingMedia
  Image: Image
  LineItem: LineItem
  OAuthMetadata: OAuthMetadata
  Money: Money
  Move: Move
  NewAddress: NewAddress
  NewBatchGiftRequest: NewBatchGiftRequest
  NewGiftRequest: NewGiftRequest
  NewLineItem: NewLineItem
  NewOneLink: NewOneLink
  NewRecipient: NewRecipient
  NewSender: NewSender
  OAuthError: OAuthError
  Offering: Offering
  OneLink: OneLink
  Parcel: Parcel
  ParcelLine: ParcelLine
  ParcelScan: ParcelScan
  PersonalData: PersonalData
  Picture: Picture
  Product: Product
  Recipient: Recipient
  RecipientCorrection: RecipientCorrection
  RecipientDetail: RecipientDetail
  Recovery: Recovery
  RefreshTokenRequest: RefreshTokenRequest
  Reissue: Reissue
  RevokeRequest: RevokeRequest
  RowError: RowError
  Sender: Sender
  SizeGuide: SizeGuide
  StockLevel: StockLevel
  TextMessage: TextMessage
  ThankYouNote: ThankYouNote
  TimeToRedeem: TimeToRedeem
  OAuthToken: OAuthToken
  TokenRequest: TokenRequest
  Trend: Trend
  Variant: Variant
  Warehouse: Warehouse
  WarehouseStock: WarehouseStock
}

/** The request body, the query and the response of each operation. */
export interface Operations {
  /** List gift requests. Newest first. A gift request must match all filters. */
  listGiftRequests: {
    body: undefined
    query: {
      /** Only those with this status. */
      status?: 'submitted' | 'redeemed' | 'dispatched' | 'delivered' | 'cancelled' | undefined
      /** Only those of this campaign. */
      campaign_id?: string | undefined
      /** The one with this reference. */
      reference?: string | undefined
      /** Only those to this person, however the address is spelt. */
      recipient_email?: string | undefined
      /** Only gift requests that were created after this time. A time such as 2026-05-01T10:30:00.000Z. */
      created_after?: string | undefined
      /** Only gift requests that were created before this time. A time such as 2026-05-01T10:30:00.000Z. */
      created_before?: string | undefined
      /** Only those to this recipient. */
      recipient_id?: string | undefined
      /** Only those with a parcel in this state. */
      parcel_state?: 'placing' | 'waiting' | 'refused' | 'ordered' | 'in_transit' | 'delivery_attempt_failed' | 'out_for_delivery' | 'delivered' | 'returned' | 'lost' | 'cancelled' | undefined
      /** Only gift requests that changed after this time, in the order of their changes, oldest first. For the next page, send the `updated_at` of the last one here and its `id` as `after`. A change appears half a minute later. A time such as 2026-05-01T10:30:00.000Z. */
      updated_after?: string | undefined
      /** Only gift requests with this pair, such as `metadata[order]=4711`; up to five pairs, all of which must match. At most 5 pairs. */
      metadata?: Record<string, string> | undefined
      /** The maximum number of entries of the page, at most 100; a larger number counts as 100. At least 1. */
      limit?: number | undefined
      /** The id of the last entry of the previous page. The page starts after it. */
      after?: string | undefined
      /** Newest first, or oldest first. */
      order?: 'desc' | 'asc' | undefined
    }
    response: ListPage<GiftRequest>
  }
  /** Create a gift request. Creates a gift request. With neither address nor items, the recipient chooses from what the campaign offers. A campaign whose `invitation_method` is `sender_provided_address` requires both, and no other campaign allows them. Emits `gift_request_created`. */
  createGiftRequest: {
    body: NewGiftRequest
    query: undefined
    response: GiftRequest
  }
  /** Create many gift requests. Creates 1 to 100 gift requests, all or none, and emits `gift_request_created` for each. With `dry_run=true`, validates every row and creates nothing. */
  createGiftRequests: {
    body: {
      /** At most 1000 entries. */
      gift_requests: NewBatchGiftRequest[]
      /** With continue, up to 1,000 rows are independent: the response has a result for each row. Left out: all rows or none, up to 100. */
      on_error?: 'continue' | undefined
    }
    query: {
      /** Whether to validate every row and create nothing. */
      dry_run?: boolean | undefined
    }
    response: ListPage<GiftRequest>
    /** The result of each row, with status 207. */
    results: ListPage<GiftRequestResult>
  }
  /** Get a gift request. The current state of a gift request. A webhook has the state at the time of its event. */
  getGiftRequest: {
    body: undefined
    query: undefined
    response: GiftRequest
  }
  /** Change a gift request. Changes the members that the body has. `send_at` can change until the gift request is sent, `expires_at` and `email_message` until the recipient redeems, `metadata` at any time. Emits no event. */
  updateGiftRequest: {
    body: {
      /** In the future, within a year. Only while the gift request is not sent. A time such as 2026-05-01T10:30:00.000Z. */
      send_at?: string | undefined
      /** In the future and after send_at. Only until the recipient redeems. A time such as 2026-05-01T10:30:00.000Z. */
      expires_at?: string | undefined
      /** Only until the recipient redeems. An email that was sent does not change. */
      email_message?: EmailMessageInput | undefined
      /** Replaces all pairs. At most 50 pairs. */
      metadata?: Record<string, string> | undefined
    }
    query: {
      /** Whether to check everything and change nothing. The response is as it would be; ids of new objects in it name nothing. */
      dry_run?: boolean | undefined
    }
    response: GiftRequest
  }
  /** Cancel a gift request. Cancels a gift request that is not dispatched. Emits `gift_request_cancelled`. */
  cancelGiftRequest: {
    body: undefined
    query: undefined
    response: GiftRequest
  }
  /** Get the history of a gift request. Every transition between internal states, oldest first, including those that emit no event, such as backorders and failed delivery attempts. */
  getGiftRequestHistory: {
    body: undefined
    query: undefined
    response: ListPage<Move>
  }
  /** Extend a gift request. Sets the expiry to `expires_at`, or adds `days` to it; send one of them. Possible until the recipient redeems. Reminders move with it. */
  extendGiftRequest: {
    body: {
      /** The new expiry, in the future. A time such as 2026-05-01T10:30:00.000Z. */
      expires_at?: string | null | undefined
      /** The number of days to add to the current expiry. At least 1, at most 365. */
      days?: number | null | undefined
    }
    query: {
      /** Whether to check everything and change nothing. The response is as it would be; ids of new objects in it name nothing. */
      dry_run?: boolean | undefined
    }
    response: GiftRequest
  }
  /** Remind a recipient. Sends a reminder to a recipient who has not redeemed, at most one email an hour. Not possible after a bounce or a decline, or if the sender shares the link. */
  remindGiftRequest: {
    body: Record<string, unknown>
    query: {
      /** Whether to check everything and change nothing. The response is as it would be; ids of new objects in it name nothing. */
      dry_run?: boolean | undefined
    }
    response: GiftRequest
  }
  /** Correct an email address. Sends the email that fits the state to the new address. The link stays valid. With the same address, it sends the email again. */
  correctGiftRequestEmail: {
    body: {
      /** At most 254 characters. */
      email: string
    }
    query: {
      /** Whether to check everything and change nothing. The response is as it would be; ids of new objects in it name nothing. */
      dry_run?: boolean | undefined
    }
    response: GiftRequest
  }
  /** Change a shipping address. For a redeemed gift whose parcel is not on its way, or that could not be delivered. A parcel that the carrier refused is placed again. A recipient’s address is never returned. */
  changeGiftRequestAddress: {
    body: {
      shipping_address: NewAddress
    }
    query: {
      /** Whether to check everything and change nothing. The response is as it would be; ids of new objects in it name nothing. */
      dry_run?: boolean | undefined
    }
    response: GiftRequest
  }
  /** Replace a link. Creates a new redemption link and emails it to the recipient. The old link stops working at once. If the sender shares the link, no email is sent. */
  reissueGiftRequestLink: {
    body: Record<string, unknown>
    query: {
      /** Whether to check everything and change nothing. The response is as it would be; ids of new objects in it name nothing. */
      dry_run?: boolean | undefined
    }
    response: GiftRequest
  }
  /** Send a gift again. For a gift that expired, was declined or did not arrive. Creates a new gift request with its own events, and moves the link to it. A gift request is sent again once: a repeated call returns the first replacement with the status 200. */
  sendGiftRequestAgain: {
    body: {
      /** Another email address of the recipient. At most 254 characters. */
      email?: string | null | undefined
      /** Left out: the message of the old gift request. */
      email_message?: EmailMessageInput | null | undefined
      /** Left out: the days that the campaign says, from now on. A time such as 2026-05-01T10:30:00.000Z. */
      expires_at?: string | null | undefined
    }
    query: {
      /** Whether to check everything and change nothing. The response is as it would be; ids of new objects in it name nothing. */
      dry_run?: boolean | undefined
    }
    response: Reissue
  }
  /** Ship items again. Ships the items of a lost, returned or cancelled parcel in a new parcel from new stock. A parcel is replaced once. */
  shipGiftRequestAgain: {
    body: {
      /** A parcel that is lost, returned or cancelled. */
      parcel_id: string
    }
    query: {
      /** Whether to check everything and change nothing. The response is as it would be; ids of new objects in it name nothing. */
      dry_run?: boolean | undefined
    }
    response: ListPage<Parcel>
  }
  /** Resolve a problem report. Closes the report. The recipient sees that it is resolved, and gets no email. A resolved report does not change. */
  resolveGiftRequestProblemReport: {
    body: Record<string, unknown>
    query: {
      /** Whether to check everything and change nothing. The response is as it would be; ids of new objects in it name nothing. */
      dry_run?: boolean | undefined
    }
    response: ResolveGiftRequestProblemReport
  }
  /** Send emails again. Sends copies of emails to the recipient’s address, and forgets a bounce of that address. */
  resendGiftRequestEmails: {
    body: {
      /** Left out: of each kind, the latest email if it failed or bounced. At most 20 entries. */
      email_ids?: string[] | null | undefined
    }
    query: {
      /** Whether to check everything and change nothing. The response is as it would be; ids of new objects in it name nothing. */
      dry_run?: boolean | undefined
    }
    response: ListPage<Email>
  }
  /** Get the details of a gift request. The internal state, times and language, what the recipient did, what it replaces, and which operations are possible now. */
  getGiftRequestDetails: {
    body: undefined
    query: undefined
    response: GiftDetails
  }
  /** List the parcels of a gift request. Each parcel with its carrier, tracking number, items and scans. Without an address and without the codes of digital items. */
  listGiftRequestParcels: {
    body: undefined
    query: undefined
    response: ListPage<Parcel>
  }
  /** List the emails of a gift request. The latest 100 emails to the recipient and their states, newest first. */
  listGiftRequestEmails: {
    body: undefined
    query: undefined
    response: ListPage<Email>
  }
  /** List the text messages of a gift request. The latest 100 text messages to the recipient and their states, newest first. */
  listGiftRequestTextMessages: {
    body: undefined
    query: undefined
    response: ListPage<TextMessage>
  }
  /** List the problem reports of a gift request. What the recipient reported after the order, oldest first, with the answers. The photos are shown in the web app. */
  listGiftRequestProblemReports: {
    body: undefined
    query: undefined
    response: ListPage<ResolveGiftRequestProblemReport>
  }
  /** Get the thank-you note. The note that the recipient wrote; 404 as long as there is none. */
  getGiftRequestThankYouNote: {
    body: undefined
    query: undefined
    response: ThankYouNote
  }
  /** Get the greeting of a gift request. The card that the recipient sees, and the photo or video of the sender. */
  getGiftRequestGreeting: {
    body: undefined
    query: undefined
    response: Greeting
  }
  /** Set the greeting of a gift request. Replaces the greeting of the campaign for this gift request. The recipient sees it at once; an email that was sent does not change. Not possible after a cancellation. */
  setGiftRequestGreeting: {
    body: SetGiftRequestGreetingBody
    query: {
      /** Whether to check everything and change nothing. */
      dry_run?: boolean | undefined
    }
    response: Greeting
  }
  /** Delete the greeting of a gift request. The gift request shows the greeting of its campaign again. */
  deleteGiftRequestGreeting: {
    body: undefined
    query: undefined
    response: Greeting
  }
  /** List campaigns. Newest first, each with its whole catalogue: products, their variants, and the stock of each in each warehouse. */
  listCampaigns: {
    body: undefined
    query: {
      /** Only those in this state. */
      state?: 'available' | 'archived' | undefined
      /** The maximum number of entries of the page, at most 25; a larger number counts as 25. At least 1. */
      limit?: number | undefined
      /** The id of the last entry of the previous page. The page starts after it. */
      after?: string | undefined
      /** Newest first, or oldest first. */
      order?: 'desc' | 'asc' | undefined
    }
    response: ListPage<Campaign>
  }
  /** Create a campaign. Creates an available campaign. Without a colour or a logo, it has those of the account; without `sender_id`, the first user of the account sends its gifts. */
  createCampaign: {
    body: {
      /** At most 255 characters. */
      name: string
      /** At most 2000 characters. */
      description?: string | null | undefined
      selection_mode?: 'one' | 'all' | null | undefined
      visible_at_redemption?: boolean | null | undefined
      /** At least 1, at most 365. */
      expires_after_days?: number | null | undefined
      theme?: ThemeInput | null | undefined
      /** A user of the account. */
      sender_id?: string | null | undefined
      invitation_method: 'email' | 'gift_link' | 'one_link' | 'sender_provided_address'
      email_message: EmailMessageInput
      /** The variants that the campaign offers, in this order. At most 50 entries. */
      variant_ids: string[]
      settings?: SettingsInput | null | undefined
    }
    query: undefined
    response: Campaign
  }
  /** Get a campaign. One campaign with its catalogue. Create gift requests with its `id`, such as `019681f0-5a10-7c3e-9b1d-2f6a8e4c1001`. */
  getCampaign: {
    body: undefined
    query: undefined
    response: Campaign
  }
  /** Change a campaign. Changes the members that the body has, also inside `theme` and `email_message`. Gifts that exist keep what they offer. The invitation method is fixed. With `If-Match` and the `ETag` of an earlier response, the request fails with 412 if the resource has changed since. */
  updateCampaign: {
    body: {
      /** At most 255 characters. */
      name?: string | undefined
      /** At most 2000 characters. */
      description?: string | undefined
      selection_mode?: 'one' | 'all' | undefined
      visible_at_redemption?: boolean | undefined
      /** At least 1, at most 365. */
      expires_after_days?: number | undefined
      theme?: ThemeInput | undefined
      /** A user of the account. */
      sender_id?: string | undefined
      email_message?: {
        /** At most 255 characters. */
        subject?: string | undefined
        /** At most 10000 characters. */
        body?: string | undefined
      } | undefined
      /** The variants that the campaign offers, in this order. At most 50 entries. */
      variant_ids?: string[] | undefined
    }
    query: undefined
    response: Campaign
  }
  /** Copy a campaign. Creates a campaign with another name and the same content and settings. */
  copyCampaign: {
    body: {
      /** At most 255 characters. */
      name: string
    }
    query: undefined
    response: Campaign
  }
  /** Archive a campaign. The campaign sends no new gifts. Existing gifts are not affected. */
  archiveCampaign: {
    body: undefined
    query: undefined
    response: Campaign
  }
  /** Restore a campaign. Makes an archived campaign available. Fails if all its items are archived. */
  restoreCampaign: {
    body: undefined
    query: undefined
    response: Campaign
  }
  /** Get the settings of a campaign. Language, reminders, the choice of shipping rates, and the donation that replaces unclaimed gifts. */
  getCampaignSettings: {
    body: undefined
    query: undefined
    response: CampaignSettings
  }
  /** Change the settings of a campaign. Changes the members that the body has. The next reminders of existing gifts follow the new plan. With `If-Match` and the `ETag` of an earlier response, the request fails with 412 if the resource has changed since. */
  updateCampaignSettings: {
    body: SettingsInput
    query: undefined
    response: CampaignSettings
  }
  /** Get the greeting of a campaign. The card, and the photo or video, of each gift without a greeting of its own. */
  getCampaignGreeting: {
    body: undefined
    query: undefined
    response: Greeting
  }
  /** Set the greeting of a campaign. Replaces the greeting, also for gifts that exist and have no greeting of their own. Without a card and without `media_id`, the campaign has none. */
  setCampaignGreeting: {
    body: SetGiftRequestGreetingBody
    query: undefined
    response: Greeting
  }
  /** List products. Newest first, each with all its variants and their stock. */
  listProducts: {
    body: undefined
    query: {
      /** Only products in this state. */
      state?: 'available' | 'archived' | undefined
      /** Only products with this text in their name, or in the name or the SKU of a variant. */
      q?: string | undefined
      /** low: only products with a variant whose stock is low. */
      stock?: 'low' | undefined
      /** The maximum number of entries of the page, at most 50; a larger number counts as 50. At least 1. */
      limit?: number | undefined
      /** The id of the last entry of the previous page. The page starts after it. */
      after?: string | undefined
      /** Newest first, or oldest first. */
      order?: 'desc' | 'asc' | undefined
    }
    response: ListPage<CatalogueProduct>
  }
  /** Create a product. Adds a product with 1 to 100 variants. Campaigns offer variants. Its pictures are addresses; `POST /pictures` copies a picture of another server. */
  createProduct: {
    body: {
      /** At most 255 characters. */
      name: string
      /** At most 5000 characters. */
      description?: string | null | undefined
      /** Fixed after creation. A donation is a charity, and each variant is an amount. */
      kind: 'physical' | 'digital' | 'donation'
      /** At most 5 entries. */
      images?: ImageInput[] | null | undefined
      /** The texts in further languages, by language such as de. Replaces all translations. A text that is left out stays as it is in the other languages. */
      translations?: Record<string, CreateProductTranslationsInput> | null | undefined
      /** Only for donations. */
      charity?: CharityInput | null | undefined
      /** A table of sizes, a text, or both. */
      size_guide?: SizeGuideInput | null | undefined
      /** The allergens of Regulation (EU) No 1169/2011. At most 14 entries. */
      allergens?: Array<'gluten' | 'crustaceans' | 'eggs' | 'fish' | 'peanuts' | 'soybeans' | 'milk' | 'nuts' | 'celery' | 'mustard' | 'sesame' | 'sulphites' | 'lupin' | 'molluscs'> | null | undefined
      /** For food and cosmetics. Recipients read it before they choose. At most 2000 characters. */
      ingredients?: string | null | undefined
      /** all: everywhere. allow, deny: only, or not, to the destinations. */
      destination_mode?: 'all' | 'allow' | 'deny' | null | undefined
      /** Countries such as DE, or US states such as US-CA. At most 350 entries. */
      destinations?: string[] | null | undefined
      minimum_age?: number | null | undefined
      /** At most 100 entries. */
      variants: Array<{
        /** Unique in the account. At most 100 characters. */
        sku: string
        /** At most 255 characters. */
        name: string
        /** At most 5 entries. */
        images?: ImageInput[] | undefined
        /** The texts in further languages, by language such as de. Replaces all translations. A text that is left out stays as it is in the other languages. At most 12 pairs. */
        translations?: Record<string, CreateProductVariantTranslationsInput> | undefined
        /** At least 1, at most 1000000. */
        weight_grams?: number | null | undefined
        /** At least 1, at most 10000. */
        length_mm?: number | null | undefined
        /** At least 1, at most 10000. */
        width_mm?: number | null | undefined
        /** At least 1, at most 10000. */
        height_mm?: number | null | undefined
        /** The customs code: 6 to 10 digits. At most 20 characters. */
        hs_code?: string | null | undefined
        /** ISO 3166-1 alpha-2, such as DE. At most 2 characters. */
        origin_country?: string | null | undefined
        /** The value for the customs. */
        declared_value?: DeclaredValueInput | null | undefined
        /** What one unit costs you; not for donations. Recipients never see it. */
        unit_cost?: DeclaredValueInput | null | undefined
        /** Only for variants of digital products. */
        digital?: DigitalInput | undefined
        /** Only for variants of donations. */
        donation?: DonationInput | undefined
      }>
    }
    query: undefined
    response: CatalogueProduct
  }
  /** Get a product. One product with all its variants and their stock. */
  getProduct: {
    body: undefined
    query: undefined
    response: CatalogueProduct
  }
  /** Change a product. Changes the members that the body has. Gifts that exist keep the names and pictures that they were created with. With `If-Match` and the `ETag` of an earlier response, the request fails with 412 if the resource has changed since. */
  updateProduct: {
    body: {
      /** At most 255 characters. */
      name?: string | undefined
      /** At most 5000 characters. */
      description?: string | undefined
      /** At most 5 entries. */
      images?: ImageInput[] | undefined
      /** The texts in further languages, by language such as de. Replaces all translations. A text that is left out stays as it is in the other languages. At most 12 pairs. */
      translations?: Record<string, CreateProductTranslationsInput> | undefined
      /** Only for donations. */
      charity?: CharityInput | undefined
      /** A table of sizes, a text, or both. */
      size_guide?: SizeGuideInput | null | undefined
      /** The allergens of Regulation (EU) No 1169/2011. At most 14 entries. */
      allergens?: Array<'gluten' | 'crustaceans' | 'eggs' | 'fish' | 'peanuts' | 'soybeans' | 'milk' | 'nuts' | 'celery' | 'mustard' | 'sesame' | 'sulphites' | 'lupin' | 'molluscs'> | undefined
      /** For food and cosmetics. Recipients read it before they choose. At most 2000 characters. */
      ingredients?: string | undefined
      /** all: everywhere. allow, deny: only, or not, to the destinations. */
      destination_mode?: 'all' | 'allow' | 'deny' | undefined
      /** Countries such as DE, or US states such as US-CA. At most 350 entries. */
      destinations?: string[] | undefined
      /** At least 1, at most 99. */
      minimum_age?: number | null | undefined
    }
    query: undefined
    response: CatalogueProduct
  }
  /** Archive a product. New gifts do not offer the product. Existing gifts are not affected. Fails if a campaign would have no items left. */
  archiveProduct: {
    body: undefined
    query: undefined
    response: CatalogueProduct
  }
  /** Restore a product. Offers an archived product again, also in the campaigns that list it. */
  restoreProduct: {
    body: undefined
    query: undefined
    response: CatalogueProduct
  }
  /** Change many products. Changes, archives or restores 1 to 100 products, all or none. Shipping details apply to every variant of the products. */
  bulkUpdateProducts: {
    body: {
      /** At most 100 entries. */
      ids: string[]
      /** Shipping details apply to every variant. */
      change: {
        /** true archives, false restores. */
        archived?: boolean | undefined
        /** At most 5000 characters. */
        description?: string | undefined
        /** all: everywhere. allow, deny: only, or not, to the destinations. */
        destination_mode?: 'all' | 'allow' | 'deny' | undefined
        /** Countries such as DE, or US states such as US-CA. At most 350 entries. */
        destinations?: string[] | undefined
        /** At least 1, at most 99. */
        minimum_age?: number | null | undefined
        /** At least 1, at most 1000000. */
        weight_grams?: number | null | undefined
        /** At least 1, at most 10000. */
        length_mm?: number | null | undefined
        /** At least 1, at most 10000. */
        width_mm?: number | null | undefined
        /** At least 1, at most 10000. */
        height_mm?: number | null | undefined
        /** The customs code: 6 to 10 digits. At most 20 characters. */
        hs_code?: string | null | undefined
        /** ISO 3166-1 alpha-2, such as DE. At most 2 characters. */
        origin_country?: string | null | undefined
        /** The value for the customs. */
        declared_value?: DeclaredValueInput | null | undefined
      }
    }
    query: undefined
    response: ListPage<CatalogueProduct>
  }
  /** Add a variant to a product. Adds a variant after the others. A product has at most 100. */
  createVariant: {
    body: {
      /** Unique in the account. At most 100 characters. */
      sku: string
      /** At most 255 characters. */
      name: string
      /** At most 5 entries. */
      images?: ImageInput[] | null | undefined
      /** The texts in further languages, by language such as de. Replaces all translations. A text that is left out stays as it is in the other languages. */
      translations?: Record<string, CreateProductVariantTranslationsInput> | null | undefined
      weight_grams?: number | null | undefined
      length_mm?: number | null | undefined
      width_mm?: number | null | undefined
      height_mm?: number | null | undefined
      /** The customs code: 6 to 10 digits. */
      hs_code?: string | null | undefined
      /** ISO 3166-1 alpha-2, such as DE. */
      origin_country?: string | null | undefined
      /** The value for the customs. */
      declared_value?: DeclaredValueInput | null | undefined
      /** What one unit costs you; not for donations. Recipients never see it. */
      unit_cost?: DeclaredValueInput | null | undefined
      /** Only for variants of digital products. */
      digital?: DigitalInput | null | undefined
      /** Only for variants of donations. */
      donation?: DonationInput | null | undefined
    }
    query: undefined
    response: CatalogueVariant
  }
  /** Get a variant. One variant with its stock in each warehouse. */
  getVariant: {
    body: undefined
    query: undefined
    response: CatalogueVariant
  }
  /** Change a variant. Changes the members that the body has. With `If-Match` and the `ETag` of an earlier response, the request fails with 412 if the resource has changed since. */
  updateVariant: {
    body: {
      /** Unique in the account. At most 100 characters. */
      sku?: string | undefined
      /** At most 255 characters. */
      name?: string | undefined
      /** At most 5 entries. */
      images?: ImageInput[] | undefined
      /** The texts in further languages, by language such as de. Replaces all translations. A text that is left out stays as it is in the other languages. At most 12 pairs. */
      translations?: Record<string, CreateProductVariantTranslationsInput> | undefined
      /** At least 1, at most 1000000. */
      weight_grams?: number | null | undefined
      /** At least 1, at most 10000. */
      length_mm?: number | null | undefined
      /** At least 1, at most 10000. */
      width_mm?: number | null | undefined
      /** At least 1, at most 10000. */
      height_mm?: number | null | undefined
      /** The customs code: 6 to 10 digits. At most 20 characters. */
      hs_code?: string | null | undefined
      /** ISO 3166-1 alpha-2, such as DE. At most 2 characters. */
      origin_country?: string | null | undefined
      /** The value for the customs. */
      declared_value?: DeclaredValueInput | null | undefined
      /** What one unit costs you; not for donations. Recipients never see it. */
      unit_cost?: DeclaredValueInput | null | undefined
      /** Only for variants of digital products. */
      digital?: DigitalInput | undefined
      /** Only for variants of donations. */
      donation?: DonationInput | undefined
    }
    query: undefined
    response: CatalogueVariant
  }
  /** Archive a variant. New gifts do not offer the variant. Fails if a campaign would have no items left. */
  archiveVariant: {
    body: undefined
    query: undefined
    response: CatalogueVariant
  }
  /** Restore a variant. Offers an archived variant again, if its product is available. */
  restoreVariant: {
    body: undefined
    query: undefined
    response: CatalogueVariant
  }
  /** List variants. Newest first, each with its stock in each warehouse. Find a variant by its SKU. */
  listVariants: {
    body: undefined
    query: {
      /** The variant with this SKU. */
      sku?: string | undefined
      /** Only variants of this product. */
      product_id?: string | undefined
      /** available: the variant and its product are available. */
      state?: 'available' | 'archived' | undefined
      /** The maximum number of entries of the page, at most 100; a larger number counts as 100. At least 1. */
      limit?: number | undefined
      /** The id of the last entry of the previous page. The page starts after it. */
      after?: string | undefined
      /** Newest first, or oldest first. */
      order?: 'desc' | 'asc' | undefined
    }
    response: ListPage<CatalogueVariant>
  }
  /** Import codes of a digital variant. Imports up to 500 codes, or links for single gifts, all or none. Codes are encrypted, and no operation returns them. Gifts that wait for a code get theirs next, the oldest first. */
  importCodes: {
    body: {
      /** At most 500 entries. */
      codes: Array<{
        /** At most 2000 characters. */
        code: string
        /** At most 100 characters. */
        pin?: string | null | undefined
        /** 2027-12-31 At least 10 characters, at most 10 characters. */
        expires_on?: string | null | undefined
      }>
      /** Import the other codes. Left out: a duplicate rejects all. */
      skip_duplicates?: boolean | null | undefined
      /** Import codes that repeat others but for case and hyphens. */
      include_similar?: boolean | null | undefined
    }
    query: {
      /** Whether to check everything and change nothing. */
      dry_run?: boolean | undefined
    }
    response: CodeImport
  }
  /** Set stock levels. Sets the available units of variants in warehouses, all or none, as after a count. Units that are reserved for gifts are not available. With `expected`, a count that has changed since rejects everything. */
  setStockLevels: {
    body: {
      /** At most 500 entries. */
      levels: Array<{
        variant_id: string
        warehouse_id: string
        /** At least 0, at most 10000000. */
        available: number
        /** The count that you know. If it differs, nothing is set. At least 0, at most 10000000. */
        expected?: number | undefined
      }>
    }
    query: undefined
    response: ListPage<CatalogueStockLevel>
  }
  /** Adjust stock levels. Adds units to stock levels, or takes units away, all or none, as after a delivery. Adjustments at the same instant add up. Send an Idempotency-Key, so that a retry does not add twice. */
  adjustStockLevels: {
    body: {
      /** At most 500 entries. */
      levels: Array<{
        variant_id: string
        warehouse_id: string
        /** Units to add; below 0: to take away. At least -10000000, at most 10000000. */
        delta: number
      }>
      /** For the audit log, such as the number of a delivery note. At most 500 characters. */
      reason: string
    }
    query: undefined
    response: ListPage<CatalogueStockLevel>
  }
  /** Copy a picture of another server. Loads a PNG, JPEG or WebP picture of up to 700 KB once, and returns its address here, for products, variants and logos. The same address returns the same picture. A picture that is not used within a day is deleted. */
  createPicture: {
    body: {
      /** An https address. At most 500 characters. */
      url: string
    }
    query: undefined
    response: Picture
  }
  /** List warehouses. All warehouses that are in use, by name, on one page. */
  listWarehouses: {
    body: undefined
    query: undefined
    response: ListPage<Warehouse>
  }
  /** Create a warehouse. Adds a warehouse. It has no stock. */
  createWarehouse: {
    body: {
      /** At most 255 characters. */
      name: string
      /** ISO 3166-1 alpha-2, such as DE. It is fixed once the warehouse has stock. At most 2 characters. */
      country: string
      /** Parcels are sent from there. In the country of the warehouse. */
      address?: AddressInput | null | undefined
    }
    query: undefined
    response: Warehouse
  }
  /** Get a warehouse. One warehouse with the address that it sends from. Also one that is archived. */
  getWarehouse: {
    body: undefined
    query: undefined
    response: Warehouse
  }
  /** Change a warehouse. Changes the members of the body. The country is fixed once the warehouse has stock. With `If-Match` and the `ETag` of an earlier response, the request fails with 412 if the resource has changed since. */
  updateWarehouse: {
    body: {
      /** At most 255 characters. */
      name?: string | undefined
      /** ISO 3166-1 alpha-2, such as DE. It is fixed once the warehouse has stock. At most 2 characters. */
      country?: string | undefined
      /** Parcels are sent from there. In the country of the warehouse. */
      address?: AddressInput | null | undefined
    }
    query: undefined
    response: Warehouse
  }
  /** Archive a warehouse. Takes a warehouse out of use. Not possible while it has stock, available or reserved. */
  archiveWarehouse: {
    body: undefined
    query: undefined
    response: Warehouse
  }
  /** List one-links. Newest first, each with the number of claimed gifts. */
  listOneLinks: {
    body: undefined
    query: PageQuery
    response: ListPage<OneLink>
  }
  /** Create a one-link. Creates `quantity` unclaimed gift requests behind one public link, and emits `gift_request_created` for each of them. There are never more claims than gifts, and at most one claim for each email address. */
  createOneLink: {
    body: NewOneLink
    query: undefined
    response: OneLink
  }
  /** Get a one-link. One one-link, with the number of its claimed gifts. */
  getOneLink: {
    body: undefined
    query: undefined
    response: OneLink
  }
  /** Change a one-link. Changes the members that the body has, of a one-link that is neither closed nor expired. Its unclaimed gifts get the same expiry. Existing claims are not affected. With `If-Match` and the `ETag` of an earlier response, the request fails with 412 if the resource has changed since. */
  updateOneLink: {
    body: {
      /** Replaces the list, for further claims. Empty: every visitor can claim. At most 50 entries. */
      allowed_email_domains?: string[] | undefined
      /** A time such as 2026-05-01T10:30:00.000Z. */
      expires_at?: string | undefined
    }
    query: {
      /** Whether to check everything and change nothing. */
      dry_run?: boolean | undefined
    }
    response: OneLink
  }
  /** Close a one-link. The link accepts no more claims, and its unclaimed gifts are cancelled. Claimed gifts continue. Closing it again changes nothing. */
  closeOneLink: {
    body: undefined
    query: undefined
    response: OneLink
  }
  /** Get the claim rules of a one-link. Who can claim a gift of the link, and how often. */
  getClaimRules: {
    body: undefined
    query: undefined
    response: ClaimRules
  }
  /** Change the claim rules of a one-link. Changes the fields that the body has, for further claims. */
  updateClaimRules: {
    body: {
      require_confirmation?: boolean | undefined
      require_approval?: boolean | undefined
      has_waiting_list?: boolean | undefined
      refuse_disposable?: boolean | undefined
      /** At least 1, at most 100. */
      max_claims_per_address?: number | undefined
      /** At least 1, at most 100000. */
      max_claims_per_network?: number | undefined
      /** At least 1, at most 10000. */
      max_claims_per_device?: number | undefined
    }
    query: undefined
    response: ClaimRules
  }
  /** Get the claim rules of new one-links. The rules that a new one-link has. */
  getClaimDefaults: {
    body: undefined
    query: undefined
    response: ClaimRules
  }
  /** Change the claim rules of new one-links. Decides whether claims of new one-links need a confirmation by email. */
  updateClaimDefaults: {
    body: {
      require_confirmation: boolean
    }
    query: undefined
    response: ClaimRules
  }
  /** List claims without a gift. Claims that wait for approval, and the waiting list, newest first. Claims with a gift are gift requests. */
  listClaims: {
    body: undefined
    query: {
      /** Only claims in this state. */
      state?: 'pending' | 'listed' | 'offered' | undefined
      /** The maximum number of entries of the page, at most 100; a larger number counts as 100. At least 1. */
      limit?: number | undefined
      /** The id of the last entry of the previous page. The page starts after it. */
      after?: string | undefined
      /** Newest first, or oldest first. */
      order?: 'desc' | 'asc' | undefined
    }
    response: ListPage<Claim>
  }
  /** Approve claims. Sends the links of the gifts to the claimants. A claim that was decided before, or lapsed, is skipped. */
  approveClaims: {
    body: {
      /** At most 100 entries. */
      ids: string[]
    }
    query: undefined
    response: ClaimDecision
  }
  /** Reject claims. Sends an email to the claimants, and frees their places. A claim that was decided before, or lapsed, is skipped. */
  rejectClaims: {
    body: {
      /** At most 100 entries. */
      ids: string[]
    }
    query: undefined
    response: ClaimDecision
  }
  /** List denied claimants. The addresses and domains that cannot claim from any one-link, on one page. */
  listDeniedClaimants: {
    body: undefined
    query: undefined
    response: ListPage<DeniedClaimant>
  }
  /** Deny claimants. Adds up to 500 addresses and domains to the deny list. Known entries are skipped. */
  denyClaimants: {
    body: {
      /** Email addresses, or domains such as example.com. At most 500 entries. */
      entries: string[]
    }
    query: undefined
    response: DenyListChange
  }
  /** Allow a denied claimant again. Removes an entry from the deny list. */
  allowClaimant: {
    body: undefined
    query: undefined
    response: DenyListChange
  }
  /** List recipients. The people who got gifts, newest first. Erased people are not listed. */
  listRecipients: {
    body: undefined
    query: {
      /** The beginning of an email address, or words of a name. */
      q?: string | undefined
      /** Only people who sent a thank-you note, who declined a gift, or whose address bounced. */
      status?: 'thanked' | 'declined' | 'bounced' | undefined
      /** The maximum number of entries of the page, at most 100; a larger number counts as 100. At least 1. */
      limit?: number | undefined
      /** The id of the last entry of the previous page. The page starts after it. */
      after?: string | undefined
      /** Newest first, or oldest first. */
      order?: 'desc' | 'asc' | undefined
    }
    response: ListPage<ContactRecipient>
  }
  /** Get a recipient. One person with the latest hundred thank-you notes and declines. */
  getRecipient: {
    body: undefined
    query: undefined
    response: RecipientDetail
  }
  /** List the gift requests of a recipient. The gift requests to this person, newest first. A token without `gift_requests:read` gets `redemption_url` and `shipping_address` as null. */
  listGiftRequestsOfRecipient: {
    body: undefined
    query: PageQuery
    response: ListPage<GiftRequest>
  }
  /** Correct the email address of a recipient. Changes the address of all gift requests to this person that are on their way, at most 100, and sends the email that fits their state. The recipient of these gift requests is then the person with the new address. */
  correctRecipientEmail: {
    body: {
      /** At most 254 characters. */
      email: string
    }
    query: {
      /** Whether to check everything and change nothing. */
      dry_run?: boolean | undefined
    }
    response: RecipientCorrection
  }
  /** Send emails to a recipient again. Allows emails to an address that bounced. */
  clearRecipientBounce: {
    body: undefined
    query: undefined
    response: RecipientDetail
  }
  /** Export the personal data of a recipient. Everything that the account stores about the person, for a request under privacy law. The audit log records the export. */
  getPersonalData: {
    body: undefined
    query: undefined
    response: PersonalData
  }
  /** Erase the personal data of a recipient. Erases everything about the person with this email address, also claims and emails. Gifts that are not dispatched are cancelled, and emit `gift_request_cancelled` without personal data. A repeated erasure finds nothing. With `dry_run=true`, returns the counts and erases nothing. */
  erasePersonalData: {
    body: {
      /** At most 254 characters. */
      email: string
    }
    query: {
      /** Whether to check everything and change nothing. */
      dry_run?: boolean | undefined
    }
    response: Erasure
  }
  /** Count gifts by stage. How many gifts were sent, opened, redeemed and delivered. */
  getFunnel: {
    body: undefined
    query: ReportQuery
    response: Funnel
  }
  /** Get the time that recipients take to redeem. The median, the time of nine in ten gifts, and counts by duration. */
  getTimeToRedeem: {
    body: undefined
    query: ReportQuery
    response: TimeToRedeem
  }
  /** Count gifts by country. Gifts whose country is known, the largest number first, on one page. */
  listGiftsByCountry: {
    body: undefined
    query: ReportQuery
    response: ListPage<CountryCount>
  }
  /** List the most frequent gifts. The eight variants that most redeemed gifts contain. */
  listTopGifts: {
    body: undefined
    query: ReportQuery
    response: ListPage<GiftCount>
  }
  /** Count gifts over time. How many gifts were sent in each day, week or month, and how many of them are redeemed now. Up to 100 days are counted by day, up to 700 by week. */
  getTrend: {
    body: undefined
    query: ReportQuery
    response: Trend
  }
  /** Get the work to do. Stalled and expiring gifts, bounced addresses, low stock and codes, and queued emails. Counts end at 1,001. */
  getAttention: {
    body: undefined
    query: undefined
    response: Attention
  }
  /** Export gift requests. All gift requests that match, the oldest first, as one download. JSON Lines have the gift request object. After a broken download, send the id of the last complete line as `after`, with the same filters: no row is missing or twice. Gift requests of the last 30 seconds are left out, so that requests that are still running are not skipped. */
  exportGiftRequests: {
    body: undefined
    query: {
      /** csv, or jsonl: one JSON object on each line. Default: csv. */
      format?: 'csv' | 'jsonl' | undefined
      /** Only those with this status. */
      status?: 'submitted' | 'redeemed' | 'dispatched' | 'delivered' | 'cancelled' | undefined
      /** Only those of this campaign. */
      campaign_id?: string | undefined
      /** Only those created after this time. A time such as 2026-05-01T10:30:00.000Z. */
      created_after?: string | undefined
      /** Only those created before this time. A time such as 2026-05-01T10:30:00.000Z. */
      created_before?: string | undefined
      /** The id of the last gift request that you received. The export continues after it, without a header line. */
      after?: string | undefined
    }
    response: string
  }
  /** Export stock levels. The stock of all variants in all warehouses, as one download. After a broken download, send the `variant_id` of the last variant whose lines are complete as `after`. */
  exportStockLevels: {
    body: undefined
    query: {
      /** csv, or jsonl: one JSON object on each line. Default: csv. */
      format?: 'csv' | 'jsonl' | undefined
      /** The id of the last variant that you received. The export continues after it, without a header line. */
      after?: string | undefined
    }
    response: string
  }
  /** Export parcels. All parcels that match, the oldest first, as one download, without addresses. JSON Lines have the parcel with its items and scans, its gift request and its times. A broken download continues as that of gift requests. Parcels of the last 30 seconds are left out. */
  exportParcels: {
    body: undefined
    query: {
      /** csv, or jsonl: one JSON object on each line. Default: csv. */
      format?: 'csv' | 'jsonl' | undefined
      /** Only those in this state. */
      state?: 'placing' | 'waiting' | 'refused' | 'ordered' | 'in_transit' | 'delivery_attempt_failed' | 'out_for_delivery' | 'delivered' | 'returned' | 'lost' | 'cancelled' | undefined
      /** Only those created after this time. A time such as 2026-05-01T10:30:00.000Z. */
      created_after?: string | undefined
      /** Only those created before this time. A time such as 2026-05-01T10:30:00.000Z. */
      created_before?: string | undefined
      /** The id of the last parcel that you received. The export continues after it, without a header line. */
      after?: string | undefined
    }
    response: string
  }
  /** Export donations. All donations that match, the oldest first, as one download, with the time of their payment. Amounts are integers in minor units. A broken download continues as that of gift requests. Donations of cancelled gifts and of the last 30 seconds are left out. */
  exportDonations: {
    body: undefined
    query: {
      /** csv, or jsonl: one JSON object on each line. Default: csv. */
      format?: 'csv' | 'jsonl' | undefined
      /** Only those to this charity. */
      product_id?: string | undefined
      /** Only those after this time. A time such as 2026-05-01T10:30:00.000Z. */
      donated_after?: string | undefined
      /** Only those before this time. A time such as 2026-05-01T10:30:00.000Z. */
      donated_before?: string | undefined
      /** The id of the last donation that you received. The export continues after it, without a header line. */
      after?: string | undefined
    }
    response: string
  }
  /** List events. The events of the last 30 days, newest first, each with the body that webhooks deliver. Read them to catch up on what a receiver missed. */
  listEvents: {
    body: undefined
    query: {
      /** Only events of this type. */
      type?: 'gift_request_created' | 'gift_request_redeemed' | 'gift_request_dispatched' | 'gift_request_delivered' | 'gift_request_cancelled' | undefined
      /** Only what happened to this gift request. */
      gift_request_id?: string | undefined
      /** The maximum number of entries of the page, at most 100; a larger number counts as 100. At least 1. */
      limit?: number | undefined
      /** The id of the last entry of the previous page. The page starts after it. */
      after?: string | undefined
      /** Newest first, or oldest first. */
      order?: 'desc' | 'asc' | undefined
    }
    response: ListPage<FeedEvent>
  }
  /** Get an event. One event by the id that its deliveries carry in `Service-Webhook-Event-Id`. */
  getEvent: {
    body: undefined
    query: undefined
    response: FeedEvent
  }
  /** List what needs attention. Conditions that a person can resolve, newest first: each with its cause, since when it is true, and the next actions. Without `state`, the list has open and ended ones of the last 90 days. */
  listAttention: {
    body: undefined
    query: {
      /** Only this kind. */
      kind?: 'backordered' | 'address_refused' | 'delivery_attempt_failed' | 'overdue' | 'email_bounced' | 'expiring' | 'stock_low' | 'endpoint_failing' | 'delivery_abandoned' | 'parcel_lost' | undefined
      /** Only those that are true now, or only those that have ended. */
      state?: 'open' | 'cleared' | undefined
      /** Only those about this gift request. */
      gift_request_id?: string | undefined
      /** Only those about this gift request, parcel, variant or endpoint. */
      subject_id?: string | undefined
      /** The maximum number of entries of the page, at most 100; a larger number counts as 100. At least 1. */
      limit?: number | undefined
      /** The id of the last entry of the previous page. The page starts after it. */
      after?: string | undefined
      /** Newest first, or oldest first. */
      order?: 'desc' | 'asc' | undefined
    }
    response: ListPage<AttentionItem>
  }
  /** Get an item. One item, by the id that the webhooks about it carry in their bodies. */
  getAttentionItem: {
    body: undefined
    query: undefined
    response: AttentionItem
  }
  /** List endpoints. Newest first, without their secrets. */
  listEndpoints: {
    body: undefined
    query: PageQuery
    response: ListPage<Endpoint>
  }
  /** Create an endpoint. Creates an endpoint and its signing secret, which only this response contains. Requires the Enterprise tier. */
  createEndpoint: {
    body: {
      /** Receives POST requests. In production it begins with https://. It must not point to a private address. At most 2048 characters. */
      url: string
      /** For people. Default: none. At most 255 characters. */
      description?: string | null | undefined
      /** The events that it receives. Default: every event. At most 50 entries. */
      events?: Array<'gift_request_created' | 'gift_request_redeemed' | 'gift_request_dispatched' | 'gift_request_delivered' | 'gift_request_cancelled'> | null | undefined
      /** Whether it also receives the events `attention.*`: what needs attention, and when that has ended. Default: false. */
      receives_attention?: boolean | null | undefined
      /** The version of the bodies. Default: the newest. */
      payload_version?: string | null | undefined
      /** Whether requests also have the headers of Standard Webhooks. Default: false. */
      standard_webhooks?: boolean | null | undefined
      /** Custom headers of each request, together at most 4 KB. A change replaces the list; `[]` removes all. At most 10 entries. */
      headers?: HeaderInput[] | null | undefined
      /** Whether requests also carry an Ed25519 signature, which `public_key` verifies. Default: false. Turned off and on again, it has a new key. */
      ed25519?: boolean | null | undefined
      /** The highest rate of requests, without bursts. Default: no limit. At least 1, at most 1000. */
      max_per_second?: number | null | undefined
      /** Certificates of authorities in PEM. The receiver's certificate must come from one of them, in place of the public authorities. At most 32768 characters. */
      ca?: string | null | undefined
      /** The client certificate for mutual TLS in PEM, followed by its intermediates. Needs `client_key`. At most 32768 characters. */
      client_certificate?: string | null | undefined
      /** The private key of `client_certificate` in PEM, without a passphrase. Encrypted. Removed together with the certificate. At most 32768 characters. */
      client_key?: string | null | undefined
    }
    query: undefined
    response: EndpointWithSecret
  }
  /** Get an endpoint. One endpoint, without its secret. */
  getEndpoint: {
    body: undefined
    query: undefined
    response: Endpoint
  }
  /** Change an endpoint. Changes the members that the body has. The next attempt of each delivery uses them; recorded bodies stay as they are. With `If-Match` and the `ETag` of an earlier response, the request fails with 412 if the endpoint has changed since. */
  updateEndpoint: {
    body: {
      /** Receives POST requests. In production it begins with https://. It must not point to a private address. At most 2048 characters. */
      url?: string | undefined
      /** For people. Default: none. At most 255 characters. */
      description?: string | undefined
      /** The events that it receives. Default: every event. At most 50 entries. */
      events?: Array<'gift_request_created' | 'gift_request_redeemed' | 'gift_request_dispatched' | 'gift_request_delivered' | 'gift_request_cancelled'> | undefined
      /** Whether it also receives the events `attention.*`: what needs attention, and when that has ended. Default: false. */
      receives_attention?: boolean | undefined
      /** The version of the bodies. Default: the newest. */
      payload_version?: string | undefined
      /** Whether requests also have the headers of Standard Webhooks. Default: false. */
      standard_webhooks?: boolean | undefined
      /** Custom headers of each request, together at most 4 KB. A change replaces the list; `[]` removes all. At most 10 entries. */
      headers?: HeaderInput[] | undefined
      /** Whether requests also carry an Ed25519 signature, which `public_key` verifies. Default: false. Turned off and on again, it has a new key. */
      ed25519?: boolean | undefined
      /** The highest rate of requests, without bursts. Default: no limit. At least 1, at most 1000. */
      max_per_second?: number | null | undefined
      /** Certificates of authorities in PEM. The receiver's certificate must come from one of them, in place of the public authorities. At most 32768 characters. */
      ca?: string | null | undefined
      /** The client certificate for mutual TLS in PEM, followed by its intermediates. Needs `client_key`. At most 32768 characters. */
      client_certificate?: string | null | undefined
      /** The private key of `client_certificate` in PEM, without a passphrase. Encrypted. Removed together with the certificate. At most 32768 characters. */
      client_key?: string | undefined
      /** While it is false, no event is recorded for the endpoint, and open deliveries wait. */
      enabled?: boolean | undefined
    }
    query: undefined
    response: Endpoint
  }
  /** Delete an endpoint. Its open deliveries are abandoned. Deliveries and attempts can still be read. */
  deleteEndpoint: {
    body: undefined
    query: undefined
    response: Endpoint
  }
  /** Rotate the secret of an endpoint. Creates a new signing secret, which only this response contains. For `overlap_seconds`, requests carry a second signature with the previous secret: give the receiver the new secret in this time. Then rotate with 0 only if the previous secret must end early. At most two secrets are valid. */
  rotateEndpointSecret: {
    body: {
      /** How long requests also carry a signature with the previous secret. Default: a day. 0 ends all older secrets at once. At least 0, at most 604800. */
      overlap_seconds?: number | null | undefined
    }
    query: undefined
    response: EndpointWithSecret
  }
  /** Rotate the Ed25519 key of an endpoint. Creates a new key pair. Its `public_key` is in this response and in every later one. For `overlap_seconds`, requests also carry a signature of the previous key. At most two keys are valid. */
  rotateEndpointKey: {
    body: {
      /** How long requests also carry a signature of the previous key. Default: a day. 0 ends all older keys at once. At least 0, at most 604800. */
      overlap_seconds?: number | null | undefined
    }
    query: undefined
    response: Endpoint
  }
  /** List deliveries. The deliveries of all endpoints, also of deleted ones, newest first, each with its attempts. */
  listDeliveries: {
    body: undefined
    query: {
      /** Only deliveries to this endpoint. */
      endpoint_id?: string | undefined
      /** Only deliveries of this event. */
      event_id?: string | undefined
      /** Only deliveries of events of this type. */
      event_type?: 'gift_request_created' | 'gift_request_redeemed' | 'gift_request_dispatched' | 'gift_request_delivered' | 'gift_request_cancelled' | 'attention.backordered' | 'attention.address_refused' | 'attention.delivery_attempt_failed' | 'attention.overdue' | 'attention.email_bounced' | 'attention.expiring' | 'attention.stock_low' | 'attention.endpoint_failing' | 'attention.delivery_abandoned' | 'attention.parcel_lost' | 'attention.cleared' | undefined
      /** Only deliveries about this gift request. */
      gift_request_id?: string | undefined
      /** Only deliveries in this state. */
      state?: 'pending' | 'delivered' | 'abandoned' | 'parked' | undefined
      /** Only deliveries with such a response; none: without a response. */
      response_status?: '2xx' | '3xx' | '4xx' | '5xx' | 'none' | undefined
      /** Only test events, or only real ones. */
      is_test?: boolean | undefined
      /** Only deliveries that were created after this time. A time such as 2026-05-01T10:30:00.000Z. */
      created_after?: string | undefined
      /** Only deliveries that were created before this time. A time such as 2026-05-01T10:30:00.000Z. */
      created_before?: string | undefined
      /** The maximum number of entries of the page, at most 100; a larger number counts as 100. At least 1. */
      limit?: number | undefined
      /** The id of the last entry of the previous page. The page starts after it. */
      after?: string | undefined
      /** Newest first, or oldest first. */
      order?: 'desc' | 'asc' | undefined
    }
    response: ListPage<Delivery>
  }
  /** Get a delivery. One delivery with its attempts. `GET /events/{id}` has the body that was sent. */
  getDelivery: {
    body: undefined
    query: undefined
    response: Delivery
  }
  /** Resend a delivery. A pending delivery is attempted now, with the same id. For a delivery that has ended, creates a new delivery of the same event with the same bytes and five attempts. */
  resendDelivery: {
    body: undefined
    query: undefined
    response: Delivery
  }
  /** Send a test event. Sends a sample event to the endpoint: signed and logged like any other, with one attempt, and not in the feed of events. */
  sendTestEvent: {
    body: {
      /** Default: gift_request_created. The endpoint does not have to subscribe to it. */
      type?: 'gift_request_created' | 'gift_request_redeemed' | 'gift_request_dispatched' | 'gift_request_delivered' | 'gift_request_cancelled' | null | undefined
    }
    query: undefined
    response: Delivery
  }
  /** Resend abandoned deliveries. Resends the deliveries that were abandoned since a time, oldest first, each event once, at most 1,000 in one call. Repeat the call until `remaining` is 0. Each call counts as 50 requests for the rate limit. */
  recoverDeliveries: {
    body: {
      /** Deliveries that were created since then, and abandoned. A time such as 2026-05-01T10:30:00.000Z. */
      since: string
    }
    query: {
      /** Whether only to count: `remaining` is the number of deliveries that would be resent. */
      dry_run?: boolean | undefined
    }
    response: Recovery
  }
  /** Walk a gift request to a state. Moves the gift request to an internal state by the shortest valid path of transitions, and emits the event of each transition. A gift request that is already in the state does not change. */
  advanceGiftRequest: {
    body: Advance
    query: undefined
    response: GiftRequest
  }
  /** Advance the clock. Advances the clock of the account and runs everything that is due by then: scheduled gifts are sent, others expire. The clock cannot be set back. */
  advanceClock: {
    body: ClockAdvance
    query: undefined
    response: Clock
  }
  /** Name the API and its version. A line of text with the version and the build. The only operation on which the version header may be left out. */
  getRoot: {
    body: undefined
    query: undefined
    response: string
  }
  /** Get an access token. By client credentials, by a refresh token, or by the code of the authorization page. A refresh token that is used twice ends everything that came from it. */
  createToken: {
    body: TokenRequest
    query: undefined
    response: OAuthToken
  }
  /** Revoke a token. Ends a token with the next request, on every node (RFC 7009). */
  revokeToken: {
    body: RevokeRequest
    query: undefined
    response: undefined
  }
  /** Discover the authorization server. Where and how tokens are to be had (RFC 8414). */
  getMetadata: {
    body: undefined
    query: undefined
    response: OAuthMetadata
  }
}

/** The bodies of webhooks. */
export interface WebhookBodies {
  gift_request_created: GiftRequest
  gift_request_redeemed: GiftRequest
  gift_request_dispatched: GiftRequest
  gift_request_delivered: GiftRequest
  gift_request_cancelled: GiftRequest
  'attention.backordered': AttentionItem
  'attention.address_refused': AttentionItem
  'attention.delivery_attempt_failed': AttentionItem
  'attention.overdue': AttentionItem
  'attention.email_bounced': AttentionItem
  'attention.expiring': AttentionItem
  'attention.stock_low': AttentionItem
  'attention.endpoint_failing': AttentionItem
  'attention.delivery_abandoned': AttentionItem
  'attention.parcel_lost': AttentionItem
  'attention.cleared': AttentionItem
}
