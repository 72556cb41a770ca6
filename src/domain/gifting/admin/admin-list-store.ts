import { type Page, type Status, statuses } from '#contract'
import type { TxContext } from '#platform/postgres/database'
import { dueAt } from '../lifecycle/due-at.ts'
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

/** What people in the admin area narrow the list to; every part of it optional. */
export interface AdminGiftFilter {
  status?: string
  campaign_id?: string
  sender_id?: string
  country?: string
  is_direct?: boolean
  created_from?: Date
  created_until?: Date
  /** Only what has rested too long where it should not. */
  is_stalled?: true
  /** Only what has come so far at least. */
  reached?: Stage
  /** Only what its recipient took so long to redeem. */
  waited?: BucketName
  /** Only what waits for its recipient, and expires until then. */
  expires_until?: Date
  /** Only what was redeemed and has this variant in it. */
  variant_id?: string
  /** Only the places of this one-link. */
  one_link_id?: string
  /** Also places of one-links that were not claimed. */
  includes_places?: true
  search?: GiftSearch
}

/** What was typed, as what it looks like. */
export type GiftSearch =
  | { kind: 'id'; id: string }
  | { kind: 'reference'; prefix: string }
  | { kind: 'email'; prefix: string }
  | ({ kind: 'words' } & SearchTerms)

/** How long a gift request may rest in a state before somebody should look; the same as for the letter about it. */
const isStalledSql = (
  now: string,
) => `g.state in ('backordered', 'shipping_error', 'delivery_attempt_failed', 'ordered')
  and g.updated_at < ${now}::timestamptz - case g.state when 'ordered' then interval '5 days'
    when 'delivery_attempt_failed' then interval '3 days' else interval '1 day' end`

/** What expired has a name of its own in the admin area; to the API it is cancelled. */
export const displayStatuses = [...statuses, 'expired'] as const
export type DisplayStatus = Status | 'expired'

/** Word for word as in the index. */
const displayStatusSql = `(case when g.state = 'expired' then g.state else g.status end)`

/** A place of a one-link is a gift from its claim on. Word for word as in the index. */
const isGiftSql = '(g.one_link_id is null or g.sent_at is not null)'

interface WhereClause {
  values: unknown[]
  where: string[]
}

/** Each filter that is given is its own text: the planner then knows which index to take. */
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
  // ids begin with the millisecond of created_at, so a span of time is a span of ids
  if (filter.created_from !== undefined)
    where.push(`g.id >= platform.uuid_floor(${addParam(filter.created_from)})`)
  if (filter.created_until !== undefined)
    where.push(`g.id < platform.uuid_floor(${addParam(filter.created_until)})`)
  if (filter.is_stalled === true) where.push(isStalledSql(addParam(ctx.now)))
  if (filter.reached !== undefined) where.push(reachedStageSql[filter.reached])
  if (filter.waited !== undefined)
    where.push(
      `${reachedStageSql.redeemed} and ${bucketCondition(hoursToRedeemSql, filter.waited)}`,
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

/** The same without the free places of one-links, where the filter does not imply that. */
function buildGiftWhere(ctx: TxContext, filter: AdminGiftFilter): WhereClause {
  const clauses = buildWhere(ctx, filter)
  if (!matchesOnlyGifts(filter)) clauses.where.push(isGiftSql)
  return clauses
}

/** Nothing but time narrows it. */
const hasOnlyTimeFilters = (filter: AdminGiftFilter): boolean =>
  Object.keys(filter).every((name) => name === 'created_from' || name === 'created_until')

/** What was sent, or is looked up by its name, or is asked for. */
const matchesOnlyGifts = (filter: AdminGiftFilter): boolean =>
  filter.includes_places === true ||
  filter.one_link_id !== undefined ||
  filter.search?.kind === 'id' ||
  filter.search?.kind === 'reference' ||
  sentOnlyFilters.some((name) => filter[name] !== undefined)

const sentOnlyFilters = [
  'reached',
  'waited',
  'is_stalled',
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

/** One row more than the page holds, without what was offered. */
export function browse(ctx: TxContext, filter: AdminGiftFilter, page: Page): Promise<Gift[]> {
  const { values, where } = buildGiftWhere(ctx, filter)
  if (page.after !== undefined)
    where.push(`g.id ${page.order === 'asc' ? '>' : '<'} $${values.push(page.after)}`)
  const limit = `$${values.push(page.limit + 1)}`
  const pageSql = (and: string) => `select g.account_id, g.id from gifting.gift_request g
    where ${where.join(' and ')} ${and} order by g.id ${page.order} limit ${limit}`
  // along the index of gifts, a page of each status: one-links can have a million free places between them
  const pagePerStatusSql =
    () => `select f.* from unnest($${values.push(displayStatuses)}::text[]) as s (status)
    cross join lateral (${pageSql(`and ${displayStatusSql} = s.status`)}) f order by f.id ${page.order} limit ${limit}`
  // first which, then what is shown of them: nothing is looked up for rows that are passed over
  return ctx.query<Gift>(
    `${selectGiftWithoutOffering} join (${hasOnlyTimeFilters(filter) ? pagePerStatusSql() : pageSql('')}) found
        on found.account_id = g.account_id and found.id = g.id
      order by g.id ${page.order}`,
    values,
  )
}

/** The ids of the newest that match. */
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

/** As many of each status as somebody counts at a glance. */
export const countCap = 1_000
/** As many gift requests as are looked at to count those that other filters leave. */
const scanCap = 5_000

/** As many gifts as are counted in all. */
export const totalCountCap = 10_000

/** How many there are of each status, along the index of each and no further than `mostCounted`; and in all. */
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

/** The same among the newest that a filter leaves. When they are too many, `is_cut` says so. */
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

/** Some of those that a word finds which is too common to collect them all: more than are looked at. */
function sampleIds(
  [term = '', ...otherTerms]: readonly string[],
  addParam: (value: unknown) => string,
) {
  const sample = `g.id = any (array(${matchingIdsSql(term, addParam, scanCap + 1)}))`
  return [sample, ...otherTerms.map((each) => prefixCondition(each, addParam))]
}

/** How many there are of each status, to the last one. */
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

/** Everybody who has given something. */
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

/** Every country that something goes to. */
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

/** Writes when a gift request expires, and the timers that follow. Does not wait. */
export const updateExpiry = (ctx: TxContext, gift: Gift): void =>
  ctx.enqueue(
    `update gifting.gift_request
        set expires_at = $3, remind_at = $4, updated_at = $6,
            due_at = $5::timestamptz - (select c.ahead from access.clock_offset_of($1) c)
      where account_id = $1 and id = $2`,
    [gift.account_id, gift.id, gift.expires_at, gift.remind_at, dueAt(gift), gift.updated_at],
  )
