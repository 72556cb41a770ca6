import { connectTo, type Failure, type Phase, type Word } from './outbound-connect.ts'
import { type Answer, bytesOf, exchange, type Unusable } from './outbound-exchange.ts'
import { createLines } from './outbound-lines.ts'
import { createResolver, type Lookup } from './outbound-resolve.ts'
import { createReuseRecord } from './outbound-reuse.ts'

/*
 * Every request that leaves the service leaves through here: to addresses that were judged, within
 * limits that nobody on the other side can stretch, and with no interest in what is answered.
 */

export type { Phase } from './outbound-connect.ts'

/** What became of a request. The world outside failing is not an error of ours: it is data. */
export interface Outcome {
  /** The receiver answered 2xx. */
  ok: boolean
  status?: number
  /** Why it is not ok. */
  error?: Word
  /** How far it came. */
  phase: Phase
  duration_ms: number
  /** The one connected to. */
  address?: string
  /** Seconds the receiver asks us to wait, when it says so with 429 or 503. */
  retry_after?: number
}

export interface Outbound {
  /** `headers` is a flat list of names and values; they are sent as they are written. Never rejects. */
  post(url: string, body: Buffer, headers: readonly string[]): Promise<Outcome>
  /** Milliseconds that a request can take at most. */
  readonly longest: number
  /** Connections open right now. */
  open(): number
  /** Ends every connection, also those in use. */
  close(): void
}

export interface OutboundOptions {
  /** Lifts the rule that addresses must be public. */
  allowPrivate: boolean
  userAgent: string
  /** In milliseconds. */
  limits?: Partial<Limits>
  /** In place of DNS. */
  lookup?: Lookup
  /** The servers of DNS to ask, as address and port; those of the system when left out. */
  nameServers?: readonly string[]
  /** Trusted in place of the usual authorities, in PEM. */
  ca?: string
}

/** How we name ourselves to receivers. */
export const userAgentOf = (origin: string): string => `Bestow (+${origin})`

interface Limits {
  /** From the start of the name's resolution to the end of the TLS handshake. */
  connect: number
  /** From there to the status of the final response, whatever arrives before it. */
  response: number
  /** For how long an answer of DNS is believed. */
  dns: number
  /** For how long a connection waits for its next request. */
  idle: number
  /** After which a connection takes no further request, so that changes of DNS are followed. */
  life: number
  /** Connections that may wait at once. */
  waiting: number
  /** After which the connections of a receiver that did not bear a second request are tried with one again. */
  relearn: number
}

const usual: Limits = {
  connect: 5_000,
  response: 15_000,
  dns: 10_000,
  idle: 10_000,
  life: 5 * 60_000,
  waiting: 1_000,
  relearn: 60_000,
}

export function createOutbound(options: OutboundOptions): Outbound {
  const limits = { ...usual, ...options.limits }
  const longest = limits.connect + limits.response
  const resolver = createResolver(options, limits.dns)
  const reuse = createReuseRecord(limits.relearn)
  const lines = createLines(limits, reuse)

  async function post(text: string, body: Buffer, headers: readonly string[]): Promise<Outcome> {
    const began = performance.now()
    const url = new URL(text)
    const { origin, host } = url
    const bytes = bytesOf({
      path: url.pathname + url.search,
      host,
      body,
      headers: ['User-Agent', options.userAgent, ...headers],
      isKept: reuse.isAllowed(origin),
    })
    const found = await resolver.resolve(url, began + limits.connect)
    if ('error' in found) return failed(found, began)

    const old = lines.take(origin, found.addresses)
    if (old !== undefined) {
      const answer = await exchange(old, bytes, limits.response)
      if (typeof answer === 'object') {
        reuse.succeeded(origin)
        return { ...answer, address: old.address, duration_ms: since(began) }
      }
      if (answer === 'closed') reuse.failed(origin)
    }

    // Also for a request whose reused connection carried no response: within the same attempt, once.
    const connectBy = Math.min(performance.now() + limits.connect, began + longest)
    const deadline = old === undefined ? began + limits.connect : connectBy
    const connected = await connectTo(url, found.addresses, options, deadline)
    if ('error' in connected) return failed(connected, began)
    const line = lines.add(origin, connected)
    const left = began + longest - performance.now()
    const answer = await exchange(line, bytes, Math.min(limits.response, left))
    return {
      ...(typeof answer === 'object' ? answer : unusable(answer, url)),
      address: line.address,
      duration_ms: since(began),
    }
  }

  return { post, longest, open: lines.count, close: lines.close }
}

/** A fresh connection that carried no response is a failed attempt. */
const unusable = (why: Unusable, url: URL): Answer =>
  why === 'closed'
    ? { ok: false, error: 'reset', phase: 'sent' }
    : { ok: false, error: 'bad_response', phase: url.protocol === 'https:' ? 'tls' : 'connect' }

const failed = (failure: Failure, began: number): Outcome => ({
  ok: false,
  ...failure,
  duration_ms: since(began),
})

const since = (began: number) => Math.round(performance.now() - began)
