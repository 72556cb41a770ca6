import { setTimeout as sleep } from 'node:timers/promises'
import type { FastifyRequest } from 'fastify'
import * as accounts from '#accounts'
import * as audit from '#audit'
import { ApiError } from '#contract'
import {
  ALL_ACCOUNTS,
  actingAs,
  type Database,
  inTransaction,
  type TxContext,
} from '#platform/postgres/database'
import { takeAccount } from '../lib/auth-middleware.ts'
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
    const member = token === undefined ? undefined : await findSessionUser(db, request, token)
    const needs_setup = member === undefined && (await needsSetup({ db }))
    return {
      deployment: { stage, region, origin, can_send_email },
      needs_setup,
      me: member ? await toMe(db, member) : null,
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
    await transact((ctx) => accounts.endSession(ctx, member.person_id, member.session_id))
    clearSessionCookie(db.deployment, reply)
  }),

  handle(contract.enterAccount, async ({ ctx, member }) => {
    await accounts.rememberAccount(ctx, member)
    const subject = { kind: 'user', id: member.user_id, name: member.name }
    audit.recordEntry(ctx, { action: 'session.enter', subject })
  }),

  handle(contract.leaveAccount, async ({ ctx, member }) => {
    const { id, name, role } = await accounts.removeMember(ctx, member.user_id)
    const subject = { kind: 'user', id, name }
    audit.recordEntry(ctx, { action: 'user.leave', subject, details: { before: { role } } })
  }),

  handle(contract.listSessions, async ({ ctx, member }) => {
    const sessions = await accounts.listSessions(ctx, member.person_id)
    const data = sessions.map((each) => ({ ...each, is_here: each.id === member.session_id }))
    return { data, has_more: false }
  }),

  handle(contract.endSession, async (context) => {
    const { ctx, member, params } = context
    await accounts.endSession(ctx, member.person_id, params.id)
    recordEnd(context, 1)
  }),

  handle(contract.endOtherSessions, async (context) => {
    const { ctx, member } = context
    const ended = await accounts.endSessions(ctx, member.person_id, member.session_id)
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
): Promise<{ me: Me }> {
  const { ip: address } = reply.request
  const member = await accounts.findSessionUser(db, session.token, { address })
  if (member === undefined) throw invalidCredentials()
  setSessionCookie(db.deployment, reply, session)
  await setDeviceCookie(db, reply, member.person_id)
  const { user_id: id, name, account_id, method } = member
  const subject = { kind: 'user', id, name }
  const actor = { kind: 'user', id, name, address } as const
  const record = async (ctx: TxContext) => {
    if (session.is_linked_now === true)
      audit.recordEntry(ctx, { action: 'user.link_single_sign_on', subject })
    audit.recordEntry(ctx, { action: 'session.start', subject, details: { method } })
  }
  await inTransaction(db, account_id, record, db.clock(), actor)
  return { me: await toMe(db, member) }
}

/** The signed-in user in the format of the web app. */
type Me = Awaited<ReturnType<typeof toMe>>

/** Converts the signed-in user to the format of the web app. */
export const toMe = async (db: Database, member: accounts.SessionUser) => ({
  id: member.user_id,
  name: member.name,
  email: member.email,
  role: member.role,
  role_name: member.role_name,
  permissions: member.permissions,
  is_operator: member.is_operator,
  has_totp: member.has_totp,
  restriction: member.restriction,
  method: member.method,
  confirmed_until: accounts.confirmedUntil(member, db.clock()),
  account: {
    id: member.account_id,
    name: member.account_name,
    tier: member.tier,
    stage: member.stage,
    region: member.region,
    clock_offset_ms: member.clock_offset_ms,
  },
  accounts: (await accounts.listMemberships(db, member.person_id, member.session_id))
    .slice(0, maxAccounts)
    .map((each) => ({
      id: each.account_id,
      name: each.account_name,
      role: each.role,
      role_name: each.role_name,
      entry: entryOf(member, each),
    })),
})

/** The maximum number of accounts that the menu shows: the ones with the most recent visits. */
const maxAccounts = 200

/** Returns how a session enters another account of its person. */
function entryOf(
  { method, account_id }: accounts.SessionUser,
  membership: accounts.Membership,
): contract.Me['accounts'][number]['entry'] {
  if (membership.account_id === account_id) return 'open'
  if (membership.needs_single_sign_on) return 'single_sign_on'
  return method === 'single_sign_on' || membership.needs_new_session ? 'sign_in' : 'open'
}

/** Returns the user of a session in the account that the request names, or else in the default account of the session. */
const findSessionUser = async (db: Database, request: FastifyRequest, token: string) => {
  const { ip: address } = request
  const account_id = takeAccount(request)
  const member = await accounts.findSessionUser(db, token, { address, account_id })
  return member ?? accounts.findSessionUser(db, token, { address })
}

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
