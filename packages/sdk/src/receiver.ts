import {
  type ConstructEventOptions,
  constructEvent,
  type RawBody,
  type WebhookEvent,
  type WebhookHeaders,
} from './construct-event.ts'
import type { ApiVersion, NewestVersion } from './generated/versions.ts'
import { WebhookError } from './webhook-error.ts'

/** The options of a receiver: how it verifies events, and what it does with them. */
export interface ReceiverOptions<V extends ApiVersion = NewestVersion>
  extends ConstructEventOptions<V> {
  /**
   * Handles each verified event that is not a duplicate. If the function throws, the response is 500 and the
   * service retries. The function can run twice for one event if your process ends before `seen.add` has
   * finished.
   */
  onEvent: (event: WebhookEvent<V>) => unknown
  /**
   * A function that the receiver calls for every delivery that it did not accept. The default is
   * `console.error`.
   */
  onError?: ((error: unknown) => void) | undefined
  /** The maximum size of a body in bytes. A larger body gets the response 413. The default is 5 MiB. */
  maxBytes?: number | undefined
}

/** The response to a delivery. */
export interface Verdict {
  status: number
  /** The reason in one word, for developers. The service does not read it. */
  reason: string
}

/** A function that processes a delivery and returns the response. It never throws. */
export type Receiver = (rawBody: RawBody, headers: WebhookHeaders) => Promise<Verdict>

/**
 * Creates a receiver. It verifies a delivery, ignores duplicates, calls `onEvent`, and then adds the event to
 * `seen`. The service retries an event if its handler failed. The handler runs only once for attempts of one
 * event that arrive at the same time.
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
      // The code reads `seen` only if no other attempt of the same event is in progress.
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

/**
 * Writes an error to the log. Forged deliveries are expected, so the log gets one line for them without a
 * stack trace.
 */
function logError(error: unknown): void {
  const isWebhookError = error instanceof WebhookError
  console.error(isWebhookError ? `Webhook rejected (${error.reason}): ${error.message}` : error)
}

/**
 * Creates a store that has the last `maxIds` ids in memory. This store is sufficient for one process that
 * does not restart.
 */
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
