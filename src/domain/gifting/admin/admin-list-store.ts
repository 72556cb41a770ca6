import { type Page, type Status, statuses } from '#contract'
import type { TxContext } from '#platform/postgres/database'
import { selectGiftWithoutOffering } from '../lifecycle/gift-store.ts'
import {
  matchingIdsSql,
  prefixCondition,
  prefixUpperBound,
  type SearchTerms,
} from '../lifecycle/name-search.ts'
import type { Gift } from '../lifecycle/tables.ts'
import {
  type BucketName,
  bucketCondition,
  hoursToRedeemSql,
  reachedStageSql,
  type Stage,
} from './funnel-stages.ts'

/** Filters of the admin list. All are optional. */
export interface AdminGiftFilter {
  status?: string
  campaign_id?: string
  sender_id?: string
  country?: string
  is_direct?: boolean
  created_from?: Date
  created_until?: Date
  /** Only gift requests with an unresolved problem report. */
  has_problem?: true
  /** Only gift requests whose ids this SQL of another module selects. It has no parameter but the account, `$1`. */
  ids_sql?: string
  /** Only gift requests that reached this stage or a later one. */
  reached?: Stage
  /** Only gift requests with a time to redeem in this bucket. */
  time_to_redeem?: BucketName
  /** Only gift requests that await the recipient and expire until this time. */
  expires_until?: Date
  /** Only redeemed gift requests that contain this variant. */
  variant_id?: string
  /** Only gift requests of this one-link. */
  one_link_id?: string
  /** Includes unclaimed placeholders. */
  includes_unclaimed?: true
  search?: GiftSearch
}

/** The search text by its detected kind. */
export type GiftSearch =
  | { kind: 'id'; id: string }
  | { kind: 'reference'; prefix: string }
  | { kind: 'email'; prefix: string }
  | ({ kind: 'words' } & SearchTerms)

/** The admin area shows `expired` as a status of its own; the public API reports it as `cancelled`. */
export const displayStatuses = [...statuses, 'expired'] as const
export type DisplayStatus = Status | 'expired'

/** Must be identical to the expression of the index. */
const displayStatusSql = `(case when g.state = 'expired' then g.state else g.status end)`

/** A placeholder counts as a gift once it is claimed. Must be identical to the predicate of the index. */
const isGiftSql = '(g.one_link_id is null or g.sent_at is not null)'

interface WhereClause {
  values: unknown[]
  where: string[]
}

/** Generates a separate statement for each combination of filters, so that the planner can choose the index. */
export function buildWhere(ctx: TxContext, filter: AdminGiftFilter): WhereClause {
  const values: unknown[] = [ctx.account_id]
  const addParam = (value: unknown) => `$${values.push(value)}`
  const where = ['g.account_id = $1']
  if (filter.status !== undefined) where.push(`${displayStatusSql} = ${addParam(filter.status)}`)
  if (filter.campaign_id !== undefined)
    where.push(`g.campaign_id = ${addParam(filter.campaign_id)}`)
  if (filter.sender_id !== undefined) where.push(`g.sender_id = ${addParam(filter.sender_id)}`)
  if (filter.country !== undefined) where.push(`g.country = ${addParam(filter.country)}`)
  if (filter.is_direct !== undefined)
    where.push(filter.is_direct ? 'g.is_direct' : 'not g.is_direct')
  // ids start with the millisecond of created_at, so a time range is an id range
  if (filter.created_from !== undefined)
    where.push(`g.id >= platform.uuid_floor(${addParam(filter.created_from)})`)
  if (filter.created_until !== undefined)
    where.push(`g.id < platform.uuid_floor(${addParam(filter.created_until)})`)
  if (filter.has_problem === true)
    where.push(
      `g.id in (select gift_request_id from gifting.problem_report where account_id = $1 and state <> 'resolved')`,
    )
  if (filter.ids_sql !== undefined) where.push(`g.id in (${filter.ids_sql})`)
  if (filter.reached !== undefined) where.push(reachedStageSql[filter.reached])
  if (filter.time_to_redeem !== undefined)
    where.push(
      `${reachedStageSql.redeemed} and ${bucketCondition(hoursToRedeemSql, filter.time_to_redeem)}`,
    )
  if (filter.expires_until !== undefined)
    where.push(
      `g.state = 'awaiting_recipient' and g.expires_at <= ${addParam(filter.expires_until)}`,
    )
  if (filter.variant_id !== undefined)
    where.push(
      `g.id in (select gift_request_id from gifting.gift_request_variant
         where account_id = $1 and variant_id = ${addParam(filter.variant_id)})`,
    )
  if (filter.one_link_id !== undefined)
    where.push(`g.one_link_id = ${addParam(filter.one_link_id)}`)
  if (filter.search !== undefined) where.push(...searchClause(filter.search, addParam))
  return { values, where }
}

/**
 * Builds the where clause and excludes unclaimed placeholders, unless the filter implies their exclusion or
 * includes them.
 */
function buildGiftWhere(ctx: TxContext, filter: AdminGiftFilter): WhereClause {
  const clauses = buildWhere(ctx, filter)
  if (!matchesOnlyGifts(filter)) clauses.where.push(isGiftSql)
  return clauses
}

const hasOnlyTimeFilters = (filter: AdminGiftFilter): boolean =>
  Object.keys(filter).every((name) => name === 'created_from' || name === 'created_until')

/**
 * Returns whether no condition on placeholders is needed: the filter matches only claimed gifts, looks up one
 * gift, or asks for placeholders.
 */
const matchesOnlyGifts = (filter: AdminGiftFilter): boolean =>
  filter.includes_unclaimed === true ||
  filter.one_link_id !== undefined ||
  filter.search?.kind === 'id' ||
  filter.search?.kind === 'reference' ||
  sentOnlyFilters.some((name) => filter[name] !== undefined)

const sentOnlyFilters = [
  'reached',
  'time_to_redeem',
  'has_problem',
  'ids_sql',
  'expires_until',
  'variant_id',
  'country',
] as const

function searchClause(search: GiftSearch, addParam: (value: unknown) => string): string[] {
  switch (search.kind) {
    case 'id':
      return [`g.id = ${addParam(search.id)}`]
    case 'reference':
      return [
        `g.reference >= ${addParam(search.prefix)}`,
        `g.reference < ${addParam(prefixUpperBound(search.prefix))}`,
      ]
    case 'email':
      return [
        `g.email_key >= ${addParam(search.prefix)}`,
        `g.email_key < ${addParam(prefixUpperBound(search.prefix))}`,
      ]
    case 'words':
      return [
        ...(search.indexedTerm === undefined
          ? []
          : [`g.id in (${matchingIdsSql(search.indexedTerm, addParam)})`]),
        ...search.otherTerms.map((term) => prefixCondition(term, addParam)),
      ]
  }
}

/** Returns up to one row more than the page size, without offerings. */
export function browse(ctx: TxContext, filter: AdminGiftFilter, page: Page): Promise<Gift[]> {
  const { values, where } = buildGiftWhere(ctx, filter)
  if (page.after !== undefined)
    where.push(`g.id ${page.order === 'asc' ? '>' : '<'} $${values.push(page.after)}`)
  const limit = `$${values.push(page.limit + 1)}`
  const pageSql = (and: string) => `select g.account_id, g.id from gifting.gift_request g
    where ${where.join(' and ')} ${and} order by g.id ${page.order} limit ${limit}`
  // Reads a page per status from the index of gifts, because one-links can have a million placeholders between
  // two gifts.
  const pagePerStatusSql =
    () => `select f.* from unnest($${values.push(displayStatuses)}::text[]) as s (status)
    cross join lateral (${pageSql(`and ${displayStatusSql} = s.status`)}) f order by f.id ${page.order} limit ${limit}`
  // Selects the ids of the page before it joins the columns, so that skipped rows cost no join.
  return ctx.query<Gift>(
    `${selectGiftWithoutOffering} join (${hasOnlyTimeFilters(filter) ? pagePerStatusSql() : pageSql('')}) found
        on found.account_id = g.account_id and found.id = g.id
      order by g.id ${page.order}`,
    values,
  )
}

/** Returns the ids of the newest matches. */
export const selectIds = (
  ctx: TxContext,
  filter: AdminGiftFilter,
  limit: number,
): Promise<{ id: string }[]> => {
  const { values, where } = buildGiftWhere(ctx, filter)
  return ctx.query(
    `select g.id from gifting.gift_request g where ${where.join(' and ')}
      order by g.id desc limit $${values.push(limit)}`,
    values,
  )
}

/** Counts per status stop here. */
export const countCap = 1_000
/** Counts with filters read at most this many gift requests. */
const scanCap = 5_000

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
                               where g.account_id = $1 and ${displayStatusSql} = s.status and ${isGiftSql}
                               limit ${countCap + 1}) seen) n
     union all
     select 'all', count(*) from (select from gifting.gift_request g
                                   where g.account_id = $1 and ${isGiftSql} limit ${totalCountCap + 1}) seen`,
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
  const { values, where } = buildGiftWhere(ctx, isTooCommon ? otherFilters : filter)
  if (isTooCommon) where.push(...sampleIds(search.otherTerms, (value) => `$${values.push(value)}`))
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
  [term = '', ...otherTerms]: readonly string[],
  addParam: (value: unknown) => string,
) {
  const sample = `g.id = any (array(${matchingIdsSql(term, addParam, scanCap + 1)}))`
  return [sample, ...otherTerms.map((each) => prefixCondition(each, addParam))]
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
