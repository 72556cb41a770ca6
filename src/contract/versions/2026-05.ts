import { MIMEType } from 'node:util'
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
  takes: (type) => isUtf8Json(type),
  suits: () => true,
  read: (_type, body) => body,
  readMany: (type, body) => {
    const problems = newBatchShape(body)
    const rows = isObject(body) && Object.hasOwn(body, type) ? body[type] : undefined
    // without rows that can be counted there is nothing else to validate
    if (!Array.isArray(rows) || problems.some(({ param }) => param === type)) refuseIfAny(problems)
    return { rows: Array.isArray(rows) ? rows : [], problems }
  },
  readNothing: (body) =>
    isObject(body)
      ? unknownParameters(Object.keys(body))
      : [{ code: 'invalid', param: '', message: 'must be an object' }],
  newGiftRequest: newGiftRequestShape,
}

const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

/** JSON is UTF-8 (RFC 8259, 8.1); a body that says otherwise would be misread. */
function isUtf8Json(type: string): boolean {
  try {
    const { essence, params } = new MIMEType(type)
    const charset = params.get('charset') ?? 'utf-8'
    return essence === 'application/json' && charset.toLowerCase() === 'utf-8'
  } catch {
    return false
  }
}
