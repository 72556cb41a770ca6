import type { TxContext } from '#platform/postgres/database'

/**
 * Returns the time of the first successful attempt of the account, within the retention period of
 * attempts.
 */
export async function findFirstSuccess(ctx: TxContext): Promise<Date | null> {
  const [row] = await ctx.query<{ started_at: Date | null }>(
    `select started_at from webhooks.attempt where account_id = $1 and outcome = 'ok'
      order by delivery_id limit 1`,
    [ctx.account_id],
  )
  return row?.started_at ?? null
}
