import { refuseIfAny } from '#contract/errors'
import type { GiftRequestView } from '#contract/gift-request'
import { newBatchShape } from '#contract/new-gift-request'
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
  onMissingVersion: { status: 400 },
  read: (_type, body) => body,
  readMany: (type, body) => {
    refuseIfAny(newBatchShape(body))
    return (body as Record<string, unknown[]>)[type] ?? []
  },
}
