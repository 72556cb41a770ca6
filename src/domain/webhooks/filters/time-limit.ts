import { createContext, Script } from 'node:vm'

/** The function that the script calls. It does not wait, so that one place for it is enough. */
const called = { run: () => {} }
const context = createContext(called)
const script = new Script('run()')

/**
 * Runs a function that does not wait, and ends it after a time: also a loop without end, in any code that it calls. Returns
 * whether it has ended by itself. A call takes some tens of microseconds, so one should run several filters.
 */
export function runWithin(limitMs: number, run: () => void): boolean {
  called.run = run
  try {
    script.runInContext(context, { timeout: limitMs })
    return true
  } catch (error) {
    if ((error as { code?: unknown }).code === 'ERR_SCRIPT_EXECUTION_TIMEOUT') return false
    throw error
  }
}
