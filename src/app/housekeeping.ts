import { setTimeout as sleep } from 'node:timers/promises'
import * as accounts from '#accounts'
import * as apiKeys from '#api-keys'
import * as catalogue from '#catalogue'
import * as chatApps from '#chat-apps'
import * as mail from '#email'
import * as fulfilment from '#fulfilment'
import * as gifting from '#gifting'
import * as greetings from '#greetings'
import * as occasions from '#occasions'
import * as oneLinks from '#one-links'
import { defaultRetention, type Retention } from '#platform/config/retention-settings'
import { tryLockUntilEnd } from '#platform/postgres/advisory-lock'
import {
  ALL_ACCOUNTS,
  type Database,
  inTransaction,
  type TxContext,
} from '#platform/postgres/database'
import { isLockTimeout } from '#platform/postgres/database-errors'
import { deleteOldUsage } from '#platform/rate-limits/quota-shares'
import * as privacy from '#privacy'
import * as sends from '#sends'
import * as webhooks from '#webhooks'
import { historySteps } from './history.ts'

type OnError = (error: unknown, where: string) => void

/**
 * Runs the periodic tasks: creates partitions for the coming weeks, and deletes data after its retention
 * period. Every process can run this at the same time. An advisory lock lets one process run a task, and the
 * others skip the task. A failed task does not stop the others. The first error is thrown at the end.
 */
export async function runHousekeeping(
  db: Database,
  onError?: OnError,
  retention: Retention = defaultRetention,
): Promise<number> {
  const { events: bodies, attempts, deliveries } = retention
  const days = { bodies, attempts, deliveries }
  const onAccountError = onError && toAccountError(onError)
  const steps = [
    () => withAdvisoryLock(db, webhooks.createPartitions),
    ...historySteps(retention).map((step) => () => withAdvisoryLock(db, step)),
    ...webhooks.partitionedTables.map(
      (table) => () =>
        withAdvisoryLock(db, (ctx) => webhooks.dropExpiredPartitions(ctx, table, days)),
    ),
    () =>
      withAdvisoryLock(db, async (ctx) => {
        await apiKeys.purgeExpiredGrants(ctx)
        await accounts.purgeExpired(ctx)
        await catalogue.deleteUnusedPictures(ctx)
      }),
    () => repeatUntilDone(db, (ctx) => apiKeys.purgeRequestLog(ctx, retention.requestLog)),
    () => repeatUntilDone(db, apiKeys.purgeIdempotencyKeys),
    () => repeatUntilDone(db, (ctx) => mail.purgeContents(ctx, retention.emails)),
    () => repeatUntilDone(db, oneLinks.purgeClaimCounts),
    () => repeatUntilDone(db, fulfilment.purgeItemReports),
    () => repeatUntilDone(db, gifting.purgeDraftPhotos),
    ...[
      ...[sends.purgeFailures, sends.purgeApprovals, sends.purgeBulkActions],
      ...[sends.purgeUses, sends.purgePreviewLinks],
    ].map((step) => () => repeatUntilDone(db, step)),
    () => repeatUntilDone(db, chatApps.purge),
    () => repeatUntilDone(db, occasions.purgeOutcomes),
    () => repeatUntilDone(db, greetings.deleteUnusedMedia),
    () => repeatUntilDone(db, deleteOldUsage),
    () => repeatUntilDone(db, mail.deleteOldTextCounts),
    () => accounts.deleteEndedAccounts(db, onAccountError),
    () => privacy.purgeAllAccounts(db, onAccountError),
  ]
  const failures: unknown[] = []
  for (const step of steps) {
    try {
      await repeatWhileLocked(step)
    } catch (error) {
      failures.push(error)
    }
  }
  if (failures.length > 0) throw failures[0]
  return 0
}

const toAccountError = (onError: OnError) => (error: unknown, account_id: string) =>
  onError(error, `housekeeping of account ${account_id}`)

const maxAttempts = 5
const lockDelayMs = 500

/**
 * Repeats a change of a table that gives up because a transaction has locked the table. The change gives up
 * soon, because all other statements would wait behind it. An example is a change while the first rows of the
 * demo account are written.
 */
async function repeatWhileLocked(step: () => Promise<unknown>): Promise<void> {
  for (let attempt = 1; ; attempt += 1) {
    try {
      await step()
      return
    } catch (error) {
      if (!isLockTimeout(error) || attempt === maxAttempts) throw error
      await sleep(attempt * lockDelayMs)
    }
  }
}

/** Processes a bounded number of rows in each transaction until no rows are left. */
async function repeatUntilDone(
  db: Database,
  step: (ctx: TxContext) => Promise<number>,
): Promise<void> {
  while ((await inTransaction(db, ALL_ACCOUNTS, step)) > 0);
}

/** Runs a task in a separate transaction, unless another process is running the task. */
const withAdvisoryLock = (
  db: Database,
  perform: (ctx: TxContext) => Promise<unknown>,
): Promise<void> =>
  inTransaction(db, ALL_ACCOUNTS, async (ctx) => {
    if (await tryLockUntilEnd(ctx, 'bestow housekeeping')) await perform(ctx)
  })
