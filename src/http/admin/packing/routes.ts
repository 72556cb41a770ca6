import { accountNow } from '#accounts'
import { ApiError, formatAddressLines } from '#contract'
import * as fulfilment from '#fulfilment'
import { isId } from '#platform/lib/ids'
import { inTransaction, type TxContext } from '#platform/postgres/database'
import { handle, handleWithoutTx } from '../lib/handle.ts'
import type { TxRouteContext } from '../lib/route.ts'
import * as contract from './contract.ts'
import { packingLabelRoutes } from './label-routes.ts'
import { findParcel, recordAction } from './parcel-action.ts'

/**
 * The routes of the packing station. They return no name or address of a recipient. The only exception is the
 * route for the address of a parcel that the user has taken.
 */
export const packingRoutes = [
  handle(contract.summarizeQueue, ({ ctx, query, shipping }) =>
    fulfilment.summarizeQueue(ctx, query.warehouse_id, shipping),
  ),

  handle(contract.listQueue, ({ ctx, query, shipping }) =>
    fulfilment.listQueue(ctx, { queue: 'to_pack', ...query.filter }, query.page, shipping),
  ),

  handle(contract.readPackingParcel, ({ ctx, params }) => findParcel(ctx, params.id)),

  handle(contract.listLeases, async ({ ctx, member }) => ({
    data: await fulfilment.listLeased(ctx, member.user_id),
    has_more: false,
  })),

  handle(contract.takeParcel, async ({ ctx, member, body, shipping }) => {
    const id = await fulfilment.take(ctx, member.user_id, body.parcel.trim(), shipping)
    return findParcel(ctx, id)
  }),

  handleWithoutTx(contract.takeNextParcels, async ({ db, member, body, shipping }) => {
    const { count = 1, warehouse_id } = body
    if (warehouse_id !== undefined && !isId(warehouse_id)) throw unknownWarehouse
    const { account_id, user_id } = member
    const now = () => accountNow(db, member)
    const run = <T>(callback: (ctx: TxContext) => Promise<T>) =>
      inTransaction(db, account_id, callback, now())
    const options = { count, warehouse_id }
    return { ids: await fulfilment.takeNext(run, user_id, options, shipping) }
  }),

  handle(contract.renewLeases, async ({ ctx, member }) => {
    await fulfilment.renew(ctx, member.user_id)
  }),

  handle(contract.releaseParcel, ({ ctx, member, params }) =>
    fulfilment.release(ctx, member.user_id, params.id),
  ),

  handle(contract.showPackingAddress, async (context) => {
    const { ctx, member, params } = context
    const address = await fulfilment.showAddress(ctx, member.user_id, params.id)
    if (address.is_first_view) recordAction(context, 'packing.show_address', address.barcode)
    const { shipping_address, label_url } = address
    const { country, phone = null } = shipping_address
    return { lines: formatAddressLines({ ...shipping_address }), country, phone, label_url }
  }),

  handle(contract.packParcel, async (context) => {
    const { ctx, member, params, body } = context
    await fulfilment.markPacked(ctx, member.user_id, params.id)
    const parcel = await findParcel(ctx, params.id)
    recordAction(context, 'packing.pack', parcel.barcode, { checked: body.checked })
    return parcel
  }),

  handle(contract.unpackParcel, async (context) => {
    const { ctx, member, params } = context
    await fulfilment.unpack(ctx, member.user_id, params.id)
    const parcel = await findParcel(ctx, params.id)
    recordAction(context, 'packing.unpack', parcel.barcode)
    return parcel
  }),

  handle(contract.guessCarrier, ({ query }) => ({
    carrier_name: fulfilment.guessCarrier(query.tracking_code ?? '')?.carrier_name ?? null,
  })),

  handle(contract.handOverParcel, async (context) => {
    const { ctx, member, params, body } = context
    const input = {
      carrier_name: body.carrier_name?.trim() || undefined,
      tracking_code: body.tracking_code?.trim() || undefined,
    }
    const isNew = await fulfilment.handOver(ctx, member.user_id, params.id, input)
    const parcel = await findParcel(ctx, params.id)
    if (isNew) recordAction(context, 'packing.hand_over', parcel.barcode)
    return parcel
  }),

  handle(contract.undoHandOver, async (context) => {
    const { ctx, params } = context
    const isUndone = await fulfilment.undoHandOver(ctx, params.id)
    const parcel = await findParcel(ctx, params.id)
    if (isUndone) recordAction(context, 'packing.undo_hand_over', parcel.barcode)
    return parcel
  }),

  handle(contract.reportOutOfStock, (context) =>
    reportItem(context, 'out_of_stock', fulfilment.reportOutOfStock),
  ),

  handle(contract.reportDamaged, (context) =>
    reportItem(context, 'damaged', fulfilment.reportDamaged),
  ),

  handle(contract.reportUnusableAddress, async (context) => {
    const { ctx, member, params, shipping } = context
    const { barcode } = await findParcel(ctx, params.id)
    const outcome = await fulfilment.reportUnusableAddress(ctx, member.user_id, params.id, shipping)
    recordAction(context, 'packing.report_address', barcode)
    return { outcome }
  }),

  ...packingLabelRoutes,
]

const unknownWarehouse = new ApiError('invalid_reference', {
  fieldErrors: [
    {
      code: 'invalid_reference',
      param: 'warehouse_id',
      message: 'does not name a warehouse of this account',
    },
  ],
})

type ParcelContext = Pick<TxRouteContext<unknown>, 'ctx' | 'member' | 'shipping'> & {
  params: { id: string }
}

/**
 * Reports a problem with one item. The report can delete the parcel, so the function reads its barcode first.
 * A retry returns the outcome of the first try, and is not recorded again.
 */
async function reportItem(
  context: ParcelContext & { body: { variant_id: string; report_id?: string } },
  problem: 'out_of_stock' | 'damaged',
  report: typeof fulfilment.reportDamaged,
): Promise<{ outcome: fulfilment.ProblemOutcome }> {
  const { ctx, member, params, body, shipping } = context
  const item = { parcel_id: params.id, ...body }
  const earlier = await fulfilment.findReportOutcome(ctx, { ...item, problem })
  if (earlier !== undefined) return { outcome: earlier }
  const { barcode, lines } = await findParcel(ctx, params.id)
  const outcome = await report(ctx, member.user_id, item, shipping)
  const sku = lines.find(({ variant_id }) => variant_id === body.variant_id)?.sku
  recordAction(context, `packing.report_${problem}`, barcode, { sku, outcome })
  return { outcome }
}
