import { isId } from '#platform/lib/ids'
import type { TxContext } from '#platform/postgres/database'
import type { OneLink } from '../lifecycle/tables.ts'
import { transitionAll } from '../lifecycle/transition.ts'
import { chunkByPayloadSize } from '../timers/timers.ts'
import * as oneLinkStore from './one-link-store.ts'

const batchSize = 500

/**
 * Closes a one-link: from now on nobody claims, and what nobody has claimed is cancelled. What is
 * claimed goes on. Closing it again changes nothing. Undefined when the account has none by that id.
 */
export async function closeOneLink(ctx: TxContext, id: string): Promise<OneLink | undefined> {
  const link = isId(id) ? await oneLinkStore.lockExclusive(ctx, id) : undefined
  if (link === undefined) return undefined
  if (link.closed_at === null) {
    oneLinkStore.close(ctx, link.id)
    await cancelUnclaimed(ctx, link.id)
  }
  return oneLinkStore.find(ctx, ctx.account_id, link.id)
}

async function cancelUnclaimed(ctx: TxContext, id: string): Promise<void> {
  for (;;) {
    const gifts = await oneLinkStore.lockAllUnclaimed(ctx, id, batchSize)
    if (gifts.length === 0) return
    for (const chunk of chunkByPayloadSize(ctx, gifts)) {
      transitionAll(
        ctx,
        chunk.map((gift) => [gift, { to: 'cancelled', cause: 'its one-link was closed' }]),
      )
      await ctx.query('select') // so that the bodies of one chunk at a time are on their way
    }
  }
}
