import type { AccountRoundRobin } from '#platform/jobs/account-round-robin'
import type { Database, TxContext } from '#platform/postgres/database'
import { createDueRowLoop } from '../lifecycle/due-row-loop.ts'
import * as claimStore from './claim-store.ts'
import * as oneLinkStore from './one-link-store.ts'
import { endLapsedClaims, endOpenClaims, offerPlaces } from './places.ts'

type OnError = (error: unknown, where: string) => void

/** One-links of one account in one turn. */
const maxLinks = 20

/**
 * Ends lapsed claims and offers places to waiting lists, one transaction for each one-link. Due times are stored in
 * the rows, so a crash loses nothing.
 */
export const createClaimLoop = (
  db: Database,
  onError?: OnError,
  roundTimeoutMs?: number,
): AccountRoundRobin =>
  createDueRowLoop(
    db,
    {
      name: 'claims',
      findAccounts: claimStore.dueAccounts,
      findIds: async (ctx) =>
        (await claimStore.dueOneLinks(ctx, maxLinks)).map(({ one_link_id }) => one_link_id),
      process: processOneLink,
    },
    onError,
    roundTimeoutMs,
  )

/** Runs one round over all accounts. Returns the number of changed claims. */
export const processDueClaims = (db: Database, onError?: OnError): Promise<number> =>
  createClaimLoop(db, onError).round()

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

/** Processes all claims that are due after the account's clock was advanced by `ms`; `ctx.now` is the new time. */
export async function advanceClaims(ctx: TxContext, ms: number): Promise<number> {
  await claimStore.shiftTimers(ctx, ms)
  let changed = 0
  for (const { one_link_id } of await claimStore.dueOneLinks(ctx, maxLinksOfAccount))
    changed += await processOneLink(ctx, one_link_id)
  return changed
}

const maxLinksOfAccount = 10_000
