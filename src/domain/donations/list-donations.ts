import { type Page, type Paginated, toPage } from '#contract'
import { isId } from '#platform/lib/ids'
import { assertKnownCursor } from '#platform/postgres/cursors'
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

/** Returns a page of donations for an export. Throws if `after` is no donation of the account. */
export async function pageOfDonations(
  ctx: TxContext,
  filter: donationStore.DonationFilter,
  page: Page,
): Promise<Paginated<ListedDonation>> {
  const { after, limit } = page
  await assertKnownCursor(ctx, after, (id) => donationStore.exists(ctx, id))
  if (filter.product_id !== undefined && !isId(filter.product_id))
    return { data: [], has_more: false }
  return toPage(await donationStore.findPage(ctx, filter, { after, limit: limit + 1 }), page)
}
