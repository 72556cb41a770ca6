import type { ConnectorRegistry } from '#connections'
import * as connections from '#connections'
import type { TxContext } from '#platform/postgres/database'
import { checkoutKind } from './checkout.ts'
import { listProblems } from './product-store.ts'
import { listOrderProblems } from './refused-orders.ts'

export const runKind: connections.RunKind = {
  table: 'shops.shop',
  action: 'connection.read_products',
}

export interface ShopRow extends connections.RunRow {
  /** Has the stock of the shop. Null before the first run. */
  warehouse_id: string | null
}

/** Starts the runs of a new connection to a shop. Has no effect for other connections. */
export async function addShop(
  ctx: TxContext,
  { kind, id }: connections.Connection,
  { find }: ConnectorRegistry,
): Promise<void> {
  if (!find(kind)?.isShop) return
  await connections.addRuns(ctx, runKind, id)
  await connections.addRuns(ctx, checkoutKind, id)
}

/** Makes the next run due now: see `connections.requestRun`. */
export const requestShopRun = (
  ctx: TxContext,
  connection_id: string,
  accepts_removals: boolean,
): Promise<void> => connections.requestRun(ctx, runKind, connection_id, accepts_removals)

/** Makes a run due soon, because a shop says that its products have changed. The transaction covers all accounts. */
export async function hasten(ctx: TxContext, connection_id: string | null): Promise<void> {
  const account_id = connection_id && (await connections.findAccount(ctx, connection_id))
  if (account_id) await connections.hastenRun({ ...ctx, account_id }, runKind, connection_id)
}

/**
 * Returns the state of each shop of the account by the id of its connection. The problems are orders that became no gift or whose
 * gift has ended, and products that are left out.
 */
export const listShops = (ctx: TxContext): Promise<ReadonlyMap<string, connections.RunState>> =>
  connections.listRuns(ctx, runKind, async (tx, id, limit) =>
    [...(await listOrderProblems(tx, id, limit)), ...(await listProblems(tx, id, limit))].slice(
      0,
      limit,
    ),
  )
