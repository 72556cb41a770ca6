import type { ApiError, FieldError } from '../api-error.ts'
import type { GiftRequestView } from '../gift-request.ts'
import type { NewGiftFormat } from '../new-gift-request.ts'

/** Where a page of a list ends. */
export interface PageEnd {
  has_more: boolean
  /** The URL of the next page. Null on the last page. */
  next: string | null
}

/**
 * The types of all resources of the API. A gift request is rendered from its view, every other resource from
 * flat JSON.
 */
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

/** The rows of a batch, and the errors of the document that contains them. */
export interface ParsedRows {
  /** The parsed rows. A row that could not be parsed is undefined, and its error is in `fieldErrors`. */
  rows: unknown[]
  fieldErrors: FieldError[]
  /** True if an error in one row does not affect the other rows. */
  isIndependent?: boolean
}

/**
 * An API version: parses requests, and renders all resources for responses and webhooks. A body is rendered
 * only once: the same text is stored and sent.
 */
export interface Version {
  /** The media type of responses and webhooks, and of requests with a body. */
  contentType: string
  renderGiftRequest(gift: GiftRequestView): string
  renderGiftRequests(gifts: readonly GiftRequestView[], end: PageEnd): string
  /**
   * Renders any resource except a gift request, from its flat JSON. If the resource has no id, `owner` is the
   * id of the resource that owns it.
   */
  renderResource(type: ResourceType, flatJson: string, owner?: string): string
  renderList(type: ResourceType, flatJsons: readonly string[], end: PageEnd, owner?: string): string
  renderError(error: ApiError): string
  /**
   * Parses a gift request that `renderGiftRequest` has rendered. The newest version must have this method,
   * because its bodies are stored.
   */
  reparse?(body: string): GiftRequestView
  /** Returns whether this version can parse a body with this Content-Type header. */
  acceptsContentType(type: string): boolean
  /** Returns whether this Accept header allows the responses of this version. */
  satisfiesAccept(accept: string): boolean
  /** Returns the members of a body, from the place that this version has for them. Throws an `ApiError`. */
  parseResource(type: ResourceType, body: unknown): unknown
  /** Returns the rows of a batch, each in the format of `parseResource`. Throws an `ApiError` if there are no rows. */
  parseResources(type: ResourceType, body: unknown): ParsedRows
  /** Returns all errors in the body of an operation without members. */
  parseEmptyBody(body: unknown): FieldError[]
  /** The format of a new gift request's members, as `parseResource` returns them. */
  newGift: NewGiftFormat
  /** The format of the members in one row of a batch. */
  newGiftRow: NewGiftFormat
  /** Returns additional headers of the response to a request that created an object. */
  createdHeaders?(url: string, body: string): Record<string, string>
  /**
   * Only set for a deprecated version. The headers Deprecation, Sunset and Link announce the end of the
   * version.
   */
  deprecation?: Deprecation
}

export interface Deprecation {
  deprecated: Date
  /**
   * The time from which the service rejects requests in this version. A webhook endpoint with this version
   * continues to receive it.
   */
  sunset: Date
  /** The URL of the migration guide. */
  link: string
}
