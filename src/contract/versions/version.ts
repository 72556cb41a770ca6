import type { Problem, Refusal } from '#contract/errors'
import type { GiftRequestView } from '#contract/gift-request'
import type { Shape } from '#contract/shape'

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
export interface Rows {
  /** Undefined for a row that could not be read: its problem is among `problems`. */
  rows: unknown[]
  problems: Problem[]
}

/**
 * What a version of the interface is: how it reads requests and how it renders everything we know, for
 * answers and for webhooks alike. A body is rendered once; its text is what is stored and sent.
 */
export interface Version {
  /** Of answers and webhooks, and of requests that have a body. */
  contentType: string
  giftRequest(gift: GiftRequestView): string
  giftRequests(gifts: readonly GiftRequestView[], end: PageEnd): string
  /** Any other resource, from its flat JSON. `owner`: the id of what it belongs to when it has none of its own. */
  one(type: ResourceType, flat: string, owner?: string): string
  many(type: ResourceType, flats: readonly string[], end: PageEnd, owner?: string): string
  refusal(refusal: Refusal): string
  /** Reads a gift request back from what `giftRequest` made. The newest version must: its bodies are those that are kept. */
  recall?(body: string): GiftRequestView
  /** Whether a body with this header Content-Type can be read. */
  takes(type: string): boolean
  /** Whether somebody with this header Accept can be answered. */
  suits(accept: string): boolean
  /** The members of a body, wherever this version keeps them. Throws a `Refusal`. */
  read(type: ResourceType, body: unknown): unknown
  /** The rows of a batch, each as `read` returns it. Throws a `Refusal` when there are no rows to look at. */
  readMany(type: ResourceType, body: unknown): Rows
  /** Everything that is wrong with the body of an operation that takes no members. */
  readNothing(body: unknown): Problem[]
  /** What a gift request is made from, as `read` gives it. */
  newGiftRequest: Shape
  /** Headers of the answer to a request that made something, beyond the usual. */
  onCreated?(url: string, body: string): Record<string, string>
  /** Set when the version grows old: told in the headers Deprecation, Sunset and Link. */
  ageing?: Ageing
}

export interface Ageing {
  deprecated: Date
  /** From then on requests in this version are refused. Webhooks keep it for as long as an endpoint has it. */
  sunset: Date
  /** The page that says what to do. */
  link: string
}
