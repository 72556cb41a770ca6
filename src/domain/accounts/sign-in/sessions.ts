import { randomBytes } from 'node:crypto'
import { ApiError } from '#contract'
import { sha256 } from '#platform/crypto/encryption'
import { isId, newId } from '#platform/lib/ids'
import {
  ALL_ACCOUNTS,
  type Database,
  inTransaction,
  type TxContext,
} from '#platform/postgres/database'
import type { Role, Stage, Tier } from '../account/tables.ts'
import * as store from './store.ts'
import type { RequestOrigin, Session, SignInMethod } from './tables.ts'

/** Somebody who is signed in, and the account they are in. */
export interface SessionUser {
  session_id: string
  user_id: string
  name: string
  email: string
  role: Role
  has_totp: boolean
  method: SignInMethod
  account_id: string
  account_name: string
  tier: Tier
  stage: Stage
  region: string
  clock_offset_ms: number
}

const minuteMs = 60_000
const dayMs = 24 * 60 * minuteMs

/** A session ends a day after its last request, and two weeks after its first in any case. */
const sessionLifetime = { idleMs: dayMs, maxMs: 14 * dayMs } as const

/** What a browser holds and how long it may. Of the token we keep the hash. */
export interface NewSession {
  token: string
  expires_at: Date
  account_id: string
  user_id: string
}

export async function startSession(
  ctx: TxContext,
  user: { account_id: string; id: string },
  method: SignInMethod,
  { address, user_agent }: RequestOrigin,
): Promise<NewSession> {
  const token = randomBytes(32).toString('base64url')
  const expires_at = new Date(ctx.now.getTime() + sessionLifetime.maxMs)
  const id = newId(ctx.now)
  await store.insertSession(ctx, {
    account_id: user.account_id,
    id,
    user_id: user.id,
    token_hash: sha256(token),
    method,
    address,
    user_agent: user_agent.replaceAll('\0', '').slice(0, 400),
    created_at: ctx.now,
    last_seen_at: ctx.now,
    expires_at,
  })
  store.updateLastSeen(ctx, id, user.id)
  return { token, expires_at, account_id: user.account_id, user_id: user.id }
}

/**
 * Who is signed in with this token; undefined for every reason why nobody is. Nothing is remembered
 * between requests, so a session that was ended is over with the very next one, on every node.
 */
export async function findSessionUser(
  db: Database,
  token: string,
): Promise<SessionUser | undefined> {
  const now = db.clock()
  const found = await findActiveSession(db, token, now)
  if (found === undefined) return undefined
  const { last_seen_at, ...user } = found
  if (now.getTime() - last_seen_at.getTime() > minuteMs)
    await inTransaction(db, ALL_ACCOUNTS, async (ctx) =>
      store.updateLastSeen(ctx, user.session_id, user.user_id),
    )
  return user
}

/** The same for what a page asks by itself: it does not count as use, so an idle session still ends. */
export async function findSessionUserWithoutRenewal(
  db: Database,
  token: string,
): Promise<SessionUser | undefined> {
  const found = await findActiveSession(db, token, db.clock())
  if (found === undefined) return undefined
  const { last_seen_at: _, ...user } = found
  return user
}

function findActiveSession(db: Database, token: string, now: Date) {
  const { stage, region } = db.deployment
  const idle_since = new Date(now.getTime() - sessionLifetime.idleMs)
  return store.findSessionUser(db, sha256(token), { idle_since, now, stage, region })
}

/** Where the person is signed in, the most recent first. `work.now` is the real time. */
export const listSessions = (ctx: TxContext, user_id: string): Promise<Session[]> =>
  store.listSessions(ctx, user_id, new Date(ctx.now.getTime() - sessionLifetime.idleMs))

/** Signs one browser of the person out. */
export async function endSession(ctx: TxContext, user_id: string, id: string): Promise<void> {
  const ended = isId(id) ? await store.deleteSessions(ctx, { user_id, id }) : 0
  if (ended === 0) throw new ApiError('not_found')
}

/** Signs the person out everywhere, or everywhere but here. Answers in how many browsers that was. */
export const endSessions = (ctx: TxContext, user_id: string, exceptId?: string): Promise<number> =>
  store.deleteSessions(ctx, { user_id, exceptId })

/** For the housekeeping: sessions, links and counts that are over. */
export const purgeExpired = (ctx: TxContext): Promise<void> =>
  store.deleteExpired(ctx, new Date(ctx.now.getTime() - sessionLifetime.idleMs))
