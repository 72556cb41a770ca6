import { lockUntilEnd } from '#platform/postgres/advisory-lock'
import type { TxContext } from '#platform/postgres/database'
import { insertRow } from '#platform/postgres/table'

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
  return ctx.queryFirst<Pick<AgentPermission, 'daily_cap'>>(
    `select daily_cap from access.agent_permission where account_id = $1 and token_id = $2
     union all
     select daily_cap from access.oauth_grant
      where account_id = $1 and id = $2 and daily_cap is not null and revoked_at is null`,
    [ctx.account_id, agent_id],
  )
}

/** Returns the permissions of all tokens of the account. */
export const listPermissions = (ctx: TxContext): Promise<AgentPermission[]> =>
  ctx.query<AgentPermission>(
    `select token_id, daily_cap from access.agent_permission where account_id = $1`,
    [ctx.account_id],
  )

/** Grants the permission to a token of the account, or of any account in a transaction for ALL_ACCOUNTS. */
export const grant = (
  ctx: TxContext,
  token_id: string,
  daily_cap: number,
): Promise<AgentPermission | undefined> =>
  ctx.queryFirst<AgentPermission>(
    `insert into access.agent_permission (account_id, token_id, daily_cap, granted_at)
     select account_id, id, $2::int, $3::timestamptz from access.api_token
      where id = $1 and expired_at is null and $4 in ('*', account_id::text)
     on conflict (account_id, token_id) do update
        set daily_cap = excluded.daily_cap, granted_at = excluded.granted_at
     returning token_id, daily_cap`,
    [token_id, daily_cap, ctx.now, ctx.account_id],
  )

export const revoke = (ctx: TxContext, token_id: string): Promise<boolean> =>
  ctx.hasRows(
    `delete from access.agent_permission where token_id = $1 and $2 in ('*', account_id::text)
     returning token_id`,
    [token_id, ctx.account_id],
  )

/** Serializes the confirmations of an account, so that two confirmations cannot use the same quota. */
export const lockConfirmations = (ctx: TxContext) =>
  lockUntilEnd(ctx, `agent confirmations ${ctx.account_id}`)

export const countSent = (ctx: TxContext, since: Date): Promise<number> =>
  ctx.queryCount(
    `select coalesce(sum(sent), 0)::int as sent from access.agent_confirmation
      where account_id = $1 and used_at > $2`,
    [ctx.account_id, since],
  )

export const findUsedConfirmation = (
  ctx: TxContext,
  id: string,
): Promise<UsedConfirmation | undefined> =>
  ctx.queryFirst<UsedConfirmation>(
    `select gift_request_ids, used_at from access.agent_confirmation where account_id = $1 and id = $2`,
    [ctx.account_id, id],
  )

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
): Promise<void> =>
  insertRow(ctx, 'access.agent_confirmation', { account_id: ctx.account_id, ...used })
