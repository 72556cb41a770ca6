import { type Static, Type } from 'typebox'
import { enumRule, idRule, textRule } from '#contract/filter-rules'
import { operation } from '../lib/operation.ts'
import { filterQuery, listQuery } from '../lib/query.ts'
import { boundedText, oneOfTexts, orNull, page, strict, Timestamp } from '../lib/schemas.ts'

const PackingWarehouse = Type.Object({
  id: Type.String(),
  name: Type.String(),
  country: Type.String(),
})
const Packer = Type.Object({ id: Type.String(), name: Type.String() })

export const QueuedParcel = Type.Object({
  id: Type.String(),
  barcode: Type.String({ description: 'The text of the barcode.' }),
  lines: Type.Array(
    Type.Object({ sku: Type.String(), name: Type.String(), quantity: Type.Integer() }),
  ),
  warehouse: orNull(PackingWarehouse),
  country: orNull(Type.String()),
  created_at: Timestamp,
  leased_by: orNull(Packer),
  leased_until: orNull(Timestamp),
  packed_at: orNull(Timestamp),
  hand_over: orNull(
    Type.Object(
      {
        at: Timestamp,
        undo_until: orNull(Timestamp),
        carrier: orNull(Type.String()),
        tracking_code: orNull(Type.String()),
        is_cancelled: Type.Boolean({ description: 'The gift was cancelled after the hand-over.' }),
      },
      { description: 'The hand-over that can be taken back. Null in the other queues.' },
    ),
  ),
})
export type QueuedParcel = Static<typeof QueuedParcel>

export const PackingLine = Type.Object({
  variant_id: Type.String(),
  sku: Type.String(),
  name: Type.String(),
  quantity: Type.Integer(),
  image_url: orNull(Type.String()),
})
export type PackingLine = Static<typeof PackingLine>

/** The data of a parcel that every packer sees. */
export const PackingParcel = Type.Object({
  id: Type.String(),
  barcode: Type.String({ description: 'The text of the barcode.' }),
  lines: Type.Array(PackingLine),
  warehouse: orNull(PackingWarehouse),
  country: orNull(Type.String()),
  created_at: Timestamp,
  carrier_id: Type.String(),
  carrier: orNull(Type.String()),
  tracking_code: orNull(Type.String()),
  needs_rate: Type.Boolean({
    description: 'A carrier sells the label, and its rate is not chosen yet.',
  }),
  has_card: Type.Boolean({ description: 'False if the campaign has no printed cards.' }),
  card_printed_at: orNull(Timestamp),
  leased_by: orNull(Packer),
  leased_until: orNull(Timestamp),
  packed_at: orNull(Timestamp),
  handed_over_at: orNull(Timestamp),
  undo_until: orNull(Timestamp),
  ended: Type.Unsafe<'cancelled' | 'address_changed' | 'not_to_pack' | null>({
    enum: ['cancelled', 'address_changed', 'not_to_pack', null],
    description: 'Why the parcel must not be packed any more.',
  }),
})
export type PackingParcel = Static<typeof PackingParcel>

export const QueueSummary = Type.Object({
  waiting: Type.Integer({ description: 'Neither packed nor leased. Counts stop at 10,001.' }),
  leased: Type.Array(Type.Object({ user: Packer, count: Type.Integer() })),
  packed: Type.Integer({ description: 'Packed and not handed over.' }),
  handed_over: Type.Integer({ description: 'Handed over, and can be taken back.' }),
  handed_over_cancelled: Type.Integer({
    description: 'How many of these must not leave: their gift was cancelled after the hand-over.',
  }),
  undo_minutes: Type.Integer({ description: 'How long a hand-over can be taken back.' }),
  warehouses: Type.Array(PackingWarehouse),
})
export type QueueSummary = Static<typeof QueueSummary>

export const Rate = Type.Object({
  id: Type.String(),
  carrier_name: Type.String(),
  service: Type.String(),
  amount_minor: Type.Integer({ description: 'In the smallest unit of the currency.' }),
  currency: Type.String(),
  delivery_days: orNull(Type.Integer()),
})
export type Rate = Static<typeof Rate>

/** The rates for a parcel, with the cheapest first. The list is empty if the label was already bought. */
export const ParcelRates = Type.Object({
  rates: Type.Array(Rate),
  label: orNull(
    Type.Object({
      carrier_name: Type.String(),
      tracking_code: orNull(Type.String()),
      label_url: orNull(Type.String()),
    }),
  ),
})

const ProblemOutcome = Type.Object({
  outcome: oneOfTexts('unchanged', 'replanned', 'returned'),
})
const ItemOfParcel = Type.Object(
  {
    variant_id: boundedText(64),
    /**
     * A random id of the report. A retry with the same id changes nothing, and gets the outcome of the first
     * try.
     */
    report_id: Type.Optional(
      Type.String({ pattern: '^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$' }),
    ),
  },
  strict,
)

export const summarizeQueue = operation('GET', '/packing/summary', {
  permission: 'parcels:pack',
  summary: 'count the parcels to pack and the packed parcels',
  query: filterQuery({ warehouse_id: idRule }),
  reply: QueueSummary,
})

export const listQueue = operation('GET', '/packing/parcels', {
  permission: 'parcels:pack',
  summary:
    'list the parcels to pack or the packed parcels, oldest first; or those handed over, newest first',
  query: listQuery({ queue: enumRule('to_pack', 'packed', 'handed_over'), warehouse_id: idRule }),
  reply: page(QueuedParcel),
})

export const readPackingParcel = operation('GET', '/packing/parcels/:id', {
  permission: 'parcels:pack',
  summary: 'show a parcel without its address',
  reply: PackingParcel,
})

export const listLeases = operation('GET', '/packing/leases', {
  permission: 'parcels:pack',
  summary: 'list the parcels that you pack',
  isBackground: true,
  reply: page(PackingParcel),
})

export const takeParcel = operation('POST', '/packing/leases', {
  permission: 'parcels:pack',
  summary: 'take a certain parcel, by id or by the text of its barcode',
  body: Type.Object({ parcel: boundedText(64) }, strict),
  reply: PackingParcel,
})

export const takeNextParcels = operation('POST', '/packing/leases/next', {
  permission: 'parcels:pack',
  summary: 'take the oldest free parcels',
  body: Type.Object(
    {
      count: Type.Optional(Type.Integer({ minimum: 1, maximum: 50 })),
      warehouse_id: Type.Optional(boundedText(64)),
    },
    strict,
  ),
  reply: Type.Object({ ids: Type.Array(Type.String()) }),
})

export const renewLeases = operation('POST', '/packing/leases/renew', {
  permission: 'parcels:pack',
  summary: 'extend your leases by another 20 minutes',
})

export const releaseParcel = operation('DELETE', '/packing/leases/:id', {
  permission: 'parcels:pack',
  summary: 'release a parcel that you have taken',
})

export const showPackingAddress = operation('POST', '/packing/parcels/:id/address', {
  permission: 'parcels:pack',
  summary: 'show the address of a parcel that you have taken',
  reply: Type.Object({
    lines: Type.Array(Type.String()),
    country: Type.String(),
    phone: orNull(Type.String()),
    label_url: orNull(Type.String()),
  }),
})

export const packParcel = operation('POST', '/packing/parcels/:id/pack', {
  permission: 'parcels:pack',
  summary: 'mark a parcel as packed',
  body: Type.Object({ checked: oneOfTexts('scanned', 'by_hand') }, strict),
  reply: PackingParcel,
})

export const unpackParcel = operation('POST', '/packing/parcels/:id/unpack', {
  permission: 'parcels:pack',
  summary: 'mark a parcel as not packed',
  reply: PackingParcel,
})

export const guessCarrier = operation('GET', '/packing/carrier', {
  permission: 'parcels:pack',
  summary: 'name the carrier of a tracking number',
  query: filterQuery({ tracking_code: textRule }),
  reply: Type.Object({
    carrier_name: orNull(
      Type.String({ description: 'Null if the number does not show its carrier.' }),
    ),
  }),
})

export const handOverParcel = operation('POST', '/packing/parcels/:id/hand-over', {
  permission: 'parcels:pack',
  summary: 'hand a packed parcel over to its carrier',
  body: Type.Object(
    {
      carrier_name: Type.Optional(
        Type.String({ maxLength: 60, pattern: '^[^\\x00-\\x1f\\x7f]*$' }),
      ),
      tracking_code: Type.Optional(Type.String({ maxLength: 64, pattern: '^[\\x20-\\x7e]*$' })),
    },
    strict,
  ),
  reply: PackingParcel,
})

export const undoHandOver = operation('POST', '/packing/parcels/:id/undo-hand-over', {
  permission: 'parcels:pack',
  summary: 'take back the hand-over of a parcel, before it takes effect',
  reply: PackingParcel,
})

export const reportOutOfStock = operation('POST', '/packing/parcels/:id/out-of-stock', {
  permission: 'parcels:pack',
  summary: 'report an item that is not in stock',
  body: ItemOfParcel,
  reply: ProblemOutcome,
})

export const reportDamaged = operation('POST', '/packing/parcels/:id/damaged', {
  permission: 'parcels:pack',
  summary: 'report a damaged unit of an item',
  body: ItemOfParcel,
  reply: ProblemOutcome,
})

export const reportUnusableAddress = operation('POST', '/packing/parcels/:id/address-unusable', {
  permission: 'parcels:pack',
  summary: 'return a parcel whose address cannot be used',
  reply: ProblemOutcome,
})

export const listRates = operation('GET', '/packing/parcels/:id/rates', {
  permission: 'parcels:pack',
  summary: 'list the rates of a parcel without a label',
  reply: ParcelRates,
})

export const buyRate = operation('POST', '/packing/parcels/:id/rate', {
  permission: 'parcels:pack',
  summary: 'buy the label of a parcel at a rate',
  body: Type.Object({ rate_id: boundedText(100) }, strict),
  reply: ParcelRates,
})

export const printCarrierLabel = operation('GET', '/packing/parcels/:id/carrier-label', {
  permission: 'parcels:pack',
  summary: 'return the bought label of a parcel that you have taken',
  mediaTypes: ['application/pdf', 'image/png', 'image/jpeg'],
})
