import { type Static, Type } from 'typebox'
import { type Address, compileValidator } from '#contract'
import {
  maxUrlLength,
  publicUrlPattern,
  type Scan,
  type ShipmentLine,
  type ShipmentRequest,
  type ShippingLabel,
  scanStates,
  type Tracking,
} from '#fulfilment'

/*
 * The messages between this service and a warehouse that ships parcels itself (docs/warehouse.md). Unknown members are
 * ignored, so that a warehouse can send more than this version reads.
 */

/** The body of an order, `POST {url}/orders`. */
interface WarehouseOrder {
  /** Identifies the order. The warehouse ships one parcel for a reference, however often it receives it. */
  reference: string
  address: Address
  /** Shipping details that are not known are absent. */
  lines: readonly Partial<ShipmentLine>[]
  warehouse: { name: string; country: string } | null
  minimum_age?: number
  /** The card that is printed for the parcel, as PDF. */
  card_url?: string
}

export const toOrder = ({
  reference,
  address,
  lines,
  warehouse,
  minimum_age,
  card_url,
}: ShipmentRequest): WarehouseOrder => ({
  reference,
  address,
  lines: lines.map(withoutNulls),
  warehouse: warehouse && { name: warehouse.name, country: warehouse.country },
  ...(minimum_age !== null && { minimum_age }),
  ...(card_url !== null && { card_url }),
})

const withoutNulls = (line: ShipmentLine): Partial<ShipmentLine> =>
  Object.fromEntries(Object.entries(line).filter(([, value]) => value !== null))

const text = (maxLength: number) => Type.String({ minLength: 1, maxLength })
const url = Type.String({ maxLength: maxUrlLength, pattern: publicUrlPattern })
const timestamp = Type.String({ format: 'date-time' })

/** What a warehouse can say about a parcel, with its response to the order or later. */
const parcelDetails = {
  carrier_name: Type.Optional(text(100)),
  tracking_number: Type.Optional(text(100)),
  tracking_url: Type.Optional(url),
  estimated_at: Type.Optional(timestamp),
}

const AcceptedOrder = Type.Object({
  order_id: text(200),
  label_url: Type.Optional(url),
  ...parcelDetails,
})

const Rejection = Type.Object({ reason: text(500), remedy: Type.Optional(text(500)) })

const ParcelUpdate = Type.Object({
  order_id: text(200),
  ...parcelDetails,
  scans: Type.Optional(
    Type.Array(
      Type.Object({
        id: text(200),
        state: Type.String({ enum: [...scanStates] }),
        occurred_at: timestamp,
        description: Type.Optional(text(500)),
        location: Type.Optional(text(200)),
      }),
      { maxItems: 200 },
    ),
  ),
})

const createParser = <Message>(schema: object) => {
  const validate = compileValidator(schema)
  return (value: unknown): { message: Message } | { problem: string } => {
    const [first] = validate(value)
    if (first === undefined) return { message: value as Message }
    return { problem: [first.param, first.message].filter(Boolean).join(' ') }
  }
}

export const parseAcceptedOrder = createParser<Static<typeof AcceptedOrder>>(AcceptedOrder)
export const parseRejection = createParser<Static<typeof Rejection>>(Rejection)
export const parseParcelUpdate = createParser<Static<typeof ParcelUpdate>>(ParcelUpdate)

const toDate = (at: string | undefined): Date | null => (at === undefined ? null : new Date(at))

export const toLabel = (order: Static<typeof AcceptedOrder>): ShippingLabel => ({
  carrier_ref: order.order_id,
  carrier_name: order.carrier_name ?? 'Warehouse',
  tracking_code: order.tracking_number ?? null,
  tracking_url: order.tracking_url ?? null,
  label_url: order.label_url ?? null,
  estimated_at: toDate(order.estimated_at),
})

export const toTracking = (
  carrier: string,
  { order_id, scans = [], ...details }: Static<typeof ParcelUpdate>,
): Tracking => ({
  carrier,
  carrier_ref: order_id,
  scans: scans.map(toScan),
  ...(details.carrier_name !== undefined && { carrier_name: details.carrier_name }),
  ...(details.tracking_number !== undefined && { tracking_code: details.tracking_number }),
  tracking_url: details.tracking_url ?? null,
  estimated_at: toDate(details.estimated_at),
})

type WarehouseScan = NonNullable<Static<typeof ParcelUpdate>['scans']>[number]

const toScan = ({ id, state, occurred_at, description, location }: WarehouseScan): Scan => ({
  message_id: id,
  state: state as Scan['state'],
  occurred_at: new Date(occurred_at),
  description: description ?? scanDescriptions[state as Scan['state']],
  location: location ?? null,
})

const scanDescriptions: Readonly<Record<Scan['state'], string>> = {
  ordered: 'Order received',
  in_transit: 'In transit',
  delivery_attempt_failed: 'Delivery attempt failed',
  out_for_delivery: 'Out for delivery',
  delivered: 'Delivered',
  refused: 'Rejected by the carrier',
  returned: 'Returned',
  lost: 'Lost',
  cancelled: 'Cancelled by the warehouse',
}
