import type { TxContext } from '#platform/postgres/database'

/** What one unit of a variant costs the sender: the unit cost, or the amount of a donation. */
export interface ItemCost {
  variant_id: string
  product_id: string
  /** Null if it is unknown. */
  cost: { amount_minor: number; currency: string } | null
}

/** Returns the costs of the account's variants by variant id. */
export async function itemCostsById(
  ctx: TxContext,
  variant_ids: readonly string[],
): Promise<ReadonlyMap<string, ItemCost>> {
  const rows = await ctx.query<{
    id: string
    product_id: string
    amount_minor: number | null
    currency: string | null
  }>(
    `select id, product_id, coalesce(unit_cost_minor, donation_amount_minor) as amount_minor,
            coalesce(unit_cost_currency, donation_currency) as currency
       from catalogue.variant where account_id = $1 and id = any ($2)`,
    [ctx.account_id, variant_ids],
  )
  return new Map(
    rows.map(({ id, product_id, amount_minor, currency }) => [
      id,
      {
        variant_id: id,
        product_id,
        cost: amount_minor === null || currency === null ? null : { amount_minor, currency },
      },
    ]),
  )
}
