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
}

/** A response, or the code of a failure. `isSent` is false if the service cannot have received the request. */
export type JsonReply =
  | { ok: true; status: number; headers: IncomingHttpHeaders; body: unknown }
  | { ok: false; code: string; isSent: boolean }

const maxResponseBytes = 4_000_000
/** The failures before the first byte of a request. */
const unsentCodes: ReadonlySet<string> = new Set(['address_refused', 'port_refused', 'dns_failed'])

/** Sends a request through the address guard, and parses the response. Never throws. */
export async function requestJson(
  url: string,
  { outbound, headers, body, timeoutMs, signal }: JsonRequest,
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
      maxBytes: maxResponseBytes,
    })
    return { ok: true, ...response, body: parseJson(response.body) }
  } catch (error) {
    const code = error instanceof RequestFailure ? error.code : 'request_failed'
    return { ok: false, code, isSent: !unsentCodes.has(code) }
  }
}

/**
 * Parses JSON, or returns undefined. An integer that a number cannot hold exactly is a text: card numbers have up to
 * nineteen digits. Texts have nothing that PostgreSQL cannot store: no NUL, and no half of a surrogate pair.
 */
function parseJson(body: Buffer): unknown {
  try {
    return JSON.parse(body.toString(), toStorable)
  } catch {
    return undefined
  }
}

/** Returns the text of an integer that is too large. The type definitions of revivers do not have the text yet. */
function toStorable(_name: string, value: unknown, context?: { source?: string }): unknown {
  if (typeof value === 'string') return value.replaceAll('\0', '').toWellFormed()
  const isTooLarge =
    typeof value === 'number' && Number.isInteger(value) && !Number.isSafeInteger(value)
  return isTooLarge ? (context?.source ?? value) : value
}

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
