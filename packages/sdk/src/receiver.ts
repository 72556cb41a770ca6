import {
  type ConstructEventOptions,
  constructEvent,
  type RawBody,
  type WebhookEvent,
  type WebhookHeaders,
} from './construct-event.ts'
import type { ApiVersion, NewestVersion } from './generated/versions.ts'
import { WebhookError } from './webhook-error.ts'

/** How deliveries are received. */
export interface ReceiverOptions<V extends ApiVersion = NewestVersion>
  extends ConstructEventOptions<V> {
  /**
   * Called for each event that is genuine and new. When it throws, the answer is 500 and the event comes
   * again. It may be called twice for one event if your process dies between its end and `seen.add`.
   */
  onEvent: (event: WebhookEvent<V>) => unknown
  /** Told of every delivery that was not accepted. `console.error` unless you say otherwise. */
  onError?: ((error: unknown) => void) | undefined
  /** Larger bodies are answered with 413. 5 MiB unless you say otherwise. */
  maxBytes?: number | undefined
}

/** What to answer. */
export interface Verdict {
  status: number
  /** One word for people who look at the answer; the service does not read it. */
  reason: string
}

/** Takes a delivery and says what to answer; it does not throw. */
export type Receiver = (rawBody: RawBody, headers: WebhookHeaders) => Promise<Verdict>

/**
 * Verifies, drops duplicates, calls `onEvent`, and only then notes the event in `seen`: an event whose
 * handler failed comes again. Two attempts of one event that arrive together are handled once.
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
      // Whether it was seen is asked only when no other attempt of it is under way.
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

/** Anybody can send a forgery: that is worth a line, and not a stack. */
function logError(error: unknown): void {
  const isWebhookError = error instanceof WebhookError
  console.error(isWebhookError ? `Webhook refused (${error.reason}): ${error.message}` : error)
}

/** Remembers the last so many ids, in memory: enough for one process that is not restarted. */
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
