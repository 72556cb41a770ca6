// Generated from the OpenAPI documents by `npm run fix`. Do not edit.
import type { OpenEnum } from '../open-enum.ts'

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

export interface CampaignSummary {
  id: string
  name: string
  web_url: string
}

export interface Clock {
  /** What the clock of the account says now. A time such as 2026-05-01T10:30:00.000Z. */
  now: string
  /** How many gift requests moved on the way. At least 0. */
  moved: number
}

export interface ClockAdvance {
  /** must be a duration such as 14d, 12h, 30m or 45s */
  by: string
}

export interface Delivery {
  id: string
  /** The same as Service-Webhook-Event-Id. */
  event_id: string
  event_type: OpenEnum<'gift_request_created' | 'gift_request_redeemed' | 'gift_request_dispatched' | 'gift_request_delivered' | 'gift_request_cancelled'>
  /** Null for a test event, and after the event was deleted. */
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
  payload_version: string
  standard_webhooks: boolean
  enabled: boolean
  /** Until then, requests also carry a signature with the previous secret. A time such as 2026-05-01T10:30:00.000Z. */
  previous_secret_until: string | null
  /** Why requests cannot be signed. Deliveries stay parked until that is resolved. */
  signing_error: string | null
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
  payload_version: string
  standard_webhooks: boolean
  enabled: boolean
  /** Until then, requests also carry a signature with the previous secret. A time such as 2026-05-01T10:30:00.000Z. */
  previous_secret_until: string | null
  /** Why requests cannot be signed. Deliveries stay parked until that is resolved. */
  signing_error: string | null
  /** A time such as 2026-05-01T10:30:00.000Z. */
  created_at: string
  /** A time such as 2026-05-01T10:30:00.000Z. */
  updated_at: string
  /** The signing secret. No other response contains it. */
  secret: string
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
  /** Null once the recipient was erased: what was told of them is kept no longer. */
  body: GiftRequest | null
}

export interface GiftRequest {
  id: string
  /** A handle for people, and for support. It stays the same for ever. */
  reference: string
  status: OpenEnum<'submitted' | 'redeemed' | 'dispatched' | 'delivered' | 'cancelled'>
  /** Null when it was sent outside any campaign. */
  campaign: CampaignSummary | null
  /** The link that the recipient follows. Null until it is made, a moment after creation. */
  redemption_url: string | null
  /** The gift request in the web app. */
  web_url: string
  recipient: Recipient
  sender: Sender
  /** Where a direct-send goes. Null when the recipient says where, also after they said it. */
  shipping_address: Address | null
  offering: Offering
  /** What the recipient gets. Null until that is fixed: at creation for a direct-send, else at redemption. */
  line_items: LineItem[] | null
  email_message: EmailMessage
  /** A time such as 2026-05-01T10:30:00.000Z. */
  created_at: string
  /** A time such as 2026-05-01T10:30:00.000Z. */
  updated_at: string
  /** What you sent along at creation. */
  metadata: Record<string, string>
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
}

export interface Move {
  /** A time such as 2026-05-01T10:30:00.000Z. */
  at: string
  /** Null for the first move, its creation. */
  from: OpenEnum<'created' | 'scheduled' | 'unclaimed' | 'awaiting_recipient' | 'redeemed' | 'ordered' | 'backordered' | 'shipping_error' | 'in_transit' | 'out_for_delivery' | 'delivery_attempt_failed' | 'delivered' | 'redelivering' | 'complete' | 'cancelled' | 'expired' | 'shipment_cancelled'> | null
  to: OpenEnum<'created' | 'scheduled' | 'unclaimed' | 'awaiting_recipient' | 'redeemed' | 'ordered' | 'backordered' | 'shipping_error' | 'in_transit' | 'out_for_delivery' | 'delivery_attempt_failed' | 'delivered' | 'redelivering' | 'complete' | 'cancelled' | 'expired' | 'shipment_cancelled'>
  /** Who or what moved it, for people. */
  cause: string
  /** The events that this move told. */
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

export interface NewGiftRequest {
  /** An available campaign of this account. */
  campaign_id: string
  recipient: NewRecipient
  shipping_address?: NewAddress | null | undefined
  /** At most 50 entries. */
  line_items?: NewLineItem[] | null | undefined
  /** Left out: the message of the campaign. */
  email_message?: {
    /** At most 255 characters. */
    subject: string
    /** At most 10000 characters. */
    body: string
  } | null | undefined
  /** In the future, within a year. Left out: now. A time such as 2026-05-01T10:30:00.000Z. */
  send_at?: string | null | undefined
  /** After send_at. Left out: the days that the campaign says, from sending on. A time such as 2026-05-01T10:30:00.000Z. */
  expires_at?: string | null | undefined
  /** Yours, returned with the gift request: up to 50 pairs of text. */
  metadata?: Record<string, string> | null | undefined
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

export interface OAuthError {
  error: OpenEnum<'invalid_request' | 'invalid_client' | 'invalid_grant' | 'invalid_scope' | 'unsupported_grant_type' | 'temporarily_unavailable' | 'server_error'>
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
  /** How many gifts there are behind it. At least 1. */
  quantity: number
  /** How many have been claimed. At least 0. */
  claimed: number
  /** How many can be claimed now. At least 0. */
  available: number
  /** all_claimed: it is open, and no place is left. */
  state: OpenEnum<'open' | 'closed' | 'expired' | 'all_claimed'>
  /** None: everybody may claim. Otherwise only addresses of these domains, and the link of a claim goes to that address by email only. */
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

export interface Product {
  id: string
  name: string
  description: string
  kind: OpenEnum<'physical' | 'digital'>
  images: Image[]
  variants: Variant[]
}

export interface Recipient {
  /** The contact of the account that this person is, or a placeholder’s own. */
  id: string
  /** How many thank-you notes this person has sent. */
  thank_you_count: number
  first_name: string
  last_name: string
  name: string
  /** Empty as long as nobody has claimed the gift. */
  email: string
}

export interface Recovery {
  /** How many deliveries are sent again now. At least 0. */
  resent: number
  /** How many are left for the next call; 10,000 means at least that many. At least 0. */
  remaining: number
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

export interface Sender {
  id: string
  name: string
  email: string
}

export interface StockLevel {
  warehouse: {
    id: string
    name: string
    country: string
  }
  /** At least 0. */
  available: number
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

export interface TokenRequest {
  grant_type: 'client_credentials' | 'refresh_token' | 'authorization_code'
  /** The tenant reference. Required for client_credentials. */
  tenant?: string | undefined
  /** Required, unless it comes by HTTP Basic or the grant is refresh_token. */
  client_id?: string | undefined
  /** Required for client_credentials, unless it comes by HTTP Basic. */
  client_secret?: string | undefined
  /** For refresh_token. It works once: the answer has the next one. */
  refresh_token?: string | undefined
  /** For authorization_code. */
  code?: string | undefined
  /** For authorization_code: the one that the code was asked for with. */
  redirect_uri?: string | undefined
  /** For authorization_code: PKCE is required. */
  code_verifier?: string | undefined
  /** Scopes, separated by spaces; otherwise all scopes of the client or of the refresh token. Not for authorization_code, whose scopes the person allowed. */
  scope?: string | undefined
}

export interface Variant {
  /** What a line item names. */
  id: string
  sku: string
  name: string
  images: Image[]
  stock_levels: StockLevel[]
}

export interface Schemas {
  Address: Address
  Advance: Advance
  Campaign: Campaign
  CampaignSummary: CampaignSummary
  Clock: Clock
  ClockAdvance: ClockAdvance
  Delivery: Delivery
  DeliveryAttempt: DeliveryAttempt
  EmailMessage: EmailMessage
  Endpoint: Endpoint
  EndpointWithSecret: EndpointWithSecret
  ApiError: ApiError
  ApiErrors: ApiErrors
  FeedEvent: FeedEvent
  GiftRequest: GiftRequest
  Image: Image
  LineItem: LineItem
  OAuthMetadata: OAuthMetadata
  Move: Move
  NewAddress: NewAddress
  NewGiftRequest: NewGiftRequest
  NewLineItem: NewLineItem
  NewOneLink: NewOneLink
  NewRecipient: NewRecipient
  OAuthError: OAuthError
  Offering: Offering
  OneLink: OneLink
  Product: Product
  Recipient: Recipient
  Recovery: Recovery
  RevokeRequest: RevokeRequest
  Sender: Sender
  StockLevel: StockLevel
  OAuthToken: OAuthToken
  TokenRequest: TokenRequest
  Variant: Variant
}

/** The request body, the query and the response of each operation. */
export interface Operations {
  /** List gift requests. Newest first. Filters narrow it together. */
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
      /** Only those created after this moment. A time such as 2026-05-01T10:30:00.000Z. */
      created_after?: string | undefined
      /** Only those created before this moment. A time such as 2026-05-01T10:30:00.000Z. */
      created_before?: string | undefined
      /** How many to a page, at most 100; a larger number is cut down to that. At least 1. */
      limit?: number | undefined
      /** The id of the last one you saw: the page goes on behind it. */
      after?: string | undefined
      /** Newest first, or oldest first. */
      order?: 'desc' | 'asc' | undefined
    }
    response: {
      data: GiftRequest[]
      has_more: boolean
    }
  }
  /** Create a gift request. Sends one gift. With neither address nor items, the recipient chooses from what the campaign offers. A campaign whose `invitation_method` is `sender_provided_address` requires both, and no other campaign allows them. Tells `gift_request_created`. */
  createGiftRequest: {
    body: NewGiftRequest
    query: undefined
    response: GiftRequest
  }
  /** Create many gift requests. Creates 1 to 100 gift requests, all or none. Each tells its own `gift_request_created`. With `dry_run=true` every row is looked at and nothing is created. */
  createGiftRequests: {
    body: {
      /** At most 100 entries. */
      gift_requests: NewGiftRequest[]
    }
    query: {
      /** Whether to look at every row and create nothing. */
      dry_run?: boolean | undefined
    }
    response: {
      data: GiftRequest[]
      has_more: boolean
    }
  }
  /** Get a gift request. One gift request as it is now. Webhooks carry it as it was. */
  getGiftRequest: {
    body: undefined
    query: undefined
    response: GiftRequest
  }
  /** Cancel a gift request. Calls a gift off, as long as it is not dispatched. Tells `gift_request_cancelled`. */
  cancelGiftRequest: {
    body: undefined
    query: undefined
    response: GiftRequest
  }
  /** Get the history of a gift request. Every move it made between internal states, the oldest first: also what webhooks keep quiet about, such as backorders and failed delivery attempts. */
  getGiftRequestHistory: {
    body: undefined
    query: undefined
    response: {
      data: Move[]
      has_more: boolean
    }
  }
  /** List campaigns. Newest first, each with its whole catalogue: products, their variants, and the stock of each in each warehouse. */
  listCampaigns: {
    body: undefined
    query: {
      /** Only those in this state. */
      state?: 'available' | 'archived' | undefined
      /** How many to a page, at most 25; a larger number is cut down to that. At least 1. */
      limit?: number | undefined
      /** The id of the last one you saw: the page goes on behind it. */
      after?: string | undefined
      /** Newest first, or oldest first. */
      order?: 'desc' | 'asc' | undefined
    }
    response: {
      data: Campaign[]
      has_more: boolean
    }
  }
  /** Get a campaign. One campaign with its catalogue. Create gift requests with its `id`, such as `019681f0-5a10-7c3e-9b1d-2f6a8e4c1001`. */
  getCampaign: {
    body: undefined
    query: undefined
    response: Campaign
  }
  /** List one-links. Newest first, with how many of each have been claimed. */
  listOneLinks: {
    body: undefined
    query: {
      /** How many to a page, at most 100; a larger number is cut down to that. At least 1. */
      limit?: number | undefined
      /** The id of the last one you saw: the page goes on behind it. */
      after?: string | undefined
      /** Newest first, or oldest first. */
      order?: 'desc' | 'asc' | undefined
    }
    response: {
      data: OneLink[]
      has_more: boolean
    }
  }
  /** Create a one-link. Makes `quantity` gift requests that wait to be claimed, behind one public link. Each of them tells `gift_request_created`. There are never more claims than gifts, and one for each e-mail address. */
  createOneLink: {
    body: NewOneLink
    query: undefined
    response: OneLink
  }
  /** Get a one-link. One one-link, with how many of its gifts have been claimed. */
  getOneLink: {
    body: undefined
    query: undefined
    response: OneLink
  }
  /** Close a one-link. Nobody can claim from it any more, and what is unclaimed is cancelled. What has been claimed goes on. Closing it again changes nothing. */
  closeOneLink: {
    body: undefined
    query: undefined
    response: OneLink
  }
  /** List events. The events of the last 30 days, newest first, each with its body as webhooks tell it. Read them to catch up on what a receiver missed. */
  listEvents: {
    body: undefined
    query: {
      /** Only events of this type. */
      type?: 'gift_request_created' | 'gift_request_redeemed' | 'gift_request_dispatched' | 'gift_request_delivered' | 'gift_request_cancelled' | undefined
      /** Only what happened to this gift request. */
      gift_request_id?: string | undefined
      /** How many to a page, at most 100; a larger number is cut down to that. At least 1. */
      limit?: number | undefined
      /** The id of the last one you saw: the page goes on behind it. */
      after?: string | undefined
      /** Newest first, or oldest first. */
      order?: 'desc' | 'asc' | undefined
    }
    response: {
      data: FeedEvent[]
      has_more: boolean
    }
  }
  /** Get an event. One event by the id that its deliveries carry in `Service-Webhook-Event-Id`. */
  getEvent: {
    body: undefined
    query: undefined
    response: FeedEvent
  }
  /** List endpoints. Newest first, without their secrets. */
  listEndpoints: {
    body: undefined
    query: {
      /** How many to a page, at most 100; a larger number is cut down to that. At least 1. */
      limit?: number | undefined
      /** The id of the last one you saw: the page goes on behind it. */
      after?: string | undefined
      /** Newest first, or oldest first. */
      order?: 'desc' | 'asc' | undefined
    }
    response: {
      data: Endpoint[]
      has_more: boolean
    }
  }
  /** Create an endpoint. Adds a URL that receives webhooks, and makes its signing secret, which only this response contains. Needs the Enterprise tier. */
  createEndpoint: {
    body: {
      /** Receives POST requests. In production it begins with https://. It must not point to a private address. */
      url: string
      /** For people. Default: none. At most 255 characters. */
      description?: string | null | undefined
      /** The events that it receives. Default: every event. At most 50 entries. */
      events?: Array<'gift_request_created' | 'gift_request_redeemed' | 'gift_request_dispatched' | 'gift_request_delivered' | 'gift_request_cancelled'> | null | undefined
      /** The version of the bodies. Default: the newest. */
      payload_version?: string | null | undefined
      /** Whether requests also have the headers of Standard Webhooks. Default: false. */
      standard_webhooks?: boolean | null | undefined
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
  /** Change an endpoint. Changes the members that the body has. The next attempt of each delivery uses them; recorded bodies stay as they are. With `If-Match` and the `ETag` of an earlier response, 412 tells that the endpoint has changed since. */
  updateEndpoint: {
    body: {
      /** Receives POST requests. In production it begins with https://. It must not point to a private address. */
      url?: string | undefined
      /** For people. Default: none. At most 255 characters. */
      description?: string | undefined
      /** The events that it receives. Default: every event. At most 50 entries. */
      events?: Array<'gift_request_created' | 'gift_request_redeemed' | 'gift_request_dispatched' | 'gift_request_delivered' | 'gift_request_cancelled'> | undefined
      /** The version of the bodies. Default: the newest. */
      payload_version?: string | undefined
      /** Whether requests also have the headers of Standard Webhooks. Default: false. */
      standard_webhooks?: boolean | undefined
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
  /** Rotate the secret of an endpoint. Makes a new signing secret, which only this response contains. For `overlap_seconds`, requests carry a second signature with the previous secret: give the receiver the new secret in this time. Then rotate with 0 only if the previous secret must end early. At most two secrets are valid. */
  rotateEndpointSecret: {
    body: {
      /** How long requests also carry a signature with the previous secret. Default: a day. 0 ends all older secrets at once. At least 0, at most 604800. */
      overlap_seconds?: number | null | undefined
    }
    query: undefined
    response: EndpointWithSecret
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
      event_type?: 'gift_request_created' | 'gift_request_redeemed' | 'gift_request_dispatched' | 'gift_request_delivered' | 'gift_request_cancelled' | undefined
      /** Only deliveries about this gift request. */
      gift_request_id?: string | undefined
      /** Only deliveries in this state. */
      state?: 'pending' | 'delivered' | 'abandoned' | 'parked' | undefined
      /** Only deliveries with such a response; none: without a response. */
      response_status?: '2xx' | '3xx' | '4xx' | '5xx' | 'none' | undefined
      /** Only test events, or only real ones. */
      is_test?: boolean | undefined
      /** Only deliveries that were created after this moment. A time such as 2026-05-01T10:30:00.000Z. */
      created_after?: string | undefined
      /** Only deliveries that were created before this moment. A time such as 2026-05-01T10:30:00.000Z. */
      created_before?: string | undefined
      /** How many to a page, at most 100; a larger number is cut down to that. At least 1. */
      limit?: number | undefined
      /** The id of the last one you saw: the page goes on behind it. */
      after?: string | undefined
      /** Newest first, or oldest first. */
      order?: 'desc' | 'asc' | undefined
    }
    response: {
      data: Delivery[]
      has_more: boolean
    }
  }
  /** Get a delivery. One delivery with its attempts. `GET /events/{id}` has the body that was sent. */
  getDelivery: {
    body: undefined
    query: undefined
    response: Delivery
  }
  /** Resend a delivery. A delivery that still waits is attempted now and keeps its id. For one that has ended, a new delivery of the same event is made, with the same bytes and five attempts. */
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
  /** Resend abandoned deliveries. Sends again what was abandoned since a moment, oldest first, each event once, at most 1,000 with each call. Repeat the call until `remaining` is 0. Each call counts as 50 requests for the rate limit. */
  recoverDeliveries: {
    body: {
      /** Deliveries that were created since then, and abandoned. A time such as 2026-05-01T10:30:00.000Z. */
      since: string
    }
    query: {
      /** Whether only to count: `remaining` tells how many would be sent. */
      dry_run?: boolean | undefined
    }
    response: Recovery
  }
  /** Walk a gift request to a state. Takes the shortest legal way to an internal state and plays everybody’s part on it, with events at each step as in real life. One that is there already stays as it is. */
  advanceGiftRequest: {
    body: Advance
    query: undefined
    response: GiftRequest
  }
  /** Let time pass. Moves the clock of the account ahead, and does everything that is due by then: scheduled gifts are sent, others expire. It never goes back. */
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
}
