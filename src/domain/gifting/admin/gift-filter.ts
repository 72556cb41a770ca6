import { type Status, statuses } from '#contract'
import type { TxContext } from '#platform/postgres/database'
import {
  matchingIdsSql,
  prefixCondition,
  prefixUpperBound,
  type SearchTerms,
} from '../lifecycle/name-search.ts'
import { isGiftSql } from '../lifecycle/placeholders.ts'
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
  /** Only gift requests that await the recipient and expire from this time on. */
  expires_from?: Date
  /** Only scheduled gift requests that are sent from this time on. */
  scheduled_from?: Date
  /** Only scheduled gift requests that are sent until this time. */
  scheduled_until?: Date
  /** Only redeemed gift requests that contain this variant. */
  variant_id?: string
  /** Only gift requests of this one-link. */
  one_link_id?: string
  /** Only gift requests of this bulk send. */
  bulk_send_id?: string
  /** Includes unclaimed placeholders. */
  includes_unclaimed?: true
  search?: GiftSearch
}

/** The search text by its detected kind. */
export type GiftSearch =
  | { kind: 'id'; id: string }
  | { kind: 'reference'; prefix: string }
  | { kind: 'email'; prefix: string; isWhole: boolean }
  | ({ kind: 'words' } & SearchTerms)

/** The admin area shows `expired` as a status of its own; the public API reports it as `cancelled`. */
export const displayStatuses = [...statuses, 'expired'] as const
export type DisplayStatus = Status | 'expired'

/** Must be identical to the expression of the index. */
export const displayStatusSql = `(case when g.state = 'expired' then g.state else g.status end)`

export interface WhereClause {
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
  where.push(...dueConditions(filter, addParam))
  if (filter.variant_id !== undefined)
    where.push(
      `g.id in (select gift_request_id from gifting.gift_request_variant
         where account_id = $1 and variant_id = ${addParam(filter.variant_id)})`,
    )
  if (filter.one_link_id !== undefined)
    where.push(`g.one_link_id = ${addParam(filter.one_link_id)}`)
  if (filter.bulk_send_id !== undefined)
    where.push(
      `g.id in (select gift_request_id from gifting.bulk_send_gift
         where account_id = $1 and bulk_send_id = ${addParam(filter.bulk_send_id)})`,
    )
  if (filter.search !== undefined) where.push(...searchClause(filter.search, addParam))
  return { values, where }
}

/** Must start with the predicates of the indexes. */
function dueConditions(
  { expires_from, expires_until, scheduled_from, scheduled_until }: AdminGiftFilter,
  addParam: (value: unknown) => string,
): string[] {
  const bounds = [
    ['awaiting_recipient', 'g.expires_at >=', expires_from],
    ['awaiting_recipient', 'g.expires_at <=', expires_until],
    ['scheduled', 'g.send_at >=', scheduled_from],
    ['scheduled', 'g.send_at <=', scheduled_until],
  ] as const
  return bounds.flatMap(([state, comparison, at]) =>
    at === undefined ? [] : [`g.state = '${state}' and ${comparison} ${addParam(at)}`],
  )
}

/**
 * Builds the where clause and excludes unclaimed placeholders, unless the filter implies their exclusion or
 * includes them.
 */
export function buildGiftWhere(ctx: TxContext, filter: AdminGiftFilter): WhereClause {
  const clauses = buildWhere(ctx, filter)
  if (!matchesOnlyGifts(filter)) clauses.where.push(isGiftSql)
  return clauses
}

export const hasOnlyTimeFilters = (filter: AdminGiftFilter): boolean =>
  Object.keys(filter).every((name) => name === 'created_from' || name === 'created_until')

/**
 * Returns whether no condition on placeholders is needed: the filter matches only claimed gifts, looks up one
 * gift, or asks for placeholders.
 */
const matchesOnlyGifts = (filter: AdminGiftFilter): boolean =>
  filter.includes_unclaimed === true ||
  filter.one_link_id !== undefined ||
  filter.bulk_send_id !== undefined ||
  filter.search?.kind === 'id' ||
  filter.search?.kind === 'reference' ||
  sentOnlyFilters.some((name) => filter[name] !== undefined)

const sentOnlyFilters = [
  'reached',
  'time_to_redeem',
  'has_problem',
  'ids_sql',
  'expires_from',
  'expires_until',
  'scheduled_from',
  'scheduled_until',
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
      if (search.isWhole) return [`g.email_key = ${addParam(search.prefix)}`]
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
