import * as catalogue from '#catalogue'
import { ApiError } from '#contract'
import type { TxContext } from '#platform/postgres/database'
import type { ShippingConfig } from '../carriers/shipping-config.ts'
import { numberAfter, planParcels } from '../packing/plan-parcels.ts'
import * as packingRows from '../parcels/packing-rows.ts'
import { findReservationHolder } from '../parcels/parcel-stock.ts'
import { summarizeParcels, withState } from '../parcels/record-tracking.ts'
import * as parcelStore from '../parcels/store.ts'
import { syncGiftState } from '../parcels/sync-gift-state.ts'
import type { ParcelLine, ParcelRow } from '../parcels/tables.ts'
import {
  type ItemOfParcel,
  type ProblemOutcome,
  type RetryableItem,
  reportOnce,
} from './item-reports.ts'
import { withExtendedLease } from './lease.ts'
import { type LockedParcel, lockLeased } from './lock-leased.ts'
import * as store from './packing-store.ts'

/**
 * Reports that no unit of an SKU is in stock. Sets the stock of the SKU in this warehouse to zero, and
 * returns the other items of the parcel to the stock. Then plans the parcel again: from another warehouse, or
 * as a backorder.
 */
export const reportOutOfStock = (
  ctx: TxContext,
  user_id: string,
  report: RetryableItem,
  shipping: ShippingConfig,
): Promise<ProblemOutcome> =>
  reportOnce(ctx, { ...report, problem: 'out_of_stock' }, () =>
    clearStock(ctx, user_id, report, shipping),
  )

async function clearStock(
  ctx: TxContext,
  user_id: string,
  { parcel_id, variant_id }: ItemOfParcel,
  shipping: ShippingConfig,
): Promise<ProblemOutcome> {
  const { locked, lines, line } = await lockItem(ctx, user_id, { parcel_id, variant_id })
  const missing = (each: ParcelLine) => (each.variant_id === variant_id ? each.quantity : 0)
  await returnLines(ctx, locked, lines, missing)
  const { warehouse_id } = locked.row
  if (warehouse_id !== null)
    await catalogue.setStock(ctx, [{ variant_id, warehouse_id, available: 0 }])
  const cause = `parcel ${locked.row.number}: ${line.sku} is not in stock`
  await replan(ctx, locked, { lines, cause }, shipping)
  return 'replanned'
}

/**
 * Reports a damaged unit. Writes the unit off. If the warehouse has another unit, the parcel does not change.
 * Otherwise, plans the parcel again like one that is out of stock.
 */
export const reportDamaged = (
  ctx: TxContext,
  user_id: string,
  report: RetryableItem,
  shipping: ShippingConfig,
): Promise<ProblemOutcome> =>
  reportOnce(ctx, { ...report, problem: 'damaged' }, () => writeOff(ctx, user_id, report, shipping))

async function writeOff(
  ctx: TxContext,
  user_id: string,
  { parcel_id, variant_id }: ItemOfParcel,
  shipping: ShippingConfig,
): Promise<ProblemOutcome> {
  const { locked, lines, line } = await lockItem(ctx, user_id, { parcel_id, variant_id })
  const { warehouse_id } = locked.row
  if (
    warehouse_id !== null &&
    (await catalogue.writeOffAvailable(ctx, { variant_id, warehouse_id }))
  ) {
    await store.savePacking(ctx, {
      ...withExtendedLease(ctx, locked.packing),
      packed_at: null,
      packed_by: null,
    })
    return 'unchanged'
  }
  const missing = (each: ParcelLine) => (each === line ? 1 : 0)
  await returnLines(ctx, locked, lines, missing)
  const cause = `parcel ${locked.row.number}: ${line.sku} is damaged, and no other one is in stock`
  await replan(ctx, locked, { lines, cause }, shipping)
  return 'replanned'
}

/**
 * Reports that the packer cannot use the address. The parcel becomes `refused`. After a correction of the
 * address, the parcel returns to the queue with a new label.
 */
export async function reportUnusableAddress(
  ctx: TxContext,
  user_id: string,
  parcel_id: string,
  shipping: ShippingConfig,
): Promise<ProblemOutcome> {
  const locked = await lockLeased(ctx, user_id, parcel_id)
  const { row } = locked
  const cause = `parcel ${row.number}: the packer could not use the address`
  if (hasLabel(row)) {
    const lines = await parcelStore.findLines(ctx, [row.id])
    await returnLines(ctx, locked, lines, () => 0)
    await replan(ctx, locked, { lines, cause, asRefused: true }, shipping)
    return 'returned'
  }
  const refused = { ...withState(row, 'refused'), ...addressProblem }
  await parcelStore.saveParcel(ctx, refused)
  await packingRows.remove(ctx, [row.id])
  syncGiftState(ctx, locked.gift, summarizeParcels(locked.parcels, [refused]), cause)
  return 'returned'
}

const addressProblem = {
  problem_reason: 'The person who packs the parcel could not use the address.',
  problem_remedy: 'Correct the address. The parcel then returns to the packing queue.',
}

/** Locks a parcel that the user has leased, and finds the line of the item. */
async function lockItem(ctx: TxContext, user_id: string, { parcel_id, variant_id }: ItemOfParcel) {
  const locked = await lockLeased(ctx, user_id, parcel_id)
  const lines = await parcelStore.findLines(ctx, [locked.row.id])
  const line = lines.find((each) => each.variant_id === variant_id)
  if (line !== undefined) return { locked, lines, line }
  throw new ApiError('invalid_reference', {
    fieldErrors: [
      { code: 'invalid_reference', param: 'variant_id', message: 'is not in this parcel' },
    ],
    status: 422,
  })
}

/** Returns the reserved items of a parcel to the stock of its warehouse, except missing items. */
async function returnLines(
  ctx: TxContext,
  { gift, row }: LockedParcel,
  lines: readonly ParcelLine[],
  missing: (line: ParcelLine) => number,
): Promise<void> {
  const { warehouse_id } = row
  if (warehouse_id === null) return
  await catalogue.cancelReservedLines(
    ctx,
    await findReservationHolder(ctx, gift, row),
    lines.map((line) => ({
      variant_id: line.variant_id,
      warehouse_id,
      quantity: line.quantity,
      returned: line.quantity - missing(line),
    })),
  )
}

/**
 * Returns whether a label was bought for the parcel. The carrier must cancel a parcel with a bought label.
 */
const hasLabel = ({ label_url }: ParcelRow) => label_url !== null

interface ReplanRequest {
  lines: readonly (ParcelLine & { parcel_id?: string })[]
  cause: string
  /** True if the new parcels must wait for a corrected address. */
  asRefused?: boolean
}

/**
 * Replaces a parcel that never left with new parcels for its lines. The new parcels are no reshipment, so
 * their `replaces` does not name the old parcel. A bought label remains with the old parcel, which has no
 * lines any more, and the carrier refunds it.
 */
async function replan(
  ctx: TxContext,
  { gift, parcels, row }: LockedParcel,
  { lines, cause, asRefused = false }: ReplanRequest,
  shipping: ShippingConfig,
): Promise<void> {
  const others = parcels.filter(({ id }) => id !== row.id)
  const number = hasLabel(row) ? Math.max(...parcels.map((each) => each.number)) + 1 : row.number
  const wanted = {
    lines: lines.map(({ parcel_id: _id, ...line }) => line),
    number,
    replaces: row.replaces,
    holder: 'parcel',
  } as const
  const planned = await planParcels(ctx, gift, wanted, shipping)
  const changed = await retire(ctx, row)
  const created = numberAfter(asRefused ? planned.map(toRefused) : planned, others, number)
  await parcelStore.insertParcels(ctx, created)
  const remaining = changed === undefined ? others : [...others, changed]
  syncGiftState(ctx, gift, summarizeParcels([...remaining, ...created]), cause)
  ctx.afterCommit(() => ctx.deployment.notify('fulfilment'))
}

/**
 * Deletes the parcel, or cancels its label. Returns the parcel if it must still exist for the cancellation.
 */
async function retire(ctx: TxContext, row: ParcelRow): Promise<ParcelRow | undefined> {
  if (!hasLabel(row)) {
    await parcelStore.deleteParcel(ctx, row)
    return undefined
  }
  const cancelled = {
    ...row,
    pending_action: 'cancel' as const,
    attempts: 0,
    due_at: new Date(0),
    leased_until: null,
    is_retired: true,
  }
  await parcelStore.saveParcel(ctx, cancelled)
  await store.deleteLines(ctx, row.id)
  await packingRows.remove(ctx, [row.id])
  return cancelled
}

const toRefused = (parcel: parcelStore.NewParcel): parcelStore.NewParcel => ({
  ...parcel,
  ...withState(parcel, 'refused'),
  ...addressProblem,
  lines: parcel.lines,
  pending_action: null,
  due_at: null,
})
