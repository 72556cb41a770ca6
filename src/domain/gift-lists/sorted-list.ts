import { throwIfAny } from '#contract'
import type * as gifting from '#gifting'
import type { TxContext } from '#platform/postgres/database'
import {
  decodeCursor,
  encodeCursor,
  fitsKeys,
  type KeysetCursor,
  type SortedPage,
  throwUnknownCursor,
} from '#platform/postgres/keyset'
import { type GiftSort, giftSortParts } from './gift-sort.ts'
import { type AdminGiftQuery, toFilter } from './list.ts'
import * as sortedListStore from './sorted-list-store.ts'

/** Returns a page of the admin list in another order than the time of creation, within the byte budget of pages. Placeholders of one-links are not included. */
export async function browseSorted(
  ctx: TxContext,
  query: AdminGiftQuery,
  sort: GiftSort,
  { limit, after }: { limit: number; after?: string },
): Promise<SortedPage<gifting.Gift>> {
  if (query.include_unclaimed !== undefined || query.one_link_id !== undefined)
    throwIfAny([cannotSort])
  const cursor = after === undefined ? undefined : parseCursor(sort, after)
  const filter = await toFilter(ctx, query)
  if (filter === undefined) return { data: [], has_more: false, next_after: null }
  const found = await sortedListStore.browseSorted(ctx, filter, sort, { limit: limit + 1, cursor })
  const ids = found.slice(0, limit).map(({ id }) => id)
  const data = await sortedListStore.findListed(ctx, ids)
  const last = found[data.length - 1]
  const has_more = found.length > data.length && last !== undefined
  return {
    data,
    has_more,
    next_after: has_more
      ? encodeCursor({ part: last.part, values: last.sort_values, id: last.id })
      : null,
  }
}

function parseCursor({ by }: GiftSort, after: string): KeysetCursor {
  const cursor = decodeCursor(after)
  const part = giftSortParts[by][cursor?.part ?? -1]
  if (cursor === undefined || part === undefined || !fitsKeys(cursor, part.keys))
    throwUnknownCursor()
  return cursor
}

const cannotSort = {
  code: 'invalid' as const,
  param: 'sort',
  in: 'query' as const,
  message: 'must be created for a list with unclaimed places',
}
