import type * as accounts from '#accounts'
import { newId } from '#platform/lib/ids'
import { type Database, inTransaction } from '#platform/postgres/database'

/** Gives an account a host of a domain that it has proven, as after a successful check of both. */
export async function giveHost(
  db: Database,
  hosts: accounts.HostDirectory,
  account_id: string,
  name: string,
): Promise<void> {
  const domain = name.split('.').slice(-2).join('.')
  await inTransaction(db, account_id, async (ctx) => {
    await ctx.query(
      `insert into access.domain (account_id, id, name, token, created_at, proven_at) values ($1, $2, $3, 'x', now(), now())`,
      [account_id, newId(ctx.now), domain],
    )
    await ctx.query(
      `insert into access.host (account_id, id, name, names, created_at, verified_at) values ($1, $2, $3, $4, now(), now())`,
      [account_id, newId(ctx.now), name, [name, domain]],
    )
  })
  await hosts.refresh(db)
}
