import type { TxContext } from '#platform/postgres/database'
import type { ApiToken, ApiTokenTables } from './tables.ts'

const tables = ({ tx }: TxContext) => tx.withTables<ApiTokenTables>()

export const insertToken = (ctx: TxContext, token: ApiTokenTables['access.api_token']) =>
  tables(ctx).insertInto('access.api_token').values(token).execute()

export const listTokens = (ctx: TxContext): Promise<ApiToken[]> =>
  tables(ctx)
    .selectFrom('access.api_token')
    .select(['id', 'name', 'last_four', 'created_at', 'last_used_at', 'expired_at'])
    .where('account_id', '=', ctx.account_id)
    .orderBy('id', 'desc')
    .execute()

/** Expires a token of the account, or of any account in a transaction for ALL_ACCOUNTS. */
export async function expireToken(ctx: TxContext, id: string) {
  const [expired] = await ctx.query<{ id: string; expired_at: Date }>(
    `update access.api_token set expired_at = coalesce(expired_at, $2)
      where id = $1 and $3 in ('*', account_id::text)
      returning id, expired_at`,
    [id, ctx.now, ctx.account_id],
  )
  return expired
}
