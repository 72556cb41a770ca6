import {
  ALL_ACCOUNTS,
  type Database,
  readWithoutTransaction,
  type TxContext,
} from '#platform/postgres/database'
import type { Contact } from '../lifecycle/gift-store.ts'

/** Gifts of one account to one address in an hour. A demo sends a person several; more than this is no gift. */
export const maxPerAddress = 50

/** Returns the ids of the newest gifts to each address, newest first, up to the limit of an hour. */
export async function findLatestIdsByEmail(
  ctx: TxContext,
  email_keys: readonly string[],
): Promise<ReadonlyMap<string, string[]>> {
  const rows = await ctx.query<{ email_key: string; ids: string[] }>(
    `select w.email_key, array(select g.id from gifting.gift_request g
                                where g.account_id = $1 and g.email_key = w.email_key
                                order by g.id desc limit ${maxPerAddress}) as ids
       from unnest($2::text[]) as w (email_key)`,
    [ctx.account_id, email_keys],
  )
  return new Map(rows.map(({ email_key, ids }) => [email_key, ids]))
}

/** A contact with the gift that has `maxPerAddress` - 1 newer ones; null without one. */
export interface RecentContact extends Contact {
  limiting_id: string | null
}

/**
 * Returns the contacts of these accounts and addresses in the order of `wanted`; undefined for a missing
 * contact.
 */
export async function findContactsWithoutTransaction(
  db: Database,
  wanted: readonly { account_id: string; email_key: string }[],
): Promise<(RecentContact | undefined)[]> {
  const rows = await readWithoutTransaction<RecentContact & { place: number }>(
    db,
    ALL_ACCOUNTS,
    `select w.place::int, c.* from unnest($2::uuid[], $3::text[]) with ordinality as w (account_id, email_key, place)
      cross join lateral (select id, email_key, thank_you_count, (
                            select g.id from gifting.gift_request g
                             where g.account_id = c.account_id and g.email_key = c.email_key
                             order by g.id desc offset ${maxPerAddress - 1} limit 1) as limiting_id
                           from gifting.contact c
                           where c.account_id = w.account_id and c.email_key = w.email_key limit 1) c
      where opened.account_id = '*'`,
    [wanted.map(({ account_id }) => account_id), wanted.map(({ email_key }) => email_key)],
  )
  const found = new Map(rows.map(({ place, ...contact }) => [place, contact]))
  return wanted.map((_, index) => found.get(index + 1))
}
