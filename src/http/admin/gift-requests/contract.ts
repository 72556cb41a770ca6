import { type Static, Type } from 'typebox'
import { displayStatuses, giftListFilters } from '#contract/gift-filters'
import { operation } from '../lib/operation.ts'
import { filterQuery } from '../lib/query.ts'
import { boundedText, oneOfTexts, orNull, page, strict } from '../lib/schemas.ts'

const named = Type.Object({ id: Type.String(), name: Type.String() })

/**
 * The number of gifts in each status, with an upper limit. If `capped` contains a status, its number means
 * 'at least'.
 */
export const CappedStatusCounts = Type.Object({
  ...Type.Record(Type.Enum([...displayStatuses]), Type.Integer()).properties,
  all: Type.Integer(),
  capped: Type.Array(oneOfTexts('all', ...displayStatuses)),
})

/** The filters of a list as a query string, saved with a name. */
export const SavedView = Type.Object({
  id: Type.String(),
  name: Type.String(),
  query: Type.String(),
  /** Whether all users of the account see the view. */
  is_shared: Type.Boolean(),
  is_own: Type.Boolean(),
})
export type SavedView = Static<typeof SavedView>

export const countGifts = operation('GET', '/gift-requests/counts', {
  permission: 'gift_requests:read',
  summary: 'count gift requests by status',
  query: filterQuery(giftListFilters),
  reply: CappedStatusCounts,
})

export const countMatchingGifts = operation('GET', '/gift-requests/count', {
  permission: 'gift_requests:read',
  summary: 'count all gift requests that match',
  query: filterQuery(giftListFilters),
  reply: Type.Object({
    count: orNull(Type.Integer({ description: 'Null above 100,000.' })),
  }),
})

export const listFilterOptions = operation('GET', '/gift-requests/choices', {
  permission: 'gift_requests:read',
  summary: 'list the values of the filters',
  reply: Type.Object({
    senders: Type.Array(named),
    countries: Type.Array(Type.String()),
    campaigns: Type.Array(named),
    teams: Type.Array(named),
  }),
})

export const listSavedViews = operation('GET', '/saved-views', {
  permission: 'gift_requests:read',
  summary: 'list your saved views and the shared ones',
  reply: page(SavedView),
})

export const saveView = operation('POST', '/saved-views', {
  permission: 'gift_requests:write',
  clock: 'real',
  summary: 'save a view of the list',
  body: Type.Object(
    {
      name: boundedText(80),
      query: Type.String({ maxLength: 2_000 }),
      is_shared: Type.Optional(Type.Boolean()),
    },
    strict,
  ),
  status: 201,
  reply: SavedView,
})

export const deleteSavedView = operation('DELETE', '/saved-views/:id', {
  permission: 'gift_requests:write',
  clock: 'real',
  summary: 'delete a saved view',
})
