import type { ParcelState } from './parcel-states.ts'

export interface ParcelProblem {
  /** The cause, phrased for the person who can act on it. */
  reason: string
  remedy: string
}

/** The default problem of each state. A carrier's own message takes precedence. */
const problemByState: Partial<Record<ParcelState, ParcelProblem>> = {
  waiting: {
    reason: 'There is not enough in stock.',
    remedy: 'Add stock. Shipping then continues automatically.',
  },
  refused: {
    reason: 'The carrier did not take the parcel.',
    remedy: 'Correct the address, or retry.',
  },
  delivery_attempt_failed: {
    reason: 'The recipient was not there to accept the parcel.',
    remedy: 'The carrier will try again. Ask the recipient to be there, or to correct the address.',
  },
  returned: {
    reason: 'The parcel is on its way back.',
    remedy: 'Ask the recipient for the correct address, and ship the items again.',
  },
  lost: {
    reason: 'The carrier has lost the parcel.',
    remedy: 'Ship the items again, and claim the loss from the carrier.',
  },
  cancelled: {
    reason: 'The parcel was cancelled.',
    remedy: 'Ship the items again if they are still wanted.',
  },
}

export const getProblem = (state: ParcelState): ParcelProblem | undefined => problemByState[state]
