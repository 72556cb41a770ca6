import { stalledGiftsSql } from '#attention'
import type { Page } from '#contract'
import type { FilterValues } from '#contract/list-query'
import { type AdminGiftQuery, browse, browseSorted, type Gift, type GiftSort } from '#gifting'
import type { TxContext } from '#platform/postgres/database'
import { hidesAddresses } from '../lib/permissions.ts'
import type { MemberRole } from '../lib/schemas.ts'
import { giftFilters } from './gift-filters.ts'

export { giftFilters }

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

type GiftListFilters = FilterValues<typeof giftFilters>

const dayMs = 24 * 60 * 60 * 1000

const endOfDay = (day: Date) => new Date(day.getTime() + dayMs - 1)

/** Converts the filters of a user to a domain query. The last day is included. */
export function toGiftQuery(
  filters: GiftListFilters,
  { role }: { role: MemberRole },
): AdminGiftQuery {
  const { q, mode, stalled, problem, include_unclaimed, ...others } = filters
  const { created_until, expires_until, scheduled_until, ...rest } = others
  // A filter that the query does not have is a type error here, instead of a filter without effect.
  const known = rest satisfies {
    [Name in keyof typeof rest]: Name extends keyof AdminGiftQuery ? unknown : never
  }
  return {
    ...known,
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
