import * as catalogue from '#catalogue'
import * as connections from '#connections'
import { throwIfAny } from '#contract'
import type { TxContext } from '#platform/postgres/database'
import { deleteRows, upsertRow } from '#platform/postgres/table'

/** The connection that a warehouse ships with. */
export interface WarehouseConnection {
  warehouse_id: string
  connection_id: string
}

export const listWarehouseConnections = (ctx: TxContext): Promise<WarehouseConnection[]> =>
  ctx.query<WarehouseConnection>(
    'select warehouse_id, connection_id from fulfilment.warehouse_connection where account_id = $1',
    [ctx.account_id],
  )

/**
 * Chooses the connection that a warehouse ships with; null for the default of the account. Returns the warehouse, or
 * undefined if the account has none with this id.
 *
 * @throws ApiError if the account has no such carrier
 */
export async function setWarehouseConnection(
  ctx: TxContext,
  warehouse_id: string,
  connection_id: string | null,
): Promise<catalogue.WarehouseWithAddress | undefined> {
  const warehouse = await catalogue.findWarehouse(ctx, warehouse_id)
  if (warehouse === undefined) return undefined
  const key = { account_id: ctx.account_id, warehouse_id: warehouse.id }
  const carriers = await connections.lockOfPort(ctx, 'carrier')
  if (connection_id === null) await deleteRows(ctx, 'fulfilment.warehouse_connection', key)
  else if (carriers.some(({ id }) => id === connection_id))
    await upsertRow(ctx, 'fulfilment.warehouse_connection', ['account_id', 'warehouse_id'], {
      ...key,
      connection_id,
    })
  else
    throwIfAny([
      {
        code: 'invalid_reference',
        param: 'connection_id',
        message: 'must be the id of a carrier of this account',
      },
    ])
  return warehouse
}
