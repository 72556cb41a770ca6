import * as accounts from '#accounts'
import type { Database, TxContext } from '#platform/postgres/database'
import * as claimStore from './claim-store.ts'
import * as oneLinkStore from './one-link-store.ts'
import { endLapsedClaims, endOpenClaims, offerPlaces } from './places.ts'

/** Returns the number of claims that ended or got an offer. */
async function processOneLink(ctx: TxContext, id: string): Promise<number> {
  const link = await oneLinkStore.lockShared(ctx, id)
  if (link === undefined) return 0
  claimStore.lockClaims(ctx, id)
  if (link.closed_at !== null || link.expires_at <= ctx.now) return endOpenClaims(ctx, link)
  const ended = await endLapsedClaims(ctx, link)
  const offered = await offerPlaces(ctx, link)
  claimStore.resetWaitingList(ctx, id)
  return ended + offered
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
