import { randomBytes } from 'node:crypto'
import type { Role, Stage, Tier } from '#access'
import { Refusal } from '#contract'
import { isId, newId } from '#platform/ids'
import { type Database, everyone, inTransaction, type TxContext } from '#platform/postgres'
import { sha256 } from '#platform/secrets'
import * as store from './store.ts'
import type { Session, SignInMethod, Whereabouts } from './tables.ts'

/** Somebody who is signed in, and the account they are in. */
export interface Member {
  session_id: string
  person_id: string
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
  clock_ahead_ms: number
}

const minute = 60_000
const day = 24 * 60 * minute

/** A session ends a day after its last request, and two weeks after its first in any case. */
const lifetime = { idle: day, longest: 14 * day } as const

/** What a browser holds and how long it may. Of the token we keep the hash. */
export interface SignedIn {
  token: string
  expires_at: Date
  account_id: string
  person_id: string
}

export async function startSession(
  ctx: TxContext,
  person: { account_id: string; id: string },
  method: SignInMethod,
  { address, user_agent }: Whereabouts,
): Promise<SignedIn> {
  const token = randomBytes(32).toString('base64url')
  const expires_at = new Date(ctx.now.getTime() + lifetime.longest)
  const id = newId(ctx.now)
  await store.insertSession(ctx, {
    account_id: person.account_id,
    id,
    person_id: person.id,
    token_hash: sha256(token),
    method,
    address,
    user_agent: user_agent.replaceAll('\0', '').slice(0, 400),
    created_at: ctx.now,
    last_seen_at: ctx.now,
    expires_at,
  })
  store.noteSeen(ctx, id, person.id)
  return { token, expires_at, account_id: person.account_id, person_id: person.id }
}

/**
 * Who is signed in with this token; undefined for every reason why nobody is. Nothing is remembered
 * between requests, so a session that was ended is over with the very next one, on every node.
 */
export async function findMember(db: Database, token: string): Promise<Member | undefined> {
  const now = db.clock()
  const found = await findSeen(db, token, now)
  if (found === undefined) return undefined
  const { last_seen_at, ...member } = found
  if (now.getTime() - last_seen_at.getTime() > minute)
    await inTransaction(db, everyone, async (ctx) =>
      store.noteSeen(ctx, member.session_id, member.person_id),
    )
  return member
}

/** The same for what a page asks by itself: it does not count as use, so an idle session still ends. */
export async function findMemberWithoutRenewal(
  db: Database,
  token: string,
): Promise<Member | undefined> {
  const found = await findSeen(db, token, db.clock())
  if (found === undefined) return undefined
  const { last_seen_at: _, ...member } = found
  return member
}

function findSeen(db: Database, token: string, now: Date) {
  const { stage, region } = db.installation
  const idle_since = new Date(now.getTime() - lifetime.idle)
  return store.findMember(db, sha256(token), { idle_since, now, stage, region })
}

/** Where the person is signed in, the most recent first. `work.now` is the real time. */
export const listSessions = (ctx: TxContext, person_id: string): Promise<Session[]> =>
  store.listSessions(ctx, person_id, new Date(ctx.now.getTime() - lifetime.idle))

/** Signs one browser of the person out. */
export async function endSession(ctx: TxContext, person_id: string, id: string): Promise<void> {
  const ended = isId(id) ? await store.deleteSessions(ctx, { person_id, id }) : 0
  if (ended === 0) throw new Refusal('not_found')
}

/** Signs the person out everywhere, or everywhere but here. Answers in how many browsers that was. */
export const endSessions = (ctx: TxContext, person_id: string, but?: string): Promise<number> =>
  store.deleteSessions(ctx, { person_id, but })

/** For the housekeeping: sessions, links and counts that are over. */
export const forgetExpired = (ctx: TxContext): Promise<void> =>
  store.deleteExpired(ctx, new Date(ctx.now.getTime() - lifetime.idle))
