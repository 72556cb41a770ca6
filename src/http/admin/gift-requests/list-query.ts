import type { FilterRule } from '#contract'
import {
  type AdminGiftQuery,
  type BucketName,
  redeemTimeBuckets,
  type Stage,
  stages,
} from '#gifting'
import { utcDay } from '../lib/filters.ts'

/* The filters of the gift request list. Their names are the query parameters of the web app's URL. */

const rule = <T>(parse: (text: string) => T | undefined, remedy: string): FilterRule<T> => ({
  parse,
  remedy,
  schema: {} as FilterRule<T>['schema'],
})

const anyText = rule((text) => text.slice(0, 254) || undefined, 'must not be empty')
const oneOf = <const Option extends string>(...options: readonly Option[]) =>
  rule((text) => options.find((option) => option === text), `must be one of ${options.join(', ')}`)

export const giftFilters = {
  status: oneOf('submitted', 'redeemed', 'dispatched', 'delivered', 'cancelled', 'expired'),
  q: anyText,
  campaign_id: anyText,
  sender_id: anyText,
  country: rule(
    (text) => (/^[A-Za-z]{2}$/.test(text) ? text.toUpperCase() : undefined),
    'must be a country code of two letters',
  ),
  mode: oneOf('direct', 'choice'),
  created_from: utcDay,
  created_until: utcDay,
  stalled: oneOf('true'),
  reached: oneOf(...stages),
  time_to_redeem: oneOf(...redeemTimeBuckets.map(([name]) => name)),
  expires_until: utcDay,
  variant_id: anyText,
  one_link_id: anyText,
  /** includes the unclaimed placeholders of one-links */
  include_unclaimed: oneOf('true'),
}

interface GiftListFilters {
  status?: string
  q?: string
  campaign_id?: string
  sender_id?: string
  country?: string
  mode?: string
  created_from?: Date
  created_until?: Date
  stalled?: string
  reached?: Stage
  time_to_redeem?: BucketName
  expires_until?: Date
  variant_id?: string
  one_link_id?: string
  include_unclaimed?: string
}

const dayMs = 24 * 60 * 60 * 1000

/** Converts the filters to a domain query. The last day is included. */
export function toGiftQuery(filters: GiftListFilters): AdminGiftQuery {
  const { q, mode, stalled, include_unclaimed, created_until, expires_until, ...rest } = filters
  return {
    ...rest,
    ...(q !== undefined && { search: q }),
    ...(mode !== undefined && { is_direct: mode === 'direct' }),
    ...(include_unclaimed !== undefined && { includes_unclaimed: true as const }),
    ...(stalled !== undefined && { is_stalled: true as const }),
    ...(created_until !== undefined && {
      created_until: new Date(created_until.getTime() + dayMs),
    }),
    ...(expires_until !== undefined && {
      expires_until: new Date(expires_until.getTime() + dayMs - 1),
    }),
  }
}
