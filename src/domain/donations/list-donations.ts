import type { TxContext } from '#platform/postgres/database'
import * as donationStore from './donation-store.ts'
import type { Donation } from './tables.ts'

/** A donation with the time of its payment. */
export type ListedDonation = donationStore.DonationRow

/** Returns the donations of a gift request. Voided ones are left out. */
export const listDonationsByGift = (ctx: TxContext, gift_request_id: string): Promise<Donation[]> =>
  donationStore.findByGift(ctx, gift_request_id)

/** Returns a page of donations, oldest first, after the given one. */
export const listDonations = (
  ctx: TxContext,
  filter: donationStore.DonationFilter,
  page: { after: string | undefined; limit: number },
): Promise<ListedDonation[]> => donationStore.findPage(ctx, filter, page)
