import { hidesAddresses, type Permitted, type SessionUser } from '#accounts'
import { stalledGiftsSql } from '#attention'
import {
  type GiftListFilters,
  type GiftOrderName,
  type GiftRequestView,
  type Offering,
  type Page,
  toRawJson,
} from '#contract'
import * as fulfilment from '#fulfilment'
import * as giftLists from '#gift-lists'
import * as gifting from '#gifting'
import type { TxContext } from '#platform/postgres/database'
import { toGiftView, toRowMembers } from './gift-views.ts'
import { withAppMembers } from './kernel/app-members.ts'
import type { SortedPage } from './kernel/pagination.ts'

/** Converts the filters of a user to a query of the domain. */
export const toGiftQuery = (
  { q, stalled, ...filter }: GiftListFilters,
  user: Pick<Permitted, 'permissions'>,
): giftLists.AdminGiftQuery => ({
  ...filter,
  ...(q !== undefined && { search: q, hasWholeAddressesOnly: hidesAddresses(user) }),
  ...(stalled !== undefined && { ids_sql: stalledGiftsSql }),
})

/** The order of the list: by the time of creation, or by a column. */
export interface GiftOrder {
  sort: GiftOrderName | undefined
  order: Page['order']
}

/** Returns a page of the list for users. `after` is the `next_after` of the previous page. */
export async function browseGifts(
  ctx: TxContext,
  query: giftLists.AdminGiftQuery,
  { sort = 'created', order }: GiftOrder,
  page: Omit<Page, 'order'>,
): Promise<{ data: gifting.Gift[]; has_more: boolean; next_after: string | null }> {
  if (sort !== 'created') return giftLists.browseSorted(ctx, query, { by: sort, order }, page)
  const { data, has_more } = await giftLists.browse(ctx, query, { ...page, order })
  return { data, has_more, next_after: (has_more && data.at(-1)?.id) || null }
}

/**
 * An empty offering. A list for users omits the offerings, because they can be the largest part of the bytes.
 */
const offered = toRawJson<Offering>({
  ...{ selection_mode: 'all', visible_at_redemption: false, line_items: [] },
})

/** Returns a page of the list for users, including the data that only users see. */
export async function browseForUser(
  ctx: TxContext,
  user: SessionUser,
  { sort, ...filters }: GiftListFilters & { sort?: GiftOrderName },
  page: Page,
): Promise<SortedPage<GiftRequestView>> {
  const found = await browseGifts(ctx, toGiftQuery(filters, user), { sort, ...page }, page)
  const ids = found.data.map(({ id }) => id)
  const [withProblems, tracking] = await Promise.all([
    gifting.giftsWithProblems(ctx, ids),
    fulfilment.trackingCodesByGift(ctx, ids),
  ])
  const data = found.data.map((gift) =>
    withAppMembers(toGiftView(ctx, { ...gift, offered }), {
      ...toRowMembers(gift),
      tracking: tracking.get(gift.id) ?? [],
      has_problem: withProblems.has(gift.id),
    }),
  )
  return { ...found, data }
}
