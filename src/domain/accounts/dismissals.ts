import type { TxContext } from '#platform/postgres/database'

/** Returns whether a user has dismissed this item. */
export const isDismissed = (ctx: TxContext, user_id: string, key: string): Promise<boolean> =>
  ctx.hasRows(
    'select created_at from access.dismissal where account_id = $1 and user_id = $2 and key = $3',
    [ctx.account_id, user_id, key],
  )

export async function dismiss(ctx: TxContext, user_id: string, key: string): Promise<void> {
  await ctx.query(
    `insert into access.dismissal (account_id, user_id, key, created_at) values ($1, $2, $3, $4)
     on conflict (account_id, user_id, key) do nothing`,
    [ctx.account_id, user_id, key, ctx.now],
  )
}

/** Restores a dismissed item. */
export async function restoreDismissed(
  ctx: TxContext,
  user_id: string,
  key: string,
): Promise<void> {
  await ctx.query(
    'delete from access.dismissal where account_id = $1 and user_id = $2 and key = $3',
    [ctx.account_id, user_id, key],
  )
}
