import type { TxContext } from '#platform/postgres/database'
import { deleteSome } from '#platform/postgres/table'
import type { Amount } from '#spend'

/** What a user sent without approval. */
export interface UnapprovedUse {
  /** The bulk send, the one-link, or the gift request. */
  id: string
  user_id: string
  gifts: number
  /** In the currency of the limit; null without a limit of the cost. */
  cost: Amount | null
}

/** Makes concurrent sends of a user wait for each other, so that their sum does not exceed a limit. */
export const lockUser = (ctx: TxContext, user_id: string): Promise<unknown> =>
  ctx.query(`select pg_advisory_xact_lock(hashtextextended('bestow unapproved ' || $1 || $2, 0))`, [
    ctx.account_id,
    user_id,
  ])

/** Returns the gifts and the cost in this currency that a user has sent without approval since a time. */
export async function sumSince(
  ctx: TxContext,
  user_id: string,
  currency: string | null,
  since: Date,
): Promise<{ gifts: number; cost_minor: number }> {
  const [sum] = await ctx.query<{ gifts: number; cost_minor: number }>(
    `select coalesce(sum(gifts), 0)::int as gifts,
            coalesce(sum(cost_minor) filter (where cost_currency = $3), 0)::float8 as cost_minor
       from gifting.unapproved_use where account_id = $1 and user_id = $2 and created_at > $4`,
    [ctx.account_id, user_id, currency, since],
  )
  return sum ?? { gifts: 0, cost_minor: 0 }
}

/** Adds to the use. The statement is not awaited. */
export const add = (ctx: TxContext, { id, user_id, gifts, cost }: UnapprovedUse): void =>
  ctx.enqueue(
    `insert into gifting.unapproved_use as u (account_id, id, user_id, gifts, cost_minor, cost_currency, created_at)
     values ($1, $2, $3, $4, $5, $6, $7)
     on conflict (account_id, id) do update set gifts = u.gifts + excluded.gifts, created_at = excluded.created_at,
       cost_minor = case when u.cost_currency = excluded.cost_currency then u.cost_minor else 0 end + excluded.cost_minor,
       cost_currency = excluded.cost_currency`,
    [
      ...[ctx.account_id, id, user_id, gifts, cost?.amount_minor ?? 0, cost?.currency ?? null],
      ctx.now,
    ],
  )

/** Takes gifts that were cancelled before they were sent from the use. The statement is not awaited. */
export const subtract = (ctx: TxContext, id: string, gifts: number): void =>
  ctx.enqueue(
    `update gifting.unapproved_use
        set gifts = greatest(gifts - $3, 0),
            cost_minor = case when gifts > $3 then cost_minor - cost_minor * $3 / gifts else 0 end
      where account_id = $1 and id = $2`,
    [ctx.account_id, id, gifts],
  )

/** Deletes a batch of uses of any account. Returns how many. */
export const deleteBefore = (ctx: TxContext, before: Date): Promise<number> =>
  deleteSome(ctx, 'gifting.unapproved_use', 1000, 'created_at < $1', [before])
