import type { TxContext } from '#platform/postgres/database'

/** The gift request that a row created when it was first sent. */
export interface BulkSendRow {
  key: Buffer
  id: string
  reference: string
  created_at: Date
}

/** Returns the rows that an earlier bulk send created. */
export const findSentBefore = (ctx: TxContext, keys: readonly Buffer[]): Promise<BulkSendRow[]> =>
  ctx.query<BulkSendRow>(
    `select s.key, g.id, g.reference, g.created_at from gifting.bulk_send_row s
       join gifting.gift_request g on g.account_id = s.account_id and g.id = s.gift_request_id
      where s.account_id = $1 and s.key = any ($2)`,
    [ctx.account_id, keys],
  )

/**
 * Claims rows for gift requests that the caller inserts next. Returns the keys that were unclaimed. Waits for
 * concurrent transactions that claim the same keys.
 */
export async function claimRows(
  ctx: TxContext,
  rows: readonly { key: Buffer; gift_request_id: string }[],
): Promise<ReadonlySet<string>> {
  const sorted = [...rows].sort((one, other) => Buffer.compare(one.key, other.key))
  const claimed = await ctx.query<{ key: Buffer }>(
    `insert into gifting.bulk_send_row (account_id, key, gift_request_id, created_at)
     select $1, r.key, r.id, $4 from unnest($2::bytea[], $3::uuid[]) as r (key, id)
     on conflict (account_id, key) do nothing returning key`,
    [
      ctx.account_id,
      sorted.map(({ key }) => key),
      sorted.map(({ gift_request_id }) => gift_request_id),
      ctx.now,
    ],
  )
  return new Set(claimed.map(({ key }) => key.toString('hex')))
}

/** Returns the latest gift request since a date for each of these email addresses, if there is one. */
export const findLatestTo = (
  ctx: TxContext,
  email_keys: readonly string[],
  since: Date,
): Promise<{ email_key: string; id: string; reference: string; created_at: Date }[]> =>
  ctx.query(
    `select w.email_key, g.id, g.reference, g.created_at from unnest($2::text[]) as w (email_key)
      cross join lateral (
        select id, reference, created_at from gifting.gift_request
         where account_id = $1 and email_key = w.email_key and id >= platform.uuid_floor($3)
         order by id desc limit 1) g`,
    [ctx.account_id, email_keys, since],
  )
