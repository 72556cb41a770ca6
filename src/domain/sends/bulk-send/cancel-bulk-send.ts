import * as gifting from '#gifting'
import { isId } from '#platform/lib/ids'
import type { TxContext } from '#platform/postgres/database'
import * as recordStore from './bulk-send-record-store.ts'

/** The gifts that a cancellation includes: those that are not sent, or also those that are not redeemed. */
type CancelScope = 'unsent' | 'unredeemed'

const statesByScope: Readonly<Record<CancelScope, readonly gifting.State[]>> = {
  unsent: ['created', 'scheduled'],
  unredeemed: ['created', 'scheduled', 'awaiting_recipient'],
}

const isUnsent = ({ state }: gifting.Gift): boolean => state === 'created' || state === 'scheduled'

interface CancelledBatch {
  /** Whether this call cancelled the bulk send first, so that it accepts no more rows. */
  isNew: boolean
  cancelled: gifting.Gift[]
}

const batchSize = 100

/**
 * Cancels the next gift requests of a bulk send, at most 100 in one call, and lets it accept no more rows. An
 * unsent gift's row can be sent again. Repeated and concurrent calls continue with the gifts that remain.
 * Returns undefined if the account has no such bulk send.
 */
export async function cancel(
  ctx: TxContext,
  id: string,
  scope: CancelScope,
  cause: string,
): Promise<CancelledBatch | undefined> {
  if (!isId(id) || (await recordStore.find(ctx, id)) === undefined) return undefined
  const isNew = await recordStore.markCancelled(ctx, id)
  const gifts = await recordStore.lockGiftsIn(ctx, id, statesByScope[scope], batchSize)
  recordStore.releaseRows(
    ctx,
    gifts.filter(isUnsent).map((gift) => gift.id),
  )
  const cancelled = gifting.transitionAll(
    ctx,
    gifts.map((gift) => [gift, { to: 'cancelled', cause }]),
  )
  return { isNew, cancelled }
}
