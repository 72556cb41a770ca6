import { recordEntry } from '#audit'
import * as catalogue from '#catalogue'
import type { ConnectorRegistry } from '#connections'
import * as digital from '#digital'
import { isId } from '#platform/lib/ids'
import type { TxContext } from '#platform/postgres/database'
import { handle, handleWithoutTx } from '../lib/handle.ts'
import * as contract from './source-contract.ts'

/** The routes of the suppliers of digital variants. */
export const sourceRoutes = [
  handle(contract.listCodeSources, ({ ctx, params, shipping }) =>
    describe(ctx, params.id, shipping.connectors),
  ),

  handle(contract.saveCodeSources, async ({ ctx, params, body, shipping }) => {
    const { id } = params
    await digital.saveSources(ctx, id, body.sources, shipping.connectors)
    const name = (await catalogue.variantsById(ctx, [id])).get(id)?.sku ?? ''
    const details = { suppliers: body.sources.length }
    recordEntry(ctx, {
      action: 'variant.change_suppliers',
      subject: { kind: 'variant', id, name },
      details,
    })
    return describe(ctx, id, shipping.connectors)
  }),

  handleWithoutTx(contract.searchSupplierProducts, async (context) => {
    const { db, member, params, query: text, shipping } = context
    const { account_id } = member
    const found = await digital.searchProducts(
      db,
      account_id,
      params.id,
      { text },
      shipping.connectors,
    )
    return found.ok
      ? { data: [...found.products], problem: null }
      : { data: [], problem: found.reason }
  }),
]

async function describe(ctx: TxContext, variant_id: string, registry: ConnectorRegistry) {
  const isKnown = isId(variant_id)
  const sources = isKnown ? await digital.listSources(ctx, variant_id) : []
  const purchases = isKnown ? await digital.listPurchases(ctx, variant_id) : []
  return {
    data: sources.map(({ account_id: _, variant_id: __, ...source }) => source),
    suppliers: await digital.listSuppliers(ctx, registry),
    purchases: purchases.map(toPurchaseView),
  }
}

const toPurchaseView = ({
  id,
  connection_id,
  gift_request_id,
  state,
  order_ref,
  price_minor,
  price_currency,
  problem,
  created_at,
}: digital.PurchaseRow) => ({
  ...{ id, connection_id, gift_request_id, state, order_ref },
  ...{ price_minor, price_currency, problem, created_at },
})
