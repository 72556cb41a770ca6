import { refuseIfAny, unknownParameters } from '#contract/errors'
import type { EmailMessage, GiftRequestView, LineItem, Offering } from '#contract/gift-request'
import { jsonText } from '#contract/json-text'
import { newBatchShape, newGiftRequestShape } from '#contract/new-gift-request'
import type { PageEnd, Version } from './version.ts'

const json = JSON.stringify

// biome-ignore format: one member a line
const giftRequest = (gift: GiftRequestView): string =>
  `{"id":${json(gift.id)}` +
  `,"reference":${json(gift.reference)}` +
  `,"status":${json(gift.status)}` +
  `,"campaign":${json(gift.campaign)}` +
  `,"redemption_url":${json(gift.redemption_url)}` +
  `,"web_url":${json(gift.web_url)}` +
  `,"recipient":${json(gift.recipient)}` +
  `,"sender":${json(gift.sender)}` +
  `,"shipping_address":${json(gift.shipping_address)}` +
  `,"offering":${gift.offering}` +
  `,"line_items":${gift.line_items ?? 'null'}` +
  `,"email_message":${gift.email_message}` +
  `,"created_at":"${gift.created_at.toISOString()}"` +
  `,"updated_at":"${gift.updated_at.toISOString()}"` +
  `,"metadata":${gift.metadata}}`

/** A view as JSON says it: dates are text, and what was text is read. */
interface Parsed extends Omit<GiftRequestView, 'offering' | 'line_items' | Written> {
  offering: Offering
  line_items: readonly LineItem[] | null
  email_message: EmailMessage
  metadata: Record<string, string>
  created_at: string
  updated_at: string
}
type Written = 'email_message' | 'metadata' | 'created_at' | 'updated_at'

/** For other versions: what is locked may come back with other bytes. */
function recall(body: string): GiftRequestView {
  const gift = JSON.parse(body) as Parsed
  return {
    ...gift,
    offering: jsonText(gift.offering),
    line_items: gift.line_items === null ? null : jsonText(gift.line_items),
    email_message: jsonText(gift.email_message),
    created_at: new Date(gift.created_at),
    updated_at: new Date(gift.updated_at),
    metadata: jsonText(gift.metadata),
  }
}

const page = (items: readonly string[], { has_more }: PageEnd): string =>
  `{"data":[${items.join(',')}],"has_more":${has_more}}`

/** Flat JSON, members in the order of the tables of interface §2, `metadata` last (decisions §2). */
export const flat: Version = {
  contentType: 'application/json',
  giftRequest,
  giftRequests: (gifts, end) => page(gifts.map(giftRequest), end),
  one: (_type, text) => text,
  many: (_type, texts, end) => page(texts, end),
  refusal: (refusal) => json({ errors: refusal.errors() }),
  recall,
  onMissingVersion: { status: 400 },
  takes: (type) => type.split(';', 1)[0]?.trim().toLowerCase() === 'application/json',
  suits: () => true,
  read: (_type, body) => body,
  readMany: (type, body) => {
    refuseIfAny(newBatchShape(body))
    return (body as Record<string, unknown[]>)[type] ?? []
  },
  readNothing: (body) => refuseIfAny(unknownParameters(namesIn(body))),
  newGiftRequest: newGiftRequestShape,
}

const namesIn = (body: unknown): string[] =>
  typeof body === 'object' && body !== null ? Object.keys(body) : ['']
