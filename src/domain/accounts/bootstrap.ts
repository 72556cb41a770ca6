import { lockUntilEnd } from '#platform/postgres/advisory-lock'
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
 * Creates the first account of a deployment and its admin, given the setup code from the terminal.
 * Returns undefined when the code is wrong or an account exists.
 */
export async function bootstrapAccount(
  db: Database,
  input: { code: string; account_name: string; name: string; email: string; password: string },
  requestOrigin: signIn.RequestOrigin,
  onSuccess: (ctx: TxContext, account: Account) => Promise<void>,
): Promise<signIn.NewSession | undefined> {
  // Counts only wrong codes, so that failed attempts from the same address do not block the correct
  // code.
  const isValidCode = await inTransaction(db, ALL_ACCOUNTS, (ctx) =>
    signIn.isSetupCode(ctx, input.code),
  )
  if (!isValidCode) {
    await signIn.countAddressAttempt(db, requestOrigin, 'setup')
    return undefined
  }
  const password_hash = await signIn.hashNewPassword(input.password)
  return inTransaction(db, ALL_ACCOUNTS, async (ctx) => {
    await lockUntilEnd(ctx, 'bestow first run')
    if (await hasAnyAccount(ctx)) return undefined
    if (!(await signIn.consumeSetupCode(ctx, input.code))) return undefined
    const account = await createAccount(ctx, { name: input.account_name, tier: 'enterprise' })
    const accountCtx = { ...ctx, account_id: account.id }
    const user = await createAdmin(accountCtx, input, password_hash)
    await onSuccess(accountCtx, account)
    const entry = { account_id: account.id, user_id: user.id, person_id: user.person_id }
    return signIn.startSession(accountCtx, entry, 'setup', requestOrigin)
  })
}

/** Returns a setup code to print while no account exists; undefined otherwise. */
export const issueSetupCode = (db: Database): Promise<string | undefined> =>
  signIn.createSetupCode(db, async (ctx) => !(await hasAnyAccount(ctx)))
