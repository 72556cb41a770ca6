import * as accounts from '#accounts'
import * as campaigns from '#campaigns'
import * as catalogue from '#catalogue'
import type { Address } from '#contract'
import * as gifting from '#gifting'
import { hasDueRows } from '#platform/jobs/due-table'
import type { OutboxHandler } from '#platform/jobs/outbox'
import { normalizePhone } from '#platform/lib/phone-number'
import { type TxContext, violatedConstraint } from '#platform/postgres/database'
import { openCarrier, recordHealth } from './carriers/account-carriers.ts'
import type {
  CancelResult,
  Carrier,
  PlaceResult,
  ShipmentLine,
  ShipmentRequest,
} from './carriers/carrier.ts'
import { retryDelayMs, type ShippingConfig } from './carriers/shipping-config.ts'
import { isScenario, scenarioSteps } from './carriers/simulator-scenarios.ts'
import { findCardUrl } from './documents/card-link.ts'
import { concludeChange } from './packing/apply-change.ts'
import { describeAcceptance, describeRejection } from './parcels/describe-parcel.ts'
import { findPaidOrderOfParcel } from './parcels/paid-orders.ts'
import { updateStock } from './parcels/parcel-stock.ts'
import { summarizeParcels, withState } from './parcels/record-tracking.ts'
import { withoutLabel } from './parcels/relabel.ts'
import { withEstimate } from './parcels/scan-time.ts'
import * as store from './parcels/store.ts'
import { syncGiftState } from './parcels/sync-gift-state.ts'
import type { ParcelRow } from './parcels/tables.ts'

/** The input of one request to a carrier. */
interface CarrierTask {
  /**
   * The request to the carrier. Undefined for a cancellation, and for a gift request without an address, for
   * example after its erasure.
   */
  request: ShipmentRequest | undefined
  /** Undefined if the installation or the account no longer has the carrier. */
  carrier: Carrier | undefined
  /** Whether the parcel ships with an order that a buyer has paid: it is put on hold in place of a cancellation. */
  isPaid: boolean
}

type CarrierResult = PlaceResult | CancelResult

/** The maximum number of parallel requests to carriers. */
const batchSize = 10

/**
 * Creates the outbox that places parcels with their carriers and cancels them. The reference of the parcel
 * makes its placement idempotent: if a process dies after the response of the carrier and before the commit,
 * the next attempt receives the same label.
 */
export const createCarrierOutbox = (
  shipping: ShippingConfig,
): OutboxHandler<ParcelRow, CarrierTask, CarrierResult> => ({
  due: hasDueRows(store.dueTasks),
  concurrency: batchSize,
  claim: (ctx, limits) => store.claimTasks(ctx, limits, shipping.leaseMs),
  async prepare(ctx, parcels) {
    const tasks: CarrierTask[] = []
    for (const parcel of parcels) {
      const isOfShop = parcel.connection_id !== null
      const paid = isOfShop ? await findPaidOrderOfParcel(ctx, parcel) : undefined
      tasks.push({
        request: await buildRequest(ctx, parcel, paid?.key ?? null),
        carrier: await openCarrier(ctx, parcel, shipping),
        isPaid: paid?.key === parcel.carrier_ref,
      })
    }
    return tasks
  },
  toPreparationFailure: (error) => toUnreachable('The parcel could not be prepared', error),
  perform: performTask,
  settle: (ctx, parcel, outcome) => settleTask(ctx, parcel, outcome, shipping),
  async defer(ctx, parcel, error) {
    if (violatedConstraint(error) === 'parcel_carrier_ref')
      return settleTask(ctx, parcel, sharedIdResult, shipping)
    const delayMs = Math.max(retryDelayMs(parcel.attempts, shipping), minDelayMs)
    await store.deferTask(ctx, parcel, new Date(ctx.now.getTime() + delayMs))
  },
})

/**
 * The minimum delay after an internal failure, in milliseconds. It replaces a shorter delay of the carrier.
 */
const minDelayMs = 10_000

async function buildRequest(
  ctx: TxContext,
  parcel: ParcelRow,
  paid_order: string | null,
): Promise<ShipmentRequest | undefined> {
  if (parcel.pending_action !== 'place') return undefined // a cancellation needs only the parcel
  const gift = await gifting.find(ctx, parcel.gift_request_id)
  const address = gift === undefined ? null : gifting.decryptAddress(ctx.deployment, gift)
  if (gift === undefined || address === null) return undefined
  return {
    reference: `${parcel.id}-${parcel.label_attempt}`,
    address: withPhone(address),
    lines: await findShipmentLines(ctx, parcel),
    warehouse:
      parcel.warehouse_id === null
        ? null
        : ((await catalogue.findWarehouse(ctx, parcel.warehouse_id)) ?? null),
    rate_rule: await campaigns.findRateRule(ctx, gift.campaign_id),
    minimum_age: parcel.minimum_age,
    customs_signer: gift.sender_name,
    card_url: await findCardUrl(ctx, gift, parcel),
    paid_order,
    attempt: parcel.attempts,
    scenario: parcel.scenario,
  }
}

/**
 * Converts the phone number to E.164, which carriers use to call recipients. Does not change an invalid
 * number.
 */
const withPhone = ({ phone, ...address }: Address): Address => ({
  ...address,
  ...(phone !== undefined && { phone: normalizePhone(phone, address.country) }),
})

async function findShipmentLines(ctx: TxContext, parcel: ParcelRow): Promise<ShipmentLine[]> {
  const lines = await store.findLines(ctx, [parcel.id])
  const variant_ids = lines.map(({ variant_id }) => variant_id)
  const details = await catalogue.shippingDetailsById(ctx, variant_ids)
  return lines.map(({ sku, name, quantity, variant_id }) => ({
    sku,
    name,
    quantity,
    ...(details.get(variant_id) ?? catalogue.noShippingDetails),
  }))
}

const noAddressResult: PlaceResult = {
  kind: 'refused',
  reason: 'The gift request has no shipping address.',
  remedy: 'Enter the address.',
}

/** The result of a carrier that ignores the reference, or that numbers its parcels twice. */
const sharedIdResult: PlaceResult = {
  kind: 'unreachable',
  reason: 'The carrier responded with the id of another parcel.',
}

async function performTask(
  parcel: ParcelRow,
  { request, carrier, isPaid }: CarrierTask,
): Promise<CarrierResult> {
  if (carrier === undefined)
    return { kind: 'unreachable', reason: `This deployment has no carrier ${parcel.carrier}.` }
  try {
    if (parcel.pending_action !== 'place')
      return isPaid
        ? await holdPaid(parcel, carrier)
        : await carrier.cancel(parcel.carrier_ref ?? '')
    return request === undefined ? noAddressResult : await carrier.place(request)
  } catch (error) {
    return toUnreachable('The carrier request failed', error)
  }
}

/** Stops the order of a buyer from shipping. Only the shop cancels or refunds it. */
async function holdPaid({ carrier_ref }: ParcelRow, { shop }: Carrier): Promise<CancelResult> {
  const result = await shop?.gifts?.hold(carrier_ref ?? '')
  if (result === undefined) throw new Error('the shop has no paid gifts')
  return result.kind === 'on_hold' ? { kind: 'cancelled' } : result
}

const toUnreachable = (action: string, error: unknown): CarrierResult => ({
  kind: 'unreachable',
  reason: `${action}: ${error instanceof Error ? error.message : String(error)}`,
})

/** Saves the response of the carrier, and updates the state of the gift request. */
export async function settleTask(
  realCtx: TxContext,
  parcel: ParcelRow,
  outcome: CarrierResult,
  shipping: ShippingConfig,
) {
  if (outcome !== noAddressResult) recordHealth(realCtx, parcel, outcome)
  const ctx = await accounts.withAccountTime(realCtx, parcel.account_id)
  const gift = await gifting.findForUpdate(ctx, parcel.account_id, parcel.gift_request_id)
  const parcels = await store.findParcelsByGift(ctx, parcel.gift_request_id)
  const row = parcels.find(({ id }) => id === parcel.id)
  // Only the latest attempt saves its result. An earlier attempt received the same response, because the API
  // of the carrier is idempotent.
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
  if (row.pending_action === 'relabel') await concludeChange(ctx, updatedGift, shipping)
  if (updated.pending_action !== null) ctx.afterCommit(() => ctx.deployment.notify('fulfilment'))
}

const describeCause = (parcel: ParcelRow, { kind }: CarrierResult) =>
  kind === 'refused' ? describeRejection(parcel) : describeAcceptance(parcel)

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

/** Returns the parcel with the carrier's response. */
function applyResult(row: ParcelRow, outcome: CarrierResult, context: SettleContext): ParcelRow {
  switch (outcome.kind) {
    case 'placed':
      return withLabel(withEstimate({ ...row, ...outcome.label }), context)
    case 'refused':
      return {
        ...withState(row, 'refused'),
        ...noPendingAction,
        problem_reason: outcome.reason,
        problem_remedy: outcome.remedy,
      }
    case 'cancelled':
      if (row.pending_action !== 'relabel') return withState(row, 'cancelled')
      return row.state === 'ordered' ? withoutLabel(row) : { ...row, ...noPendingAction }
    case 'too_late':
      if (row.pending_action === 'relabel') return { ...row, ...noPendingAction }
      return {
        ...row,
        ...noPendingAction,
        problem_reason: outcome.reason,
        problem_remedy:
          'The parcel will arrive despite the cancellation. Ask the recipient to return it, or let them keep it.',
      }
    case 'unreachable':
      return {
        ...row,
        due_at: new Date(context.realNow.getTime() + retryDelayMs(row.attempts, context.shipping)),
        leased_until: null,
        problem_reason: outcome.reason,
        problem_remedy: 'The request is retried automatically.',
      }
  }
}

/**
 * Adds the label to the parcel. Cancels the label if the gift request was cancelled during the request to the
 * carrier.
 */
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
  const firstStep = isScenario(scenario) ? scenarioSteps(scenario)[0] : undefined
  return firstStep === undefined ? null : new Date(realNow.getTime() + firstStep[0] * dayMs)
}
