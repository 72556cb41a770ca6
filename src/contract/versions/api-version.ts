import type { ApiError, FieldError } from '../api-error.ts'
import type { GiftRequestView } from '../gift-request.ts'
import type { Validator } from '../validator.ts'

/** Where a page of a list ends. */
export interface PageEnd {
  has_more: boolean
  /** The URL of the next page; null on the last. */
  next: string | null
}

/** The resources that cross the wire; a gift request is rendered from its view, the rest from flat JSON. */
export type ResourceType =
  | 'gift_requests'
  | 'campaigns'
  | 'one_links'
  | 'events'
  | 'moves'
  | 'clocks'
  | 'advances'

/** The rows of a batch, and what is wrong with the document around them. */
export interface ParsedRows {
  /** Undefined for a row that could not be read: its problem is among `problems`. */
  rows: unknown[]
  fieldErrors: FieldError[]
}

/**
 * What a version of the interface is: how it reads requests and how it renders everything we know, for
 * answers and for webhooks alike. A body is rendered once; its text is what is stored and sent.
 */
export interface Version {
  /** Of answers and webhooks, and of requests that have a body. */
  contentType: string
  renderGiftRequest(gift: GiftRequestView): string
  renderGiftRequests(gifts: readonly GiftRequestView[], end: PageEnd): string
  /** Any other resource, from its flat JSON. `owner`: the id of what it belongs to when it has none of its own. */
  renderResource(type: ResourceType, flatJson: string, owner?: string): string
  renderList(type: ResourceType, flatJsons: readonly string[], end: PageEnd, owner?: string): string
  renderError(error: ApiError): string
  /** Reads a gift request back from what `giftRequest` made. The newest version must: its bodies are those that are kept. */
  reparse?(body: string): GiftRequestView
  /** Whether a body with this header Content-Type can be read. */
  acceptsContentType(type: string): boolean
  /** Whether somebody with this header Accept can be answered. */
  satisfiesAccept(accept: string): boolean
  /** The members of a body, wherever this version keeps them. Throws a `Refusal`. */
  parseResource(type: ResourceType, body: unknown): unknown
  /** The rows of a batch, each as `read` returns it. Throws a `Refusal` when there are no rows to look at. */
  parseResources(type: ResourceType, body: unknown): ParsedRows
  /** Everything that is wrong with the body of an operation that takes no members. */
  parseEmptyBody(body: unknown): FieldError[]
  /** What a gift request is made from, as `read` gives it. */
  newGiftRequestValidator: Validator
  /** Headers of the answer to a request that made something, beyond the usual. */
  createdHeaders?(url: string, body: string): Record<string, string>
  /** Set when the version grows old: told in the headers Deprecation, Sunset and Link. */
  deprecation?: Deprecation
}

export interface Deprecation {
  deprecated: Date
  /** From then on requests in this version are refused. Webhooks keep it for as long as an endpoint has it. */
  sunset: Date
  /** The page that says what to do. */
  link: string
}
