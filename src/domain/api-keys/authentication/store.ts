import type { Stage } from '#accounts'
import {
  ALL_ACCOUNTS,
  type Database,
  readWithoutTransaction,
  type TxContext,
} from '#platform/postgres/database'
import type { CallerRow } from './caller.ts'

/**
 * Finds the callers of these token hashes, without revoked and expired tokens, tokens of another stage or region, and tokens of
 * suspended accounts and members. The policy of an account acts on the apps of its users, and on other tokens as it says.
 */
export const findCallers = (
  db: Database,
  hashes: readonly Buffer[],
  deployment: { stage: Stage; region: string },
): Promise<CallerRow[]> =>
  readWithoutTransaction<CallerRow>(
    db,
    ALL_ACCOUNTS,
    `select t.*, a.tier, a.stage, a.region, a.tenant,
            (extract(epoch from a.clock_offset) * 1000)::float8 as clock_offset_ms,
            case when t.user_id is not null or a.networks_bind_tokens then a.allowed_networks else '{}' end as allowed_networks,
            a.requires_second_factor and u.person_id is not null and access.lacks_second_factor(u.account_id, u.id) as lacks_second_factor
       from (
         select token_hash, id as token_id, account_id, 'api_token' as via, null as client_id, null::uuid as grant_id,
                null::uuid as user_id, team_id, null as audience,
                null as api_key_hash, scopes, null::text[] as client_scopes, allowed_addresses,
                coalesce(last_used_at > $5::timestamptz - interval '1 minute', false) as is_use_noted
           from access.api_token where token_hash = any($2) and expired_at is null and (expires_at is null or expires_at > $5)
         union all
         select t.token_hash, t.id, t.account_id, 'oauth', c.id, g.id, g.user_id, null, g.audience, c.api_key_hash,
                coalesce(t.scopes, g.scopes), c.scopes, '{}', true
           from access.oauth_token t
           join access.oauth_grant g on g.account_id = t.account_id and g.id = t.grant_id
           join access.oauth_client c on c.account_id = g.account_id and c.id = g.client_id
          where t.token_hash = any($2) and t.kind = 'access' and t.expires_at > $5
            and t.revoked_at is null and g.revoked_at is null and c.revoked_at is null
       ) t join access.account a on a.id = t.account_id
       left join access.user u on u.account_id = t.account_id and u.id = t.user_id
      where opened.account_id = '*' and a.stage = $3 and a.region = $4 and a.suspended_at is null and u.suspended_at is null`,
    [hashes, deployment.stage, deployment.region, db.clock()],
  )

/** Enqueues the update. Skips tokens that another transaction has locked. */
export function recordUse(ctx: TxContext, hashes: readonly Buffer[]): void {
  ctx.enqueue(
    `update access.api_token set last_used_at = $2 where token_hash in (
       select token_hash from access.api_token where token_hash = any($1) for no key update skip locked)`,
    [hashes, ctx.now],
  )
}
