import { stalledGiftsSql } from '#attention'
import type { Page } from '#contract'
import {
  type AdminGiftQuery,
  type BucketName,
  browse,
  browseSorted,
  type Gift,
  type GiftSort,
  type Stage,
} from '#gifting'
import type { TxContext } from '#platform/postgres/database'
import { hidesAddresses } from '../lib/permissions.ts'
import type { MemberRole } from '../lib/schemas.ts'

export { giftFilters } from './gift-filters.ts'

/** The order of the list: by the time of the creation, or by a column. */
export interface ListOrder {
  sort: 'created' | GiftSort['by'] | undefined
  order: GiftSort['order']
}

/** Returns a page of the list. `after` is the `next_after` of the previous page. */
export async function readGifts(
  ctx: TxContext,
  query: AdminGiftQuery,
  { sort, order }: ListOrder,
  page: Omit<Page, 'order'>,
): Promise<{ data: Gift[]; has_more: boolean; next_after: string | null }> {
  if (sort !== undefined && sort !== 'created')
    return browseSorted(ctx, query, { by: sort, order }, page)
  const { data, has_more } = await browse(ctx, query, { ...page, order })
  return { data, has_more, next_after: (has_more && data.at(-1)?.id) || null }
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
  problem?: string
  reached?: Stage
  time_to_redeem?: BucketName
  expires_from?: Date
  expires_until?: Date
  scheduled_from?: Date
  scheduled_until?: Date
  variant_id?: string
  one_link_id?: string
  bulk_send_id?: string
  include_unclaimed?: string
}

const dayMs = 24 * 60 * 60 * 1000

const endOfDay = (day: Date) => new Date(day.getTime() + dayMs - 1)

/** Converts the filters of a user to a domain query. The last day is included. */
export function toGiftQuery(
  filters: GiftListFilters,
  { role }: { role: MemberRole },
): AdminGiftQuery {
  const { q, mode, stalled, problem, include_unclaimed, ...others } = filters
  const { created_until, expires_until, scheduled_until, ...rest } = others
  return {
    ...rest,
    ...(q !== undefined && { search: q, hasWholeAddressesOnly: hidesAddresses(role) }),
    ...(mode !== undefined && { is_direct: mode === 'direct' }),
    ...(include_unclaimed !== undefined && { includes_unclaimed: true as const }),
    ...(problem !== undefined && { has_problem: true as const }),
    ...(stalled !== undefined && { ids_sql: stalledGiftsSql }),
    ...(created_until !== undefined && {
      created_until: new Date(created_until.getTime() + dayMs),
    }),
    ...(expires_until !== undefined && { expires_until: endOfDay(expires_until) }),
    ...(scheduled_until !== undefined && { scheduled_until: endOfDay(scheduled_until) }),
  }
}
