import { randomUUID } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import { Agent, fetch } from 'undici'
import type { GiftFactory } from './gift-factory.ts'

/** The statistics of the clients that create the load. */
export interface LoadStats {
  /** The ids of the gift requests that were confirmed with a 201. */
  acknowledged: Set<string>
  /**
   * The number of requests that an earlier attempt had already executed, although its response never arrived.
   */
  replayed: number
  /** The number of responses with 503, and the number of those without Retry-After. */
  unavailable: number
  without_retry_after: number
  /** The number of attempts without a response: the connection was refused, reset or interrupted. */
  unanswered: number
  /** The number of unexpected responses by their status and text. */
  unexpected: Map<string, number>
  /** The longest duration of an attempt in milliseconds, with or without a response. */
  slowest: number
}

export interface Load {
  stats: LoadStats
  /** Resolves when this number of gift requests is confirmed, or when the load is over. */
  reached(count: number): Promise<void>
  /** Sets the pause between two requests of a client in milliseconds, or pauses all clients. */
  setRest(restMs: number | 'paused'): void
  /** Resolves when every gift request is confirmed. */
  done: Promise<void>
}

export interface LoadOptions {
  /** The addresses of the services. A client uses the next service after a failed attempt. */
  bases: readonly string[]
  token: string
  giftFactory: GiftFactory
  /** The total number of gift requests. Half of them are sent in batches. */
  giftCount: number
  clients: number
  /** The average pause between two requests of a client in milliseconds. */
  restMs: number
}

const giftsPerBatch = 25

/**
 * Runs several clients, each with one request at a time. A client retries each request until it gets a 201.
 */
export function startLoad(options: LoadOptions): Load {
  const stats: LoadStats = {
    acknowledged: new Set(),
    replayed: 0,
    unavailable: 0,
    without_retry_after: 0,
    unanswered: 0,
    unexpected: new Map(),
    slowest: 0,
  }
  const waiters = new Set<() => void>()
  const agent = new Agent({ connections: options.clients })
  let next = 0
  let isOver = false
  let restMs: number | 'paused' = options.restMs

  /**
   * Returns the bodies of the next request. Every other request is a batch, until half of the gift requests
   * were sent in batches.
   */
  function nextGifts(): object[] {
    const isBatch = Math.floor(next / giftsPerBatch) % 2 === 1
    const from = next
    next = Math.min(
      options.giftCount,
      from + (isBatch ? giftsPerBatch - (from % giftsPerBatch) : 1),
    )
    return Array.from({ length: next - from }, (_, n) => options.giftFactory(from + n))
  }

  async function client(number: number): Promise<void> {
    let at = number
    while (next < options.giftCount) {
      const gifts = nextGifts()
      const request = {
        path: gifts.length > 1 ? '/api/gift_requests/batch' : '/api/gift_requests',
        body: JSON.stringify(gifts.length > 1 ? { gift_requests: gifts } : gifts[0]),
        key: randomUUID(),
      }
      while (!(await attempt(request, options.bases[at % options.bases.length] ?? ''))) {
        at += 1
        await sleep(50 + Math.random() * 200)
      }
      for (const check of waiters) check()
      while (restMs === 'paused') await sleep(50)
      await sleep(restMs * Math.random() * 2)
    }
  }

  /** Sends one request. Returns true on success. */
  async function attempt(
    { path, body, key }: { path: string; body: string; key: string },
    base: string,
  ): Promise<boolean> {
    const startedAt = performance.now()
    try {
      const response = await fetch(`${base}${path}`, {
        method: 'POST',
        dispatcher: agent,
        signal: AbortSignal.timeout(60_000),
        headers: {
          authorization: `Bearer ${options.token}`,
          'service-api-version': '2026-05',
          'content-type': 'application/json',
          'idempotency-key': key,
        },
        body,
      })
      return recordResponse(response.status, await response.text(), response.headers)
    } catch {
      stats.unanswered += 1
      return false
    } finally {
      stats.slowest = Math.max(stats.slowest, performance.now() - startedAt)
    }
  }

  function recordResponse(
    status: number,
    text: string,
    headers: { get(name: string): string | null },
  ) {
    if (status === 201) {
      if (headers.get('idempotent-replayed') === 'true') stats.replayed += 1
      const created = JSON.parse(text) as { id: string } | { data: { id: string }[] }
      for (const { id } of 'data' in created ? created.data : [created]) stats.acknowledged.add(id)
      return true
    }
    if (status === 503) {
      stats.unavailable += 1
      if (headers.get('retry-after') === null) stats.without_retry_after += 1
    } else if (!(status === 409 && text.includes('idempotency_key_in_use'))) {
      const response = `${status} ${text}`
      stats.unexpected.set(response, (stats.unexpected.get(response) ?? 0) + 1)
    }
    return false
  }

  const done = Promise.all(Array.from({ length: options.clients }, (_, n) => client(n))).then(
    async () => {
      isOver = true
      for (const check of waiters) check()
      await agent.close()
    },
  )

  const reached = (count: number) =>
    new Promise<void>((resolve) => {
      const check = () => {
        if (stats.acknowledged.size < count && !isOver) return
        waiters.delete(check)
        resolve()
      }
      waiters.add(check)
      check()
    })

  const setRest = (next: number | 'paused') => {
    restMs = next
  }

  return { stats, reached, setRest, done }
}
