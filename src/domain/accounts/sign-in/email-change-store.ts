import type { TxContext } from '#platform/postgres/database'
import type { SignInTables } from './tables.ts'

const tables = ({ tx }: TxContext) => tx.withTables<SignInTables>()

/** Returns whether another user of the account has the address. */
export const hasOtherMember = async (
  ctx: TxContext,
  user_id: string,
  email_key: string,
): Promise<boolean> =>
  (await tables(ctx)
    .selectFrom('access.user')
    .select('id')
    .where('account_id', '=', ctx.account_id)
    .where('email_key', '=', email_key)
    .where('id', '!=', user_id)
    .executeTakeFirst()) !== undefined

export const upsertEmailChange = (ctx: TxContext, row: SignInTables['access.email_change']) =>
  tables(ctx)
    .insertInto('access.email_change')
    .values(row)
    .onConflict((conflict) => conflict.columns(['account_id', 'user_id']).doUpdateSet(row))
    .execute()

export const findEmailChange = (ctx: TxContext, user_id: string) =>
  tables(ctx)
    .selectFrom('access.email_change')
    .select(['email', 'expires_at'])
    .where('account_id', '=', ctx.account_id)
    .where('user_id', '=', user_id)
    .where('expires_at', '>', ctx.now)
    .executeTakeFirst()

/** Deletes and returns the change of a user of the account, or of a valid link in any account. */
export const deleteEmailChange = (
  ctx: TxContext,
  key: { user_id: string } | { token_hash: Buffer },
) => {
  const query = tables(ctx).deleteFrom('access.email_change').where('expires_at', '>', ctx.now)
  return (
    'user_id' in key
      ? query.where('account_id', '=', ctx.account_id).where('user_id', '=', key.user_id)
      : query.where('token_hash', '=', key.token_hash)
  )
    .returning(['account_id', 'user_id', 'email', 'email_key'])
    .executeTakeFirst()
}
