import { Type } from 'typebox'
import type { FilterRule } from '#contract/list-query'
import { anyText, oneOf, utcDay } from '../lib/filters.ts'

/* The filters of the gift request list. Their names are the query parameters of the web app's URL. */

/** The stages of the funnel. */
const stageNames = ['sent', 'opened', 'redeemed', 'delivered'] as const

/** The buckets of the time to redeem, by their upper bound. */
export const redeemTimeNames = ['1d', '3d', '7d', '14d', '30d', 'longer'] as const

const searchText: FilterRule<string> = {
  ...anyText,
  parse: (value) => value.slice(0, 254) || undefined,
}

const country: FilterRule<string> = {
  parse: (value) => (/^[A-Za-z]{2}$/.test(value) ? value.toUpperCase() : undefined),
  remedy: 'must be a country code of two letters',
  schema: Type.String({ pattern: '^[A-Za-z]{2}$' }),
}

/** Every order but that of the creation omits the unclaimed places of one-links. */
export const giftSort = oneOf('created', 'updated', 'expires', 'recipient')

export const giftFilters = {
  status: oneOf('submitted', 'redeemed', 'dispatched', 'delivered', 'cancelled', 'expired'),
  q: searchText,
  campaign_id: anyText,
  sender_id: anyText,
  country,
  mode: oneOf('direct', 'choice'),
  created_from: utcDay,
  created_until: utcDay,
  stalled: oneOf('true'),
  /** only gifts with an unresolved problem report */
  problem: oneOf('true'),
  reached: oneOf(...stageNames),
  time_to_redeem: oneOf(...redeemTimeNames),
  expires_from: utcDay,
  expires_until: utcDay,
  scheduled_from: utcDay,
  scheduled_until: utcDay,
  variant_id: anyText,
  one_link_id: anyText,
  bulk_send_id: anyText,
  /** includes the unclaimed placeholders of one-links */
  include_unclaimed: oneOf('true'),
}
