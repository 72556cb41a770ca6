import type { TxContext } from '#platform/postgres/database'

interface LowRow {
  variant_id: string
  free: number
  waiting: number
  threshold: number
  alerted_level: 'low' | 'empty' | null
}

/** Counts at most one code more than the threshold of each variant, so that large stocks cost nothing. */
export const findLow = (ctx: TxContext, limit: number): Promise<LowRow[]> =>
  ctx.query<LowRow>(
    `select c.id as variant_id, f.free, w.waiting, c.low_stock_threshold as threshold, c.alerted_level
       from digital.content c
       join catalogue.available_variants($1) a on a.variant_id = c.id
       cross join lateral (
         select count(*)::int as free from (
           select from digital.code d
            where d.account_id = c.account_id and d.variant_id = c.id and d.given_at is null and d.revoked_at is null
              and (d.expires_on is null or d.expires_on >= ($2::timestamptz at time zone 'UTC')::date)
            limit c.low_stock_threshold + 1) counted) f
       cross join lateral (
         select count(*)::int as waiting from digital.item i
          where i.account_id = c.account_id and i.variant_id = c.id and i.given_at is null) w
      where c.account_id = $1 and (c.delivery = 'code' or c.is_link_per_gift)
        and f.free <= c.low_stock_threshold
        and (w.waiting > 0 or exists (select from digital.code d
                                       where d.account_id = c.account_id and d.variant_id = c.id))
      order by f.free, c.id limit $3`,
    [ctx.account_id, ctx.now, limit],
  )

/** Records which level the last alert reported. */
export const saveAlertedLevels = (
  ctx: TxContext,
  levels: readonly { id: string; level: 'low' | 'empty' }[],
): Promise<unknown> =>
  ctx.query(
    `update digital.content c set alerted_level = l.level from unnest($2::uuid[], $3::text[]) as l (id, level)
      where c.account_id = $1 and c.id = l.id`,
    [ctx.account_id, levels.map(({ id }) => id), levels.map(({ level }) => level)],
  )
