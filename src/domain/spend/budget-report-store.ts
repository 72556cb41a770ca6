import type { TxContext } from '#platform/postgres/database'
import { budgetTables } from './budget-store.ts'
import type { BudgetKind } from './tables.ts'

/** The budget of one campaign or team, whose gifts are counted. */
export interface BudgetOwner {
  id: string
  currency: string
}

/** What the gifts of a budget have taken of it. Amounts are in the smallest unit of its currency. */
export interface BudgetSums {
  owner_id: string
  /** What open gifts can cost at most. */
  open_minor: number
  /** What the gifts that were created since a time have taken. */
  recent_minor: number
  /** The oldest gift of the budget; null without gifts. */
  first_gift_id: string | null
}

/**
 * Sums the reservations of budgets of one kind. A gift is open while it has no cost, except shipping, in the currency of the
 * budget. `since` is the lowest id of the recent gifts, because an id begins with its time.
 */
export const findSums = (
  ctx: TxContext,
  kind: BudgetKind,
  owners: readonly BudgetOwner[],
  since: string,
): Promise<BudgetSums[]> => {
  const { reservation, owner } = budgetTables[kind]
  return ctx.query<BudgetSums>(
    `select r.${owner} as owner_id,
            coalesce(sum(r.amount_minor) filter (where not exists (
              select from spend.cost c
               where c.account_id = r.account_id and c.gift_request_id = r.gift_request_id and c.currency = r.currency
                 and c.kind <> 'shipping' and c.voided_at is null)), 0)::bigint as open_minor,
            coalesce(sum(r.amount_minor) filter (where r.gift_request_id >= $4::uuid), 0)::bigint as recent_minor,
            min(r.gift_request_id::text) as first_gift_id
       from ${reservation} r
       join unnest($2::uuid[], $3::text[]) as o (owner_id, currency)
         on o.owner_id = r.${owner} and o.currency = r.currency
      where r.account_id = $1
      group by r.${owner}`,
    [ctx.account_id, owners.map(({ id }) => id), owners.map(({ currency }) => currency), since],
  )
}

/**
 * Sums what the gifts of budgets of one kind have taken by the month of their creation. A month has the lowest ids of its own
 * gifts and of those of the next month.
 */
export const findMonths = (
  ctx: TxContext,
  kind: BudgetKind,
  owners: readonly BudgetOwner[],
  months: readonly { month: string; from: string; until: string }[],
): Promise<{ owner_id: string; month: string; amount_minor: number }[]> => {
  const { reservation, owner } = budgetTables[kind]
  return ctx.query(
    `select r.${owner} as owner_id, m.month, sum(r.amount_minor)::bigint as amount_minor
       from ${reservation} r
       join unnest($2::uuid[], $3::text[]) as o (owner_id, currency)
         on o.owner_id = r.${owner} and o.currency = r.currency
       join unnest($4::text[], $5::uuid[], $6::uuid[]) as m (month, from_id, until_id)
         on r.gift_request_id >= m.from_id and r.gift_request_id < m.until_id
      where r.account_id = $1
      group by r.${owner}, m.month`,
    [
      ...[ctx.account_id, owners.map(({ id }) => id), owners.map(({ currency }) => currency)],
      ...[months.map(({ month }) => month), months.map(({ from }) => from)],
      months.map(({ until }) => until),
    ],
  )
}
