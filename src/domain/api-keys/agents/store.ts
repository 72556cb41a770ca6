import { lockUntilEnd } from '#platform/postgres/advisory-lock'
import type { TxContext } from '#platform/postgres/database'

/** The permission of agents with this token. */
export interface AgentPermission {
  token_id: string
  /** The maximum number of gifts per day. Gifts of all agents of the account count. */
  daily_cap: number
}

/** A used confirmation code. */
export interface UsedConfirmation {
  gift_request_ids: readonly string[]
  used_at: Date
}

/** Finds the permission of an API token, or of the grant of an access token. */
export async function findPermission(ctx: TxContext, agent_id: string) {
  const [found] = await ctx.query<Pick<AgentPermission, 'daily_cap'>>(
    `select daily_cap from access.agent_permission where account_id = $1 and token_id = $2
     union all
     select daily_cap from access.oauth_grant
      where account_id = $1 and id = $2 and daily_cap is not null and revoked_at is null`,
    [ctx.account_id, agent_id],
  )
  return found
}

/** Returns the permissions of all tokens of the account. */
export const listPermissions = (ctx: TxContext): Promise<AgentPermission[]> =>
  ctx.query<AgentPermission>(
    `select token_id, daily_cap from access.agent_permission where account_id = $1`,
    [ctx.account_id],
  )

/** Grants the permission to a token of the account, or of any account in a transaction for ALL_ACCOUNTS. */
export async function grant(
  ctx: TxContext,
  token_id: string,
  daily_cap: number,
): Promise<AgentPermission | undefined> {
  const [granted] = await ctx.query<AgentPermission>(
    `insert into access.agent_permission (account_id, token_id, daily_cap, granted_at)
     select account_id, id, $2::int, $3::timestamptz from access.api_token
      where id = $1 and expired_at is null and $4 in ('*', account_id::text)
     on conflict (account_id, token_id) do update
        set daily_cap = excluded.daily_cap, granted_at = excluded.granted_at
     returning token_id, daily_cap`,
    [token_id, daily_cap, ctx.now, ctx.account_id],
  )
  return granted
}

export async function revoke(ctx: TxContext, token_id: string): Promise<boolean> {
  const deleted = await ctx.query(
    `delete from access.agent_permission where token_id = $1 and $2 in ('*', account_id::text)
     returning token_id`,
    [token_id, ctx.account_id],
  )
  return deleted.length > 0
}

/** Serializes the confirmations of an account, so that two confirmations cannot use the same quota. */
export const lockConfirmations = (ctx: TxContext) =>
  lockUntilEnd(ctx, `agent confirmations ${ctx.account_id}`)

export async function countSent(ctx: TxContext, since: Date): Promise<number> {
  const [counted] = await ctx.query<{ sent: number }>(
    `select coalesce(sum(sent), 0)::int as sent from access.agent_confirmation
      where account_id = $1 and used_at > $2`,
    [ctx.account_id, since],
  )
  return counted?.sent ?? 0
}

export async function findUsedConfirmation(
  ctx: TxContext,
  id: string,
): Promise<UsedConfirmation | undefined> {
  const [used] = await ctx.query<UsedConfirmation>(
    `select gift_request_ids, used_at from access.agent_confirmation where account_id = $1 and id = $2`,
    [ctx.account_id, id],
  )
  return used
}

export const insertUsedConfirmation = (
  ctx: TxContext,
  used: {
    id: string
    token_id: string
    action: string
    sent: number
    gift_request_ids: readonly string[]
    used_at: Date
  },
) =>
  ctx.query(
    `insert into access.agent_confirmation (account_id, id, token_id, action, sent, gift_request_ids, used_at)
     values ($1, $2, $3, $4, $5, $6, $7)`,
    [
      ctx.account_id,
      used.id,
      used.token_id,
      used.action,
      used.sent,
      used.gift_request_ids,
      used.used_at,
    ],
  )
