import { type Static, Type } from 'typebox'
import { oneOf } from '../lib/filters.ts'
import { operation } from '../lib/operation.ts'
import { exportQuery, filterQuery, listQuery } from '../lib/query.ts'
import {
  boundedText,
  GiftState,
  GiftStatus,
  oneOfTexts,
  orNull,
  page,
  sortedPage,
  strict,
  Timestamp,
} from '../lib/schemas.ts'
import { giftFilters, giftSort } from './gift-filters.ts'

const named = Type.Object({ id: Type.String(), name: Type.String() })

/** A gift request in a list. */
export const ListedGift = Type.Object({
  id: Type.String(),
  reference: Type.String(),
  state: GiftState,
  status: GiftStatus,
  campaign: orNull(named),
  sender: named,
  recipient: Type.Object({ name: Type.String(), email: Type.String() }),
  country: orNull(Type.String()),
  is_direct: Type.Boolean(),
  send_at: orNull(Timestamp),
  expires_at: Timestamp,
  created_at: Timestamp,
  updated_at: Timestamp,
  items: Type.Array(Type.Object({ name: Type.String(), quantity: Type.Integer() }), {
    description: 'Empty until the recipient has chosen.',
  }),
  tracking: Type.Array(Type.Object({ carrier: Type.String(), code: Type.String() })),
  metadata: Type.Record(Type.String(), Type.String()),
  has_problem: Type.Boolean({ description: 'Whether a problem report is not resolved.' }),
})
export type ListedGift = Static<typeof ListedGift>

const countedStatuses = [
  'submitted',
  'redeemed',
  'dispatched',
  'delivered',
  'cancelled',
  'expired',
] as const

const statusCounts = {
  submitted: Type.Integer(),
  redeemed: Type.Integer(),
  dispatched: Type.Integer(),
  delivered: Type.Integer(),
  cancelled: Type.Integer(),
  expired: Type.Integer(),
}

/** Numbers of gift requests by status. */
export const StatusCounts = Type.Object(statusCounts)

/** Numbers with upper limits. A number in `capped` means 'at least'. */
export const CappedStatusCounts = Type.Object({
  ...statusCounts,
  all: Type.Integer(),
  capped: Type.Array(oneOfTexts('all', ...countedStatuses)),
})

/** Filters of the list as a query string, with a name. */
export const SavedView = Type.Object({
  id: Type.String(),
  name: Type.String(),
  query: Type.String(),
  /** Whether all users of the account see the view. */
  is_shared: Type.Boolean(),
  is_own: Type.Boolean(),
})
export type SavedView = Static<typeof SavedView>

export const listGifts = operation('GET', '/gift-requests', {
  role: 'sender',
  summary: 'list gift requests',
  query: listQuery({ ...giftFilters, sort: giftSort }),
  reply: sortedPage(ListedGift),
})

export const countGifts = operation('GET', '/gift-requests/counts', {
  role: 'sender',
  summary: 'count gift requests by status',
  query: filterQuery(giftFilters),
  reply: CappedStatusCounts,
})

export const countMatchingGifts = operation('GET', '/gift-requests/count', {
  role: 'sender',
  summary: 'count all gift requests that match',
  query: filterQuery(giftFilters),
  reply: Type.Object({
    count: orNull(Type.Integer({ description: 'Null above 100,000.' })),
  }),
})

export const listFilterOptions = operation('GET', '/gift-requests/choices', {
  role: 'sender',
  summary: 'list the values of the filters',
  reply: Type.Object({
    senders: Type.Array(named),
    countries: Type.Array(Type.String()),
    campaigns: Type.Array(named),
  }),
})

export const downloadGifts = operation('GET', '/gift-requests.csv', {
  role: 'sender',
  /** `with_links` adds the link of each recipient; the audit log records it. */
  summary: 'download gift requests',
  query: exportQuery({ ...giftFilters, sort: giftSort, with_links: oneOf('true') }),
  mediaTypes: ['text/csv'],
})

export const listSavedViews = operation('GET', '/saved-views', {
  role: 'sender',
  summary: 'list your saved views and the shared ones',
  reply: page(SavedView),
})

export const saveView = operation('POST', '/saved-views', {
  role: 'sender',
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
  role: 'sender',
  clock: 'real',
  summary: 'delete a saved view',
})
