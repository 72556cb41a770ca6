import type { Page } from '#contract'
import type { TxContext } from '#platform/postgres/database'
import { type BudgetedRow, withinBudgetSql } from '#platform/postgres/page-budget'
import { createBindings } from '#platform/postgres/table'
import { selectGiftWithAllBytes, selectGiftWithOwnBytes, withOfferings } from './gift-store.ts'
import { isGiftSql, isPlaceholderSql } from './placeholders.ts'
import type { Gift } from './tables.ts'

/** The filters of a list of gift requests. All of them are optional. */
export interface GiftFilter {
  status?: string
  campaign_id?: string
  reference?: string
  email_key?: string
  contact_id?: string
  /** Metadata pairs. A gift request must have all of them. */
  metadata?: Readonly<Record<string, string>>
  /** The state of a parcel. A gift request must have a parcel in this state. */
  parcel_state?: string
  created_after?: Date
  created_before?: Date
  /**
   * The time after which a gift request changed. With this filter, the list is in the order of changes,
   * oldest first.
   */
  updated_after?: Date
}

/**
 * The milliseconds for which a list of changes ignores new changes. A change can become visible after a later
 * one, because its transaction took longer. Transactions take less than half a minute.
 */
const settleMs = 30_000

/**
 * The options of a list. A page without offerings has more rows, because offerings can be most of the bytes.
 */
export interface ListOptions {
  hasOfferings?: boolean
}

/** Returns the rows up to the byte limit of a page, and at most one more than the row limit of the page. */
export async function list(
  ctx: TxContext,
  account_id: string,
  filter: GiftFilter,
  page: Page,
  { hasOfferings = true }: ListOptions = {},
): Promise<(Gift & BudgetedRow)[]> {
  const { bind: addParam, values } = createBindings(account_id, page.limit + 1)
  const order = filter.updated_after === undefined ? page.order : 'asc'
  const source = buildSource(filter, { ...page, order }, addParam)
  const where = [
    'g.account_id = $1',
    ...columnConditions(filter, addParam),
    ...timeConditions(filter, addParam),
    ...(filter.updated_after === undefined
      ? pageConditions(page, addParam)
      : changeConditions(ctx.now, filter.updated_after, page, addParam)),
    ...source.conditions,
  ]
  const select = hasOfferings ? selectGiftWithAllBytes : selectGiftWithOwnBytes
  const text =
    filter.updated_after === undefined
      ? withinBudgetSql(
          `${select} ${source.join} where ${where.join(' and ')} order by ${source.id} ${order} limit $2`,
          `id ${order}`,
        )
      : withinBudgetSql(selectChanges(select, source.join, where), 'updated_at, id')
  const gifts = await ctx.query<Gift & BudgetedRow>(text, values)
  return hasOfferings ? withOfferings(ctx, gifts) : gifts
}

/**
 * Returns SQL that selects changes from two indexes: one for gifts, and one for the placeholders of
 * one-links.
 */
function selectChanges(select: string, join: string, where: readonly string[]): string {
  const part = (condition: string) =>
    `(select g.id from gifting.gift_request g ${join} where ${[...where, condition].join(' and ')}
       order by g.updated_at, g.id limit $2)`
  return `${select}
    join (${part(isGiftSql)} union all ${part(isPlaceholderSql)}) found on found.id = g.id
   where g.account_id = $1 order by g.updated_at, g.id limit $2`
}

type AddParam = (value: unknown) => string

/**
 * Builds the part of the query that selects the rows. The rarest filter comes first and uses the order of its
 * index, so that the limit ends the scan. A generic plan does not know how many rows have a value.
 */
function buildSource(
  { metadata = {}, parcel_state, ...others }: GiftFilter,
  { order, after }: Page,
  addParam: AddParam,
): { join: string; id: string; conditions: string[] } {
  const pairs = Object.entries(metadata).map(
    ([name, value]) => `gifting.metadata_digest(${addParam(name)}, ${addParam(value)})`,
  )
  const [firstPair, ...otherPairs] = pairs
  const state = parcel_state === undefined ? undefined : addParam(parcel_state)
  const conditions = otherPairs.map(
    (digest) => `exists (select from gifting.metadata_pair o
       where o.account_id = $1 and o.digest = ${digest} and o.gift_request_id = g.id)`,
  )
  const join = (rows: string) =>
    `join (${rows} order by s.gift_request_id ${order}) d on d.gift_request_id = g.id`
  if (firstPair !== undefined) {
    if (state !== undefined)
      conditions.push(
        `exists (select from fulfilment.gift_requests_by_parcel_state($1, ${state}) p where p.gift_request_id = g.id)`,
      )
    const rows = `select s.gift_request_id from gifting.metadata_pair s where s.account_id = $1 and s.digest = ${firstPair}`
    return { join: join(rows), id: 'd.gift_request_id', conditions }
  }
  if (state === undefined) return { join: '', id: 'g.id', conditions }
  const rows = `select distinct on (s.gift_request_id) s.gift_request_id from fulfilment.gift_requests_by_parcel_state($1, ${state}) s`
  if (Object.values(others).some((value) => value !== undefined))
    return { join: join(rows), id: 'd.gift_request_id', conditions }
  // Without other filters, the limit applies to these rows, so that the scan also ends early for a common
  // state.
  const behind =
    after === undefined
      ? ''
      : `where s.gift_request_id ${order === 'asc' ? '>' : '<'} ${addParam(after)}`
  const limited = `(${rows} ${behind} order by s.gift_request_id ${order} limit $2)`
  return {
    join: `join ${limited} d on d.gift_request_id = g.id`,
    id: 'd.gift_request_id',
    conditions,
  }
}

function columnConditions(filter: GiftFilter, addParam: AddParam): string[] {
  const columns = ['status', 'campaign_id', 'reference', 'email_key', 'contact_id'] as const
  return columns.flatMap((name) =>
    filter[name] === undefined ? [] : [`g.${name} = ${addParam(filter[name])}`],
  )
}

/**
 * Returns the conditions for a time range. Ids start with the millisecond of `created_at`, so a range of
 * times is a range of ids.
 */
function timeConditions(
  { created_after, created_before }: GiftFilter,
  addParam: AddParam,
): string[] {
  const floor = (date: Date) => `platform.uuid_floor(${addParam(date)})`
  return [
    ...(created_after === undefined
      ? []
      : [`g.id >= ${floor(new Date(created_after.getTime() + 1))}`]),
    ...(created_before === undefined ? [] : [`g.id < ${floor(created_before)}`]),
  ]
}

const pageConditions = ({ after, order }: Page, addParam: AddParam): string[] =>
  after === undefined ? [] : [`g.id ${order === 'asc' ? '>' : '<'} ${addParam(after)}`]

/**
 * Returns the conditions for changes. With `after`, the page continues after this pair of time and id,
 * wherever the row with this id is now.
 */
function changeConditions(
  now: Date,
  updated_after: Date,
  { after }: Page,
  addParam: AddParam,
): string[] {
  const since = addParam(updated_after)
  return [
    after === undefined
      ? `g.updated_at > ${since}`
      : `(g.updated_at, g.id) > (${since}, ${addParam(after)})`,
    `g.updated_at <= ${addParam(new Date(now.getTime() - settleMs))}`,
  ]
}
