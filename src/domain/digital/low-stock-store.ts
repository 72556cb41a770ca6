import type { TxContext } from '#platform/postgres/database'

interface LowRow {
  variant_id: string
  free: number
  waiting: number
  threshold: number
  alerted_level: 'low' | 'empty' | null
}

/**
 * Returns variants with few free codes that no supplier sells, those with the fewest first. Counts at most one code more than the threshold of
 * each variant, in the order of the index `code_free`, so that large stocks cost nothing.
 */
export const findLow = (ctx: TxContext, limit: number): Promise<LowRow[]> =>
  ctx.query<LowRow>(
    `with content as materialized (
       select c.id, c.low_stock_threshold, c.alerted_level
         from digital.content c join catalogue.available_variants($1) a on a.variant_id = c.id
        where c.account_id = $1 and (c.delivery = 'code' or c.is_link_per_gift)
          and not exists (select from digital.source s
                           where s.account_id = $1 and s.variant_id = c.id and s.stopped_at is null)
     ), counted as materialized (
       select c.id as variant_id, c.low_stock_threshold as threshold, c.alerted_level,
              (select count(*)::int from (
                 select d.id from digital.code d
                  where d.account_id = $1 and d.variant_id = c.id and d.given_at is null and d.revoked_at is null
                    and (d.expires_on is null or d.expires_on >= ($2::timestamptz at time zone 'UTC')::date)
                  order by d.expires_on, d.id limit c.low_stock_threshold + 1) f) as free,
              (select count(*)::int from digital.item i
                where i.account_id = $1 and i.variant_id = c.id and i.given_at is null) as waiting,
              (select d.id from digital.code d
                where d.account_id = $1 and d.variant_id = c.id order by d.id limit 1) is not null as is_imported
         from content c
     )
     select variant_id, free, waiting, threshold, alerted_level from counted
      where free <= threshold and (waiting > 0 or is_imported) order by free, variant_id limit $3`,
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
