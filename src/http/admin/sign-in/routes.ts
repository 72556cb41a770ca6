import { setTimeout as sleep } from 'node:timers/promises'
import * as accounts from '#accounts'
import * as audit from '#audit'
import { ApiError } from '#contract'
import { ALL_ACCOUNTS, actingAs, inTransaction, type TxContext } from '#platform/postgres/database'
import { sendPasswordReset } from '../lib/emails.ts'
import { handle, handlePublic, handleWithoutTx } from '../lib/handle.ts'
import { JsonResponse, type PublicContext, type TxRouteContext } from '../lib/route.ts'
import {
  clearSessionCookie,
  readSessionToken,
  setDeviceCookie,
  setSessionCookie,
} from '../lib/session-cookies.ts'
import * as contract from './contract.ts'

/**
 * Creates the error of a failed sign-in. All failed sign-ins get the same response, so that the response does
 * not reveal the cause.
 */
const invalidCredentials = () =>
  new ApiError('unauthorized', { message: 'Incorrect email or password.' })
const invalidCode = () =>
  new ApiError('unauthorized', {
    message: 'This code is incorrect or has been used. Try the next one.',
  })

/**
 * The minimum duration of a recovery request in milliseconds. It is longer than the time to insert an email.
 */
const minRecoveryMs = 150

export const signInRoutes = [
  handlePublic(contract.readSession, async ({ db, request, canSendEmail: can_send_email }) => {
    const { stage, region, origin } = db.deployment
    const token = readSessionToken(db.deployment, request)
    const member = token === undefined ? undefined : await accounts.findSessionUser(db, token)
    const needs_setup = member === undefined && (await needsSetup({ db }))
    return {
      deployment: { stage, region, origin, can_send_email },
      needs_setup,
      me: member ? toSessionUser(member, db.clock()) : null,
    }
  }),

  handlePublic(contract.signIn, async ({ db, body, requestOrigin, reply }) => {
    const result = await accounts.signInWithPassword(db, body, requestOrigin)
    if (result.kind === 'refused') throw invalidCredentials()
    if (result.kind === 'code_needed')
      return new JsonResponse(202, {
        code_needed: true as const,
        challenge_token: result.challenge_token,
      })
    if (result.kind === 'single_sign_on_needed')
      return new JsonResponse(202, { single_sign_on_needed: true as const })
    return completeSignIn({ db, reply }, result.session)
  }),

  handlePublic(contract.completeWithCode, async ({ db, body, requestOrigin, reply }) => {
    const session = await accounts.signInWithCode(db, body, requestOrigin)
    if (session === undefined) throw invalidCode()
    return completeSignIn({ db, reply }, session)
  }),

  handlePublic(contract.startPasskeySignIn, ({ db }) => accounts.startPasskeySignIn(db)),

  handlePublic(contract.signInWithPasskey, async ({ db, body, requestOrigin, reply }) => {
    const session = await accounts.signInWithPasskey(db, body, requestOrigin)
    if (session === undefined)
      throw new ApiError('unauthorized', { message: 'This passkey is not registered here.' })
    return completeSignIn({ db, reply }, session)
  }),

  handleWithoutTx(contract.signOut, async ({ db, member, transact, reply }) => {
    await transact((ctx) => accounts.endSession(ctx, member.user_id, member.session_id))
    clearSessionCookie(db.deployment, reply)
  }),

  handle(contract.listSessions, async ({ ctx, member }) => {
    const sessions = await accounts.listSessions(ctx, member.user_id)
    const data = sessions.map((each) => ({ ...each, is_here: each.id === member.session_id }))
    return { data, has_more: false }
  }),

  handle(contract.endSession, async (context) => {
    const { ctx, member, params } = context
    await accounts.endSession(ctx, member.user_id, params.id)
    recordEnd(context, 1)
  }),

  handle(contract.endOtherSessions, async (context) => {
    const { ctx, member } = context
    const ended = await accounts.endSessions(ctx, member.user_id, member.session_id)
    recordEnd(context, ended)
    return { ended }
  }),

  handlePublic(contract.requestPasswordReset, async ({ db, body, requestOrigin }) => {
    const recovery = accounts.requestPasswordReset(db, body.email, requestOrigin, sendPasswordReset)
    // The response and its duration do not depend on whether a user with this address exists.
    await Promise.all([recovery, sleep(minRecoveryMs)])
    return { sent: true as const }
  }),

  handlePublic(contract.resetPassword, async ({ db, body, requestOrigin }) => {
    const isDone = await accounts.resetPassword(db, body, requestOrigin, (ctx, { id, name }) =>
      audit.recordEntry(actingAs(ctx, { kind: 'user', id, name, address: requestOrigin.address }), {
        action: 'user.reset_password',
        subject: { kind: 'user', id, name },
      }),
    )
    if (isDone) return
    throw new ApiError('not_found', {
      message: 'This link was used or has expired. Request a new one.',
    })
  }),
]

/** Sets the session cookie and returns the signed-in user. */
export async function completeSignIn(
  { db, reply }: Pick<PublicContext<unknown>, 'db' | 'reply'>,
  session: accounts.NewSession,
): Promise<{ me: ReturnType<typeof toSessionUser> }> {
  const member = await accounts.findSessionUser(db, session.token)
  if (member === undefined) throw invalidCredentials()
  setSessionCookie(db.deployment, reply, session)
  setDeviceCookie(db, reply, member.email)
  const { user_id: id, name, account_id, method } = member
  const subject = { kind: 'user', id, name }
  const actor = { kind: 'user', id, name, address: reply.request.ip } as const
  const record = async (ctx: TxContext) => {
    if (session.is_linked_now === true)
      audit.recordEntry(ctx, { action: 'user.link_single_sign_on', subject })
    audit.recordEntry(ctx, { action: 'session.start', subject, details: { method } })
  }
  await inTransaction(db, account_id, record, db.clock(), actor)
  return { me: toSessionUser(member, db.clock()) }
}

/** Converts the signed-in user to the format of the web app. */
const toSessionUser = (member: accounts.SessionUser, now: Date) => ({
  id: member.user_id,
  name: member.name,
  email: member.email,
  role: member.role,
  is_operator: member.is_operator,
  has_totp: member.has_totp,
  method: member.method,
  confirmed_until: accounts.confirmedUntil(member, now),
  account: {
    id: member.account_id,
    name: member.account_name,
    tier: member.tier,
    stage: member.stage,
    region: member.region,
    clock_offset_ms: member.clock_offset_ms,
  },
})

const needsSetup = ({ db }: Pick<PublicContext<unknown>, 'db'>) =>
  inTransaction(db, ALL_ACCOUNTS, async (ctx) => !(await accounts.hasAnyAccount(ctx)))

const recordEnd = (
  { ctx, member }: Pick<TxRouteContext<unknown>, 'ctx' | 'member'>,
  ended: number,
): void =>
  audit.recordEntry(ctx, {
    action: 'session.end_others',
    subject: { kind: 'user', id: member.user_id, name: member.name },
    details: { ended },
  })
