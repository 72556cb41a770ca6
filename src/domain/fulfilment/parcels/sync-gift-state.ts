import * as gifting from '#gifting'
import type { TxContext } from '#platform/postgres/database'
import { deriveGiftState, type ParcelSummary } from './parcel-states.ts'
import { findPath } from './state-path.ts'

/**
 * Moves a locked gift request, step by step along the state table, to the state that its parcels imply.
 * Without a path in the table, or in a final state, the gift request stays: a parcel can still be lost
 * or found then, but no event is repeated or contradicted.
 */
export function syncGiftState(
  ctx: TxContext,
  gift: gifting.Gift,
  parcels: readonly ParcelSummary[],
  cause: string,
  details?: gifting.TransitionDetails,
): gifting.Gift {
  if (gift.status === 'submitted') return gift
  const path = findPath(gift.state, deriveGiftState(parcels)) ?? []
  return path.reduce((at, to) => transitionTo(ctx, at, to, cause, details), gift)
}

/** Applies one transition that the state table allows. */
export function transitionTo(
  ctx: TxContext,
  gift: gifting.Gift,
  to: gifting.State,
  cause: string,
  details?: gifting.TransitionDetails,
) {
  const moved = gifting.transition(ctx, gift, { to, cause, ...(details && { details }) })
  if (moved === undefined) throw new Error(`${gift.id} is ${gift.state} and cannot be ${to}`)
  return moved
}
