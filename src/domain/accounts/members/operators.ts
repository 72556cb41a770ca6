import { toEmailKey } from '#contract'
import type { TxContext } from '#platform/postgres/database'
import type { User } from '../account/tables.ts'
import * as store from './user-store.ts'

/*
 * Operators run the installation and see its state, which belongs to no account. Only a person with access to the machine
 * makes a user an operator: an address in a setting would make an operator of the first person who gets an account with it.
 */

/**
 * Makes the user with this email address an operator, or an ordinary user again. Returns undefined if there is no such
 * user. Requires a transaction for ALL_ACCOUNTS.
 */
export const setOperator = (
  ctx: TxContext,
  email: string,
  is_operator: boolean,
): Promise<(User & { account_id: string }) | undefined> =>
  store.setOperator(ctx, toEmailKey(email), is_operator)

/** Returns the operators of all accounts. Requires a transaction for ALL_ACCOUNTS. */
export const listOperators = (ctx: TxContext): Promise<(User & { account_id: string })[]> =>
  store.listOperators(ctx)
