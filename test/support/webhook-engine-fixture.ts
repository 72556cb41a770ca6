import {
  createHttpClient,
  type HttpClient,
  type HttpClientOptions,
} from '#platform/http-client/http-client'
import { type Clock, systemClock } from '#platform/lib/clock'
import { ALL_ACCOUNTS, type Database, inTransaction } from '#platform/postgres/database'
import * as webhooks from '#webhooks'

export interface RunningEngine extends webhooks.Engine {
  httpClient: HttpClient
  errors: unknown[]
}

/** In place of hours: what takes the real service a day takes a test less than a second. */
const fastOptions: Partial<webhooks.EngineOptions> = {
  retryDelaysMs: [20, 50, 120, 290],
  pollIntervalMs: 20,
  repairIntervalMs: 50,
  leaseMs: 1_000,
  shutdownTimeoutMs: 2_000,
}

/** A running engine with short times. What it reports as an error is kept. */
export function startTestEngine(
  db: Database,
  options: Partial<webhooks.EngineOptions> = {},
  clientOptions: Partial<HttpClientOptions> = {},
  clock: Clock = systemClock,
): RunningEngine {
  const errors: unknown[] = []
  const httpClient = createHttpClient({
    allowPrivate: true,
    userAgent: 'Bestow',
    limits: { connectTimeoutMs: 300, responseTimeoutMs: 300 },
    ...clientOptions,
  })
  const engine = webhooks.startEngine(
    { db, httpClient: httpClient, clock, onError: (error) => errors.push(error) },
    { ...fastOptions, ...options },
  )
  return {
    ...engine,
    httpClient,
    errors,
    async stop() {
      await engine.stop()
      httpClient.close()
    },
  }
}

/** Waits for the deliveries of an event to satisfy the test, and answers them. */
export async function waitForDeliveries(
  db: Database,
  page: Partial<webhooks.DeliveryPage>,
  predicate: (deliveries: webhooks.Delivery[]) => boolean,
  timeoutMs = 10_000,
): Promise<webhooks.Delivery[]> {
  const deadline = Date.now() + timeoutMs
  for (;;) {
    const found = await inTransaction(db, ALL_ACCOUNTS, (ctx) =>
      webhooks.listDeliveries(ctx, { limit: 1_000, ...page }),
    )
    if (predicate(found)) return found
    if (Date.now() > deadline)
      throw new Error(`never came true: ${JSON.stringify(found.slice(0, 5))}`)
    await new Promise((resolve) => setTimeout(resolve, 15))
  }
}

export const allInState = (state: webhooks.DeliveryState) => (deliveries: webhooks.Delivery[]) =>
  deliveries.length > 0 && deliveries.every((each) => each.state === state)
