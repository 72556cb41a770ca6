import type { TxContext } from '#platform/postgres/database'
import { type AdminGiftQuery, toFilter } from './admin-list.ts'
import * as analyticsStore from './analytics-store.ts'
import { redeemTimeBuckets } from './funnel-stages.ts'

/*
 * Figures about gift requests. Each takes the same query as the list, so whoever follows a figure to
 * its list finds as many there.
 */

const emptyFunnel: analyticsStore.Funnel = { sent: 0, opened: 0, redeemed: 0, delivered: 0 }

/** How many have come how far. */
export async function funnel(
  ctx: TxContext,
  query: AdminGiftQuery,
): Promise<analyticsStore.Funnel> {
  const filter = await toFilter(ctx, query)
  return filter === undefined ? emptyFunnel : analyticsStore.getFunnel(ctx, filter)
}

/** The same for each of these campaigns, from their first day. */
export async function funnelsByCampaign(
  ctx: TxContext,
  campaign_ids: readonly string[],
): Promise<ReadonlyMap<string, analyticsStore.Funnel>> {
  const rows = await analyticsStore.getFunnels(ctx, campaign_ids)
  const funnelsById = new Map(rows.map(({ campaign_id, ...row }) => [campaign_id, row]))
  return new Map(campaign_ids.map((id) => [id, funnelsById.get(id) ?? emptyFunnel]))
}

/** How long recipients took to redeem, in hours, and how many of them how long. */
export async function timeToRedeem(ctx: TxContext, query: AdminGiftQuery) {
  const filter = await toFilter(ctx, query)
  const times = filter && (await analyticsStore.redeemTimes(ctx, filter))
  return {
    count: times?.count ?? 0,
    median_hours: times?.median ?? null,
    slow_hours: times?.slow ?? null,
    classes: redeemTimeBuckets.map(([name, days]) => ({
      name,
      until_days: days,
      count: times?.classes[name] ?? 0,
    })),
  }
}

/** Where gifts go, most first. */
export async function giftsByCountry(ctx: TxContext, query: AdminGiftQuery) {
  const filter = await toFilter(ctx, query)
  return filter === undefined ? [] : analyticsStore.giftsByCountry(ctx, filter)
}

/** What is given most often. */
export async function topGifts(ctx: TxContext, query: AdminGiftQuery, limit = 8) {
  const filter = await toFilter(ctx, query)
  return filter === undefined ? [] : analyticsStore.topVariants(ctx, filter, limit)
}

/** How many there are of them; one more than a thousand stands for all that are more. */
export async function countGifts(ctx: TxContext, query: AdminGiftQuery): Promise<number> {
  const filter = await toFilter(ctx, query)
  return filter === undefined ? 0 : analyticsStore.count(ctx, filter)
}
