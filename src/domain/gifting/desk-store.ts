import { type Page, type Status, statuses } from '#contract'
import type { TxContext } from '#platform/postgres'
import { dueAt } from './due-at.ts'
import { hasReached, isWithin, type Stage, type WaitName, waited } from './reached.ts'
import { beginsWith, end, idsWith, type Words } from './search-words.ts'
import { bare } from './store.ts'
import type { Gift } from './tables.ts'

/** What people in the admin area narrow the list to; every part of it optional. */
export interface DeskFilter {
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
  waited?: WaitName
  /** Only what waits for its recipient, and expires until then. */
  expires_until?: Date
  /** Only what was redeemed and has this variant in it. */
  variant_id?: string
  /** Only the places of this one-link. */
  one_link_id?: string
  /** Also places of one-links that were not claimed. */
  includes_places?: true
  search?: Search
}

/** What was typed, as what it looks like. */
export type Search =
  | { kind: 'id'; id: string }
  | { kind: 'reference'; prefix: string }
  | { kind: 'email'; prefix: string }
  | ({ kind: 'words' } & Words)

/** How long a gift request may rest in a state before somebody should look; the same as for the letter about it. */
const stalledAt = (
  now: string,
) => `g.state in ('backordered', 'shipping_error', 'delivery_attempt_failed', 'ordered')
  and g.updated_at < ${now}::timestamptz - case g.state when 'ordered' then interval '5 days'
    when 'delivery_attempt_failed' then interval '3 days' else interval '1 day' end`

/** What expired has a name of its own in the admin area; to the API it is cancelled. */
export const shownStatuses = [...statuses, 'expired'] as const
export type ShownStatus = Status | 'expired'

/** Word for word as in the index. */
const shownStatus = `(case when g.state = 'expired' then g.state else g.status end)`

/** A place of a one-link is a gift from its claim on. Word for word as in the index. */
const isGift = '(g.one_link_id is null or g.sent_at is not null)'

interface Clauses {
  values: unknown[]
  where: string[]
}

/** Each filter that is given is its own text: the planner then knows which index to take. */
export function clausesOf(ctx: TxContext, filter: DeskFilter): Clauses {
  const values: unknown[] = [ctx.account_id]
  const given = (value: unknown) => `$${values.push(value)}`
  const where = ['g.account_id = $1']
  if (filter.status !== undefined) where.push(`${shownStatus} = ${given(filter.status)}`)
  if (filter.campaign_id !== undefined) where.push(`g.campaign_id = ${given(filter.campaign_id)}`)
  if (filter.sender_id !== undefined) where.push(`g.sender_id = ${given(filter.sender_id)}`)
  if (filter.country !== undefined) where.push(`g.country = ${given(filter.country)}`)
  if (filter.is_direct !== undefined)
    where.push(filter.is_direct ? 'g.is_direct' : 'not g.is_direct')
  // ids begin with the millisecond of created_at, so a span of time is a span of ids
  if (filter.created_from !== undefined)
    where.push(`g.id >= platform.uuid_floor(${given(filter.created_from)})`)
  if (filter.created_until !== undefined)
    where.push(`g.id < platform.uuid_floor(${given(filter.created_until)})`)
  if (filter.is_stalled === true) where.push(stalledAt(given(ctx.now)))
  if (filter.reached !== undefined) where.push(hasReached[filter.reached])
  if (filter.waited !== undefined)
    where.push(`${hasReached.redeemed} and ${isWithin(waited, filter.waited)}`)
  if (filter.expires_until !== undefined)
    where.push(`g.state = 'awaiting_recipient' and g.expires_at <= ${given(filter.expires_until)}`)
  if (filter.variant_id !== undefined)
    where.push(
      `g.id in (select gift_request_id from gifting.given
         where account_id = $1 and variant_id = ${given(filter.variant_id)})`,
    )
  if (filter.one_link_id !== undefined) where.push(`g.one_link_id = ${given(filter.one_link_id)}`)
  if (filter.search !== undefined) where.push(...searched(filter.search, given))
  return { values, where }
}

/** The same without the free places of one-links, where the filter does not imply that. */
function giftClausesOf(ctx: TxContext, filter: DeskFilter): Clauses {
  const clauses = clausesOf(ctx, filter)
  if (!isOfGiftsAlready(filter)) clauses.where.push(isGift)
  return clauses
}

/** Nothing but time narrows it. */
const isOfAllGifts = (filter: DeskFilter): boolean =>
  Object.keys(filter).every((name) => name === 'created_from' || name === 'created_until')

/** What was sent, or is looked up by its name, or is asked for. */
const isOfGiftsAlready = (filter: DeskFilter): boolean =>
  filter.includes_places === true ||
  filter.one_link_id !== undefined ||
  filter.search?.kind === 'id' ||
  filter.search?.kind === 'reference' ||
  impliesSent.some((name) => filter[name] !== undefined)

const impliesSent = [
  'reached',
  'waited',
  'is_stalled',
  'expires_until',
  'variant_id',
  'country',
] as const

function searched(search: Search, given: (value: unknown) => string): string[] {
  switch (search.kind) {
    case 'id':
      return [`g.id = ${given(search.id)}`]
    case 'reference':
      return [
        `g.reference >= ${given(search.prefix)}`,
        `g.reference < ${given(end(search.prefix))}`,
      ]
    case 'email':
      return [
        `g.email_key >= ${given(search.prefix)}`,
        `g.email_key < ${given(end(search.prefix))}`,
      ]
    case 'words':
      return [
        ...(search.lookUp === undefined ? [] : [`g.id in (${idsWith(search.lookUp, given)})`]),
        ...search.others.map((word) => beginsWith(word, given)),
      ]
  }
}

/** One row more than the page holds, without what was offered. */
export function browse(ctx: TxContext, filter: DeskFilter, page: Page): Promise<Gift[]> {
  const { values, where } = giftClausesOf(ctx, filter)
  if (page.after !== undefined)
    where.push(`g.id ${page.order === 'asc' ? '>' : '<'} $${values.push(page.after)}`)
  const limit = `$${values.push(page.limit + 1)}`
  const few = (and: string) => `select g.account_id, g.id from gifting.gift_request g
    where ${where.join(' and ')} ${and} order by g.id ${page.order} limit ${limit}`
  // along the index of gifts, a page of each status: one-links can have a million free places between them
  const all = () => `select f.* from unnest($${values.push(shownStatuses)}::text[]) as s (status)
    cross join lateral (${few(`and ${shownStatus} = s.status`)}) f order by f.id ${page.order} limit ${limit}`
  // first which, then what is shown of them: nothing is looked up for rows that are passed over
  return ctx.query<Gift>(
    `${bare} join (${isOfAllGifts(filter) ? all() : few('')}) found
        on found.account_id = g.account_id and found.id = g.id
      order by g.id ${page.order}`,
    values,
  )
}

/** The ids of the newest that match. */
export const selectIds = (
  ctx: TxContext,
  filter: DeskFilter,
  limit: number,
): Promise<{ id: string }[]> => {
  const { values, where } = giftClausesOf(ctx, filter)
  return ctx.query(
    `select g.id from gifting.gift_request g where ${where.join(' and ')}
      order by g.id desc limit $${values.push(limit)}`,
    values,
  )
}

/** As many of each status as somebody counts at a glance. */
export const mostCounted = 1_000
/** As many gift requests as are looked at to count those that other filters leave. */
const mostLookedAt = 5_000

/** As many gifts as are counted in all. */
export const mostInAll = 10_000

/** How many there are of each status, along the index of each and no further than `mostCounted`; and in all. */
export const countTabs = (
  ctx: TxContext,
): Promise<{ status: ShownStatus | 'all'; count: number }[]> =>
  ctx.query(
    `select s.status, n.count from unnest($2::text[]) as s (status)
      cross join lateral (
        select count(*) from (select from gifting.gift_request g
                               where g.account_id = $1 and ${shownStatus} = s.status and ${isGift}
                               limit ${mostCounted + 1}) seen) n
     union all
     select 'all', count(*) from (select from gifting.gift_request g
                                   where g.account_id = $1 and ${isGift} limit ${mostInAll + 1}) seen`,
    [ctx.account_id, shownStatuses],
  )

/** The same among the newest that a filter leaves. When they are too many, `is_cut` says so. */
export function countTabsOf(
  ctx: TxContext,
  filter: DeskFilter,
): Promise<{ status: ShownStatus; count: number; is_cut: boolean }[]> {
  const { search, ...others } = filter
  const isCommon = search?.kind === 'words' && search.lookUp === undefined
  const { values, where } = giftClausesOf(ctx, isCommon ? others : filter)
  if (isCommon) where.push(...someOf(search.others, (value) => `$${values.push(value)}`))
  return ctx.query(
    `select f.status, count(*), ${isCommon} or sum(count(*)) over () > ${mostLookedAt} as is_cut
       from (select ${shownStatus} as status from gifting.gift_request g where ${where.join(' and ')}
              order by g.id desc limit ${mostLookedAt + 1}) f group by f.status`,
    values,
  )
}

/** Some of those that a word finds which is too common to collect them all: more than are looked at. */
function someOf([word = '', ...others]: readonly string[], given: (value: unknown) => string) {
  const some = `g.id = any (array(${idsWith(word, given, mostLookedAt + 1)}))`
  return [some, ...others.map((each) => beginsWith(each, given))]
}

/** How many there are of each status, to the last one. */
export function countByStatus(
  ctx: TxContext,
  filter: DeskFilter,
): Promise<{ status: ShownStatus; count: number }[]> {
  const { values, where } = giftClausesOf(ctx, filter)
  return ctx.query(
    `select ${shownStatus} as status, count(*) from gifting.gift_request g where ${where.join(' and ')} group by 1`,
    values,
  )
}

/** Everybody who has given something. */
export const senders = (ctx: TxContext): Promise<{ id: string }[]> =>
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
export const countries = (ctx: TxContext): Promise<{ code: string }[]> =>
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
export const setExpiry = (ctx: TxContext, gift: Gift): void =>
  ctx.enqueue(
    `update gifting.gift_request
        set expires_at = $3, remind_at = $4, updated_at = $6,
            due_at = $5::timestamptz - (select c.ahead from access.clock_of($1) c)
      where account_id = $1 and id = $2`,
    [gift.account_id, gift.id, gift.expires_at, gift.remind_at, dueAt(gift), gift.updated_at],
  )
