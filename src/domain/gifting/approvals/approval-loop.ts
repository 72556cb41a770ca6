import { type AccountRoundRobin, createAccountRoundRobin } from '#platform/jobs/account-round-robin'
import {
  ALL_ACCOUNTS,
  type Database,
  inTransaction,
  readTransaction,
  type TxContext,
} from '#platform/postgres/database'
import { withAccountTime } from '../timers/timer-loop.ts'
import * as approvalStore from './approval-store.ts'
import { processApproval } from './create-gifts.ts'
import { approvalDays } from './tables.ts'

type OnError = (error: unknown, where: string) => void

const dayMs = 24 * 60 * 60 * 1000
/** Approvals of one account in one turn. */
const maxPerTurn = 5
const maxPerAdvance = 1_000

/**
 * Creates the gifts of approved sends, and expires sends that await approval, one transaction for each batch of rows. Due
 * times are stored in the rows, so a crash loses nothing.
 */
export const createApprovalLoop = (
  db: Database,
  onError?: OnError,
  roundTimeoutMs?: number,
): AccountRoundRobin =>
  createAccountRoundRobin({
    findAccounts: () =>
      readTransaction(db, ALL_ACCOUNTS, async (ctx) =>
        (await approvalStore.dueAccounts(ctx)).map(({ account_id }) => account_id),
      ),
    runTurn: (account_id) => processAccount(db, account_id),
    ...(roundTimeoutMs === undefined ? {} : { roundTimeoutMs }),
    onError:
      onError && ((error, account_id) => onError(error, `approvals of account ${account_id}`)),
  })

/** Runs one round over all accounts. Returns the number of processed rows. */
export const processApprovals = (db: Database, onError?: OnError): Promise<number> =>
  createApprovalLoop(db, onError).round()

async function processAccount(db: Database, account_id: string): Promise<number> {
  const due = await readTransaction(db, account_id, (ctx) => approvalStore.dueIds(ctx, maxPerTurn))
  let processed = 0
  for (const { id } of due)
    processed += await inTransaction(db, account_id, async (realTimeCtx) =>
      processApproval(await withAccountTime(realTimeCtx), id),
    )
  return processed
}

/** Processes all approvals that are due after the account's clock was advanced by `ms`; `ctx.now` is the new time. */
export async function advanceApprovals(ctx: TxContext, ms: number): Promise<void> {
  await approvalStore.shiftTimers(ctx, ms)
  for (const { id } of await approvalStore.dueIds(ctx, maxPerAdvance))
    while ((await processApproval(ctx, id)) > 0);
}

/** Deletes the content of sends that were not approved after 30 days, in all accounts. Returns how many sends. */
export const purgeApprovals = (ctx: TxContext): Promise<number> =>
  approvalStore.deleteContentBefore(ctx, new Date(ctx.real_now.getTime() - approvalDays * dayMs))
