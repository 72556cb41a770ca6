/** Limits the share of a common resource that one account uses. */
export interface AccountConcurrency {
  /** Resolves when the account has a slot. Rejects after the timeout, and at once if the queue of the account is full. */
  acquire(account_id: string): Promise<void> | undefined
  release(account_id: string): void
}

interface AccountSlots {
  inFlight: number
  waiting: { start: () => void; reject: (error: Error) => void; timer: NodeJS.Timeout }[]
}

/** The maximum number of connections of one account in a pool of this size: 40 %, and at least two. */
export const maxConnectionsPerAccount = (size: number): number =>
  Math.min(size, Math.max(2, Math.floor(size * 0.4)))

interface QueueOptions {
  /** How many requests of an account can wait. Default: any number. */
  maxWaiting?: number
  /** The error of a request that gets no slot. */
  createError?: () => Error
}

const createTimeout = () => new Error('timeout: the account has too many concurrent transactions')

/** Requests above `max` wait in a queue of the account, first in, first out. */
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
        next.start() // the next request takes over the slot
        return
      }
      queue.inFlight -= 1
      if (queue.inFlight === 0) queues.delete(account_id)
    },
  }
}
