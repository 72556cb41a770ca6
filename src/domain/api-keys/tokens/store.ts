import type { TxContext } from '#platform/postgres/database'
import type { ApiToken, ApiTokenTables } from './tables.ts'

const tables = ({ tx }: TxContext) => tx.withTables<ApiTokenTables>()

export const insertToken = (ctx: TxContext, token: ApiTokenTables['access.api_token']) =>
  tables(ctx).insertInto('access.api_token').values(token).execute()

export const listTokens = (ctx: TxContext): Promise<ApiToken[]> =>
  tables(ctx)
    .selectFrom('access.api_token')
    .select(['id', 'name', 'last_four', 'scopes', 'created_at', 'last_used_at', 'expired_at'])
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

/** Locks an active token of the account, or of any account in a transaction for ALL_ACCOUNTS. */
export async function findTokenForUpdate(
  ctx: TxContext,
  id: string,
): Promise<(ApiToken & { account_id: string }) | undefined> {
  const [token] = await ctx.query<ApiToken & { account_id: string }>(
    `select account_id, id, name, last_four, scopes, created_at, last_used_at, expired_at from access.api_token
      where id = $1 and expired_at is null and $2 in ('*', account_id::text) for update`,
    [id, ctx.account_id],
  )
  return token
}

export const setScopes = (
  ctx: TxContext,
  { account_id, id }: { account_id: string; id: string },
  scopes: readonly string[],
): void =>
  ctx.enqueue('update access.api_token set scopes = $3 where account_id = $1 and id = $2', [
    account_id,
    id,
    scopes,
  ])
