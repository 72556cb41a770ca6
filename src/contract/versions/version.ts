import type { Refusal } from '#contract/errors'
import type { GiftRequestView } from '#contract/gift-request'

/** Where a page of a list ends. */
export interface PageEnd {
  has_more: boolean
  /** The path and query of the next page; null on the last. */
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

/**
 * What a version of the interface is: how it reads requests and how it renders everything we know, for
 * answers and for webhooks alike. A body is rendered once; its text is what is stored and sent.
 */
export interface Version {
  /** Of answers and webhooks, and of requests that have a body. */
  contentType: string
  giftRequest(gift: GiftRequestView): string
  giftRequests(gifts: readonly GiftRequestView[], end: PageEnd): string
  /** Any other resource, from its flat JSON with `id` first. */
  one(type: ResourceType, flat: string): string
  many(type: ResourceType, flats: readonly string[], end: PageEnd): string
  refusal(refusal: Refusal): string
  /** What a request without a version is told by one who speaks this version's media type. */
  onMissingVersion: { status: number }
  /** The members of a body, wherever this version keeps them. Throws a `Refusal`. */
  read(type: ResourceType, body: unknown): unknown
  /** The rows of a batch, each as `read` gives it. Throws a `Refusal`. */
  readMany(type: ResourceType, body: unknown): unknown[]
  /** Set when the version grows old: told in the headers Deprecation, Sunset and Link. */
  ageing?: Ageing
}

export interface Ageing {
  deprecated: Date
  /** When it stops being answered. */
  sunset: Date
  /** The page that says what to do. */
  link: string
}
