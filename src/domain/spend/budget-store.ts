import type { TxContext } from '#platform/postgres/database'
import type { NewReservation } from './tables.ts'

interface UsageKey {
  campaign_id: string
  currency: string
}

/**
 * Locks the usage of a budget until the transaction ends, and returns it. Concurrent transactions wait here, so the stop
 * of a budget holds.
 */
export async function lockUsage(
  ctx: TxContext,
  { campaign_id, currency }: UsageKey,
): Promise<number> {
  const [row] = await ctx.query<{ committed_minor: number }>(
    `insert into spend.budget_usage as u (account_id, campaign_id, currency, committed_minor) values ($1, $2, $3, 0)
     on conflict on constraint budget_usage_pkey do update set committed_minor = u.committed_minor
     returning committed_minor`,
    [ctx.account_id, campaign_id, currency],
  )
  if (row === undefined) throw new Error('the usage of a budget was neither found nor inserted')
  return row.committed_minor
}

/** Adds to the usage of a budget. The statement is not awaited. */
export const addToUsage = (
  ctx: TxContext,
  { campaign_id, currency }: UsageKey,
  amount_minor: number,
): void =>
  ctx.enqueue(
    `update spend.budget_usage set committed_minor = committed_minor + $4
      where account_id = $1 and campaign_id = $2 and currency = $3`,
    [ctx.account_id, campaign_id, currency, amount_minor],
  )

/** Inserts the reservations of inserted gift requests. The statement is not awaited. */
export const insertReservations = (
  ctx: TxContext,
  reservations: readonly NewReservation[],
): void => {
  if (reservations.length === 0) return
  ctx.enqueue(
    `insert into spend.reservation (account_id, gift_request_id, campaign_id, currency, amount_minor)
     select $1, r.* from unnest($2::uuid[], $3::uuid[], $4::text[], $5::bigint[]) as r`,
    [
      ctx.account_id,
      reservations.map(({ gift_request_id }) => gift_request_id),
      reservations.map(({ campaign_id }) => campaign_id),
      reservations.map(({ currency }) => currency),
      reservations.map(({ amount_minor }) => amount_minor),
    ],
  )
}

/**
 * Sets the reservations of redeemed and ended gift requests to what these cost, without shipping, and corrects the usage
 * of the budgets. The statement is not awaited. Locks budgets in the order of their keys.
 */
export const settleReservations = (
  ctx: TxContext,
  gifts: readonly { account_id: string; id: string }[],
): void => {
  if (gifts.length === 0) return
  ctx.enqueue(
    `with actual as (
       select r.account_id, r.gift_request_id, r.campaign_id, r.currency, r.amount_minor as reserved_minor,
              coalesce((select sum(c.amount_minor) from spend.cost c
                         where c.account_id = r.account_id and c.gift_request_id = r.gift_request_id
                           and c.currency = r.currency and c.kind <> 'shipping' and c.voided_at is null), 0)::bigint as cost_minor
         from unnest($1::uuid[], $2::uuid[]) as g (account_id, id)
         join spend.reservation r on r.account_id = g.account_id and r.gift_request_id = g.id
     ), saved as (
       update spend.reservation r set amount_minor = a.cost_minor from actual a
        where r.account_id = a.account_id and r.gift_request_id = a.gift_request_id and a.cost_minor <> a.reserved_minor
     ), delta as (
       select account_id, campaign_id, currency, sum(cost_minor - reserved_minor)::bigint as amount_minor from actual
        group by account_id, campaign_id, currency
     ), locked as (
       select u.account_id, u.campaign_id, u.currency, d.amount_minor
         from spend.budget_usage u
         join delta d on d.account_id = u.account_id and d.campaign_id = u.campaign_id and d.currency = u.currency
        where d.amount_minor <> 0
        order by u.account_id, u.campaign_id, u.currency for update of u
     )
     update spend.budget_usage u set committed_minor = u.committed_minor + l.amount_minor from locked l
      where u.account_id = l.account_id and u.campaign_id = l.campaign_id and u.currency = l.currency`,
    [gifts.map(({ account_id }) => account_id), gifts.map(({ id }) => id)],
  )
}

/** Returns the usage of the budgets of these campaigns in their currencies. */
export const findUsage = (
  ctx: TxContext,
  keys: readonly UsageKey[],
): Promise<(UsageKey & { committed_minor: number })[]> =>
  ctx.query(
    `select u.campaign_id, u.currency, u.committed_minor from spend.budget_usage u
       join unnest($2::uuid[], $3::text[]) as k (campaign_id, currency)
         on k.campaign_id = u.campaign_id and k.currency = u.currency
      where u.account_id = $1`,
    [
      ctx.account_id,
      keys.map(({ campaign_id }) => campaign_id),
      keys.map(({ currency }) => currency),
    ],
  )
