import { isDeepStrictEqual } from 'node:util'
import * as accounts from '#accounts'
import * as gifting from '#gifting'
import { ALL_ACCOUNTS, type TxContext } from '#platform/postgres/database'
import type { Scan, Tracking } from '../carriers/carrier.ts'
import { describeProgress } from './describe-parcel.ts'
import { getProblem } from './parcel-problems.ts'
import { isFinal, type ParcelState, type ParcelSummary } from './parcel-states.ts'
import { updateStock } from './parcel-stock.ts'
import { rejectLateChange } from './relabel.ts'
import { clampScanTime, toEstimate } from './scan-time.ts'
import * as store from './store.ts'
import { syncGiftState } from './sync-gift-state.ts'
import type { ParcelRow } from './tables.ts'
import { deriveStates, hasLeft, missingTransitions } from './tracking-history.ts'

/**
 * The result of a carrier message. It is `pending` if the message may refer to a label whose purchase is
 * still in progress.
 */
export type TrackingOutcome = 'applied' | 'duplicate' | 'unknown' | 'pending'

/**
 * Stores the scans of a carrier for one parcel, and updates the state of its gift request.
 *
 * Messages can be repeated, late or out of order. Each scan is stored once, and the state of a parcel is
 * derived from all its scans together. Concurrent messages wait for each other, because each of them locks
 * the gift request.
 *
 * @param connection_id  the connection that reports the scans: it reports only about its own parcels
 */
export async function recordTracking(
  ctx: TxContext,
  tracking: Tracking,
  connection_id: string | null = null,
): Promise<TrackingOutcome> {
  const { carrier, carrier_ref } = tracking
  const parcelRef = await store.findByCarrierRef(ctx, carrier, carrier_ref, connection_id)
  if (parcelRef === undefined)
    return (await store.isPlacing(ctx, carrier, connection_id)) ? 'pending' : 'unknown'
  const accountCtx = await ensureAccountTime(ctx, parcelRef.account_id)
  const gift = await gifting.findForUpdate(
    accountCtx,
    parcelRef.account_id,
    parcelRef.gift_request_id,
  )
  const parcels = await store.findParcelsByGift(accountCtx, parcelRef.gift_request_id)
  const parcel = parcels.find(({ id }) => id === parcelRef.id)
  if (gift === undefined || parcel?.carrier_ref !== tracking.carrier_ref) return 'unknown'
  const steps = await saveScans(accountCtx, parcel, relevantScans(parcel, tracking))
  // A person reports the parcel before its hand-over takes effect. The packer has entered the number already.
  const handOver =
    carrier === 'manual' && !parcel.has_left
      ? await store.findHandOver(accountCtx, parcel)
      : undefined
  const updated = withDetails({ ...parcel, ...handOver }, tracking)
  if (steps === undefined && isDeepStrictEqual(parcel, updated)) return 'duplicate'
  await applyStates(accountCtx, gift, parcels, updated, steps ?? [])
  return 'applied'
}

/**
 * Returns a context with the time of the account. If a request of the account opened the context, the context
 * already has this time.
 */
const ensureAccountTime = async (ctx: TxContext, account_id: string): Promise<TxContext> =>
  ctx.account_id === ALL_ACCOUNTS ? accounts.withAccountTime(ctx, account_id) : ctx

/** Returns the parcel with the details of a message. Details that the message does not have do not change. */
const withDetails = (parcel: ParcelRow, tracking: Tracking): ParcelRow => ({
  ...parcel,
  carrier_name: tracking.carrier_name ?? parcel.carrier_name,
  tracking_code: tracking.tracking_code ?? parcel.tracking_code,
  tracking_url: tracking.tracking_url ?? parcel.tracking_url,
  estimated_at: toEstimate(tracking.estimated_at, parcel) ?? parcel.estimated_at,
})

/**
 * Returns the scans that concern the parcel. If a change of the gift has requested a cancellation, the
 * carrier reports it, but the parcel itself continues.
 */
const relevantScans = ({ pending_action }: ParcelRow, { scans }: Tracking): readonly Scan[] =>
  pending_action === 'relabel' ? scans.filter(({ state }) => state !== 'cancelled') : scans

/**
 * Stores scans, and limits their times with `clampScanTime`. Returns the states that the parcel passes
 * through now. Returns undefined if all scans were already stored.
 */
export async function saveScans(
  ctx: TxContext,
  parcel: ParcelRow,
  scans: readonly Scan[],
): Promise<readonly ParcelState[] | undefined> {
  const ref = parcel.carrier_ref ?? ''
  const known = await findLabelScans(ctx, parcel)
  const bounded = scans.map((scan) => ({
    ...scan,
    occurred_at: clampScanTime(scan.occurred_at, parcel, ctx.now),
  }))
  if ((await store.insertScans(ctx, parcel, ref, bounded)) === 0) return undefined
  if (parcel.state === 'delivered') return [] // a delivery is final, even if a late message reports a return
  const now = await findLabelScans(ctx, parcel)
  return missingTransitions(deriveStates(known, parcel), deriveStates(now, parcel))
}

/** Finds the scans of the current label. Scans of earlier labels do not count. */
const findLabelScans = async (ctx: TxContext, { id, carrier_ref }: ParcelRow) =>
  (await store.findScans(ctx, [id])).filter((scan) => scan.carrier_ref === carrier_ref)

/** Applies several states to one parcel, and updates the gift request after each state. */
async function applyStates(
  ctx: TxContext,
  gift: gifting.Gift,
  parcels: readonly ParcelRow[],
  parcel: ParcelRow,
  steps: readonly ParcelState[],
): Promise<void> {
  let row = parcel
  let updatedGift = gift
  const items = steps.some(isNamedInEmail) ? await listItems(ctx, parcel) : []
  for (const step of steps) {
    // The rejected label of a cancelled gift is final, because no retry follows.
    const state = gift.state === 'cancelled' && step === 'refused' ? 'cancelled' : step
    row = withState(row, state)
    const cause = describeProgress(row, state)
    const failure = getDeliveryFailure(row)
    const details = {
      ...(failure && { isParcelFailure: true as const }),
      ...(items.length > 0 && { items }),
      tracking: [toEmailTracking(row)],
    }
    updatedGift = syncGiftState(ctx, updatedGift, summarizeParcels(parcels, [row]), cause, details)
  }
  const failure = getDeliveryFailure(row)
  if (failure !== undefined && gift.status !== 'cancelled')
    gifting.enqueueParcelFailure(ctx, updatedGift, { parcel_id: row.id, state: failure, items })
  await store.saveParcel(ctx, row)
  await updateStock(ctx, updatedGift, parcels, [row])
  await rejectLateChange(ctx, updatedGift, row)
}

/** Returns whether the email about a state of a parcel names its items. */
const isNamedInEmail = (state: ParcelState) =>
  state === 'in_transit' || state === 'lost' || state === 'returned'

const listItems = async (ctx: TxContext, { id }: ParcelRow) =>
  (await store.findLines(ctx, [id])).map(({ name, variant_id, quantity }) => ({
    ...{ name, variant_id, quantity },
  }))

const toEmailTracking = ({
  carrier_name,
  tracking_code,
  tracking_url,
  estimated_at,
}: ParcelRow) => ({
  carrier: carrier_name,
  code: tracking_code,
  url: tracking_url,
  estimated_at: estimated_at?.toISOString() ?? null,
})

/** Returns the failure about which the recipient receives an email: the parcel will not arrive. */
const getDeliveryFailure = ({ state }: ParcelRow) =>
  state === 'lost' || state === 'returned' ? state : undefined

/** Returns the parcel in a new state. */
export function withState(row: ParcelRow, state: ParcelState): ParcelRow {
  const problem = getProblem(state)
  return {
    ...row,
    state,
    has_left: row.has_left || hasLeft([state]),
    problem_reason: problem?.reason ?? null,
    problem_remedy: problem?.remedy ?? null,
    ...(isFinal(state) ? { pending_action: null, due_at: null, leased_until: null } : {}),
  }
}

/** Summarizes the parcels. Uses the changed parcels instead of their stored rows. */
export function summarizeParcels(
  parcels: readonly ParcelRow[],
  changed: readonly ParcelRow[] = [],
): ParcelSummary[] {
  const now = new Map(changed.map((row) => [row.id, row]))
  const known = parcels.map((row) => now.get(row.id) ?? row)
  const added = changed.filter(({ id }) => !parcels.some((row) => row.id === id))
  return [...known, ...added].map(({ state, has_left, replaces }) => ({
    state,
    has_left,
    is_replacement: replaces !== null,
  }))
}
