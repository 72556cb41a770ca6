import { type GiftListFilters, toEmailKey } from '#contract'
import * as gifting from '#gifting'
import type { TxContext } from '#platform/postgres/database'
import { createBindings } from '#platform/postgres/table'
import { bucketCondition, hoursToRedeemSql, reachedStageSql } from './funnel-stages.ts'

/** The filters of the list of gift requests. All of them are optional. */
export interface AdminGiftFilter extends Omit<GiftListFilters, 'q' | 'stalled'> {
  /**
   * SQL of another module that selects the ids of gift requests; the list contains only these. Its only
   * parameter is the account, `$1`.
   */
  ids_sql?: string
  search?: GiftSearch
}

/** The search text, and its kind, which the service detects. */
export type GiftSearch =
  | { kind: 'id'; id: string }
  | { kind: 'reference'; prefix: string }
  | { kind: 'email'; prefix: string; isWhole: boolean }
  | ({ kind: 'words' } & gifting.SearchTerms)

/** The SQL expression of the status. It must be identical to the expression of the index. */
export const displayStatusSql = `(case when g.state = 'expired' then g.state else g.status end)`

export interface WhereClause {
  values: unknown[]
  where: string[]
  /** Adds a parameter, and returns its placeholder. */
  bind: AddParam
}

type AddParam = (value: unknown) => string
type Condition<Value> = (value: Value, addParam: AddParam) => string | string[]
type Values = { [Name in keyof AdminGiftFilter]-?: NonNullable<AdminGiftFilter[Name]> }
type Conditions = { [Name in keyof Values]: Condition<Values[Name]> }

const isColumn =
  (name: string): Condition<string> =>
  (value, addParam) =>
    `g.${name} = ${addParam(value)}`

/**
 * Returns a condition on the state and a time. The condition must start with the predicates of the indexes.
 */
const inState =
  (state: string, comparison: string): Condition<Date> =>
  (at, addParam) =>
    `g.state = '${state}' and ${comparison} ${addParam(at)}`

// An id starts with the millisecond of `created_at`, so a range of times is a range of ids.
const isCreated =
  (comparison: string, plusMs = 0): Condition<Date> =>
  (at, addParam) =>
    `g.id ${comparison} platform.uuid_floor(${addParam(new Date(at.getTime() + plusMs))})`

const isIn = (ids: string) => `g.id in (${ids})`

/** The SQL condition of each filter. If a filter of the contract has no condition, the type check fails. */
const conditions: Conditions = {
  status: (status, addParam) => `${displayStatusSql} = ${addParam(status)}`,
  campaign_id: isColumn('campaign_id'),
  reference: isColumn('reference'),
  recipient_email: (email, addParam) => `g.email_key = ${addParam(toEmailKey(email))}`,
  // The index contains the email key, so the condition uses the key of the contact.
  recipient_id: (id, addParam) => {
    const contact = addParam(id)
    return `g.contact_id = ${contact} and g.email_key =
      (select email_key from gifting.contact where account_id = $1 and id = ${contact})`
  },
  parcel_state: (state, addParam) =>
    isIn(
      `select gift_request_id from fulfilment.gift_requests_by_parcel_state($1, ${addParam(state)})`,
    ),
  metadata: (pairs, addParam) =>
    Object.entries(pairs).map(([name, value]) =>
      isIn(
        `select gift_request_id from gifting.metadata_pair
          where account_id = $1 and digest = gifting.metadata_digest(${addParam(name)}, ${addParam(value)})`,
      ),
    ),
  sender_id: isColumn('sender_id'),
  team_id: isColumn('team_id'),
  country: isColumn('country'),
  mode: (mode) => (mode === 'direct' ? 'g.is_direct' : 'not g.is_direct'),
  created_from: isCreated('>='),
  created_until: isCreated('<'),
  created_after: isCreated('>=', 1),
  created_before: isCreated('<'),
  updated_after: (at, addParam) => `g.updated_at > ${addParam(at)}`,
  problem: () =>
    isIn(
      `select gift_request_id from gifting.problem_report where account_id = $1 and state <> 'resolved'`,
    ),
  ids_sql: isIn,
  reached: (stage) => reachedStageSql[stage],
  time_to_redeem: (bucket) =>
    `${reachedStageSql.redeemed} and ${bucketCondition(hoursToRedeemSql, bucket)}`,
  expires_from: inState('awaiting_recipient', 'g.expires_at >='),
  expires_until: inState('awaiting_recipient', 'g.expires_at <'),
  scheduled_from: inState('scheduled', 'g.send_at >='),
  scheduled_until: inState('scheduled', 'g.send_at <'),
  variant_id: (id, addParam) =>
    isIn(
      `select gift_request_id from gifting.gift_request_variant where account_id = $1 and variant_id = ${addParam(id)}`,
    ),
  one_link_id: isColumn('one_link_id'),
  bulk_send_id: (id, addParam) =>
    isIn(
      `select gift_request_id from gifting.bulk_send_gift where account_id = $1 and bulk_send_id = ${addParam(id)}`,
    ),
  include_unclaimed: () => [],
  search: searchClause,
}

const filterNames = Object.keys(conditions) as (keyof AdminGiftFilter)[]

/**
 * Builds the `where` clause. Each combination of filters has its own statement, so that the query planner can
 * select the index.
 */
export function buildWhere(ctx: TxContext, filter: AdminGiftFilter): WhereClause {
  const { bind, values } = createBindings(ctx.account_id)
  const toConditions = <Name extends keyof Values>(name: Name) => {
    const value: Partial<Values>[Name] = filter[name]
    return value === undefined ? [] : conditions[name](value, bind)
  }
  return { bind, values, where: ['g.account_id = $1', ...filterNames.flatMap(toConditions)] }
}

/**
 * Builds the `where` clause. Excludes unclaimed placeholders, unless the filter already excludes them or asks
 * for them.
 */
export function buildGiftWhere(ctx: TxContext, filter: AdminGiftFilter): WhereClause {
  const clauses = buildWhere(ctx, filter)
  if (!matchesOnlyGifts(filter)) clauses.where.push(gifting.isGiftSql)
  return clauses
}

export const hasOnlyTimeFilters = (filter: AdminGiftFilter): boolean =>
  Object.keys(filter).every((name) => name.startsWith('created_'))

/**
 * Returns whether the filter needs no condition on placeholders: it matches only claimed gifts, finds one
 * gift, or asks for placeholders.
 */
const matchesOnlyGifts = (filter: AdminGiftFilter): boolean =>
  filter.include_unclaimed !== undefined ||
  filter.one_link_id !== undefined ||
  filter.bulk_send_id !== undefined ||
  filter.search?.kind === 'id' ||
  filter.search?.kind === 'reference' ||
  sentOnlyFilters.some((name) => filter[name] !== undefined)

const sentOnlyFilters = [
  'reached',
  'time_to_redeem',
  'problem',
  'ids_sql',
  'expires_from',
  'expires_until',
  'scheduled_from',
  'scheduled_until',
  'variant_id',
  'country',
] as const

function searchClause(search: GiftSearch, addParam: AddParam): string[] {
  switch (search.kind) {
    case 'id':
      return [`g.id = ${addParam(search.id)}`]
    case 'reference':
      return [
        `g.reference >= ${addParam(search.prefix)}`,
        `g.reference < ${addParam(gifting.prefixUpperBound(search.prefix))}`,
      ]
    case 'email':
      if (search.isWhole) return [`g.email_key = ${addParam(search.prefix)}`]
      return [
        `g.email_key >= ${addParam(search.prefix)}`,
        `g.email_key < ${addParam(gifting.prefixUpperBound(search.prefix))}`,
      ]
    case 'words':
      return [
        ...(search.indexedTerm === undefined
          ? []
          : [`g.id in (${gifting.matchingIdsSql(search.indexedTerm, addParam)})`]),
        ...search.otherTerms.map((term) => gifting.prefixCondition(term, addParam)),
      ]
  }
}
