import type { TxContext } from '#platform/postgres/database'
import { createBindings } from '#platform/postgres/table'
import { toConditions } from './donation-store.ts'

/** The donations of one charity, currency and month. */
export interface DonationTotal {
  /** The month in UTC, as YYYY-MM. */
  month: string
  product_id: string
  /** The current name of the charity. */
  charity_name: string
  registration_number: string | null
  currency: string
  donations: number
  amount_minor: number
  unpaid_donations: number
  unpaid_amount_minor: number
  /** When the latest payment was marked; null without one. */
  paid_at: Date | null
  /** The latest payment, which can be reverted; null without one. */
  payment_id: string | null
}

export interface TotalsFilter {
  year?: number
  month?: string
  product_id?: string
  currency?: string
  /** Only groups with donations that are not paid. */
  is_unpaid?: boolean
}

const maxTotals = 1_000

/** Returns the totals by month, charity and currency, newest month first. At most 1,000. */
export async function listTotals(
  ctx: TxContext,
  { is_unpaid = false, ...filter }: TotalsFilter = {},
): Promise<{ data: DonationTotal[]; has_more: boolean }> {
  const { bind, values } = createBindings(ctx.account_id, maxTotals + 1)
  const where = toConditions(filter, bind)
  const rows = await ctx.query<DonationTotal>(
    `select to_char(d.month, 'YYYY-MM') as month, d.product_id, d.currency,
            max(p.name) as charity_name, max(p.registration_number) as registration_number,
            count(*)::int as donations, sum(d.amount_minor)::bigint as amount_minor,
            count(*) filter (where d.payment_id is null)::int as unpaid_donations,
            coalesce(sum(d.amount_minor) filter (where d.payment_id is null), 0)::bigint as unpaid_amount_minor,
            l.paid_at, l.id as payment_id
       from donations.donation d
       join catalogue.product p on p.account_id = d.account_id and p.id = d.product_id
       left join lateral (select y.id, y.paid_at from donations.payment y
                           where y.account_id = d.account_id and y.month = d.month and y.product_id = d.product_id
                             and y.currency = d.currency and y.reverted_at is null
                           order by y.id desc limit 1) l on true
      where d.account_id = $1 and ${where}
      group by d.month, d.product_id, d.currency, l.paid_at, l.id
     ${is_unpaid ? 'having count(*) filter (where d.payment_id is null) > 0' : ''}
      order by d.month desc, max(p.name), d.product_id, d.currency limit $2`,
    values,
  )
  return { data: rows.slice(0, maxTotals), has_more: rows.length > maxTotals }
}
