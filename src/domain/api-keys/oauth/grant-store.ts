import type { GrantedScope } from '#contract'
import type { TxContext } from '#platform/postgres/database'
import { insertRow, insertRows } from '#platform/postgres/table'
import type { LockedCredential } from './store.ts'
import type { OAuthTables } from './tables.ts'

/* Writes grants, codes and tokens to the database. */

export const insertGrant = (
  ctx: TxContext,
  grant: Omit<OAuthTables['access.oauth_grant'], 'created_at' | 'revoked_at'>,
): Promise<void> => insertRow(ctx, 'access.oauth_grant', { ...grant, created_at: ctx.now })

export const insertCode = (
  ctx: TxContext,
  code: Omit<OAuthTables['access.oauth_code'], 'created_at' | 'used_at'>,
): Promise<void> => insertRow(ctx, 'access.oauth_code', { ...code, created_at: ctx.now })

export const insertTokens = (
  ctx: TxContext,
  tokens: readonly Omit<
    OAuthTables['access.oauth_token'],
    'created_at' | 'used_at' | 'revoked_at' | 'successor_salt'
  >[],
): Promise<void> =>
  insertRows(
    ctx,
    'access.oauth_token',
    tokens.map((token) => ({ ...token, created_at: ctx.now })),
  )

/**
 * Records the time when the client last received tokens, at most once a minute. Skips rows that another
 * transaction has locked.
 */
export const recordIssue = (ctx: TxContext, account_id: string, client_id: string): void =>
  ctx.enqueue(
    `update access.oauth_client set last_issued_at = $3 where (account_id, id) in (
       select account_id, id from access.oauth_client
        where account_id = $1 and id = $2
          and (last_issued_at is null or last_issued_at < $3::timestamptz - interval '1 minute')
          for no key update skip locked)`,
    [account_id, client_id, ctx.now],
  )

export const markCodeUsed = (ctx: TxContext, { account_id, id }: LockedCredential): void =>
  ctx.enqueue('update access.oauth_code set used_at = $3 where account_id = $1 and id = $2', [
    account_id,
    id,
    ctx.now,
  ])

export const markTokenUsed = (
  ctx: TxContext,
  { account_id, id }: LockedCredential,
  successor_salt: Buffer,
): void =>
  ctx.enqueue(
    'update access.oauth_token set used_at = $3, successor_salt = $4 where account_id = $1 and id = $2',
    [account_id, id, ctx.now, successor_salt],
  )

/** Lists the tokens of a pair that was issued. Returns none of them that were used, revoked or replaced. */
export const listUnusedTokens = (
  ctx: TxContext,
  { account_id, grant_id }: LockedCredential,
  token_hashes: readonly Buffer[],
) =>
  ctx.query<{ kind: 'access' | 'refresh'; scopes: GrantedScope[] | null; expires_at: Date }>(
    `select kind, scopes, expires_at from access.oauth_token
      where account_id = $1 and grant_id = $2 and token_hash = any ($3)
        and used_at is null and revoked_at is null and expires_at > $4`,
    [account_id, grant_id, token_hashes, ctx.now],
  )

export const revokeToken = (ctx: TxContext, { account_id, id }: LockedCredential): void =>
  ctx.enqueue(
    `update access.oauth_token set revoked_at = coalesce(revoked_at, $3)
      where account_id = $1 and id = $2`,
    [account_id, id, ctx.now],
  )

export const revokeGrant = (ctx: TxContext, { account_id, grant_id }: LockedCredential): void =>
  ctx.enqueue(
    `update access.oauth_grant set revoked_at = coalesce(revoked_at, $3)
      where account_id = $1 and id = $2`,
    [account_id, grant_id, ctx.now],
  )

/** Deletes expired tokens and codes, grants without tokens, and clients that registered themselves and have no grant. */
export async function deleteExpired(ctx: TxContext, before: Date): Promise<number> {
  ctx.enqueue('delete from access.oauth_token where expires_at <= $1', [before])
  ctx.enqueue('delete from access.oauth_code where expires_at <= $1', [before])
  const deleted = await ctx.query(
    `delete from access.oauth_grant g
      where created_at <= $1
        and not exists (select from access.oauth_token t where t.account_id = g.account_id and t.grant_id = g.id)
        and not exists (select from access.oauth_code t where t.account_id = g.account_id and t.grant_id = g.id)
      returning id`,
    [before],
  )
  // A consent that a user gives at this moment locks its client.
  await ctx.query(
    `delete from access.oauth_client where (account_id, id) in (
       select account_id, id from access.oauth_client c
        where registration_hash is not null and created_at <= $1
          and not exists (select from access.oauth_grant g where g.account_id = c.account_id and g.client_id = c.id)
          for update skip locked)`,
    [before],
  )
  return deleted.length
}
