import { setTimeout as sleep } from 'node:timers/promises'
import { Type } from 'typebox'
import * as accounts from '#accounts'
import * as audit from '#audit'
import { ApiError } from '#contract'
import { ALL_ACCOUNTS, inTransaction } from '#platform/postgres/database'
import { sendPasswordReset } from '../lib/emails.ts'
import {
  JsonResponse,
  type PublicContext,
  publicRoute,
  route,
  routeWithoutTx,
} from '../lib/route.ts'
import { boundedText, strict } from '../lib/schemas.ts'
import {
  clearSessionCookie,
  readSessionToken,
  setDeviceCookie,
  setSessionCookie,
} from '../lib/session-cookies.ts'

/** All failed sign-ins get the same response, which does not reveal the cause. */
const invalidCredentials = () =>
  new ApiError('unauthorized', { message: 'Incorrect email or password.' })
const invalidCode = () =>
  new ApiError('unauthorized', {
    message: 'This code is incorrect or has been used. Try the next one.',
  })

const credentialSchemas = { address: boundedText(254), secret: boundedText(256) }

/** Milliseconds; longer than inserting an email takes. */
const minRecoveryMs = 150

export const signInRoutes = [
  publicRoute(
    'GET',
    '/session',
    { summary: 'show the signed-in user and the deployment' },
    async ({ db, request, canSendEmail: can_send_email }) => {
      const { stage, region, origin } = db.deployment
      const token = readSessionToken(db.deployment, request)
      const member = token === undefined ? undefined : await accounts.findSessionUser(db, token)
      const needs_setup = member === undefined && (await needsSetup({ db }))
      return {
        deployment: { stage, region, origin, can_send_email },
        needs_setup,
        me: member ? toSessionUser(member) : null,
      }
    },
  ),

  publicRoute(
    'POST',
    '/session',
    {
      summary: 'sign in with email address and password',
      body: Type.Object(
        { email: credentialSchemas.address, password: credentialSchemas.secret },
        strict,
      ),
    },
    async ({ db, body, requestOrigin, reply }) => {
      const result = await accounts.signInWithPassword(db, body, requestOrigin)
      if (result.kind === 'refused') throw invalidCredentials()
      if (result.kind === 'code_needed')
        return new JsonResponse(202, { code_needed: true, challenge_token: result.challenge_token })
      return completeSignIn({ db, reply }, result.session)
    },
  ),

  publicRoute(
    'POST',
    '/session/code',
    {
      summary: 'complete sign-in with a code',
      body: Type.Object({ challenge_token: boundedText(4_000), code: boundedText(20) }, strict),
    },
    async ({ db, body, requestOrigin, reply }) => {
      const session = await accounts.signInWithCode(db, body, requestOrigin)
      if (session === undefined) throw invalidCode()
      return completeSignIn({ db, reply }, session)
    },
  ),

  publicRoute(
    'POST',
    '/session/passkey/options',
    { summary: 'start sign-in with a passkey' },
    ({ db }) => accounts.startPasskeySignIn(db),
  ),

  publicRoute(
    'POST',
    '/session/passkey',
    {
      summary: 'sign in with a passkey',
      body: Type.Object({ challenge_token: boundedText(4_000), response: Type.Object({}) }, strict),
    },
    async ({ db, body, requestOrigin, reply }) => {
      const session = await accounts.signInWithPasskey(db, body, requestOrigin)
      if (session === undefined)
        throw new ApiError('unauthorized', { message: 'This passkey is not registered here.' })
      return completeSignIn({ db, reply }, session)
    },
  ),

  routeWithoutTx(
    'DELETE',
    '/session',
    { requiredRole: 'any', summary: 'end this session' },
    async ({ db, member, reply }) => {
      await inTransaction(db, member.account_id, (ctx) =>
        accounts.endSession(ctx, member.user_id, member.session_id),
      )
      clearSessionCookie(db.deployment, reply)
    },
  ),

  route(
    'GET',
    '/sessions',
    { requiredRole: 'any', summary: 'list your sessions' },
    async ({ realTimeCtx, member }) => {
      const sessions = await accounts.listSessions(realTimeCtx, member.user_id)
      const data = sessions.map((each) => ({ ...each, is_here: each.id === member.session_id }))
      return { data, has_more: false }
    },
  ),

  route(
    'DELETE',
    '/sessions/:id',
    { requiredRole: 'any', summary: 'end one of your other sessions' },
    ({ realTimeCtx, member, params }) =>
      accounts.endSession(realTimeCtx, member.user_id, params.id ?? ''),
  ),

  route(
    'DELETE',
    '/sessions',
    { requiredRole: 'any', summary: 'end all of your other sessions' },
    async ({ realTimeCtx, member, actor }) => {
      const ended = await accounts.endSessions(realTimeCtx, member.user_id, member.session_id)
      const subject = { kind: 'user', id: member.user_id, name: member.name }
      audit.recordEntry(realTimeCtx, {
        actor,
        action: 'session.end_others',
        subject,
        details: { ended },
      })
      return { ended }
    },
  ),

  publicRoute(
    'POST',
    '/password-reset',
    {
      summary: 'request a password reset email',
      body: Type.Object({ email: credentialSchemas.address }, strict),
    },
    async ({ db, body, requestOrigin }) => {
      const recovery = accounts.requestPasswordReset(
        db,
        body.email,
        requestOrigin,
        sendPasswordReset,
      )
      // The response and its time are the same whether or not a user with this address exists.
      await Promise.all([recovery, sleep(minRecoveryMs)])
      return new JsonResponse(202, { sent: true })
    },
  ),

  publicRoute(
    'PUT',
    '/password-reset',
    {
      summary: 'set a new password with the link of the reset email',
      body: Type.Object({ token: boundedText(100), password: credentialSchemas.secret }, strict),
    },
    async ({ db, body, requestOrigin }) => {
      const isDone = await accounts.resetPassword(db, body, requestOrigin, (ctx, { id, name }) =>
        audit.recordEntry(ctx, {
          actor: { kind: 'user', id, name, address: requestOrigin.address },
          action: 'user.reset_password',
          subject: { kind: 'user', id, name },
        }),
      )
      if (isDone) return
      throw new ApiError('not_found', {
        message: 'This link was used or has expired. Request a new one.',
      })
    },
  ),
]

/** Sets the session cookie and returns the signed-in user. */
export async function completeSignIn(
  { db, reply }: Pick<PublicContext<unknown>, 'db' | 'reply'>,
  session: accounts.NewSession,
): Promise<JsonResponse> {
  const member = await accounts.findSessionUser(db, session.token)
  if (member === undefined) throw invalidCredentials()
  setSessionCookie(db.deployment, reply, session)
  setDeviceCookie(db, reply, member.email)
  const { user_id: id, name, account_id, method } = member
  await inTransaction(db, account_id, async (ctx) =>
    audit.recordEntry(ctx, {
      actor: { kind: 'user', id, name, address: reply.request.ip },
      action: 'session.start',
      subject: { kind: 'user', id, name },
      details: { method },
    }),
  )
  return new JsonResponse(201, { me: toSessionUser(member) })
}

/** Converts the signed-in user for the web app. */
const toSessionUser = (member: accounts.SessionUser) => ({
  id: member.user_id,
  name: member.name,
  email: member.email,
  role: member.role,
  has_totp: member.has_totp,
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
