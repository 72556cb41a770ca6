import { isDatabaseDown } from '../postgres/database-errors.ts'

/** The finished work and the errors of a runner since the end of its last round. */
interface RoundResults {
  addFinished(count: number): void
  /** Passes an error to the handler. Without a handler, or if the database is down, the round throws the error. */
  report(error: unknown, account_id: string): void
  /** Ends a round. Returns the work that has finished since the last round, or throws the first error. */
  take(): number
}

export function createRoundResults(
  onError: ((error: unknown, account_id: string) => void) | undefined,
): RoundResults {
  let finished = 0
  let errors: unknown[] = []
  return {
    addFinished(count) {
      finished += count
    },
    report(error, account_id) {
      if (onError === undefined || isDatabaseDown(error)) errors.push(error)
      else onError(error, account_id)
    },
    take() {
      const [firstError] = errors
      errors = []
      if (firstError !== undefined) throw firstError
      const total = finished
      finished = 0
      return total
    },
  }
}
