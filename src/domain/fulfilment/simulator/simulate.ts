import * as digital from '#digital'
import * as donations from '#donations'
import * as gifting from '#gifting'
import { newId } from '#platform/lib/ids'
import type { TxContext } from '#platform/postgres/database'
import { isScanState, type ScanState } from '../carriers/carrier.ts'
import { createShippingConfig } from '../carriers/shipping-config.ts'
import { buildScan, placeSync, simulator } from '../carriers/simulator.ts'
import { getLineItems, getPhysicalLines, planParcels } from '../packing/plan-parcels.ts'
import { deriveGiftState, isFinal, type ParcelState } from '../parcels/parcel-states.ts'
import { updateStock } from '../parcels/parcel-stock.ts'
import { saveScans, summarizeParcels, withState } from '../parcels/record-tracking.ts'
import * as store from '../parcels/store.ts'
import { transitionTo } from '../parcels/sync-gift-state.ts'
import type { ParcelRow } from '../parcels/tables.ts'
import { hasLeft } from '../parcels/tracking-history.ts'

/**
 * Simulates a gift request up to a state with `gifting.simulateTo`, including its parcels: after the
 * redemption, each step is a state that the simulator gives the parcels, in this transaction.
 */
export const simulateTo = (ctx: TxContext, id: string, to: gifting.State) =>
  gifting.simulateTo(ctx, id, to, simulateShipping)

async function simulateShipping(
  ctx: TxContext,
  gift: gifting.Gift,
  to: gifting.State,
): Promise<gifting.Gift | undefined> {
  const { pending } = await gifting.findChanges(ctx, gift)
  if (pending !== undefined) gifting.rejectChange(ctx, gift, pending, { isEmailed: false })
  const parcels = (await ensureParcels(ctx, gift)).map((row) =>
    row.state === 'ordered' && row.carrier_ref === null ? withSimulatedLabel(row) : row,
  )
  if (parcels.length === 0 || to === 'cancelled') return undefined
  const changed = await simulateParcels(ctx, gift, parcels, to)
  for (const row of changed) await store.saveParcel(ctx, row)
  const now = summarizeParcels(parcels, changed)
  // The state table allows this transition, but parcels that have arrived can rule it out.
  if (to !== 'complete' && deriveGiftState(now) !== to) throw gifting.transitionError(gift, to)
  const updatedGift = transitionTo(ctx, gift, to, 'advanced by a test helper')
  await updateStock(ctx, updatedGift, parcels, changed)
  return updatedGift
}

const simulatorConfig = createShippingConfig([simulator])

/** Returns the parcels of the gift request; creates them if the outbox loop has not done so yet. */
async function ensureParcels(ctx: TxContext, gift: gifting.Gift): Promise<ParcelRow[]> {
  if (gift.state === 'redeemed' && (await store.createOrder(ctx, gift.id))) {
    const lines = await getPhysicalLines(ctx, gift)
    const giftLines = gifting.toGiftLines(getLineItems(gift))
    await digital.giveAvailable(ctx, gift.id, giftLines)
    await donations.give(ctx, gift.id, giftLines, 'direct')
    const request = { lines, number: 1, replaces: null, holder: 'gift' } as const
    if (lines.length > 0)
      await store.insertParcels(ctx, await planParcels(ctx, gift, request, simulatorConfig))
  }
  return store.lockParcelsByGift(ctx, gift.id)
}

/** Changes the parcels so that the gift request gets the state `to`. Returns the changed parcels. */
async function simulateParcels(
  ctx: TxContext,
  gift: gifting.Gift,
  parcels: readonly ParcelRow[],
  to: gifting.State,
): Promise<ParcelRow[]> {
  const open = parcels.filter(({ state }) => !isFinal(state))
  switch (to) {
    case 'redelivering':
      return reshipAll(ctx, gift, parcels)
    case 'ordered':
      return open.map(withSimulatedLabel)
    case 'backordered':
      return open.map((row) => ({
        ...withoutSchedule(row, 'waiting'),
        scenario: store.simulatedScenario,
      }))
    case 'shipping_error':
      return open.map((row) => withoutSchedule(row, 'refused'))
    case 'complete':
    case 'shipment_cancelled':
      return open.map((row) => withoutSchedule(row, 'cancelled'))
    default:
      return isScanState(to) ? Promise.all(open.map((row) => withScan(ctx, row, to))) : []
  }
}

/** Clears carrier tasks and scheduled messages: the parcel changes only on request. */
const withoutSchedule = (row: ParcelRow, state: ParcelState): ParcelRow => ({
  ...withState(row, state),
  pending_action: null,
  due_at: null,
  leased_until: null,
  next_simulated_at: null,
})

/** Buys a label from the simulator. */
function withSimulatedLabel(row: ParcelRow): ParcelRow {
  const label_attempt = row.state === 'refused' ? row.label_attempt + 1 : row.label_attempt
  const result = placeSync({
    reference: `${row.id}-${label_attempt}`,
    attempt: 1,
    scenario: null,
  })
  if (result.kind !== 'placed')
    throw new Error('the simulator accepts every parcel without a scenario')
  const ordered = { ...withoutSchedule(row, 'ordered'), label_attempt, has_left: false }
  return { ...ordered, carrier: simulator.name, ...result.label }
}

/** Records a scan with this state, later than all scans so far. */
async function withScan(ctx: TxContext, row: ParcelRow, state: ScanState): Promise<ParcelRow> {
  const scans = await store.findScans(ctx, [row.id])
  const last = Math.max(0, ...scans.map(({ occurred_at }) => occurred_at.getTime()))
  const occurred_at = new Date(Math.max(ctx.now.getTime(), last + 1))
  const steps =
    (await saveScans(ctx, row, [buildScan(state, occurred_at, `simulated ${newId()}`)])) ?? []
  return { ...withoutSchedule(row, state), has_left: row.has_left || hasLeft(steps) }
}

/** Reships the lines of delivered parcels. */
async function reshipAll(
  ctx: TxContext,
  gift: gifting.Gift,
  parcels: readonly ParcelRow[],
): Promise<ParcelRow[]> {
  const failed = parcels.filter(({ id }) => !parcels.some(({ replaces }) => replaces === id))
  const reshipped: ParcelRow[] = []
  for (const { id } of failed) {
    const lines = (await store.findLines(ctx, [id])).map(({ parcel_id: _id, ...line }) => line)
    const number = parcels.length + reshipped.length + 1
    const request = { lines, number, replaces: id, holder: 'parcel' } as const
    const planned = await planParcels(ctx, gift, request, simulatorConfig)
    await store.insertParcels(ctx, planned)
    reshipped.push(...planned.map(({ lines: _lines, ...row }) => withSimulatedLabel(row)))
  }
  return reshipped
}
