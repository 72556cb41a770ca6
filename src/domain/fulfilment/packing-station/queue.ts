import * as accounts from '#accounts'
import type * as catalogue from '#catalogue'
import { type Page, type Paginated, throwIfAny, toPage, unknownCursorError } from '#contract'
import { isId } from '#platform/lib/ids'
import type { TxContext } from '#platform/postgres/database'
import { packedHereCarriers, type ShippingConfig } from '../carriers/shipping-config.ts'
import { toBarcode } from '../parcels/barcode.ts'
import * as packingRows from '../parcels/packing-rows.ts'
import { findParcel } from '../parcels/store.ts'
import type { ParcelLine } from '../parcels/tables.ts'
import * as store from './packing-store.ts'
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
}

type QueueName = 'to_pack' | 'packed'

export interface QueueFilter {
  queue: QueueName
  warehouse_id?: string | undefined
}

/**
 * Lists a page of parcels to pack, or of packed parcels that are not handed over. The oldest parcel comes
 * first.
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
  const rows = await (queue === 'packed' ? store.findPacked : store.findToPack)(ctx, part)
  const { data, has_more } = toPage(rows, page)
  return { data: await toQueuedParcels(ctx, data), has_more }
}

async function findCursor(ctx: TxContext, queue: QueueName, id: string) {
  const parcel = isId(id) ? await findParcel(ctx, id) : undefined
  const packing = parcel && (await packingRows.get(ctx, parcel))
  const at = queue === 'packed' ? packing?.packed_at : parcel?.created_at
  if (at === undefined || at === null) throwIfAny([{ ...unknownCursorError, in: 'query' }])
  return { at: at as Date, id }
}

/**
 * Converts rows to parcels of the queue. Omits cancelled gifts; their parcels leave the queue as soon as the
 * cancellation is processed.
 */
async function toQueuedParcels(
  ctx: TxContext,
  rows: readonly store.StationParcel[],
): Promise<QueuedParcel[]> {
  const { gifts, lines, warehouses, users } = await loadRelations(ctx, rows)
  return rows.flatMap((row) => {
    const gift = gifts.get(row.gift_request_id)
    if (gift === undefined || gift.status === 'cancelled') return []
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
      },
    ]
  })
}

export interface QueueSummary {
  /** The number of parcels that are neither packed nor leased. The count stops at `countCap`. */
  waiting: number
  leased: { user: { id: string; name: string }; count: number }[]
  /** The number of parcels that are packed but not handed over. */
  packed: number
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
    warehouses: [...(await findWarehouses(ctx)).values()],
  }
}
