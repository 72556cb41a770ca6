import type { Page } from '#contract'
import type { TxContext } from '#platform/postgres'
import { mostCounted } from './desk-store.ts'
import { beginsWith, contactsWith, end, idsWith, type Words } from './search-words.ts'

export interface ContactRow {
  id: string
  email_key: string
  created_at: Date
  thank_you_count: number
  /** As the latest gift request has them. */
  email: string
  first_name: string
  last_name: string
  gift_requests: number
  last_at: Date | null
  declined: number
}

export interface ContactFilter {
  /** The beginning of an e-mail address, or words of a name. */
  email?: string
  words?: Words
  has_thanked?: true
  has_declined?: true
  /** Only those whose address has one of these SHA-256 digests. */
  digests?: readonly Buffer[]
}

/** What is shown beside a contact: looked up for the rows of a page alone. */
const shown = `c.id, c.email_key, c.created_at, c.thank_you_count, coalesce(l.email, c.email_key) as email,
  coalesce(l.first_name, '') as first_name, coalesce(l.last_name, '') as last_name, l.created_at as last_at,
  (select count(*) from gifting.gift_request g
    where g.account_id = c.account_id and g.email_key = c.email_key) as gift_requests,
  (select count(*) from gifting.gift_request g
     join gifting.visit v on v.account_id = g.account_id and v.gift_request_id = g.id
    where g.account_id = c.account_id and g.email_key = c.email_key and v.declined_at is not null) as declined`

const latest = `left join lateral (
  select g.email, g.first_name, g.last_name, g.created_at from gifting.gift_request g
   where g.account_id = c.account_id and g.email_key = c.email_key order by g.id desc limit 1) l on true`

function clausesOf(ctx: TxContext, filter: ContactFilter) {
  const values: unknown[] = [ctx.account_id]
  const given = (value: unknown) => `$${values.push(value)}`
  const where = ['c.account_id = $1', 'c.email_key is not null']
  if (filter.email !== undefined)
    where.push(`c.email_key >= ${given(filter.email)}`, `c.email_key < ${given(end(filter.email))}`)
  if (filter.words !== undefined) where.push(...named(filter.words, given))
  if (filter.has_thanked === true) where.push('c.thank_you_count > 0')
  if (filter.has_declined === true)
    where.push(`c.id in (select g.contact_id from gifting.visit v
       join gifting.gift_request g on g.account_id = v.account_id and g.id = v.gift_request_id
      where v.account_id = $1 and v.declined_at is not null)`)
  if (filter.digests !== undefined) where.push(`c.digest = any(${given(filter.digests)})`)
  return { values, where }
}

/** Who has all of these words in one of their gift requests. */
function named({ lookUp, others }: Words, given: (value: unknown) => string): string[] {
  const fits = others.map((word) => beginsWith(word, given))
  const gift = `from gifting.gift_request g where g.account_id = $1`
  if (lookUp === undefined)
    // found one by one: a page is full long before all of them are looked up
    return [`(select true ${gift} and g.email_key = c.email_key and ${fits.join(' and ')} limit 1)`]
  if (fits.length === 0) return [`c.id in (${contactsWith(lookUp, given)})`]
  return [
    `c.id in (select g.contact_id ${gift} and g.id in (${idsWith(lookUp, given)}) and ${fits.join(' and ')})`,
  ]
}

/** One row more than the page holds. */
export function browse(ctx: TxContext, filter: ContactFilter, page: Page): Promise<ContactRow[]> {
  const { values, where } = clausesOf(ctx, filter)
  if (page.after !== undefined)
    where.push(`c.id ${page.order === 'asc' ? '>' : '<'} $${values.push(page.after)}`)
  const limit = `$${values.push(page.limit + 1)}`
  return ctx.query<ContactRow>(
    `select ${shown} from (select c.* from gifting.contact c
                            where ${where.join(' and ')} order by c.id ${page.order} limit ${limit}) c
       ${latest} order by c.id ${page.order}`,
    values,
  )
}

export async function count(ctx: TxContext, filter: ContactFilter): Promise<number> {
  const { values, where } = clausesOf(ctx, filter)
  const [row] = await ctx.query<{ count: number }>(
    `select count(*) from (
       select from gifting.contact c where ${where.join(' and ')} limit ${mostCounted + 1}) seen`,
    values,
  )
  return row?.count ?? 0
}

export async function find(ctx: TxContext, id: string): Promise<ContactRow | undefined> {
  const [row] = await ctx.query<ContactRow>(
    `select ${shown} from gifting.contact c ${latest}
      where c.account_id = $1 and c.id = $2 and c.email_key is not null`,
    [ctx.account_id, id],
  )
  return row
}

export interface Note {
  gift_request_id: string
  reference: string
  text: string
  written_at: Date
}

/** What somebody wrote to thank, newest first. */
export const notesOf = (ctx: TxContext, email_key: string): Promise<Note[]> =>
  ctx.query<Note>(
    `select t.gift_request_id, g.reference, t.text, t.written_at from gifting.gift_request g
       join gifting.thanks t on t.account_id = g.account_id and t.gift_request_id = g.id
      where g.account_id = $1 and g.email_key = $2 order by t.written_at desc limit 100`,
    [ctx.account_id, email_key],
  )

export interface Declined {
  gift_request_id: string
  reference: string
  declined_at: Date
  decline_reason: string | null
}

export const declinedBy = (ctx: TxContext, email_key: string): Promise<Declined[]> =>
  ctx.query<Declined>(
    `select v.gift_request_id, g.reference, v.declined_at, v.decline_reason from gifting.gift_request g
       join gifting.visit v on v.account_id = g.account_id and v.gift_request_id = g.id
      where g.account_id = $1 and g.email_key = $2 and v.declined_at is not null
      order by v.declined_at desc limit 100`,
    [ctx.account_id, email_key],
  )
