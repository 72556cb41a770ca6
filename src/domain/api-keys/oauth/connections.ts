import { ApiError, type GrantedScope, intersectScopes, throwIfAny } from '#contract'
import { isId } from '#platform/lib/ids'
import type { TxContext } from '#platform/postgres/database'
import type { Audience } from './audience.ts'
import * as store from './connection-store.ts'

/** An app that acts for the account with the consent of a user: one grant with its client. */
export interface Connection {
  /** The id of the grant. */
  id: string
  app: string
  redirect_uri: string
  audience: Audience
  scopes: readonly GrantedScope[]
  daily_cap: number | null
  /** The user who gave consent. */
  user_id: string
  created_at: Date
  /** When the app last got a token. */
  last_token_at: Date
}

/** Returns the apps that have access to the account, newest first, at most 200. */
export async function listConnections(ctx: TxContext): Promise<Connection[]> {
  const rows = await store.listConnections(ctx, maxListed)
  return rows.map(({ client_scopes, scopes, ...rest }) => ({
    ...rest,
    scopes: intersectScopes(scopes, client_scopes),
  }))
}

const maxListed = 200
export const maxDailyCap = 10_000

/** Ends the access of an app. Its tokens stop working with the commit, on every node. */
export async function disconnectApp(
  ctx: TxContext,
  id: string,
): Promise<{ id: string; app: string }> {
  const ended = isId(id) ? await store.revokeConnection(ctx, id) : undefined
  if (ended === undefined) throw new ApiError('not_found')
  return ended
}

/** Changes how many gifts an agent may send in 24 hours; null: it may not send. */
export async function changeDailyCap(
  ctx: TxContext,
  id: string,
  daily_cap: number | null,
): Promise<{ id: string; app: string; before: number | null }> {
  throwIfAny(findDailyCapErrors(daily_cap))
  const changed = isId(id) ? await store.replaceDailyCap(ctx, id, daily_cap) : undefined
  if (changed === undefined) throw new ApiError('not_found')
  return changed
}

function findDailyCapErrors(daily_cap: number | null) {
  const isValid =
    daily_cap === null ||
    (Number.isInteger(daily_cap) && daily_cap >= 1 && daily_cap <= maxDailyCap)
  const message = `must be 1 to ${maxDailyCap}`
  return isValid ? [] : [{ code: 'invalid' as const, param: 'daily_cap', message }]
}
