import { MIMEType } from 'node:util'
import { throwIfAny, toUnknownParameterErrors } from '../api-error.ts'
import type { EmailMessage, GiftRequestView, LineItem, Offering } from '../gift-request.ts'
import {
  independentBatchValidator,
  newBatchValidator,
  newestGiftFormat,
  newestRowFormat,
} from '../new-gift-request.ts'
import { toRawJson } from '../raw-json.ts'
import type { PageEnd, Version } from './api-version.ts'

const toJson = JSON.stringify

// biome-ignore format: one member a line
const renderGiftRequest = (gift: GiftRequestView): string =>
  `{"id":${toJson(gift.id)}` +
  `,"reference":${toJson(gift.reference)}` +
  `,"status":${toJson(gift.status)}` +
  `,"campaign":${toJson(gift.campaign)}` +
  `,"redemption_url":${toJson(gift.redemption_url)}` +
  `,"web_url":${toJson(gift.web_url)}` +
  `,"recipient":${toJson(gift.recipient)}` +
  `,"sender":${toJson(gift.sender)}` +
  `,"shipping_address":${toJson(gift.shipping_address)}` +
  `,"offering":${gift.offering}` +
  `,"line_items":${gift.line_items ?? 'null'}` +
  `,"email_message":${gift.email_message}` +
  `,"created_at":"${gift.created_at.toISOString()}"` +
  `,"updated_at":"${gift.updated_at.toISOString()}"` +
  `,"metadata":${gift.metadata}}`

/** The JSON of a gift request: dates are text, and raw JSON is parsed. */
interface ParsedGiftRequest extends Omit<GiftRequestView, 'offering' | 'line_items' | RawMember> {
  offering: Offering
  line_items: readonly LineItem[] | null
  email_message: EmailMessage
  metadata: Record<string, string>
  created_at: string
  updated_at: string
}
type RawMember = 'email_message' | 'metadata' | 'created_at' | 'updated_at'

/**
 * Parses a rendered gift request. Other versions render the result; the bytes of its raw JSON can differ from
 * the original.
 */
function reparse(body: string): GiftRequestView {
  const gift = JSON.parse(body) as ParsedGiftRequest
  return {
    ...gift,
    offering: toRawJson(gift.offering),
    line_items: gift.line_items === null ? null : toRawJson(gift.line_items),
    email_message: toRawJson(gift.email_message),
    created_at: new Date(gift.created_at),
    updated_at: new Date(gift.updated_at),
    metadata: toRawJson(gift.metadata),
  }
}

const renderPage = (items: readonly string[], { has_more }: PageEnd): string =>
  `{"data":[${items.join(',')}],"has_more":${has_more}}`

/**
 * The version with flat JSON. The members have the order of the tables of interface §2, and `metadata` is the
 * last one (decisions §2).
 */
export const flatJson: Version = {
  contentType: 'application/json',
  renderGiftRequest,
  renderGiftRequests: (gifts, end) => renderPage(gifts.map(renderGiftRequest), end),
  renderResource: (_type, text) => text,
  renderList: (_type, flatJsons, end) => renderPage(flatJsons, end),
  renderError: (error) => toJson({ errors: error.errors() }),
  reparse,
  acceptsContentType: (type) => isUtf8Json(type),
  satisfiesAccept: () => true,
  parseResource: (_type, body) => body,
  parseResources: (type, body) => {
    const isIndependent = isObject(body) && (body.on_error ?? null) !== null
    const fieldErrors = isIndependent
      ? independentBatchValidator(body)
      : newBatchValidator(omitNull(body, 'on_error'))
    const rows = isObject(body) && Object.hasOwn(body, type) ? body[type] : undefined
    // Without an array of rows there is nothing else to validate.
    if (!Array.isArray(rows) || fieldErrors.some(({ param }) => param === type))
      throwIfAny(fieldErrors)
    return { rows: Array.isArray(rows) ? rows : [], fieldErrors, isIndependent }
  },
  parseEmptyBody: (body) =>
    isObject(body)
      ? toUnknownParameterErrors(Object.keys(body))
      : [{ code: 'invalid', param: '', message: 'must be an object' }],
  newGift: newestGiftFormat,
  newGiftRow: newestRowFormat,
}

/** Removes an optional member that is null. Null means the same as a missing member. */
function omitNull(body: unknown, name: string): unknown {
  if (!isObject(body) || body[name] !== null) return body
  const { [name]: _, ...others } = body
  return others
}

const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

/**
 * Returns whether a content type is JSON in UTF-8. JSON is always UTF-8 (RFC 8259, 8.1); the service would
 * misread a body with another charset.
 */
function isUtf8Json(type: string): boolean {
  try {
    const { essence, params } = new MIMEType(type)
    const charset = params.get('charset') ?? 'utf-8'
    return essence === 'application/json' && charset.toLowerCase() === 'utf-8'
  } catch {
    return false
  }
}
