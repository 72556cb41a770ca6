import type { AccountRoundRobin } from '#platform/jobs/account-round-robin'
import type { Database, TxContext } from '#platform/postgres/database'
import { createDueRowLoop } from '../lifecycle/due-row-loop.ts'
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
  createDueRowLoop(
    db,
    {
      name: 'approvals',
      findAccounts: approvalStore.dueAccounts,
      findIds: async (ctx) => (await approvalStore.dueIds(ctx, maxPerTurn)).map(({ id }) => id),
      process: processApproval,
    },
    onError,
    roundTimeoutMs,
  )

/** Runs one round over all accounts. Returns the number of processed rows. */
export const processApprovals = (db: Database, onError?: OnError): Promise<number> =>
  createApprovalLoop(db, onError).round()

/** Processes all approvals that are due after the account's clock was advanced by `ms`; `ctx.now` is the new time. */
export async function advanceApprovals(ctx: TxContext, ms: number): Promise<void> {
  await approvalStore.shiftTimers(ctx, ms)
  for (const { id } of await approvalStore.dueIds(ctx, maxPerAdvance))
    while ((await processApproval(ctx, id)) > 0);
}

/** Deletes the content of sends that were not approved after 30 days, in all accounts. Returns how many sends. */
export const purgeApprovals = (ctx: TxContext): Promise<number> =>
  approvalStore.deleteContentBefore(ctx, new Date(ctx.real_now.getTime() - approvalDays * dayMs))
