import type { TxContext } from '#platform/postgres/database'
import { findAll } from './product-store.ts'
import { setStock } from './stock.ts'

/** Ends the stock of a connection that is deleted: nothing ships it any longer. Its products stay. */
export async function removeShop(ctx: TxContext, connection_id: string): Promise<void> {
  const warehouse_id = await ctx.queryValue<string | null>(
    'select warehouse_id from shops.shop where account_id = $1 and connection_id::text = $2',
    [ctx.account_id, connection_id],
  )
  if (warehouse_id == null) return
  const rows = await findAll(ctx, connection_id)
  const ids = rows.flatMap(({ given }) => Object.values(given.variants).map(({ id }) => id))
  const counts = new Map(ids.map((id) => [id, 0]))
  const none = { placed: [], paid: new Map<string, number>() }
  await setStock((run) => run(ctx), { connection_id, warehouse_id, counts, ...none })
}
