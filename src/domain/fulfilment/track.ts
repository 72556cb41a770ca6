import * as catalogue from '#catalogue'
import * as gifting from '#gifting'
import type { TxContext } from '#platform/postgres'
import type { Scan, Tracking } from './carriers/carrier.ts'
import { follow } from './follow.ts'
import { hasLeft, journeyOf, stepsBetween } from './journey.ts'
import { within } from './moment.ts'
import { isEnd, type ParcelState, type Standing } from './parcel-states.ts'
import { problemOf } from './problems.ts'
import * as store from './store.ts'
import type { ParcelRow } from './tables.ts'

/** What became of a carrier's message: `early` when it speaks of a label that we may be buying right now. */
export type Tracked = 'news' | 'known' | 'unknown' | 'early'

/**
 * Takes in what a carrier says of one parcel, and moves its gift request as far as that goes.
 *
 * It may be said twice, late, or in the wrong order: scans are stored once, a parcel's state follows
 * from all of them together, and whoever comes second waits for the first at the gift request.
 */
export async function track(ctx: TxContext, tracking: Tracking): Promise<Tracked> {
  const meant = await store.findByRef(ctx, tracking.carrier, tracking.carrier_ref)
  if (meant === undefined)
    return (await store.isAnyUnderWay(ctx, tracking.carrier)) ? 'early' : 'unknown'
  const inside = await within(ctx, meant.account_id)
  const gift = await gifting.findForUpdate(inside, meant.account_id, meant.gift_request_id)
  const parcels = await store.parcelsOf(inside, meant.gift_request_id)
  const parcel = parcels.find(({ id }) => id === meant.id)
  if (gift === undefined || parcel?.carrier_ref !== tracking.carrier_ref) return 'unknown'
  const steps = await note(inside, parcel, tracking.scans)
  const later = {
    estimated_at: tracking.estimated_at ?? parcel.estimated_at,
    tracking_url: tracking.tracking_url ?? parcel.tracking_url,
  }
  if (steps === undefined) return 'known'
  await settleSteps(inside, gift, parcels, { ...parcel, ...later }, steps)
  return 'news'
}

/** Stores scans; answers the states to go through now, or undefined when all of it was known. */
export async function note(
  ctx: TxContext,
  parcel: ParcelRow,
  scans: readonly Scan[],
): Promise<readonly ParcelState[] | undefined> {
  const ref = parcel.carrier_ref ?? ''
  const known = await scansOfLabel(ctx, parcel)
  if ((await store.insertScans(ctx, parcel, ref, scans)) === 0) return undefined
  const now = await scansOfLabel(ctx, parcel)
  return stepsBetween(journeyOf(known), journeyOf(now))
}

/** Those of the label it has now: what was heard of an earlier one is of no account any more. */
const scansOfLabel = async (ctx: TxContext, { id, carrier_ref }: ParcelRow) =>
  (await store.scansOf(ctx, [id])).filter((scan) => scan.carrier_ref === carrier_ref)

/** Takes one of the parcels through these states, and the gift request with it. */
async function settleSteps(
  ctx: TxContext,
  gift: gifting.Gift,
  parcels: readonly ParcelRow[],
  parcel: ParcelRow,
  steps: readonly ParcelState[],
): Promise<void> {
  let row = parcel
  let moved = gift
  for (const step of steps) {
    // nobody mends a label for a gift that was called off
    const state = gift.state === 'cancelled' && step === 'refused' ? 'cancelled' : step
    row = stepped(row, state)
    const cause = `parcel ${row.number}: ${row.carrier} says ${state.replaceAll('_', ' ')}`
    const failure = failureOf(row)
    const details = failure && { isParcelFailure: true as const }
    moved = follow(ctx, moved, standings(parcels, [row]), cause, details)
  }
  const failure = failureOf(row)
  if (failure !== undefined && gift.status !== 'cancelled')
    gifting.enqueueParcelFailure(ctx, moved, { parcel_id: row.id, state: failure })
  await store.saveParcel(ctx, row)
  await keepStock(ctx, moved, parcels, [row])
}

/** What the recipient is sent an email about: the parcel will not arrive. */
const failureOf = ({ state }: ParcelRow) =>
  state === 'lost' || state === 'returned' ? state : undefined

/** A parcel after one step of its journey. */
export function stepped(row: ParcelRow, state: ParcelState): ParcelRow {
  const problem = problemOf(state)
  return {
    ...row,
    state,
    has_left: row.has_left || hasLeft([state]),
    problem_reason: problem?.reason ?? null,
    problem_remedy: problem?.remedy ?? null,
    ...(isEnd(state) ? { task: null, due_at: null, leased_until: null } : {}),
  }
}

/** What the gift request depends on, with some parcels as they are now. */
export function standings(
  parcels: readonly ParcelRow[],
  changed: readonly ParcelRow[] = [],
): Standing[] {
  const now = new Map(changed.map((row) => [row.id, row]))
  const known = parcels.map((row) => now.get(row.id) ?? row)
  const added = changed.filter(({ id }) => !parcels.some((row) => row.id === id))
  return [...known, ...added].map(({ state, has_left, replaces }) => ({
    state,
    has_left,
    is_again: replaces !== null,
  }))
}

/** Goods that have left are gone from the stock; goods that nothing will ever send go back to it. */
export async function keepStock(
  ctx: TxContext,
  gift: gifting.Gift,
  parcels: readonly ParcelRow[],
  changed: readonly ParcelRow[],
): Promise<void> {
  const now = standings(parcels, changed)
  const hadLeft = parcels.some(({ has_left }) => has_left)
  const isOut = now.some(({ has_left }) => has_left)
  if (isOut && !hadLeft) catalogue.consume(ctx, gift.id)
  if (!isOut && now.every(({ state }) => isEnd(state))) catalogue.release(ctx, gift.id)
}
