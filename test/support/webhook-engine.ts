import { type Clock, systemClock } from '#platform/clock'
import { createHttpClient, type HttpClient, type HttpClientOptions } from '#platform/outbound'
import { ALL_ACCOUNTS, type Database, inTransaction } from '#platform/postgres'
import * as webhooks from '#webhooks'

export interface RunningEngine extends webhooks.Engine {
  outbound: HttpClient
  errors: unknown[]
}

/** In place of hours: what takes the real service a day takes a test less than a second. */
const quick: Partial<webhooks.EngineOptions> = {
  retryDelaysMs: [20, 50, 120, 290],
  pollIntervalMs: 20,
  repairIntervalMs: 50,
  leaseMs: 1_000,
  shutdownTimeoutMs: 2_000,
}

/** A running engine with short times. What it reports as an error is kept. */
export function runEngine(
  db: Database,
  options: Partial<webhooks.EngineOptions> = {},
  out: Partial<HttpClientOptions> = {},
  clock: Clock = systemClock,
): RunningEngine {
  const errors: unknown[] = []
  const outbound = createHttpClient({
    allowPrivate: true,
    userAgent: 'Bestow',
    limits: { connectTimeoutMs: 300, responseTimeoutMs: 300 },
    ...out,
  })
  const engine = webhooks.startEngine(
    { db, httpClient: outbound, clock, onError: (error) => errors.push(error) },
    { ...quick, ...options },
  )
  return {
    ...engine,
    outbound,
    errors,
    async stop() {
      await engine.stop()
      outbound.close()
    },
  }
}

/** Waits for the deliveries of an event to satisfy the test, and answers them. */
export async function deliveriesWhen(
  db: Database,
  page: Partial<webhooks.DeliveryPage>,
  isTrue: (deliveries: webhooks.Delivery[]) => boolean,
  patience = 10_000,
): Promise<webhooks.Delivery[]> {
  const until = Date.now() + patience
  for (;;) {
    const found = await inTransaction(db, ALL_ACCOUNTS, (ctx) =>
      webhooks.listDeliveries(ctx, { limit: 1_000, ...page }),
    )
    if (isTrue(found)) return found
    if (Date.now() > until) throw new Error(`never came true: ${JSON.stringify(found.slice(0, 5))}`)
    await new Promise((resolve) => setTimeout(resolve, 15))
  }
}

export const allAre = (state: webhooks.DeliveryState) => (deliveries: webhooks.Delivery[]) =>
  deliveries.length > 0 && deliveries.every((each) => each.state === state)
