import { ApiError, throwIfAny } from '#contract'
import { isId } from '#platform/lib/ids'
import type { TxContext } from '#platform/postgres/database'
import { maxDailyCap } from '../oauth/index.ts'
import type { AgentPermission } from './store.ts'
import * as store from './store.ts'

/** The default number of gifts per day. */
export const defaultDailyCap = 25

/** Allows agents with this token to send and cancel gifts, starting with the next call. */
export async function grantAgentAccess(
  ctx: TxContext,
  token_id: string,
  daily_cap = defaultDailyCap,
): Promise<AgentPermission> {
  if (!Number.isInteger(daily_cap) || daily_cap < 1 || daily_cap > maxDailyCap)
    throwIfAny([{ code: 'invalid', param: 'daily_cap', message: `must be 1 to ${maxDailyCap}` }])
  const granted = isId(token_id) ? await store.grant(ctx, token_id, daily_cap) : undefined
  if (granted === undefined) throw new ApiError('not_found')
  return granted
}

/** Revokes the permission. Returns whether there was one. */
export const revokeAgentAccess = async (ctx: TxContext, token_id: string): Promise<boolean> =>
  isId(token_id) && store.revoke(ctx, token_id)

/** Returns the account's tokens that allow agents to send. */
export const listAgentPermissions = (ctx: TxContext): Promise<AgentPermission[]> =>
  store.listPermissions(ctx)

export interface DailyQuota {
  daily_cap: number
  /** Number of gifts that agents of the account sent in the last 24 hours. */
  sent: number
  /** Number of gifts that may be sent now. */
  left: number
}

/** Returns the daily quota of an agent; undefined when the agent may not send. */
export async function findDailyQuota(
  ctx: TxContext,
  agent_id: string,
  now: Date = ctx.now,
): Promise<DailyQuota | undefined> {
  const permission = await store.findPermission(ctx, agent_id)
  if (permission === undefined) return undefined
  const sent = await store.countSent(ctx, new Date(now.getTime() - dayMs))
  const { daily_cap } = permission
  return { daily_cap, sent, left: Math.max(0, daily_cap - sent) }
}

const dayMs = 24 * 60 * 60 * 1000
