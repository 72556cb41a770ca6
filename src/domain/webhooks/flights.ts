import { type AttemptContext, attempt } from './attempt.ts'
import type { Claimed, Lane } from './claim.ts'
import type { Destination } from './destinations.ts'
import type { EngineCounts } from './engine-options.ts'
import type { Settler } from './settler.ts'
import type { Slots } from './slots.ts'

export interface FlightsContext extends AttemptContext {
  slots: Slots
  settler: Settler
  counts: EngineCounts
  /** A slot is free again. */
  onLanding: () => void
  onError: (error: unknown, where: string) => void
}

/** The attempts that are being made right now. */
export function createFlights(context: FlightsContext) {
  const { slots, settler, counts } = context
  let onEmpty = () => {}

  function begin(claimed: Claimed, destination: Destination, token: string, lane: Lane): void {
    const { endpoint_id, account_id } = claimed
    const bytes = claimed.body?.length ?? 0
    const flight = slots.take({ endpoint_id, account_id, lane, bytes })
    attempt(context, claimed, destination, token)
      .then(({ result, sign }) => {
        slots.release(flight, sign)
        settler.add(result)
        if (result.verdict === 'delivered') counts.delivered += 1
        else if (result.attempt !== null) counts.failed += 1
        if (result.verdict === 'abandoned') counts.abandoned += 1
      })
      .catch((error) => {
        // A bug, or a secret that does not open. Its lease will run out and the delivery come again.
        slots.release(flight, 'none')
        context.onError(error, 'attempt')
      })
      .finally(() => {
        context.onLanding()
        if (slots.total() === 0) onEmpty()
      })
  }

  /** Returns when nothing is in flight any more, or after so many milliseconds. */
  const landed = (patience: number) =>
    new Promise<void>((resolve) => {
      if (slots.total() === 0) return resolve()
      const timer = setTimeout(resolve, patience)
      onEmpty = () => {
        clearTimeout(timer)
        resolve()
      }
    })

  return { begin, landed }
}

export type Flights = ReturnType<typeof createFlights>
