import * as gifting from '#gifting'
import { isId } from '#platform/lib/ids'
import type { TxContext } from '#platform/postgres/database'
import * as oneLinkStore from './one-link-store.ts'
import { endOpenClaims } from './places.ts'
import type { OneLink } from './tables.ts'

/**
 * Closes a one-link: no further claims are accepted, and unclaimed placeholders are cancelled. Claims without a gift
 * and the waiting list end. Claimed gifts are not affected. Does nothing for a closed one-link. Returns undefined if the account has no such one-link.
 */
export async function close(ctx: TxContext, id: string): Promise<OneLink | undefined> {
  const link = isId(id) ? await oneLinkStore.lockExclusive(ctx, id) : undefined
  if (link === undefined) return undefined
  if (link.closed_at === null) {
    oneLinkStore.close(ctx, link.id)
    await endOpenClaims(ctx, link)
    await cancelUnclaimed(ctx, link.id)
  }
  return oneLinkStore.find(ctx, ctx.account_id, link.id)
}

async function cancelUnclaimed(ctx: TxContext, id: string): Promise<void> {
  for (;;) {
    const gifts = await oneLinkStore.lockAllUnclaimed(ctx, id, gifting.giftBatchSize)
    if (gifts.length === 0) return
    for (const chunk of gifting.chunkByPayloadSize(ctx, gifts)) {
      gifting.transitionAll(
        ctx,
        chunk.map((gift) => [gift, { to: 'cancelled', cause: 'its one-link was closed' }]),
      )
      await ctx.query('select') // waits for the statements of this chunk, so that the bodies of only one chunk are in memory
    }
  }
}
