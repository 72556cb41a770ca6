import { toEmailKey } from '#contract'
import type { TxContext } from '#platform/postgres/database'
import type { User } from '../account/tables.ts'
import * as store from './user-store.ts'

/*
 * Operators run the installation and see its state, which belongs to no account. Only a person with access to the machine
 * makes a user an operator: an address in a setting would make an operator of the first person who gets an account with it.
 */

/**
 * Makes the person with this email address an operator, or an ordinary user again. Returns the first user that the person
 * became; undefined if there is no such person. Requires a transaction for ALL_ACCOUNTS.
 */
export async function setOperator(
  ctx: TxContext,
  email: string,
  is_operator: boolean,
): Promise<(User & { account_id: string }) | undefined> {
  const person_id = await store.setOperator(ctx, toEmailKey(email), is_operator)
  return person_id === undefined ? undefined : (await store.listOperators(ctx, person_id))[0]
}

/** Returns the operators of all accounts. Requires a transaction for ALL_ACCOUNTS. */
export const listOperators = (ctx: TxContext): Promise<(User & { account_id: string })[]> =>
  store.listOperators(ctx)
