/** Limits the share of a common resource that one account uses. */
export interface AccountConcurrency {
  /**
   * Resolves when the account has a slot. Rejects after the timeout, or at once if
   * the queue of the account is full.
   */
  acquire(account_id: string): Promise<void> | undefined
  release(account_id: string): void
}

interface AccountSlots {
  inFlight: number
  waiting: { start: () => void; reject: (error: Error) => void; timer: NodeJS.Timeout }[]
}

/**
 * Returns the maximum number of connections of one account in a pool of this size: 40 %, and at least two.
 */
export const maxConnectionsPerAccount = (size: number): number =>
  Math.min(size, Math.max(2, Math.floor(size * 0.4)))

interface QueueOptions {
  /** The maximum number of requests of an account that wait. The default is no limit. */
  maxWaiting?: number
  /** Creates the error for a request that gets no slot. */
  createError?: () => Error
}

const createTimeout = () => new Error('timeout: the account has too many concurrent transactions')

/**
 * Creates a limit of concurrent requests for each account. Requests above `max` wait in a queue of the
 * account, first in, first out.
 */
export function createAccountConcurrency(
  max: number,
  timeoutMs: number,
  { maxWaiting = Number.POSITIVE_INFINITY, createError = createTimeout }: QueueOptions = {},
): AccountConcurrency {
  const queues = new Map<string, AccountSlots>()

  function waitForSlot(queue: AccountSlots): Promise<void> {
    return new Promise((start, reject) => {
      const entry = { start, reject, timer: setTimeout(rejectWithTimeout, timeoutMs) }
      function rejectWithTimeout() {
        queue.waiting.splice(queue.waiting.indexOf(entry), 1)
        reject(createError())
      }
      queue.waiting.push(entry)
    })
  }

  return {
    acquire(account_id) {
      const queue = queues.get(account_id) ?? { inFlight: 0, waiting: [] }
      queues.set(account_id, queue)
      if (queue.inFlight >= max)
        return queue.waiting.length >= maxWaiting
          ? Promise.reject(createError())
          : waitForSlot(queue)
      queue.inFlight += 1
      return undefined
    },
    release(account_id) {
      const queue = queues.get(account_id)
      if (queue === undefined) return
      const next = queue.waiting.shift()
      if (next !== undefined) {
        clearTimeout(next.timer)
        next.start() // the next request gets the slot
        return
      }
      queue.inFlight -= 1
      if (queue.inFlight === 0) queues.delete(account_id)
    },
  }
}
