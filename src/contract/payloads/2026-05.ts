import type { GiftRequestView } from '#contract'
import type { PayloadVersion } from './index.ts'

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

/** Flat JSON, members in the order of the tables of interface §2, `metadata` last (decisions §2). */
export const flat: PayloadVersion = {
  contentType: 'application/json',
  giftRequest,
}
