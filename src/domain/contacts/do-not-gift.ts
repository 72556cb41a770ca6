import { toEmailKey } from '#contract'
import type { TxContext } from '#platform/postgres/database'

/** Returns the reason for each of these addresses whose contact gets no gifts, by the key of the address. */
export async function findDoNotGift(
  ctx: TxContext,
  emails: readonly string[],
): Promise<ReadonlyMap<string, string>> {
  const keys = emails.filter((email) => !email.includes('\0')).map(toEmailKey)
  const rows = await ctx.query<{ email_key: string; do_not_gift: string }>(
    `select e.email_key, c.do_not_gift from contacts.email e
       join contacts.contact c on c.account_id = e.account_id and c.id = e.contact_id
      where e.account_id = $1 and e.email_key = any ($2) and c.do_not_gift is not null`,
    [ctx.account_id, keys],
  )
  return new Map(rows.map(({ email_key, do_not_gift }) => [email_key, do_not_gift]))
}
