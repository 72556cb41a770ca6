import * as catalogue from '#catalogue'
import * as connections from '#connections'
import { ApiError } from '#contract'
import * as digital from '#digital'
import type { TxContext } from '#platform/postgres/database'
import * as webhooks from '#webhooks'
import { listWarehouseConnections } from '../carriers/warehouse-connections.ts'
import { listWaitingOrders } from './paid-orders.ts'
import { finalStates } from './parcel-states.ts'

/**
 * Deletes a connection. Returns it, or undefined if it does not exist.
 *
 * @throws ApiError while a warehouse or an endpoint uses it, or while a parcel that has not arrived has its label
 */
export async function removeConnection(
  ctx: TxContext,
  id: string,
): Promise<connections.Connection | undefined> {
  const connection = await connections.lock(ctx, id)
  if (connection === undefined) return undefined
  const use = await findUse(ctx, id)
  if (use !== undefined) throw new ApiError('invalid_transition', { message: use })
  await connections.remove(ctx, id)
  return connection
}

async function findUse(ctx: TxContext, id: string): Promise<string | undefined> {
  const named = (await listWarehouseConnections(ctx)).find((row) => row.connection_id === id)
  const warehouse = named && (await catalogue.findWarehouse(ctx, named.warehouse_id))
  if (warehouse !== undefined)
    return `The warehouse ${warehouse.name} ships with this connection. Choose another one for it first.`
  const endpoint = await webhooks.findOfConnection(ctx, id)
  if (endpoint !== undefined)
    return `The endpoint ${endpoint.description || endpoint.url} publishes over this connection. Delete the endpoint first.`
  if (await digital.isConnectionUsed(ctx, id))
    return 'A digital product buys its codes with this connection, or an order is not settled. Choose another supplier for it first.'
  if (await hasOpenParcels(ctx, id))
    return 'Parcels that have not arrived yet have labels of this connection. Disable it now, and delete it after they have arrived.'
  if ((await listWaitingOrders(ctx, id, 1)).length > 0)
    return 'Gifts that buyers have paid in the shop wait for their recipients. Cancel them first, or wait until they have ended.'
  return undefined
}

/** Returns whether a parcel of the connection can still arrive, or a purchase of a label is not settled. */
const hasOpenParcels = (ctx: TxContext, id: string): Promise<boolean> =>
  ctx.hasRows(
    `select 1 from fulfilment.parcel where account_id = $1 and connection_id = $2 and state <> all ($3)
      union all
     select 1 from fulfilment.label_purchase where account_id = $1 and connection_id = $2 limit 1`,
    [ctx.account_id, id, finalStates],
  )
