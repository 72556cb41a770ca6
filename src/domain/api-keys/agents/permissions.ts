import { ApiError, throwIfAny } from '#contract'
import { isId } from '#platform/lib/ids'
import type { TxContext } from '#platform/postgres/database'
import type { AgentPermission } from './store.ts'
import * as store from './store.ts'

/** Gifts a day, when nobody said how many. */
const defaultDailyCap = 25
const maxDailyCap = 10_000

/** Lets agents that hold this token send gifts and cancel them, from the next call on. */
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

/** Takes that away again; answers whether there was anything to take. */
export const revokeAgentAccess = async (ctx: TxContext, token_id: string): Promise<boolean> =>
  isId(token_id) && store.revoke(ctx, token_id)

/** The account's tokens with which agents may send. */
export const listAgentPermissions = (ctx: TxContext): Promise<AgentPermission[]> =>
  store.listPermissions(ctx)

export interface DailyQuota {
  daily_cap: number
  /** Sent by agents of the account in the last 24 hours. */
  sent: number
  /** How many more may be sent now. */
  left: number
}

/** What an agent with this token may still send; undefined when it may not send at all. */
export async function findDailyQuota(
  ctx: TxContext,
  token_id: string,
  now: Date = ctx.now,
): Promise<DailyQuota | undefined> {
  const permission = await store.findPermission(ctx, token_id)
  if (permission === undefined) return undefined
  const sent = await store.countSent(ctx, new Date(now.getTime() - dayMs))
  const { daily_cap } = permission
  return { daily_cap, sent, left: Math.max(0, daily_cap - sent) }
}

const dayMs = 24 * 60 * 60 * 1000
