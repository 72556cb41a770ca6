import {
  ALL_ACCOUNTS,
  type Database,
  inTransaction,
  type TxContext,
} from '#platform/postgres/database'
import { createAccount, hasAnyAccount } from './account/accounts.ts'
import type { Account } from './account/tables.ts'
import { createAdmin } from './members/users.ts'
import * as signIn from './sign-in/index.ts'

/**
 * The set-up of an installation without any account: makes the first one with its admin, for whoever
 * has the code from the terminal. Undefined when the code is none, or there is an account by now.
 */
export async function bootstrapAccount(
  db: Database,
  input: { code: string; account_name: string; name: string; email: string; password: string },
  requestOrigin: signIn.RequestOrigin,
  onSuccess: (ctx: TxContext, account: Account) => Promise<void>,
): Promise<signIn.NewSession | undefined> {
  // Only a wrong code counts, so that misses of others at this address do not shut out the right one.
  const isValidCode = await inTransaction(db, ALL_ACCOUNTS, (ctx) =>
    signIn.isSetupCode(ctx, input.code),
  )
  if (!isValidCode) {
    await signIn.countAddressAttempt(db, requestOrigin, 'setup')
    return undefined
  }
  const password_hash = await signIn.hashNewPassword(input.password)
  return inTransaction(db, ALL_ACCOUNTS, async (ctx) => {
    await ctx.query(`select pg_advisory_xact_lock(hashtextextended('bestow first run', 0))`)
    if (await hasAnyAccount(ctx)) return undefined
    if (!(await signIn.consumeSetupCode(ctx, input.code))) return undefined
    const account = await createAccount(ctx, { name: input.account_name, tier: 'enterprise' })
    const accountCtx = { ...ctx, account_id: account.id }
    const user = await createAdmin(accountCtx, input, password_hash)
    await onSuccess(accountCtx, account)
    return signIn.startSession(
      accountCtx,
      { account_id: account.id, id: user.id },
      'setup',
      requestOrigin,
    )
  })
}

/** A code to print while there is no account; undefined once there is one. */
export const issueSetupCode = (db: Database): Promise<string | undefined> =>
  signIn.createSetupCode(db, async (ctx) => !(await hasAnyAccount(ctx)))
