/**
 * Donations: what senders give to charities when recipients choose so, or when a gift stays unclaimed.
 *
 * - charity    a catalogue product of the kind `donation`; each of its variants is an amount
 * - donation   one donation line of a gift request, with the name and the amount at that time
 * - cap        how often recipients can choose a variant; direct sends and unclaimed gifts count, and are not limited
 * - group      the donations of one charity, currency and month (UTC)
 * - payment    the unpaid donations of a group that the sender paid together
 * - void       a donation whose gift was cancelled before it was paid; not counted
 *
 * Bestow moves no money: it counts donations, and the sender pays. Amounts are integers in the smallest unit of the
 * currency. A donation contains no personal data. A transaction locks the gift request first, then stock, then tallies.
 */

export { type DonationLine, findAvailable, give, giveUnclaimed, voidDonations } from './give.ts'
export {
  type ListedDonation,
  listDonations,
  listDonationsByGift,
  pageOfDonations,
} from './list-donations.ts'
export { markPaid, type PaymentInput, revertPayment } from './payments.ts'
export type { Donation, DonationReason, Payment } from './tables.ts'
export { type DonationTotal, listTotals, type TotalsFilter } from './totals.ts'
