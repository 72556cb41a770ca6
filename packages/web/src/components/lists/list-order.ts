import { t } from '#web/i18n/common.ts'
import { useUrlFilters } from './use-url-filters.ts'

/** The order of a list. The URL contains the order, so saved views and exported files have it too. */
export interface ListOrder {
  /** The name of the order in the requests to the server. */
  sort: SortName
  order: 'asc' | 'desc'
}

/**
 * The labels of each order, ascending and descending. The first click on a column uses the direction in
 * `first`.
 */
// biome-ignore format: read down the columns
const sorts = {
  created:   { first: 'desc', asc: t('Oldest first'),                desc: t('Newest first') },
  updated:   { first: 'desc', asc: t('Longest unchanged first'),     desc: t('Last changed first') },
  expires:   { first: 'asc',  asc: t('Expires soonest first'),       desc: t('Expires latest first') },
  recipient: { first: 'asc',  asc: t('Recipient, A to Z'),           desc: t('Recipient, Z to A') },
  name:      { first: 'asc',  asc: t('Name, A to Z'),                desc: t('Name, Z to A') },
  email:     { first: 'asc',  asc: t('Email, A to Z'),               desc: t('Email, Z to A') },
} as const
export type SortName = keyof typeof sorts

const defaultOrder: ListOrder = { sort: 'created', order: 'desc' }

/**
 * Converts an order to query parameters. The URL of the page and the requests to the server use the same
 * parameters.
 */
export const toOrderQuery = ({ sort, order }: ListOrder): { sort?: SortName; order?: string } => ({
  ...(sort !== 'created' && { sort }),
  ...((sort !== 'created' || order === 'asc') && { order }),
})

/** Reads the order from the URL. If the list does not support this order, the function ignores it. */
export function parseOrder(
  { sort = 'created', order = 'desc' }: Readonly<Record<string, string>>,
  names: readonly SortName[],
): ListOrder {
  const name = names.find((each) => each === sort)
  return name === undefined ? defaultOrder : { sort: name, order: order === 'asc' ? 'asc' : 'desc' }
}

/** Returns the order of a list from the URL, and a function that changes the order. */
export function useListOrder(names: readonly SortName[]) {
  const { filters, set } = useUrlFilters()
  const current = parseOrder(filters, names)
  const change = (next: ListOrder) => {
    const { sort, order } = toOrderQuery(next)
    set({ sort, order })
  }
  return {
    current,
    change,
    /** Changes the order as a click on the heading of a column does. */
    toggle: (sort: SortName) =>
      change({ sort, order: sort === current.sort ? opposite(current.order) : sorts[sort].first }),
  }
}

interface OrderOption {
  value: string
  label: string
  order: ListOrder
}

const opposite = (order: ListOrder['order']): ListOrder['order'] =>
  order === 'asc' ? 'desc' : 'asc'

/** Lists the orders that the user can choose. For each column, the usual direction comes first. */
export const toOrderOptions = (names: readonly SortName[]): readonly OrderOption[] =>
  names.flatMap((sort) => {
    const { first } = sorts[sort]
    return [first, opposite(first)].map((order: ListOrder['order']) => ({
      value: `${sort} ${order}`,
      label: sorts[sort][order],
      order: { sort, order },
    }))
  })
