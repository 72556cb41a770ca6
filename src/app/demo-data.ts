import * as accounts from '#accounts'
import * as apiKeys from '#api-keys'
import * as catalogue from '#catalogue'
import * as digital from '#digital'
import * as greetings from '#greetings'
import { lockUntilEnd } from '#platform/postgres/advisory-lock'
import {
  ALL_ACCOUNTS,
  type Database,
  inTransaction,
  type TxContext,
} from '#platform/postgres/database'

/**
 * Creates the demo catalogue and campaigns in the account of the transaction. Returns false if the account
 * already has products, and leaves the account unchanged.
 */
export async function seed(ctx: TxContext): Promise<boolean> {
  if (await catalogue.hasProducts(ctx)) return false
  const giver = (await accounts.findFirstUser(ctx)) ?? (await createSeedUser(ctx))
  const variants = await catalogue.createDemoCatalogue(ctx)
  await digital.createDemoContents(ctx, variants)
  await greetings.createDemoCampaigns(ctx, giver.id, variants)
  return true
}

/** Creates the user whose name is the sender name of the campaigns. */
async function createSeedUser(ctx: TxContext): Promise<accounts.User> {
  const account = await accounts.findAccount(ctx, ctx.account_id)
  const { user } = await accounts.createUser(ctx, {
    email: `dana.lee@${account?.tenant ?? 'demo'}.example`,
    name: 'Dana Lee',
    role: 'admin',
  })
  return user
}

/**
 * The demo account with its credentials. They are available only in the first run, because passwords and
 * tokens are not stored in plain text.
 */
export interface DemoAccount {
  account: accounts.Account
  email: string
  password: string
  token: string
}

/**
 * Creates the demo account in a database without accounts, with an admin, an API token, a catalogue and
 * campaigns. Returns undefined if an account exists, even if another process created it at the same time.
 */
export const seedDemoAccount = (db: Database): Promise<DemoAccount | undefined> =>
  inTransaction(db, ALL_ACCOUNTS, async (ctx) => {
    await lockUntilEnd(ctx, 'bestow first run')
    if (await accounts.hasAnyAccount(ctx)) return undefined
    const account = await accounts.createAccount(ctx, { name: 'Larkfield', tier: 'enterprise' })
    const owned: TxContext = { ...ctx, account_id: account.id }
    const { user, password } = await accounts.createUser(owned, {
      email: 'dana.lee@larkfield.example',
      name: 'Dana Lee',
      role: 'admin',
    })
    await accounts.setOperator(owned, user.email, true)
    if (password === undefined) throw new Error('a person in a database without accounts')
    const { token } = await apiKeys.createToken(owned, { name: 'First API key' })
    await seed(owned)
    return { account, email: user.email, password, token }
  })
