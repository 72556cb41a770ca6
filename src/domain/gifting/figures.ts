import type { TxContext } from '#platform/postgres'
import { type DeskQuery, filterFrom } from './desk.ts'
import * as figuresStore from './figures-store.ts'
import { waits } from './reached.ts'

/*
 * Figures about gift requests. Each takes the same query as the list, so whoever follows a figure to
 * its list finds as many there.
 */

const none: figuresStore.Funnel = { sent: 0, opened: 0, redeemed: 0, delivered: 0 }

/** How many have come how far. */
export async function funnel(ctx: TxContext, query: DeskQuery): Promise<figuresStore.Funnel> {
  const filter = await filterFrom(ctx, query)
  return filter === undefined ? none : figuresStore.funnelOf(ctx, filter)
}

/** The same for each of these campaigns, from their first day. */
export async function funnelsBy(
  ctx: TxContext,
  campaign_ids: readonly string[],
): Promise<ReadonlyMap<string, figuresStore.Funnel>> {
  const rows = await figuresStore.funnelsOf(ctx, campaign_ids)
  const found = new Map(rows.map(({ campaign_id, ...row }) => [campaign_id, row]))
  return new Map(campaign_ids.map((id) => [id, found.get(id) ?? none]))
}

/** How long recipients took to redeem, in hours, and how many of them how long. */
export async function timeToRedeem(ctx: TxContext, query: DeskQuery) {
  const filter = await filterFrom(ctx, query)
  const found = filter && (await figuresStore.waitsOf(ctx, filter))
  return {
    count: found?.count ?? 0,
    median_hours: found?.median ?? null,
    slow_hours: found?.slow ?? null,
    classes: waits.map(([name, days]) => ({
      name,
      until_days: days,
      count: found?.classes[name] ?? 0,
    })),
  }
}

/** Where gifts go, most first. */
export async function countriesOf(ctx: TxContext, query: DeskQuery) {
  const filter = await filterFrom(ctx, query)
  return filter === undefined ? [] : figuresStore.countriesOf(ctx, filter)
}

/** What is given most often. */
export async function topGifts(ctx: TxContext, query: DeskQuery, most = 8) {
  const filter = await filterFrom(ctx, query)
  return filter === undefined ? [] : figuresStore.topVariants(ctx, filter, most)
}

/** How many there are of them; one more than a thousand stands for all that are more. */
export async function countGifts(ctx: TxContext, query: DeskQuery): Promise<number> {
  const filter = await filterFrom(ctx, query)
  return filter === undefined ? 0 : figuresStore.count(ctx, filter)
}
