import * as accounts from '#accounts'
import * as campaigns from '#campaigns'
import type { Database, TxContext } from '#platform/postgres/database'
import * as claimStore from './claim-store.ts'
import * as oneLinkStore from './one-link-store.ts'
import { endLapsedClaims, endOpenClaims, endWaitingList, offerPlaces } from './places.ts'

/** Returns the number of claims that ended or got an offer. */
async function processOneLink(ctx: TxContext, id: string): Promise<number> {
  const link = await oneLinkStore.lockShared(ctx, id)
  if (link === undefined) return 0
  claimStore.lockClaims(ctx, id)
  if (link.closed_at !== null || link.expires_at <= ctx.now) return endOpenClaims(ctx, link)
  const ended = await endLapsedClaims(ctx, link)
  const end = await campaigns.findEnd(ctx, link.campaign_id)
  const changed = await processWaitingList(ctx, link, end && campaigns.closureOf(end, ctx.now))
  claimStore.resetWaitingList(ctx, id, end?.ends_at ?? null)
  return ended + changed
}

/** Offers places, or ends the waiting list with its campaign. The list of a paused campaign waits until it is resumed. */
async function processWaitingList(
  ctx: TxContext,
  link: oneLinkStore.LockedOneLink,
  closure: campaigns.Closure | undefined,
): Promise<number> {
  if (closure === 'paused') return 0
  return closure === 'ended' ? endWaitingList(ctx, link) : offerPlaces(ctx, link)
}

/** Ends lapsed claims and offers places to waiting lists, one transaction for each one-link. */
export const dueClaims: accounts.DueRows = {
  ...{ name: 'claims', table: 'gifting.one_link_claim', idColumn: 'one_link_id', maxPerTurn: 20 },
  process: processOneLink,
}

export const processDueClaims = (db: Database): Promise<number> =>
  accounts.processDueRows(db, dueClaims)

export const advanceClaims = (ctx: TxContext, ms: number): Promise<void> =>
  accounts.advanceDueRows(ctx, dueClaims, ms)
