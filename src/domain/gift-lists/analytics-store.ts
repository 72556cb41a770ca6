import { redeemTimeBuckets, stages } from '#contract'
import type { TxContext } from '#platform/postgres/database'
import { bucketCondition, hoursToRedeemSql, reachedStageSql } from './funnel-stages.ts'
import { type AdminGiftFilter, buildWhere } from './gift-filter.ts'
import { countCap } from './list-store.ts'

/** The number of gift requests that reached each stage. */
export interface Funnel {
  sent: number
  opened: number
  redeemed: number
  delivered: number
}

const funnelColumns = stages
  .map((stage) => `count(*) filter (where ${reachedStageSql[stage]}) as ${stage}`)
  .join(', ')

export async function getFunnel(ctx: TxContext, filter: AdminGiftFilter): Promise<Funnel> {
  const { values, where } = buildWhere(ctx, filter)
  const [row] = await ctx.query<Funnel>(
    `select ${funnelColumns} from gifting.gift_request g where ${[...where, reachedStageSql.sent].join(' and ')}`,
    values,
  )
  return row ?? { sent: 0, opened: 0, redeemed: 0, delivered: 0 }
}

/** The stages that gift requests reached until a time. */
export interface StagesByPeriodEnd {
  sent: number
  opened: number
  redeemed: number
}

/** Counts the stages that the matching gift requests had reached at this time. A redeemed gift counts as opened. */
export async function countStagesUntil(
  ctx: TxContext,
  filter: AdminGiftFilter,
  at: Date,
): Promise<StagesByPeriodEnd> {
  const { bind, values, where } = buildWhere(ctx, filter)
  const end = bind(at)
  const [row] = await ctx.query<StagesByPeriodEnd>(
    `select count(*) filter (where g.sent_at <= ${end}) as sent,
            count(*) filter (where g.opened_at <= ${end} or g.redeemed_at <= ${end}) as opened,
            count(*) filter (where g.redeemed_at <= ${end}) as redeemed
       from gifting.gift_request g where ${[...where, reachedStageSql.sent].join(' and ')}`,
    values,
  )
  return row ?? { sent: 0, opened: 0, redeemed: 0 }
}

export const getFunnels = (
  ctx: TxContext,
  campaign_ids: readonly string[],
): Promise<(Funnel & { campaign_id: string })[]> =>
  ctx.query(
    `select g.campaign_id, ${funnelColumns} from gifting.gift_request g
      where g.account_id = $1 and g.campaign_id = any($2) and ${reachedStageSql.sent} group by g.campaign_id`,
    [ctx.account_id, campaign_ids],
  )

/** In hours; null if there are no redeemed gift requests. */
export interface RedeemTimes {
  count: number
  median: number | null
  slow: number | null
  buckets: Record<string, number>
}

const bucketColumns = redeemTimeBuckets.map(
  ([name]) => `'${name}', count(*) filter (where ${bucketCondition('w.hours', name)})`,
)

/** Returns statistics of the time to redeem. `slow` is the 90th percentile. */
export async function redeemTimes(
  ctx: TxContext,
  filter: AdminGiftFilter,
): Promise<RedeemTimes | undefined> {
  const { values, where } = buildWhere(ctx, filter)
  return ctx.queryFirst<RedeemTimes>(
    `select count(w.hours) as count,
            percentile_cont(0.5) within group (order by w.hours) as median,
            percentile_cont(0.9) within group (order by w.hours) as slow,
            jsonb_build_object(${bucketColumns.join(', ')}) as buckets
       from (select ${hoursToRedeemSql} as hours from gifting.gift_request g
              where ${where.join(' and ')} and ${reachedStageSql.redeemed} offset 0) w`,
    values,
  )
}

export type TrendUnit = 'day' | 'week' | 'month'

/** The gift requests that were created in one period, and how many of them are redeemed by now. */
export interface TrendPoint {
  /** The first day of the period, as `2026-05-01`. */
  from: string
  sent: number
  redeemed: number
}

/** Counts gift requests per period, without the periods that have none. Oldest first. */
export const trend = (
  ctx: TxContext,
  filter: AdminGiftFilter,
  unit: TrendUnit,
): Promise<TrendPoint[]> => {
  const { values, where } = buildWhere(ctx, filter)
  return ctx.query(
    `select to_char(date_trunc('${unit}', g.created_at at time zone 'UTC'), 'YYYY-MM-DD') as "from",
            count(*) as sent, count(*) filter (where ${reachedStageSql.redeemed}) as redeemed
       from gifting.gift_request g where ${[...where, reachedStageSql.sent].join(' and ')}
      group by 1 order by 1`,
    values,
  )
}

/** Counts gift requests per known destination country, largest first. */
export const giftsByCountry = (
  ctx: TxContext,
  filter: AdminGiftFilter,
): Promise<{ country: string; count: number }[]> => {
  const { values, where } = buildWhere(ctx, filter)
  return ctx.query(
    `select g.country, count(*) from gifting.gift_request g
      where ${where.join(' and ')} and g.country is not null
      group by g.country order by count(*) desc, g.country`,
    values,
  )
}

/**
 * Returns the most frequent variants: the number of gift requests, and one of the names the variant had in
 * them.
 */
export const topVariants = (
  ctx: TxContext,
  filter: AdminGiftFilter,
  maxRows: number,
): Promise<{ variant_id: string; name: string; count: number }[]> => {
  const { bind, values, where } = buildWhere(ctx, filter)
  const limit = bind(maxRows)
  const isUnfiltered = Object.keys(filter).length === 0
  // materialized, so that one join reads the rows instead of one lookup per row
  const redeemedCte = `with chosen as materialized (
      select g.id from gifting.gift_request g where ${where.join(' and ')} and ${reachedStageSql.redeemed})`
  return ctx.query(
    `${isUnfiltered ? '' : redeemedCte}
     select i.variant_id, max(i.name) as name, count(*)
       from gifting.gift_request_variant i ${isUnfiltered ? '' : 'join chosen on chosen.id = i.gift_request_id'}
      where i.account_id = $1
      group by i.variant_id order by count(*) desc, i.variant_id limit ${limit}`,
    values,
  )
}

/** Counts up to `countCap + 1`. */
export async function count(ctx: TxContext, filter: AdminGiftFilter): Promise<number> {
  const { values, where } = buildWhere(ctx, filter)
  return ctx.queryCount(
    `select count(*) from (
       select from gifting.gift_request g where ${where.join(' and ')} limit ${countCap + 1}) seen`,
    values,
  )
}
