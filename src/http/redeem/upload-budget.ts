import { RateLimitError } from './error-handler.ts'

/** Limits the memory of the uploads that a process reads at the same time. */
export interface UploadBudget {
  reserve(): Reservation
}

interface Reservation {
  /** Adds the bytes of an upload. Throws a `RateLimitError` if all uploads together have too many bytes. */
  add(bytes: number): void
  end(): void
}

const retrySeconds = 10

export function createUploadBudget(maxBytes: number): UploadBudget {
  let total = 0
  return {
    reserve() {
      let own = 0
      return {
        add(bytes) {
          if (total + bytes > maxBytes) throw new RateLimitError(retrySeconds)
          own += bytes
          total += bytes
        },
        end() {
          total -= own
          own = 0
        },
      }
    },
  }
}
