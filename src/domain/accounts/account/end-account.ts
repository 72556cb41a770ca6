import { ApiError } from '#contract'
import { lockUntilEnd } from '#platform/postgres/advisory-lock'
import {
  ALL_ACCOUNTS,
  type Database,
  inTransaction,
  type TxContext,
} from '#platform/postgres/database'
import * as store from './end-store.ts'
import * as managed from './managed-accounts.ts'
import { lockAccount } from './store.ts'

/*
 * The end of an account. An operator ends a suspended account, and can resume it during a term. Then its rows are deleted from
 * every table with an account_id, in batches: a deletion that was interrupted continues with what is left. `account_end` has
 * the one row that remains.
 */

const dayMs = 24 * 60 * 60 * 1000

/**
 * Starts the term of a suspended account. Requires a transaction for ALL_ACCOUNTS. A second call changes the term.
 *
 * @throws ApiError if the account is not suspended, or operators belong to it
 */
export async function endAccount(
  ctx: TxContext,
  id: string,
  { days, by }: { days: number; by: string },
): Promise<managed.AccountChange> {
  const before = await managed.requireManagedAccount(ctx, id)
  if (before.suspended_at === null)
    throw new ApiError('invalid_transition', { message: 'Suspend the account first.' })
  await assertNoOperators(ctx, id)
  if ((await store.find(ctx, id))?.started_at != null) throw alreadyStarted()
  await store.remove(ctx, id)
  const erase_after = new Date(ctx.real_now.getTime() + days * dayMs)
  await store.insert(ctx, {
    ...{ account_id: id, requested_at: ctx.real_now, requested_by: by, erase_after },
    ...{ started_at: null, ended_at: null },
  })
  return { before, after: { ...before, erase_after } }
}

async function assertNoOperators(ctx: TxContext, id: string): Promise<void> {
  if (await store.hasOperators(ctx, id))
    throw new ApiError('not_allowed', {
      message: 'Operators of this installation belong to the account. Remove them from it first.',
    })
}

const alreadyStarted = () =>
  new ApiError('invalid_transition', {
    message: 'The data of the account is being deleted. Nothing brings it back.',
  })

/** Resumes a suspended account, and calls its end back. Throws if its deletion has begun. */
export async function resumeAccount(ctx: TxContext, id: string): Promise<managed.AccountChange> {
  const change = await managed.resumeAccount(ctx, id)
  if ((await store.find(ctx, id))?.started_at != null) throw alreadyStarted()
  await store.remove(ctx, id)
  return { ...change, after: { ...change.after, erase_after: null } }
}

const usersPerBatch = 100
const rowsPerBatch = 1_000

/** Deletes the accounts whose term has passed. Returns how many have ended. Several processes can run it at once. */
export async function deleteEndedAccounts(
  db: Database,
  onError?: (error: unknown, account_id: string) => void,
): Promise<number> {
  const run = <T>(step: (ctx: TxContext) => Promise<T>) => inTransaction(db, ALL_ACCOUNTS, step)
  let ended = 0
  for (const id of await run(store.findDue))
    try {
      ended += Number(await deleteAccount(run, id))
    } catch (error) {
      if (onError === undefined) throw error
      onError(error, id)
    }
  return ended
}

type Run = <T>(step: (ctx: TxContext) => Promise<T>) => Promise<T>

async function deleteAccount(run: Run, id: string): Promise<boolean> {
  if (!(await run((ctx) => startDeletion(ctx, id)))) return false
  await run((ctx) => store.moveSessions(ctx, id))
  const endSome = async (ctx: TxContext) => {
    const persons = await store.endMemberships(ctx, id, usersPerBatch)
    await store.deletePersons(ctx, persons)
    return persons.length
  }
  while ((await run(endSome)) > 0);
  const tables = await run(store.listTables)
  do await deleteRowsOf(run, tables, id)
  while (!(await run((ctx) => deleteEmptyAccount(ctx, tables, id))))
  return true
}

const lockDeletion = (ctx: TxContext, id: string) => lockUntilEnd(ctx, `end of account ${id}`)

async function deleteRowsOf(run: Run, tables: readonly string[], id: string): Promise<void> {
  for (const table of tables)
    for (let rows = 1; rows > 0; )
      rows = await run(async (ctx) => {
        await lockDeletion(ctx, id)
        return store.deleteSomeRows(ctx, table, id, rowsPerBatch)
      })
}

/**
 * Deletes the account if no table has a row of it. Returns false after it has deleted some rows: triggers, another process
 * that deletes the same account, and work that began before the term had passed write rows into tables that were empty.
 */
async function deleteEmptyAccount(ctx: TxContext, tables: readonly string[], id: string) {
  await lockDeletion(ctx, id)
  await lockAccount(ctx, id) // no transaction can add a row that references the account
  for (const table of tables)
    if ((await store.deleteSomeRows(ctx, table, id, rowsPerBatch)) > 0) return false
  await store.deleteAccount(ctx, id)
  await store.update(ctx, id, { ended_at: ctx.real_now })
  return true
}

/** Begins or continues a deletion, unless the account was called back at the same instant. */
async function startDeletion(ctx: TxContext, id: string): Promise<boolean> {
  const isThere = await lockAccount(ctx, id)
  const end = isThere ? await store.find(ctx, id) : undefined
  if (end === undefined || end.ended_at !== null || end.erase_after > ctx.real_now) return false
  if (end.started_at === null) await assertNoOperators(ctx, id) // one may have joined during the term
  await store.update(ctx, id, { started_at: end.started_at ?? ctx.real_now })
  return true
}
