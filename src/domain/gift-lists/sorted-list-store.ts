import { displayStatuses } from '#contract'
import * as gifting from '#gifting'
import type { TxContext } from '#platform/postgres/database'
import {
  behindCursorSql,
  type KeysetCursor,
  orderBySql,
  type SortedRow,
  type SortKey,
  selectKeysSql,
} from '#platform/postgres/keyset'
import { withinBudgetSql } from '#platform/postgres/page-budget'
import {
  type AdminGiftFilter,
  buildGiftWhere,
  displayStatusSql,
  hasOnlyTimeFilters,
} from './gift-filter.ts'
import { type GiftSort, type GiftSortPart, giftSortParts } from './gift-sort.ts'
import { scanCap } from './list-store.ts'

/**
 * Reads up to `limit` rows after the cursor, in the order of the sort. If a filter matches few gifts, the
 * query uses the index of the filter and sorts the matches. Otherwise, it scans the index of the sort order
 * until the page is full.
 */
export async function browseSorted(
  ctx: TxContext,
  filter: AdminGiftFilter,
  sort: GiftSort,
  { limit, cursor }: { limit: number; cursor: KeysetCursor | undefined },
): Promise<(SortedRow & { part: number })[]> {
  const isRare = await matchesFew(ctx, filter)
  const rows: (SortedRow & { part: number })[] = []
  for (const [part, definition] of giftSortParts[sort.by].entries()) {
    if (part < (cursor?.part ?? 0) || rows.length >= limit) continue
    const found = await readPart(ctx, filter, sort, {
      ...{ definition, isRare, limit: limit - rows.length },
      cursor: part === cursor?.part ? cursor : undefined,
    })
    rows.push(...found.map((row) => ({ ...row, part })))
  }
  return rows
}

/** Returns whether at most `scanCap` gifts match the filter. Reads them with the index of the filter. */
async function matchesFew(ctx: TxContext, filter: AdminGiftFilter): Promise<boolean> {
  const { search } = filter
  const isTooCommon = search?.kind === 'words' && search.indexedTerm === undefined
  if (Object.keys(filter).length === 0 || isTooCommon) return false
  const { values, where } = buildGiftWhere(ctx, filter)
  const [row] = await ctx.query<{ count: number }>(
    `select count(*) from (select from gifting.gift_request g where ${where.join(' and ')}
       order by g.id desc limit ${scanCap + 1}) seen`,
    values,
  )
  return (row?.count ?? 0) <= scanCap
}

interface PartQuery {
  definition: GiftSortPart
  isRare: boolean
  limit: number
  cursor: KeysetCursor | undefined
}

function readPart(
  ctx: TxContext,
  filter: AdminGiftFilter,
  sort: GiftSort,
  { definition, isRare, limit, cursor }: PartQuery,
): Promise<SortedRow[]> {
  const { keys, where: partWhere } = definition
  const { bind, values, where } = buildGiftWhere(ctx, filter)
  const order = keys.length === 0 ? 'desc' : sort.order
  const conditions = [
    ...(partWhere === undefined ? [] : [partWhere]),
    ...(cursor === undefined ? [] : [behindCursorSql(keys, 'g.id', order, cursor, bind)]),
  ]
  const orderBy = `order by ${orderBySql(keys, 'g.id', order)} limit ${bind(limit)}`
  const query = { where, conditions, orderBy, keys }
  if (isRare) return ctx.query<SortedRow>(selectFromMatches(query), values)
  // A part without keys has no index, except the part with gifts that have no name.
  return keys.length === 0 && sort.by === 'expires' && hasOnlyTimeFilters(filter)
    ? ctx.query<SortedRow>(selectPerStatus(query, bind(displayStatuses)), values)
    : ctx.query<SortedRow>(selectInOrder(query), values)
}

interface QueryParts {
  /** The conditions that the filter requires. */
  where: readonly string[]
  /** The conditions that select the page. */
  conditions: readonly string[]
  orderBy: string
  keys: readonly SortKey[]
}

/**
 * Returns SQL that first selects the matches and then sorts them. The `limit` separates both steps, so that
 * the query planner uses the index of the filter.
 */
const selectFromMatches = ({ where, conditions, orderBy, keys }: QueryParts): string =>
  `select g.id, ${selectKeysSql(keys)} from (
     select g.id, g.state, g.updated_at, g.expires_at, g.search_first, g.search_last
       from gifting.gift_request g where ${where.join(' and ')} order by g.id desc limit ${scanCap}) g
    where ${['true', ...conditions].join(' and ')} ${orderBy}`

const selectInOrder = ({ where, conditions, orderBy, keys }: QueryParts): string =>
  `select g.id, ${selectKeysSql(keys)} from gifting.gift_request g
    where ${[...where, ...conditions, gifting.isGiftSql].join(' and ')} ${orderBy}`

/**
 * Returns SQL that reads a page for each status from the index of gifts, because the primary key also
 * contains the placeholders.
 */
const selectPerStatus = (query: QueryParts, statuses: string): string => {
  const where = [...query.where, `${displayStatusSql} = s.status`]
  return `select g.* from unnest(${statuses}::text[]) as s (status)
    cross join lateral (${selectInOrder({ ...query, where })}) g ${query.orderBy}`
}

/** Reads the first gift requests with these ids, up to the byte limit of a page, without offerings. */
export const findListed = (ctx: TxContext, ids: readonly string[]): Promise<gifting.Gift[]> =>
  ctx.query<gifting.Gift>(
    withinBudgetSql(
      `${gifting.selectGiftWithOwnBytes} where g.account_id = $1 and g.id = any ($2::uuid[])`,
      'array_position($2::uuid[], id)',
    ),
    [ctx.account_id, ids],
  )
