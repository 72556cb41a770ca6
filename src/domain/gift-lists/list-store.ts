import { type DisplayStatus, displayStatuses, type Page } from '#contract'
import * as gifting from '#gifting'
import type { TxContext } from '#platform/postgres/database'
import { type BudgetedRow, withinBudgetSql } from '#platform/postgres/page-budget'
import {
  type AdminGiftFilter,
  buildGiftWhere,
  displayStatusSql,
  hasOnlyTimeFilters,
} from './gift-filter.ts'

/** Returns the rows within the byte budget of a page, up to one more than its limit, without offerings. */
export function browse(
  ctx: TxContext,
  filter: AdminGiftFilter,
  page: Page,
): Promise<(gifting.Gift & BudgetedRow)[]> {
  const { bind, values, where } = buildGiftWhere(ctx, filter)
  if (page.after !== undefined)
    where.push(`g.id ${page.order === 'asc' ? '>' : '<'} ${bind(page.after)}`)
  const limit = bind(page.limit + 1)
  const pageSql = (and: string) => `select g.account_id, g.id from gifting.gift_request g
    where ${where.join(' and ')} ${and} order by g.id ${page.order} limit ${limit}`
  // Reads a page per status from the index of gifts, because one-links can have a million placeholders between
  // two gifts.
  const pagePerStatusSql =
    () => `select f.* from unnest(${bind(displayStatuses)}::text[]) as s (status)
    cross join lateral (${pageSql(`and ${displayStatusSql} = s.status`)}) f order by f.id ${page.order} limit ${limit}`
  // Selects the ids of the page before it joins the columns, so that skipped rows cost no join.
  const found = hasOnlyTimeFilters(filter) ? pagePerStatusSql() : pageSql('')
  return ctx.query(
    withinBudgetSql(
      `${gifting.selectGiftWithOwnBytes} join (${found}) found
          on found.account_id = g.account_id and found.id = g.id`,
      `id ${page.order}`,
    ),
    values,
  )
}

/** The number of gift requests in a CSV file is counted up to this limit. */
export const matchCountCap = 100_000

export async function countMatches(ctx: TxContext, filter: AdminGiftFilter): Promise<number> {
  const { values, where } = buildGiftWhere(ctx, filter)
  return ctx.queryCount(
    `select count(*) from (
       select from gifting.gift_request g where ${where.join(' and ')} limit ${matchCountCap + 1}) seen`,
    values,
  )
}

/** Counts per status stop here. */
export const countCap = 1_000
/** Counts with filters read at most this many gift requests. */
export const scanCap = 5_000

/** The total count stops here. */
export const totalCountCap = 10_000

/** Counts gifts per status, each from its index and up to `countCap`, and in total up to `totalCountCap`. */
export const countByStatusCapped = (
  ctx: TxContext,
): Promise<{ status: DisplayStatus | 'all'; count: number }[]> =>
  ctx.query(
    `select s.status, n.count from unnest($2::text[]) as s (status)
      cross join lateral (
        select count(*) from (select from gifting.gift_request g
                               where g.account_id = $1 and ${displayStatusSql} = s.status and ${gifting.isGiftSql}
                               limit ${countCap + 1}) seen) n
     union all
     select 'all', count(*) from (select from gifting.gift_request g
                                   where g.account_id = $1 and ${gifting.isGiftSql} limit ${totalCountCap + 1}) seen`,
    [ctx.account_id, displayStatuses],
  )

/**
 * Counts the newest matches of a filter per status. `is_cut` is true if there are more than `scanCap` matches.
 */
export function countFilteredCapped(
  ctx: TxContext,
  filter: AdminGiftFilter,
): Promise<{ status: DisplayStatus; count: number; is_cut: boolean }[]> {
  const { search, ...otherFilters } = filter
  const isTooCommon = search?.kind === 'words' && search.indexedTerm === undefined
  const { bind, values, where } = buildGiftWhere(ctx, isTooCommon ? otherFilters : filter)
  if (isTooCommon) where.push(...sampleIds(search.otherTerms, bind))
  return ctx.query(
    `select f.status, count(*), ${isTooCommon} or sum(count(*)) over () > ${scanCap} as is_cut
       from (select ${displayStatusSql} as status from gifting.gift_request g where ${where.join(' and ')}
              order by g.id desc limit ${scanCap + 1}) f group by f.status`,
    values,
  )
}

/**
 * Samples the matches of a term that is too common to collect all of them: at most `scanCap + 1` per search
 * key.
 */
function sampleIds(
  [term = { text: '', hasWholeAddressesOnly: true }, ...otherTerms]: readonly gifting.SearchTerm[],
  addParam: (value: unknown) => string,
) {
  const sample = `g.id = any (array(${gifting.matchingIdsSql(term, addParam, scanCap + 1)}))`
  return [sample, ...otherTerms.map((each) => gifting.prefixCondition(each, addParam))]
}

/** Returns exact counts per status. */
export function countByStatus(
  ctx: TxContext,
  filter: AdminGiftFilter,
): Promise<{ status: DisplayStatus; count: number }[]> {
  const { values, where } = buildGiftWhere(ctx, filter)
  return ctx.query(
    `select ${displayStatusSql} as status, count(*) from gifting.gift_request g where ${where.join(' and ')} group by 1`,
    values,
  )
}

/** Returns the ids of all senders with a skip scan of the index. */
export const listSenders = (ctx: TxContext): Promise<{ id: string }[]> =>
  ctx.query(
    `with recursive met as (
       (select sender_id from gifting.gift_request where account_id = $1 order by sender_id limit 1)
       union all
       select (select g.sender_id from gifting.gift_request g
                where g.account_id = $1 and g.sender_id > met.sender_id order by g.sender_id limit 1)
         from met where met.sender_id is not null)
     select sender_id as id from met where sender_id is not null`,
    [ctx.account_id],
  )

/** Returns all destination countries with a skip scan of the index. */
export const listCountries = (ctx: TxContext): Promise<{ code: string }[]> =>
  ctx.query(
    `with recursive met as (
       (select country from gifting.gift_request
         where account_id = $1 and country is not null order by country limit 1)
       union all
       select (select g.country from gifting.gift_request g
                where g.account_id = $1 and g.country > met.country order by g.country limit 1)
         from met where met.country is not null)
     select country as code from met where country is not null`,
    [ctx.account_id],
  )
