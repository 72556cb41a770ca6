import type { TxContext } from '#platform/postgres/database'

/** When a receiver of the account took a delivery for the first time, as far as attempts are kept. */
export async function findFirstSuccess(ctx: TxContext): Promise<Date | null> {
  const [row] = await ctx.query<{ started_at: Date | null }>(
    `select started_at from webhooks.attempt where account_id = $1 and outcome = 'ok'
      order by delivery_id limit 1`,
    [ctx.account_id],
  )
  return row?.started_at ?? null
}
