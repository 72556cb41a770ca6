import * as accounts from '#accounts'
import type * as catalogue from '#catalogue'
import { type Page, type Paginated, throwIfAny, toPage, unknownCursorError } from '#contract'
import type * as gifting from '#gifting'
import { isId } from '#platform/lib/ids'
import type { TxContext } from '#platform/postgres/database'
import { packedHereCarriers, type ShippingConfig } from '../carriers/shipping-config.ts'
import { toBarcode } from '../parcels/barcode.ts'
import * as packingRows from '../parcels/packing-rows.ts'
import { findParcel } from '../parcels/store.ts'
import type { ParcelLine } from '../parcels/tables.ts'
import { toUndoEnd, undoMs } from './hand-over.ts'
import * as store from './packing-store.ts'
import * as pendingHandOvers from './pending-hand-overs.ts'
import { findWarehouses, loadRelations, toLease } from './relations.ts'

/** A parcel in the queue, without names and addresses of recipients. */
export interface QueuedParcel {
  id: string
  /** The text of the parcel's barcode. */
  barcode: string
  lines: readonly Pick<ParcelLine, 'sku' | 'name' | 'quantity'>[]
  warehouse: catalogue.Warehouse | null
  /** The country of the shipping address. */
  country: string | null
  created_at: Date
  /** The user who is packing the parcel. */
  leased_by: { id: string; name: string } | null
  leased_until: Date | null
  packed_at: Date | null
  /** The hand-over that can be taken back. Null in the other queues. */
  hand_over: {
    at: Date
    undo_until: Date | null
    carrier: string | null
    tracking_code: string | null
    /** True if the gift was cancelled after the hand-over: the parcel must not leave. */
    is_cancelled: boolean
  } | null
}

type QueueName = 'to_pack' | 'packed' | 'handed_over'

export interface QueueFilter {
  queue: QueueName
  warehouse_id?: string | undefined
}

/**
 * Lists a page of parcels to pack, or of packed parcels that are not handed over, oldest first; or of
 * parcels whose hand-over can be taken back, newest first.
 */
export async function listQueue(
  ctx: TxContext,
  { queue, warehouse_id }: QueueFilter,
  page: Page,
  shipping: ShippingConfig,
): Promise<Paginated<QueuedParcel>> {
  const part = {
    carriers: packedHereCarriers(shipping),
    warehouse_id,
    after: page.after === undefined ? undefined : await findCursor(ctx, queue, page.after),
    limit: page.limit + 1,
  }
  const rows = await finders[queue](ctx, part)
  const { data, has_more } = toPage(rows, page)
  return { data: await toQueuedParcels(ctx, data), has_more }
}

const finders = {
  to_pack: store.findToPack,
  packed: store.findPacked,
  handed_over: pendingHandOvers.findUndoable,
} satisfies Record<QueueName, unknown>

async function findCursor(ctx: TxContext, queue: QueueName, id: string) {
  const parcel = isId(id) ? await findParcel(ctx, id) : undefined
  const packing = parcel && (await packingRows.get(ctx, parcel))
  const times = {
    to_pack: parcel?.created_at,
    packed: packing?.packed_at,
    handed_over: packing?.handed_over_at,
  }
  const at = times[queue]
  if (at === undefined || at === null) throwIfAny([{ ...unknownCursorError, in: 'query' }])
  return { at: at as Date, id }
}

/**
 * Converts rows to parcels of the queue. Omits cancelled gifts, whose parcels leave the queue as soon as the
 * cancellation is processed; but a parcel that was handed over is still to be taken back.
 */
async function toQueuedParcels(
  ctx: TxContext,
  rows: readonly (store.StationParcel | pendingHandOvers.HandedOverParcel)[],
): Promise<QueuedParcel[]> {
  const { gifts, lines, warehouses, users } = await loadRelations(ctx, rows)
  return rows.flatMap((row) => {
    const gift = gifts.get(row.gift_request_id)
    const hand_over = 'tracking_code' in row ? toHandOver(row, gift?.status) : null
    if (gift === undefined || (gift.status === 'cancelled' && hand_over === null)) return []
    return [
      {
        id: row.id,
        barcode: toBarcode(gift.reference, row.number),
        lines: (lines.get(row.id) ?? []).map(({ sku, name, quantity }) => ({
          sku,
          name,
          quantity,
        })),
        warehouse: warehouses.get(row.warehouse_id ?? '') ?? null,
        country: gift.country,
        created_at: row.created_at,
        ...toLease(ctx, row, users),
        packed_at: row.packed_at,
        hand_over,
      },
    ]
  })
}

const toHandOver = (
  row: pendingHandOvers.HandedOverParcel,
  gift_status: gifting.Gift['status'] | undefined,
): QueuedParcel['hand_over'] => ({
  at: row.handed_over_at,
  undo_until: toUndoEnd(row),
  carrier: row.carrier_name,
  tracking_code: row.tracking_code,
  is_cancelled: gift_status === 'cancelled',
})

export interface QueueSummary {
  /** The number of parcels that are neither packed nor leased. The count stops at `countCap`. */
  waiting: number
  leased: { user: { id: string; name: string }; count: number }[]
  /** The number of parcels that are packed but not handed over. */
  packed: number
  /** The number of parcels whose hand-over can be taken back. */
  handed_over: number
  /** How many of these must not leave, because their gift was cancelled after the hand-over. */
  handed_over_cancelled: number
  /** How long a hand-over can be taken back, in minutes. */
  undo_minutes: number
  warehouses: catalogue.Warehouse[]
}

/** The number at which a count stops, so that its cost is limited. */
export const countCap = 10_000

/** Counts the parcels of the packing station, in one warehouse or in all. */
export async function summarizeQueue(
  ctx: TxContext,
  warehouse_id: string | undefined,
  shipping: ShippingConfig,
): Promise<QueueSummary> {
  const part = {
    carriers: packedHereCarriers(shipping),
    warehouse_id,
    limit: countCap + 1,
  }
  const toPack = await store.countToPack(ctx, part)
  const packed = await store.countPacked(ctx, part)
  const undoable = await pendingHandOvers.countUndoable(ctx, part)
  const leased = await store.countLeased(ctx, part)
  const users = await accounts.findUsersById(
    ctx,
    leased.map(({ leased_by }) => leased_by),
  )
  const leasedCount = leased.reduce((sum, { count }) => sum + count, 0)
  return {
    waiting: Math.max(0, toPack - leasedCount),
    leased: leased.map(({ leased_by, count }) => ({
      user: { id: leased_by, name: users.get(leased_by)?.name ?? '' },
      count,
    })),
    packed,
    ...undoable,
    undo_minutes: undoMs / 60_000,
    warehouses: [...(await findWarehouses(ctx)).values()],
  }
}
