import { Type } from 'typebox'
import { ApiError, formatAddressLines, parseListQuery } from '#contract'
import * as fulfilment from '#fulfilment'
import { isId } from '#platform/lib/ids'
import { inTransaction, type TxContext } from '#platform/postgres/database'
import { oneOf } from '../lib/filters.ts'
import { anyId } from '../lib/id-filter.ts'
import { route, routeWithoutTx, type TxRouteContext } from '../lib/route.ts'
import { boundedText, strict } from '../lib/schemas.ts'
import { findParcel, recordAction } from './parcel-action.ts'

const requiredRole = 'packer'
const queueFilters = { queue: oneOf(...fulfilment.queueNames), warehouse_id: anyId }
const ItemOfParcel = Type.Object({ variant_id: boundedText(64) }, strict)

const HandOver = Type.Object(
  {
    carrier_name: Type.Optional(Type.String({ maxLength: 60, pattern: '^[^\\x00-\\x1f\\x7f]*$' })),
    tracking_code: Type.Optional(Type.String({ maxLength: 64, pattern: '^[\\x20-\\x7e]*$' })),
  },
  strict,
)

/**
 * The packing station. No route returns a recipient's name or address, except the one for the address of a parcel
 * that the user has leased.
 */
export const packingRoutes = [
  route(
    'GET',
    '/packing/summary',
    { requiredRole, summary: 'count the parcels to pack and the packed parcels' },
    ({ ctx, query, shipping }) => {
      const { filter } = parseListQuery(query, { warehouse_id: anyId })
      return fulfilment.summarizeQueue(ctx, filter.warehouse_id, shipping)
    },
  ),

  route(
    'GET',
    '/packing/parcels',
    { requiredRole, summary: 'list the parcels to pack, or the packed parcels; oldest first' },
    ({ ctx, query, shipping }) => {
      const { page, filter } = parseListQuery(query, queueFilters)
      return fulfilment.listQueue(ctx, { queue: 'to_pack', ...filter }, page, shipping)
    },
  ),

  route(
    'GET',
    '/packing/parcels/:id',
    { requiredRole, summary: 'show a parcel without its address' },
    ({ ctx, params }) => findParcel(ctx, params.id),
  ),

  route(
    'GET',
    '/packing/leases',
    { requiredRole, summary: 'list the parcels that you pack', isBackground: true },
    async ({ ctx, member }) => ({
      data: await fulfilment.listLeased(ctx, member.user_id),
      has_more: false,
    }),
  ),

  route(
    'POST',
    '/packing/leases',
    {
      requiredRole,
      summary: 'take a certain parcel, by id or by the text of its barcode',
      body: Type.Object({ parcel: boundedText(64) }, strict),
    },
    async ({ ctx, member, body, shipping }) => {
      const text = body.parcel.trim()
      const id = await fulfilment.take(ctx, member.user_id, text, shipping)
      return findParcel(ctx, id)
    },
  ),

  routeWithoutTx(
    'POST',
    '/packing/leases/next',
    {
      requiredRole,
      summary: 'take the oldest free parcels',
      body: Type.Object(
        {
          count: Type.Optional(Type.Integer({ minimum: 1, maximum: fulfilment.maxLeases })),
          warehouse_id: Type.Optional(boundedText(64)),
        },
        strict,
      ),
    },
    async ({ db, member, body, shipping }) => {
      const { count = 1, warehouse_id } = body
      if (warehouse_id !== undefined && !isId(warehouse_id)) throw unknownWarehouse
      const { account_id, user_id, clock_offset_ms } = member
      const now = () => new Date(db.clock().getTime() + clock_offset_ms)
      const run = <T>(callback: (ctx: TxContext) => Promise<T>) =>
        inTransaction(db, account_id, callback, now())
      const options = { count, warehouse_id }
      return { ids: await fulfilment.takeNext(run, user_id, options, shipping) }
    },
  ),

  route(
    'POST',
    '/packing/leases/renew',
    { requiredRole, summary: 'extend your leases by another 20 minutes' },
    async ({ ctx, member }) => {
      await fulfilment.renew(ctx, member.user_id)
    },
  ),

  route(
    'DELETE',
    '/packing/leases/:id',
    { requiredRole, summary: 'release a parcel that you have taken' },
    ({ ctx, member, params }) => fulfilment.release(ctx, member.user_id, params.id ?? ''),
  ),

  route(
    'POST',
    '/packing/parcels/:id/address',
    { requiredRole, summary: 'show the address of a parcel that you have taken' },
    async (context) => {
      const { ctx, member, params } = context
      const address = await fulfilment.showAddress(ctx, member.user_id, params.id ?? '')
      recordAction(context, 'packing.show_address', address.barcode)
      const { shipping_address, label_url } = address
      const { country, phone = null } = shipping_address
      return { lines: formatAddressLines({ ...shipping_address }), country, phone, label_url }
    },
  ),

  route(
    'POST',
    '/packing/parcels/:id/pack',
    {
      requiredRole,
      summary: 'mark a parcel as packed',
      body: Type.Object({ checked: Type.String({ enum: ['scanned', 'by_hand'] }) }, strict),
    },
    async (context) => {
      const { ctx, member, params, body } = context
      await fulfilment.markPacked(ctx, member.user_id, params.id ?? '')
      const parcel = await findParcel(ctx, params.id)
      recordAction(context, 'packing.pack', parcel.barcode, { checked: body.checked })
      return parcel
    },
  ),

  route(
    'POST',
    '/packing/parcels/:id/unpack',
    { requiredRole, summary: 'mark a parcel as not packed' },
    async (context) => {
      const { ctx, member, params } = context
      await fulfilment.unpack(ctx, member.user_id, params.id ?? '')
      const parcel = await findParcel(ctx, params.id)
      recordAction(context, 'packing.unpack', parcel.barcode)
      return parcel
    },
  ),

  route(
    'POST',
    '/packing/parcels/:id/hand-over',
    { requiredRole, summary: 'hand a packed parcel over to its carrier', body: HandOver },
    async (context) => {
      const { ctx, member, params, body } = context
      const input = {
        carrier_name: body.carrier_name?.trim() || undefined,
        tracking_code: body.tracking_code?.trim() || undefined,
      }
      const isNew = await fulfilment.handOver(ctx, member.user_id, params.id ?? '', input)
      const parcel = await findParcel(ctx, params.id)
      if (isNew) recordAction(context, 'packing.hand_over', parcel.barcode)
      return parcel
    },
  ),

  route(
    'POST',
    '/packing/parcels/:id/out-of-stock',
    { requiredRole, summary: 'report an item that is not in stock', body: ItemOfParcel },
    (context) => reportItem(context, 'packing.report_out_of_stock', fulfilment.reportOutOfStock),
  ),

  route(
    'POST',
    '/packing/parcels/:id/damaged',
    { requiredRole, summary: 'report a damaged unit of an item', body: ItemOfParcel },
    (context) => reportItem(context, 'packing.report_damaged', fulfilment.reportDamaged),
  ),

  route(
    'POST',
    '/packing/parcels/:id/address-unusable',
    { requiredRole, summary: 'return a parcel whose address cannot be used' },
    async (context) => {
      const { ctx, member, params, shipping } = context
      const { barcode } = await findParcel(ctx, params.id)
      const outcome = await fulfilment.reportUnusableAddress(
        ctx,
        member.user_id,
        params.id ?? '',
        shipping,
      )
      recordAction(context, 'packing.report_address', barcode)
      return { outcome }
    },
  ),
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

/** Reports a problem with one item. The parcel may not exist afterwards, so its barcode is read before. */
async function reportItem(
  context: TxRouteContext<unknown> & { body: { variant_id: string } },
  action: string,
  report: typeof fulfilment.reportDamaged,
): Promise<{ outcome: fulfilment.ProblemOutcome }> {
  const { ctx, member, params, body, shipping } = context
  const { id, barcode, lines } = await findParcel(ctx, params.id)
  const item = { parcel_id: id, variant_id: body.variant_id }
  const outcome = await report(ctx, member.user_id, item, shipping)
  const sku = lines.find(({ variant_id }) => variant_id === body.variant_id)?.sku
  recordAction(context, action, barcode, { sku, outcome })
  return { outcome }
}
