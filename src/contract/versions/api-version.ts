import type { ApiError, FieldError } from '../api-error.ts'
import type { GiftRequestView } from '../gift-request.ts'
import type { NewGiftFormat } from '../new-gift-request.ts'

/** The end of a page of a list. */
export interface PageEnd {
  has_more: boolean
  /** The URL of the next page; null on the last page. */
  next: string | null
}

/** All resources of the API. A gift request is rendered from its view, the others from flat JSON. */
export type ResourceType =
  | 'gift_requests'
  | 'gift_request_results'
  | 'campaigns'
  | 'one_links'
  | 'events'
  | 'moves'
  | 'clocks'
  | 'endpoints'
  | 'endpoint_secrets'
  | 'deliveries'
  | 'recoveries'
  | 'products'
  | 'variants'
  | 'stock_levels'
  | 'warehouses'
  | 'pictures'
  | 'code_imports'
  | 'campaign_settings'
  | 'claim_rules'
  | 'claims'
  | 'claim_decisions'
  | 'denied_claimants'
  | 'deny_list_changes'
  | 'recipients'
  | 'recipient_details'
  | 'recipient_corrections'
  | 'personal_data'
  | 'erasures'
  | 'funnels'
  | 'redeem_times'
  | 'country_counts'
  | 'gift_counts'
  | 'trends'
  | 'attention_reports'
  | 'attention_items'
  | 'advances'
  | 'parcels'
  | 'emails'
  | 'text_messages'
  | 'thank_you_notes'
  | 'greetings'
  | 'problem_reports'
  | 'reissues'
  | 'gift_details'

/** The rows of a batch, and the errors of the document around them. */
export interface ParsedRows {
  /** Undefined for a row that could not be parsed: its error is in `fieldErrors`. */
  rows: unknown[]
  fieldErrors: FieldError[]
  /** Whether a row with an error leaves the other rows as they are. */
  isIndependent?: boolean
}

/**
 * An API version: parses requests, and renders all resources for responses and webhooks. A body is rendered once,
 * and that text is stored and sent.
 */
export interface Version {
  /** The media type of responses and webhooks, and of requests with a body. */
  contentType: string
  renderGiftRequest(gift: GiftRequestView): string
  renderGiftRequests(gifts: readonly GiftRequestView[], end: PageEnd): string
  /** Renders any other resource from its flat JSON. `owner` is the id of its owner if the resource has no id. */
  renderResource(type: ResourceType, flatJson: string, owner?: string): string
  renderList(type: ResourceType, flatJsons: readonly string[], end: PageEnd, owner?: string): string
  renderError(error: ApiError): string
  /**
   * Parses a gift request that `renderGiftRequest` has rendered. Required for the newest version, whose bodies are
   * stored.
   */
  reparse?(body: string): GiftRequestView
  /** Whether a body with this Content-Type header can be parsed. */
  acceptsContentType(type: string): boolean
  /** Whether this Accept header allows the responses of this version. */
  satisfiesAccept(accept: string): boolean
  /** Returns the members of a body, wherever this version has them. Throws an `ApiError`. */
  parseResource(type: ResourceType, body: unknown): unknown
  /** Returns the rows of a batch, each in the format of `parseResource`. Throws an `ApiError` if there are no rows. */
  parseResources(type: ResourceType, body: unknown): ParsedRows
  /** Returns all errors in the body of an operation without members. */
  parseEmptyBody(body: unknown): FieldError[]
  /** The members of a new gift request, in the format of `parseResource`. */
  newGift: NewGiftFormat
  /** The members of a row of a batch. */
  newGiftRow: NewGiftFormat
  /** Additional headers of the response to a request that created an object. */
  createdHeaders?(url: string, body: string): Record<string, string>
  /** Set for a deprecated version, which the headers Deprecation, Sunset and Link announce. */
  deprecation?: Deprecation
}

export interface Deprecation {
  deprecated: Date
  /**
   * The time from which requests in this version are rejected. Webhooks use the version for as long as an endpoint
   * has it.
   */
  sunset: Date
  /** The page with the migration guide. */
  link: string
}
