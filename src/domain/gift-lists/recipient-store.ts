import type { Page } from '#contract'
import * as gifting from '#gifting'
import type { TxContext } from '#platform/postgres/database'
import { buildPageSql, type SortedRow, type SortKey } from '#platform/postgres/keyset'
import { createBindings } from '#platform/postgres/table'
import { countCap } from './list-store.ts'

export interface RecipientSummary {
  id: string
  email_key: string
  created_at: Date
  thank_you_count: number
  /** The email address in the latest gift request. */
  email: string
  first_name: string
  last_name: string
  gift_requests: number
  last_at: Date | null
  declined: number
}

export interface RecipientFilter {
  /** The beginning of an email address, or words of a name. */
  email?: string
  /** A complete email address. */
  wholeEmail?: string
  terms?: gifting.SearchTerms
  has_thanked?: true
  has_declined?: true
  /** SHA-256 digests of email addresses. The list contains only contacts with one of these addresses. */
  digests?: readonly Buffer[]
  /** Sorts the list by the address instead of the first gift. */
  sort?: 'email'
}

/** Columns from other tables. The query reads them only for the rows of the page. */
const summaryColumns = `c.id, c.email_key, c.created_at, c.thank_you_count, coalesce(l.email, c.email_key) as email,
  coalesce(l.first_name, '') as first_name, coalesce(l.last_name, '') as last_name, l.created_at as last_at,
  (select count(*) from gifting.gift_request g
    where g.account_id = c.account_id and g.email_key = c.email_key) as gift_requests,
  (select count(*) from gifting.gift_request g
     join gifting.redemption_session v on v.account_id = g.account_id and v.gift_request_id = g.id
    where g.account_id = c.account_id and g.email_key = c.email_key and v.declined_at is not null) as declined`

const latestGiftJoin = `left join lateral (
  select g.email, g.first_name, g.last_name, g.created_at from gifting.gift_request g
   where g.account_id = c.account_id and g.email_key = c.email_key order by g.id desc limit 1) l on true`

function buildWhere(ctx: TxContext, filter: RecipientFilter) {
  const { bind, values } = createBindings(ctx.account_id)
  const where = ['c.account_id = $1', 'c.email_key is not null']
  if (filter.email !== undefined)
    where.push(
      `c.email_key >= ${bind(filter.email)}`,
      `c.email_key < ${bind(gifting.prefixUpperBound(filter.email))}`,
    )
  if (filter.wholeEmail !== undefined) where.push(`c.email_key = ${bind(filter.wholeEmail)}`)
  if (filter.terms !== undefined) where.push(...matchesName(filter.terms, bind))
  if (filter.has_thanked === true) where.push('c.thank_you_count > 0')
  if (filter.has_declined === true)
    where.push(`c.id in (select g.contact_id from gifting.redemption_session v
       join gifting.gift_request g on g.account_id = v.account_id and g.id = v.gift_request_id
      where v.account_id = $1 and v.declined_at is not null)`)
  if (filter.digests !== undefined) where.push(`c.digest = any(${bind(filter.digests)})`)
  return { bind, values, where }
}

/** Returns SQL conditions: all of these words match the same gift request of the contact. */
function matchesName(
  { indexedTerm, otherTerms }: gifting.SearchTerms,
  addParam: (value: unknown) => string,
): string[] {
  const conditions = otherTerms.map((term) => gifting.prefixCondition(term, addParam))
  const gift = `from gifting.gift_request g where g.account_id = $1`
  if (indexedTerm === undefined)
    // The query makes a lookup for each contact, because with a common word only a few contacts fill the
    // page.
    return [
      `(select true ${gift} and g.email_key = c.email_key and ${conditions.join(' and ')} limit 1)`,
    ]
  if (conditions.length === 0)
    return [`c.id in (${gifting.matchingContactIdsSql(indexedTerm, addParam)})`]
  return [
    `c.id in (select g.contact_id ${gift} and g.id in (${gifting.matchingIdsSql(indexedTerm, addParam)}) and ${conditions.join(' and ')})`,
  ]
}

const emailKeys: readonly SortKey[] = [{ sql: 'c.email_key', type: 'text' }]

/** Finds contacts. Returns at most one row more than the page size. */
export function browse(
  ctx: TxContext,
  filter: RecipientFilter,
  page: Page,
): Promise<(RecipientSummary & SortedRow)[]> {
  const { bind, values, where } = buildWhere(ctx, filter)
  const { columns, conditions, orderBy } = buildPageSql(
    filter.sort === 'email' ? emailKeys : [],
    'c.id',
    page,
    bind,
  )
  const limit = bind(page.limit + 1)
  return ctx.query<RecipientSummary & SortedRow>(
    `select ${summaryColumns}, ${columns} from (select c.* from gifting.contact c
        where ${[...where, ...conditions].join(' and ')} ${orderBy} limit ${limit}) c
       ${latestGiftJoin} ${orderBy}`,
    values,
  )
}

export async function count(ctx: TxContext, filter: RecipientFilter): Promise<number> {
  const { values, where } = buildWhere(ctx, filter)
  return ctx.queryCount(
    `select count(*) from (
       select from gifting.contact c where ${where.join(' and ')} limit ${countCap + 1}) seen`,
    values,
  )
}

export const listDigestsOfDomain = (ctx: TxContext, domain_key: string): Promise<Buffer[]> =>
  ctx.queryValues<Buffer>(
    'select digest from gifting.contact where account_id = $1 and domain_key = $2 and digest is not null',
    [ctx.account_id, domain_key],
  )

export const find = (ctx: TxContext, id: string): Promise<RecipientSummary | undefined> =>
  ctx.queryFirst<RecipientSummary>(
    `select ${summaryColumns} from gifting.contact c ${latestGiftJoin}
      where c.account_id = $1 and c.id = $2 and c.email_key is not null`,
    [ctx.account_id, id],
  )

/** Lists the gift requests of a contact about which the service still sends emails, in the order of locks. */
export const listOpenGifts = (
  ctx: TxContext,
  email_key: string,
  limit: number,
): Promise<string[]> =>
  ctx.queryValues<string>(
    `select g.id from gifting.gift_request g
      where g.account_id = $1 and g.email_key = $2 and g.state <> 'unclaimed'
        and g.status in ('submitted', 'redeemed', 'dispatched')
      order by g.id limit $3`,
    [ctx.account_id, email_key, limit],
  )

export interface RecipientNote {
  gift_request_id: string
  reference: string
  text: string
  written_at: Date
}

/** Lists the thank-you notes of a contact, newest first. */
export const thankYouNotes = (ctx: TxContext, email_key: string): Promise<RecipientNote[]> =>
  ctx.query<RecipientNote>(
    `select t.gift_request_id, g.reference, t.text, t.written_at from gifting.gift_request g
       join gifting.thank_you_note t on t.account_id = g.account_id and t.gift_request_id = g.id
      where g.account_id = $1 and g.email_key = $2 order by t.written_at desc limit 100`,
    [ctx.account_id, email_key],
  )

export interface Decline {
  gift_request_id: string
  reference: string
  declined_at: Date
  decline_reason: string | null
}

export const declines = (ctx: TxContext, email_key: string): Promise<Decline[]> =>
  ctx.query<Decline>(
    `select v.gift_request_id, g.reference, v.declined_at, v.decline_reason from gifting.gift_request g
       join gifting.redemption_session v on v.account_id = g.account_id and v.gift_request_id = g.id
      where g.account_id = $1 and g.email_key = $2 and v.declined_at is not null
      order by v.declined_at desc limit 100`,
    [ctx.account_id, email_key],
  )
