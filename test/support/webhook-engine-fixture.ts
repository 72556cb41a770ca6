import type { ConnectorRegistry } from '#connections'
import {
  createHttpClient,
  type HttpClient,
  type HttpClientOptions,
} from '#platform/http-client/http-client'
import { type Clock, systemClock } from '#platform/lib/clock'
import { ALL_ACCOUNTS, type Database, inTransaction } from '#platform/postgres/database'
import { eventually } from '#test/eventually'
import * as webhooks from '#webhooks'

export interface RunningEngine extends webhooks.Engine {
  httpClient: HttpClient
  errors: unknown[]
}

/**
 * The options of a fast engine. Delays are milliseconds, not hours, so that a day of
 * retries takes less than a second.
 */
const fastOptions: Partial<webhooks.EngineOptions> = {
  retryDelaysMs: [20, 50, 120, 290],
  pollIntervalMs: 20,
  repairIntervalMs: 50,
  leaseMs: 30_000, // longer than any delay of a busy machine, because a lost lease counts as another attempt
  shutdownTimeoutMs: 2_000,
}

/** Starts an engine with short delays. Collects the errors that the engine reports. */
export function startTestEngine(
  db: Database,
  options: Partial<webhooks.EngineOptions> = {},
  clientOptions: Partial<HttpClientOptions> = {},
  clock: Clock = systemClock,
  connectors?: ConnectorRegistry,
): RunningEngine {
  const errors: unknown[] = []
  const httpClient = createHttpClient({
    allowPrivate: true,
    userAgent: 'Bestow',
    limits: { connectTimeoutMs: 3_000, responseTimeoutMs: 3_000 },
    ...clientOptions,
  })
  const engine = webhooks.startEngine(
    {
      ...{ db, httpClient, clock, onError: (error: unknown) => errors.push(error) },
      ...(connectors && { connectors }),
    },
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

/** Waits until the deliveries match the predicate. Returns the deliveries. */
export async function waitForDeliveries(
  db: Database,
  page: Partial<webhooks.DeliveryPage>,
  predicate: (deliveries: webhooks.Delivery[]) => boolean,
  timeoutMs = 30_000,
): Promise<webhooks.Delivery[]> {
  let found: webhooks.Delivery[] = []
  const matches = async () => {
    found = await inTransaction(db, ALL_ACCOUNTS, (ctx) =>
      webhooks.listDeliveries(ctx, { limit: 1_000, ...page }),
    )
    return predicate(found)
  }
  await eventually(matches, {
    timeoutMs,
    intervalMs: 15,
    message: () => `the deliveries match; they are ${JSON.stringify(found.slice(0, 5))}`,
  })
  return found
}

export const allInState = (state: webhooks.DeliveryState) => (deliveries: webhooks.Delivery[]) =>
  deliveries.length > 0 && deliveries.every((each) => each.state === state)
