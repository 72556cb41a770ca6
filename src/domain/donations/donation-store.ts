import type { TxContext } from '#platform/postgres/database'
import { createBindings } from '#platform/postgres/table'
import type { Donation } from './tables.ts'

export type NewDonation = Omit<Donation, 'month' | 'donated_at' | 'voided_at' | 'payment_id'>

const columns = `d.id, d.gift_request_id, d.line_item_id, d.variant_id, d.product_id, d.charity_name, d.registration_number,
  d.quantity, d.amount_minor, d.currency, d.reason, to_char(d.month, 'YYYY-MM-DD') as month, d.donated_at, d.voided_at,
  d.payment_id`

/**
 * Inserts donations. Does not insert a second donation for a line item. Returns the ids of the inserted rows.
 */
export async function insert(ctx: TxContext, rows: readonly NewDonation[]): Promise<Set<string>> {
  const inserted = await ctx.query<{ id: string }>(
    `insert into donations.donation (account_id, id, gift_request_id, line_item_id, variant_id, product_id, charity_name,
       registration_number, quantity, amount_minor, currency, reason, month, donated_at)
     select $1, n.*, date_trunc('month', $2::timestamptz at time zone 'UTC')::date, $2
       from unnest($3::uuid[], $4::uuid[], $5::uuid[], $6::uuid[], $7::uuid[], $8::text[], $9::text[], $10::int[],
         $11::bigint[], $12::text[], $13::text[]) as n
     on conflict on constraint donation_account_id_gift_request_id_line_item_id_key do nothing
     returning id`,
    [
      ctx.account_id,
      ctx.now,
      rows.map(({ id }) => id),
      rows.map(({ gift_request_id }) => gift_request_id),
      rows.map(({ line_item_id }) => line_item_id),
      rows.map(({ variant_id }) => variant_id),
      rows.map(({ product_id }) => product_id),
      rows.map(({ charity_name }) => charity_name),
      rows.map(({ registration_number }) => registration_number),
      rows.map(({ quantity }) => quantity),
      rows.map(({ amount_minor }) => amount_minor),
      rows.map(({ currency }) => currency),
      rows.map(({ reason }) => reason),
    ],
  )
  return new Set(inserted.map(({ id }) => id))
}

/** Returns the valid donations of a gift request in the order in which they were made. */
export const findByGift = (ctx: TxContext, gift_request_id: string): Promise<Donation[]> =>
  ctx.query<Donation>(
    `select ${columns} from donations.donation d
      where d.account_id = $1 and d.gift_request_id = $2 and d.voided_at is null order by d.id`,
    [ctx.account_id, gift_request_id],
  )

/**
 * Adds to the tally of a variant, unless the result would exceed the cap. Returns whether it added to the
 * tally. Waits for other transactions that give the same variant, so that the tally never exceeds the cap.
 */
export const addToTally = (
  ctx: TxContext,
  { variant_id, quantity, cap }: { variant_id: string; quantity: number; cap: number | null },
): Promise<boolean> =>
  ctx.hasRows(
    `insert into donations.tally as t (account_id, id, given)
     select $1, $2, $3::int where $4::int is null or $3::int <= $4::int
     on conflict (account_id, id) do update set given = t.given + excluded.given
      where $4::int is null or t.given + excluded.given <= $4::int
     returning true`,
    [ctx.account_id, variant_id, quantity, cap],
  )

/** Returns how often each of these variants was given as a donation. */
export async function findTallies(
  ctx: TxContext,
  variant_ids: readonly string[],
): Promise<ReadonlyMap<string, number>> {
  const rows = await ctx.query<{ id: string; given: number }>(
    'select id, given from donations.tally where account_id = $1 and id = any ($2)',
    [ctx.account_id, variant_ids],
  )
  return new Map(rows.map(({ id, given }) => [id, given]))
}

/**
 * Voids the unpaid donations of a locked gift request, so that they no longer count towards the caps. The
 * function does not wait for the statement.
 */
export const voidUnpaid = (ctx: TxContext, account_id: string, gift_request_id: string): void =>
  ctx.enqueue(
    `with gone as (
       update donations.donation set voided_at = $3
        where account_id = $1 and gift_request_id = $2 and voided_at is null and payment_id is null
       returning variant_id, quantity
     ), locked as (
       select t.id from donations.tally t
        where t.account_id = $1 and t.id in (select variant_id from gone) order by t.id for update
     )
     update donations.tally t set given = greatest(0, t.given - g.quantity)
       from (select variant_id, sum(quantity)::int as quantity from gone group by variant_id) g
       join locked l on l.id = g.variant_id
      where t.account_id = $1 and t.id = l.id`,
    [account_id, gift_request_id, ctx.now],
  )

/** The filters of the list of donations. */
export interface DonationFilter {
  year?: number
  /** The month in the form YYYY-MM. */
  month?: string
  product_id?: string
  currency?: string
  donated_after?: Date
  donated_before?: Date
}

/** Returns the SQL conditions of a filter, for the table alias `d`. Excludes voided donations. */
export function toConditions(
  { year, month, product_id, currency, donated_after, donated_before }: DonationFilter,
  bind: (value: unknown) => string,
): string {
  const conditions = ['d.voided_at is null']
  if (year !== undefined) {
    conditions.push(`d.month >= make_date(${bind(year)}::int, 1, 1)`)
    conditions.push(`d.month <= make_date(${bind(year)}::int, 12, 1)`)
  }
  if (month !== undefined) conditions.push(`d.month = ${bind(`${month}-01`)}::date`)
  if (product_id !== undefined) conditions.push(`d.product_id = ${bind(product_id)}`)
  if (currency !== undefined) conditions.push(`d.currency = ${bind(currency)}`)
  if (donated_after !== undefined) conditions.push(`d.donated_at > ${bind(donated_after)}`)
  if (donated_before !== undefined) conditions.push(`d.donated_at < ${bind(donated_before)}`)
  return conditions.join(' and ')
}

/** Returns whether the account has the donation, voided or not. */
export const exists = (ctx: TxContext, id: string): Promise<boolean> =>
  ctx.hasRows('select from donations.donation where account_id = $1 and id = $2', [
    ctx.account_id,
    id,
  ])

export interface DonationRow extends Donation {
  paid_at: Date | null
}

/** Finds a page of donations, oldest first. */
export function findPage(
  ctx: TxContext,
  filter: DonationFilter,
  { after, limit }: { after: string | undefined; limit: number },
): Promise<DonationRow[]> {
  const { bind, values } = createBindings(ctx.account_id, limit)
  const where = toConditions(filter, bind)
  const from = after === undefined ? '' : `and d.id > ${bind(after)}`
  return ctx.query<DonationRow>(
    `select ${columns}, p.paid_at from donations.donation d
       left join donations.payment p on p.account_id = d.account_id and p.id = d.payment_id
      where d.account_id = $1 and ${where} ${from} order by d.id limit $2`,
    values,
  )
}
