import * as gifting from '#gifting'
import { newId } from '#platform/ids'
import type { TxContext } from '#platform/postgres'
import { isScanState, type ScanState } from './carriers/carrier.ts'
import { placeNow, scanOf, simulator } from './carriers/simulator.ts'
import { stepTo } from './follow.ts'
import { hasLeft } from './journey.ts'
import { isEnd, type ParcelState, stateOf } from './parcel-states.ts'
import { goodsOf, plan } from './plan.ts'
import { createShipping } from './shipping.ts'
import * as store from './store.ts'
import type { ParcelRow } from './tables.ts'
import { keepStock, note, standings, stepped } from './track.ts'

/**
 * Walks a gift request to a state as `gifting.rehearse` does, and its parcels with it: from the moment
 * it is redeemed, each step is one that the simulator lets its parcels take, in this transaction.
 */
export const rehearse = (ctx: TxContext, id: string, to: gifting.State) =>
  gifting.simulateTo(ctx, id, to, shipStep)

async function shipStep(
  ctx: TxContext,
  gift: gifting.Gift,
  to: gifting.State,
): Promise<gifting.Gift | undefined> {
  const parcels = await parcelsFor(ctx, gift)
  if (parcels.length === 0 || to === 'cancelled') return undefined
  const changed = await partsOf(ctx, gift, parcels, to)
  for (const row of changed) await store.saveParcel(ctx, row)
  const now = standings(parcels, changed)
  // the table allows the move, and parcels that have arrived do not
  if (to !== 'complete' && stateOf(now) !== to) throw gifting.transitionError(gift, to)
  const moved = stepTo(ctx, gift, to, 'advanced by a test helper')
  await keepStock(ctx, moved, parcels, changed)
  return moved
}

const simulated = createShipping([simulator])

/** Its parcels, made now when nobody has taken it up yet. */
async function parcelsFor(ctx: TxContext, gift: gifting.Gift): Promise<ParcelRow[]> {
  if (gift.state === 'redeemed' && (await store.openOrder(ctx, gift.id))) {
    const lines = await goodsOf(ctx, gift)
    const wanted = { lines, number: 1, replaces: null }
    if (lines.length > 0) await store.insertParcels(ctx, await plan(ctx, gift, wanted, simulated))
  }
  return store.parcelsOf(ctx, gift.id)
}

/** What each parcel has to become for its gift request to become that. */
async function partsOf(
  ctx: TxContext,
  gift: gifting.Gift,
  parcels: readonly ParcelRow[],
  to: gifting.State,
): Promise<ParcelRow[]> {
  const open = parcels.filter(({ state }) => !isEnd(state))
  switch (to) {
    case 'redelivering':
      return again(ctx, gift, parcels)
    case 'ordered':
      return open.map(labelled)
    case 'backordered':
      return open.map((row) => ({ ...rest(row, 'waiting'), scenario: store.rehearsed }))
    case 'shipping_error':
      return open.map((row) => rest(row, 'refused'))
    case 'complete':
    case 'shipment_cancelled':
      return open.map((row) => rest(row, 'cancelled'))
    default:
      return isScanState(to) ? Promise.all(open.map((row) => scanned(ctx, row, to))) : []
  }
}

/** Nothing more happens to it until it is told. */
const rest = (row: ParcelRow, state: ParcelState): ParcelRow => ({
  ...stepped(row, state),
  task: null,
  due_at: null,
  leased_until: null,
  plays_at: null,
})

/** Takes it to the simulator, unless a carrier has it already. */
function labelled(row: ParcelRow): ParcelRow {
  const round = row.state === 'refused' ? row.round + 1 : row.round
  const placed = placeNow({
    reference: `${row.id}-${round}`,
    address: { name: '', line_1: '', country: '' },
    lines: [],
    warehouse: null,
    tries: 1,
    scenario: null,
  })
  if (placed.kind !== 'placed') throw new Error('the simulator refuses nothing without a scenario')
  const ordered = { ...rest(row, 'ordered'), round, has_left: false }
  return { ...ordered, carrier: simulator.name, ...placed.label }
}

/** Lets the carrier say so of it, after everything that it has said before. */
async function scanned(ctx: TxContext, row: ParcelRow, state: ScanState): Promise<ParcelRow> {
  const scans = await store.scansOf(ctx, [row.id])
  const last = Math.max(0, ...scans.map(({ occurred_at }) => occurred_at.getTime()))
  const occurred_at = new Date(Math.max(ctx.now.getTime(), last + 1))
  const steps = (await note(ctx, row, [scanOf(state, occurred_at, `told ${newId()}`)])) ?? []
  return { ...rest(row, state), has_left: row.has_left || hasLeft(steps) }
}

/** What was delivered turns out to be of no use, and is sent again. */
async function again(
  ctx: TxContext,
  gift: gifting.Gift,
  parcels: readonly ParcelRow[],
): Promise<ParcelRow[]> {
  const failed = parcels.filter(({ id }) => !parcels.some(({ replaces }) => replaces === id))
  const made: ParcelRow[] = []
  for (const { id } of failed) {
    const lines = (await store.linesOf(ctx, [id])).map(({ parcel_id: _id, ...line }) => line)
    const number = parcels.length + made.length + 1
    const planned = await plan(ctx, gift, { lines, number, replaces: id }, simulated)
    await store.insertParcels(ctx, planned)
    made.push(...planned.map(({ lines: _lines, ...row }) => labelled(row)))
  }
  return made
}
