import * as catalogue from '#catalogue'
import { ApiError, type manualStates } from '#contract'
import * as gifting from '#gifting'
import { isId } from '#platform/lib/ids'
import type { TxContext } from '#platform/postgres/database'
import { type ManualScan, recordScan, saveTracking, type TrackingInput } from './manual-tracking.ts'
import type { ParcelState } from './parcel-states.ts'
import type { TrackingOutcome } from './record-tracking.ts'
import * as store from './store.ts'
import type { ParcelRow } from './tables.ts'

/*
 * The progress of manually shipped parcels: a person enters what the carrier of other parcels reports. Each entry is a
 * scan, so states and events follow the same rules.
 */

export type ManualState = (typeof manualStates)[number]

/**
 * The states that a person can enter for a parcel in each state; none for a parcel in another state. A parcel that has
 * not left is neither returned nor lost: its stock would be released as if it were still there.
 */
// biome-ignore format: read down the columns
const manualStatesByState = {
  ordered:                 ['in_transit', 'out_for_delivery', 'delivery_attempt_failed', 'delivered'],
  in_transit:              ['out_for_delivery', 'delivery_attempt_failed', 'delivered', 'returned', 'lost'],
  out_for_delivery:        ['in_transit', 'delivery_attempt_failed', 'delivered', 'returned', 'lost'],
  delivery_attempt_failed: ['in_transit', 'out_for_delivery', 'delivered', 'returned', 'lost'],
  returned:                ['in_transit', 'delivered', 'lost'],
  lost:                    ['in_transit', 'delivered', 'returned'],
} as const satisfies Partial<Record<ParcelState, readonly ManualState[]>>

/** The actions that a person can perform on a parcel now. */
export interface ManualActions {
  /** The states that can be entered. */
  states: readonly ManualState[]
  canEditTracking: boolean
  /** Whether the items of the returned parcel can be put back into stock. */
  canRestock: boolean
}

const noActions: ManualActions = { states: [], canEditTracking: false, canRestock: false }

type ManualParcel = Pick<ParcelRow, 'state' | 'carrier' | 'carrier_ref' | 'pending_action'>

/** Returns the actions for a parcel; none for a parcel of another carrier. */
export function findManualActions(parcel: ManualParcel, isRestocked: boolean): ManualActions {
  const { state, carrier, carrier_ref, pending_action } = parcel
  if (carrier !== 'manual' || carrier_ref === null || pending_action !== null) return noActions
  const byState: Readonly<Record<string, readonly ManualState[]>> = manualStatesByState
  return {
    states: isRestocked ? [] : (byState[state] ?? []),
    canEditTracking: state !== 'cancelled',
    canRestock: state === 'returned' && !isRestocked,
  }
}

/** Returns the actions by parcel, for the parcels of a gift request. */
export async function manualActionsById(
  ctx: TxContext,
  gift_request_id: string,
): Promise<ReadonlyMap<string, ManualActions>> {
  const parcels = await store.findParcelsByGift(ctx, gift_request_id)
  const restocked = await findRestocked(ctx, parcels)
  return new Map(
    parcels.map((parcel) => [parcel.id, findManualActions(parcel, restocked.has(parcel.id))]),
  )
}

export const findRestocked = async (
  ctx: TxContext,
  parcels: readonly { id: string }[],
): Promise<ReadonlySet<string>> =>
  new Set(
    await store.findRestocked(
      ctx,
      parcels.map(({ id }) => id),
    ),
  )

export interface ManualProgress extends Omit<ManualScan, 'state'> {
  state?: ManualState | undefined
  tracking?: TrackingInput | undefined
  /** Whether the items of the parcel, which is returned, go back into the stock of its warehouse. */
  restock?: boolean | undefined
}

/** The parcel after a change, for the audit log and the response. */
export interface ManualProgressResult {
  gift: gifting.Gift
  parcel: ParcelRow
  outcome: TrackingOutcome | undefined
}

/**
 * Enters tracking details and progress of a manually shipped parcel, and puts returned items back into stock, in one
 * transaction. Returns undefined when the gift request has no such parcel; throws when the progress is not possible.
 */
export async function enterProgress(
  ctx: TxContext,
  gift_request_id: string,
  parcel_id: string,
  { state, tracking, restock = false, ...scan }: ManualProgress,
): Promise<ManualProgressResult | undefined> {
  if (!isId(gift_request_id) || !isId(parcel_id)) return undefined
  const gift = await gifting.findForUpdate(ctx, ctx.account_id, gift_request_id)
  const parcels = gift === undefined ? [] : await store.findParcelsByGift(ctx, gift.id)
  const parcel = parcels.find(({ id }) => id === parcel_id.toLowerCase())
  if (gift === undefined || parcel === undefined) return undefined
  const isRestocked = (await findRestocked(ctx, [parcel])).has(parcel.id)
  const actions = findManualActions(parcel, isRestocked)
  if (parcel.carrier !== 'manual')
    throw conflict('The carrier of this parcel reports its progress.')
  if (tracking !== undefined) {
    if (!actions.canEditTracking) throw conflict(describeState(parcel, 'has no tracking number'))
    await saveTracking(ctx, parcel, tracking)
  }
  let outcome: TrackingOutcome | undefined
  if (state !== undefined) {
    assertCanEnter(parcel, state, actions, isRestocked)
    outcome = await recordScan(ctx, parcel.id, { ...scan, state })
  }
  if (restock) await restockItems(ctx, parcel.id)
  const after = await store.findParcel(ctx, parcel.id)
  return { gift, parcel: after ?? parcel, outcome }
}

function assertCanEnter(
  parcel: ParcelRow,
  state: ManualState,
  { states }: ManualActions,
  isRestocked: boolean,
): void {
  if (states.includes(state)) return
  if (isRestocked) throw conflict('The items of this parcel are back in stock. Ship them again.')
  if (parcel.state === state) throw conflict(describeState(parcel, 'is saved already'))
  throw conflict(describeState(parcel, `cannot become ${humanize(state)}`))
}

const humanize = (state: string): string => state.replaceAll('_', ' ')

const describeState = ({ number, state }: ParcelRow, message: string): string =>
  `Parcel ${number} is ${humanize(state)} and ${message}. Reload the page to see its progress.`

/** Adds the items of a returned parcel to the stock of its warehouse, once. */
async function restockItems(ctx: TxContext, parcel_id: string): Promise<void> {
  const parcel = await store.findParcel(ctx, parcel_id)
  if (parcel?.state !== 'returned')
    throw conflict('Only the items of a returned parcel go back into stock.')
  if (parcel.warehouse_id === null)
    throw conflict('The warehouse of this parcel is unknown. Correct its stock in the catalogue.')
  if (!(await store.insertRestock(ctx, parcel_id)))
    throw conflict('The items of this parcel are back in stock already.')
  await catalogue.restock(ctx, parcel.warehouse_id, await store.findLines(ctx, [parcel_id]))
}

const conflict = (message: string) => new ApiError('invalid_transition', { message })
