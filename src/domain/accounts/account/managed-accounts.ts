import { ApiError, type Page, type Paginated, throwIfAny, toPage } from '#contract'
import { toOneLine } from '#contract/one-line'
import { isId } from '#platform/lib/ids'
import { assertKnownCursor } from '#platform/postgres/cursors'
import type { TxContext } from '#platform/postgres/database'
import { parseAccountName } from './accounts.ts'
import * as store from './store.ts'
import type { ManagedAccount, Tier } from './tables.ts'

/*
 * The accounts of the installation, for operators. All functions require a transaction for ALL_ACCOUNTS, and see the accounts
 * of the stage and region of this deployment.
 *
 * While an account is suspended, its users cannot sign in, its tokens are rejected, its one-links are closed, and its sends,
 * claims and bulk actions wait. Gifts that were sent go on: their recipients did nothing wrong. Nothing is deleted, and
 * everything continues when the account is resumed.
 */

/** Returns a page of the accounts. `q` is a part of the name or tenant, or an id. Throws if `after` is not one of them. */
export async function listManagedAccounts(
  ctx: TxContext,
  page: Page,
  q = '',
): Promise<Paginated<ManagedAccount>> {
  await assertKnownCursor(ctx, page.after, (id) => findManagedAccount(ctx, id))
  return toPage(await store.listManaged(ctx, page, q), page)
}

/** Returns the account; undefined if this stage and region have no such account. */
export const findManagedAccount = async (
  ctx: TxContext,
  id: string,
): Promise<ManagedAccount | undefined> => (isId(id) ? store.findManaged(ctx, id) : undefined)

/** Returns the account with this name in the operator's system; undefined if there is none. */
export const findAccountByExternalId = (
  ctx: TxContext,
  external_id: string,
): Promise<ManagedAccount | undefined> => store.findManagedByExternalId(ctx, external_id)

/** Returns the account, locked until the transaction ends. Throws `not_found`. */
export async function requireManagedAccount(ctx: TxContext, id: string): Promise<ManagedAccount> {
  const account =
    isId(id) && (await store.lockAccount(ctx, id)) ? await store.findManaged(ctx, id) : undefined
  if (account === undefined) throw new ApiError('not_found')
  return account
}

export interface AccountChange {
  before: ManagedAccount
  after: ManagedAccount
}

/** Changes the name or the tier. Returns the account before and after it. */
export async function updateAccount(
  ctx: TxContext,
  id: string,
  { name, ...requested }: { name?: string; tier?: Tier },
): Promise<AccountChange> {
  const change = { ...requested, ...(name !== undefined && { name: parseAccountName(name) }) }
  const before = await requireManagedAccount(ctx, id)
  if (Object.keys(change).length > 0) await store.updateAccount(ctx, id, change)
  return { before, after: { ...before, ...change } }
}

/**
 * Suspends an account. The reason is for other operators. Suspending a suspended account changes its reason only.
 *
 * @param ownAccount  the account of the operator in the web app, who could not resume it
 */
export async function suspendAccount(
  ctx: TxContext,
  id: string,
  { reason, ownAccount }: { reason: string; ownAccount?: string },
): Promise<AccountChange> {
  const before = await requireManagedAccount(ctx, id)
  if (id === ownAccount)
    throw new ApiError('not_allowed', {
      message: 'This is your own account. Another operator, of another account, can suspend it.',
    })
  const suspension_reason = toOneLine(reason)
  throwIfAny(
    suspension_reason === ''
      ? [{ code: 'required', param: 'reason', message: 'must not be empty' }]
      : [],
  )
  const change = { suspended_at: before.suspended_at ?? ctx.now, suspension_reason }
  await store.updateAccount(ctx, id, change)
  ctx.afterCommit(() => ctx.deployment.notify('hosts'))
  return { before, after: { ...before, ...change } }
}

/** Resumes an account. Has no effect on an active one. */
export async function resumeAccount(ctx: TxContext, id: string): Promise<AccountChange> {
  const before = await requireManagedAccount(ctx, id)
  const change = { suspended_at: null, suspension_reason: null }
  await store.updateAccount(ctx, id, change)
  ctx.afterCommit(() => ctx.deployment.notify('hosts'))
  return { before, after: { ...before, ...change } }
}

/** Returns whether the account is suspended. */
export const isSuspended = (ctx: TxContext, id: string): Promise<boolean> =>
  store.isSuspended(ctx, id)
