import type * as gifting from '#gifting'
import type { ShippingConfig } from '../carriers/shipping-config.ts'
import { isAddressCorrectable } from '../parcels/parcel-states.ts'
import { canReplace, isCurrent } from './apply-change.ts'
import { type ChangeFacts, deriveChangeability } from './changeability.ts'

/**
 * Returns why a sender cannot change the address of a gift, as the end of a sentence about the gift; undefined if it is
 * possible. A parcel that no user has packed can get another address if it has no label from another system.
 */
export function findAddressBlocker(
  { state, status }: Pick<gifting.Gift, 'state' | 'status'>,
  facts: ChangeFacts,
  shipping: ShippingConfig,
): string | undefined {
  const { parcels } = facts
  if (status === 'submitted') return 'it has no parcel yet; the recipient enters the address'
  if (status === 'cancelled' || state === 'complete') return 'it has no parcels left to send'
  if (parcels.length === 0 && state === 'redeemed') return undefined
  if (parcels.some((parcel) => isAddressCorrectable(parcel.state))) return undefined
  const { blocker } = deriveChangeability({ status }, facts)
  if (blocker === 'packed') return 'it is packed; take it out of the parcel at the packing station'
  if (blocker === 'being_packed') return 'it is being packed; retry in some minutes'
  if (blocker === 'label_pending') return 'a label is being bought for it; retry in a minute'
  if (blocker !== null) return 'all of its parcels are in transit or delivered'
  return parcels.filter(isCurrent).every((row) => canReplace(row, shipping))
    ? undefined
    : 'its label shows the address; the recipient can change it on the page of the gift'
}
