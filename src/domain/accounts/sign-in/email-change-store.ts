import type { TxContext } from '#platform/postgres/database'
import { upsertRow } from '#platform/postgres/table'
import type { EmailChangeRow } from './tables.ts'

/** Returns whether another user of the account has the address. */
export const hasOtherMember = async (
  ctx: TxContext,
  user_id: string,
  email_key: string,
): Promise<boolean> => {
  const found = await ctx.query(
    'select from access.user where account_id = $1 and email_key = $2 and id <> $3 limit 1',
    [ctx.account_id, email_key, user_id],
  )
  return found.length > 0
}

export const upsertEmailChange = (ctx: TxContext, row: EmailChangeRow): Promise<void> =>
  upsertRow(ctx, 'access.email_change', ['account_id', 'user_id'], row)

export const findEmailChange = (ctx: TxContext, user_id: string) =>
  ctx.queryFirst<Pick<EmailChangeRow, 'email' | 'expires_at'>>(
    `select email, expires_at from access.email_change
      where account_id = $1 and user_id = $2 and expires_at > $3`,
    [ctx.account_id, user_id, ctx.now],
  )

/** Deletes and returns the change of a user of the account, or of a valid link in any account. */
export function deleteEmailChange(
  ctx: TxContext,
  key: { user_id: string } | { token_hash: Buffer },
) {
  const [condition, values] =
    'user_id' in key
      ? ['account_id = $2 and user_id = $3', [ctx.account_id, key.user_id]]
      : ['token_hash = $2', [key.token_hash]]
  return ctx.queryFirst<Pick<EmailChangeRow, 'account_id' | 'user_id' | 'email' | 'email_key'>>(
    `delete from access.email_change where expires_at > $1 and ${condition}
      returning account_id, user_id, email, email_key`,
    [ctx.now, ...values],
  )
}
