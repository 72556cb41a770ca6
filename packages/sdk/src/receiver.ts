import {
  type ConstructEventOptions,
  constructEvent,
  type RawBody,
  type WebhookEvent,
  type WebhookHeaders,
} from './construct-event.ts'
import type { ApiVersion, NewestVersion } from './generated/versions.ts'
import { WebhookError } from './webhook-error.ts'

/** How a receiver verifies events, and what it does with them. */
export interface ReceiverOptions<V extends ApiVersion = NewestVersion>
  extends ConstructEventOptions<V> {
  /**
   * Called for each verified event that is not a duplicate. If it throws, the response is 500 and the
   * service retries. It can run twice for one event if your process dies before `seen.add` has finished.
   */
  onEvent: (event: WebhookEvent<V>) => unknown
  /** Called for every delivery that was not accepted. Default: `console.error`. */
  onError?: ((error: unknown) => void) | undefined
  /** Larger bodies get the response 413. Default: 5 MiB. */
  maxBytes?: number | undefined
}

/** The response to a delivery. */
export interface Verdict {
  status: number
  /** A single word for developers. The service does not read it. */
  reason: string
}

/** Processes a delivery and returns the response. Does not throw. */
export type Receiver = (rawBody: RawBody, headers: WebhookHeaders) => Promise<Verdict>

/**
 * Verifies a delivery, ignores duplicates, calls `onEvent`, and then adds the event to `seen`. The service
 * retries an event if its handler failed. Concurrent attempts of one event run the handler once.
 */
export function createReceiver<V extends ApiVersion = NewestVersion>(
  options: ReceiverOptions<V>,
): Receiver {
  const inFlight = new Map<string, Promise<Verdict>>()
  const reportError = options.onError ?? logError

  async function handle(event: WebhookEvent<V>): Promise<Verdict> {
    if (await options.seen?.has(event.id)) return { status: 200, reason: 'duplicate' }
    await options.onEvent(event)
    await options.seen?.add(event.id)
    return { status: 200, reason: 'accepted' }
  }

  return async (rawBody, headers) => {
    try {
      // `seen` is read only if no other attempt of this event is in progress.
      const event = await constructEvent(rawBody, headers, { ...options, seen: undefined })
      const pending = inFlight.get(event.id)
      if (pending !== undefined) return await pending
      const handling = handle(event).finally(() => inFlight.delete(event.id))
      inFlight.set(event.id, handling)
      return await handling
    } catch (error) {
      reportError(error)
      return error instanceof WebhookError
        ? { status: error.status, reason: error.reason }
        : { status: 500, reason: 'failed' }
    }
  }
}

/** Forged deliveries are expected, so the log gets one line without a stack trace. */
function logError(error: unknown): void {
  const isWebhookError = error instanceof WebhookError
  console.error(isWebhookError ? `Webhook rejected (${error.reason}): ${error.message}` : error)
}

/** Stores the last `maxIds` ids in memory. Sufficient for one process without restarts. */
export function inMemoryDeduplicator(maxIds = 10_000): {
  has(id: string): boolean
  add(id: string): void
} {
  const ids = new Set<string>()
  return {
    has: (id) => ids.has(id),
    add(id) {
      ids.add(id)
      if (ids.size <= maxIds) return
      const [oldest] = ids
      if (oldest !== undefined) ids.delete(oldest)
    },
  }
}

/**
 * @deprecated Use `inMemoryDeduplicator`.
 * @alias
 */
export const rememberRecent: typeof inMemoryDeduplicator = inMemoryDeduplicator
