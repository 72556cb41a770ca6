import { type Database, everyone, inTransaction, type TxContext } from '#platform/postgres'
import { createAccount, isAnyAccount } from './accounts.ts'
import { addAdmin } from './people.ts'
import * as signIn from './sign-in/index.ts'
import type { Account } from './tables.ts'

/**
 * The set-up of an installation without any account: makes the first one with its admin, for whoever
 * has the code from the terminal. Undefined when the code is none, or there is an account by now.
 */
export async function setUp(
  db: Database,
  wanted: { code: string; account_name: string; name: string; email: string; password: string },
  where: signIn.Whereabouts,
  also: (ctx: TxContext, account: Account) => Promise<void>,
): Promise<signIn.SignedIn | undefined> {
  // Only a wrong code counts, so that misses of others at this address do not shut out the right one.
  const isRight = await inTransaction(db, everyone, (ctx) => signIn.isSetupCode(ctx, wanted.code))
  if (!isRight) {
    await signIn.countAddressTry(db, where, 'setup')
    return undefined
  }
  const password_hash = await signIn.vetPassword(wanted.password)
  return inTransaction(db, everyone, async (ctx) => {
    await ctx.query(`select pg_advisory_xact_lock(hashtextextended('bestow first run', 0))`)
    if (await isAnyAccount(ctx)) return undefined
    if (!(await signIn.spendSetupCode(ctx, wanted.code))) return undefined
    const account = await createAccount(ctx, { name: wanted.account_name, tier: 'enterprise' })
    const owned = { ...ctx, account_id: account.id }
    const person = await addAdmin(owned, wanted, password_hash)
    await also(owned, account)
    return signIn.startSession(owned, { account_id: account.id, id: person.id }, 'setup', where)
  })
}

/** A code to print while there is no account; undefined once there is one. */
export const setupCode = (db: Database): Promise<string | undefined> =>
  signIn.newSetupCode(db, async (ctx) => !(await isAnyAccount(ctx)))
