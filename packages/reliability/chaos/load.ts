import { randomUUID } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import { Agent, fetch } from 'undici'
import type { GiftFactory } from './gift-factory.ts'

/** What the clients saw. */
export interface LoadStats {
  /** Ids of the gift requests whose 201 arrived. */
  acknowledged: Set<string>
  /** Requests that turned out to have been done by an earlier try whose answer never arrived. */
  replayed: number
  /** 503 answers, and how many of them did not say when to come again. */
  unavailable: number
  without_retry_after: number
  /** Tries with no answer: refused, reset, or cut off. */
  unanswered: number
  /** Answers that nobody should get: status and text, with how often. */
  unexpected: Map<string, number>
  /** The longest that a try took, with or without an answer, in milliseconds. */
  slowest: number
}

export interface Load {
  stats: LoadStats
  /** Resolves when so many gift requests are acknowledged, or the load is over. */
  reached(count: number): Promise<void>
  /** From now on a client rests so many milliseconds between two requests; or all rest until told otherwise. */
  setRest(restMs: number | 'held'): void
  /** Resolves when every gift request is acknowledged. */
  done: Promise<void>
}

export interface LoadOptions {
  /** The services; a client goes to the next one when one fails it. */
  bases: readonly string[]
  token: string
  giftFactory: GiftFactory
  /** In all. Half of them come in batches. */
  giftCount: number
  clients: number
  /** Milliseconds that a client rests between two requests. */
  restMs: number
}

const giftsPerBatch = 25

/** Several clients, each with one request after the other. Each request is sent until it is answered with 201. */
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
  let restMs: number | 'held' = options.restMs

  /** Every other request of the load is a batch, until half of the gift requests went out in one. */
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
      while (restMs === 'held') await sleep(50)
      await sleep(restMs * Math.random() * 2)
    }
  }

  /** True when it was done. */
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
      const what = `${status} ${text}`
      stats.unexpected.set(what, (stats.unexpected.get(what) ?? 0) + 1)
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

  const setRest = (next: number | 'held') => {
    restMs = next
  }

  return { stats, reached, setRest, done }
}
