import type { TxContext } from '#platform/postgres/database'
import type { Payment } from './tables.ts'

/** The donations of one charity, currency and month; the month as YYYY-MM. */
interface DonationGroup {
  product_id: string
  currency: string
  month: string
}

/** Serializes the payments of a group until the transaction ends. */
export const lockGroup = (
  ctx: TxContext,
  { product_id, currency, month }: DonationGroup,
): Promise<unknown> =>
  ctx.query('select pg_advisory_xact_lock(hashtextextended($1, 0))', [
    `donations ${ctx.account_id} ${product_id} ${currency} ${month}`,
  ])

const groupConditions = `account_id = $1 and product_id = $2 and currency = $3 and month = ($4 || '-01')::date`

const groupValues = (ctx: TxContext, { product_id, currency, month }: DonationGroup) => [
  ctx.account_id,
  product_id,
  currency,
  month,
]

/** Locks the unpaid donations of a group until the transaction ends. */
export const lockUnpaid = (
  ctx: TxContext,
  group: DonationGroup,
): Promise<{ id: string; amount_minor: number }[]> =>
  ctx.query(
    `select id, amount_minor from donations.donation
      where ${groupConditions} and payment_id is null and voided_at is null order by id for update`,
    groupValues(ctx, group),
  )

const columns = `id, product_id, currency, to_char(month, 'YYYY-MM') as month, donations, amount_minor, paid_by, paid_at,
  reverted_at`

/** Returns the latest payment of a group that is not reverted. */
export const findLatest = (ctx: TxContext, group: DonationGroup): Promise<Payment | undefined> =>
  ctx.queryFirst<Payment>(
    `select ${columns} from donations.payment
      where ${groupConditions} and reverted_at is null order by id desc limit 1`,
    groupValues(ctx, group),
  )

export const findForUpdate = (ctx: TxContext, id: string): Promise<Payment | undefined> =>
  ctx.queryFirst<Payment>(
    `select ${columns} from donations.payment where account_id = $1 and id = $2 for update`,
    [ctx.account_id, id],
  )

/** Inserts a payment and assigns these donations to it. */
export async function insert(
  ctx: TxContext,
  payment: Payment,
  donation_ids: readonly string[],
): Promise<void> {
  await ctx.query(
    `insert into donations.payment (account_id, id, product_id, currency, month, donations, amount_minor, paid_by, paid_at)
     values ($1, $5, $2, $3, ($4 || '-01')::date, $6, $7, $8, $9)`,
    [
      ...groupValues(ctx, payment),
      payment.id,
      payment.donations,
      payment.amount_minor,
      payment.paid_by,
      payment.paid_at,
    ],
  )
  await ctx.query(
    'update donations.donation set payment_id = $3 where account_id = $1 and id = any ($2)',
    [ctx.account_id, donation_ids, payment.id],
  )
}

export async function revert(ctx: TxContext, id: string): Promise<void> {
  await ctx.query(
    'update donations.donation set payment_id = null where account_id = $1 and payment_id = $2',
    [ctx.account_id, id],
  )
  await ctx.query(
    'update donations.payment set reverted_at = $3 where account_id = $1 and id = $2',
    [ctx.account_id, id, ctx.now],
  )
}
