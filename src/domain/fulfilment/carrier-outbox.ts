import * as catalogue from '#catalogue'
import * as gifting from '#gifting'
import type { OutboxHandler } from '#platform/jobs/outbox'
import type { TxContext } from '#platform/postgres/database'
import type { CancelResult, PlaceResult, ShipmentRequest } from './carriers/carrier.ts'
import type { ShippingConfig } from './carriers/shipping-config.ts'
import { isScenario, scenarioSteps as messagesOf } from './carriers/simulator-scenarios.ts'
import { withAccountClock } from './parcels/account-clock.ts'
import { summarizeParcels, updateStock, withState } from './parcels/record-tracking.ts'
import * as store from './parcels/store.ts'
import { syncGiftState } from './parcels/sync-gift-state.ts'
import type { ParcelRow } from './parcels/tables.ts'

/** What it takes to place a parcel with its carrier. */
interface CarrierTask {
  /** Undefined when nobody knows where it goes any more. */
  request: ShipmentRequest | undefined
}

type CarrierResult = PlaceResult | CancelResult

/** Parcels that carriers are asked about at once. */
const batchSize = 10

/**
 * Places parcels with their carriers, and calls them off. Our reference makes it safe to place twice: a
 * process may die between the carrier's answer and our writing it down, and whoever takes the parcel up
 * then is told of the same label again.
 */
export const createCarrierOutbox = (
  shipping: ShippingConfig,
): OutboxHandler<ParcelRow, CarrierTask, CarrierResult> => ({
  concurrency: batchSize,
  claim: (ctx, room) => store.claimTasks(ctx, room, shipping.leaseMs),
  async prepare(ctx, parcels) {
    const tasks: CarrierTask[] = []
    for (const parcel of parcels) tasks.push(await buildTask(ctx, parcel))
    return tasks
  },
  toPreparationFailure: (error) => toUnreachable('The parcel could not be prepared', error),
  perform: (parcel, task) => performTask(parcel, task, shipping),
  settle: (ctx, parcel, outcome) => settleTask(ctx, parcel, outcome, shipping),
  async defer(ctx, parcel) {
    const delayMs = Math.max(retryDelayMs(parcel.attempts, shipping), minDelayMs)
    await store.deferTask(ctx, parcel, new Date(ctx.now.getTime() + delayMs))
  },
})

/** After a failure of our own, whatever the delays of carriers are. */
const minDelayMs = 10_000

async function buildTask(ctx: TxContext, parcel: ParcelRow): Promise<CarrierTask> {
  const gift = await gifting.find(ctx, parcel.gift_request_id)
  const address = gift === undefined ? null : gifting.decryptAddress(ctx.deployment, gift)
  if (address === null || address === undefined) return { request: undefined }
  const lines = await store.findLines(ctx, [parcel.id])
  const request = {
    reference: `${parcel.id}-${parcel.label_attempt}`,
    address,
    lines: lines.map(({ sku, name, quantity }) => ({ sku, name, quantity })),
    warehouse: await findWarehouse(ctx, parcel, lines[0]?.variant_id),
    attempt: parcel.attempts,
    scenario: parcel.scenario,
  }
  return { request }
}

async function findWarehouse(
  ctx: TxContext,
  { warehouse_id }: ParcelRow,
  variant_id: string | undefined,
) {
  if (warehouse_id === null || variant_id === undefined) return null
  const levels = (await catalogue.stockByVariant(ctx, [variant_id])).get(variant_id) ?? []
  return levels.find(({ warehouse }) => warehouse.id === warehouse_id)?.warehouse ?? null
}

const noAddressResult: PlaceResult = {
  kind: 'refused',
  reason: 'There is no address to send it to.',
  remedy: 'Enter the address.',
}

async function performTask(
  parcel: ParcelRow,
  { request }: CarrierTask,
  { carriers }: ShippingConfig,
): Promise<CarrierResult> {
  const carrier = carriers.get(parcel.carrier)
  if (carrier === undefined)
    return { kind: 'unreachable', reason: `This installation has no carrier ${parcel.carrier}.` }
  try {
    if (parcel.pending_action === 'cancel') return await carrier.cancel(parcel.carrier_ref ?? '')
    return request === undefined ? noAddressResult : await carrier.place(request)
  } catch (error) {
    return toUnreachable('The carrier could not be asked', error)
  }
}

const toUnreachable = (action: string, error: unknown): CarrierResult => ({
  kind: 'unreachable',
  reason: `${action}: ${error instanceof Error ? error.message : String(error)}`,
})

async function settleTask(
  realCtx: TxContext,
  parcel: ParcelRow,
  outcome: CarrierResult,
  shipping: ShippingConfig,
) {
  const ctx = await withAccountClock(realCtx, parcel.account_id)
  const gift = await gifting.findForUpdate(ctx, parcel.account_id, parcel.gift_request_id)
  const parcels = await store.findParcelsByGift(ctx, parcel.gift_request_id)
  const row = parcels.find(({ id }) => id === parcel.id)
  // Whoever took it up after us has the last word; the carrier has told both the same.
  if (
    gift === undefined ||
    row?.attempts !== parcel.attempts ||
    row.pending_action !== parcel.pending_action
  )
    return
  const updated = applyResult(row, outcome, { gift, realNow: realCtx.now, shipping })
  await store.saveParcel(ctx, updated)
  const updatedGift = syncGiftState(
    ctx,
    gift,
    summarizeParcels(parcels, [updated]),
    describeCause(updated, outcome),
  )
  await updateStock(ctx, updatedGift, parcels, [updated])
  if (updated.pending_action !== null) ctx.afterCommit(() => ctx.deployment.notify('fulfilment'))
}

const describeCause = ({ number, carrier }: ParcelRow, { kind }: CarrierResult) =>
  kind === 'refused'
    ? `parcel ${number}: ${carrier} refused it`
    : `parcel ${number}: ${carrier} has it`

interface SettleContext {
  gift: gifting.Gift
  realNow: Date
  shipping: ShippingConfig
}

const noPendingAction = {
  pending_action: null,
  attempts: 0,
  due_at: null,
  leased_until: null,
} as const

/** What a parcel is after its carrier's answer. */
function applyResult(row: ParcelRow, outcome: CarrierResult, context: SettleContext): ParcelRow {
  switch (outcome.kind) {
    case 'placed':
      return withLabel({ ...row, ...outcome.label }, context)
    case 'refused':
      return {
        ...withState(row, 'refused'),
        ...noPendingAction,
        problem_reason: outcome.reason,
        problem_remedy: outcome.remedy,
      }
    case 'cancelled':
      return withState(row, 'cancelled')
    case 'too_late':
      return {
        ...row,
        ...noPendingAction,
        problem_reason: outcome.reason,
        problem_remedy:
          'It arrives although it was cancelled. Ask the recipient to send it back, or let it be.',
      }
    case 'unreachable':
      return {
        ...row,
        due_at: new Date(context.realNow.getTime() + retryDelayMs(row.attempts, context.shipping)),
        leased_until: null,
        problem_reason: outcome.reason,
        problem_remedy: 'It is tried again by itself.',
      }
  }
}

/** A gift request may have been cancelled while the carrier was asked: then it is asked to forget it. */
function withLabel(row: ParcelRow, { gift, realNow, shipping }: SettleContext): ParcelRow {
  const ordered = { ...withState(row, 'ordered'), ...noPendingAction, has_left: false }
  if (gift.status === 'cancelled')
    return { ...ordered, pending_action: 'cancel', due_at: new Date(0) }
  return {
    ...ordered,
    simulated_steps: 0,
    next_simulated_at: firstSimulatedAt(ordered, realNow, shipping),
  }
}

function firstSimulatedAt(
  { carrier, scenario }: ParcelRow,
  realNow: Date,
  { dayMs }: ShippingConfig,
): Date | null {
  if (carrier !== 'simulator' || dayMs === undefined || scenario === null) return null
  const firstStep = isScenario(scenario) ? messagesOf(scenario)[0] : undefined
  return firstStep === undefined ? null : new Date(realNow.getTime() + firstStep[0] * dayMs)
}

const retryDelayMs = (tries: number, { retryDelaysMs }: ShippingConfig) =>
  retryDelaysMs[Math.min(tries, retryDelaysMs.length) - 1] ?? 0
