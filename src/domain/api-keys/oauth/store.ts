import type { GrantedScope } from '#contract'
import type { TxContext } from '#platform/postgres/database'
import { insertRow } from '#platform/postgres/table'
import type { Audience } from './audience.ts'
import type { OAuthClient, OAuthTables } from './tables.ts'

/** The data to authenticate a client. */
export interface KnownClient {
  account_id: string
  client_id: string
  kind: OAuthClient['kind']
  tenant: string
  secret_hash: Buffer | null
  previous_secret_hash: Buffer | null
  previous_secret_until: Date | null
  api_key_hash: Buffer
  /** The digest of the client_id that the client sends, if it registered itself. */
  registration_hash: Buffer | null
  /** The scopes that the tokens of the client may have. */
  client_scopes: GrantedScope[]
}

/** A presented code or token, with its client. */
export interface LockedCredential extends KnownClient {
  id: string
  grant_id: string
  expires_at: Date
  used_at: Date | null
  scopes: GrantedScope[]
  /** The resource that the tokens of the grant are for. */
  audience: Audience
  /** Whether the grant or the client was revoked, or the user is suspended. */
  is_revoked: boolean
}

export type LockedCode = LockedCredential & { redirect_uri: string; code_challenge: string }
export type LockedToken = LockedCredential & {
  kind_of_token: 'access' | 'refresh'
  successor_salt: Buffer | null
}

const knownClientColumns = `c.account_id, c.id as client_id, c.kind, a.tenant, c.secret_hash,
  c.previous_secret_hash, c.previous_secret_until, c.api_key_hash, c.registration_hash,
  c.scopes as client_scopes`

/** The clients of active accounts in this stage and region. */
const deploymentClients = `access.oauth_client c
  join access.account a on a.id = c.account_id and a.stage = $1 and a.region = $2
    and a.suspended_at is null`

const isOfSuspendedUser = `exists (
  select from access.user u where u.account_id = g.account_id and u.id = g.user_id and u.suspended_at is not null)`

const deploymentParams = ({ deployment }: TxContext) => [deployment.stage, deployment.region]

export const insertClient = (ctx: TxContext, client: OAuthTables['access.oauth_client']) =>
  insertRow(ctx, 'access.oauth_client', client)

export const findTenant = (ctx: TxContext): Promise<string | undefined> =>
  ctx.queryValue<string>('select tenant from access.account where id = $1', [ctx.account_id])

const publicColumns = `id, kind, name, api_key_last_four, redirect_uris, scopes, created_at, last_issued_at,
  previous_secret_until, revoked_at`

export const listClients = (ctx: TxContext): Promise<OAuthClient[]> =>
  ctx.query<OAuthClient>(
    `select ${publicColumns} from access.oauth_client
      where account_id = $1 and registration_hash is null order by id desc`,
    [ctx.account_id],
  )

/** Replaces the secret of an active private client. The current secret becomes the previous one. */
export const replaceSecret = (
  ctx: TxContext,
  id: string,
  secret_hash: Buffer,
  previous_until: Date | null,
): Promise<OAuthClient | undefined> =>
  ctx.queryFirst<OAuthClient>(
    `update access.oauth_client
        set previous_secret_hash = case when $4::timestamptz is null then null else secret_hash end,
            previous_secret_until = $4, secret_hash = $3
      where account_id = $1 and id = $2 and kind = 'private' and revoked_at is null
      returning ${publicColumns}`,
    [ctx.account_id, id, secret_hash, previous_until],
  )

/** Replaces the scopes of an active client. Returns the client as it was before. */
export async function replaceScopes(
  ctx: TxContext,
  id: string,
  scopes: readonly GrantedScope[],
): Promise<OAuthClient | undefined> {
  const before = await ctx.queryFirst<OAuthClient>(
    `select ${publicColumns} from access.oauth_client
      where account_id = $1 and id = $2 and revoked_at is null for update`,
    [ctx.account_id, id],
  )
  if (before === undefined) return undefined
  ctx.enqueue('update access.oauth_client set scopes = $3 where account_id = $1 and id = $2', [
    ctx.account_id,
    id,
    scopes,
  ])
  return before
}

/** Revokes all grants of a client. Returns how many were active. */
export const revokeClientGrants = (ctx: TxContext, client_id: string): Promise<number> =>
  ctx.countRows(
    `update access.oauth_grant set revoked_at = $3
      where account_id = $1 and client_id = $2 and revoked_at is null returning true`,
    [ctx.account_id, client_id, ctx.now],
  )

/** Revokes a client of the account, or of any account in a transaction for ALL_ACCOUNTS. */
export async function revokeClient(ctx: TxContext, id: string) {
  return ctx.queryFirst<{
    account_id: string
    id: string
    name: string
    revoked_at: Date
  }>(
    `update access.oauth_client set revoked_at = coalesce(revoked_at, $2)
      where id = $1 and $3 in ('*', account_id::text)
      returning account_id, id, name, revoked_at`,
    [id, ctx.now, ctx.account_id],
  )
}

export const findKnownClient = (ctx: TxContext, id: string): Promise<KnownClient | undefined> =>
  ctx.queryFirst<KnownClient>(
    `select ${knownClientColumns} from ${deploymentClients} where c.id = $3 and c.revoked_at is null`,
    [...deploymentParams(ctx), id],
  )

/** A public client of an account, as the consent page shows it. */
export interface PublicClient {
  account_id: string
  client_id: string
  name: string
  redirect_uris: readonly string[]
  scopes: GrantedScope[]
  account_name: string
}

export const findPublicClient = (ctx: TxContext, id: string): Promise<PublicClient | undefined> =>
  ctx.queryFirst<PublicClient>(
    `select c.account_id, c.id as client_id, c.name, c.redirect_uris, c.scopes, a.name as account_name
       from ${deploymentClients}
      where c.id = $3 and c.kind = 'public' and c.revoked_at is null and c.registration_hash is null`,
    [...deploymentParams(ctx), id],
  )

/** Locks the code, so that only one of several concurrent requests can use it. */
export const findCodeForUpdate = (
  ctx: TxContext,
  code_hash: Buffer,
): Promise<LockedCode | undefined> =>
  ctx.queryFirst<LockedCode>(
    `select ${knownClientColumns}, t.id, t.grant_id, t.expires_at, t.used_at, t.redirect_uri, t.code_challenge, g.scopes, g.audience,
            g.revoked_at is not null or c.revoked_at is not null or ${isOfSuspendedUser} as is_revoked
       from access.oauth_code t
       join access.oauth_grant g on g.account_id = t.account_id and g.id = t.grant_id
       join ${deploymentClients} on c.account_id = g.account_id and c.id = g.client_id
      where t.code_hash = $3 for update of t`,
    [...deploymentParams(ctx), code_hash],
  )

/** Locks the token, so that only one of several concurrent requests can use it. */
export const findTokenForUpdate = (
  ctx: TxContext,
  token_hash: Buffer,
): Promise<LockedToken | undefined> =>
  ctx.queryFirst<LockedToken>(
    `select ${knownClientColumns}, t.id, t.grant_id, t.expires_at, t.used_at, t.kind as kind_of_token, t.successor_salt, g.scopes, g.audience,
            g.revoked_at is not null or c.revoked_at is not null or t.revoked_at is not null or ${isOfSuspendedUser} as is_revoked
       from access.oauth_token t
       join access.oauth_grant g on g.account_id = t.account_id and g.id = t.grant_id
       join ${deploymentClients} on c.account_id = g.account_id and c.id = g.client_id
      where t.token_hash = $3 for update of t`,
    [...deploymentParams(ctx), token_hash],
  )
