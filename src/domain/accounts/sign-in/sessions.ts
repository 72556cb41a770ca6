import { randomBytes } from 'node:crypto'
import { ApiError } from '#contract'
import { sha256 } from '#platform/crypto/encryption'
import { isAddressAllowed } from '#platform/lib/allowed-addresses'
import { isId, newId } from '#platform/lib/ids'
import {
  ALL_ACCOUNTS,
  type Database,
  inTransaction,
  readTransaction,
  type TxContext,
} from '#platform/postgres/database'
import { findSuspension } from './membership-store.ts'
import { suspendedError } from './memberships.ts'
import * as store from './store.ts'
import type {
  EntryRequest,
  RequestOrigin,
  Session,
  SessionRow,
  SessionUser,
  SignInMethod,
} from './tables.ts'

const minuteMs = 60_000
const dayMs = 24 * 60 * minuteMs

/** A session ends a day after its last request, and two weeks after its start at the latest. */
const sessionLifetime = { idleMs: dayMs, maxMs: 14 * dayMs } as const

/** The token of a session and its expiry. The database stores only the hash of the token. */
export interface NewSession {
  token: string
  expires_at: Date
  account_id: string
  user_id: string
  /** Whether the sign-in linked the user to the identity provider. */
  is_linked_now?: true
}

const noProvider = { provider_id: null, provider_session: null }

/** Starts a session. Throws `not_allowed` if the account or the member is suspended. */
export async function startSession(
  ctx: TxContext,
  { account_id, user_id, person_id }: { account_id: string; user_id: string; person_id: string },
  method: SignInMethod,
  { address, user_agent }: RequestOrigin,
  provider: Pick<SessionRow, 'provider_id' | 'provider_session'> = noProvider,
): Promise<NewSession> {
  const suspension = await findSuspension(ctx, { account_id, user_id })
  if (suspension != null) throw suspendedError(suspension)
  const token = randomBytes(32).toString('base64url')
  const expires_at = new Date(ctx.now.getTime() + sessionLifetime.maxMs)
  const id = newId(ctx.now)
  await store.insertSession(ctx, {
    person_id,
    account_id,
    id,
    token_hash: sha256(token),
    method,
    address,
    user_agent: user_agent.replaceAll('\0', '').slice(0, 400),
    created_at: ctx.now,
    last_seen_at: ctx.now,
    expires_at,
    confirmed_at: null,
    ...provider,
  })
  store.updateLastSeen(ctx, id, user_id)
  return { token, expires_at, account_id, user_id }
}

/**
 * Returns the user of the session token; undefined for every reason why the token is invalid. A request can name an account
 * of the person, which the result is then in; undefined if the session may not enter it. Sessions
 * are not cached, so the end of a session, a suspension and a new policy take effect with the next request, on every node.
 */
export async function findSessionUser(
  db: Database,
  token: string,
  entry: EntryRequest,
): Promise<SessionUser | undefined> {
  const now = db.clock()
  const found = await findActiveSession(db, token, now, entry)
  if (found === undefined) return undefined
  const { last_seen_at, user } = found
  if (now.getTime() - last_seen_at.getTime() > minuteMs)
    await inTransaction(db, ALL_ACCOUNTS, async (ctx) =>
      store.updateLastSeen(ctx, user.session_id, user.user_id),
    )
  return user
}

/**
 * Returns the user of a background request of a page. The request does not renew the session, so an idle
 * session ends.
 */
export const findSessionUserWithoutRenewal = async (
  db: Database,
  token: string,
  entry: EntryRequest,
): Promise<SessionUser | undefined> => (await findActiveSession(db, token, db.clock(), entry))?.user

async function findActiveSession(
  db: Database,
  token: string,
  now: Date,
  { address, account_id }: EntryRequest,
): Promise<{ user: SessionUser; last_seen_at: Date } | undefined> {
  if (account_id !== undefined && !isId(account_id)) return undefined
  const { stage, region } = db.deployment
  const idle_since = new Date(now.getTime() - sessionLifetime.idleMs)
  const filter = { idle_since, now, stage, region, account_id }
  const found = await store.findSessionUser(db, sha256(token), filter)
  if (found === undefined) return undefined
  const { allowed_networks, missing_factor, role_permissions: _, last_seen_at, ...user } = found
  const restriction = isAddressAllowed(allowed_networks, address) ? missing_factor : 'network'
  return { user: { ...user, restriction }, last_seen_at }
}

/**
 * Throws if an account of the person requires the second factor that the person has, and the session began without it.
 * Otherwise a stolen password would be enough to replace the factor.
 */
export async function assertFactorUsed(db: Database, session_id: string): Promise<void> {
  const missing = await readTransaction(db, ALL_ACCOUNTS, (ctx) =>
    store.findMissingFactor(ctx, session_id),
  )
  if (missing === 'use_second_factor')
    throw new ApiError('access_policy', {
      message:
        'Sign in with your passkey, or with your password and a code, to change how you sign in.',
    })
}

/** Makes the account of the request the default of its session, and the one that the next sign-in opens. */
export async function rememberAccount(
  ctx: TxContext,
  { session_id, account_id, user_id }: Pick<SessionUser, 'session_id' | 'account_id' | 'user_id'>,
): Promise<void> {
  await store.updateSessionAccount(ctx, session_id, account_id)
  store.updateLastSeen(ctx, session_id, user_id)
}

/** Number of milliseconds for which a confirmation of the identity at the provider is valid. */
const confirmationLifetimeMs = 5 * minuteMs

/** Returns until when a session by single sign-on may change sign-in methods and access; null without a confirmation. */
export function confirmedUntil({ confirmed_at }: SessionUser, now: Date): Date | null {
  if (confirmed_at === null) return null
  const until = new Date(confirmed_at.getTime() + confirmationLifetimeMs)
  return until > now ? until : null
}

/** Returns the sessions of a person, the most recent first. Requires the real time in `ctx.now`. */
export const listSessions = (ctx: TxContext, person_id: string): Promise<Session[]> =>
  store.listSessions(ctx, person_id, new Date(ctx.now.getTime() - sessionLifetime.idleMs))

/** Ends one session of the person. */
export async function endSession(ctx: TxContext, person_id: string, id: string): Promise<void> {
  const ended = isId(id) ? await store.deleteSessions(ctx, { person_id, id }) : 0
  if (ended === 0) throw new ApiError('not_found')
}

/** Ends all sessions of the person, except one if given. Returns the number of ended sessions. */
export const endSessions = (
  ctx: TxContext,
  person_id: string,
  exceptId?: string,
): Promise<number> => store.deleteSessions(ctx, { person_id, exceptId })

/** Deletes expired sessions, links and counts. Run by the housekeeping. */
export const purgeExpired = (ctx: TxContext): Promise<void> =>
  store.deleteExpired(ctx, new Date(ctx.now.getTime() - sessionLifetime.idleMs))
