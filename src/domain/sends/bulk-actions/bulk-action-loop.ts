import * as accounts from '#accounts'
import type { Database, TxContext } from '#platform/postgres/database'
import * as actionStore from './bulk-action-store.ts'
import { processBulkAction, recoverBatch } from './process.ts'
import { maxUnfinished } from './tables.ts'

const dayMs = 24 * 60 * 60 * 1000
/** Days after the end of an action until it is deleted with its results. */
const retentionDays = 30

/** Each account has its turn with one batch of each of its actions, one transaction for each batch. */
export const dueBulkActions: accounts.DueRows = {
  ...{
    name: 'bulk actions',
    table: 'gifting.bulk_action',
    idColumn: 'id',
    maxPerTurn: maxUnfinished,
  },
  process: processBulkAction,
  recover: recoverBatch,
}

/** Runs one round over all accounts. Returns the number of processed gift requests. */
export const processBulkActions = (
  db: Database,
  onError?: (error: unknown, where: string) => void,
): Promise<number> => accounts.processDueRows(db, dueBulkActions, onError)

/** Deletes a batch of the actions that ended 30 days ago, in all accounts. Returns how many rows. */
export const purgeBulkActions = (ctx: TxContext): Promise<number> =>
  actionStore.deleteEndedBefore(ctx, new Date(ctx.real_now.getTime() - retentionDays * dayMs))
