import type { TxContext } from '#platform/postgres/database'
import type { BudgetKind, NewReservation, UsageKey } from './tables.ts'

/** The tables of the budgets of campaigns and teams, which have the same form, as constant parts of SQL. */
// biome-ignore format: read down the columns
export const budgetTables = {
  campaign: { usage: 'spend.budget_usage',      reservation: 'spend.reservation',      owner: 'campaign_id' },
  team:     { usage: 'spend.team_budget_usage', reservation: 'spend.team_reservation', owner: 'team_id' },
} as const
const kinds = Object.keys(budgetTables) as BudgetKind[]

/**
 * Locks the usage of a budget until the transaction ends, and returns it. Concurrent transactions wait here, so the stop
 * of a budget holds.
 */
export async function lockUsage(
  ctx: TxContext,
  { kind, owner_id, currency }: UsageKey,
): Promise<number> {
  const { usage, owner } = budgetTables[kind]
  const [row] = await ctx.query<{ committed_minor: number }>(
    `insert into ${usage} as u (account_id, ${owner}, currency, committed_minor) values ($1, $2, $3, 0)
     on conflict (account_id, ${owner}, currency) do update set committed_minor = u.committed_minor
     returning committed_minor`,
    [ctx.account_id, owner_id, currency],
  )
  if (row === undefined) throw new Error('the usage of a budget was neither found nor inserted')
  return row.committed_minor
}

/** Adds to the usage of a budget. The statement is not awaited. */
export const addToUsage = (
  ctx: TxContext,
  { kind, owner_id, currency }: UsageKey,
  amount_minor: number,
): void =>
  ctx.enqueue(
    `update ${budgetTables[kind].usage} set committed_minor = committed_minor + $4
      where account_id = $1 and ${budgetTables[kind].owner} = $2 and currency = $3`,
    [ctx.account_id, owner_id, currency, amount_minor],
  )

/** Inserts the reservations of inserted gift requests. The statements are not awaited. */
export function insertReservations(ctx: TxContext, reservations: readonly NewReservation[]): void {
  for (const kind of kinds) {
    const rows = reservations.filter((each) => each.kind === kind)
    if (rows.length === 0) continue
    const { reservation, owner } = budgetTables[kind]
    ctx.enqueue(
      `insert into ${reservation} (account_id, gift_request_id, ${owner}, currency, amount_minor)
       select $1, r.* from unnest($2::uuid[], $3::uuid[], $4::text[], $5::bigint[]) as r`,
      [
        ctx.account_id,
        rows.map(({ gift_request_id }) => gift_request_id),
        rows.map(({ owner_id }) => owner_id),
        rows.map(({ currency }) => currency),
        rows.map(({ amount_minor }) => amount_minor),
      ],
    )
  }
}

/**
 * Sets the reservations of redeemed and ended gift requests to what these cost, without shipping, and corrects the usage
 * of the budgets. The statements are not awaited. They lock budgets in the order of their keys, first those of campaigns.
 */
export function settleReservations(
  ctx: TxContext,
  gifts: readonly { account_id: string; id: string; team_id?: string | null }[],
): void {
  settle(ctx, 'campaign', gifts)
  settle(
    ctx,
    'team',
    gifts.filter(({ team_id }) => team_id !== null),
  )
}

function settle(
  ctx: TxContext,
  kind: BudgetKind,
  gifts: readonly { account_id: string; id: string }[],
): void {
  if (gifts.length === 0) return
  const { usage, reservation, owner } = budgetTables[kind]
  ctx.enqueue(
    `with actual as (
       select r.account_id, r.gift_request_id, r.${owner}, r.currency, r.amount_minor as reserved_minor,
              coalesce((select sum(c.amount_minor) from spend.cost c
                         where c.account_id = r.account_id and c.gift_request_id = r.gift_request_id
                           and c.currency = r.currency and c.kind <> 'shipping' and c.voided_at is null), 0)::bigint as cost_minor
         from unnest($1::uuid[], $2::uuid[]) as g (account_id, id)
         join ${reservation} r on r.account_id = g.account_id and r.gift_request_id = g.id
     ), saved as (
       update ${reservation} r set amount_minor = a.cost_minor from actual a
        where r.account_id = a.account_id and r.gift_request_id = a.gift_request_id and a.cost_minor <> a.reserved_minor
     ), delta as (
       select account_id, ${owner}, currency, sum(cost_minor - reserved_minor)::bigint as amount_minor from actual
        group by account_id, ${owner}, currency
     ), locked as (
       select u.account_id, u.${owner}, u.currency, d.amount_minor
         from ${usage} u
         join delta d on d.account_id = u.account_id and d.${owner} = u.${owner} and d.currency = u.currency
        where d.amount_minor <> 0
        order by u.account_id, u.${owner}, u.currency for update of u
     )
     update ${usage} u set committed_minor = u.committed_minor + l.amount_minor from locked l
      where u.account_id = l.account_id and u.${owner} = l.${owner} and u.currency = l.currency`,
    [gifts.map(({ account_id }) => account_id), gifts.map(({ id }) => id)],
  )
}

/** Returns the usage of the budgets of campaigns or teams in their currencies. */
export const findUsage = (
  ctx: TxContext,
  kind: BudgetKind,
  keys: readonly Omit<UsageKey, 'kind'>[],
): Promise<{ owner_id: string; committed_minor: number }[]> =>
  ctx.query(
    `select k.owner_id, u.committed_minor from ${budgetTables[kind].usage} u
       join unnest($2::uuid[], $3::text[]) as k (owner_id, currency)
         on k.owner_id = u.${budgetTables[kind].owner} and k.currency = u.currency
      where u.account_id = $1`,
    [ctx.account_id, keys.map(({ owner_id }) => owner_id), keys.map(({ currency }) => currency)],
  )
