import { ApiError } from '#contract'
import * as gifting from '#gifting'
import { isId } from '#platform/lib/ids'
import { type Database, inTransaction, readTransaction } from '#platform/postgres/database'
import type { Carrier, PlaceResult, Rate, RateChoice, ShippingLabel } from '../carriers/carrier.ts'
import type { ShippingConfig } from '../carriers/shipping-config.ts'
import * as store from '../parcels/store.ts'
import type { ParcelRow } from '../parcels/tables.ts'

/*
 * A person compares the rates of a parcel without a label and buys one. The requests to the carrier run outside of
 * transactions; a purchase whose result was not stored is found by the next call.
 */

/** The rates of a parcel, cheapest first. Empty when its label is bought. */
export interface ParcelRates {
  rates: readonly Rate[]
  label: Pick<ShippingLabel, 'carrier_name' | 'tracking_code' | 'label_url'> | null
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
  const found = await findRatedParcel(db, account_id, parcel_id, shipping)
  if (found === undefined) return undefined
  const listed = await found.choice.list(found.carrier_ref)
  if (listed.kind === 'unreachable') throw carrierUnreachable(listed.reason)
  if (listed.kind === 'rates') return { rates: listed.rates, label: null }
  await saveLabel(db, account_id, found, listed.label)
  return { rates: [], label: toParcelLabel(listed.label) }
}

/**
 * Buys the label of a parcel at a rate. A bought label is returned, whatever the rate. Returns undefined when the
 * account has no such parcel.
 *
 * @throws ApiError when the carrier rejects the rate or does not respond
 */
export async function buyRate(
  db: Database,
  account_id: string,
  parcel_id: string,
  rate_id: string,
  shipping: ShippingConfig,
): Promise<ParcelRates | undefined> {
  const found = await findRatedParcel(db, account_id, parcel_id, shipping)
  if (found === undefined) return undefined
  const label = toLabelOrThrow(await found.choice.buy(found.carrier_ref, rate_id))
  await saveLabel(db, account_id, found, label)
  return { rates: [], label: toParcelLabel(label) }
}

const toParcelLabel = ({
  carrier_name,
  tracking_code,
  label_url,
}: ShippingLabel): ParcelRates['label'] => ({ carrier_name, tracking_code, label_url })

function toLabelOrThrow(result: PlaceResult): ShippingLabel {
  if (result.kind === 'placed') return result.label
  if (result.kind === 'unreachable') throw carrierUnreachable(result.reason)
  throw new ApiError('invalid_transition', { message: `${result.reason} ${result.remedy}` })
}

const carrierUnreachable = (reason: string) =>
  new ApiError('unavailable', { message: `${reason} Retry in a minute.` })

async function findRatedParcel(
  db: Database,
  account_id: string,
  parcel_id: string,
  { carriers }: ShippingConfig,
): Promise<RatedParcel | undefined> {
  if (!isId(parcel_id)) return undefined
  const parcel = await readTransaction(db, account_id, (ctx) => store.findParcel(ctx, parcel_id))
  if (parcel === undefined) return undefined
  const choice: Carrier['rates'] = carriers.get(parcel.carrier)?.rates
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

/** A parcel that was cancelled during the purchase gives its label back. */
async function saveLabel(
  db: Database,
  account_id: string,
  { parcel, carrier_ref }: RatedParcel,
  label: ShippingLabel,
): Promise<void> {
  await inTransaction(db, account_id, async (ctx) => {
    await gifting.findForUpdate(ctx, account_id, parcel.gift_request_id)
    const row = await store.findParcel(ctx, parcel.id)
    if (row?.carrier_ref !== carrier_ref) return
    const isCancelled = row.state === 'cancelled' || row.pending_action === 'cancel'
    const refund = { pending_action: 'cancel', attempts: 0, due_at: new Date(0) } as const
    await store.saveParcel(ctx, { ...row, ...label, ...(isCancelled && refund) })
    if (isCancelled) ctx.afterCommit(() => ctx.deployment.notify('fulfilment'))
  })
}
