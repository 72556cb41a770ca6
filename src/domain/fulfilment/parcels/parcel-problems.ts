import type { ParcelState } from './parcel-states.ts'

export interface ParcelProblem {
  /** What went wrong, in words for whoever can do something about it. */
  reason: string
  remedy: string
}

/** What is wrong with a parcel in a state of itself; a carrier's own words come before these. */
const problemByState: Partial<Record<ParcelState, ParcelProblem>> = {
  waiting: {
    reason: 'There is not enough in stock.',
    remedy: 'Add stock: it goes on by itself as soon as there is enough.',
  },
  refused: {
    reason: 'The carrier did not take the parcel.',
    remedy: 'Correct the address, or try again.',
  },
  delivery_attempt_failed: {
    reason: 'Nobody was there to take the parcel.',
    remedy:
      'The carrier will come again. Ask the recipient to be there, or to correct the address.',
  },
  returned: {
    reason: 'The parcel is on its way back.',
    remedy: 'Ask the recipient for the right address, and send its items again.',
  },
  lost: {
    reason: 'The carrier has lost the parcel.',
    remedy: 'Send its items again, and claim the loss from the carrier.',
  },
  cancelled: {
    reason: 'The parcel was called off.',
    remedy: 'Send its items again if they are still wanted.',
  },
}

export const getProblem = (state: ParcelState): ParcelProblem | undefined => problemByState[state]
