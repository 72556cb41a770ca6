import type { TxContext } from '#platform/postgres/database'
import { settleTask } from './carrier-outbox.ts'
import { manual } from './carriers/manual.ts'
import { createShippingConfig } from './carriers/shipping-config.ts'
import { createParcels } from './packing/create-parcels.ts'
import * as store from './parcels/store.ts'

/** The carrier of the demo's parcels: a person packs and ships them. */
export const demoShipping = createShippingConfig([manual])

/**
 * Creates the parcels of a redeemed gift of the demo for the packing station, whatever the carrier of the deployment is.
 * Their labels are there at once, as after the carrier outbox. Returns their ids.
 */
export async function createDemoParcels(
  ctx: TxContext,
  gift_request_id: string,
): Promise<string[]> {
  await createParcels(ctx, gift_request_id, demoShipping)
  const parcels = await store.findParcelsByGift(ctx, gift_request_id)
  for (const parcel of parcels) {
    if (parcel.pending_action !== 'place') continue
    const label = { carrier_ref: `manual_${parcel.id}-${parcel.label_attempt}`, ...noLabelDetails }
    await settleTask(ctx, parcel, { kind: 'placed', label }, demoShipping)
  }
  return parcels.map(({ id }) => id)
}

const noLabelDetails = {
  carrier_name: null,
  tracking_code: null,
  tracking_url: null,
  label_url: null,
  estimated_at: null,
  label_price_minor: 790,
  label_price_currency: 'USD',
}
