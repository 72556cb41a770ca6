import * as accounts from '#accounts'
import * as apiKeys from '#api-keys'
import * as campaigns from '#campaigns'
import * as catalogue from '#catalogue'
import {
  ALL_ACCOUNTS,
  type Database,
  inTransaction,
  type TxContext,
} from '#platform/postgres/database'

/**
 * Gives the account of this work the demo catalogue and campaigns. An account that has products
 * keeps what it has; then the answer is false.
 */
export async function seed(ctx: TxContext): Promise<boolean> {
  if (await catalogue.hasProducts(ctx)) return false
  const giver = (await accounts.findFirstUser(ctx)) ?? (await createSeedUser(ctx))
  await campaigns.createDemoCampaigns(ctx, giver.id, await catalogue.createDemoCatalogue(ctx))
  return true
}

/** Campaigns give in somebody's name. */
async function createSeedUser(ctx: TxContext): Promise<accounts.User> {
  const account = await accounts.findAccount(ctx, ctx.account_id)
  const { user } = await accounts.createUser(ctx, {
    email: `dana.lee@${account?.tenant ?? 'demo'}.example`,
    name: 'Dana Lee',
    role: 'admin',
  })
  return user
}

/** What only the first run can show: passwords and tokens are not kept. */
export interface DemoAccount {
  account: accounts.Account
  email: string
  password: string
  token: string
}

/**
 * On a database without any account, makes the demo account with an admin, an API token and
 * everything to give, and, in the same transaction, whatever else the caller wants of it. Undefined
 * when there is an account already, also when it came about just now.
 */
export const seedDemoAccount = (
  db: Database,
  also: (ctx: TxContext, account: accounts.Account) => Promise<void> = async () => {},
): Promise<DemoAccount | undefined> =>
  inTransaction(db, ALL_ACCOUNTS, async (ctx) => {
    await ctx.query(`select pg_advisory_xact_lock(hashtextextended('bestow first run', 0))`)
    if (await accounts.hasAnyAccount(ctx)) return undefined
    const account = await accounts.createAccount(ctx, { name: 'Larkfield', tier: 'enterprise' })
    const owned: TxContext = { ...ctx, account_id: account.id }
    const { user, password } = await accounts.createUser(owned, {
      email: 'dana.lee@larkfield.example',
      name: 'Dana Lee',
      role: 'admin',
    })
    const { token } = await apiKeys.createToken(owned, { name: 'First API key' })
    await seed(owned)
    await also(owned, account)
    return { account, email: user.email, password, token }
  })
