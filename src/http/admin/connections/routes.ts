import * as catalogue from '#catalogue'
import * as connections from '#connections'
import * as contacts from '#contacts'
import { ApiError, orNotFound } from '#contract'
import * as digital from '#digital'
import * as mail from '#email'
import * as fulfilment from '#fulfilment'
import type { TxContext } from '#platform/postgres/database'
import * as shops from '#shops'
import * as webhooks from '#webhooks'
import { audit } from '../lib/audit.ts'
import { toKindView } from '../lib/connector-kinds.ts'
import { handle, handleWithoutTx } from '../lib/handle.ts'
import * as contract from './contract.ts'

/** The routes of the connections of an account. Neither responses nor the audit log contain credentials. */
export const connectionRoutes = [
  handle(contract.listConnections, async ({ ctx, shipping }) => {
    const rows = await connections.list(ctx)
    const chosen = await fulfilment.listWarehouseConnections(ctx)
    const states = await listStates(ctx)
    return {
      data: rows.map((row) => toView(ctx, row, shipping, states)),
      has_more: false,
      kinds: shipping.connectors.all
        .filter(({ test }) => test !== undefined)
        .map((each) => toKindView(each, shipping.connectors.isAllowed(each.kind))),
      warehouses: (await catalogue.listWarehouses(ctx)).map(({ id, name }) => ({
        id,
        name,
        connection_id: chosen.find((each) => each.warehouse_id === id)?.connection_id ?? null,
      })),
    }
  }),

  handle(contract.addConnection, async (context) => {
    const { ctx, body, shipping } = context
    const row = await connections.create(ctx, body, shipping.connectors)
    await contacts.addRoster(ctx, row)
    await shops.addShop(ctx, row, shipping.connectors)
    const { kind, settings } = row
    audit(context, 'connection.create', row.id, row.name, { kind, settings })
    return toView(ctx, row, shipping, await listStates(ctx))
  }),

  handle(contract.changeConnection, async (context) => {
    const { ctx, params, body, shipping } = context
    const row = orNotFound(await connections.change(ctx, params.id, body, shipping.connectors))
    webhooks.applyChangedConnection(ctx, row, shipping.connectors)
    const after = { ...body, ...(body.settings && { settings: row.settings }) }
    audit(context, 'connection.change', row.id, row.name, { after })
    return toView(ctx, row, shipping, await listStates(ctx))
  }),

  handle(contract.removeConnection, async (context) => {
    const { ctx, params } = context
    await shops.removeShop(ctx, params.id)
    const { id, name, kind } = orNotFound(await fulfilment.removeConnection(ctx, params.id))
    await contacts.removeRoster(ctx, id)
    audit(context, 'connection.delete', id, name, { kind })
  }),

  handleWithoutTx(contract.testConnection, async (context) => {
    const { db, member, params, shipping, transact } = context
    const tested = await connections.test(db, member.account_id, params.id, shipping.connectors)
    const { connection, ...result } = orNotFound(tested)
    await transact(async (ctx) =>
      audit({ ctx }, 'connection.test', connection.id, connection.name, { ok: result.ok }),
    )
    return result
  }),

  handle(contract.runRoster, async (context) => {
    const { ctx, params, body } = context
    const request = (await shops.listShops(ctx)).has(params.id)
      ? shops.requestShopRun
      : (await digital.listReconciliations(ctx)).has(params.id)
        ? digital.requestReconciliation
        : contacts.requestRosterRun
    await request(ctx, params.id, body.accepts_removals)
    audit(context, 'connection.run', params.id, undefined, body)
  }),

  handle(contract.acceptDifferences, async (context) => {
    const { ctx, params, body } = context
    const connection = (await connections.list(ctx)).find((each) => each.id === params.id)
    if (connection?.port !== 'code_supplier') throw new ApiError('not_found')
    const { id, name } = connection
    const accepted = await digital.acceptDifferences(ctx, id, body.differences)
    audit(context, 'connection.accept_differences', id, name, { accepted })
  }),

  handle(contract.changeCheckout, async (context) => {
    const { ctx, params, body } = context
    await shops.setCheckout(ctx, params.id, body)
    audit(context, 'connection.change', params.id, undefined, { after: body })
  }),

  handle(contract.chooseWarehouseConnection, async (context) => {
    const { ctx, params, body } = context
    const { connection_id } = body
    const found = await fulfilment.setWarehouseConnection(ctx, params.id, connection_id)
    if (found === undefined) throw new ApiError('not_found')
    const { id, name } = found
    audit(context, 'warehouse.change', id, name, { after: { connection_id } })
    return { id, name, connection_id }
  }),
]

/** The runs and the settings of connections that have them, by id. */
interface ConnectionStates {
  runs: ReadonlyMap<string, connections.RunState>
  reconciliations: ReadonlyMap<string, digital.ReconciliationState>
  checkouts: Awaited<ReturnType<typeof shops.listCheckouts>>
}

const listStates = async (ctx: TxContext): Promise<ConnectionStates> => ({
  runs: new Map([...(await contacts.listRosters(ctx)), ...(await shops.listShops(ctx))]),
  reconciliations: await digital.listReconciliations(ctx),
  checkouts: await shops.listCheckouts(ctx),
})

const toView = (
  ctx: TxContext,
  row: connections.ConnectionRow,
  shipping: fulfilment.ShippingConfig,
  { runs, reconciliations, checkouts }: ConnectionStates,
) => {
  const { id, kind, port, name, settings, enabled, is_default, created_at } = row
  const { last_success_at, last_error, last_error_at, failing_since } = row
  return {
    ...{ id, kind, port, name, settings, enabled, is_default },
    webhook_url:
      fulfilment.findInboxUrl(ctx, row, shipping) ??
      mail.findTextInboxUrl(ctx, row, shipping.connectors) ??
      null,
    ...{ last_success_at, last_error, last_error_at, failing_since, created_at },
    roster: runs.get(id) ?? null,
    reconciliation: reconciliations.get(id) ?? null,
    checkout: checkouts.get(id) ?? null,
  }
}
