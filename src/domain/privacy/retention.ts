import * as accounts from '#accounts'
import * as mail from '#email'
import * as fulfilment from '#fulfilment'
import * as gifting from '#gifting'
import * as oneLinks from '#one-links'
import {
  ALL_ACCOUNTS,
  type Database,
  inTransaction,
  type TxContext,
} from '#platform/postgres/database'
import { isDatabaseDown } from '#platform/postgres/database-errors'
import * as webhooks from '#webhooks'

const dayMs = 24 * 60 * 60 * 1000

/**
 * Purges a batch of the account's gifts that ended longer ago than the retention period: deletes addresses,
 * selections, notes, links, emails, and addresses in tracking data and webhook events. Returns the batch size;
 * call again until it is 0. The period is read now, so a shorter one also applies to gifts that have already ended.
 */
export async function purgeEndedGifts(ctx: TxContext): Promise<number> {
  const { address_retention_days } = await accounts.readSettings(ctx)
  const cutoff = new Date(ctx.now.getTime() - address_retention_days * dayMs)
  const ended = await gifting.purgeEndedGifts(ctx, cutoff)
  if (ended.length === 0) return 0
  const ids = ended.map(({ id }) => id)
  // In choice mode, event bodies never contain an address.
  webhooks.eraseEvents(
    ctx,
    ended.filter(({ is_direct }) => is_direct).map(({ id }) => id),
  )
  await mail.eraseByGift(ctx, ids)
  fulfilment.eraseTracking(ctx, ids)
  oneLinks.removeEndedClaims(ctx, ids)
  return ended.length
}

type OnError = (error: unknown, account_id: string) => void

/** Purges all accounts, each by its own clock. Safe to run on all nodes concurrently. */
export async function purgeAllAccounts(db: Database, onError?: OnError): Promise<number> {
  const accountClocks = await inTransaction(db, ALL_ACCOUNTS, async (ctx) => {
    const ids = (await accounts.listAccounts(ctx)).map(({ id }) => id)
    const clockOffsets = await accounts.findClockOffsets(ctx, ids)
    return ids.map((id) => ({ id, now: new Date(ctx.now.getTime() + (clockOffsets.get(id) ?? 0)) }))
  })
  let purgedCount = 0
  for (const { id, now } of accountClocks) {
    try {
      for (let batchCount = 1; batchCount > 0; purgedCount += batchCount)
        batchCount = await inTransaction(db, id, purgeEndedGifts, now)
    } catch (error) {
      if (onError === undefined || isDatabaseDown(error)) throw error
      onError(error, id)
    }
  }
  return purgedCount
}
