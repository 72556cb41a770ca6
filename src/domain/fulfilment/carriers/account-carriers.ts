import * as connections from '#connections'
import { isId } from '#platform/lib/ids'
import type { TxContext } from '#platform/postgres/database'
import type { CancelResult, Carrier, PlaceResult, RateList } from './carrier.ts'
import { findCarrierConnector, isCarrierConnector } from './carrier-connector.ts'
import { manual } from './manual.ts'
import type { ShippingConfig } from './shipping-config.ts'
import { listWarehouseConnections } from './warehouse-connections.ts'

/*
 * Chooses the carrier of a new parcel, and opens the carrier of an existing one. A parcel retains its connection, so
 * that its label can be cancelled and tracked after another connection is chosen, or after this one is disabled.
 */

/** The carrier of a parcel, as its row stores it. The connection is null for a carrier of the installation. */
export interface ParcelCarrier {
  carrier: string
  connection_id: string | null
}

/** Opens the carrier of a parcel. Returns undefined if the installation or the account no longer has it. */
export async function openCarrier(
  ctx: TxContext,
  { carrier, connection_id }: ParcelCarrier,
  { carriers, connectors }: ShippingConfig,
): Promise<Carrier | undefined> {
  if (connection_id === null) return carriers.get(carrier)
  const opened = await connections.open(ctx, connection_id, connectors)
  if (opened === undefined) return undefined
  return findCarrierConnector(connectors, opened.connector.kind)?.open(
    opened.values,
    connectors.outbound,
  )
}

/** Stores whether the connection of a parcel responded. A rejected parcel is a response. */
export function recordHealth(
  ctx: TxContext,
  { connection_id }: Pick<ParcelCarrier, 'connection_id'>,
  result: PlaceResult | CancelResult | RateList,
): void {
  if (connection_id === null) return
  const reason = result.kind === 'unreachable' ? result.reason : undefined
  connections.recordResult(ctx, connection_id, reason)
}

type ChooseCarrier = (warehouse_id: string | null) => ParcelCarrier

/**
 * Returns a function that chooses the carrier of a new parcel, whose connection then cannot be deleted before the commit: the connection of its warehouse, otherwise the default of
 * the account, otherwise the carrier of the installation. A connection that is disabled or that the operator does not
 * allow is skipped. An account with a connection of the kind of the installation's carrier does not use that carrier: it
 * ships manually while its connection is disabled.
 */
export const createCarrierChooser = (
  ctx: TxContext,
  shipping: ShippingConfig,
): Promise<ChooseCarrier> => createChooser(ctx, shipping, connections.lockOfPort)

async function createChooser(
  ctx: TxContext,
  shipping: ShippingConfig,
  findOfPort: typeof connections.findOfPort,
): Promise<ChooseCarrier> {
  const { connectors, defaultCarrier } = shipping
  const installation: ParcelCarrier = { carrier: defaultCarrier, connection_id: null }
  if (!connectors.all.some(isCarrierConnector)) return () => installation
  const own = (await findOfPort(ctx, 'carrier')).map((connection) => ({
    ...connection,
    carrier: findCarrierConnector(connectors, connection.kind)?.carrierName,
  }))
  if (own.length === 0) return () => installation
  const usable = own.flatMap(({ id, kind, enabled, carrier, is_default }) =>
    enabled && carrier !== undefined && connectors.isAllowed(kind)
      ? [{ connection_id: id, carrier, is_default }]
      : [],
  )
  const hasOwn = own.some(({ carrier }) => carrier === defaultCarrier)
  const fallback =
    usable.find(({ is_default }) => is_default) ??
    (hasOwn ? { carrier: manual.name, connection_id: null } : installation)
  const byWarehouse = await listWarehouseConnections(ctx)
  return (warehouse_id) => {
    const named = byWarehouse.find((row) => row.warehouse_id === warehouse_id)
    const { carrier, connection_id } =
      usable.find((each) => each.connection_id === named?.connection_id) ?? fallback
    return { carrier, connection_id }
  }
}

/** Returns the carrier of a connection, which then cannot be deleted before the commit, also if it is disabled. */
export async function findConnectionCarrier(
  ctx: TxContext,
  connection_id: string,
  { connectors }: ShippingConfig,
): Promise<ParcelCarrier | undefined> {
  const own = await connections.lockOfPort(ctx, 'carrier')
  const { kind } = own.find(({ id }) => id === connection_id) ?? {}
  const { carrierName } = (kind && findCarrierConnector(connectors, kind)) || {}
  return carrierName === undefined ? undefined : { carrier: carrierName, connection_id }
}

/** Returns the URL to which the carrier of a connection sends webhooks, or undefined if it sends none. */
export function findInboxUrl(
  ctx: TxContext,
  connection: connections.ConnectionRow,
  { connectors }: ShippingConfig,
): string | undefined {
  const connector = findCarrierConnector(connectors, connection.kind)
  const values = connector && connections.findValues(ctx, connection)
  const key = values && connector.open(values, connectors.outbound).inbox?.key
  return key && `${ctx.deployment.origin}/carriers/connections/${connection.id}/${key}`
}

/**
 * Opens the carrier that sends webhooks to a connection. Returns undefined if the connection does not exist or its carrier
 * sends none.
 */
export async function openInbox(ctx: TxContext, connection_id: string, shipping: ShippingConfig) {
  const account_id = isId(connection_id)
    ? await connections.findAccount(ctx, connection_id)
    : undefined
  if (account_id === undefined) return undefined
  const accountCtx = { ...ctx, account_id }
  const carrier = await openCarrier(accountCtx, { carrier: '', connection_id }, shipping)
  return carrier && { name: carrier.name, inbox: carrier.inbox }
}

/** Returns whether one of the carriers of the account's new parcels has rates to choose from. */
export async function hasRates(ctx: TxContext, shipping: ShippingConfig): Promise<boolean> {
  const choose = await createChooser(ctx, shipping, connections.findOfPort)
  const warehouses = await listWarehouseConnections(ctx)
  const ids = [null, ...warehouses.map(({ warehouse_id }) => warehouse_id)]
  return ids
    .map(choose)
    .some(({ carrier, connection_id }) =>
      connection_id === null
        ? shipping.carriers.get(carrier)?.rates !== undefined
        : shipping.connectors.all.some(
            (each) => isCarrierConnector(each) && each.carrierName === carrier && each.hasRates,
          ),
    )
}
