import type { AccountRoundRobin } from '#platform/jobs/account-round-robin'
import type { Database, TxContext } from '#platform/postgres/database'
import { createDueRowLoop } from '../lifecycle/due-row-loop.ts'
import * as actionStore from './bulk-action-store.ts'
import { processBulkAction, recoverBatch } from './process.ts'

type OnError = (error: unknown, where: string) => void

const dayMs = 24 * 60 * 60 * 1000
/** Days after the end of an action until it is deleted with its results. */
const retentionDays = 30

/**
 * Processes bulk actions. Each account has its turn with one batch of each of its actions, one transaction for each batch. Due
 * times are stored in the rows, so a crash loses nothing.
 */
export const createBulkActionLoop = (
  db: Database,
  onError?: OnError,
  roundTimeoutMs?: number,
): AccountRoundRobin =>
  createDueRowLoop(
    db,
    {
      name: 'bulk actions',
      findAccounts: actionStore.dueAccounts,
      findIds: async (ctx) => (await actionStore.dueIds(ctx)).map(({ id }) => id),
      process: processBulkAction,
      recover: recoverBatch,
    },
    onError,
    roundTimeoutMs,
  )

/** Runs one round over all accounts. Returns the number of processed gift requests. */
export const processBulkActions = (db: Database, onError?: OnError): Promise<number> =>
  createBulkActionLoop(db, onError).round()

/** Deletes a batch of the actions that ended 30 days ago, in all accounts. Returns how many rows. */
export const purgeBulkActions = (ctx: TxContext): Promise<number> =>
  actionStore.deleteEndedBefore(ctx, new Date(ctx.real_now.getTime() - retentionDays * dayMs))
