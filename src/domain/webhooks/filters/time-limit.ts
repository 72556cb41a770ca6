import { createContext, Script } from 'node:vm'

/** The function that the script calls. It does not wait, so that one place for it is enough. */
const called = { run: () => {} }
const context = createContext(called)
const script = new Script('run()')

/** How often a function is called again that the machine, and not its own work, has stopped. */
const maxCalls = 20

/**
 * Runs a function that does not wait, and ends it after a time: also a loop without end, in any code that it calls. Returns
 * whether it has ended by itself. A call takes some tens of microseconds, so one should run several filters.
 *
 * The limit is one of the clock. On a busy machine a function can reach it without having worked, so it is called again
 * unless its thread has computed for half of the time. The function must go on where it was ended.
 */
export function runWithin(limitMs: number, run: () => void): boolean {
  called.run = run
  for (let call = 0; call < maxCalls; call += 1) {
    const before = process.threadCpuUsage()
    try {
      script.runInContext(context, { timeout: limitMs })
      return true
    } catch (error) {
      if ((error as { code?: unknown }).code !== 'ERR_SCRIPT_EXECUTION_TIMEOUT') throw error
      const { user, system } = process.threadCpuUsage(before)
      if ((user + system) / 1_000 > limitMs / 2) return false
    }
  }
  return false
}

/** After this time, a filter is ended. */
export const maxFilterMs = 50

interface Slices<Item> {
  /** After this time, other work of the process runs. */
  sliceMs: number
  visit: (item: Item) => void
  /** Receives an item whose visit was ended, and the milliseconds that its slice took. */
  onSlow: (item: Item, ms: number) => void
}

/** Visits items in slices, each within the limit of a filter. Returns the milliseconds that the slices took. */
export async function visitInSlices<Item>(
  items: readonly Item[],
  { sliceMs, visit, onSlow }: Slices<Item>,
): Promise<number> {
  let next = 0
  let spentMs = 0
  const visitSlice = () => {
    const endsAt = performance.now() + sliceMs
    for (; next < items.length && performance.now() < endsAt; next += 1) visit(items[next] as Item)
  }
  while (next < items.length) {
    const startedAt = performance.now()
    const isEnded = !runWithin(maxFilterMs, visitSlice)
    const ms = performance.now() - startedAt
    spentMs += ms
    if (isEnded) {
      onSlow(items[next] as Item, ms)
      next += 1
    }
    await new Promise((resolve) => setImmediate(resolve))
  }
  return spentMs
}
