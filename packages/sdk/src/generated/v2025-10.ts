// Generated from the OpenAPI documents by scripts/generate.ts. Do not edit.
import type { OpenEnum } from '../open-enum.ts'

export interface Advance {
  to: 'created' | 'scheduled' | 'unclaimed' | 'awaiting_recipient' | 'redeemed' | 'ordered' | 'backordered' | 'shipping_error' | 'in_transit' | 'out_for_delivery' | 'delivery_attempt_failed' | 'delivered' | 'redelivering' | 'complete' | 'cancelled' | 'expired' | 'shipment_cancelled'
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

export interface EmailMessage {
  subject: string
  body: string
}

export interface ApiError {
  status: string
  code: OpenEnum<'unsupported_api_version' | 'invalid_json' | 'unauthorized' | 'plan_required' | 'forbidden' | 'not_found' | 'invalid_transition' | 'idempotency_key_reused' | 'idempotency_key_in_use' | 'out_of_stock' | 'payload_too_large' | 'unsupported_media_type' | 'required' | 'unknown_parameter' | 'invalid' | 'invalid_format' | 'too_long' | 'too_many' | 'invalid_reference' | 'not_allowed' | 'too_many_requests' | 'internal_error' | 'unavailable'>
  title: string
  detail: string
  source?: {
    pointer?: string
    parameter?: string
    header?: string
  }
}

export interface ApiErrors {
  errors: ApiError[]
  jsonapi: JsonApi
}

export interface GiftRequest {
  type: 'gift_requests'
  id: string
  attributes: {
    /** A short code for people, for example in a question to support. It never changes. */
    reference: string
    state: OpenEnum<'submitted' | 'redeemed' | 'dispatched' | 'delivered' | 'cancelled'>
    /** The link for the recipient. Null until it is generated, shortly after creation. */
    redemption_url: string | null
    /** The gift request in the web app. */
    web_url: string
    /** A time such as 2026-05-01T10:30:00.000Z. */
    created_at: string
    /** A time such as 2026-05-01T10:30:00.000Z. */
    updated_at: string
  }
  relationships: {
    campaign: {
      data: Data | null
    }
    recipient: {
      data: {
        type: 'recipients'
        id: string
      }
    }
    sender: {
      data: GiftRequestRelationshipsSenderData
    }
  }
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

/** Campaigns, recipients and senders that the data is related to, each once. */
export type Included = Array<{
  type: 'campaigns'
  id: string
  attributes: {
    name: string
    web_url: string
  }
} | {
  type: 'recipients'
  /** The id of the contact in the account. A placeholder has an id of its own. */
  id: string
  attributes: {
    /** How many thank-you notes this person has sent. */
    thank_you_count: number
    first_name: string
    last_name: string
    name: string
    /** Empty until a recipient claims the gift. */
    email: string
  }
} | {
  type: 'senders'
  id: string
  attributes: {
    name: string
    email: string
  }
}>

export interface JsonApi {
  version: '1.0'
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

export interface OAuthError {
  error: OpenEnum<'invalid_request' | 'invalid_client' | 'invalid_grant' | 'invalid_scope' | 'unsupported_grant_type' | 'temporarily_unavailable' | 'server_error'>
  /** For people. It may change. */
  error_description: string
}

export interface Product {
  id: string
  name: string
  description: string
  kind: OpenEnum<'physical' | 'digital'>
  images: Image[]
  variants: Variant[]
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

export type TokenRequest = ClientCredentialsRequest | RefreshTokenRequest | AuthorizationCodeRequest

export interface Variant {
  /** What a line item names. */
  id: string
  sku: string
  name: string
  images: Image[]
  stock_levels: StockLevel[]
}

export interface Data {
  type: 'campaigns'
  id: string
}

export interface GiftRequestRelationshipsSenderData {
  type: 'senders'
  id: string
}

export interface ListGiftRequests {
  data: GiftRequest[]
  included?: Included
  links: {
    /** The next page; null on the last. */
    next: string | null
  }
  jsonapi: JsonApi
}

export interface EmailMessageInput {
  /** At most 255 characters. */
  subject: string
  /** At most 10000 characters. */
  body: string
}

export interface AttributesInput {
  /** At least 2 characters, at most 255 characters. */
  first_name: string
  /** At least 2 characters, at most 255 characters. */
  last_name: string
  /** At most 254 characters. */
  email?: string | null | undefined
  /** An available campaign of this account. */
  campaign_id: string
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
}

export interface DataInput {
  type: 'gift_requests'
  attributes: AttributesInput
  meta?: unknown | undefined
}

export interface CreateGiftRequest {
  data: GiftRequest
  included?: Included
  jsonapi: JsonApi
}

export interface Theme {
  color: string
  logo_url: string
  headline: string
  message: string
}

export interface Attributes {
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
  theme: Theme
  /** The whole catalogue of the campaign, with stock. */
  products: Product[]
  web_url: string
  /** A time such as 2026-05-01T10:30:00.000Z. */
  created_at: string
  /** A time such as 2026-05-01T10:30:00.000Z. */
  updated_at: string
}

export interface ListCampaignsData {
  type: 'campaigns'
  id: string
  attributes: Attributes
  relationships: {
    sender: {
      data: GiftRequestRelationshipsSenderData
    }
  }
}

export interface ListOneLinksDataAttributes {
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

export interface ListOneLinksData {
  type: 'one_links'
  id: string
  attributes: ListOneLinksDataAttributes
  relationships: {
    campaign: {
      data: Data
    }
  }
}

export interface CreateOneLink {
  data: ListOneLinksData
  included?: Included
  jsonapi: JsonApi
}

export interface ListEventsDataAttributes {
  event_type: OpenEnum<'gift_request_created' | 'gift_request_redeemed' | 'gift_request_dispatched' | 'gift_request_delivered' | 'gift_request_cancelled'>
  /** A time such as 2026-05-01T10:30:00.000Z. */
  created_at: string
}

export interface ListEventsDataRelationshipsGiftRequestData {
  type: 'gift_requests'
  id: string
}

export interface Body {
  data: GiftRequest
  included: Included
  jsonapi: JsonApi
}

export interface ListEventsData {
  type: 'events'
  id: string
  attributes: ListEventsDataAttributes
  relationships: {
    gift_request: {
      data: ListEventsDataRelationshipsGiftRequestData
    }
  }
  meta: {
    /** The body that a webhook of this version delivers. Null after the recipient was erased. */
    body: Body | null
  }
}

export interface Subject {
  type: OpenEnum<'gift_request' | 'parcel' | 'variant' | 'endpoint'>
  id: string
}

export interface Operation {
  /** The operation of this API. */
  id: string
  method: string
  /** The path below the base URL, with its ids. */
  path: string
}

export interface NextAction {
  /** What to do, for people. */
  title: string
  /** Null if only the web app can do it. */
  operation: Operation | null
  /** The page of the web app. */
  web_url: string
}

export interface AttentionBackorderedDataAttributes {
  kind: OpenEnum<'backordered' | 'address_refused' | 'delivery_attempt_failed' | 'overdue' | 'email_bounced' | 'expiring' | 'stock_low' | 'endpoint_failing' | 'delivery_abandoned' | 'parcel_lost'>
  subject: Subject
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
  next_actions: NextAction[]
}

export interface AttentionBackorderedData {
  type: 'attention_items'
  id: string
  attributes: AttentionBackorderedDataAttributes
}

export interface Backordered {
  data: AttentionBackorderedData
  jsonapi: JsonApi
}

export interface Schemas {
  Advance: Advance
  AuthorizationCodeRequest: AuthorizationCodeRequest
  ClientCredentialsRequest: ClientCredentialsRequest
  Clock: Clock
  ClockAdvance: ClockAdvance
  EmailMessage: EmailMessage
  ApiError: ApiError
  ApiErrors: ApiErrors
  GiftRequest: GiftRequest
  Image: Image
  Included: Included
  JsonApi: JsonApi
  OAuthMetadata: OAuthMetadata
  Move: Move
  NewAddress: NewAddress
  NewLineItem: NewLineItem
  NewOneLink: NewOneLink
  OAuthError: OAuthError
  Product: Product
  RefreshTokenRequest: RefreshTokenRequest
  RevokeRequest: RevokeRequest
  StockLevel: StockLevel
  OAuthToken: OAuthToken
  TokenRequest: TokenRequest
  Variant: Variant
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
      /** The maximum number of entries of the page, at most 100; a larger number counts as 100. At least 1. */
      limit?: number | undefined
      /** The id of the last entry of the previous page. The page starts after it. */
      after?: string | undefined
      /** Newest first, or oldest first. */
      order?: 'desc' | 'asc' | undefined
    }
    response: ListGiftRequests
  }
  /** Create a gift request. Creates a gift request. With neither address nor items, the recipient chooses from what the campaign offers. A campaign whose `invitation_method` is `sender_provided_address` requires both, and no other campaign allows them. Emits `gift_request_created`. */
  createGiftRequest: {
    body: {
      data: DataInput
      jsonapi?: unknown | undefined
      meta?: unknown | undefined
    }
    query: undefined
    response: CreateGiftRequest
  }
  /** Create many gift requests. Creates 1 to 100 gift requests, all or none, and emits `gift_request_created` for each. With `dry_run=true`, validates every row and creates nothing. */
  createGiftRequests: {
    body: {
      /** At most 100 entries. */
      data: DataInput[]
      jsonapi?: unknown | undefined
      meta?: unknown | undefined
    }
    query: {
      /** Whether to validate every row and create nothing. */
      dry_run?: boolean | undefined
    }
    response: ListGiftRequests
  }
  /** Get a gift request. The current state of a gift request. A webhook has the state at the time of its event. */
  getGiftRequest: {
    body: undefined
    query: undefined
    response: CreateGiftRequest
  }
  /** Cancel a gift request. Cancels a gift request that is not dispatched. Emits `gift_request_cancelled`. */
  cancelGiftRequest: {
    body: undefined
    query: undefined
    response: CreateGiftRequest
  }
  /** Get the history of a gift request. Every transition between internal states, oldest first, including those that emit no event, such as backorders and failed delivery attempts. */
  getGiftRequestHistory: {
    body: undefined
    query: undefined
    response: {
      data: Array<{
        type: 'moves'
        id: string
        attributes: Move
      }>
      included?: Included
      links: {
        /** The next page; null on the last. */
        next: string | null
      }
      jsonapi: JsonApi
    }
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
    response: {
      data: ListCampaignsData[]
      included?: Included
      links: {
        /** The next page; null on the last. */
        next: string | null
      }
      jsonapi: JsonApi
    }
  }
  /** Get a campaign. One campaign with its catalogue. Create gift requests with its `id`, such as `019681f0-5a10-7c3e-9b1d-2f6a8e4c1001`. */
  getCampaign: {
    body: undefined
    query: undefined
    response: {
      data: ListCampaignsData
      included?: Included
      jsonapi: JsonApi
    }
  }
  /** List one-links. Newest first, each with the number of claimed gifts. */
  listOneLinks: {
    body: undefined
    query: {
      /** The maximum number of entries of the page, at most 100; a larger number counts as 100. At least 1. */
      limit?: number | undefined
      /** The id of the last entry of the previous page. The page starts after it. */
      after?: string | undefined
      /** Newest first, or oldest first. */
      order?: 'desc' | 'asc' | undefined
    }
    response: {
      data: ListOneLinksData[]
      included?: Included
      links: {
        /** The next page; null on the last. */
        next: string | null
      }
      jsonapi: JsonApi
    }
  }
  /** Create a one-link. Creates `quantity` unclaimed gift requests behind one public link, and emits `gift_request_created` for each of them. There are never more claims than gifts, and at most one claim for each email address. */
  createOneLink: {
    body: {
      data: {
        type: 'one_links'
        attributes: NewOneLink
        meta?: unknown | undefined
      }
      jsonapi?: unknown | undefined
      meta?: unknown | undefined
    }
    query: undefined
    response: CreateOneLink
  }
  /** Get a one-link. One one-link, with the number of its claimed gifts. */
  getOneLink: {
    body: undefined
    query: undefined
    response: CreateOneLink
  }
  /** Close a one-link. The link accepts no more claims, and its unclaimed gifts are cancelled. Claimed gifts continue. Closing it again changes nothing. */
  closeOneLink: {
    body: undefined
    query: undefined
    response: CreateOneLink
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
    response: {
      data: ListEventsData[]
      included?: Included
      links: {
        /** The next page; null on the last. */
        next: string | null
      }
      jsonapi: JsonApi
    }
  }
  /** Get an event. One event by the id that its deliveries carry in `Service-Webhook-Event-Id`. */
  getEvent: {
    body: undefined
    query: undefined
    response: {
      data: ListEventsData
      included?: Included
      jsonapi: JsonApi
    }
  }
  /** Walk a gift request to a state. Moves the gift request to an internal state by the shortest valid path of transitions, and emits the event of each transition. A gift request that is already in the state does not change. */
  advanceGiftRequest: {
    body: {
      data: {
        type: 'advances'
        attributes: Advance
        meta?: unknown | undefined
      }
      jsonapi?: unknown | undefined
      meta?: unknown | undefined
    }
    query: undefined
    response: CreateGiftRequest
  }
  /** Advance the clock. Advances the clock of the account and runs everything that is due by then: scheduled gifts are sent, others expire. The clock cannot be set back. */
  advanceClock: {
    body: {
      data: {
        type: 'clocks'
        attributes: ClockAdvance
        meta?: unknown | undefined
      }
      jsonapi?: unknown | undefined
      meta?: unknown | undefined
    }
    query: undefined
    response: {
      data: {
        type: 'clocks'
        id: string
        attributes: Clock
      }
      included?: Included
      jsonapi: JsonApi
    }
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
  /** Not in this version. */
  updateGiftRequest: { body: never; query: never; response: never }
  /** Not in this version. */
  extendGiftRequest: { body: never; query: never; response: never }
  /** Not in this version. */
  remindGiftRequest: { body: never; query: never; response: never }
  /** Not in this version. */
  correctGiftRequestEmail: { body: never; query: never; response: never }
  /** Not in this version. */
  changeGiftRequestAddress: { body: never; query: never; response: never }
  /** Not in this version. */
  reissueGiftRequestLink: { body: never; query: never; response: never }
  /** Not in this version. */
  sendGiftRequestAgain: { body: never; query: never; response: never }
  /** Not in this version. */
  shipGiftRequestAgain: { body: never; query: never; response: never }
  /** Not in this version. */
  resolveGiftRequestProblemReport: { body: never; query: never; response: never }
  /** Not in this version. */
  resendGiftRequestEmails: { body: never; query: never; response: never }
  /** Not in this version. */
  getGiftRequestDetails: { body: never; query: never; response: never }
  /** Not in this version. */
  listGiftRequestParcels: { body: never; query: never; response: never }
  /** Not in this version. */
  listGiftRequestEmails: { body: never; query: never; response: never }
  /** Not in this version. */
  listGiftRequestTextMessages: { body: never; query: never; response: never }
  /** Not in this version. */
  listGiftRequestProblemReports: { body: never; query: never; response: never }
  /** Not in this version. */
  getGiftRequestThankYouNote: { body: never; query: never; response: never }
  /** Not in this version. */
  getGiftRequestGreeting: { body: never; query: never; response: never }
  /** Not in this version. */
  setGiftRequestGreeting: { body: never; query: never; response: never }
  /** Not in this version. */
  deleteGiftRequestGreeting: { body: never; query: never; response: never }
  /** Not in this version. */
  createCampaign: { body: never; query: never; response: never }
  /** Not in this version. */
  updateCampaign: { body: never; query: never; response: never }
  /** Not in this version. */
  copyCampaign: { body: never; query: never; response: never }
  /** Not in this version. */
  archiveCampaign: { body: never; query: never; response: never }
  /** Not in this version. */
  restoreCampaign: { body: never; query: never; response: never }
  /** Not in this version. */
  getCampaignSettings: { body: never; query: never; response: never }
  /** Not in this version. */
  updateCampaignSettings: { body: never; query: never; response: never }
  /** Not in this version. */
  getCampaignGreeting: { body: never; query: never; response: never }
  /** Not in this version. */
  setCampaignGreeting: { body: never; query: never; response: never }
  /** Not in this version. */
  listProducts: { body: never; query: never; response: never }
  /** Not in this version. */
  createProduct: { body: never; query: never; response: never }
  /** Not in this version. */
  getProduct: { body: never; query: never; response: never }
  /** Not in this version. */
  updateProduct: { body: never; query: never; response: never }
  /** Not in this version. */
  archiveProduct: { body: never; query: never; response: never }
  /** Not in this version. */
  restoreProduct: { body: never; query: never; response: never }
  /** Not in this version. */
  bulkUpdateProducts: { body: never; query: never; response: never }
  /** Not in this version. */
  createVariant: { body: never; query: never; response: never }
  /** Not in this version. */
  getVariant: { body: never; query: never; response: never }
  /** Not in this version. */
  updateVariant: { body: never; query: never; response: never }
  /** Not in this version. */
  archiveVariant: { body: never; query: never; response: never }
  /** Not in this version. */
  restoreVariant: { body: never; query: never; response: never }
  /** Not in this version. */
  listVariants: { body: never; query: never; response: never }
  /** Not in this version. */
  importCodes: { body: never; query: never; response: never }
  /** Not in this version. */
  setStockLevels: { body: never; query: never; response: never }
  /** Not in this version. */
  adjustStockLevels: { body: never; query: never; response: never }
  /** Not in this version. */
  createPicture: { body: never; query: never; response: never }
  /** Not in this version. */
  listWarehouses: { body: never; query: never; response: never }
  /** Not in this version. */
  createWarehouse: { body: never; query: never; response: never }
  /** Not in this version. */
  getWarehouse: { body: never; query: never; response: never }
  /** Not in this version. */
  updateWarehouse: { body: never; query: never; response: never }
  /** Not in this version. */
  archiveWarehouse: { body: never; query: never; response: never }
  /** Not in this version. */
  updateOneLink: { body: never; query: never; response: never }
  /** Not in this version. */
  getClaimRules: { body: never; query: never; response: never }
  /** Not in this version. */
  updateClaimRules: { body: never; query: never; response: never }
  /** Not in this version. */
  getClaimDefaults: { body: never; query: never; response: never }
  /** Not in this version. */
  updateClaimDefaults: { body: never; query: never; response: never }
  /** Not in this version. */
  listClaims: { body: never; query: never; response: never }
  /** Not in this version. */
  approveClaims: { body: never; query: never; response: never }
  /** Not in this version. */
  rejectClaims: { body: never; query: never; response: never }
  /** Not in this version. */
  listDeniedClaimants: { body: never; query: never; response: never }
  /** Not in this version. */
  denyClaimants: { body: never; query: never; response: never }
  /** Not in this version. */
  allowClaimant: { body: never; query: never; response: never }
  /** Not in this version. */
  listRecipients: { body: never; query: never; response: never }
  /** Not in this version. */
  getRecipient: { body: never; query: never; response: never }
  /** Not in this version. */
  listGiftRequestsOfRecipient: { body: never; query: never; response: never }
  /** Not in this version. */
  correctRecipientEmail: { body: never; query: never; response: never }
  /** Not in this version. */
  clearRecipientBounce: { body: never; query: never; response: never }
  /** Not in this version. */
  getPersonalData: { body: never; query: never; response: never }
  /** Not in this version. */
  erasePersonalData: { body: never; query: never; response: never }
  /** Not in this version. */
  getFunnel: { body: never; query: never; response: never }
  /** Not in this version. */
  getTimeToRedeem: { body: never; query: never; response: never }
  /** Not in this version. */
  listGiftsByCountry: { body: never; query: never; response: never }
  /** Not in this version. */
  listTopGifts: { body: never; query: never; response: never }
  /** Not in this version. */
  getTrend: { body: never; query: never; response: never }
  /** Not in this version. */
  getAttention: { body: never; query: never; response: never }
  /** Not in this version. */
  exportGiftRequests: { body: never; query: never; response: never }
  /** Not in this version. */
  exportStockLevels: { body: never; query: never; response: never }
  /** Not in this version. */
  exportParcels: { body: never; query: never; response: never }
  /** Not in this version. */
  exportDonations: { body: never; query: never; response: never }
  /** Not in this version. */
  listAttention: { body: never; query: never; response: never }
  /** Not in this version. */
  getAttentionItem: { body: never; query: never; response: never }
  /** Not in this version. */
  listEndpoints: { body: never; query: never; response: never }
  /** Not in this version. */
  createEndpoint: { body: never; query: never; response: never }
  /** Not in this version. */
  getEndpoint: { body: never; query: never; response: never }
  /** Not in this version. */
  updateEndpoint: { body: never; query: never; response: never }
  /** Not in this version. */
  deleteEndpoint: { body: never; query: never; response: never }
  /** Not in this version. */
  rotateEndpointSecret: { body: never; query: never; response: never }
  /** Not in this version. */
  rotateEndpointKey: { body: never; query: never; response: never }
  /** Not in this version. */
  listDeliveries: { body: never; query: never; response: never }
  /** Not in this version. */
  getDelivery: { body: never; query: never; response: never }
  /** Not in this version. */
  resendDelivery: { body: never; query: never; response: never }
  /** Not in this version. */
  sendTestEvent: { body: never; query: never; response: never }
  /** Not in this version. */
  recoverDeliveries: { body: never; query: never; response: never }
}

/** The bodies of webhooks. */
export interface WebhookBodies {
  gift_request_created: CreateGiftRequest
  gift_request_redeemed: CreateGiftRequest
  gift_request_dispatched: CreateGiftRequest
  gift_request_delivered: CreateGiftRequest
  gift_request_cancelled: CreateGiftRequest
  'attention.backordered': Backordered
  'attention.address_refused': Backordered
  'attention.delivery_attempt_failed': Backordered
  'attention.overdue': Backordered
  'attention.email_bounced': Backordered
  'attention.expiring': Backordered
  'attention.stock_low': Backordered
  'attention.endpoint_failing': Backordered
  'attention.delivery_abandoned': Backordered
  'attention.parcel_lost': Backordered
  'attention.cleared': Backordered
}
