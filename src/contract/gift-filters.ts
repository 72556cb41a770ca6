import { statuses } from './events.ts'
import {
  countryRule,
  dayRule,
  enumRule,
  type FilterRule,
  type FilterValue,
  type FilterValues,
  lastDayRule,
  pairsRule,
  textRule,
  timestampRule,
} from './filter-rules.ts'
import { parcelStateNames } from './parcel-states.ts'

/** The filters of `GET /gift_requests` in every version. */
export const giftRequestFilters = {
  status: enumRule(...statuses),
  campaign_id: textRule,
  reference: textRule,
  recipient_email: textRule,
  created_after: timestampRule,
  created_before: timestampRule,
}

/** The filters of `GET /gift_requests` in the newest version. */
export const giftRequestFiltersOfNewest = {
  ...giftRequestFilters,
  recipient_id: textRule,
  parcel_state: enumRule(...parcelStateNames),
  updated_after: timestampRule,
  metadata: pairsRule(5),
}

/** The web app shows `expired` as a status of its own; for tokens it is a part of `cancelled`. */
export const displayStatuses = [...statuses, 'expired'] as const
export type DisplayStatus = (typeof displayStatuses)[number]

/** The stages of the funnel, in order. */
export const stages = ['sent', 'opened', 'redeemed', 'delivered'] as const
export type Stage = (typeof stages)[number]

/** Buckets of the time to redeem: the name, and the upper bound in days. */
export const redeemTimeBuckets = [
  ['1d', 1],
  ['3d', 3],
  ['7d', 7],
  ['14d', 14],
  ['30d', 30],
  ['longer', null],
] as const
export type BucketName = (typeof redeemTimeBuckets)[number][0]

const searchRule: FilterRule<string> = {
  ...textRule,
  parse: (text) => text.slice(0, 254) || undefined,
}

/**
 * The filters of `GET /gift_requests` for signed-in users, which are the parameters of the page in the web app. Each has its SQL in
 * the table of `src/domain/gift-lists/gift-filter.ts`; `stalled` is that of another module.
 */
export const giftRequestAppFilters = {
  /** The status that the web app shows, where an expired gift has its own. */
  status: enumRule(...displayStatuses),
  q: searchRule,
  sender_id: textRule,
  team_id: textRule,
  country: countryRule,
  mode: enumRule('direct', 'choice'),
  created_from: dayRule,
  created_until: lastDayRule,
  stalled: enumRule('true'),
  /** Only gifts with an unresolved problem report. */
  problem: enumRule('true'),
  /** Only gifts that reached this stage or a later one. */
  reached: enumRule(...stages),
  time_to_redeem: enumRule(...redeemTimeBuckets.map(([name]) => name)),
  /** Only gifts that await the recipient and expire in this range. */
  expires_from: dayRule,
  expires_until: lastDayRule,
  /** Only scheduled gifts that are sent in this range. */
  scheduled_from: dayRule,
  scheduled_until: lastDayRule,
  /** Only redeemed gifts that contain this variant. */
  variant_id: textRule,
  one_link_id: textRule,
  bulk_send_id: textRule,
  /** Includes the unclaimed places of one-links, which the list for users omits. */
  include_unclaimed: enumRule('true'),
}

/** The filters of the web app's list of gifts, also for its counts, files and bulk actions. */
export const giftListFilters = { ...giftRequestFiltersOfNewest, ...giftRequestAppFilters }
export type GiftListFilters = FilterValues<typeof giftListFilters>

/** The order of `GET /gift_requests` for signed-in users. Every order but that of the creation omits unclaimed places. */
export const giftSortRule = enumRule('created', 'updated', 'expires', 'recipient')
export type GiftOrderName = FilterValue<typeof giftSortRule>
