import * as connections from '#connections'
import { newId } from '#platform/lib/ids'
import type { TxContext } from '#platform/postgres/database'
import type { ItemRow, SourceRow } from '../tables.ts'
import * as purchaseStore from './purchase-store.ts'
import * as sourceStore from './source-store.ts'

/**
 * Returns the sources of these variants that can buy now, in their order. A source that names countries is left out for
 * a recipient who is known to live elsewhere.
 */
export async function findUsable(
  ctx: TxContext,
  variant_ids: readonly string[],
  country: string | null = null,
): Promise<ReadonlyMap<string, SourceRow[]>> {
  const sources = variant_ids.length === 0 ? [] : await sourceStore.list(ctx, variant_ids)
  if (sources.length === 0) return new Map()
  const enabled = new Set(
    (await connections.findOfPort(ctx, 'code_supplier')).flatMap((each) =>
      each.enabled ? [each.id] : [],
    ),
  )
  const usable = sources.filter(
    ({ connection_id, stopped_at, countries }) =>
      enabled.has(connection_id) &&
      stopped_at === null &&
      (country === null || countries.length === 0 || countries.includes(country)),
  )
  return Map.groupBy(usable, ({ variant_id }) => variant_id)
}

/**
 * Stores the order of a code for an item. The request follows after the commit, with the id of the row as its key, so an
 * order is never made that the database does not know.
 */
export async function startPurchase(
  ctx: TxContext,
  item: Pick<ItemRow, 'id' | 'gift_request_id'>,
  source: SourceRow,
  country: string | null,
): Promise<void> {
  const {
    product_name: _,
    countries: __,
    stopped_reason: ___,
    stopped_at: ____,
    ...ordered
  } = source
  await purchaseStore.insert(ctx, {
    ...ordered,
    id: newId(),
    gift_request_id: item.gift_request_id,
    item_id: item.id,
    country,
    due_at: ctx.real_now,
    created_at: ctx.real_now,
  })
  ctx.afterCommit(() => ctx.deployment.notify('fulfilment'))
}
