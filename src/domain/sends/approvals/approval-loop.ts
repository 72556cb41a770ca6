import * as accounts from '#accounts'
import type { Database, TxContext } from '#platform/postgres/database'
import * as approvalStore from './approval-store.ts'
import { processApproval } from './create-gifts.ts'
import { approvalDays } from './tables.ts'

const dayMs = 24 * 60 * 60 * 1000

/** Creates the gifts of approved sends, and expires sends that await approval, one transaction for each batch of rows. */
export const dueApprovals: accounts.DueRows = {
  ...{ name: 'approvals', table: 'gifting.send_approval', idColumn: 'id', maxPerTurn: 5 },
  process: processApproval,
}

export const processApprovals = (db: Database): Promise<number> =>
  accounts.processDueRows(db, dueApprovals)

export const advanceApprovals = (ctx: TxContext, ms: number): Promise<void> =>
  accounts.advanceDueRows(ctx, dueApprovals, ms)

/** Deletes the content of sends that were not approved after 30 days, in all accounts. Returns how many sends. */
export const purgeApprovals = (ctx: TxContext): Promise<number> =>
  approvalStore.deleteContentBefore(ctx, new Date(ctx.real_now.getTime() - approvalDays * dayMs))
