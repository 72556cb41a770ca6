/** Lets the work of one account have a share of what all accounts use. */
export interface AccountShare {
  /** Resolves when the account may begin. Rejects when that takes too long. */
  enter(account_id: string): Promise<void> | undefined
  leave(account_id: string): void
}

interface Queue {
  underWay: number
  waiting: { begin: () => void; reject: (error: Error) => void; timer: NodeJS.Timeout }[]
}

/** How many connections one account may use at once of a pool of this size: less than half, but two. */
export const shareOf = (size: number): number => Math.min(size, Math.max(2, Math.floor(size * 0.4)))

/** Whatever is beyond `most` waits in the account's own queue, in the order in which it came. */
export function createAccountShare(most: number, waitMs: number): AccountShare {
  const queues = new Map<string, Queue>()

  function wait(queue: Queue): Promise<void> {
    return new Promise((begin, reject) => {
      const entry = { begin, reject, timer: setTimeout(giveUp, waitMs) }
      function giveUp() {
        queue.waiting.splice(queue.waiting.indexOf(entry), 1)
        reject(new Error('timeout: the account has too many transactions under way'))
      }
      queue.waiting.push(entry)
    })
  }

  return {
    enter(account_id) {
      const queue = queues.get(account_id) ?? { underWay: 0, waiting: [] }
      queues.set(account_id, queue)
      if (queue.underWay >= most) return wait(queue)
      queue.underWay += 1
      return undefined
    },
    leave(account_id) {
      const queue = queues.get(account_id)
      if (queue === undefined) return
      const next = queue.waiting.shift()
      if (next !== undefined) {
        clearTimeout(next.timer)
        next.begin() // it takes the place over
        return
      }
      queue.underWay -= 1
      if (queue.underWay === 0) queues.delete(account_id)
    },
  }
}
