import { selectAccountsWithRows } from '#platform/jobs/account-round-robin'
import type { TxContext } from '#platform/postgres/database'
import { insertRow } from '#platform/postgres/table'
import type { ApiToken, ApiTokenRow } from './tables.ts'

export const insertToken = (ctx: TxContext, token: ApiTokenRow): Promise<void> =>
  insertRow(ctx, 'access.api_token', token)

const tokenColumns =
  'id, name, last_four, scopes, allowed_addresses, created_at, last_used_at, expires_at, expired_at, team_id'

export const listTokens = (ctx: TxContext): Promise<ApiToken[]> =>
  ctx.query<ApiToken>(
    `select ${tokenColumns} from access.api_token where account_id = $1 order by id desc`,
    [ctx.account_id],
  )

/** Finds a token of any account, also a revoked one. */
export const findTokenOwner = (
  ctx: TxContext,
  id: string,
): Promise<(Pick<ApiToken, 'id' | 'name' | 'last_four'> & { account_id: string }) | undefined> =>
  ctx.queryFirst<ApiToken & { account_id: string }>(
    'select account_id, id, name, last_four from access.api_token where id = $1',
    [id],
  )

/** Expires a token of the account, or of any account in a transaction for ALL_ACCOUNTS. */
export async function expireToken(ctx: TxContext, id: string) {
  return ctx.queryFirst<{ id: string; expired_at: Date }>(
    `update access.api_token set expired_at = coalesce(expired_at, $2)
      where id = $1 and $3 in ('*', account_id::text)
      returning id, expired_at`,
    [id, ctx.now, ctx.account_id],
  )
}

/** Locks a token that is not revoked, of the account, or of any account in a transaction for ALL_ACCOUNTS. */
export const findTokenForUpdate = (
  ctx: TxContext,
  id: string,
): Promise<(ApiToken & { account_id: string }) | undefined> =>
  ctx.queryFirst<ApiToken & { account_id: string }>(
    `select account_id, ${tokenColumns} from access.api_token
      where id = $1 and expired_at is null and $2 in ('*', account_id::text) for update`,
    [id, ctx.account_id],
  )

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

export const setAllowedAddresses = (
  ctx: TxContext,
  { account_id, id }: { account_id: string; id: string },
  allowed_addresses: readonly string[],
): void =>
  ctx.enqueue(
    'update access.api_token set allowed_addresses = $3 where account_id = $1 and id = $2',
    [account_id, id, allowed_addresses],
  )

/** The tokens that can need a reminder. Their partial index has this condition. */
const remindableSql =
  'expires_at is not null and expired_at is null and reminded_days is distinct from 1'

export const accountsWithRemindersSql = selectAccountsWithRows('access.api_token', remindableSql)

/** A token whose admins are reminded that it expires. */
export type ExpiringToken = Pick<ApiToken, 'name' | 'last_four'> & { expires_at: Date }

/** Marks the tokens of the account whose next reminder is due. Returns those that expire first, at most `limit`. */
export const claimReminders = (ctx: TxContext, limit: number): Promise<ExpiringToken[]> =>
  ctx.query<ExpiringToken>(
    `with due as (
       update access.api_token
          set reminded_days = case when expires_at <= $2::timestamptz + interval '1 day' then 1 else 7 end
        where account_id = $1 and ${remindableSql} and expires_at > $2
          and expires_at <= $2::timestamptz + make_interval(days => case when reminded_days is null then 7 else 1 end)
        returning id, name, last_four, expires_at
     ) select name, last_four, expires_at from due order by expires_at, id limit $3`,
    [ctx.account_id, ctx.now, limit],
  )
