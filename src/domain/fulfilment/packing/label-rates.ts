import { ApiError } from '#contract'
import * as gifting from '#gifting'
import { isId } from '#platform/lib/ids'
import {
  type Database,
  inTransaction,
  readTransaction,
  type TxContext,
} from '#platform/postgres/database'
import { openCarrier, recordHealth } from '../carriers/account-carriers.ts'
import type { PlaceResult, Rate, RateChoice, ShippingLabel } from '../carriers/carrier.ts'
import type { ShippingConfig } from '../carriers/shipping-config.ts'
import { withEstimate } from '../parcels/scan-time.ts'
import * as store from '../parcels/store.ts'
import type { ParcelRow } from '../parcels/tables.ts'
import * as purchases from './purchase-store.ts'

/*
 * A person compares the rates of a parcel without a label and buys one. The requests to the carrier run outside of
 * transactions. Each purchase is stored before its request (label-purchases.ts); the next call finds the label of a
 * purchase whose result was not stored.
 */

/** The rates of a parcel, cheapest first. Empty when its label is bought. */
export interface ParcelRates {
  rates: readonly Rate[]
  label: (Pick<ShippingLabel, 'tracking_code' | 'label_url'> & { carrier_name: string }) | null
}

interface RatedParcel {
  parcel: ParcelRow
  carrier_ref: string
  choice: RateChoice
}

/**
 * Returns the rates of a parcel, or its label if that is bought. Returns undefined when the account has no such
 * parcel.
 *
 * @throws ApiError when the parcel has no rates to choose from, or the carrier does not respond
 */
export async function listRates(
  db: Database,
  account_id: string,
  parcel_id: string,
  shipping: ShippingConfig,
): Promise<ParcelRates | undefined> {
  const found = await readTransaction(db, account_id, (ctx) =>
    findRatedParcel(ctx, parcel_id, shipping),
  )
  if (found === undefined) return undefined
  const listed = await found.choice.list(found.carrier_ref)
  if (listed.kind === 'unreachable') {
    await inTransaction(db, account_id, async (ctx) => recordHealth(ctx, found.parcel, listed))
    throw carrierUnreachable(listed.reason)
  }
  if (listed.kind === 'rates') return { rates: listed.rates, label: null }
  await inTransaction(db, account_id, (ctx) => saveLabel(ctx, found, listed.label))
  return { rates: [], label: toParcelLabel(listed.label) }
}

/**
 * Buys the label of a parcel at a rate. A bought label is returned, whatever the rate. Returns undefined when the
 * account has no such parcel.
 *
 * @throws ApiError when the carrier rejects the rate or does not respond, and when the parcel no longer needs the label,
 * which is refunded
 */
export async function buyRate(
  db: Database,
  account_id: string,
  parcel_id: string,
  rate_id: string,
  shipping: ShippingConfig,
): Promise<ParcelRates | undefined> {
  const started = await inTransaction(db, account_id, (ctx) =>
    startPurchase(ctx, parcel_id, shipping),
  )
  if (started === undefined) return undefined
  const { found, purchase_id } = started
  const result = await found.choice.buy(found.carrier_ref, rate_id)
  const isNeeded = await inTransaction(db, account_id, (ctx) =>
    settlePurchase(ctx, found, purchase_id, result),
  )
  const label = toLabelOrThrow(result)
  if (!isNeeded) throw labelNotNeeded
  return { rates: [], label: toParcelLabel(label) }
}

const toParcelLabel = ({
  carrier_name,
  tracking_code,
  label_url,
}: ShippingLabel): ParcelRates['label'] => ({
  carrier_name: carrier_name ?? '',
  tracking_code,
  label_url,
})

async function startPurchase(ctx: TxContext, parcel_id: string, shipping: ShippingConfig) {
  const found = await findRatedParcel(ctx, parcel_id, shipping)
  if (found === undefined) return undefined
  const { carrier_ref, parcel } = found
  const due_at = new Date(ctx.now.getTime() + shipping.leaseMs)
  const { carrier, connection_id } = parcel
  const purchase = { parcel_id: parcel.id, carrier, connection_id, carrier_ref, due_at }
  return { found, purchase_id: purchases.insert(ctx, purchase) }
}

/** Returns whether the parcel needs the label. A purchase without a result is settled by the outbox. */
async function settlePurchase(
  ctx: TxContext,
  found: RatedParcel,
  purchase_id: string,
  result: PlaceResult,
): Promise<boolean> {
  recordHealth(ctx, found.parcel, result)
  if (result.kind === 'unreachable') return true
  const isNeeded = result.kind === 'refused' || (await saveLabel(ctx, found, result.label))
  if (isNeeded) purchases.remove(ctx, purchase_id)
  else {
    purchases.makeDue(ctx, purchase_id)
    ctx.afterCommit(() => ctx.deployment.notify('fulfilment'))
  }
  return isNeeded
}

function toLabelOrThrow(result: PlaceResult): ShippingLabel {
  if (result.kind === 'placed') return result.label
  if (result.kind === 'unreachable') throw carrierUnreachable(result.reason)
  throw new ApiError('invalid_transition', { message: `${result.reason} ${result.remedy}` })
}

const labelNotNeeded = new ApiError('invalid_transition', {
  message:
    'The gift was changed or cancelled while you bought the label. The label is refunded. Scan the parcel again to continue.',
})

const carrierUnreachable = (reason: string) =>
  new ApiError('unavailable', { message: `${reason} Retry in a minute.` })

async function findRatedParcel(
  ctx: TxContext,
  parcel_id: string,
  shipping: ShippingConfig,
): Promise<RatedParcel | undefined> {
  const parcel = isId(parcel_id) ? await store.findParcel(ctx, parcel_id) : undefined
  if (parcel === undefined) return undefined
  const choice = (await openCarrier(ctx, parcel, shipping))?.rates
  const { carrier_ref, state, pending_action } = parcel
  if (
    choice === undefined ||
    carrier_ref === null ||
    state !== 'ordered' ||
    pending_action !== null
  )
    throw new ApiError('invalid_transition', {
      message: `The parcel is ${state} and has no rates to choose from.`,
    })
  return { parcel, carrier_ref, choice }
}

/**
 * Stores the label of a parcel. Returns whether the parcel still needs it: another label replaces it after a change of the
 * gift, and the carrier refunds it.
 */
async function saveLabel(
  ctx: TxContext,
  { parcel, carrier_ref }: RatedParcel,
  label: ShippingLabel,
): Promise<boolean> {
  await gifting.findForUpdate(ctx, ctx.account_id, parcel.gift_request_id)
  const parcels = await store.lockParcelsByGift(ctx, parcel.gift_request_id)
  const row = parcels.find(({ id }) => id === parcel.id)
  if (row?.carrier_ref !== carrier_ref || row.state === 'cancelled') return false
  const isNeeded = row.pending_action === null
  // A cancellation in flight may have found no label: its response is ignored, and the request is repeated.
  const repeated = { attempts: row.attempts + 1, due_at: new Date(0), leased_until: null }
  await store.saveParcel(ctx, { ...withEstimate({ ...row, ...label }), ...(!isNeeded && repeated) })
  if (!isNeeded) ctx.afterCommit(() => ctx.deployment.notify('fulfilment'))
  return isNeeded
}
