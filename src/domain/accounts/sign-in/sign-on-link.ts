import { ApiError } from '#contract'
import type { Database, TxContext } from '#platform/postgres/database'
import {
  consumeChallengeToken,
  issueChallengeToken,
  readChallengeToken,
} from './challenge-tokens.ts'
import { type NewSession, startSession } from './sessions.ts'
import { assertLocalSignIn } from './sign-on-policy.ts'
import type { RequestOrigin, SignInMethod } from './tables.ts'

/*
 * The first sign-in of a user at the identity provider of the account. Admins choose the provider, which can name any
 * address. So a user with a password or a passkey confirms the identity with it once; from then on the provider decides.
 */

/** An identity at the provider that a user has not confirmed yet. */
interface PendingLink {
  account_id: string
  user_id: string
  issuer: string
  subject: string
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

/** Returns whether the user can sign in without the provider. */
export const hasLocalSignIn = async (ctx: TxContext, user_id: string): Promise<boolean> =>
  (await ctx.queryValue<boolean>(
    `select u.password_hash is not null or exists (select from access.passkey k
              where k.account_id = u.account_id and k.user_id = u.id) as is_local
       from access.user u where u.account_id = $1 and u.id = $2`,
    [ctx.account_id, user_id],
  )) ?? false

interface ConfirmedUser {
  user: {
    account_id: string
    id: string
    role: Parameters<typeof assertLocalSignIn>[1]['role']
    is_operator: boolean
  }
  method: SignInMethod
  link_token?: string | undefined
}

/**
 * Starts the session of a user who has signed in without the provider. With a token, links the identity of the token to
 * this user; the session is then one by single sign-on.
 */
export async function openSession(
  ctx: TxContext,
  { user, method, link_token }: ConfirmedUser,
  requestOrigin: RequestOrigin,
): Promise<NewSession> {
  if (link_token === undefined) {
    await assertLocalSignIn(ctx, user)
    return startSession(ctx, user, method, requestOrigin)
  }
  const link = readLinkToken({ deployment: ctx.deployment, clock: () => ctx.now }, link_token)
  const isOwn = link.account_id === user.account_id && link.user_id === user.id
  if (
    !isOwn ||
    user.is_operator ||
    !(await consumeChallengeToken(ctx, purpose, link_token)) ||
    !(await insertIdentity(ctx, link))
  )
    throw new ApiError('unauthorized', {
      message: 'You confirmed another person than your identity provider named. Start again.',
    })
  const session = await startSession(ctx, user, 'single_sign_on', requestOrigin)
  return { ...session, is_linked_now: true }
}

/** Links only an identity of the provider that the account has now. */
async function insertIdentity(
  ctx: TxContext,
  { account_id, user_id, issuer, subject }: PendingLink,
): Promise<boolean> {
  const rows = await ctx.query(
    `insert into access.single_sign_on_identity (account_id, user_id, issuer, subject, created_at)
     select account_id, $2, issuer, $4, $5 from access.single_sign_on_provider
      where account_id = $1 and issuer = $3
     on conflict do nothing returning 1`,
    [account_id, user_id, issuer, subject, ctx.now],
  )
  return rows.length === 1
}
