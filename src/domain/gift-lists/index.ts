/**
 * Gift lists: what the web app shows about many gift requests at once.
 *
 * - list         a page of gift requests by filter, search and sort order; it leaves out unclaimed placeholders
 * - recipient    a contact with the gifts, the notes and the declines that belong to it
 * - stage        a step of the funnel that a gift request reached: sent, opened, redeemed, delivered
 * - trend        counts by day; a comparison is one with the period before
 * - upcoming     gift requests that are sent or expire soon
 * - calendar     the scheduled gift requests by day and send
 * - gift in need a gift request that needs attention, and since when
 *
 * Each first page reads along an index: its cost does not grow with the number of gift requests.
 */

export {
  countGifts,
  funnel,
  funnelsByCampaign,
  giftsByCountry,
  timeToRedeem,
  topGifts,
} from './analytics.ts'
export type { Funnel } from './analytics-store.ts'
export type { GiftInNeed, GiftName } from './attention-store.ts'
export * as attention from './attention-store.ts'
export { comparePeriods } from './comparison.ts'
export { correctRecipientEmail } from './correct-recipient.ts'
export { reachedStageSql } from './funnel-stages.ts'
export { type AdminGiftFilter, buildGiftWhere } from './gift-filter.ts'
export type { GiftSort } from './gift-sort.ts'
export {
  type AdminGiftQuery,
  browse,
  countByStatus,
  countByStatusCapped,
  countMatches,
  filterOptions,
  toFilter,
} from './list.ts'
export { countNewerThan, rowVersions } from './live-updates.ts'
export { countRecentGifts } from './recent-gifts.ts'
export {
  browseRecipients,
  clearBouncesOfDomain,
  countBouncesOfDomain,
  countRecipients,
  findRecipient,
  type Recipient,
  type RecipientDetail,
  type RecipientQuery,
} from './recipients.ts'
export {
  idsByReference,
  referencesById,
} from './references.ts'
export { listScheduled } from './send-calendar.ts'
export { browseSorted } from './sorted-list.ts'
export { browseThankYouNotes, type ListedThankYouNote } from './thank-you-note-list.ts'
export { trend } from './trend.ts'
export { listUpcoming } from './upcoming.ts'
