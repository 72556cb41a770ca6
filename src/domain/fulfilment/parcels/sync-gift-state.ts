import * as gifting from '#gifting'
import type { TxContext } from '#platform/postgres/database'
import { deriveGiftState, type ParcelSummary } from './parcel-states.ts'
import { findPath } from './state-path.ts'

/**
 * Moves a held gift request to where its parcels say that it is, step by step along the table. Where
 * the table has no honest way there, or its life is over, it stays: a parcel can still be lost or found
 * then, but nobody is told twice, or the opposite.
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

/** One move that the table is known to have. */
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
