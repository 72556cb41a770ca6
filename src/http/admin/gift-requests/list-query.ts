import { stalledGiftsSql } from '#attention'
import type { AdminGiftQuery, BucketName, Stage } from '#gifting'

export { giftFilters } from './gift-filters.ts'

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
  problem?: string
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
  const { q, mode, stalled, problem, include_unclaimed, created_until, expires_until, ...rest } =
    filters
  return {
    ...rest,
    ...(q !== undefined && { search: q }),
    ...(mode !== undefined && { is_direct: mode === 'direct' }),
    ...(include_unclaimed !== undefined && { includes_unclaimed: true as const }),
    ...(problem !== undefined && { has_problem: true as const }),
    ...(stalled !== undefined && { ids_sql: stalledGiftsSql }),
    ...(created_until !== undefined && {
      created_until: new Date(created_until.getTime() + dayMs),
    }),
    ...(expires_until !== undefined && {
      expires_until: new Date(expires_until.getTime() + dayMs - 1),
    }),
  }
}
