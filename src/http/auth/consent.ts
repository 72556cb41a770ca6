import * as apiKeys from '#api-keys'
import * as audit from '#audit'
import { actingAs, type Database, inTransaction } from '#platform/postgres/database'
import type { AuthorizationAttempt, AuthorizationRequest } from './authorization-request.ts'

/** The admin who allows an app to act for their account. */
export interface ConsentingUser {
  id: string
  account_id: string
  /** The name of the account. It is known if the user has a session. */
  account_name?: string
  name: string
  email: string
}

/** Returns whether the consent page asks how many gifts the app may send. */
export const asksDailyCap = ({ audience, scopes }: AuthorizationRequest): boolean =>
  audience === 'mcp' && (scopes.includes('*') || scopes.includes('gift_requests:write'))

/**
 * Parses the number of gifts that the app may send in 24 hours. Returns null if the app may not send gifts,
 * and undefined if the number is invalid.
 */
export function parseDailyCap(
  authorization: AuthorizationRequest,
  text = String(apiKeys.defaultDailyCap),
): number | null | undefined {
  if (!asksDailyCap(authorization)) return null
  const count = /^\d{1,5}$/.test(text.trim()) ? Number(text) : Number.NaN
  if (count === 0) return null
  return count <= apiKeys.maxDailyCap ? count : undefined
}

/** Stores the consent with an entry in the audit log. Returns the code for the app. */
export function issueCode(
  db: Database,
  { client, authorization }: AuthorizationAttempt,
  { user, daily_cap, address }: { user: ConsentingUser; daily_cap: number | null; address: string },
): Promise<string> {
  const { client_id, scopes, audience, redirect_uri, code_challenge } = authorization
  const { account_id, id: user_id } = user
  return inTransaction(db, account_id, async (ctx) => {
    const { code, grant_id } = await apiKeys.createAuthorizationCode(ctx, {
      account_id,
      client_id,
      user_id,
      scopes,
      audience,
      daily_cap,
      redirect_uri,
      code_challenge,
    })
    const actor = { kind: 'user', id: user_id, name: user.name, address } as const
    audit.recordEntry(actingAs(ctx, actor), {
      action: 'app.connect',
      subject: { kind: 'app', id: grant_id, name: client.name },
      details: { scopes, audience, daily_cap, redirect_uri },
    })
    return code
  })
}
