import type { IncomingHttpHeaders } from 'node:http'
import { type OutboundRules, RequestFailure, sendGuardedRequest } from './guarded-request.ts'

/*
 * Requests to services outside that answer in JSON. A failed request is data, and the members of a response may be anything.
 */

export interface JsonRequest {
  outbound: OutboundRules
  headers?: Readonly<Record<string, string>>
  /** The body of a POST request; without it the method is GET. */
  body?: object | undefined
  timeoutMs: number
  /** A signal that also ends the request. */
  signal?: AbortSignal | undefined
  /** The largest response in bytes, by default 256 KB. A larger one fails with `too_large`. */
  maxBytes?: number
}

/** A response, or the code of a failure. `isSent` is false if the service cannot have received the request. */
export type JsonReply =
  | { ok: true; status: number; headers: IncomingHttpHeaders; body: unknown; bytes: number }
  | { ok: false; code: string; isSent: boolean }

const defaultMaxBytes = 256_000
/** The largest response with a page of a list. */
export const maxListBytes = 2_000_000
/** The failures before the first byte of a request. */
const unsentCodes: ReadonlySet<string> = new Set(['address_refused', 'port_refused', 'dns_failed'])

/** Sends a request through the address guard, and parses the response. Never throws. */
export async function requestJson(
  url: string,
  { outbound, headers, body, timeoutMs, signal, maxBytes = defaultMaxBytes }: JsonRequest,
): Promise<JsonReply> {
  try {
    const response = await sendGuardedRequest(url, {
      ...outbound,
      method: body === undefined ? 'GET' : 'POST',
      headers: {
        accept: 'application/json',
        ...(body && { 'content-type': 'application/json' }),
        ...headers,
      },
      ...(body && { body: Buffer.from(JSON.stringify(body)) }),
      timeoutMs,
      ...(signal && { signal }),
      maxBytes,
    })
    return { ok: true, ...response, body: parseJson(response.body), bytes: response.body.length }
  } catch (error) {
    const code = error instanceof RequestFailure ? error.code : 'request_failed'
    return { ok: false, code, isSent: !unsentCodes.has(code) }
  }
}

/** Returns whether a status says that nothing was done. A conflict, a timeout and a rate limit say nothing about it. */
export const isRefusal = (status: number): boolean =>
  status >= 400 && status <= 499 && ![408, 409, 425, 429].includes(status)

/**
 * Parses JSON, or returns undefined. An integer that a number cannot hold exactly is a text: card numbers have up to
 * nineteen digits. Texts have nothing that PostgreSQL cannot store: no NUL, and no half of a surrogate pair. Both are
 * replaced in the JSON, because a reviver takes a second for a megabyte.
 */
export function parseJson(body: Buffer): unknown {
  const json = body.toString()
  try {
    const parsed: unknown = JSON.parse(json)
    if (isDeep(json)) return undefined
    return unusual.test(json) ? JSON.parse(json.replace(textOrInteger, toStorable)) : parsed
  } catch {
    return undefined
  }
}

const unusual = /\\u(?:0000|d[89a-f])|\d{16}/i
/** Matches texts and long integers of valid JSON. */
const textOrInteger = /"[^"\\]*(?:\\.[^"\\]*)*"|(?<![\d.e+-])-?\d{16,}(?![\d.e])/gi
/** Matches each escape, with the pair of halves as one. */
const escapes = /\\(?:u0000|ud[89ab][\da-f]{2}\\ud[c-f][\da-f]{2}|ud[89a-f][\da-f]{2}|.)/gi

function toStorable(token: string): string {
  if (!token.startsWith('"')) return Number.isSafeInteger(Number(token)) ? token : `"${token}"`
  return token.replace(escapes, (each) => {
    if (each === '\\u0000') return ''
    return each.length === 6 ? '\\ufffd' : each
  })
}

const maxDepth = 100

/** Returns whether valid JSON is nested so deeply that a function that follows its values would exhaust the stack. */
function isDeep(json: string): boolean {
  let depth = 0
  let isInText = false
  for (let n = 0; n < json.length && depth <= maxDepth; n += 1) {
    const each = json.charCodeAt(n)
    if (isInText && each === backslash) n += 1
    else if (each === quotationMark) isInText = !isInText
    else if (!isInText && (each | 0x20) === openingBrace)
      depth += 1 // also [
    else if (!isInText && (each | 0x20) === closingBrace) depth -= 1 // also ]
  }
  return depth > maxDepth
}

const [backslash, quotationMark, openingBrace, closingBrace] = [0x5c, 0x22, 0x7b, 0x7d]

/** Returns a member of a value that may be anything. */
export const member = (value: unknown, name: string): unknown =>
  typeof value === 'object' && value !== null
    ? (value as Readonly<Record<string, unknown>>)[name]
    : undefined

/** Returns a list that may be anything, without what exceeds the limit. */
export const listOf = (value: unknown, limit: number): readonly unknown[] =>
  Array.isArray(value) ? value.slice(0, limit) : []

export const textOf = (value: unknown, maxLength: number): string | undefined =>
  typeof value === 'string' && value !== '' && value.length <= maxLength ? value : undefined

/** Returns an amount of money that a service states, or undefined if it cannot be one. */
export const amountOf = (value: unknown): number | undefined =>
  typeof value === 'number' && value >= 0 && value < 1e9 ? value : undefined
