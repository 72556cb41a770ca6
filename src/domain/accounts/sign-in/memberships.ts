import { ApiError } from '#contract'
import {
  ALL_ACCOUNTS,
  type Database,
  readTransaction,
  type TxContext,
} from '#platform/postgres/database'
import * as store from './membership-store.ts'
import type { Membership, Suspension } from './tables.ts'

/*
 * The accounts of a person. A sign-in opens one of them, and its session enters the others without another sign-in, unless
 * the account requires its identity provider.
 */

/** Returns the accounts of a person that are not suspended, the one with the most recent visit first. */
export const listMemberships = (
  db: Database,
  person_id: string,
  session_id?: string,
): Promise<Membership[]> =>
  readTransaction(db, ALL_ACCOUNTS, async (ctx) =>
    (await store.listMemberships(ctx, person_id, session_id)).filter(
      ({ suspension }) => suspension === null,
    ),
  )

/** Builds the error of a sign-in to a suspended account, or of a suspended member. */
export const suspendedError = (suspension: Suspension): ApiError =>
  new ApiError('not_allowed', {
    message:
      suspension === 'account'
        ? 'This account is suspended. Ask the people who run this installation.'
        : 'Your access to this account is suspended. Ask an admin of the account.',
  })

/**
 * Returns the account that a sign-in opens: the one with the most recent visit that the person may enter without an identity
 * provider. `single_sign_on` if all require their providers; undefined for a person without an account here. Throws
 * `not_allowed` if all are suspended. Requires ALL_ACCOUNTS.
 */
export async function findEntry(
  ctx: TxContext,
  person_id: string,
): Promise<Membership | 'single_sign_on' | undefined> {
  const all = await store.listMemberships(ctx, person_id)
  const active = all.filter(({ suspension }) => suspension === null)
  const [suspended] = all.flatMap(({ suspension }) => suspension ?? [])
  if (suspended !== undefined && active.length === 0) throw suspendedError(suspended)
  const open = active.find(({ needs_single_sign_on }) => !needs_single_sign_on)
  return open ?? (active.length > 0 ? 'single_sign_on' : undefined)
}

/** Returns whether the person of a user of this account is a user of another account too, also a deactivated one. */
export const hasOtherAccount = async (ctx: TxContext, person_id: string): Promise<boolean> =>
  (await ctx.queryValue<boolean>('select access.is_user_elsewhere($1, $2)', [
    person_id,
    ctx.account_id,
  ])) === true
