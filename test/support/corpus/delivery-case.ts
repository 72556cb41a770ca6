import { createHmac } from 'node:crypto'
import type { VersionName } from '#contract'
import { buildDocument } from '#scripts/openapi/document'
import { asObject } from '#scripts/openapi/json-access'

/* The parts of signed deliveries. The signatures come from `node:crypto`, not from a client library. */

export const secret = 'svc-whsec-aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa'
export const other = 'svc-whsec-bbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbb'
export const now = 1_780_000_000 // the time of all deliveries in seconds
const id = '0c6e1c5e-6f5d-4c1e-9b1a-1f2e3d4c5b6a'

export interface Case {
  name: string
  headers: Record<string, string>
  /** The bytes of the body in base64. */
  body_base64?: string
  /** The value that a JSON parser has made of the body. It replaces the bytes of the body. */
  parsed_body?: unknown
  secrets: string[]
  /** The tolerance in seconds. The default is 300. */
  tolerance?: number
  /** The accepted payload versions. The default is the newest version. */
  versions?: string[]
  /** The time of the receiver, in seconds. */
  now: number
  expected:
    | { id: string; type: string; version: string; sent_at: number; status: string }
    | { reason: string; status: number }
}

interface Parts {
  secret: string
  body: string
  timestamp: string
  type: string
  version: string
}

export const hmac = (key: string, prefix: string, body: string | Buffer) =>
  createHmac('sha256', key).update(prefix).update(body).digest()

export const headersOf = ({ secret: key, body, timestamp, type, version }: Parts) => ({
  'content-type': 'application/json',
  'service-webhook-signature': hmac(key, `${timestamp}.`, body).toString('hex'),
  'service-webhook-dispatch-timestamp': timestamp,
  'service-webhook-event-id': id,
  'service-webhook-event-type': type,
  'service-webhook-api-version': version,
})

function standardHeaders({ secret: key, body, timestamp }: Parts) {
  const signature = hmac(key, `${id}.${timestamp}.`, body).toString('base64')
  return {
    'content-type': 'application/json',
    'webhook-id': id,
    'webhook-timestamp': timestamp,
    'webhook-signature': `v1,${signature}`,
  }
}

export const exampleBody = (version: VersionName, type: string): string => {
  const item = asObject(asObject(buildDocument(version).webhooks)[type])
  const { content } = asObject(asObject(item.post).requestBody)
  return JSON.stringify(asObject(Object.values(asObject(content))[0]).example)
}

/** Returns the status in the body of an event. */
export const statusOf = (type: string) => {
  const status = type.replace('gift_request_', '')
  return status === 'created' ? 'submitted' : status
}

export const created: Parts = {
  secret,
  body: '{"status":"submitted","reference":"G-1"}',
  timestamp: String(now),
  type: 'gift_request_created',
  version: '2026-05',
}
export const genuine = {
  id,
  type: created.type,
  version: created.version,
  sent_at: now,
  status: 'submitted',
}
export const bytes = (body: string) => Buffer.from(body).toString('base64')

/** Creates a genuine delivery with changes. */
export const delivery = (
  name: string,
  parts: Partial<Parts> = {},
  more: Partial<Case> = {},
): Case => {
  const all = { ...created, ...parts }
  return {
    name,
    headers: headersOf(all),
    body_base64: bytes(all.body),
    secrets: [secret],
    now,
    expected: genuine,
    ...more,
  }
}

export const rejected = (reason: string, status = 403) => ({ expected: { reason, status } })
export const forged = rejected('bad_signature')
export const headers = headersOf(created)
export const signature = headers['service-webhook-signature']
export const without = (name: string) =>
  Object.fromEntries(Object.entries(headers).filter(([each]) => each !== name))
export const standard = standardHeaders(created)
