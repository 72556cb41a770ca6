import { redeemTimeBuckets } from '#contract'
import type { TxContext } from '#platform/postgres/database'
import * as analyticsStore from './analytics-store.ts'
import { type AdminGiftQuery, toFilter } from './list.ts'

/*
 * Analytics of gift requests. Each function takes the query of the admin list, so that a number and the list it
 * links to agree.
 */

const emptyFunnel: analyticsStore.Funnel = { sent: 0, opened: 0, redeemed: 0, delivered: 0 }

/** Counts gift requests per stage. */
export async function funnel(
  ctx: TxContext,
  query: AdminGiftQuery,
): Promise<analyticsStore.Funnel> {
  const filter = await toFilter(ctx, query)
  return filter === undefined ? emptyFunnel : analyticsStore.getFunnel(ctx, filter)
}

/** Counts gift requests per stage for each of these campaigns, without a time limit. */
export async function funnelsByCampaign(
  ctx: TxContext,
  campaign_ids: readonly string[],
): Promise<ReadonlyMap<string, analyticsStore.Funnel>> {
  const rows = await analyticsStore.getFunnels(ctx, campaign_ids)
  const funnelsById = new Map(rows.map(({ campaign_id, ...row }) => [campaign_id, row]))
  return new Map(campaign_ids.map((id) => [id, funnelsById.get(id) ?? emptyFunnel]))
}

/** Returns the distribution of the time to redeem, in hours. */
export async function timeToRedeem(ctx: TxContext, query: AdminGiftQuery) {
  const filter = await toFilter(ctx, query)
  const times = filter && (await analyticsStore.redeemTimes(ctx, filter))
  return {
    count: times?.count ?? 0,
    median_hours: times?.median ?? null,
    p90_hours: times?.slow ?? null,
    buckets: redeemTimeBuckets.map(([name, days]) => ({
      name,
      until_days: days,
      count: times?.buckets[name] ?? 0,
    })),
  }
}

/** Counts gift requests per destination country, largest first. */
export async function giftsByCountry(ctx: TxContext, query: AdminGiftQuery) {
  const filter = await toFilter(ctx, query)
  return filter === undefined ? [] : analyticsStore.giftsByCountry(ctx, filter)
}

/** Returns the most frequent variants. */
export async function topGifts(ctx: TxContext, query: AdminGiftQuery, limit = 8) {
  const filter = await toFilter(ctx, query)
  return filter === undefined ? [] : analyticsStore.topVariants(ctx, filter, limit)
}

/** Counts gift requests up to 1,001, which means 'more than 1,000'. */
export async function countGifts(ctx: TxContext, query: AdminGiftQuery): Promise<number> {
  const filter = await toFilter(ctx, query)
  return filter === undefined ? 0 : analyticsStore.count(ctx, filter)
}
