import type { GrantedScope } from '#contract'
import type { TxContext } from '#platform/postgres/database'
import type { Audience } from './audience.ts'

interface ConnectionRow {
  id: string
  app: string
  redirect_uri: string
  audience: Audience
  scopes: GrantedScope[]
  client_scopes: GrantedScope[]
  daily_cap: number | null
  user_id: string
  created_at: Date
  last_token_at: Date
}

/** Lists the grants of users that still have a token. */
export const listConnections = (ctx: TxContext, limit: number): Promise<ConnectionRow[]> =>
  ctx.query<ConnectionRow>(
    `select g.id, c.name as app, coalesce(g.redirect_uri, c.redirect_uris[1]) as redirect_uri, g.audience, g.scopes, c.scopes as client_scopes,
            g.daily_cap, g.user_id, g.created_at, t.last_token_at
       from access.oauth_grant g
       join access.oauth_client c on c.account_id = g.account_id and c.id = g.client_id
      cross join lateral (
        select max(t.created_at) as last_token_at from access.oauth_token t
         where t.account_id = g.account_id and t.grant_id = g.id and t.revoked_at is null and t.expires_at > $2
      ) t
      where g.account_id = $1 and g.user_id is not null and g.revoked_at is null and c.revoked_at is null
        and t.last_token_at is not null
      order by g.id desc limit $3`,
    [ctx.account_id, ctx.now, limit],
  )

export const revokeConnection = (
  ctx: TxContext,
  id: string,
): Promise<{ id: string; app: string } | undefined> =>
  ctx.queryFirst<{ id: string; app: string }>(
    `update access.oauth_grant g set revoked_at = coalesce(g.revoked_at, $3)
       from access.oauth_client c
      where g.account_id = $1 and g.id = $2 and g.user_id is not null
        and c.account_id = g.account_id and c.id = g.client_id
      returning g.id, c.name as app`,
    [ctx.account_id, id, ctx.now],
  )

export const replaceDailyCap = (
  ctx: TxContext,
  id: string,
  daily_cap: number | null,
): Promise<{ id: string; app: string; before: number | null } | undefined> =>
  ctx.queryFirst<{ id: string; app: string; before: number | null }>(
    `with before as (
       select g.account_id, g.id, g.daily_cap, c.name as app
         from access.oauth_grant g
         join access.oauth_client c on c.account_id = g.account_id and c.id = g.client_id
        where g.account_id = $1 and g.id = $2 and g.audience = 'mcp' and g.revoked_at is null
          and 'gift_requests:write' = any(g.scopes)
          for update of g)
     update access.oauth_grant g set daily_cap = $3::int
       from before where g.account_id = before.account_id and g.id = before.id
     returning g.id, before.app, before.daily_cap as before`,
    [ctx.account_id, id, daily_cap],
  )

const activeGrantCondition = `account_id = $1 and user_id is not null and revoked_at is null
        and exists (select from access.oauth_token t where t.account_id = g.account_id
                       and t.grant_id = g.id and t.revoked_at is null and t.expires_at > $2)`

/** Counts the grants of each user that still have a token. */
export const countGrantsByUser = (ctx: TxContext) =>
  ctx.query<{ user_id: string; grants: number }>(
    `select user_id, count(*) as grants from access.oauth_grant g
      where ${activeGrantCondition} group by user_id`,
    [ctx.account_id, ctx.now],
  )

export const revokeUserGrants = (ctx: TxContext, user_id: string): Promise<number> =>
  ctx.countRows(
    `update access.oauth_grant g set revoked_at = $2 where ${activeGrantCondition} and user_id = $3 returning true`,
    [ctx.account_id, ctx.now, user_id],
  )
