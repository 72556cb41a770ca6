import * as catalogue from '#catalogue'
import * as gifting from '#gifting'
import type { TxContext } from '#platform/postgres/database'

/** How long a delivery usually takes from the confirmation of the gift, in whole days. */
export interface DeliveryEstimate {
  min_days: number
  max_days: number
}

/** Fewer parcels from a warehouse say nothing about the next one. */
const minParcels = 5

/** A country's latest gifts decide, so that the estimate follows a new carrier and the season. */
const maxGifts = 200

/** A longer delivery is an exception, or a simulated clock. */
const maxDays = 60

/**
 * Estimates the delivery of variants of a gift to a country, from the latest parcels to that country: the time until the delivery
 * scan, or until the carrier's own estimate while a parcel is on its way. A variant has no estimate if too few parcels
 * went there from the warehouse that would send it.
 */
export async function estimateDeliveries(
  ctx: TxContext,
  variant_ids: readonly string[],
  { country, team_id }: { country: string; team_id: string | null },
): Promise<ReadonlyMap<string, DeliveryEstimate>> {
  const giftIds = await gifting.findLatestByCountry(ctx, country, maxGifts)
  if (giftIds.length < minParcels) return new Map()
  const byWarehouse = await measureWarehouses(ctx, giftIds)
  if (byWarehouse.size === 0) return new Map()
  const stock = await catalogue.stockByVariant(ctx, variant_ids, { team_id })
  return new Map(
    [...stock].flatMap(([variant_id, levels]) => {
      const estimate = byWarehouse.get(findSource(levels, country)?.id ?? '')
      return estimate === undefined ? [] : [[variant_id, estimate] as const]
    }),
  )
}

/** Returns the days within which nine of ten of the latest parcels to a country arrived; undefined if there are too few. */
export async function usualParcelDays(
  ctx: TxContext,
  country: string,
): Promise<number | undefined> {
  const giftIds = await gifting.findLatestByCountry(ctx, country, maxGifts)
  if (giftIds.length < minParcels) return undefined
  const byWarehouse = [...(await measureWarehouses(ctx, giftIds)).values()]
  return byWarehouse.length === 0
    ? undefined
    : Math.max(...byWarehouse.map(({ max_days }) => max_days))
}

/** Returns the warehouse that sends a single item, in the order of the allocation. */
const findSource = (
  levels: readonly catalogue.StockLevel[],
  country: string,
): catalogue.Warehouse | undefined =>
  levels
    .filter(({ available }) => available > 0)
    .toSorted(
      (one, other) =>
        Number(other.warehouse.country === country) - Number(one.warehouse.country === country) ||
        other.available - one.available,
    )[0]?.warehouse

async function measureWarehouses(
  ctx: TxContext,
  giftIds: readonly string[],
): Promise<ReadonlyMap<string, DeliveryEstimate>> {
  // Replaced parcels count too: they began with the confirmation of their gift.
  const rows = await ctx.query<{ warehouse_id: string; fast: number; slow: number }>(
    `select p.warehouse_id, percentile_cont(0.2) within group (order by d.days) as fast,
            percentile_cont(0.9) within group (order by d.days) as slow
       from fulfilment.parcel p
      cross join lateral (
        select extract(epoch from coalesce(
                 (select min(s.occurred_at) from fulfilment.scan s
                   where s.account_id = p.account_id and s.parcel_id = p.id and s.state = 'delivered'),
                 p.estimated_at) - p.created_at)::float8 / 86400 as days) d
      where p.account_id = $1 and p.gift_request_id = any($2) and p.warehouse_id is not null
        and d.days > 0 and d.days <= $3 -- a delivery at the creation has a time that its carrier did not know
      group by p.warehouse_id
     having count(*) >= $4`,
    [ctx.account_id, giftIds, maxDays, minParcels],
  )
  return new Map(
    rows.map(({ warehouse_id, fast, slow }) => {
      const min_days = Math.max(1, Math.round(fast))
      return [warehouse_id, { min_days, max_days: Math.max(min_days, Math.ceil(slow)) }]
    }),
  )
}
