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
  upsertRow(ctx, 'access.email_change', ['person_id'], row)

export const findEmailChange = (ctx: TxContext, person_id: string) =>
  ctx.queryFirst<Pick<EmailChangeRow, 'email' | 'expires_at'>>(
    'select email, expires_at from access.email_change where person_id = $1 and expires_at > $2',
    [person_id, ctx.now],
  )

/** Deletes and returns the change of a person, or of a valid link. */
export function deleteEmailChange(
  ctx: TxContext,
  key: { person_id: string } | { token_hash: Buffer },
) {
  const [column, value] =
    'person_id' in key ? ['person_id', key.person_id] : ['token_hash', key.token_hash]
  return ctx.queryFirst<Pick<EmailChangeRow, 'person_id' | 'email' | 'email_key'>>(
    `delete from access.email_change where expires_at > $1 and ${column} = $2
      returning person_id, email, email_key`,
    [ctx.now, value],
  )
}
