import type { GiftOrderName } from '#contract'
import type { SortKey, SortOrder } from '#platform/postgres/keyset'

/** The sort orders of the list besides the time of creation. */
export type GiftSortName = Exclude<GiftOrderName, 'created'>

export interface GiftSort {
  by: GiftSortName
  order: SortOrder
}

/**
 * A part of a sorted list. Gifts without a value come last in both orders, newest first, as a part without keys. Each part has
 * an index.
 */
export interface GiftSortPart {
  /** SQL condition of the part. */
  where?: string
  keys: readonly SortKey[]
}

/** Only gifts that wait for their recipient expire. */
const canExpire = `g.state = 'awaiting_recipient'`

export const giftSortParts: Readonly<Record<GiftSortName, readonly GiftSortPart[]>> = {
  updated: [{ keys: [{ sql: 'g.updated_at', type: 'timestamptz' }] }],
  expires: [
    { where: canExpire, keys: [{ sql: 'g.expires_at', type: 'timestamptz' }] },
    { where: `g.state <> 'awaiting_recipient'`, keys: [] },
  ],
  recipient: [
    {
      where: `(g.search_first, g.search_last) > ('', '')`,
      keys: [
        { sql: 'g.search_first', type: 'text' },
        { sql: 'g.search_last', type: 'text' },
      ],
    },
    { where: `g.search_first = '' and g.search_last = ''`, keys: [] },
  ],
}
