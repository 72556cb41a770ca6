import { ApiError } from '#contract'
import type { Database, TxContext } from '#platform/postgres/database'
import {
  consumeChallengeToken,
  issueChallengeToken,
  readChallengeToken,
} from './challenge-tokens.ts'
import { findEntry } from './memberships.ts'
import { type NewSession, startSession } from './sessions.ts'
import { singleSignOnNeeded } from './sign-on-policy.ts'
import type { RequestOrigin, SignInMethod } from './tables.ts'

/*
 * The first sign-in of a user at the identity provider of the account. Admins choose the provider, which can name any
 * address. So a user with a password or a passkey confirms the identity with it once; from then on the provider decides.
 */

/** An identity at the provider that a user has not confirmed yet. */
interface PendingLink {
  account_id: string
  user_id: string
  person_id: string
  provider_id: string
  /** The subject means a person only at this scope of the provider. */
  subject_scope: string | null
  subject: string
  provider_session: string | null
}

const purpose = 'single sign-on link'

export const issueLinkToken = (ctx: TxContext, link: PendingLink): string =>
  issueChallengeToken({ deployment: ctx.deployment, clock: () => ctx.now }, purpose, link)

/** Throws for a token that is invalid or has expired. */
export function readLinkToken(
  db: Pick<Database, 'deployment' | 'clock'>,
  token: string,
): PendingLink {
  const link = readChallengeToken<PendingLink>(db, purpose, token)
  if (link !== undefined) return link
  throw new ApiError('unauthorized', {
    message: 'The confirmation took too long or was used. Continue with single sign-on again.',
  })
}

/** Returns whether the person can sign in without the provider. */
export const hasLocalSignIn = async (ctx: TxContext, person_id: string): Promise<boolean> =>
  (await ctx.queryValue<boolean>(
    `select p.password_hash is not null or exists (select from access.passkey k where k.person_id = p.id)
       from access.person p where p.id = $1`,
    [person_id],
  )) ?? false

interface ConfirmedPerson {
  person: { id: string; is_operator: boolean }
  method: SignInMethod
  link_token?: string | undefined
}

/**
 * Starts the session of a person who has signed in without the provider. With a token, links the identity of the token to
 * the user of this person; the session is then one by single sign-on. Returns undefined for a person without an account.
 */
export async function openSession(
  ctx: TxContext,
  { person, method, link_token }: ConfirmedPerson,
  requestOrigin: RequestOrigin,
): Promise<NewSession | undefined> {
  if (link_token === undefined) {
    const entry = await findEntry(ctx, person.id)
    if (entry === 'single_sign_on') throw singleSignOnNeeded()
    return entry && startSession(ctx, { person_id: person.id, ...entry }, method, requestOrigin)
  }
  const link = readLinkToken({ deployment: ctx.deployment, clock: () => ctx.now }, link_token)
  if (
    link.person_id !== person.id ||
    person.is_operator ||
    !(await consumeChallengeToken(ctx, purpose, link_token)) ||
    !(await insertIdentity(ctx, link))
  )
    throw new ApiError('unauthorized', {
      message: 'You confirmed another person than your identity provider named. Start again.',
    })
  const { account_id, user_id, person_id, provider_id, provider_session } = link
  const user = { account_id, user_id, person_id }
  const provider = { provider_id, provider_session }
  const session = await startSession(ctx, user, 'single_sign_on', requestOrigin, provider)
  return { ...session, is_linked_now: true }
}

/** Links only an identity of a provider that the account has now. */
async function insertIdentity(ctx: TxContext, link: PendingLink): Promise<boolean> {
  const { account_id, provider_id, subject_scope, user_id, person_id, subject } = link
  const rows = await ctx.query(
    `insert into access.single_sign_on_identity (account_id, provider_id, user_id, subject, created_at)
     select u.account_id, o.id, u.id, $5, $6
       from access.single_sign_on_provider o join access.user u on u.account_id = o.account_id
      where o.account_id = $1 and o.id = $2 and o.subject_scope = $3 and u.id = $4 and u.person_id = $7
     on conflict do nothing returning 1`,
    [account_id, provider_id, subject_scope, user_id, subject, ctx.now, person_id],
  )
  return rows.length === 1
}
